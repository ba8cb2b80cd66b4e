package resource

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/ui/text"
)

// FindingTitle is the name of what a finding is about: the number of accounts if there are
// several, unless they are of a group or an owner. It is clean.
func (v *View) FindingTitle(f *findings.Finding) string {
	v = v.Of(f.Site)
	w := v.Words
	switch n := len(f.Accounts); {
	case f.GroupID != "":
		return w.T("finding.group", "ID", v.GroupTitle(f.GroupID))
	case f.Owner != "":
		return w.T("finding.owner", "ID", text.Line(f.Owner))
	case n == 1:
		return v.AccountTitle(f.Accounts[0])
	case f.Kind == findings.Incident:
		return w.N("accounts.total", f.Count)
	case n > 0:
		return w.N("accounts.total", n)
	case f.Account != nil:
		return v.AccountTitle(f.Account)
	}
	return text.Line(f.Name)
}

// AccountTitle is the name of an account, or else its ID, with the end of its uid where another
// account of the platform has the same name. It is clean.
func (v *View) AccountTitle(a *api.Account) string {
	v = v.Of(a.Site)
	name := cmp.Or(strings.TrimSpace(text.Line(v.Lists.Nickname(a))), text.Line(a.ID))
	if !v.Lists.SharesNickname(a) {
		return name
	}
	const tail = 4
	uid := []rune(text.Line(a.UID))
	return name + " " + string(uid[max(len(uid)-tail, 0):])
}

// FindingPlace is the platform in the user's language, or the number of platforms for
// accounts of several ones, and the site where several are shown. It is clean, and may be "".
func (v *View) FindingPlace(f *findings.Finding) string {
	switch {
	case len(v.sites) > 0:
		return v.SiteText(v.Of(f.Site).FindingPlace(f), f.Site)
	case f.Platform != "":
		return v.PlatformName(f.Platform)
	case len(f.Accounts) == 0:
		return ""
	}
	platforms := map[string]bool{}
	for _, a := range f.Accounts {
		platforms[a.Type] = true
	}
	return v.Words.N("finding.platforms", len(platforms))
}

// FindingDetail is the finding in a few words. It is clean.
func (v *View) FindingDetail(f *findings.Finding) string {
	return v.Theme.Glyphs.Plain(sentence{v.Of(f.Site), f}.detail())
}

// sentence words a finding.
type sentence struct {
	v *View
	f *findings.Finding
}

// detail is the finding in a few words.
func (s sentence) detail() string {
	v, f, w := s.v, s.f, s.v.Words
	switch f.Kind {
	case findings.Incident:
		return text.Join(w.T("prices.comma"), s.counted("finding.incident."), s.still())
	case findings.Abnormal:
		switch lasted := history.Lasted(f.At, history.Interval{After: v.Now(), Before: v.Now()}); {
		case f.Section == findings.New:
			return w.T("finding.abnormal_new")
		case lasted.Most == 0 && lasted.Least < time.Hour:
			return w.T("accounts.abnormal")
		default:
			return w.T("finding.abnormal_for", "Time", v.Length(lasted))
		}
	case findings.Recovered:
		switch lasted := v.Length(f.Lasted); {
		case len(f.Accounts) > 0:
			return w.T("finding.recovered_together", "N", w.Int(len(f.Accounts)), "Of", w.Int(f.Count), "Time", lasted)
		case lasted == "":
			return w.T("finding.recovered")
		default:
			return w.T("finding.recovered_after", "Time", lasted)
		}
	case findings.FollowersFell, findings.FollowersRose:
		change := f.Is.Sub(f.Was)
		if f.Now.IsSet() {
			return w.T("finding.followers_now", "Change", signed(change, v.Short), "Now", v.Short(f.Now))
		}
		if f.Was.Sign() <= 0 {
			return w.T("finding.followers", "Change", signed(change, v.Short), "Was", v.Short(f.Was), "Is", v.Short(f.Is))
		}
		return w.T("finding.followers_percent", "Change", signed(change, v.Short), "Percent", percent(v, change.Mul(api.Int(100)).Quo(f.Was).Round(1)))
	case findings.StatisticsLost:
		return w.T("finding.statisticsLost", "Was", v.Short(f.Was))
	case findings.Frozen:
		return w.T("finding.frozen", "N", v.Short(f.Is))
	case findings.Stale:
		return w.T("finding.stale", "Time", length(v, v.Now().Sub(f.At.Before)))
	case findings.LikelyToTurn:
		return w.T("finding.likelyToTurn")
	case findings.OwnRule:
		if f.Rule.Unknown != "" {
			return w.T("finding.rule_unknown", "Unknown", text.Line(f.Rule.Unknown), "When", text.Line(f.Rule.When))
		}
		return w.T("finding.rule", "Name", text.Line(f.Rule.Name), "When", text.Line(f.Rule.When))
	case findings.WorkMoved:
		return text.Join(w.T("prices.comma"), s.workDetail(), s.others())
	case findings.PriceChanged:
		return text.Join(w.T("prices.comma"), s.priceDetail(), s.times())
	case findings.OptionsChanged:
		return w.T("finding.of_field", "Field", text.Line(f.ID), "What", text.Join(w.T("prices.comma"), s.optionDetail(), s.times()))
	}
	return w.T("finding." + string(f.Kind))
}

