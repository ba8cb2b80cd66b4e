package prices

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Row is a line of the list of prices, or of models, which unfold to their prices.
type Row struct {
	Entry
	Under    bool // a price below its model
	Unfolded bool // the prices of the model are below it
}

// Name is the name of the resources, with which the IDs of their texts begin.
const Name = "prices"

// PriceResource is the prices of models.
func PriceResource(v *resource.View) *resource.Resource[*Row] {
	// they identify a price: the last to be dropped
	return priceResource(v, map[string]int{"mode": 99, "resolution": 98, "duration": 97})
}

// CatalogResource is the models of a list, which unfold to their prices.
func CatalogResource(v *resource.View) *resource.Resource[*Row] {
	r := priceResource(v, map[string]int{"discount": 60})
	for i := range r.Columns {
		c := &r.Columns[i]
		c.Yields = c.ID == string(quote.ByResolution) // its longest span would cut a name
	}
	return r
}

// PriceRows returns prices as rows of a PriceResource.
func PriceRows(prices []*quote.Row) []*Row {
	rows := make([]*Row, len(prices))
	for i, p := range prices {
		rows[i] = &Row{Entry: Entry{Model: p.Model, Prices: prices[i : i+1 : i+1]}}
	}
	return rows
}

// priceFields are the JSON of a price. What the price applies to all values of is null.
func priceFields[R any](label func(R) api.Opt[string], variants func(R) variant) []resource.Field {
	return slices.Concat(
		resource.OfColumns[string](resource.Always, "name"),
		resource.Nested(resource.OrNull, "label", label),
		resource.OfColumns[string](
			resource.OrNull,
			"creditsScope",
			"mode",
			"resolution",
			"aspectRatio",
		),
		resource.OfColumns[api.Number](
			resource.OrNull,
			"duration",
			"price",
			"originPrice",
			"perSecond",
			"discount",
		),
		resource.Nested(resource.OrMissing, "variant", variants),
	)
}

// variant is the JSON of the members of a price that the interface does not list.
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

func optional(s string) api.Opt[string] {
	if s == "" {
		return api.Opt[string]{}
	}
	return api.Some(s)
}

// priceResource is the models with their prices, whose JSON is as the service sent it, or
// the prices.
func priceResource(v *resource.View, priorities map[string]int) *resource.Resource[*Row] {
	note := resource.Column[*Row]{
		ID:        "note",
		TableOnly: true,
		Priority:  40,
		Max:       90,
		Cell: func(r *Row) resource.Cell {
			return NoteCell(v, priceNotes(v, r))
		},
	}
	columns := slices.Concat(
		modelColumns(v,
			func(r *Row) resource.Cell { return rowSign(v, r) },
			func(r *Row) resource.Cell { return rowLabel(v, r) }),
		priceColumns[*Row](v),
		[]resource.Column[*Row]{variantColumn(v), note},
		textColumns[*Row](v),
	)
	for i := range columns {
		col := &columns[i]
		col.Priority = cmp.Or(priorities[col.ID], col.Priority)
		if !col.TableOnly && col.ID != "variant" {
			col.Order = orderBy[*Row](quote.Column(col.ID))
		}
		switch col.ID { // in a narrow table the model and what its price is for stay readable
		case "label":
			col.Whole = true
		case "name":
			col.Whole = true
			col.Spare = true
		case "aspectRatio", "discount":
			col.Spare = true
		}
	}
	return &resource.Resource[*Row]{
		Name:    Name,
		Columns: finished(columns),
		ID:      func(r *Row) string { return r.Model.Name },
		Brief: []string{
			"name", "label", "creditsScope", "mode", "resolution", "aspectRatio", "duration",
			"price", "perSecond", "discount",
		},
		Key: func(r *Row) string {
			if p := r.Price(); p != nil {
				return r.key() + "\x01" + p.Key
			}
			return r.key()
		},
		Fields: priceFields(
			func(r *Row) api.Opt[string] { return r.Model.Label },
			func(r *Row) variant { return variantOf(r.Price().Variant) },
		),
		Record: func(r *Row) any {
			if r.Price() == nil {
				return r.Model.VideoModel
			}
			return nil
		},
	}
}

