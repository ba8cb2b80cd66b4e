package cli

import (
	"context"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/explain"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// fleetOf returns the fleet of the site that the command is connected to. h may be nil.
func (a *app) fleetOf(h *history.DB) *fleet.Fleet {
	f := &fleet.Fleet{
		Client:  a.client,
		History: h,
		Now:     a.clock(),
		Site:    a.site,
		Rules:   a.rules(),
	}
	if a.cfg != nil { // a completion of the demo has none
		f.StaleAfter = a.cfg.StaleAfter.V
		f.SilentAfter = a.cfg.SilentAfter.V
	}
	return f
}

// rules are the own rules of the configuration, whose mistakes were reported when it was loaded.
func (a *app) rules() []fleet.Rule {
	if a.cfg == nil {
		return nil
	}
	rules, _ := a.cfg.Rules()
	return rules
}

// ownFleet is the fleet of commands that record what they load and compare nothing. A history
// that cannot be used is reported, and the command does not fail for it.
func (a *app) ownFleet() *fleet.Fleet {
	h, err := a.ownHistory()
	return a.fleetWith(h, err)
}

// comparingFleet is ownFleet for commands that compare where a history is there. That of a demo is
// filled for it, which takes a second.
func (a *app) comparingFleet() *fleet.Fleet {
	h, err := a.openHistory(false)
	return a.fleetWith(h, err)
}

// fleetWith is the fleet with a history, whose error is only reported.
func (a *app) fleetWith(h *history.DB, err error) *fleet.Fleet {
	if err != nil {
		a.say(oneLine(a.words, err))
	}
	return a.fleetOf(h)
}

// accounts requests accounts to print. A list that lacks rows, because a request failed or the
// service cut it, comes with the error incomplete, to be returned in the end.
func (a *app) accounts(
	ctx context.Context,
	f *fleet.Fleet,
	q fleet.Query,
) (found *fleet.Answer, incomplete, err error) {
	found, err = f.Accounts(ctx, q, a.loading)
	if err = a.loaded(err); err != nil {
		return nil, nil, err
	}
	a.parent.note(a, found)
	a.loadNames(ctx, f.History)
	checkRows(a, found.Sent)
	a.noteRepeated(found)
	return found, a.incomplete(found.Incomplete), nil
}

// attention requests what needs attention, as accounts does.
func (a *app) attention(
	ctx context.Context,
	f *fleet.Fleet,
	q fleet.Query,
) (found *fleet.Attention, incomplete, err error) {
	found, err = f.Findings(ctx, q, a.loading)
	if err = a.loaded(err); err != nil {
		return nil, nil, err
	}
	a.parent.note(a, found.Answer)
	a.loadNames(ctx, f.History)
	checkRows(a, found.Sent)
	a.noteRepeated(found.Answer)
	return found, a.incomplete(found.Incomplete), nil
}

// noteRepeated says that the service sent rows more than once.
func (a *app) noteRepeated(found *fleet.Answer) {
	if n := found.List.Repeated; n > 0 {
		a.say(a.words.N("accounts.repeated", n))
	}
}

// loading shows the progress of a request of accounts.
func (a *app) loading(p api.Progress) {
	a.progress(a.words.T(
		"cli.accounts.progress",
		"Done", p.Done,
		"Requests", p.Requests,
		"Rows", a.words.Int(p.Rows),
	))
}

// loaded ends loading, and words an error.
func (a *app) loaded(err error) error {
	a.progress("")
	if err != nil {
		err = a.historyError(nameError(a.words, err))
	}
	return err
}

// incomplete words that a list lacks accounts.
func (a *app) incomplete(lacks *fleet.Incomplete) error {
	if lacks == nil {
		return nil
	}
	e := fail(
		a.words, ExitIncomplete, "cli.accounts.incomplete",
		"Missing", a.words.Int(int(lacks.Missing)),
		"Total", a.words.Exact(lacks.Total.String()),
	)
	e.err = lacks.Err
	return e
}

// platforms requests and records the platform list.
func (a *app) platforms(ctx context.Context) (list []api.Platform, err error) {
	list, err = a.ownFleet().Platforms(ctx)
	a.setPlatforms(list)
	return list, err
}

// setPlatforms makes the names of platforms known, also to errors.
func (a *app) setPlatforms(list []api.Platform) {
	a.named = list
	a.origin.Platform = a.view(nil).PlatformName
}

// models requests and records the model catalog.
func (a *app) models(ctx context.Context) ([]api.VideoModel, error) {
	return a.ownFleet().Prices(ctx)
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// platformNamed returns the identifier of the platform that the user means.
func platformNamed(w *words.Words, list []api.Platform, name string) (string, error) {
	id, err := fleet.PlatformNamed(list, name)
	return id, nameError(w, err)
}

// nameError words a name of a platform or a group that does not exist, and returns other errors
// as they are.
func nameError(w *words.Words, err error) error {
	unknown, ok := err.(*fleet.NameError)
	if !ok {
		return err
	}
	names := texts(unknown.Choices, func(s *string) string {
		return text.Clean(*s)
	})
	e := &commandError{
		exit:   ExitUsage,
		text:   explain.Query(w, err),
		absent: true,
	}
	if unknown.Kind == "group" {
		e.exit = ExitNotFound
	}
	e.hint = suggest(w, unknown.Name, names)
	known := text.Join(", ", names...)
	if e.hint != "" || known == "" {
		return e
	}
	switch unknown.Kind {
	case "platform":
		e.hint = w.T("cli.hint.platforms", "Names", known)
	case "site":
		e.hint = w.T("cli.hint.sites", "Names", known)
	}
	return e
}
