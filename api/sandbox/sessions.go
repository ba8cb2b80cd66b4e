package sandbox

import (
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// record is a message record (interface 2.1).
type record struct {
	ID         string         `json:"id"`
	SessionID  string         `json:"sessionId"`
	RunID      string         `json:"runId,omitzero"`
	StepNumber *int           `json:"stepNumber,omitzero"`
	Message    jsontext.Value `json:"message"`
	CreatedAt  string         `json:"createdAt"`
}

// story is a session.
type story struct {
	id      string
	shows   string
	records func(t *telling)
}

// sessionPrefix is what the ids of sessions, 24 hex digits, begin with.
const sessionPrefix = "6710a1e5c0de0000000000"

// stories returns all sessions.
func stories() []story {
	return []story{
		{sessionPrefix + "01", "an agent makes and publishes a product video, in five turns", file("story")},
		{sessionPrefix + "02", "every part and tool state of AI SDK 4", file("v4")},
		{sessionPrefix + "03", "every part and tool state of AI SDK 5", file("v5")},
		{sessionPrefix + "04", "every part and tool state of AI SDK 6", file("v6")},
		{sessionPrefix + "05", "every part and tool state of AI SDK 7", file("v7")},
		{sessionPrefix + "06", "part types that nobody knows, and known ones of the wrong shape", file("unknown")},
		{sessionPrefix + "07", "no messages at all", func(*telling) {}},
		{sessionPrefix + "08", "a run that failed and one that was cut off", file("failed")},
		{sessionPrefix + "09", "times that go back, ids used twice, steps out of order", file("contradictions")},
		{sessionPrefix + "0a", "a run that goes on: a record every 3 seconds, 200 in all", running},
		{sessionPrefix + "0b", "5,000 messages, 3 MB", long},
		{sessionPrefix + "0c", "huge pieces: a line of 1 MB, 20,000 lines, 2,000 parts, 100 levels, a file of 2 MB", hugePieces},
		{sessionPrefix + "0d", "hostile text in every place", file("hostile")},
	}
}

// sessionMessages is call 4.1. An id is 24 lower-case hex digits.
func (s *Server) sessionMessages(x *exchange) (payload, *failure) {
	id := x.args[0]
	if len(id) != 24 || strings.Trim(id, "0123456789abcdef") != "" {
		return nil, &failure{code: codeInvalid}
	}
	for _, story := range stories() {
		if story.id == id {
			return tell(story, s.start, x.now), nil
		}
	}
	return nil, &failure{code: codeNoSession}
}

// telling is a session that is being written.
type telling struct {
	session    string
	start, now time.Time
	enc        *jsontext.Encoder
	n          int
	err        error
}

// tell streams the records of a story.
func tell(story story, start, now time.Time) payload {
	return func(w io.Writer) error {
		t := &telling{session: story.id, start: start, now: now, enc: jsontext.NewEncoder(w)}
		t.err = t.enc.WriteToken(jsontext.BeginArray)
		story.records(t)
		if t.err == nil {
			t.err = t.enc.WriteToken(jsontext.EndArray)
		}
		return t.err
	}
}

// add writes a record. What it leaves empty is filled in: the ids of the
// record and its message from its place, the time from at.
func (t *telling) add(r record, at time.Time) {
	if t.err != nil {
		return
	}
	t.n++
	if r.ID == "" {
		r.ID = objectID(at, uint64(len(t.session)), uint64(t.n))
	}
	if r.SessionID == "" {
		r.SessionID = t.session
	}
	if r.CreatedAt == "" {
		r.CreatedAt = stamp(at)
	}
	if !bytes.HasPrefix(r.Message, []byte(`{"id":`)) {
		r.Message = append(jsontext.Value(`{"id":"msg_`+r.ID+`",`), r.Message[1:]...)
	}
	t.err = json.MarshalEncode(t.enc, r)
}

// file returns the session of data/sessions/NAME.json.
func file(name string) func(*telling) {
	return func(t *telling) {
		told := load[struct {
			Ago     string `json:"ago"` // before the start of the sandbox
			Records []struct {
				Run       string         `json:"run,omitzero"`
				Step      *int           `json:"step,omitzero"`
				After     float64        `json:"after"` // seconds since the record before
				ID        string         `json:"id,omitzero"`
				CreatedAt string         `json:"createdAt,omitzero"`
				Message   jsontext.Value `json:"message"`
			} `json:"records"`
		}]("sessions/" + name)
		ago, err := time.ParseDuration(told.Ago)
		t.err = err
		at := t.start.Add(-ago)
		for _, r := range told.Records {
			at = at.Add(time.Duration(r.After * float64(time.Second)))
			t.add(record{ID: r.ID, RunID: r.Run, StepNumber: r.Step, Message: r.Message, CreatedAt: r.CreatedAt}, at)
		}
	}
}