// variantColumn returns the column of the members that the interface does not list.
// Commands print it for catalogs that have such members.
func variantColumn(v *resource.View) resource.Column[*Row] {
	return resource.Column[*Row]{
		ID:        "variant",
		OnRequest: true,
		Priority:  95,
		Max:       30,
		Searched:  true,
		Unsorted:  true,
		Of: func(r *Row) resource.Value {
			p := r.Price()
			if p == nil || len(p.Variant) == 0 {
				return resource.Blank()
			}
			return resource.TextValue(v.Prices().Variant(p.Variant))
		},
	}
}

// ShowVariants prints the column of variants if a price has one.
func ShowVariants(r *resource.Resource[*Row], prices []*quote.Row) {
	if !Varied(prices) {
		return
	}
	r.Brief = append(r.Brief, "variant")
	for i := range r.Columns {
		if r.Columns[i].ID == "variant" {
			r.Columns[i].OnRequest = false
		}
	}
}

// Varied reports whether a price has members that alone tell it from others.
func Varied(prices []*quote.Row) bool {
	return slices.ContainsFunc(prices, func(p *quote.Row) bool {
		return len(p.Variant) > 0
	})
}

// ModelResource is the models of a catalog without prices, with the values that they
// list. Their JSON is as the service sent it.
func ModelResource(v *resource.View) *resource.Resource[*Row] {
	r := priceResource(v, nil)
	r.Brief = nil
	r.Columns = slices.DeleteFunc(r.Columns, func(c resource.Column[*Row]) bool {
		return !slices.Contains(
			[]string{"name", "label", "mode", "resolution", "aspectRatio", "duration", "limits"},
			c.ID,
		)
	})
	for i := range r.Columns {
		switch c := &r.Columns[i]; c.ID {
		case "label":
			c.Print = nil
		case "limits":
			c.TableOnly = false
			c.ExportOnly = true
			shown := c.Of
			c.Of = func(r *Row) resource.Value {
				sent := limits(r.Model, func(f quote.Fact) string {
					return f.Path + "=" + strings.Join(f.Values, ", ")
				})
				return resource.WordValue(sent, shown(r).Text())
			}
		}
	}
	return r
}

// ModelRows returns models as rows of a ModelResource.
func ModelRows(models []*quote.Row) []*Row {
	rows := PriceRows(models)
	for _, r := range rows {
		r.Head = true
	}
	return rows
}

// SignColumn is the ID of the column of signs, which a heading begins in.
const SignColumn = "sign"

// modelColumns say which model a row is about.
func modelColumns[R Line](
	v *resource.View,
	sign, label func(R) resource.Cell,
) []resource.Column[R] {
	model := func(r R) *quote.Model { return r.Base().Model }
	columns := []resource.Column[R]{
		{
			ID:        SignColumn,
			TableOnly: true,
			Pinned:    true,
			Sign:      true,
			Priority:  109,
			Of: func(r R) resource.Value {
				return resource.TextValue(model(r).DisplayName())
			},
			Cell: sign,
		},
		{
			ID:        "name",
			Priority:  20,
			Min:       8,
			Max:       30,
			CutMiddle: true,
			Searched:  true,
			Of: func(r R) resource.Value {
				return resource.TextValue(model(r).Name).Toned(theme.Muted)
			},
		},
		{
			ID:       "label",
			Min:      14, // beside an open inspector, the sort column would have no room
			Pinned:   true,
			Grow:     true,
			Priority: 110,
			Searched: true,
			Of: func(r R) resource.Value {
				return resource.WordValue(model(r).Title(), model(r).DisplayName())
			},
			Print: resource.Value.File,
			Cell:  label,
		},
		{
			ID:       "creditsScope",
			Priority: 20,
			Max:      24,
			Of: func(r R) resource.Value {
				return resource.WordValue(
					model(r).CreditsScope.Or(""),
					v.Prices().ScopeName(model(r).Scope),
				)
			},
		},
	}
	for i := range columns {
		columns[i].Unsorted = true // but for an order of the list
	}
	return columns
}

