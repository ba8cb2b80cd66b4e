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

// FindingText words a finding. All of its texts are clean.
type FindingText struct {
	v *View
	f *findings.Finding
}

// Finding returns the texts about a finding.
func (v *View) Finding(f *findings.Finding) FindingText { return FindingText{v, f} }

// Title is the name of the subject of the finding: the number of accounts if there are
// several, unless they are of a group or an owner.
func (t FindingText) Title() string {
	f := t.f
	v := t.v.Of(f.Site)
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

// Place is the platform in the user's language, or the number of platforms for
// accounts of several ones, and the site where several are shown. It may be "".
func (t FindingText) Place() string {
	v := t.v
	f := t.f
	if len(v.sites) > 0 {
		return v.SiteText(v.Of(f.Site).Finding(f).Place(), f.Site)
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

// Detail is the finding in a few words.
func (t FindingText) Detail() string { return t.plain(t.sentence().detail()) }

// plain replaces the glyphs that the theme lacks.
func (t FindingText) plain(s string) string { return t.v.Theme.Glyphs.Plain(s) }

// DetailIn is the finding in as many words as fit a width, and in the fewest that there are where
// none fit.
func (t FindingText) DetailIn(width int) string {
	detail := shortenSentence(t.Detail(), width)
	for _, brief := range t.sentence().briefs() {
		if text.Width(detail) <= width {
			break
		}
		detail = t.plain(brief)
	}
	return detail
}

// DetailBeside is Detail for a row that has the time of the finding too: a length is told once.
func (t FindingText) DetailBeside() string {
	s := t.sentence()
	if s.of.beside == nil || s.v.IntervalAge(t.f.At) == "" {
		return t.Detail()
	}
	return t.plain(s.of.beside(s))
}

// Sentence is the finding in full, with its time, for the inspector.
func (t FindingText) Sentence() string {
	f := t.f
	s := t.sentence()
	v := s.v
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
	return t.plain(text.Join(w.T("prices.comma"), what, at, rest))
}

// Heading is the title of a finding in the inspector, "" where its sentence says it.
func (t FindingText) Heading() string {
	title := t.v.KindTitle(t.f.Kind)
	sentence := strings.ToLower(t.Sentence())
	if entryOf(t.f.Kind).untitled || strings.HasPrefix(sentence, strings.ToLower(title)) {
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

// lengthValue is a length in words, and in hours in files. It is unknown where the words are "": what has just begun
// did not last 0 hours.
func (v *View) lengthValue(l history.Length) Value {
	words := v.Length(l)
	if words == "" {
		return Value{}
	}
	least, most := l.Hours()
	return RangeValue(least, most, "h").Reads(words)
}
