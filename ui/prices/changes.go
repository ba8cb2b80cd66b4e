package prices

import (
	"cmp"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
)

// changeRecord is the JSON of a change: of a price, of another member of a model,
// or of the model as a whole.
type changeRecord struct {
	Change      quote.ChangeKind `json:"change"`
	Name        string           `json:"name"`
	Label       api.Opt[string]  `json:"label"`
	Mode        api.Opt[string]  `json:"mode"`
	Resolution  api.Opt[string]  `json:"resolution"`
	AspectRatio api.Opt[string]  `json:"aspectRatio"`
	Duration    api.Number       `json:"duration"`
	Variant     variant          `json:"variant,omitzero"`
	PriceBefore api.Number       `json:"priceBefore"`
	PriceAfter  api.Number       `json:"priceAfter"`
	Fact        api.Opt[string]  `json:"fact"`
	Before      []string         `json:"before"`
	After       []string         `json:"after"`
}

func recordOf(c *quote.Change) changeRecord {
	none := &quote.Row{Index: -1}
	older, newer, row := cmp.Or(c.Old, none), cmp.Or(c.New, none), cmp.Or(c.Row(), none)
	return changeRecord{
		c.Kind, c.Model.Name, c.Model.Label, optional(row.Mode), optional(row.Resolution), optional(row.AspectRatio),
		row.Sent().Duration, variantOf(row.Variant), older.Sent().Price, newer.Sent().Price, optional(c.After.Path), c.Before.Values, c.After.Values,
	}
}

// ChangeResource is the changes between two catalogs.
func ChangeResource(v *resource.View) *resource.Resource[*quote.Change] {
	text := func(id string, value func(changeRecord) string) resource.Column[*quote.Change] {
		return resource.Column[*quote.Change]{ID: id, ExportOnly: true, Title: v.Words.T("prices.column." + id), Value: func(c *quote.Change) string { return value(recordOf(c)) }}
	}
	shown := func(c resource.Column[*quote.Change], show func(*quote.Change) string) resource.Column[*quote.Change] {
		c.Show = show
		return c
	}
	ofRow := func(show func(*quote.Row) string) func(*quote.Change) string {
		return func(c *quote.Change) string {
			if r := c.Row(); r != nil {
				return show(r)
			}
			return ""
		}
	}
	number := func(id string, value func(changeRecord) api.Number) resource.Column[*quote.Change] {
		c := text(id, func(r changeRecord) string { return value(r).String() })
		c.Right = true
		return c
	}
	return &resource.Resource[*quote.Change]{
		Name: Name, Record: func(c *quote.Change) any { return recordOf(c) },
		Columns: []resource.Column[*quote.Change]{
			shown(text("change", func(r changeRecord) string { return string(r.Change) }), func(c *quote.Change) string { return v.Words.T("prices.short." + string(c.Kind)) }),
			text("name", func(r changeRecord) string { return r.Name }),
			text("label", func(r changeRecord) string { return r.Label.Or("") }),
			shown(text("mode", func(r changeRecord) string { return r.Mode.Or("") }), ofRow(func(r *quote.Row) string { return v.ModeName(r.Mode) })),
			shown(text("resolution", func(r changeRecord) string { return r.Resolution.Or("") }), ofRow(func(r *quote.Row) string { return resource.Resolution(r.Resolution) })),
			shown(text("aspectRatio", func(r changeRecord) string { return r.AspectRatio.Or("") }), ofRow(func(r *quote.Row) string { return v.AspectRatio(r.AspectRatio) })),
			shown(number("duration", func(r changeRecord) api.Number { return r.Duration }), ofRow(func(r *quote.Row) string { return v.PriceValues(quote.ByDuration, r.Sent().Duration.String()) })),
			number("priceBefore", func(r changeRecord) api.Number { return r.PriceBefore }),
			number("priceAfter", func(r changeRecord) api.Number { return r.PriceAfter }),
			shown(text("fact", func(r changeRecord) string { return r.Fact.Or("") }), func(c *quote.Change) string { return v.LongFactName(c.After) }),
			shown(text("before", func(r changeRecord) string { return strings.Join(r.Before, ", ") }), func(c *quote.Change) string { return v.FactValue(c.Before) }),
			shown(text("after", func(r changeRecord) string { return strings.Join(r.After, ", ") }), func(c *quote.Change) string { return v.FactValue(c.After) }),
			{ID: "variant", ExportOnly: true, Title: v.Words.T("prices.column.variant"), Value: ofRow(func(r *quote.Row) string { return v.VariantText(r.Variant) })},
		},
	}
}