// priceColumns returns the columns of the clips that a price is for, and of its amounts.
func priceColumns[R Line](v *resource.View) []resource.Column[R] {
	duration := amountColumn[R](v, quote.ByDuration, 80, 14, 3)
	duration.Cell = func(r R) resource.Cell {
		words := spanText(v, r.Base().span(quote.ByDuration), 3)
		if r.Base().auto() {
			words = text.Join(v.Words.T("field.comma"), words, v.Words.T("prices.auto"))
		}
		return resource.Cell{Text: words}
	}
	discount := amountColumn[R](v, quote.ByDiscount, 93, 12, 1)
	discount.Cell = func(r R) resource.Cell { return discountCell(v, r.Base()) }
	discount.Print = func(discount resource.Value) string {
		return percent(discount.Number())
	}
	return []resource.Column[R]{
		facetColumn[R](v, quote.ByMode, 50),
		facetColumn[R](v, quote.ByResolution, 85),
		facetColumn[R](v, quote.ByAspectRatio, 30),
		duration,
		amountColumn[R](v, quote.ByPrice, 100, 30, 6),
		amountColumn[R](v, quote.ByOriginPrice, 38, 30, 6),
		amountColumn[R](v, quote.ByPerSecond, 95, 30, 2),
		discount,
	}
}

// facetColumn is the mode, resolution or aspect ratio of a price, or those of a model.
func facetColumn[R Line](v *resource.View, by quote.Column, priority int) resource.Column[R] {
	return resource.Column[R]{
		ID:       string(by),
		Priority: priority,
		Max:      60,
		Of: func(r R) resource.Value {
			facets := r.Base().facets(by)
			return resource.WordValue(strings.Join(facets, ", "), v.Prices().Values(by, facets...))
		},
		Cell: func(r R) resource.Cell { return facetCell(v, r.Base(), by) },
	}
}

// amountColumn is an amount of a price, or the span of those of a model.
func amountColumn[R Line](
	v *resource.View,
	by quote.Column,
	priority, most, places int,
) resource.Column[R] {
	return resource.Column[R]{
		ID:       string(by),
		Right:    true,
		Priority: priority,
		Max:      most,
		Of: func(r R) resource.Value {
			return amountValue(v, r.Base(), by)
		},
		Cell: func(r R) resource.Cell {
			return resource.Cell{Text: spanText(v, r.Base().span(by), places)}
		},
	}
}

// amountValue is an amount of a price, or the list of those of a model.
func amountValue(v *resource.View, e *Entry, by quote.Column) resource.Value {
	p := e.Price()
	if p == nil {
		list := e.facets(by)
		if by == quote.ByDuration {
			return resource.WordValue(
				strings.Join(list, ", "),
				strings.Join(v.Prices().AutoIn(list), ", "),
			)
		}
		return resource.TextValue(strings.Join(list, ", "))
	}
	value := resource.NumberValue(p.Figure(by))
	if by == quote.ByDuration && quote.IsAuto(p.Duration) {
		return value.Reads(v.Words.T("prices.auto"))
	}
	return value
}

