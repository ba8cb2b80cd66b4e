package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// blocks are the inspector of a row: its answer to the question, what changed, the
// verdict on the files, and everything that the model states.
func (m *Model) blocks(r *Row) []resource.Block {
	w, model := m.Words, r.Model
	list := quote.Facts(model.VideoModel)
	blocks := []resource.Block{
		{Lines: func(width int) []string { return m.answerLines(r, width) }},
		{Title: w.T("prices.part.matrix"), Lines: func(width int) []string { return m.matrixLines(r, width) }},
		{Title: w.T("prices.part.modes"), Lines: func(int) []string { return m.modeLines(model) }},
		{Title: w.T("prices.part.limits"), Facts: m.limitFacts(list)},
		{Title: w.T("prices.part.model"), Facts: m.modelFacts(list)},
	}
	if len(m.files) > 0 {
		verdict := resource.Block{Title: w.T("prices.part.files"), Lines: func(width int) []string { return m.verdictLines(model, width) }}
		blocks = slices.Insert(blocks, 1, verdict)
	}
	if extra := m.extraFacts(list); len(extra) > 0 {
		blocks = append(blocks, resource.Block{Title: w.T("prices.part.extra"), Facts: extra})
	}
	return blocks
}

// answerLines are what the model answers to the question, the remarks about the row,
// and the model's description.
func (m *Model) answerLines(r *Row, width int) []string {
	var lines []string
	if o := r.offer; o != nil {
		tone := theme.Strong
		if r.cheapest() {
			tone = theme.Good
		}
		price := m.credits(o.Row().Price)
		lines = m.Paragraph(m.Words.T("prices.per_clip", "Price", price, "For", m.offered(r)), width, theme.Plain)
		lines[0] = strings.Replace(lines[0], price, m.Theme.Tone(tone).Render(price), 1)
		if n := r.question.Count; n > 1 {
			lines = append(lines, m.Paragraph(m.Words.N("prices.total", n, "Price", m.credits(o.Total)), width, theme.Muted)...)
		}
	}
	notes := m.oddities(r)
	if r.question != nil {
		notes = m.notes(r)
	}
	for _, n := range notes {
		sign := map[theme.Tone]string{theme.Accent: m.Theme.Glyphs.Down + " ", theme.Warn: m.Theme.Glyphs.Stale + " "}[n.tone]
		lines = append(lines, m.Paragraph(sign+n.text, width, n.tone)...)
	}
	for _, c := range m.snapshots.Value.byModel[r.Model] {
		lines = append(lines, m.Paragraph(m.changeOf(c), width, m.changeStyle(c).tone)...)
	}
	if description := r.Model.Description.Or(""); description != "" {
		lines = append(lines, m.Paragraph(description, width, theme.Muted)...)
	}
	return lines
}

// offered names the clip that an offer is for: "8 s, 1080p, image to video".
func (m *Model) offered(r *Row) string {
	p, q := r.offer.Row(), r.question
	duration := ""
	if d := r.offer.Duration; d.IsSet() {
		duration = m.seconds(d)
	}
	resolution, mode := clean(cmp.Or(p.Resolution, q.Resolution)), m.mode(cmp.Or(p.Mode, q.Mode))
	return cmp.Or(text.Join(m.Words.T("prices.comma"), duration, resolution, mode, m.aspectRatio(q.AspectRatio)), m.Words.T("prices.all"))
}

func (m *Model) verdictLines(model *quote.Model, width int) []string {
	v := quote.Check(model, m.files)
	sign := m.verdictSign(v.Fit)
	lines := m.Paragraph(sign.Text+" "+m.Words.T("prices.verdict."+string(v.Fit))+"  "+m.describe.Value(), width, sign.Tone)
	for i := range v.Findings {
		sign := m.Theme.Glyphs.Abnormal
		if v.Findings[i].Fit == quote.Unknown {
			sign = m.Theme.Glyphs.Unknown
		}
		lines = append(lines, m.Paragraph(sign+" "+m.finding(&v.Findings[i]), width, theme.Plain)...)
	}
	if len(v.Unread) > 0 {
		lines = append(lines, m.Paragraph(m.unreadConstraints(&v), width, theme.Warn)...)
	}
	return lines
}

// modeLines are the modes of the catalog, with a sign for those of the model.
func (m *Model) modeLines(model *quote.Model) []string {
	own := slices.Clone(model.Modes)
	for _, p := range model.Rows {
		own = append(own, p.Mode)
	}
	own = quote.Distinct(own)
	if len(own) == 0 {
		return []string{" " + m.Theme.Tone(theme.Muted).Render(m.Words.T("prices.not_stated"))}
	}
	var lines []string
	for _, mode := range m.catalog().Values.List(quote.ByMode) {
		sign, tone, name := m.Theme.Glyphs.Between, theme.Faint, theme.Muted
		if slices.ContainsFunc(own, func(s string) bool { return text.Fold(s) == text.Fold(mode) }) {
			sign, tone, name = m.Theme.Glyphs.Normal, theme.Good, theme.Plain
		}
		lines = append(lines, " "+m.Theme.Tone(tone).Render(sign)+" "+m.Theme.Tone(name).Render(m.mode(mode)))
	}
	return lines
}

