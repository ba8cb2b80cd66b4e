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
	name    string
	shows   string
	records func(t *sessionWriter)
}

// sessionPrefix begins the IDs of sessions, which have 24 hex digits.
const sessionPrefix = "6710a1e5c0de0000000000"

// stories returns all sessions.
func stories() []story {
	return []story{
		{"01", "video", "A product video for Saltwater Coffee", file("story")},
		{"08", "failed", "Publishing for Harbor Bakes failed", file("failed")},
		{"0a", "running", "A storyboard in progress", running},
		{"0b", "long", "Autumn campaign, 5,000 messages", long},
	}
}

// sessionMessages is call 4.1. An id is 24 lower-case hex digits.
func (s *Server) sessionMessages(x *exchange) (payload, *failure) {
	id := x.args[0]
	if len(id) != 24 || strings.Trim(id, "0123456789abcdef") != "" {
		return nil, &failure{code: codeInvalid}
	}
	for _, story := range stories() {
		if sessionPrefix+story.id == id {
			return s.writeSession(story, x), nil
		}
	}
	return nil, &failure{code: codeNoSession}
}

// sessionWriter is a session that is being written.
type sessionWriter struct {
	*exchange
	session   string
	start     time.Time
	translate func(jsontext.Value) jsontext.Value
	enc       *jsontext.Encoder
	n         int
	err       error
}

// writeSession streams the records of a story.
func (s *Server) writeSession(story story, x *exchange) payload {
	return func(w io.Writer) error {
		t := &sessionWriter{exchange: x, session: x.args[0], start: s.start, enc: jsontext.NewEncoder(w)}
		t.translate = func(doc jsontext.Value) jsontext.Value { return s.translated(doc, x) }
		t.err = t.enc.WriteToken(jsontext.BeginArray)
		story.records(t)
		if t.err == nil {
			t.err = t.enc.WriteToken(jsontext.EndArray)
		}
		return t.err
	}
}

// add writes a record and fills in its empty fields: the IDs of the record and of its
// message from its position, the time from at.
func (t *sessionWriter) add(r record, at time.Time) {
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
func file(name string) func(*sessionWriter) {
	return func(t *sessionWriter) {
		var stored struct {
			Ago     string `json:"ago"` // before the start of the sandbox
			Records []struct {
				Run       string         `json:"run,omitzero"`
				Step      *int           `json:"step,omitzero"`
				After     float64        `json:"after"` // seconds since the record before
				ID        string         `json:"id,omitzero"`
				CreatedAt string         `json:"createdAt,omitzero"`
				Message   jsontext.Value `json:"message"`
			} `json:"records"`
		}
		decode("sessions/"+name, t.translate(document("sessions/"+name)), &stored)
		ago, err := time.ParseDuration(stored.Ago)
		t.err = err
		at := t.start.Add(-ago)
		for _, r := range stored.Records {
			at = at.Add(time.Duration(r.After * float64(time.Second)))
			t.add(record{ID: r.ID, RunID: r.Run, StepNumber: r.Step, Message: r.Message, CreatedAt: r.CreatedAt}, at)
		}
	}
}
