package history

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// KindLog is the kind of entries about changes that the user made here.
const KindLog = "log"

// Change is something that the user did here: with a finding, a group or the clipboard.
type Change struct {
	At   time.Time  `json:"at"`
	What ChangeKind `json:"what"`
	ID   string     `json:"id,omitzero"`   // of a finding or a group
	Name string     `json:"name"`          // of what was changed, or what was copied
	Note string     `json:"note,omitzero"` // of a known finding, and until when it is known
}

// ChangeKind is the kind of a [Change].
type ChangeKind string

// The kinds of changes.
const (
	MarkedKnown  ChangeKind = "known"     // a finding
	UnmarkedOne  ChangeKind = "not_known" // a finding that was known
	NamedGroup   ChangeKind = "named"     // a local name
	CreatedGroup ChangeKind = "created"
	CopiedText   ChangeKind = "copied"
)

// Log keeps a change. It drops one that contains the API key.
func (entries Entries) Log(c Change) { entries.Remember(c.Entry()) }

// Entry returns the entry of a change.
func (c Change) Entry() Entry {
	body, _ := json.Marshal(c, jsontext.AllowInvalidUTF8(true)) // cannot fail
	return Entry{
		Kind: KindLog,
		ID: strings.Join(
			[]string{
				strconv.FormatInt(c.At.UnixNano(), 36),
				string(c.What),
				c.ID,
				c.Name,
				c.Note,
			},
			"/",
		),
		At:   c.At,
		Body: body,
	}
}

// Changes returns up to most changes, the newest first. The error is a [*Problem], or that of ctx.
func (entries Entries) Changes(ctx context.Context, most int) ([]*Change, error) {
	stored, err := entries.Recent(ctx, KindLog, most)
	changes := make([]*Change, 0, len(stored))
	for _, e := range stored {
		var c Change
		if json.Unmarshal(e.Body, &c) == nil {
			changes = append(changes, &c)
		}
	}
	return changes, err
}
