package resource

import (
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/ui/text"
)

// sentence words a finding.
type sentence struct {
	v  *View
	f  *findings.Finding
	of *kindEntry
}

// sentence returns the sentence about the finding, with the data of its site.
func (t FindingText) sentence() sentence {
	return sentence{t.v.Of(t.f.Site), t.f, entryOf(t.f.Kind)}
}

// detail is the finding in a few words.
func (s sentence) detail() string {
	if s.of.detail != nil {
		return s.of.detail(s)
	}
	return s.v.Words.T("finding." + string(s.f.Kind))
}

// briefs are the finding in fewer and fewer words than the detail has, none where that is short already.
func (s sentence) briefs() []string {
	if s.of.briefs != nil {
		return s.of.briefs(s)
	}
	return s.brief()
}

// brief is the text of the kind in the fewest words, if there is one.
func (s sentence) brief() []string {
	brief := s.v.Words.Optional("finding.brief." + string(s.f.Kind))
	if brief == "" {
		return nil
	}
	return []string{brief}
}

// briefest is the text of the kind in the fewest words.
func (s sentence) briefest() string {
	return s.v.Words.T("finding.brief." + string(s.f.Kind))
}

func (s sentence) incidentBriefs() []string {
	return []string{s.counted("finding.short."), s.counted("finding.brief.incident.")}
}

func (s sentence) recoveredBriefs() []string {
	if len(s.f.Accounts) == 0 {
		return s.brief()
	}
	w := s.v.Words
	return []string{w.T(
		"finding.brief.recovered_together",
		"N", w.Int(len(s.f.Accounts)),
		"Of", w.Int(s.f.Count),
	)}
}

// exact is a number with all of its digits.
func (s sentence) exact(n api.Number) string {
	return s.v.Words.Exact(n.String())
}

// joined are the parts that are not "", with commas.
func (s sentence) joined(parts ...string) string {
	return text.Join(s.v.Words.T("prices.comma"), parts...)
}

func (s sentence) incident() string {
	return s.joined(s.counted("finding.incident."), s.inPart(), s.still())
}

func (s sentence) incidentInFull() string {
	return s.joined(s.counted("finding.together."), s.inPart())
}

// inPart is that only the accounts of an incomplete list are counted, "" if all are.
func (s sentence) inPart() string {
	if !s.f.InPart {
		return ""
	}
	return s.v.Words.T("finding.in_part")
}

func (s sentence) abnormal() string {
	now := history.Interval{After: s.v.Now(), Before: s.v.Now()}
	lasted := history.Lasted(s.f.At, now)
	unknown := lasted.Most == 0 && lasted.Least < time.Hour
	if s.f.Section == findings.New {
		return s.v.Words.T("finding.abnormal_new")
	}
	if unknown {
		return s.abnormalFollowers()
	}
	return s.v.Words.T("finding.abnormal_for", "Time", s.v.Length(lasted))
}

// abnormalBeside is abnormal without the length.
func (s sentence) abnormalBeside() string {
	if s.f.Section == findings.New {
		return s.abnormal()
	}
	return s.briefest()
}

// abnormalFollowers says what is at stake where it is unknown for how long an account was abnormal: the list is
// in this order then.
func (s sentence) abnormalFollowers() string {
	if s.f.Account != nil {
		followers, _ := s.f.Account.Statistic(api.CountFans)
		if followers.IsSet() {
			return s.v.Words.T("finding.abnormal_followers", "N", s.v.Short(followers))
		}
	}
	return s.v.Words.T("accounts.abnormal")
}

func (s sentence) abnormalInFull() string {
	if s.f.At.Before.IsZero() && s.f.Section == findings.New { // unknown
		return s.detail()
	}
	if s.f.At.After.IsZero() {
		return s.v.Words.T("accounts.abnormal")
	}
	return s.v.Words.T("finding.turnedAbnormal")
}

func (s sentence) normalBefore() string { return s.before("abnormal") }

func (s sentence) recovered() string {
	w := s.v.Words
	f := s.f
	lasted := s.v.Length(f.Lasted)
	if len(f.Accounts) > 0 {
		return w.T(
			"finding.recovered_together",
			"N", w.Int(len(f.Accounts)),
			"Of", w.Int(f.Count),
			"Time", lasted,
		)
	}
	if lasted == "" {
		return w.T("finding.recovered")
	}
	return w.T("finding.recovered_after", "Time", lasted)
}

func (s sentence) recoveredInFull() string {
	if len(s.f.Accounts) > 0 {
		return s.recovered()
	}
	return s.v.Words.T("finding.recovered")
}

func (s sentence) abnormalBefore() string {
	if len(s.f.Accounts) > 0 {
		return ""
	}
	return s.before("recovered")
}

func (s sentence) followers() string {
	v := s.v
	f := s.f
	w := v.Words
	by := f.Is.Sub(f.Was)
	change := signed(by, v.Short)
	if f.Now.IsSet() {
		return w.T("finding.followers_now", "Change", change, "Now", v.Short(f.Now))
	}
	if f.Was.Sign() <= 0 {
		return w.T(
			"finding.followers",
			"Change", change,
			"Was", v.Short(f.Was),
			"Is", v.Short(f.Is),
		)
	}
	share := by.Mul(api.Int(100)).Quo(f.Was).Round(1)
	return w.T("finding.followers_percent", "Change", change, "Percent", percent(v, share))
}

func (s sentence) followersInFull() string {
	f := s.f
	change := signed(f.Is.Sub(f.Was), s.exact)
	return s.v.Words.T(
		"finding.followers",
		"Change", change,
		"Was", s.exact(f.Was),
		"Is", s.exact(f.Is),
	)
}

