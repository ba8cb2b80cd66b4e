package prices

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// ShotRow is what a model or a mix of models costs for a list of shots, or a heading.
type ShotRow struct {
	*quote.Sum
	quote.Credits
	rank    int // among the models of the credits that can do all shots, from 1; 0 for none
	heading string
}

// ShotRows returns the sums of a plan: of the same credits the cheapest mix, if there are several
// shots, and the models that can do all of them; then the other models.
func ShotRows(plans []*quote.Plan) []*ShotRow {
	var rows, refused []*ShotRow
	for _, p := range plans {
		done := slices.ContainsFunc(p.Mix.Offers, func(o *quote.Offer) bool { return o != nil })
		if len(p.Mix.Offers) > 1 && done {
			rows = append(rows, &ShotRow{Sum: &p.Mix, Credits: p.Credits})
		}
		for i := range p.Sums {
			rows = append(rows, &ShotRow{Sum: &p.Sums[i], Credits: p.Credits, rank: i + 1})
		}
		for i := range p.Refused {
			refused = append(refused, &ShotRow{Sum: &p.Refused[i], Credits: p.Credits})
		}
	}
	return append(rows, refused...)
}

// kind returns "mix", "model" or "refused".
func (r *ShotRow) kind() string {
	switch {
	case r.Model == nil:
		return "mix"
	case r.Total.IsSet():
		return "model"
	}
	return "refused"
}

func (r *ShotRow) site() string { return r.Site }

// names returns the name of the model, or those of the mix.
func (r *ShotRow) names() string {
	if r.Model != nil {
		return r.Model.Name
	}
	var names []string
	for _, o := range r.Offers {
		if o != nil && !slices.Contains(names, o.Model.Name) {
			names = append(names, o.Model.Name)
		}
	}
	return strings.Join(names, ", ")
}

// shotTitle is the model's title, or that of the mix.
func shotTitle(v *resource.View, r *ShotRow) string {
	if r.Model == nil {
		return v.Words.T("prices.mix")
	}
	return r.Model.DisplayName()
}

// shotNote says which models do the shots of a mix, or why a model cannot do them all.
func shotNote(v *resource.View, shots *quote.Shots, r *ShotRow) string {
	shot := func(i int, say string) string { return v.Words.T("prices.of_shot", "N", i+1, "Say", say) }
	var parts []string
	for i, o := range r.Offers {
		switch {
		case r.Model != nil:
		case o != nil:
			parts = append(parts, shot(i, o.Model.DisplayName()))
		default:
			parts = append(parts, shot(i, v.Words.T("prices.no_model")))
		}
	}
	if r.kind() == "refused" {
		parts = append(parts, shot(r.Missing, refusalText(v, r.Refusal(r.Missing), &shots.List[r.Missing])))
	}
	return joined(v, parts)
}

// shotRecord is the JSON of a sum.
type shotRecord struct {
	Kind         string          `json:"kind"`
	Rank         api.Number      `json:"rank"`
	Name         api.Opt[string] `json:"name"`
	Label        api.Opt[string] `json:"label"`
	CreditsScope api.Opt[string] `json:"creditsScope"`
	Total        api.Number      `json:"total"`
	TotalTo      api.Number      `json:"totalTo,omitzero"` // with the dearest of prices that are otherwise alike
	Budget       api.Number      `json:"budget"`
	Over         api.Number      `json:"over"`
	Rule         api.Opt[string] `json:"rule"`
	Note         api.Opt[string] `json:"note"`
	Shots        []shotPrice     `json:"shots"`
}

// shotPrice is what a shot costs; all but the first two are null where it cannot be done.
type shotPrice struct {
	Shot     string          `json:"shot"`
	Clips    int             `json:"clips"`
	Name     api.Opt[string] `json:"name"`
	Duration api.Number      `json:"duration"`
	Price    api.Number      `json:"price"`
	Total    api.Number      `json:"total"`
}

func (r *ShotRow) record(v *resource.View, shots *quote.Shots, values *quote.Values) shotRecord {
	out := shotRecord{
		Kind: r.kind(), CreditsScope: optional(string(r.Scope)), Total: r.Total.Round(6), Budget: shots.Budget, Over: r.Over.Round(6),
		Rule: optional(r.rule()), Note: optional(shotNote(v, shots, r)), Shots: make([]shotPrice, len(shots.List)),
	}
	if r.rank > 0 {
		out.Rank = api.Int(int64(r.rank))
	}
	if r.High.IsSet() && r.High.Cmp(r.Total) != 0 {
		out.TotalTo = r.High.Round(6)
	}
	if r.Model != nil {
		out.Name, out.Label = api.Some(r.Model.Name), r.Model.Label
	}
	for i, q := range shots.List {
		p := shotPrice{Shot: q.Text(values, func(_ quote.Column, value string) string { return value }), Clips: q.Clips()}
		if o := r.Offers[i]; o != nil {
			p.Name, p.Duration, p.Price, p.Total = api.Some(o.Model.Name), o.Duration.Round(6), o.Price.Round(6), o.Total.Round(6)
		}
		out.Shots[i] = p
	}
	return out
}