// textColumns returns the columns of the tags, the limits and the description of a model.
func textColumns[R Line](v *resource.View) []resource.Column[R] {
	column := func(id string, priority, most int, value func(*quote.Model) string) resource.Column[R] {
		c := resource.Text(id, priority, 6, most, theme.Muted, func(r R) string {
			return value(r.Base().Model)
		})
		c.TableOnly = true
		c.Unsorted = true
		return c
	}
	return []resource.Column[R]{
		column("tags", 15, 24, func(m *quote.Model) string {
			return strings.Join(m.Tags, ", ")
		}),
		column("limits", 45, 90, func(m *quote.Model) string {
			return limits(m, func(f quote.Fact) string {
				return v.Words.T(
					"prices.about",
					"What", v.Prices().LongFactName(f),
					"Say", v.Prices().FactValue(f),
				)
			})
		}),
		column("description", 10, 60, func(m *quote.Model) string {
			return m.Description.Or("")
		}),
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

// finished makes the columns of a list safe for headings, which have no cells, and keeps
// the cells of the other rows: the table measures and draws them on each key press.
func finished[R Line](columns []resource.Column[R]) []resource.Column[R] {
	for i := range columns {
		if columns[i].ExportOnly {
			continue
		}
		whole := columns[i]
		columns[i].Cell = func(r R) resource.Cell {
			e := r.Base()
			c, ok := e.cells[whole.ID]
			if !ok && e.Model != nil {
				if e.cells == nil {
					e.cells = map[string]resource.Cell{}
				}
				c = whole.CellOf(r)
				e.cells[whole.ID] = c
			}
			return c
		}
	}
	return columns
}

// rowSign is the sign of an unfolded or folded model, or of a price below its model.
func rowSign(v *resource.View, r *Row) resource.Cell {
	g := v.Theme.Glyphs
	if r.Under {
		return resource.Cell{Text: strings.TrimSpace(g.Branch), Tone: theme.Muted}
	}
	if !r.Head || !r.Prices[0].Priced() {
		return resource.Cell{Text: " "}
	}
	if r.Unfolded {
		return resource.Cell{Text: g.Open, Tone: theme.Muted}
	}
	return resource.Cell{Text: g.Folded, Tone: theme.Muted}
}

// rowLabel is the model's title, or the mode of a price below its model.
func rowLabel(v *resource.View, r *Row) resource.Cell {
	if p := r.Price(); r.Under {
		return resource.Cell{
			Text: strings.TrimSpace(cmp.Or(
				v.Prices().ModeName(p.Mode),
				v.Words.T("prices.all_modes"),
			) + " " + v.Prices().AspectRatio(p.AspectRatio)),
			Tone: theme.Muted,
		}
	}
	return resource.Cell{Text: r.Model.DisplayName()}
}

// facets are the values of a row in a column: that of a price, those that a model lists.
func (e *Entry) facets(by quote.Column) []string {
	p := e.Price()
	if e.Head {
		return e.Model.Listed(by)
	}
	if p != nil && p.Text(by) != "" {
		return []string{p.Text(by)}
	}
	return nil
}

// facetCell is the mode, resolution or aspect ratio of a price, "all" for a price that
// does not depend on it, or the values of a model.
func facetCell(v *resource.View, e *Entry, by quote.Column) resource.Cell {
	p := e.Price()
	if len(e.Prices) == 0 {
		return resource.Cell{}
	}
	if p == nil || !p.Priced() {
		return resource.Cell{Text: facetList(v, e, by)}
	}
	if p.Text(by) == "" {
		return resource.Cell{Text: v.Words.T("prices.all"), Tone: theme.Muted}
	}

	return resource.Cell{Text: v.Prices().Values(by, p.Text(by))}
}

// facetList returns the values of a model: those of its prices or, if a price applies
// to all values, those that the model lists. Resolutions are shown as a range.
func facetList(v *resource.View, e *Entry, by quote.Column) string {
	list := e.Model.Listed(by)
	if !slices.ContainsFunc(e.Prices, func(p *quote.Row) bool { return p.Text(by) == "" }) {
		list = nil
		for _, p := range e.Prices {
			list = append(list, p.Text(by))
		}
	}
	list = by.Distinct(list)
	n := len(list)
	if by == quote.ByResolution && n > 1 {
		slices.SortStableFunc(list, quote.CompareResolutions)
		return v.Prices().Values(by, list[0]) + v.Theme.Glyphs.Dash + v.Prices().Values(by, list[n-1])
	}
	return v.Prices().Values(by, list...)
}

// discountCell is the discount of a price, or the largest one of a model.
func discountCell(v *resource.View, e *Entry) resource.Cell {
	most := e.span(quote.ByDiscount).high
	if !e.Head {
		return resource.Cell{Text: percent(most)}
	}
	if most.Sign() > 0 {
		return resource.Cell{Text: v.Words.T("prices.up_to", "Discount", percent(most))}
	}
	return resource.Cell{}
}

// noteValue is notes without duplicates, in the tone of the last one that is no mere remark.
func noteValue(v *resource.View, notes []Note) resource.Value {
	cell := NoteCell(v, notes)
	if strings.TrimSpace(cell.Text) == "" {
		return resource.Blank()
	}
	return resource.TextValue(cell.Text).Toned(cell.Tone)
}

// NoteCell is notes without duplicates. Without notes it has a blank, because the table
// shows an empty cell as missing.
func NoteCell(v *resource.View, notes []Note) resource.Cell {
	cell := resource.Cell{Tone: theme.Muted}
	var parts []string
	for _, n := range notes {
		if !slices.Contains(parts, n.Text) {
			parts = append(parts, n.Text)
		}
		if n.Tone != theme.Muted {
			cell.Tone = n.Tone
		}
	}
	cell.Text = cmp.Or(Joined(v, parts), " ")
	return cell
}
