package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/prices/media"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/table"
)

// column is a field of the rows of some lists. A column with a Cell is in the table,
// one with a member is in files and JSON.
type column struct {
	in     list
	member func(*Row) any // the value in JSON, see memberText
	resource.Column[*Row]
}

func newColumn(v *resource.View, in list, id string, member func(*Row) any, shown resource.Column[*Row]) column {
	shown.ID, shown.TableOnly, shown.ExportOnly = id, member == nil, shown.Cell == nil
	col := column{in: in, member: member, Column: shown}
	if member != nil {
		col.Value = func(r *Row) string { return memberText(member(r)) }
	}
	if shown.Right {
		col.Show = func(r *Row) string { return v.Words.Exact(col.Value(r)) }
	}
	return col
}

// columns returns all columns of the lists, of copies and of exports, in the order
// of files.
func columns(v *resource.View) []column {
	return slices.Concat(modelColumns(v), priceColumns(v), verdictColumns(v), offerColumns(v), limitColumns(v))
}

const (
	pricedLists = lists | listQuote
	allLists    = pricedLists | listFiles
)

// shape is a column as the table shows it.
type shape = resource.Column[*Row]

// modelColumns say which model a row is about.
func modelColumns(v *resource.View) []column {
	title := func(r *Row) string { return r.Model.Title() }
	label := newColumn(v, allLists|listBare, "label", func(r *Row) any { return r.Model.Label }, shape{
		Pinned: true, Grow: true, Priority: 110, Cell: cell(v, labelCell), Search: title,
		Exact: func(r *Row) string { return modelTitle(r.Model) },
		Show: func(r *Row) string {
			if r.head {
				return modelTitle(r.Model)
			}
			return title(r)
		},
	})
	label.Value = title
	return []column{
		newColumn(v, allLists, signColumn, nil, shape{
			Pinned: true, Sign: true, Priority: 109, Cell: cell(v, signCell), Exact: func(r *Row) string { return modelTitle(r.Model) },
		}),
		newColumn(v, listQuote, "rank", ofOffer(func(r *Row) any { return api.Int(int64(r.rank)) }), shape{Right: true}),
		newColumn(v, allLists|listBare, "name", func(r *Row) any { return r.Model.Name }, shape{Priority: 20, Min: 8, Max: 30, CutMiddle: true, Search: modelName, Cell: faint(modelName)}),
		label,
		newColumn(v, allLists, "creditsScope", func(r *Row) any { return r.Model.CreditsScope }, shape{
			Priority: 20, Max: 24, Cell: func(r *Row) resource.Cell { return resource.Cell{Text: scope(v, r.Model.Scope)} },
		}),
	}
}

// priceColumns are what a price is for, and its amounts.
func priceColumns(v *resource.View) []column {
	facet := func(by quote.Column, priority int) column {
		return newColumn(v, pricedLists|listBare, string(by), func(r *Row) any { return r.member(by) }, shape{
			Priority: priority, Max: 60, Cell: func(r *Row) resource.Cell { return facetCell(v, r, by) },
			Show: func(r *Row) string {
				if r.head {
					return values(v, by, r.Model.Listed(by)...)
				}
				return values(v, by, memberText(r.member(by)))
			},
		})
	}
	amount := func(by quote.Column, priority, max, places int) column {
		return newColumn(v, pricedLists, string(by), func(r *Row) any { return r.member(by) }, shape{
			Right: true, Priority: priority, Max: max, Cell: func(r *Row) resource.Cell { return resource.Cell{Text: spanText(v, r.span(by), places)} },
		})
	}
	duration, discount := amount(quote.ByDuration, 80, 14, 3), amount(quote.ByDiscount, 93, 12, 1)
	duration.in |= listBare
	discount.Cell = cell(v, discountCell)
	discount.Show = func(r *Row) string {
		if p := r.price(); p != nil {
			return percent(p.Discount)
		}
		return ""
	}
	total := newColumn(v, listQuote, "total", ofOffer(func(r *Row) any { return r.offer.Total.Round(6) }), shape{Right: true, Priority: 95, Max: 30})
	total.ExportOnly, total.Cell = false, func(r *Row) resource.Cell { return resource.Cell{Text: total.Show(r)} }
	return []column{
		facet(quote.ByMode, 50),
		facet(quote.ByResolution, 85),
		facet(quote.ByAspectRatio, 30),
		duration,
		amount(quote.ByPrice, 100, 30, 6),
		amount(quote.ByOriginPrice, 38, 30, 6),
		amount(quote.ByPerSecond, 95, 30, 2),
		discount,
		total,
	}
}