// rule is why the model cannot do all shots, "" if it can.
func (r *ShotRow) rule() string {
	if r.kind() != "refused" {
		return ""
	}
	return string(r.Refusal(r.Missing).Rule)
}

// ShotResource is what models and mixes of models cost for shots, with a column for each
// shot. Their number must not change.
func ShotResource(v *resource.View, shots *quote.Shots, values *quote.Values) *resource.Resource[*ShotRow] {
	type column = resource.Column[*ShotRow]
	amount := func(id string, priority int, tone theme.Tone, value, high func(*ShotRow) api.Number) column {
		say := func(r *ShotRow) string { return spanText(v, spanOf(value(r), high(r)), 6) }
		return column{
			ID: id, Right: true, Priority: priority, Max: 30, Order: orderShots(value),
			Value: func(r *ShotRow) string { return value(r).Round(6).String() }, Show: say,
			Cell: func(r *ShotRow) resource.Cell { return resource.Cell{Text: cmp.Or(say(r), " "), Tone: tone} },
		}
	}
	columns := []column{
		{ID: "kind", ExportOnly: true, Value: (*ShotRow).kind, Show: func(r *ShotRow) string { return v.Words.T("prices.sum." + r.kind()) }},
		{ID: "rank", ExportOnly: true, Right: true, Value: func(r *ShotRow) string { return r.record(v, shots, values).Rank.String() }},
		{ID: "name", ExportOnly: true, Value: func(r *ShotRow) string { return r.record(v, shots, values).Name.Or("") }, Show: func(r *ShotRow) string {
			if r.Model == nil {
				return v.Words.T("prices.sum.mix")
			}
			return r.Model.Name
		}},
		{
			ID: "label", Pinned: true, Grow: true, Priority: 110, Value: func(r *ShotRow) string { return r.record(v, shots, values).Label.Or("") },
			Search: func(r *ShotRow) string { return shotTitle(v, r) },
			Cell: func(r *ShotRow) resource.Cell {
				return resource.Cell{Text: shotTitle(v, r), Tone: map[string]theme.Tone{"mix": theme.Good, "refused": theme.Muted}[r.kind()]}
			},
		},
		{ID: "creditsScope", ExportOnly: true, Value: func(r *ShotRow) string { return string(r.Scope) }, Show: func(r *ShotRow) string { return v.ScopeName(r.Scope) }},
		amount("total", 109, theme.Plain, func(r *ShotRow) api.Number { return r.Total }, func(r *ShotRow) api.Number { return r.High }),
		amount("over", 108, theme.Bad, func(r *ShotRow) api.Number { return r.Over }, func(r *ShotRow) api.Number { return r.Over }),
	}
	for i := range shots.List {
		of := func(total func(*quote.Offer) api.Number) func(*ShotRow) api.Number {
			return func(r *ShotRow) api.Number {
				if i >= len(r.Offers) || r.Offers[i] == nil { // a heading has none
					return api.Number{}
				}
				return total(r.Offers[i])
			}
		}
		col := amount("shot"+strconv.Itoa(i+1), 90-i, theme.Muted, of(func(o *quote.Offer) api.Number { return o.Total }), of(func(o *quote.Offer) api.Number { return o.TotalHigh }))
		col.Title = v.Words.T("prices.shot", "N", i+1)
		columns = append(columns, col)
	}
	note := func(r *ShotRow) string { return shotNote(v, shots, r) }
	columns = append(columns, column{ID: "rule", ExportOnly: true, Value: (*ShotRow).rule}, column{ID: "note", Priority: 100, Max: 90, Value: note, Cell: func(r *ShotRow) resource.Cell {
		return resource.Cell{Text: cmp.Or(note(r), " "), Tone: theme.Muted}
	}})
	r := &resource.Resource[*ShotRow]{
		Name: Name, Columns: columns, ID: (*ShotRow).names, Key: func(r *ShotRow) string { return cmp.Or(r.heading, r.kind()+string(r.Scope)+r.names()) },
		Record: func(r *ShotRow) any { return r.record(v, shots, values) },
	}
	r.Brief = slices.DeleteFunc(r.Names(), func(id string) bool { return id == "label" || id == "rule" || id == "over" && !shots.Budget.IsSet() })
	return r
}

