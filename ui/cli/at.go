package cli

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/replay"
	"channeldeck/api/typed"
)

// atFlag is the flag of the moment that a command shows.
const atFlag = "at"

// goBack makes the command show what was recorded last until the moment of --at. From then on
// the history is read as it was, and answers in place of the service.
func (a *app) goBack(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup(atFlag)
	if flag == nil || !flag.Changed {
		return nil
	}
	w, now, given := a.words, a.Now(), flag.Value.String()
	moment, ok := typed.Moment(given, now)
	switch {
	case !ok:
		return badValue(w, "--"+atFlag, given)
	case moment.After(now):
		return fail(w, ExitUsage, "cli.at.future", "Time", w.Time(moment))
	}
	a.needsHistory = true
	h, err := a.openHistory(false)
	if err != nil {
		return err
	}
	if h == nil {
		return historyOff(a)
	}
	recordings, err := h.Past().Recordings(cmd.Context())
	last := recordings.Last(moment)
	switch {
	case err != nil:
		return a.historyError(err)
	case len(recordings) == 0:
		return fail(w, ExitUsage, "cli.at.nothing")
	case last.IsZero():
		return fail(w, ExitUsage, "cli.at.before", "Time", w.Time(moment), "First", w.Time(recordings[0].In(now.Location())))
	}
	return a.showPast(last.In(now.Location()), moment)
}

// showPast opens the history as of a recording, and makes it answer in place of the service.
func (a *app) showPast(at, moment time.Time) error {
	a.closeHistory()
	a.history, a.at = nil, at
	h, err := a.openHistory(false)
	if err != nil {
		return err
	}
	a.Now = func() time.Time { return at }
	s := a.clientSettings()
	s.Transport, s.Retries, s.ReadOnly, s.APIKey = replay.Transport(h), -1, true, a.key.Reveal()
	if a.demoURL != "" {
		s.APIKey = a.demoKey
	}
	if a.client, err = api.New(cmp.Or(a.baseURL, a.demoURL), s); err != nil {
		return err
	}
	if ago := moment.Sub(at); ago >= time.Minute {
		a.say(a.words.T("cli.at.shown_gap", "Time", a.words.Time(at), "Gap", a.words.Duration(ago), "Moment", a.words.Time(moment)))
	} else {
		a.say(a.words.T("cli.at.shown", "Time", a.words.Time(at)))
	}
	for _, set := range a.ages {
		if err := set(); err != nil {
			return err
		}
	}
	return nil
}
