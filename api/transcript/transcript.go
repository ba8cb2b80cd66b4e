// Package transcript reads the stored messages of an agent session (interface, 4.1)
// and prepares them for display: the parts of the SDK versions 4 to 7 and of the
// Claude Agent SDK, the outcome of each tool call, the items of each level of detail
// with folds, a summary by step, problems, media, mentions, and export.
//
// It does not depend on a terminal. Text is as the service sent it, to be cleaned before display;
// inline data is replaced by its type and size.
package transcript

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// Transcript is a session's messages in the order the service sent them. It is
// not changed after [New] and may be read from several goroutines.
type Transcript struct {
	SessionID string
	Messages  []Message
	Records   []api.MessageRecord // as given to New
}

// Message is one record (2.1) with its UI message.
type Message struct {
	ID       string // the record's id, or the UI message's where that is ""
	Role     Role
	Run      string        // runId, "" where none was sent
	Step     api.Number    // stepNumber, from 0
	Time     time.Time     // zero where no readable time was sent
	RunTime  time.Duration // with NewRun: until the last message of the run in a row, 0 if unknown
	Took     time.Duration // since the message before, of the same run or of the user; 0 if unknown
	Parts    []Part
	Extra    jsonobject.Object // other fields of the record and of the message
	NewRun   bool              // the run differs from that of the record before
	Running  bool              // unfinished, in a run that goes on
	Replaced bool              // stored again later, under its ID: that one is shown and counted
	Below    bool              // of a sub-agent: its parts follow the call that started it, in another message

	occurrence int32  // how many earlier records have this ID
	uiID       string // of the UI message, where the record has another ID
	parent     string // the ID of the call that started its sub-agent
}

// Stopped reports whether the last step of a message has no output, as the SDK stores it when
// the first request to the model fails. part begins the step, or is -1 for the whole message.
func (m *Message) Stopped() (part int, stopped bool) {
	last := len(m.Parts) - 1
	if m.Replaced {
		return 0, false
	}
	if last < 0 && (m.Below || m.Role != RoleAssistant) {
		return 0, false
	}
	if last >= 0 && m.Parts[last].Kind != KindStepStart {
		return 0, false
	}
	for i := range m.Parts {
		if m.Parts[i].Kind != KindStepStart {
			return last, true
		}
	}
	return -1, true
}

// Role is the author of a message, as sent. It can be one that no version defines.
type Role string

// The roles of version 5 and later, and data of version 4.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleData      Role = "data"
	RoleTool      Role = "tool"  // a message of a user that holds only results of the Claude SDK
	RoleAgent     Role = "agent" // a message of a sub-agent whose call is missing
)

// Ref is a place in a transcript. Part is -1 for the message as a whole.
type Ref struct{ Message, Part int }

// Compare returns a negative number if r comes before s, a positive one if after.
func (r Ref) Compare(s Ref) int {
	return cmp.Or(cmp.Compare(r.Message, s.Message), cmp.Compare(r.Part, s.Part))
}

// Parts yields the parts of all messages with their places.
func (t *Transcript) Parts() iter.Seq2[Ref, *Part] {
	return func(yield func(Ref, *Part) bool) {
		for i := range t.Messages {
			parts := t.Messages[i].Parts
			for j := range parts {
				if !yield(Ref{i, j}, &parts[j]) {
					return
				}
			}
		}
	}
}

// Key identifies a part across refreshes: by the ID of its message, the number of earlier
// messages with this ID, and the index of the part (-1 for the message).
type Key struct {
	ID         string
	Occurrence int
	Part       int
}

// Key returns the key of a place.
func (t *Transcript) Key(r Ref) Key {
	m := &t.Messages[r.Message]
	return Key{
		ID:         m.ID,
		Occurrence: int(m.occurrence),
		Part:       r.Part,
	}
}

// Part returns the part at r, nil where r names none.
func (t *Transcript) Part(r Ref) *Part {
	if r.Message < 0 || r.Message >= len(t.Messages) || r.Part < 0 ||
		r.Part >= len(t.Messages[r.Message].Parts) {
		return nil
	}
	return &t.Messages[r.Message].Parts[r.Part]
}

// Locate finds the part of a key in another state or, if it is missing, the last before it.
func (t *Transcript) Locate(k Key) (Ref, bool) {
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.ID == k.ID && int(m.occurrence) == k.Occurrence {
			return Ref{i, min(k.Part, len(m.Parts)-1)}, true
		}
	}
	return Ref{}, false
}