// orderShots sorts sums by an amount, each scope by itself. A mix stays above the models,
// and what is missing comes last.
func orderShots(amount func(*ShotRow) api.Number) resource.Order[*ShotRow] {
	return func(_ context.Context, rows []*ShotRow, desc bool) []int32 {
		return sortedBy(rows, func(a, b *ShotRow) int {
			order := quote.CompareNumbers(amount(a), amount(b))
			if desc && amount(a).IsSet() && amount(b).IsSet() {
				order = -order
			}
			if refused := a.kind() == "refused"; refused != (b.kind() == "refused") {
				return map[bool]int{true: 1, false: -1}[refused]
			}
			return cmp.Or(a.Credits.Compare(b.Credits), cmp.Compare(min(a.rank, 1), min(b.rank, 1)), order)
		})
	}
}

// shotBlocks are the inspector of a sum: the total, and each shot with its price.
func shotBlocks(v *resource.View, shots *quote.Shots, r *ShotRow) []resource.Block {
	fact := func(id string, n api.Number, tone theme.Tone) resource.Fact {
		return resource.Fact{Name: v.Words.T("prices.column." + id), Value: v.Credits(n), Tone: tone, Right: true}
	}
	total := resource.Block{}
	if r.Total.IsSet() {
		sum := fact("total", r.Total, theme.Strong)
		sum.Value = spanText(v, spanOf(r.Total, r.High), 6)
		total.Facts = append(total.Facts, sum)
	}
	if shots.Budget.IsSet() {
		total.Facts = append(total.Facts, fact("budget", shots.Budget, theme.Muted))
	}
	if r.Over.IsSet() {
		total.Facts = append(total.Facts, fact("over", r.Over, theme.Bad))
	}
	blocks := []resource.Block{total}
	for i := range shots.List {
		q := &shots.List[i]
		row := &Answer{entry: entry{Model: r.Model}, question: q}
		if o := r.Offers[i]; o != nil {
			row.Model, row.offer, row.prices = o.Model, o, []*quote.Row{o.Row}
		} else if r.Model != nil {
			row.refusal = r.Refusal(i)
		}
		blocks = append(blocks, resource.Block{Title: v.Words.T("prices.shot", "N", i+1), Lines: func(width int) []string {
			lines := v.Paragraph(strings.Join(questionWords(v, q), " "+v.Theme.Glyphs.Between+" "), width, theme.Accent)
			if row.Model == nil {
				return append(lines, v.Paragraph(v.Words.T("prices.no_model"), width, theme.Warn)...)
			}
			if r.Model == nil {
				lines = append(lines, v.Paragraph(row.Model.DisplayName(), width, theme.Strong)...)
			}
			return append(lines, answerLines(v, row, width)...)
		}})
	}
	return blocks
}

// shotSections puts headings above the sums of each site and scope, if any is stated, and above the
// models of a site that cannot do all shots.
func shotSections(v *resource.View, rows []*ShotRow) []*ShotRow {
	refused, stated := map[string]int{}, false
	for _, r := range rows {
		if r.kind() == "refused" {
			refused[r.Site]++
		} else {
			stated = stated || r.Scope != quote.Unstated
		}
	}
	return withHeadings(rows, func(r *ShotRow) string {
		switch {
		case r.kind() == "refused":
			return v.SiteText(v.Words.N("prices.cannot_all", refused[r.Site]), r.Site)
		case stated:
			return v.CreditsOf(r.Credits)
		}
		return r.Site
	}, func(heading string, below *ShotRow) *ShotRow {
		return &ShotRow{Sum: &quote.Sum{}, Credits: below.Credits, heading: heading}
	})
}

// shotKind returns the kind of a row in a list.
func shotKind(r *ShotRow) table.Kind {
	if r.heading != "" {
		return table.Heading
	}
	return table.Item
}

// shotsText is how shots were understood.
func shotsText(v *resource.View, shots quote.Shots) string {
	between := " " + v.Theme.Glyphs.Between + " "
	list := make([]string, len(shots.List))
	for i := range shots.List {
		list[i] = strings.Join(questionWords(v, &shots.List[i]), between)
	}
	say := strings.Join(list, " + ")
	if shots.Budget.IsSet() {
		say = text.Join(between, say, v.Words.T("prices.said.budget", "N", v.Credits(shots.Budget)))
	}
	return say
}