func (s sentence) statisticsLost() string {
	return s.v.Words.T("finding.statisticsLost", "Was", s.v.Short(s.f.Was))
}

func (s sentence) statisticsLostInFull() string {
	return s.v.Words.T("finding.statisticsLost", "Was", s.exact(s.f.Was))
}

func (s sentence) frozen() string {
	return s.v.Words.T("finding.frozen", "N", s.v.Short(s.f.Is))
}

func (s sentence) neverFetched() string {
	return s.v.Words.T("finding.sentence.neverFetched")
}

func (s sentence) silent() string {
	return s.v.Words.T("finding.silent", "Time", s.v.Length(s.f.Lasted))
}

func (s sentence) silentInFull() string {
	if len(s.f.Accounts) > 0 {
		return s.silent()
	}
	return s.v.Words.T(
		"finding.sentence.silent",
		"Time", s.v.Length(s.f.Lasted),
		"N", s.exact(s.f.Is),
	)
}

func (s sentence) stale() string {
	return s.v.Words.T(
		"finding.stale",
		"Time", s.v.Words.LongDuration(s.v.Now().Sub(s.f.At.Before)),
	)
}

func (s sentence) staleInFull() string {
	at := s.f.At.Before
	age := s.v.Words.LongDuration(s.v.Now().Sub(at))
	return s.v.Words.T("finding.sentence.stale", "Since", s.v.DayTime(at), "Time", age)
}

// flaps says how often an account turned, and what it is now.
func (s sentence) flaps() string {
	now := ""
	if s.f.Account != nil {
		now = s.v.HealthWord(s.f.Account.Health())
	}
	return s.v.Words.T(
		"finding.flaps",
		"N", s.v.Words.Int(s.f.Count),
		"Now", now,
	)
}

func (s sentence) likelyToTurn() string {
	return s.v.LikelyToTurn(s.f.Forecast)
}

func (s sentence) forecast() string {
	w := s.v.Words
	f := s.f.Forecast
	likely := w.N(
		"finding.forecast_likely", len(s.f.Accounts),
		"Time", s.v.Words.LongDuration(f.Within),
	)
	return text.Sentences(s.v.ForecastBasis(f), likely)
}

func (s sentence) rule() string {
	w := s.v.Words
	r := s.f.Rule
	when := text.Line(r.When)
	if r.Unknown != "" {
		return w.T("finding.rule_unknown", "Unknown", text.Line(r.Unknown), "When", when)
	}
	return w.T("finding.rule", "Name", text.Line(r.Name), "When", when)
}

func (s sentence) work() string {
	return s.joined(s.workDetail(), s.others())
}

func (s sentence) prices() string {
	return s.joined(s.priceDetail(), s.times())
}

func (s sentence) option() string {
	return s.joined(s.optionDetail(), s.times())
}

// counted is to how many accounts of how many the same happened.
func (s sentence) counted(message string) string {
	w := s.v.Words
	f := s.f
	return w.T(
		message+string(f.What),
		"N", w.Int(f.Count),
		"Of", w.Int(f.Of),
	)
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
	f := s.f
	w := s.v.Words
	v := s.v
	name := s.metric()
	rate := signed(f.Work.PerHour, func(n api.Number) string {
		return v.Short(n.Round(0))
	})
	if f.Work.PerHour.Sign() < 0 {
		return w.T(
			"finding.work_lost",
			"Metric", name,
			"Change", signed(f.Is.Sub(f.Was), v.Short),
			"Was", v.Short(f.Was),
			"Is", v.Short(f.Is),
		)
	}
	if f.Work.Times == 0 {
		return w.T("finding.work_began", "Metric", name, "Rate", rate)
	}
	places := 1
	if f.Work.Times >= 10 {
		places = 0
	}
	return w.T(
		"finding.work_gained",
		"Metric", name,
		"Rate", rate,
		"Times", w.Short(strconv.FormatFloat(f.Work.Times, 'f', places, 64)),
	)
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
	f := s.f
	w := s.v.Words
	v := s.v
	if len(f.Changes) == 0 {
		return w.N("finding.changed_back", f.Times)
	}
	if p := f.Percent(); p != nil {
		if p.Smallest.Sign() < 0 && p.Largest.Sign() > 0 {
			return w.N(
				"finding.prices_between", p.Prices,
				"Least", percent(v, p.Smallest.Round(0)),
				"Most", percent(v, p.Largest.Round(0)),
			)
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
			named = append(named, text.Line(v.Prices().LongFactName(c.After)))
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
	return v.Words.List(kept)
}

// optionDetail is the change of a publish option that matters most to who publishes, or the
// members that changed.
func (s sentence) optionDetail() string {
	f := s.f
	w := s.v.Words
	v := s.v
	if len(f.Options) == 0 {
		return w.N("finding.changed_back", f.Times)
	}
	var named []string
	for _, c := range f.Options {
		switch c.Kind {
		case "required", "newRequired":
			if c.Member != "" && !c.Filter {
				return w.T("finding.option_requires", "Member", MemberLabel(w, c.Member))
			}
		case "newOption", "goneOption":
			return w.T("finding.option_" + c.Kind)
		}
		named = append(named, optionMember(v, c.Member))
	}
	return w.T("finding.changed", "Names", list(v, named))
}

func optionMember(v *View, member string) string {
	if member == "" {
		return v.Words.T("finding.option_itself")
	}
	return v.Words.T("finding.option_member", "Member", MemberLabel(v.Words, member))
}

// before is how long the opposite health had lasted, "" if it is unknown.
func (s sentence) before(id string) string {
	lasted := s.v.Length(s.f.Lasted)
	if lasted == "" {
		return ""
	}
	return s.v.Words.T("finding.before."+id, "Time", lasted)
}
