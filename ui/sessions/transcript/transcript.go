// Package transcript turns the saved messages of an agent session (interface,
// 4.1) into what a person reads: parts told apart by type for the SDK versions
// 4 to 7, the state of each tool call and what it means once stored, four
// depths of reading with folds, a story of steps, search, media, names for
// jumps to other panes, and export.
//
// It knows no terminal and writes no sentence for people: findings are typed
// values that the caller puts into words. Text is as the service sent it and
// must be cleaned before it is shown; base64 data is never part of it.
package transcript

import (
	"hash/maphash"
	"time"

	"channeldeck/api"
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
	RoleText string     // the role as sent
	Run      string     // runId, "" where none was sent
	Step     api.Number // stepNumber, from 0
	Time     time.Time  // zero where no readable time was sent
	NewRun   bool       // the run is another than the record before had
	NewStep  bool       // the run or the step is another than before
	Notes    []Note     // where the record contradicts those before it
	Parts    []Part
	Extra    []Member // members of record and message that have no place of their own

	occurrence int // how many records before have this ID
	version    uint64
}

// Stopped returns the part that begins a step which ended before any output: -1 if
// that is all there is of the message, which is what the SDK stores when the first
// call of the model fails.
func (m *Message) Stopped() (part int, stopped bool) {
	last := len(m.Parts) - 1
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

// Role tells who a message is from.
type Role uint8

// The roles of version 5 and later, and data of version 4. RoleOther is one
// that none of them knows: RoleText says which.
const (
	RoleOther Role = iota
	RoleSystem
	RoleUser
	RoleAssistant
	RoleData
)

func roleOf(s string) Role {
	switch s {
	case "system":
		return RoleSystem
	case "user":
		return RoleUser
	case "assistant":
		return RoleAssistant
	case "data":
		return RoleData
	}
	return RoleOther
}

// Ref is a place in a transcript. Part is -1 for the message as a whole.
type Ref struct{ Message, Part int }

// Less reports whether r comes before s.
func (r Ref) Less(s Ref) bool {
	if r.Message != s.Message {
		return r.Message < s.Message
	}
	return r.Part < s.Part
}

// Key names a part across refreshes: by the id of its message, which of several
// messages with that id it is, and the part's place in it (-1: the message).
type Key struct {
	ID         string
	Occurrence int
	Part       int
}

// Key returns the key of a place.
func (t *Transcript) Key(r Ref) Key {
	m := &t.Messages[r.Message]
	return Key{ID: m.ID, Occurrence: m.occurrence, Part: r.Part}
}

// Part returns the part at r, nil where r names none.
func (t *Transcript) Part(r Ref) *Part {
	if r.Message < 0 || r.Message >= len(t.Messages) {
		return nil
	}
	parts := t.Messages[r.Message].Parts
	if r.Part < 0 || r.Part >= len(parts) {
		return nil
	}
	return &parts[r.Part]
}

// Locate finds the message of a key, so that a place survives a refresh.
func (t *Transcript) Locate(k Key) (Ref, bool) {
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.ID == k.ID && m.occurrence == k.Occurrence {
			return Ref{i, min(k.Part, len(m.Parts)-1)}, true
		}
	}
	return Ref{}, false
}

// seed makes versions comparable between the transcripts of one process.
var seed = maphash.MakeSeed()

// New reads records. It never fails: what it does not know becomes a part of
// kind [KindUnknown] or an entry of Extra.
func New(records []api.MessageRecord) *Transcript {
	t := &Transcript{Records: records, Messages: make([]Message, len(records))}
	if len(records) > 0 {
		t.SessionID = records[0].SessionID
	}
	var b builder
	for i := range records {
		t.Messages[i] = b.message(&records[i])
	}
	t.annotate()
	return t
}

// message reads one record; what depends on other records is left to annotate.
func (b *builder) message(rec *api.MessageRecord) Message {
	m := Message{
		ID:       rec.ID,
		Role:     roleOf(rec.Message.Role),
		RoleText: rec.Message.Role,
		Run:      rec.RunID.Or(""),
		Step:     rec.StepNumber,
		Time:     timeOf(rec.CreatedAt),
	}
	if m.ID == "" {
		m.ID = rec.Message.ID
	}
	if n := len(rec.Message.Parts); n > 0 {
		m.Parts = make([]Part, 0, n)
	}
	for _, raw := range rec.Message.Parts {
		m.Parts = append(m.Parts, b.part(raw))
	}
	b.openMembers(&m, rec)
	m.version = m.hash(rec)
	return m
}

// hash is the same for two states of a message that show the same.
func (m *Message) hash(rec *api.MessageRecord) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, s := range []string{rec.Message.ID, m.RoleText, m.Run, m.Step.String(), rec.CreatedAt} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	h.Write(rec.Unknown)
	h.Write(rec.Message.Unknown)
	for i := range m.Parts {
		maphash.WriteComparable(&h, m.Parts[i].Version)
	}
	return h.Sum64()
}

// timeOf is a time of the service, zero for what is none.
func timeOf(s string) time.Time {
	at, _ := api.ParseTime(s)
	return at
}
