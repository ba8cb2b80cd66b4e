package resource

import (
	"cmp"
	"math"
	"sync/atomic"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/explain"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// View is all that columns, records, wording and blocks know besides their row. A
// pane and a command see the same one, so what works in one works in the other. It
// has no optional fields: make it with [NewView].
type View struct {
	Words  *words.Words
	Theme  *theme.Theme
	Now    func() time.Time
	Lists  Lists
	Origin explain.Origin // of what is shown; zero where it is not known

	staleAfter *atomic.Int64       // shared by copies of the view
	sites      map[string]siteView // of rows of several sites; nil for one
}

// siteView holds the clock and the data of one of several sites.
type siteView struct {
	now        func() time.Time
	lists      Lists
	origin     explain.Origin
	staleAfter *atomic.Int64
}

// Lists provides the data about a row that is in other lists and in the history, as far as they are
// loaded.
type Lists interface {
	// PlatformName returns the display name of a platform, cleaned; "" for one that
	// is not loaded.
	PlatformName(id, language string) string
	// SharesNickname reports whether another account of the platform has the
	// nickname of an account.
	SharesNickname(a *api.Account) bool
	// Mark returns what happened to an account since the baseline, "" for
	// nothing.
	Mark(a *api.Account) history.Mark
	// FollowersSince returns the change of the followers of an account, unset where
	// it is not known.
	FollowersSince(a *api.Account, s history.Span) api.Number
	// Covers returns the time over which accounts are compared for a span. It is not ok if they
	// are not compared.
	Covers(s history.Span) (covered time.Duration, ok bool)
	// IsShort reports whether the history is shorter than a span, by more than its tolerance.
	IsShort(s history.Span) bool
	// Nickname returns the nickname of an account, or the last known one while its relay
	// is unavailable.
	Nickname(a *api.Account) string
	// GroupName returns the known names of a group.
	GroupName(id string) history.GroupName
	// RelayDown reports whether the relay of accounts cannot be reached: see
	// [api.RelayOutage].
	RelayDown() bool
	// Spell returns how long an account has had its health, the zero Spell where it is
	// not known.
	Spell(a *api.Account) history.Spell
	// LastWork returns between which recordings an account published last: see [fleet.Past.LastWork].
	LastWork(a *api.Account) history.Interval
	// Forecast returns how long logins of the platform of a normal account last, and whether
	// the account is likely to turn abnormal within the horizon; nil where that, or since when it has
	// been normal, is not known.
	Forecast(a *api.Account) (f *findings.Forecast, likely bool)
}

// NewView returns a view.
func NewView(
	w *words.Words,
	t *theme.Theme,
	now func() time.Time,
	staleAfter time.Duration,
	lists Lists,
) *View {
	v := &View{
		Words:      w,
		Theme:      t,
		Now:        now,
		Lists:      lists,
		staleAfter: &atomic.Int64{},
	}
	v.SetStaleAfter(staleAfter)
	return v
}

// StaleAfter is the age from which statistics of accounts are old.
func (v *View) StaleAfter() time.Duration {
	return time.Duration(v.staleAfter.Load())
}

// SetStaleAfter changes that age, which columns read in the background too.
func (v *View) SetStaleAfter(age time.Duration) { v.staleAfter.Store(int64(age)) }

// PlatformName returns the display name of a platform in the user's language, or
// its identifier while the platforms are not loaded or do not include it. It is
// clean.
func (v *View) PlatformName(id string) string {
	name := v.Lists.PlatformName(id, v.Words.Lang().Tag())
	if name != "" {
		return name
	}
	return text.Line(id)
}

// WebsiteName is the name of the platform of links to a site: that of the platform in a list or,
// where none has the name of the site, the name under which it is known. It is clean.
func (v *View) WebsiteName(platforms []api.Platform, site string) string {
	for i := range platforms {
		if metrics.SamePlatform(platforms[i].Platform, site) {
			return v.PlatformName(platforms[i].Platform)
		}
	}
	return cmp.Or(v.Words.Optional("works.site."+site), site)
}

// GroupTitle returns the name of a group: the one that users gave it here, with a mark, or that
// of the service, or else its ID. It is clean.
func (v *View) GroupTitle(id string) string {
	n := v.Lists.GroupName(id)
	if local := text.Line(n.Local); local != "" {
		return local + " " + v.Theme.Glyphs.Local
	}
	return cmp.Or(text.Line(n.Sent()), text.Line(id))
}

// MetricName is the label of a metric of works; one without a label is shown by its field name.
func (v *View) MetricName(name string) string {
	return cmp.Or(v.Words.Optional("works.metric."+name), text.Line(name))
}

// Explain words an error, with the names of platforms in the user's language, what was
// requested, and from which site.
func (v *View) Explain(err error) explain.Explanation {
	return explain.WithPlatforms(v.Words, err, v.PlatformName).From(v.Words, err, v.Origin)
}

// HealthWord is the status of an account in words.
func (v *View) HealthWord(h api.Health) string {
	switch h {
	case api.HealthNormal:
		return v.Words.T("accounts.normal")
	case api.HealthAbnormal:
		return v.Words.T("accounts.abnormal")
	case api.HealthOutage:
		return v.Words.T("accounts.outage")
	}
	return v.Words.T("accounts.unknown_status")
}

// relayWord is why the relay does not return an account: it cannot be reached, or the account
// was deleted at the other site.
func relayWord(v *View, a *api.Account) string {
	if v.Of(a.Site).Lists.RelayDown() {
		return v.Words.T("finding.relayDown")
	}
	return v.Words.T("finding.relayMissing")
}

// HealthHint returns advice about an account that is not in order, "" for others.
func (v *View) HealthHint(a *api.Account) string {
	if a.Health() == api.HealthAbnormal {
		return v.Words.T("accounts.abnormal_hint")
	}
	if a.Health() != api.HealthOutage {
		return ""
	}
	if v.Of(a.Site).Lists.RelayDown() {
		return v.Words.T("accounts.relay_hint")
	}
	return v.Words.T("accounts.relay_missing_hint")
}

// HealthSign is the status of an account as a sign.
func (v *View) HealthSign(h api.Health) (sign string, tone theme.Tone) {
	g := v.Theme.Glyphs
	switch h {
	case api.HealthNormal:
		return g.Normal, theme.Good
	case api.HealthAbnormal:
		return g.Abnormal, theme.Bad
	case api.HealthOutage:
		return g.Stale, theme.Warn
	}
	return g.Unknown, theme.Warn
}

// Change is the change of a number as a direction and a size, "" for an unknown one.
func (v *View) Change(
	n api.Number,
	format func(api.Number) string,
) (change string, tone theme.Tone) {
	g := v.Theme.Glyphs
	if !n.IsSet() {
		return "", theme.Plain
	}
	if n.Sign() > 0 {
		return g.Up + " " + format(n), theme.Good
	}
	if n.Sign() < 0 {
		return g.Down + " " + format(n.Mul(api.Int(-1))), theme.Bad
	}
	return "=", theme.Muted
}

// Short is a number with few digits and a unit, "" for an unknown one.
func (v *View) Short(n api.Number) string {
	return v.Words.Short(n.String())
}

// Rate is a change per hour: in whole numbers from 100 on, below with a decimal, and with two below 1.
func (v *View) Rate(n api.Number) string {
	size, _ := n.Float64()
	size = math.Abs(size)
	if size >= 100 {
		n = n.Round(0)
	} else if size >= 1 {
		n = n.Round(1)
	}
	return v.Short(n)
}

// Moment formats a time from the service to the minute, in the user's time zone. A
// value that is not a time is returned as it is.
func (v *View) Moment(sent string) string {
	t, ok := api.ParseTime(sent)
	if !ok {
		return sent
	}
	return v.Time(t)
}

// When is Moment followed by the time that has passed since; "" for a value that is
// not a time.
func (v *View) When(sent string) string {
	t, ok := api.ParseTime(sent)
	if !ok {
		return ""
	}
	return v.Time(t) + " " + v.Theme.Glyphs.Between + " " + v.Words.Ago(t, v.Now())
}

// Time formats a time to the minute, in the user's time zone.
func (v *View) Time(t time.Time) string {
	return v.Words.Time(t.In(v.Now().Location()))
}
