package cli

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/replay"
	"channeldeck/api/typed"
	"channeldeck/ui"
)

// atFlag is the flag of the moment that a command shows.
const atFlag = "at"

// past is an app that shows what was recorded last until a moment: from then on the history is
// read as it was, and answers in place of the service.
type past struct{ *app }

// goBack makes the command show what was recorded last until the moment of --at, and says so.
func (a past) goBack(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup(atFlag)
	if flag == nil || !flag.Changed {
		return nil
	}
	now := a.Now()
	moment, err := a.travel(cmd.Context(), ui.Moment{Typed: flag.Value.String()}, time.Time{})
	if err != nil {
		return err
	}
	w := a.words
	if ago := moment.Sub(a.at); ago >= time.Minute {
		a.say(w.T("cli.at.shown_gap", "Time", w.Time(a.at), "Gap", w.Duration(ago), "Moment", w.Time(moment.In(now.Location()))))
	} else {
		a.say(w.T("cli.at.shown", "Time", w.Time(a.at)))
	}
	for _, set := range a.ages {
		if err := set(); err != nil {
			return err
		}
	}
	return nil
}

// travel makes a show a recording: the last one until a moment that was typed, which it
// returns, or the neighbour of the one that is shown.
func (a past) travel(ctx context.Context, to ui.Moment, shown time.Time) (moment time.Time, err error) {
	w, now := a.words, a.Now()
	if to.Step == 0 {
		var ok bool
		switch moment, ok = typed.Moment(to.Typed, now); {
		case !ok:
			return moment, badValue(w, "--"+atFlag, to.Typed)
		case moment.After(now):
			return moment, fail(w, ExitUsage, "cli.at.future", "Time", w.Time(moment))
		}
	}
	a.needsHistory = true
	h, err := a.openHistory(false)
	if err != nil {
		return moment, err
	}
	if h == nil {
		return moment, historyOff(a.app)
	}
	recordings, err := h.Past().Recordings(ctx)
	if err != nil {
		return moment, a.historyError(err)
	}
	at := recordings.Last(moment)
	if to.Step != 0 {
		if at = recordings.Step(shown, to.Step); at.IsZero() {
			return moment, fail(w, ExitUsage, map[bool]string{true: "cli.at.first", false: "cli.at.last"}[to.Step < 0])
		}
		moment = at
	}
	switch {
	case len(recordings) == 0:
		return moment, fail(w, ExitUsage, "cli.at.nothing")
	case at.IsZero():
		return moment, fail(w, ExitUsage, "cli.at.before", "Time", w.Time(moment), "First", w.Time(recordings[0].In(now.Location())))
	}
	return moment, a.show(at.In(now.Location()))
}

// show opens the history as of a recording, and makes it answer in place of the service.
func (a past) show(at time.Time) error {
	ctx, cancel := closing(a.history)
	a.history.Close(ctx) // it opens again, and reports its problems then
	cancel()
	a.history, a.at = nil, at
	h, err := a.openHistory(false)
	if err != nil {
		return err
	}
	a.clock, a.Now = a.Now, func() time.Time { return at }
	s := a.clientSettings()
	s.Transport, s.Retries, s.ReadOnly, s.Counted, s.APIKey = replay.Transport(h), -1, true, true, a.key.Reveal()
	if a.demoURL != "" {
		s.APIKey = a.demoKey
	}
	a.client, err = api.New(cmp.Or(a.baseURL, a.demoURL), s)
	return err
}

// travel opens a moment with a pane in front, in place of the site that is shown. shown is the
// recording that is, zero for now.
func (d *dashboard) travel(ctx context.Context, to ui.Moment, shown time.Time, front string) (ui.Opened, error) {
	from := d.now.Load()
	a := &app{Env: from.Env, output: from.output, words: from.words, key: from.key, origin: from.origin, demo: from.demo}
	a.service = service{
		client: from.client, cfg: from.cfg, site: from.site, baseURL: from.baseURL, server: from.server,
		demoURL: from.demoURL, demoKey: from.demoKey, demoPath: from.demoPath, log: from.log, transport: from.transport,
	}
	if from.clock != nil { // the program began in the past
		a.Now = from.clock
	}
	if shown.IsZero() {
		shown = a.Now()
	}
	_, err := past{a}.travel(ctx, to, shown)
	if err == nil {
		var opened ui.Opened
		if opened, err = d.begin(ctx, a, ui.New, front, ""); err == nil {
			return opened, nil
		}
	}
	return ui.Opened{}, errors.New(oneLine(a.words, err))
}