// limitFacts are the limits on reference media, one fact for each kind: "mp4, mov ·
// 2–15 s · up to 200 MB".
func (m *Model) limitFacts(list []quote.Fact) []resource.Fact {
	var out []resource.Fact
	for _, kind := range quote.Kinds() {
		f := resource.Fact{Name: m.Words.T("prices.kind." + string(kind))}
		var parts, extra []string
		for i, limit := range list {
			of := limit.Part == string(kind) || kind == quote.Images && limit.Path == "maxInputImages"
			switch s := m.limit(list, i); {
			case !of || !limit.Limit() || s == "":
			case limit.Extra:
				extra = append(extra, s)
			case !slices.Contains(parts, s): // maxInputImages and images.maxCount mostly are equal
				parts = append(parts, s)
			}
		}
		f.Value = strings.Join(append(parts, extra...), " "+m.Theme.Glyphs.Between+" ")
		f.Missing = f.Value == ""
		out = append(out, f)
	}
	return out
}

// limit formats a limit with its unit, a minimum and a maximum together: "2–15 s". It
// returns "" for a missing limit, and for a maximum that is formatted with its minimum.
func (m *Model) limit(list []quote.Fact, i int) string {
	f := list[i]
	if len(f.Values) == 0 {
		return ""
	}
	bound, quantity := f.Name, ""
	if len(f.Name) > 3 {
		bound, quantity = f.Name[:3], f.Name[3:]
	}
	other := func(bound string) string {
		for _, o := range list {
			if o.Part == f.Part && o.Name == bound+quantity && len(o.Values) > 0 {
				return m.Words.Exact(clean(o.Values[0]))
			}
		}
		return ""
	}
	value := m.factValue(f)
	switch {
	case f.Extra:
		return f.Name + " " + clean(value)
	case f.Name == string(quote.Formats):
		return clean(value)
	case f.Unit == quote.Files:
		return value
	case bound == "max" && other("min") != "":
		return ""
	case bound == "min" && other("max") != "":
		return m.Words.T("prices.limit."+quantity, "N", m.unit(f.Unit, m.Words.Exact(clean(f.Values[0]))+m.Theme.Glyphs.Dash+other("max")))
	}
	return m.Words.T("prices.limit."+quantity, "N", m.Words.T("prices.bound."+bound, "N", value))
}

// modelFacts are the other members of a model that 2.6 defines, the defaults in one
// fact.
func (m *Model) modelFacts(list []quote.Fact) []resource.Fact {
	elsewhere := []string{"label", "description", "modes"}
	var out []resource.Fact
	var defaults []string
	for _, f := range list {
		if f.Limit() || f.Extra || slices.Contains(elsewhere, f.Path) {
			continue
		}
		fact := resource.Fact{ID: f.Path, Name: m.longFactName(f), Value: clean(m.factValue(f)), Missing: len(f.Values) == 0}
		if f.Part == "defaults" && !fact.Missing {
			defaults = append(defaults, fact.Value)
			continue
		}
		out = append(out, fact)
	}
	if len(defaults) > 0 {
		out = append(out, resource.Fact{ID: "defaults", Name: m.Words.T("prices.defaults"), Value: strings.Join(defaults, " "+m.Theme.Glyphs.Between+" ")})
	}
	return out
}

// extraFacts are the members that the interface does not list, except those of limits.
func (m *Model) extraFacts(list []quote.Fact) []resource.Fact {
	var out []resource.Fact
	for _, f := range list {
		if f.Extra && (f.Part == "extra" || f.Part == "defaults" || f.Path == "inputConstraints."+f.Name) {
			out = append(out, resource.Fact{ID: f.Path, Name: m.longFactName(f), Value: clean(m.factValue(f))})
		}
	}
	return out
}

func (m *Model) factValue(f quote.Fact) string {
	switch {
	case f.Path == "modes":
		return m.values(quote.ByMode, f.Values...)
	case f.Path == "aspectRatios", f.Path == "defaults.aspectRatio":
		return m.values(quote.ByAspectRatio, f.Values...)
	case f.Path == "creditsScope":
		return m.values(quote.ByScope, f.Values...)
	case f.Unit == quote.Plain:
		return strings.Join(f.Values, m.Words.T("field.comma"))
	}
	values := slices.Clone(f.Values)
	for i, v := range values {
		values[i] = m.Words.Exact(v)
	}
	return m.quantity(f.Unit, "", strings.Join(values, m.Words.T("field.comma")))
}

// factName is the label of a fact, its name if the interface does not list it.
func (m *Model) factName(f quote.Fact) string {
	if id := "prices.fact." + f.Name; !f.Extra && m.Words.Has(id) {
		return m.Words.T(id)
	}
	return f.Name
}

// longFactName is factName with the part of the model that the fact belongs to.
func (m *Model) longFactName(f quote.Fact) string {
	if id := "prices.part_of." + f.Part; m.Words.Has(id) {
		return m.Words.T(id, "Name", m.factName(f))
	}
	return m.factName(f)
}
