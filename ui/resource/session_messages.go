package resource

import (
	"time"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// SessionMessage is a message of a transcript with its record, which is its JSON.
type SessionMessage struct {
	*transcript.Message
	Record *api.MessageRecord
}

// SessionMessageRows returns the messages of a transcript.
func SessionMessageRows(t *transcript.Transcript) []*SessionMessage {
	rows := make([]*SessionMessage, len(t.Messages))
	for i := range rows {
		rows[i] = &SessionMessage{&t.Messages[i], &t.Records[i]}
	}
	return rows
}

// Role names the author of a message.
func Role(w *words.Words, r transcript.Role) string {
	id := "sessions.role." + string(r)
	if !w.Has(id) {
		id = "sessions.role.other"
	}
	return w.T(id, "Role", text.Cut(text.Clean(string(r)), 20))
}

// SessionMessages returns the resource of messages, by which they are printed.
func SessionMessages(v *View) *Resource[*SessionMessage] {
	column := func(id string, of func(*SessionMessage) Value) Column[*SessionMessage] {
		return Column[*SessionMessage]{ID: id, Of: of}
	}
	createdAt := column("createdAt", func(m *SessionMessage) Value {
		return RecordedTime(m.Time)
	})
	createdAt.Print = func(t Value) string {
		return t.Interval().Before.In(v.Now().Location()).Format(time.DateTime)
	}
	role := column("role", func(m *SessionMessage) Value {
		return WordValue(m.Record.Message.Role, Role(v.Words, m.Role))
	})
	step := column("stepNumber", func(m *SessionMessage) Value {
		return NumberValue(m.Step)
	})
	step.Right = true
	parts := column("parts", func(m *SessionMessage) Value {
		return CountValue(len(m.Parts))
	})
	parts.Right = true
	return &Resource[*SessionMessage]{
		Name:   "session",
		Record: func(m *SessionMessage) any { return m.Record },
		Columns: []Column[*SessionMessage]{
			createdAt,
			role,
			column("runId", func(m *SessionMessage) Value {
				return TextValue(m.Run)
			}),
			step,
			parts,
			column("id", func(m *SessionMessage) Value {
				return TextValue(m.ID)
			}),
			column("headline", func(m *SessionMessage) Value {
				return TextValue(m.Headline())
			}),
		},
	}
}