// counted is to how many accounts of how many the same happened.
func (s sentence) counted(message string) string {
	w, f := s.v.Words, s.f
	return w.T(message+string(f.What), "N", w.Int(f.Count), "Of", w.Int(f.Of))
}

// still is for how many accounts of an incident it still holds, "" if for all.
func (s sentence) still() string {
	if len(s.f.Accounts) == s.f.Count {
		return ""
	}
	return s.v.Words.N("finding.still", len(s.f.Accounts))
}

// metric is the name of a metric of a work.
func (s sentence) metric() string {
	return strings.ToLower(s.v.MetricName(s.f.Work.Metric))
}

func (s sentence) workDetail() string {
	v, f, w, name := s.v, s.f, s.v.Words, s.metric()
	rate := signed(f.Work.PerHour, func(n api.Number) string { return v.Short(n.Round(0)) })
	switch {
	case f.Work.PerHour.Sign() < 0:
		return w.T("finding.work_lost", "Metric", name, "Change", signed(f.Is.Sub(f.Was), v.Short), "Was", v.Short(f.Was), "Is", v.Short(f.Is))
	case f.Work.Times == 0:
		return w.T("finding.work_began", "Metric", name, "Rate", rate)
	}
	places := 1
	if f.Work.Times >= 10 {
		places = 0
	}
	return w.T("finding.work_gained", "Metric", name, "Rate", rate, "Times", w.Short(strconv.FormatFloat(f.Work.Times, 'f', places, 64)))
}

// others is how many other metrics of a work moved much, "" for none.
func (s sentence) others() string {
	if len(s.f.Work.Others) == 0 {
		return ""
	}
	return s.v.Words.N("finding.work_others", len(s.f.Work.Others))
}

// percent is a change in percent with its sign.
func percent(v *View, p api.Number) string {
	return v.Words.T("accounts.percent", "N", signed(p, v.Short))
}

// priceDetail is by how much the prices of a model changed; if none is dearer or cheaper,
// what else changed.
func (s sentence) priceDetail() string {
	v, f, w := s.v, s.f, s.v.Words
	if len(f.Changes) == 0 {
		return w.N("finding.changed_back", f.Times)
	}
	if p := f.Percent(); p != nil {
		if p.Smallest.Sign() < 0 && p.Largest.Sign() > 0 {
			return w.N("finding.prices_between", p.Prices, "Least", percent(v, p.Smallest.Round(0)), "Most", percent(v, p.Largest.Round(0)))
		}
		return w.N("finding.prices", p.Prices, "Percent", percent(v, p.Median.Round(0)))
	}
	counts := map[string]int{}
	var named []string
	for _, c := range f.Changes {
		switch c.Kind {
		case quote.NewPrice:
			counts["new"]++
		case quote.GonePrice:
			counts["gone"]++
		default:
			named = append(named, text.Line(v.LongFactName(c.After)))
		}
	}
	var parts []string
	for _, id := range []string{"new", "gone"} {
		if n := counts[id]; n > 0 {
			parts = append(parts, w.N("finding.price_"+id, n))
		}
	}
	if len(named) > 0 {
		parts = append(parts, w.T("finding.changed", "Names", list(v, named)))
	}
	return strings.Join(parts, w.T("prices.comma"))
}

// times is how often something changed since the baseline, "" for once, and where it is as it was.
func (s sentence) times() string {
	if s.f.Times < 2 || len(s.f.Changes)+len(s.f.Options) == 0 {
		return ""
	}
	return s.v.Words.N("finding.changed_times", s.f.Times)
}

// list is at most three names, without repetitions.
func list(v *View, names []string) string {
	const most = 3
	var kept []string
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			kept = append(kept, name)
		}
	}
	if len(kept) > most {
		kept = append(kept[:most:most], v.Theme.Glyphs.Ellipsis)
	}
	return strings.Join(kept, v.Words.T("field.comma"))
}

// optionDetail is the change of a publish option that matters most to who publishes, or the
// members that changed.
func (s sentence) optionDetail() string {
	v, f, w := s.v, s.f, s.v.Words
	if len(f.Options) == 0 {
		return w.N("finding.changed_back", f.Times)
	}
	var named []string
	for _, c := range f.Options {
		member := text.Line(c.Member)
		switch c.Kind {
		case "required", "newRequired":
			if member != "" && !c.Filter {
				return w.T("finding.option_requires", "Member", member)
			}
		case "newOption", "goneOption":
			return w.T("finding.option_" + c.Kind)
		}
		named = append(named, optionMember(v, member))
	}
	return w.T("finding.changed", "Names", list(v, named))
}

func optionMember(v *View, member string) string {
	if member == "" {
		return v.Words.T("finding.option_itself")
	}
	return member
}