// verdictColumns say whether a model takes the files, and why not.
func verdictColumns(v *resource.View) []column {
	return []column{
		newColumn(v, listFiles, "verdict", func(r *Row) any { return string(r.verdict.Fit) },
			shape{Show: func(r *Row) string { return v.Words.T("prices.verdict." + string(r.verdict.Fit)) }}),
		newColumn(v, listFiles, "constraint", func(r *Row) any { return optional(string(r.finding().Constraint)) },
			shape{Show: func(r *Row) string { return reasonCell(v, r).Text }}),
		jsonOnly(listFiles, "limit", func(r *Row) any { return r.finding().Limit }),
		jsonOnly(listFiles, "actual", func(r *Row) any { return r.finding().Actual.Round(6) }),
		jsonOnly(listFiles, "file", func(r *Row) any {
			if f := r.finding(); f.File >= 0 {
				return f.File + 1
			}
			return nil // all files of a kind
		}),
	}
}

// offerColumns are the details of an offer for the question, or the rule that refuses one.
func offerColumns(v *resource.View) []column {
	note := shape{Priority: 40, Max: 90, Cell: cell(v, noteCell)}
	return []column{
		jsonOnly(listQuote, "durationFrom", ofOffer(func(r *Row) any { return optional(string(r.offer.Basis)) })),
		jsonOnly(listQuote, "unlisted", func(r *Row) any {
			columns := []quote.Column{}
			if r.offer != nil {
				for _, d := range r.offer.Doubts {
					columns = append(columns, d.Asked)
				}
			}
			return columns
		}),
		newColumn(v, listQuote, "rule", func(r *Row) any {
			if r.refusal == nil {
				return nil
			}
			return string(r.refusal.Rule)
		}, shape{}),
		newColumn(v, listQuote, "note", func(r *Row) any { return optional(strings.TrimSpace(noteCell(v, r).Text)) }, note),
		newColumn(v, lists, "note", nil, note),
		newColumn(v, listFiles, "reason", nil, shape{Priority: 105, Cell: func(*Row) resource.Cell { return resource.Cell{Text: " "} }}), // free draws the reason
	}
}

// limitColumns are what else is known of a model.
func limitColumns(v *resource.View) []column {
	hidden := func(id string, priority, max int, value func(*Row) string) column {
		return newColumn(v, lists, id, nil, shape{Priority: priority, Min: 6, Max: max, Search: value, Cell: faint(value)})
	}
	limitText := func(r *Row) string {
		return limits(r.Model, func(f quote.Fact) string {
			return v.Words.T("prices.about", "What", longFactName(v, f), "Say", factValue(v, f))
		})
	}
	return []column{
		hidden("tags", 15, 24, func(r *Row) string { return strings.Join(r.Model.Tags, ", ") }),
		hidden("limits", 45, 90, limitText),
		newColumn(v, listBare, "limits", func(r *Row) any {
			return limits(r.Model, func(f quote.Fact) string { return f.Path + "=" + strings.Join(f.Values, ", ") })
		}, shape{Show: limitText}),
		hidden("description", 10, 60, func(r *Row) string { return r.Model.Description.Or("") }),
	}
}

func cell(v *resource.View, of func(*resource.View, *Row) resource.Cell) func(*Row) resource.Cell {
	return func(r *Row) resource.Cell { return of(v, r) }
}

func faint(value func(*Row) string) func(*Row) resource.Cell {
	return func(r *Row) resource.Cell { return resource.Cell{Text: value(r), Tone: theme.Muted} }
}

func jsonOnly(in list, id string, member func(*Row) any) column {
	return column{in, member, shape{ID: id, TableOnly: true, ExportOnly: true}}
}

// ofOffer is a member of rows with an offer, null for others.
func ofOffer(member func(*Row) any) func(*Row) any {
	return func(r *Row) any {
		if r.offer == nil {
			return nil
		}
		return member(r)
	}
}

