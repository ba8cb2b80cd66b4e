package prices

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Row is a line of the list of prices, or of models, which unfold to their prices.
type Row struct {
	entry
	under    bool // a price below its model
	unfolded bool // the prices of the model are below it
}

// PriceResource is the prices of models.
func PriceResource(v *resource.View) *resource.Resource[*Row] {
	return priceResource(v, map[string]int{"mode": 99, "resolution": 98, "duration": 97}) // they identify a price: the last to be dropped
}

// PriceRows returns prices as rows of a PriceResource.
func PriceRows(prices []*quote.Row) []*Row {
	rows := make([]*Row, len(prices))
	for i, p := range prices {
		rows[i] = &Row{entry: entry{Model: p.Model, prices: prices[i : i+1 : i+1]}}
	}
	return rows
}

// PriceSheet returns prices for files.
func PriceSheet(v *resource.View, prices []*quote.Row) *plain.Sheet {
	r := PriceResource(v)
	if len(prices) > 0 && prices[0].Model.Site != "" {
		r = resource.BySite(r, siteOf)
	}
	if !varied(prices) {
		r.Columns = slices.DeleteFunc(r.Columns, func(c resource.Column[*Row]) bool { return c.ID == "variant" })
	}
	return plain.Of(r, PriceRows(prices))
}

// PriceRecord is the JSON of a price. What the price applies to all values of is null.
type PriceRecord struct {
	Name         string          `json:"name"`
	Label        api.Opt[string] `json:"label"`
	CreditsScope api.Opt[string] `json:"creditsScope"`
	Mode         api.Opt[string] `json:"mode"`
	Resolution   api.Opt[string] `json:"resolution"`
	AspectRatio  api.Opt[string] `json:"aspectRatio"`
	Duration     api.Number      `json:"duration"`
	Price        api.Number      `json:"price"`
	OriginPrice  api.Number      `json:"originPrice"`
	PerSecond    api.Number      `json:"perSecond"`
	Discount     api.Number      `json:"discount"`
	Variant      variant         `json:"variant,omitzero"`
}

// variant is the JSON of the members that alone tell a price from others.
type variant map[string]jsontext.Value

func variantOf(list []quote.Variant) variant {
	if list == nil {
		return nil
	}
	out := variant{}
	for _, v := range list {
		out[v.Name] = jsontext.Value(cmp.Or(v.Value, "null"))
	}
	return out
}

func (e *entry) record() PriceRecord {
	r := PriceRecord{Name: e.Model.Name, Label: e.Model.Label, CreditsScope: e.Model.CreditsScope}
	if p := e.price(); p != nil {
		r.Mode, r.Resolution, r.AspectRatio = optional(p.Mode), optional(p.Resolution), optional(p.AspectRatio)
		r.Duration, r.Price, r.OriginPrice = p.Figure(quote.ByDuration), p.Figure(quote.ByPrice), p.Figure(quote.ByOriginPrice)
		r.Variant = variantOf(p.Variant)
		r.PerSecond, r.Discount = p.Figure(quote.ByPerSecond), p.Figure(quote.ByDiscount)
	}
	return r
}

func optional(s string) api.Opt[string] {
	if s == "" {
		return api.Opt[string]{}
	}
	return api.Some(s)
}

