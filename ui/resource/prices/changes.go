package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
)

// figure is the price of a row as the service sent it, or as it was computed; unset without a row.
func figure(r *quote.Row) api.Number {
	if r == nil {
		return api.Number{}
	}
	if r.IsRate() {
		return r.Figure(quote.ByPerSecond)
	}
	return r.Figure(quote.ByPrice)
}

// rowOf is the row of a change, an empty one for a change that is of no price.
func rowOf(c *quote.Change) *quote.Row { return cmp.Or(c.Row(), &quote.Row{Index: -1}) }

// ChangeResource is the changes between two catalogs.
func ChangeResource(v *resource.View) *resource.Resource[*quote.Change] {
	return &resource.Resource[*quote.Change]{
		Name: Name,
		Fields: slices.Concat(
			resource.OfColumns[quote.ChangeKind](resource.Always, "change"),
			resource.OfColumns[string](resource.Always, "name"),
			resource.OfColumns[string](
				resource.OrNull,
				"label",
				"mode",
				"resolution",
				"aspectRatio",
			),
			resource.OfColumns[api.Number](resource.OrNull, "duration"),
			resource.Nested(resource.OrMissing, "variant", func(c *quote.Change) variant {
				return variantOf(rowOf(c).Variant)
			}),
			resource.OfColumns[api.Number](resource.OrNull, "priceBefore", "priceAfter"),
			resource.Nested(resource.OrMissing, "perSecond", func(c *quote.Change) bool {
				return rowOf(c).IsRate()
			}),
			resource.OfColumns[string](resource.OrNull, "fact"),
			resource.Nested(resource.Always, "before", func(c *quote.Change) []string {
				return c.Before.Values
			}),
			resource.Nested(resource.Always, "after", func(c *quote.Change) []string {
				return c.After.Values
			}),
		),
		Columns: slices.Concat(changedPrice(v), changedFact(v)),
	}
}

// changeColumn is a column of changes.
func changeColumn(
	v *resource.View,
	id string,
	of func(*quote.Change) resource.Value,
) resource.Column[*quote.Change] {
	return resource.Column[*quote.Change]{
		ID:         id,
		ExportOnly: true,
		Title:      v.Words.T("prices.column." + id),
		Of:         of,
	}
}

// changedPrice are the model, and what a price is for that changed.
func changedPrice(v *resource.View) []resource.Column[*quote.Change] {
	ofRow := func(id string, of func(*quote.Row) resource.Value) resource.Column[*quote.Change] {
		return changeColumn(v, id, func(c *quote.Change) resource.Value {
			if r := c.Row(); r != nil {
				return of(r)
			}
			return resource.Value{}
		})
	}
	price := func(id string, of func(*quote.Change) *quote.Row) resource.Column[*quote.Change] {
		c := changeColumn(v, id, func(c *quote.Change) resource.Value {
			amount := figure(of(c))
			value := resource.NumberValue(amount)
			r := c.Row()
			if r != nil && r.IsRate() {
				return value.Reads(v.Prices().Price(r, amount))
			}
			return value
		})
		c.Right = true
		return c
	}
	duration := ofRow("duration", func(r *quote.Row) resource.Value {
		sent := r.Sent().Duration
		if !sent.IsSet() {
			return resource.Value{}
		}
		return resource.NumberValue(sent).Reads(v.Prices().Values(quote.ByDuration, sent.String()))
	})
	duration.Right = true
	return []resource.Column[*quote.Change]{
		changeColumn(v, "change", func(c *quote.Change) resource.Value {
			return resource.WordValue(string(c.Kind), v.Words.T("prices.short."+string(c.Kind)))
		}),
		changeColumn(v, "name", func(c *quote.Change) resource.Value {
			return resource.TextValue(c.Model.Name)
		}),
		changeColumn(v, "label", func(c *quote.Change) resource.Value {
			return resource.TextValue(c.Model.Label.Or(""))
		}),
		ofRow("mode", func(r *quote.Row) resource.Value {
			return resource.WordValue(r.Mode, v.Prices().ModeName(r.Mode))
		}),
		ofRow("resolution", func(r *quote.Row) resource.Value {
			return resource.WordValue(r.Resolution, resource.Resolution(r.Resolution))
		}),
		ofRow("aspectRatio", func(r *quote.Row) resource.Value {
			return resource.WordValue(r.AspectRatio, v.Prices().AspectRatio(r.AspectRatio))
		}),
		duration,
		price("priceBefore", func(c *quote.Change) *quote.Row { return c.Old }),
		price("priceAfter", func(c *quote.Change) *quote.Row { return c.New }),
	}
}

// changedFact are the fact that changed, its values, and what tells a price from others.
func changedFact(v *resource.View) []resource.Column[*quote.Change] {
	values := func(id string, of func(*quote.Change) quote.Fact) resource.Column[*quote.Change] {
		return changeColumn(v, id, func(c *quote.Change) resource.Value {
			return resource.WordValue(strings.Join(of(c).Values, ", "), v.Prices().FactValue(of(c)))
		})
	}
	return []resource.Column[*quote.Change]{
		changeColumn(v, "fact", func(c *quote.Change) resource.Value {
			return resource.WordValue(c.After.Path, v.Prices().LongFactName(c.After))
		}),
		values("before", func(c *quote.Change) quote.Fact { return c.Before }),
		values("after", func(c *quote.Change) quote.Fact { return c.After }),
		changeColumn(v, "variant", func(c *quote.Change) resource.Value {
			if r := c.Row(); r != nil {
				return resource.TextValue(v.Prices().Variant(r.Variant))
			}
			return resource.Value{}
		}),
	}
}