// New reads records. It never fails: unknown data becomes a part of kind
// [KindUnknown] or an entry of Extra. running says that the newest run goes on: what
// is unfinished in it is not a problem.
func New(records []api.MessageRecord, running bool) *Transcript {
	t := &Transcript{Records: records, Messages: make([]Message, len(records))}
	if len(records) > 0 {
		t.SessionID = records[0].SessionID
	}
	var b builder
	for i := range records {
		t.Messages[i] = b.message(&records[i])
	}
	t.joinCalls()
	t.nestAgents()
	newest := t.annotate()
	t.settle(newest, running)
	return t
}

// settle sets the outcome of unfinished work: in the newest run it goes on if running is
// true, and calls without a result at the end of the session wait for an answer.
func (t *Transcript) settle(newest string, running bool) {
	if len(t.Messages) == 0 {
		return
	}
	for i := range t.Messages {
		m := &t.Messages[i]
		if !running || m.Run != newest {
			continue
		}
		_, m.Running = m.Stopped()
		for j := range m.Parts {
			p := &m.Parts[j]
			m.Running = m.Running || p.Unfinished
			if p.Tool != nil && p.Tool.Outcome != p.Tool.Outcome.running() {
				p.Tool.Outcome = p.Tool.Outcome.running()
				m.Running = true
			}
		}
	}
	last := &t.Messages[len(t.Messages)-1]
	for j := len(last.Parts) - 1; j >= 0; j-- {
		p := &last.Parts[j]
		if p.Tool != nil && p.Tool.Outcome == OutcomeNoResult {
			p.Tool.Outcome = OutcomeAwaitingAnswer
		} else if p.Tool == nil || !p.Tool.Outcome.Waits() {
			return
		}
	}
}

// message reads one record, without what depends on other records.
func (b *builder) message(rec *api.MessageRecord) Message {
	m := Message{
		ID:    cmp.Or(rec.ID, rec.Message.ID),
		Role:  Role(rec.Message.Role),
		Run:   rec.RunID.Or(""),
		Step:  rec.StepNumber,
		Time:  timeOf(rec.CreatedAt),
		Parts: slices.Grow([]Part(nil), len(rec.Message.Parts)),
	}
	if m.ID != rec.Message.ID {
		m.uiID = rec.Message.ID
	}
	for _, raw := range rec.Message.Parts {
		m.add(b.part(raw))
	}
	b.openMembers(&m, rec)
	m.cite()
	return m
}

// IsRecent reports whether a record is less than a minute old: its run may still go on.
func IsRecent(records []api.MessageRecord, now time.Time) bool {
	return slices.ContainsFunc(records, func(r api.MessageRecord) bool {
		at := timeOf(r.CreatedAt)
		return !at.IsZero() && now.Sub(at).Abs() < time.Minute
	})
}

// timeOf is a time of the service, zero if it is unreadable.
func timeOf(s string) time.Time {
	at, _ := api.ParseTime(s)
	return at
}

// Diff compares two states of one session. It returns the number of new records and
// whether anything differs.
func Diff(older, newer *Transcript) (added int, changed bool) {
	same := slices.EqualFunc(older.Messages, newer.Messages, func(a, b Message) bool {
		return a.Running == b.Running
	})
	return max(
		len(newer.Records)-len(older.Records),
		0,
	), !same || !reflect.DeepEqual(older.Records, newer.Records)
}

// annotate sets the properties that depend on earlier records: new runs, durations, and how
// often an ID was used. It returns the newest run.
func (t *Transcript) annotate() (run string) {
	used := make(map[string]int32, len(t.Messages)) // ids
	var first *Message                              // of the run
	for i := range t.Messages {
		m := &t.Messages[i]
		before := &t.Messages[max(i-1, 0)]
		m.occurrence = used[m.ID]
		used[m.ID]++
		if m.Role != RoleUser && !before.Time.IsZero() &&
			(before.Run == m.Run || before.Role == RoleUser) {
			m.Took = max(m.Time.Sub(before.Time), 0)
		}
		if m.Run == "" { // as messages of users have no run, such a record does not end a run
			continue
		}
		if m.NewRun = m.Run != run; m.NewRun {
			run = m.Run
			first = m
		}
		if !first.Time.IsZero() {
			first.RunTime = max(first.RunTime, m.Time.Sub(first.Time))
		}
	}
	return run
}
