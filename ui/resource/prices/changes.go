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
func rowOf(c *quote.Change) *quote.Row {
	return cmp.Or(c.Row(), &quote.Row{Index: -1})
}

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

// rowColumn is a column of what a changed price is for, without a value for other changes.
func rowColumn(
	v *resource.View,
	id string,
	of func(*quote.Row) resource.Value,
) resource.Column[*quote.Change] {
	return changeColumn(v, id, func(c *quote.Change) resource.Value {
		r := c.Row()
		if r == nil {
			return resource.Value{}
		}
		return of(r)
	})
}

// changedPrice are the model, and what a price is for that changed.
func changedPrice(v *resource.View) []resource.Column[*quote.Change] {
	words := v.Prices()
	price := func(id string, of func(*quote.Change) *quote.Row) resource.Column[*quote.Change] {
		c := changeColumn(v, id, func(c *quote.Change) resource.Value {
			amount := figure(of(c))
			value := resource.NumberValue(amount)
			r := c.Row()
			if r == nil || !r.IsRate() {
				return value
			}
			return value.Reads(words.Price(r, amount))
		})
		c.Right = true
		return c
	}
	duration := rowColumn(v, "duration", func(r *quote.Row) resource.Value {
		sent := r.Sent().Duration
		if !sent.IsSet() {
			return resource.Value{}
		}
		read := words.Values(quote.ByDuration, sent.String())
		return resource.NumberValue(sent).Reads(read)
	})
	duration.Right = true
	return []resource.Column[*quote.Change]{
		changeColumn(v, "change", func(c *quote.Change) resource.Value {
			kind := string(c.Kind)
			return resource.WordValue(kind, v.Words.T("prices.short."+kind))
		}),
		changeColumn(v, "name", func(c *quote.Change) resource.Value {
			return resource.TextValue(c.Model.Name)
		}),
		changeColumn(v, "label", func(c *quote.Change) resource.Value {
			return resource.TextValue(c.Model.Label.Or(""))
		}),
		rowColumn(v, "mode", func(r *quote.Row) resource.Value {
			return resource.WordValue(r.Mode, words.ModeName(r.Mode))
		}),
		rowColumn(v, "resolution", func(r *quote.Row) resource.Value {
			return resource.WordValue(r.Resolution, resource.Resolution(r.Resolution))
		}),
		rowColumn(v, "aspectRatio", func(r *quote.Row) resource.Value {
			return resource.WordValue(r.AspectRatio, words.AspectRatio(r.AspectRatio))
		}),
		duration,
		price("priceBefore", func(c *quote.Change) *quote.Row { return c.Old }),
		price("priceAfter", func(c *quote.Change) *quote.Row { return c.New }),
	}
}

// changedFact are the fact that changed, its values, and what tells a price from others.
func changedFact(v *resource.View) []resource.Column[*quote.Change] {
	words := v.Prices()
	values := func(id string, of func(*quote.Change) quote.Fact) resource.Column[*quote.Change] {
		return changeColumn(v, id, func(c *quote.Change) resource.Value {
			fact := of(c)
			sent := strings.Join(fact.Values, ", ")
			return resource.WordValue(sent, words.FactValue(fact))
		})
	}
	return []resource.Column[*quote.Change]{
		changeColumn(v, "fact", func(c *quote.Change) resource.Value {
			return resource.WordValue(c.After.Path, words.LongFactName(c.After))
		}),
		values("before", func(c *quote.Change) quote.Fact { return c.Before }),
		values("after", func(c *quote.Change) quote.Fact { return c.After }),
		rowColumn(v, "variant", func(r *quote.Row) resource.Value {
			return resource.TextValue(words.Variant(r.Variant))
		}),
	}
}
