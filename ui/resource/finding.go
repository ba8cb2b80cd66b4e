package resource

import (
	"cmp"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/text"
)

// FindingTitle is the name of what a finding is about: the number of accounts if there are
// several, unless they are of a group or an owner. It is clean.
func (v *View) FindingTitle(f *findings.Finding) string {
	v = v.Of(f.Site)
	w := v.Words
	n := len(f.Accounts)
	if f.GroupID != "" {
		return w.T("finding.group", "ID", v.GroupTitle(f.GroupID))
	}
	if f.Owner != "" {
		return w.T("finding.owner", "ID", text.Line(f.Owner))
	}
	if n == 1 {
		return v.AccountTitle(f.Accounts[0])
	}
	if f.IsIncident() {
		return w.N("accounts.total", f.Count)
	}
	if n > 0 {
		return w.N("accounts.total", n)
	}
	if f.Account != nil {
		return v.AccountTitle(f.Account)
	}
	if f.Kind.About() == findings.AnOption {
		return sentLabel(w, f.Platform, f.ID, f.Name)
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
	if len(v.sites) > 0 {
		return v.SiteText(v.Of(f.Site).FindingPlace(f), f.Site)
	}
	if f.Platform != "" {
		return v.PlatformName(f.Platform)
	}
	if len(f.Accounts) == 0 {
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
	return v.Theme.Glyphs.Plain(v.sentence(f).detail())
}

// FindingDetailIn is the finding in as many words as fit a width, and in the fewest that there are where
// none fit. It is clean.
func (v *View) FindingDetailIn(f *findings.Finding, width int) string {
	detail := shortenSentence(v.FindingDetail(f), width)
	for _, brief := range v.sentence(f).briefs() {
		if text.Width(detail) <= width {
			break
		}
		detail = v.Theme.Glyphs.Plain(brief)
	}
	return detail
}

// FindingDetailBeside is FindingDetail for a row that has the time of the finding too: a length is told once. It is
// clean.
func (v *View) FindingDetailBeside(f *findings.Finding) string {
	s := v.sentence(f)
	if s.of.beside == nil || s.v.IntervalAge(f.At) == "" {
		return v.FindingDetail(f)
	}
	return v.Theme.Glyphs.Plain(s.of.beside(s))
}

// FindingSentence is the finding in full, with its time, for the inspector. It is clean.
func (v *View) FindingSentence(f *findings.Finding) string {
	s := v.sentence(f)
	v = s.v
	w := v.Words
	what := s.detail()
	if s.of.inFull != nil {
		what = s.of.inFull(s)
	}
	rest := ""
	if s.of.rest != nil {
		rest = s.of.rest(s)
	}
	if f.Now.IsSet() {
		rest = w.T("finding.now", "Now", s.exact(f.Now))
	}
	at := v.Interval(f.At)
	if s.of.when == untold {
		at = ""
	}
	if s.of.when == inSentence && at != "" {
		what = w.T("finding.sentence", "What", what, "When", at)
		at = ""
	}
	return v.Theme.Glyphs.Plain(text.Join(w.T("prices.comma"), what, at, rest))
}

// FindingHeading is the title of a finding in the inspector, "" where its sentence says it. It is clean.
func (v *View) FindingHeading(f *findings.Finding) string {
	title := v.KindTitle(f.Kind)
	sentence := strings.ToLower(v.FindingSentence(f))
	if entryOf(f.Kind).untitled || strings.HasPrefix(sentence, strings.ToLower(title)) {
		return ""
	}
	return title
}

// LikelyToTurn says within what time accounts are likely to turn abnormal.
func (v *View) LikelyToTurn(f *findings.Forecast) string {
	return v.Words.T("finding.likelyToTurn", "Time", v.Words.LongDuration(f.Within))
}

// ForecastBasis says how long logins of a platform last, and from what that is known.
func (v *View) ForecastBasis(f *findings.Forecast) string {
	ends := history.Length{Least: max(f.Low, time.Minute), Most: f.High}
	return v.Words.T(
		"finding.forecast",
		"Platform", v.PlatformName(f.Platform),
		"Time", v.Words.LongDuration(f.Median),
		"Spells", v.Words.Int(f.Spells),
		"Accounts", v.Words.Int(f.Accounts),
		"Range", v.Length(ends),
	)
}

// signed formats a change with its sign.
func signed(n api.Number, format func(api.Number) string) string {
	if n.Sign() < 0 {
		return "−" + format(n.Mul(api.Int(-1)))
	}
	return "+" + format(n)
}

// Length is how long something lasted: 12–36 hours, 41 days, or ≥ 23 hours where it may have begun
// long before. See [words.Words.Between]. It is "" if nothing is known.
func (v *View) Length(l history.Length) string {
	if l.Most == 0 && l.Least < time.Minute {
		return ""
	}
	return v.Theme.Glyphs.Plain(v.Words.Between(l.Least, l.Most))
}
