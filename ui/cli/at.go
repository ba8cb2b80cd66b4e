package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/replay"
	"channeldeck/api/typed"
	"channeldeck/ui"
	"channeldeck/ui/text"
)

// atFlag is the flag of the moment that a command shows.
const atFlag = "at"

// atMoment is an app that shows what was recorded last until a moment: from then on the history is
// read as it was, and answers in place of the service.
type atMoment struct{ app *app }

// goBack makes the sites of a command show what was recorded last until the moment of --at, and says so.
// Of several sites one can have no recording until then: it is missing.
func goBack(cmd *cobra.Command, sites ...*app) error {
	flag := cmd.Flags().Lookup(atFlag)
	if flag == nil || !flag.Changed {
		return nil
	}
	first := sites[0]
	moment, err := atMoment{first}.readMoment(flag.Value.String(), "--"+atFlag)
	if err != nil {
		return err
	}
	for _, age := range first.ages {
		*age.to, err = age.at(first.words, moment.In(first.Now().Location()))
		if err != nil {
			return err
		}
	}
	unit := unitOfMoment(flag.Value.String())
	for _, site := range sites {
		shown, err := atMoment{site}.showUntil(cmd.Context(), moment, unit)
		if len(sites) == 1 {
			if err == nil {
				site.say(shown)
			}
			return err
		}
		site.missing = err
		if err == nil {
			site.say(aboutSite(site.words, site.site, shown))
		}
	}
	return cmd.Context().Err()
}

// showUntil makes a show what was recorded last until a moment that was typed in a unit, and returns what is
// said about that.
func (a atMoment) showUntil(ctx context.Context, moment time.Time, unit time.Duration) (string, error) {
	if err := a.until(ctx, moment, unit); err != nil {
		return "", err
	}
	w := a.app.words
	shown := w.T("cli.at.shown", "Time", w.Time(a.app.at))
	return cmp.Or(a.gap(moment), shown), nil
}

// readMoment reads a moment that was typed. name is the flag or the field.
func (a atMoment) readMoment(value, name string) (time.Time, error) {
	now := a.app.Now()
	moment, ok := typed.Moment(value, now)
	if !ok && typed.IsTooLong(value) {
		return moment, longAge(a.app.words, name, value)
	}
	if !ok {
		return moment, badValue(a.app.words, name, value)
	}
	if moment.After(now) {
		return moment, fail(a.app.words, ExitUsage, "cli.at.future", "Time", a.app.words.Time(moment))
	}
	return moment, nil
}

// unitOfMoment is the unit in which a moment was typed: lists show minutes, and JSON seconds.
func unitOfMoment(value string) time.Duration {
	if strings.Count(value, ":") > 1 {
		return time.Second
	}
	return time.Minute
}

// gap says how long before a moment the recording is that is shown, if that is not about then.
func (a atMoment) gap(moment time.Time) string {
	ago := moment.Sub(a.app.at)
	if ago < time.Minute {
		return ""
	}
	w := a.app.words
	return w.T(
		"cli.at.shown_gap",
		"Time", w.Time(a.app.at),
		"Gap", w.Duration(ago),
		"Moment", w.Time(moment.In(a.app.at.Location())),
	)
}

// travel makes a show a recording: the last one until a moment that was typed, which it returns, or
// the neighbour of the one that is shown. name is the flag or the field in which the user typed the
// moment.
func (a atMoment) travel(
	ctx context.Context,
	to ui.Moment,
	shown time.Time,
	name string,
) (time.Time, error) {
	w := a.app.words
	if to.Step == 0 {
		moment, err := a.readMoment(to.Typed, name)
		if err != nil {
			return moment, err
		}
		return moment, a.until(ctx, moment, unitOfMoment(to.Typed))
	}
	recordings, err := a.recordings(ctx)
	if err != nil {
		return shown, err
	}
	at := recordings.Step(shown, to.Step)
	if at.IsZero() {
		if to.Step < 0 {
			return at, fail(w, ExitUsage, "cli.at.first")
		}
		return at, fail(w, ExitUsage, "cli.at.last")
	}
	return at, a.show(at.In(a.app.Now().Location()), at)
}

// recordings returns when the history recorded the accounts.
func (a atMoment) recordings(ctx context.Context) (history.Recordings, error) {
	h, err := requireHistory(a.app)
	if err != nil {
		return nil, err
	}
	recordings, err := h.States().Recordings(ctx)
	return recordings, a.app.historyError(err)
}

