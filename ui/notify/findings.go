package notify

import (
	"cmp"
	"context"
	"errors"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Findings announces the new ones of some findings: in the terminal, once for all programs of the
// user, and to the program of the configuration, once for all programs of all users of the history.
// It waits for that program, so call it outside Update. What could not be announced is tried again
// by a later call. The error is that of the terminal or the program; the history reports its problems
// itself.
func (a *Announcer) Findings(
	ctx context.Context,
	f *fleet.Fleet,
	v *resource.View,
	all []*findings.Finding,
) error {
	var shown, passed error
	if a.inTerminal() {
		shown = f.Announce(ctx, history.KindShown, all, func(fresh []*findings.Finding) error {
			return a.show(inWords(v, fresh))
		})
	}
	if a.Hook != nil {
		passed = f.Announce(ctx, history.KindAnnounced, all, func(fresh []*findings.Finding) error {
			return a.run(ctx, inWords(v, fresh))
		})
	}
	return cmp.Or(withoutProblem(shown), a.failure(withoutProblem(passed)))
}

// withoutProblem returns an error that is not one of the history.
func withoutProblem(err error) error {
	_, ok := errors.AsType[*history.Problem](err)
	if ok {
		return nil
	}
	return err
}

// failure returns an error of the program for the caller, once while the program goes on failing.
func (a *Announcer) failure(err error) error {
	if err == nil {
		return nil
	}
	if a.Failed != nil {
		a.Failed(err)
		return nil
	}
	if a.failing.Swap(true) {
		return nil
	}
	return err
}

// inWords words findings.
func inWords(v *resource.View, all []*findings.Finding) []Announcement {
	list := make([]Announcement, len(all))
	rows := resource.FindingRows(all)
	r := resource.Findings(v)
	for i, f := range all {
		title := text.Join(
			v.Words.T("prices.comma"),
			v.Finding(f).Title(),
			v.Finding(f).Place(),
		)
		list[i] = Announcement{
			Title:  title,
			Text:   v.Finding(f).Detail(),
			Record: resource.WithSite(f.Site, r.JSON(rows[i])), // sites may have the same IDs
		}
	}
	return list
}
