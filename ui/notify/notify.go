// Package notify announces new findings: in the terminal, and to the program that the
// user chose.
package notify

import (
	"context"
	"strings"
	"sync/atomic"

	"channeldeck/api"
	"channeldeck/ui/words"
)

// Announcement is a finding in words.
type Announcement struct {
	Title, Text string // what happened to what, and why
	Record      any    // its JSON
}

// Terminal is where notifications appear.
type Terminal interface {
	Bell() error
	Notify(title, body string) error
}

// The values of the setting notify.
const (
	None    = "none"
	Bell    = "bell"
	Desktop = "desktop"
)

// Announcer announces findings. Its methods can be called from several goroutines.
type Announcer struct {
	How      string // None, Bell or Desktop
	Terminal Terminal
	Words    *words.Words
	Hook     func(ctx context.Context, input []byte) error // gets the records as a JSON array; nil for none
	Failed   func(error)                                   // gets the errors of Hook in place of the caller; may be nil

	failing atomic.Bool // the hook, whose error the caller got
}

// maxNotifications is how many desktop notifications one call shows; the last one counts
// the rest.
const maxNotifications = 5

// inTerminal reports whether findings are announced in the terminal.
func (a *Announcer) inTerminal() bool {
	return a.How == Bell || a.How == Desktop
}

// Active reports whether there is anywhere to announce findings.
func (a *Announcer) Active() bool {
	return a.inTerminal() || a.Hook != nil
}

func (a *Announcer) show(fresh []Announcement) error {
	switch a.How {
	case Bell:
		return a.Terminal.Bell()
	case Desktop:
		shown := fresh
		more := []string(nil)
		if len(fresh) > maxNotifications {
			shown = fresh[:maxNotifications-1]
			for _, f := range fresh[len(shown):] {
				more = append(more, f.Title)
			}
		}
		for _, f := range shown {
			if err := a.Terminal.Notify(f.Title, f.Text); err != nil {
				return err
			}
		}
		if more != nil {
			return a.Terminal.Notify(
				a.Words.N("notify.more", len(more)),
				strings.Join(more, ", "),
			)
		}
	}
	return nil
}

// run passes the records to the hook, and waits for it.
func (a *Announcer) run(ctx context.Context, fresh []Announcement) error {
	records := make([]any, len(fresh))
	for i, f := range fresh {
		records[i] = f.Record
	}
	input, err := api.Marshal(records)
	if err != nil {
		return err
	}
	if err := a.Hook(ctx, append(input, '\n')); err != nil {
		return err
	}
	a.failing.Store(false)
	return nil
}
