package resource

import (
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/quote"
	"channeldeck/ui/text"
)

// FindingTitle is the name of what the finding is about: the number of accounts if there are
// several, unless they are of a group or an owner. It is clean.
func (v *View) FindingTitle(f *findings.Finding) string {
	w := v.Words
	switch {
	case f.GroupID != "":
		return w.T("finding.group", "ID", v.GroupTitle(f.GroupID))
	case f.Owner != "":
		return w.T("finding.owner", "ID", text.Line(f.Owner))
	case len(f.Accounts) > 0:
		return w.N("accounts.total", len(f.Accounts))
	case f.Kind == findings.OptionsChanged:
		return v.PlatformName(f.Platform)
	}
	return text.Line(f.Name)
}

// FindingPlace is the platform in the user's language, the number of platforms for accounts of
// several ones, or the publish option. It is clean, and may be "".
func (v *View) FindingPlace(f *findings.Finding) string {
	switch {
	case f.Kind == findings.OptionsChanged:
		return text.Line(f.Name)
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
	return v.Theme.Glyphs.Plain(v.findingDetail(f))
}

func (v *View) findingDetail(f *findings.Finding) string {
	w := v.Words
	switch f.Kind {
	case findings.Incident:
		return w.T("finding.incident", "N", w.Int(len(f.Accounts)), "Of", w.Int(f.Of))
	case findings.Abnormal:
		switch {
		case f.Section == findings.New:
			return w.T("finding.abnormal_new")
		case f.Since.IsZero():
			return w.T("accounts.abnormal")
		case f.At.IsZero():
			return w.T("finding.abnormal_at_least", "Time", length(v, v.Now().Sub(f.Since)))
		}
		return w.T("finding.abnormal_for", "Time", length(v, v.Now().Sub(f.Since)))
	case findings.Recovered:
		switch {
		case f.Before == 0:
			return w.T("finding.recovered")
		case f.AtLeast:
			return w.T("finding.recovered_at_least", "Time", length(v, f.Before))
		}
		return w.T("finding.recovered_after", "Time", length(v, f.Before))
	case findings.RelayDown:
		return w.T("accounts.relay_down")
	case findings.FollowersFell, findings.FollowersRose:
		return w.T("finding.followers", "Change", signed(f.Is.Sub(f.Was), v.Short), "Was", v.Short(f.Was), "Is", v.Short(f.Is))
	case findings.StuckAtZero:
		return w.T("finding.stuckAtZero", "Time", date(v, f.At))
	case findings.Frozen:
		return w.T("finding.frozen", "Time", date(v, f.At), "N", v.Short(f.Is))
	case findings.Stale:
		return w.T("finding.stale", "Time", length(v, v.Now().Sub(f.At)))
	case findings.WorkMoved:
		return v.workDetail(f)
	case findings.PriceChanged:
		return v.priceDetail(f)
	case findings.OptionsChanged:
		return v.optionDetail(f)
	}
	return w.T("finding." + string(f.Kind))
}

func (v *View) workDetail(f *findings.Finding) string {
	w := v.Words
	name := w.Optional("works.metric." + f.Work.Metric)
	if name == "" {
		name = text.Line(f.Work.Metric)
	}
	name = strings.ToLower(name)
	rate := signed(f.Work.PerHour, func(n api.Number) string { return v.Short(n.Round(0)) })
	switch {
	case f.Work.PerHour.Sign() < 0:
		return w.T("finding.work_lost", "Metric", name, "Change", signed(f.Is.Sub(f.Was), v.Short), "Was", v.Short(f.Was), "Is", v.Short(f.Is))
	case f.Work.Times == 0:
		return w.T("finding.work_began", "Metric", name, "Rate", rate)
	}
	return w.T("finding.work_gained", "Metric", name, "Rate", rate, "Times", w.Short(strconv.FormatFloat(f.Work.Times, 'f', 1, 64)))
}

// priceDetail is by how much the prices of a model changed; if none is dearer or cheaper,
// what else changed.
func (v *View) priceDetail(f *findings.Finding) string {
	w, n := v.Words, 0
	var least, most api.Number
	counts := map[string]int{}
	for _, c := range f.Changes {
		switch c.Kind {
		case quote.Dearer, quote.Cheaper:
			n++
			p := findings.PriceChange(c)
			if n == 1 || p.Cmp(least) < 0 {
				least = p
			}
			if n == 1 || p.Cmp(most) > 0 {
				most = p
			}
		case quote.NewPrice:
			counts["new"]++
		case quote.GonePrice:
			counts["gone"]++
		case quote.LimitChanged:
			counts["constraints"]++
		default:
			counts["other"]++
		}
	}
	percent := func(p api.Number) string {
		return w.T("accounts.percent", "N", signed(p, func(n api.Number) string { return v.Short(n.Round(0)) }))
	}
	switch {
	case n > 0 && least.Sign() < 0 && most.Sign() > 0:
		return w.N("finding.prices_between", n, "Least", percent(least), "Most", percent(most))
	case n > 0:
		return w.N("finding.prices", n, "Percent", percent(f.Percent))
	}
	var parts []string
	for _, id := range []string{"new", "gone", "constraints", "other"} {
		if n := counts[id]; n > 0 {
			parts = append(parts, w.N("finding.price_"+id, n))
		}
	}
	return strings.Join(parts, w.T("prices.comma"))
}

// optionDetail is the change of a publish option that matters most to who publishes.
func (v *View) optionDetail(f *findings.Finding) string {
	w := v.Words
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
	}
	return w.N("finding.option_changed", len(f.Options))
}