// until makes a show what was recorded last until a moment that was typed in a unit. A recording that is written
// as that moment in the unit counts, although it was made a little later.
func (a atMoment) until(ctx context.Context, moment time.Time, unit time.Duration) error {
	w := a.app.words
	zone := a.app.Now().Location()
	recordings, err := a.recordings(ctx)
	if err != nil {
		return err
	}
	at := recordings.Last(moment)
	isWhole := moment.Equal(moment.Truncate(unit))
	if same := recordings.Last(moment.Add(unit - 1)); isWhole && same.After(moment) {
		at = same
		moment = same
	}
	if len(recordings) == 0 {
		return fail(w, ExitUsage, "cli.at.nothing")
	}
	if at.IsZero() {
		return fail(
			w, ExitUsage, "cli.at.before",
			"Time", w.Time(moment),
			"First", w.Time(recordings[0].In(zone)),
		)
	}
	return a.show(at.In(zone), moment)
}

// show opens the history as of a moment, until which a recording was the last one, and makes it answer in
// place of the service. From then on it is that moment.
func (a atMoment) show(at, moment time.Time) error {
	moment = moment.In(at.Location())
	ctx, cancel := closing(a.app.history)
	a.app.history.Close(ctx) // it opens again, and reports its problems then
	cancel()
	a.app.history = nil
	a.app.at = at
	a.app.moment = moment
	h, err := a.app.openHistory(false)
	if err != nil {
		return err
	}
	s := a.app.clientSettings()
	if s.Transport, err = replay.Transport(h, cmp.Or(a.app.baseURL, a.app.demoURL)); err != nil {
		return err
	}
	s.Retries = -1
	s.ReadOnly = true
	s.Counted = true
	s.APIKey = a.app.key.Reveal()
	if a.app.demoURL != "" {
		s.APIKey = a.app.demoKey
	}
	a.app.client, err = api.New(cmp.Or(a.app.baseURL, a.app.demoURL), s)
	return err
}

// traveller returns a run for the same site as another one, to show a moment.
func traveller(a *app) atMoment {
	to := a.atOther()
	to.key = a.key
	to.origin = a.origin
	to.client = a.client
	to.site = a.site
	to.baseURL = a.baseURL
	to.server = a.server
	to.demoURL = a.demoURL
	to.demoKey = a.demoKey
	to.demoPath = a.demoPath
	return atMoment{to}
}

// travel opens a moment with a pane in front, in place of the sites that are shown. shown is the
// recording that is shown, zero for now.
func (d *dashboard) travel(
	ctx context.Context, from []*app, to ui.Moment, shown time.Time, front string,
) (ui.Opened, error) {
	return d.opened(func() (ui.Opened, error) {
		sites, notes, err := travelSites(ctx, from, to, shown)
		var opened ui.Opened
		if err == nil {
			opened, err = d.begin(ctx, sites, ui.New, front, "")
		}
		if err != nil {
			disconnect(sites)
			return ui.Opened{}, errors.New(oneLine(sites[0].words, err))
		}
		opened.Note = text.Sentences(notes...)
		return opened, nil
	})
}

// travelSites returns runs that show a moment: that of the first site of from, also after an error,
// and those of the others. A site that has no recording until the moment is left out. The notes say
// that, and how long before the moment the recording is.
func travelSites(
	ctx context.Context, from []*app, to ui.Moment, shown time.Time,
) (sites []*app, notes []string, err error) {
	first := traveller(from[0])
	sites = []*app{first.app}
	if shown.IsZero() {
		shown = first.app.Now()
	}
	moment, err := first.travel(ctx, to, shown, first.app.words.T("past.moment"))
	if err != nil {
		return sites, nil, err
	}
	notes = append(notes, first.gap(moment))
	last := moment
	unit := unitOfMoment(to.Typed)
	if to.Step != 0 { // the other sites recorded what they loaded with it a little later
		last = moment.Add(time.Minute)
		unit = 0
	}
	for _, other := range from[1:] {
		o := traveller(other)
		if err := o.until(ctx, last, unit); err != nil {
			o.app.disconnect()
			notes = append(notes, aboutSite(first.app.words, other.site, oneLine(first.app.words, err)))
			continue
		}
		sites = append(sites, o.app)
	}
	return sites, notes, nil
}