// FindingSentence is the finding in full, with its time, for the inspector. It is clean.
func (v *View) FindingSentence(f *findings.Finding) string {
	w, s := v.Words, sentence{v, f}
	what, rest := s.detail(), ""
	exact := func(n api.Number) string { return w.Exact(n.String()) }
	switch f.Kind {
	case findings.Abnormal, findings.TurnedAbnormal:
		switch {
		case f.At.Before.IsZero(): // unknown
		case f.At.After.IsZero():
			what = w.T("accounts.abnormal")
		default:
			what = w.T("finding.turnedAbnormal")
		}
		rest = s.before("abnormal")
	case findings.Recovered:
		if len(f.Accounts) == 0 {
			what, rest = w.T("finding.recovered"), s.before("recovered")
		}
	case findings.Incident:
		what, rest = s.counted("finding.together."), s.still()
	case findings.FollowersFell, findings.FollowersRose:
		what = w.T("finding.followers", "Change", signed(f.Is.Sub(f.Was), exact), "Was", exact(f.Was), "Is", exact(f.Is))
	case findings.StatisticsLost:
		what = w.T("finding.statisticsLost", "Was", exact(f.Was))
	case findings.NeverFetched:
		what = w.T("finding.sentence.neverFetched")
	case findings.Stale:
		at := f.At.Before
		what = w.T("finding.sentence.stale", "Since", v.DayTime(at), "Time", length(v, v.Now().Sub(at)))
	case findings.LikelyToTurn:
		what = text.Sentences(v.ForecastBasis(f.Forecast), w.N("finding.forecast_older", f.Forecast.Older, "Low", length(v, f.Forecast.Low)), w.N("finding.forecast_likely", len(f.Accounts)))
	}
	if f.Now.IsSet() {
		rest = w.T("finding.now", "Now", exact(f.Now))
	}
	at := v.Interval(f.At)
	switch f.Kind {
	case findings.Stale, findings.NeverFetched:
		at = "" // told as an age
	case findings.Abnormal, findings.TurnedAbnormal, findings.RelayDown, findings.RelayMissing, findings.Recovered, findings.Incident, findings.Appeared, findings.Disappeared:
		if at != "" {
			what, at = w.T("finding.sentence", "What", what, "When", at), ""
		}
	}
	return v.Theme.Glyphs.Plain(text.Join(w.T("prices.comma"), what, at, rest))
}

// ForecastBasis says how long logins of a platform last, and from what that is known.
func (v *View) ForecastBasis(f *findings.Forecast) string {
	ends := history.Length{Least: max(f.Low, time.Minute), Most: f.High}
	return v.Words.T("finding.forecast", "Platform", v.PlatformName(f.Platform), "Time", length(v, f.Median), "Spells", v.Words.Int(f.Spells), "Range", v.Length(ends))
}

// before is how long the opposite health had lasted, "" if it is unknown.
func (s sentence) before(id string) string {
	lasted := s.v.Length(s.f.Lasted)
	if lasted == "" {
		return ""
	}
	return s.v.Words.T("finding.before."+id, "Time", lasted)
}

// signed formats a change with its sign.
func signed(n api.Number, format func(api.Number) string) string {
	if n.Sign() < 0 {
		return "−" + format(n.Mul(api.Int(-1)))
	}
	return "+" + format(n)
}

// Length is how long something lasted: 41 days, 41–43 days, 5 hours to 2 days, or ≥ 23 hours
// where it may have begun long before. Bounds are rounded to their units. It is "" if nothing is
// known.
func (v *View) Length(l history.Length) string {
	w := v.Words
	least, unit := units(l.Least, true)
	most, largest := units(l.Most, true)
	if n := rounded(l.Least, largest, true); n > 0 {
		least, unit = n, largest
	}
	switch {
	case l.Most == 0 && l.Least < time.Minute:
		return ""
	case l.Most == 0:
		return v.Theme.Glyphs.Plain("≥ " + length(v, l.Least))
	case least == 0:
		return v.Theme.Glyphs.Plain("≤ " + w.N(largest, most))
	case unit != largest:
		return w.T("finding.range", "Least", w.N(unit, least), "Most", w.N(largest, most))
	case least != most:
		return w.T(unit+"_range", "Least", w.Int(least), "Most", w.Int(most))
	}
	return w.N(unit, least)
}

// length is a duration in words, rounded down: 41 days.
func length(v *View, d time.Duration) string {
	n, unit := units(d, false)
	return v.Words.N(unit, n)
}

// rounded is a duration in a unit: the message finding.days, finding.hours or finding.minutes. It
// is rounded to the nearest number, or down.
func rounded(d time.Duration, unit string, nearest bool) int {
	of := map[string]time.Duration{"finding.days": 24 * time.Hour, "finding.hours": time.Hour, "finding.minutes": time.Minute}[unit]
	if nearest {
		d += of / 2
	}
	return int(max(d, 0) / of)
}

// units is a duration in its largest unit.
func units(d time.Duration, nearest bool) (n int, unit string) {
	if n = rounded(d, "finding.minutes", nearest); n < 60 {
		return n, "finding.minutes"
	}
	if n = rounded(d, "finding.hours", nearest); n < 24 {
		return n, "finding.hours"
	}
	return rounded(d, "finding.days", nearest), "finding.days"
}