func modelName(r *Row) string { return r.Model.Name }

// resourceOf is the part of the columns that belongs to a list.
func resourceOf(v *resource.View, kind list) *resource.Resource[*Row] {
	columns := slices.DeleteFunc(columns(v), func(col column) bool { return col.in&kind == 0 })
	r := &resource.Resource[*Row]{
		Name: Name, ID: modelName, Key: func(r *Row) string { return r.key },
		Record: func(r *Row) any { return record(r, kind, columns) },
	}
	switch {
	case kind&(listQuote|listFiles) != 0:
		r.Brief = []string{"rank", "name", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price", "total", "verdict", "constraint", "note"}
	case kind != listBare:
		r.Brief = []string{"name", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "discount"}
	}
	priorities := map[list]map[string]int{ // columns that identify a price are the last to be dropped
		listPrices: {"mode": 98, "resolution": 97, "duration": 96},
		listModels: {"discount": 60},
		listQuote:  {"price": 108, "perSecond": 90, "mode": 85, "resolution": 84, "duration": 83, "discount": 80, "note": 70},
	}
	for i, col := range columns {
		if priority, ok := priorities[kind][col.ID]; ok {
			col.Priority = priority
		}
		by := quote.Column(col.ID)
		switch {
		case kind&(listQuote|listFiles) != 0 && by == quote.ByLabel:
			col.Order = orderByTitle
		case kind&(lists|listQuote) != 0 && col.in&lists != 0 && !col.TableOnly:
			col.Order = orderBy(by)
		case col.ID == "total":
			col.Order = orderBy(quote.ByPrice)
		}
		if kind == listQuote && by == quote.ByPrice {
			col.Bar, col.Tone = (*Row).share, theme.Accent
			price := col.Cell
			col.Cell = func(r *Row) resource.Cell {
				cell := price(r)
				if r.cheapest() {
					cell.Tone = theme.Good
				}
				return cell
			}
		}
		if cell := col.Cell; cell != nil {
			col.Cell = func(r *Row) resource.Cell { return r.cached(i, cell) }
		}
		if search := col.Search; search != nil {
			col.Search = func(r *Row) string {
				if r.Model == nil {
					return ""
				}
				return search(r)
			}
		}
		r.Columns = append(r.Columns, col.Column)
	}
	return r
}

// shown returns the initial columns of a list. The quote has no columns for what the
// question names: their values would be equal in all rows. Notes have a column only if
// no inspector is beside the list.
func shown(kind list, q *quote.Question, priced, inspector bool) []string {
	note := "note"
	if inspector {
		note = ""
	}
	switch {
	case kind == listQuote:
		same := map[string]bool{"total": q.Count < 2, "mode": q.Mode != "", "resolution": q.Resolution != "", "duration": q.Duration.IsSet()}
		ids := []string{signColumn, "label", "price", "total", "perSecond", "discount", "mode", "resolution", "duration", note}
		return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
	case kind == listFiles:
		return []string{signColumn, "label", "reason"}
	case !priced:
		return []string{signColumn, "label", "name", "resolution", "aspectRatio", "duration", "mode", "limits"}
	case kind == listModels:
		return []string{signColumn, "label", "price", "perSecond", "duration", "resolution", "discount", note}
	}
	return []string{signColumn, "label", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "originPrice", "discount", note}
}

const signColumn = "sign"

// signCell is the sign of a verdict, of an unfolded or folded model, of a price below
// its model, or of an offer with a warning.
func signCell(v *resource.View, r *Row) resource.Cell {
	g := v.Theme.Glyphs
	warned := func(n note) bool { return n.tone == theme.Warn }
	switch {
	case r.verdict != nil:
		return media.Sign(v, r.verdict.Fit)
	case r.under:
		return resource.Cell{Text: strings.TrimSpace(g.Branch), Tone: theme.Muted}
	case r.head && !r.prices[0].Priced():
		return resource.Cell{Text: " "}
	case r.head && r.unfolded:
		return resource.Cell{Text: g.Open, Tone: theme.Muted}
	case r.head:
		return resource.Cell{Text: g.Folded, Tone: theme.Muted}
	case r.offer != nil && slices.ContainsFunc(notes(v, r), warned):
		return resource.Cell{Text: g.Stale, Tone: theme.Warn}
	}
	return resource.Cell{Text: " "}
}

// free returns the text that a row shows in place of columns: a heading or a reason.
func free(v *resource.View, r *Row) (column string, cell resource.Cell, ok bool) {
	switch {
	case r.Model == nil:
		return signColumn, resource.Cell{Text: r.heading, Tone: theme.Strong}, true
	case r.refusal != nil:
		return string(quote.ByPrice), noteCell(v, r), true
	case r.verdict != nil:
		return "reason", reasonCell(v, r), true
	}
	return "", resource.Cell{}, false
}

// kindOf returns the kind of a row. Prices below their model are not counted.
func kindOf(r *Row) table.Kind {
	switch {
	case r.Model == nil:
		return table.Heading
	case r.under:
		return table.SubRow
	}
	return table.Item
}

// labelCell is the model's title, or the mode of a price below its model.
func labelCell(v *resource.View, r *Row) resource.Cell {
	switch {
	case r.under:
		p := r.price()
		return resource.Cell{Text: strings.TrimSpace(cmp.Or(mode(v, p.Mode), v.Words.T("prices.all_modes")) + " " + aspectRatio(v, p.AspectRatio)), Tone: theme.Muted}
	case r.refusal != nil:
		return resource.Cell{Text: modelTitle(r.Model), Tone: theme.Muted}
	}
	return resource.Cell{Text: modelTitle(r.Model)}
}

// facetCell is the mode, resolution or aspect ratio of a price, "all" for a price that
// does not depend on it, or the values of a model.
func facetCell(v *resource.View, r *Row, by quote.Column) resource.Cell {
	p := r.price()
	switch {
	case r.refusal != nil:
		return resource.Cell{}
	case p == nil || !p.Priced():
		return resource.Cell{Text: facetList(v, r, by)}
	case p.Text(by) == "":
		return resource.Cell{Text: v.Words.T("prices.all"), Tone: theme.Muted}
	}
	return resource.Cell{Text: values(v, by, p.Text(by))}
}

// facetList returns the values of a model: those of its prices or, if a price applies
// to all values, those that the model lists. Resolutions are shown as a range.
func facetList(v *resource.View, r *Row, by quote.Column) string {
	list := r.Model.Listed(by)
	if !slices.ContainsFunc(r.prices, func(p *quote.Row) bool { return p.Text(by) == "" }) {
		list = nil
		for _, p := range r.prices {
			list = append(list, p.Text(by))
		}
	}
	list = quote.Distinct(list)
	if n := len(list); by == quote.ByResolution && n > 1 {
		slices.SortStableFunc(list, quote.CompareResolutions)
		return values(v, by, list[0]) + v.Theme.Glyphs.Dash + values(v, by, list[n-1])
	}
	return values(v, by, list...)
}

// discountCell is the discount of a price, or the largest one of a model.
func discountCell(v *resource.View, r *Row) resource.Cell {
	switch most := r.span(quote.ByDiscount).high; {
	case !r.head:
		return resource.Cell{Text: percent(most)}
	case most.Sign() > 0:
		return resource.Cell{Text: v.Words.T("prices.up_to", "Discount", percent(most))}
	}
	return resource.Cell{}
}

// noteCell is the row's notes without duplicates. A row without notes has a blank,
// because the table shows an empty cell as missing.
func noteCell(v *resource.View, r *Row) resource.Cell {
	cell := resource.Cell{Tone: theme.Muted}
	var parts []string
	for _, n := range notes(v, r) {
		if !slices.Contains(parts, n.text) {
			parts = append(parts, n.text)
		}
		if n.tone != theme.Muted {
			cell.Tone = n.tone
		}
	}
	cell.Text = cmp.Or(joined(v, parts), " ")
	return cell
}

// reasonCell is the decisive finding of a verdict.
func reasonCell(v *resource.View, r *Row) resource.Cell {
	switch {
	case len(r.verdict.Findings) > 0:
		return resource.Cell{Text: media.Reason(v, r.finding()), Tone: theme.Muted}
	}
	return resource.Cell{Text: " "}
}