// priceResource is the models with their prices, whose JSON is as the service sent it, or
// the prices.
func priceResource(v *resource.View, priorities map[string]int) *resource.Resource[*Row] {
	columns := slices.Concat(
		modelColumns(v, func(r *Row) resource.Cell { return rowSign(v, r) }, func(r *Row) resource.Cell { return rowLabel(v, r) }),
		priceColumns[*Row](v),
		[]resource.Column[*Row]{variantColumn(v), {ID: "note", TableOnly: true, Priority: 40, Max: 90, Cell: func(r *Row) resource.Cell { return noteCell(v, priceNotes(v, &r.entry)) }}},
		textColumns[*Row](v),
	)
	for i := range columns {
		col := &columns[i]
		col.Priority = cmp.Or(priorities[col.ID], col.Priority)
		if !col.TableOnly && col.ID != "variant" {
			col.Order = orderBy[*Row](quote.Column(col.ID))
		}
	}
	return &resource.Resource[*Row]{
		Name: Name, Columns: finished(columns), ID: func(r *Row) string { return r.Model.Name },
		Brief: []string{"name", "label", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "discount"},
		Key: func(r *Row) string {
			if p := r.price(); p != nil {
				return r.key() + "\x01" + p.Key
			}
			return r.key()
		},
		Record: func(r *Row) any {
			if r.price() == nil {
				return r.Model.VideoModel
			}
			return r.record()
		},
	}
}

// variantColumn is what tells a price from others that are otherwise alike. Commands print it
// for catalogs that have such prices.
func variantColumn(v *resource.View) resource.Column[*Row] {
	say := func(r *Row) string {
		if p := r.price(); p != nil {
			return v.VariantText(p.Variant)
		}
		return ""
	}
	return resource.Column[*Row]{
		ID: "variant", OnRequest: true, Priority: 95, Max: 30, Search: say, Value: say,
		Cell: func(r *Row) resource.Cell { return resource.Cell{Text: cmp.Or(say(r), " ")} },
	}
}

// ShowVariants prints the column of what tells prices apart if there is any such price.
func ShowVariants(r *resource.Resource[*Row], prices []*quote.Row) {
	if !varied(prices) {
		return
	}
	r.Brief = append(r.Brief, "variant")
	for i := range r.Columns {
		if r.Columns[i].ID == "variant" {
			r.Columns[i].OnRequest = false
		}
	}
}

func varied(prices []*quote.Row) bool {
	return slices.ContainsFunc(prices, func(p *quote.Row) bool { return len(p.Variant) > 0 })
}

// ModelResource is the models of a catalog without prices, with the values that they
// list. Their JSON is as the service sent it.
func ModelResource(v *resource.View) *resource.Resource[*Row] {
	r := priceResource(v, nil)
	r.Brief, r.Columns = nil, slices.DeleteFunc(r.Columns, func(c resource.Column[*Row]) bool {
		return !slices.Contains([]string{"name", "label", "mode", "resolution", "aspectRatio", "duration", "limits"}, c.ID)
	})
	for i := range r.Columns {
		switch c := &r.Columns[i]; c.ID {
		case "label":
			c.Show = func(r *Row) string { return r.Model.DisplayName() }
		case "limits":
			c.TableOnly, c.ExportOnly, c.Show, c.Order = false, true, c.Search, nil
			c.Value = func(r *Row) string {
				return limits(r.Model, func(f quote.Fact) string { return f.Path + "=" + strings.Join(f.Values, ", ") })
			}
		}
	}
	return r
}

// ModelRows returns models as rows of a ModelResource.
func ModelRows(models []*quote.Row) []*Row {
	rows := PriceRows(models)
	for _, r := range rows {
		r.head = true
	}
	return rows
}

const signColumn = "sign"

// modelColumns say which model a row is about.
func modelColumns[R line](v *resource.View, sign, label func(R) resource.Cell) []resource.Column[R] {
	name := func(r R) string { return r.base().Model.Name }
	title := func(r R) string { return r.base().Model.Title() }
	whole := func(r R) string { return r.base().Model.DisplayName() }
	return []resource.Column[R]{
		{ID: signColumn, TableOnly: true, Pinned: true, Sign: true, Priority: 109, Cell: sign, Exact: whole},
		{ID: "name", Priority: 20, Min: 8, Max: 30, CutMiddle: true, Search: name, Cell: faint(name), Value: name},
		{ID: "label", Pinned: true, Grow: true, Priority: 110, Cell: label, Search: title, Exact: whole, Value: title},
		{
			ID: "creditsScope", Priority: 20, Max: 24, Value: func(r R) string { return r.base().Model.CreditsScope.Or("") },
			Cell: func(r R) resource.Cell { return resource.Cell{Text: v.ScopeName(r.base().Model.Scope)} },
		},
	}
}

