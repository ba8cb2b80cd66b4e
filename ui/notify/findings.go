package notify

import (
	"cmp"
	"context"
	"errors"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Findings announces the new ones of some findings: in the terminal, once for all programs of the
// user, and to the program of the configuration, once for all programs of all users of the history.
// It waits for that program, so call it outside Update. What could not be announced is tried again
// by a later call. The error is that of the terminal or the program; the history reports its problems
// itself.
func (a *Announcer) Findings(ctx context.Context, h *history.DB, v *resource.View, all []*findings.Finding, now time.Time) error {
	var shown, passed error
	if a.inTerminal() {
		shown = findings.Announce(ctx, h, history.KindShown, all, now, func(fresh []*findings.Finding) error {
			return a.show(inWords(v, fresh))
		})
	}
	if a.Hook != nil {
		passed = findings.Announce(ctx, h, history.KindAnnounced, all, now, func(fresh []*findings.Finding) error {
			return a.run(ctx, inWords(v, fresh))
		})
	}
	return cmp.Or(withoutProblem(shown), a.failure(withoutProblem(passed)))
}

// withoutProblem returns an error that is not one of the history.
func withoutProblem(err error) error {
	if _, ok := errors.AsType[*history.Problem](err); ok {
		return nil
	}
	return err
}

// failure returns an error of the program for the caller, once while the program goes on failing.
func (a *Announcer) failure(err error) error {
	switch {
	case err == nil:
		return nil
	case a.Failed != nil:
		a.Failed(err)
		return nil
	case a.failing.Swap(true):
		return nil
	}
	return err
}

// inWords words findings.
func inWords(v *resource.View, all []*findings.Finding) []Announcement {
	list := make([]Announcement, len(all))
	for i, f := range all {
		title := text.Join(v.Words.T("prices.comma"), v.FindingTitle(f), v.FindingPlace(f))
		list[i] = Announcement{Title: title, Text: v.FindingDetail(f), Record: f.Record()}
	}
	return list
}
