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
		row.Sent().Duration, older.Sent().Price, newer.Sent().Price, optional(c.After.Path), c.Before.Values, c.After.Values,
	}
}

// ChangeResource is the changes between two catalogs.
func ChangeResource(v *resource.View) *resource.Resource[*quote.Change] {
	text := func(id string, value func(changeRecord) string) resource.Column[*quote.Change] {
		return resource.Column[*quote.Change]{ID: id, ExportOnly: true, Title: v.Words.T("prices.column." + id), Value: func(c *quote.Change) string { return value(recordOf(c)) }}
	}
	number := func(id string, value func(changeRecord) api.Number) resource.Column[*quote.Change] {
		c := text(id, func(r changeRecord) string { return value(r).String() })
		c.Right = true
		return c
	}
	kind := text("change", func(r changeRecord) string { return string(r.Change) })
	kind.Show = func(c *quote.Change) string { return v.Words.T("prices.short." + string(c.Kind)) }
	return &resource.Resource[*quote.Change]{
		Name: Name, Record: func(c *quote.Change) any { return recordOf(c) },
		Columns: []resource.Column[*quote.Change]{
			kind,
			text("name", func(r changeRecord) string { return r.Name }),
			text("label", func(r changeRecord) string { return r.Label.Or("") }),
			text("mode", func(r changeRecord) string { return r.Mode.Or("") }),
			text("resolution", func(r changeRecord) string { return r.Resolution.Or("") }),
			text("aspectRatio", func(r changeRecord) string { return r.AspectRatio.Or("") }),
			number("duration", func(r changeRecord) api.Number { return r.Duration }),
			number("priceBefore", func(r changeRecord) api.Number { return r.PriceBefore }),
			number("priceAfter", func(r changeRecord) api.Number { return r.PriceAfter }),
			text("fact", func(r changeRecord) string { return r.Fact.Or("") }),
			text("before", func(r changeRecord) string { return strings.Join(r.Before, ", ") }),
			text("after", func(r changeRecord) string { return strings.Join(r.After, ", ") }),
		},
	}
}