// priceColumns are what a price is for, and its amounts.
func priceColumns[R line](v *resource.View) []resource.Column[R] {
	facet := func(by quote.Column, priority int) resource.Column[R] {
		return resource.Column[R]{
			ID: string(by), Priority: priority, Max: 60, Cell: func(r R) resource.Cell { return facetCell(v, r.base(), by) },
			Value: func(r R) string { return strings.Join(r.base().facets(by), ", ") },
			Show:  func(r R) string { return v.PriceValues(by, r.base().facets(by)...) },
		}
	}
	amount := func(by quote.Column, priority, most, places int) resource.Column[R] {
		value := func(r R) string {
			if p := r.base().price(); p != nil {
				return p.Figure(by).String()
			}
			return strings.Join(r.base().facets(by), ", ")
		}
		return resource.Column[R]{
			ID: string(by), Right: true, Priority: priority, Max: most, Value: value, Show: func(r R) string { return v.Words.Exact(value(r)) },
			Cell: func(r R) resource.Cell { return resource.Cell{Text: spanText(v, r.base().span(by), places)} },
		}
	}
	duration := amount(quote.ByDuration, 80, 14, 3)
	duration.Cell = func(r R) resource.Cell {
		say := spanText(v, r.base().span(quote.ByDuration), 3)
		if r.base().auto() {
			say = text.Join(v.Words.T("field.comma"), say, v.Words.T("prices.auto"))
		}
		return resource.Cell{Text: say}
	}
	discount := amount(quote.ByDiscount, 93, 12, 1)
	discount.Cell = func(r R) resource.Cell { return discountCell(v, r.base()) }
	discount.Show = func(r R) string {
		if p := r.base().price(); p != nil {
			return percent(p.Discount)
		}
		return ""
	}
	return []resource.Column[R]{
		facet(quote.ByMode, 50), facet(quote.ByResolution, 85), facet(quote.ByAspectRatio, 30),
		duration, amount(quote.ByPrice, 100, 30, 6), amount(quote.ByOriginPrice, 38, 30, 6),
		amount(quote.ByPerSecond, 95, 30, 2), discount,
	}
}

// textColumns are what else is known of a model.
func textColumns[R line](v *resource.View) []resource.Column[R] {
	column := func(id string, priority, most int, value func(*quote.Model) string) resource.Column[R] {
		of := func(r R) string { return value(r.base().Model) }
		return resource.Column[R]{ID: id, TableOnly: true, Priority: priority, Min: 6, Max: most, Search: of, Cell: faint(of)}
	}
	return []resource.Column[R]{
		column("tags", 15, 24, func(m *quote.Model) string { return strings.Join(m.Tags, ", ") }),
		column("limits", 45, 90, func(m *quote.Model) string {
			return limits(m, func(f quote.Fact) string {
				return v.Words.T("prices.about", "What", v.LongFactName(f), "Say", v.FactValue(f))
			})
		}),
		column("description", 10, 60, func(m *quote.Model) string { return m.Description.Or("") }),
	}
}

// limits are the limits on reference media that a model states, in one line.
func limits(model *quote.Model, show func(quote.Fact) string) string {
	var parts []string
	for _, f := range quote.Facts(model.VideoModel) {
		if f.Limit() && len(f.Values) > 0 {
			parts = append(parts, show(f))
		}
	}
	return strings.Join(parts, "; ")
}

func faint[R any](value func(R) string) func(R) resource.Cell {
	return func(r R) resource.Cell { return resource.Cell{Text: value(r), Tone: theme.Muted} }
}