// FindingSentence is the finding in full, with its time, for the inspector. It is clean.
func (v *View) FindingSentence(f *findings.Finding) string {
	w := v.Words
	at, since := "", ""
	if !f.At.IsZero() {
		at = moment(v, f.At)
	}
	if !f.Since.IsZero() {
		since = moment(v, f.Since)
	}
	var s string
	switch f.Kind {
	case findings.Abnormal, findings.TurnedAbnormal, findings.RelayDown, findings.Recovered, findings.Appeared, findings.Disappeared:
		id := string(f.Kind)
		if f.Kind == findings.TurnedAbnormal {
			id = string(findings.Abnormal)
		}
		switch {
		case since == "":
			s = v.findingDetail(f)
		case at == "":
			s = w.T("finding.since_at_least."+id, "Time", since)
		default:
			s = w.T("finding.since."+id, "Time", since)
		}
		s = text.Join(w.T("prices.comma"), s, v.findingBefore(f, id))
	case findings.Incident:
		s = w.T("finding.incident_at", "N", w.Int(len(f.Accounts)), "Of", w.Int(f.Of), "Time", at)
	case findings.FollowersFell, findings.FollowersRose:
		exact := func(n api.Number) string { return w.Exact(n.String()) }
		s = w.T("finding.followers", "Change", signed(f.Is.Sub(f.Was), exact), "Was", exact(f.Was), "Is", exact(f.Is))
		s = text.Join(w.T("prices.comma"), s, at)
	case findings.StuckAtZero, findings.Frozen, findings.Stale, findings.NeverFetched:
		s = v.findingDetail(f)
	default:
		s = text.Join(w.T("prices.comma"), v.findingDetail(f), at)
	}
	return v.Theme.Glyphs.Plain(s)
}

// before is how long the opposite health had lasted, "" if it is unknown.
func (v *View) findingBefore(f *findings.Finding, id string) string {
	switch {
	case f.Before == 0:
		return ""
	case f.AtLeast:
		return v.Words.T("finding.before_at_least."+id, "Time", length(v, f.Before))
	}
	return v.Words.T("finding.before."+id, "Time", length(v, f.Before))
}

// signed formats a change with its sign.
func signed(n api.Number, format func(api.Number) string) string {
	if n.Sign() < 0 {
		return "−" + format(n.Mul(api.Int(-1)))
	}
	return "+" + format(n)
}

const day = 24 * time.Hour

// length is a duration in words: 41 days.
func length(v *View, d time.Duration) string {
	switch {
	case d >= day:
		return v.Words.N("finding.days", int(d/day))
	case d >= time.Hour:
		return v.Words.N("finding.hours", int(d/time.Hour))
	}
	return v.Words.N("finding.minutes", int(max(d, 0)/time.Minute))
}

// date is the day of a time in the user's time zone.
func date(v *View, t time.Time) string {
	return v.Words.Day(t.In(v.Now().Location()), v.Now())
}

func moment(v *View, t time.Time) string {
	return date(v, t) + " " + t.In(v.Now().Location()).Format("15:04")
}