// finished makes the columns of a list safe for headings, which have no cells, and keeps
// the cells of the other rows: the table measures and draws them on each key press.
func finished[R line](columns []resource.Column[R]) []resource.Column[R] {
	for i := range columns {
		col := &columns[i]
		if id, cell := col.ID, col.Cell; cell != nil {
			col.Cell = func(r R) resource.Cell {
				e := r.base()
				c, ok := e.cells[id]
				if !ok && e.Model != nil {
					if e.cells == nil {
						e.cells = map[string]resource.Cell{}
					}
					c = cell(r)
					e.cells[id] = c
				}
				return c
			}
		}
	}
	return columns
}

// rowSign is the sign of an unfolded or folded model, or of a price below its model.
func rowSign(v *resource.View, r *Row) resource.Cell {
	g := v.Theme.Glyphs
	switch {
	case r.under:
		return resource.Cell{Text: strings.TrimSpace(g.Branch), Tone: theme.Muted}
	case !r.head || !r.prices[0].Priced():
		return resource.Cell{Text: " "}
	case r.unfolded:
		return resource.Cell{Text: g.Open, Tone: theme.Muted}
	}
	return resource.Cell{Text: g.Folded, Tone: theme.Muted}
}

// rowLabel is the model's title, or the mode of a price below its model.
func rowLabel(v *resource.View, r *Row) resource.Cell {
	if p := r.price(); r.under {
		return resource.Cell{Text: strings.TrimSpace(cmp.Or(v.ModeName(p.Mode), v.Words.T("prices.all_modes")) + " " + v.AspectRatio(p.AspectRatio)), Tone: theme.Muted}
	}
	return resource.Cell{Text: r.Model.DisplayName()}
}

// facets are the values of a row in a column: that of a price, those that a model lists.
func (e *entry) facets(by quote.Column) []string {
	switch p := e.price(); {
	case e.head:
		return e.Model.Listed(by)
	case p != nil && p.Text(by) != "":
		return []string{p.Text(by)}
	}
	return nil
}

// facetCell is the mode, resolution or aspect ratio of a price, "all" for a price that
// does not depend on it, or the values of a model.
func facetCell(v *resource.View, e *entry, by quote.Column) resource.Cell {
	switch p := e.price(); {
	case len(e.prices) == 0:
		return resource.Cell{}
	case p == nil || !p.Priced():
		return resource.Cell{Text: facetList(v, e, by)}
	case p.Text(by) == "":
		return resource.Cell{Text: v.Words.T("prices.all"), Tone: theme.Muted}
	default:
		return resource.Cell{Text: v.PriceValues(by, p.Text(by))}
	}
}

// facetList returns the values of a model: those of its prices or, if a price applies
// to all values, those that the model lists. Resolutions are shown as a range.
func facetList(v *resource.View, e *entry, by quote.Column) string {
	list := e.Model.Listed(by)
	if !slices.ContainsFunc(e.prices, func(p *quote.Row) bool { return p.Text(by) == "" }) {
		list = nil
		for _, p := range e.prices {
			list = append(list, p.Text(by))
		}
	}
	list = by.Distinct(list)
	if n := len(list); by == quote.ByResolution && n > 1 {
		slices.SortStableFunc(list, quote.CompareResolutions)
		return v.PriceValues(by, list[0]) + v.Theme.Glyphs.Dash + v.PriceValues(by, list[n-1])
	}
	return v.PriceValues(by, list...)
}

// discountCell is the discount of a price, or the largest one of a model.
func discountCell(v *resource.View, e *entry) resource.Cell {
	switch most := e.span(quote.ByDiscount).high; {
	case !e.head:
		return resource.Cell{Text: percent(most)}
	case most.Sign() > 0:
		return resource.Cell{Text: v.Words.T("prices.up_to", "Discount", percent(most))}
	}
	return resource.Cell{}
}

// noteCell is notes without duplicates. Without notes it has a blank, because the table
// shows an empty cell as missing.
func noteCell(v *resource.View, notes []note) resource.Cell {
	cell := resource.Cell{Tone: theme.Muted}
	var parts []string
	for _, n := range notes {
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
