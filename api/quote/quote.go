package quote

import (
	"cmp"
	"maps"
	"slices"

	"channeldeck/api"
)

// Group is the models that take the same credits, whose amounts are comparable: those that can
// answer a question, and the others with the reason.
type Group struct {
	Credits
	Offers  []Offer // best first
	Refused []Refusal
}

// Offer is a model that can answer the question, at the price of its best row.
type Offer struct {
	*Row                  // for one clip; Duration is unknown if nothing names a duration
	High      api.Number  // the price of the dearest row that differs in Varies only; Price without any
	Others    int         // further rows that apply and have a price
	Basis     Basis       // where Duration comes from
	Total     api.Number  // credits for all clips
	TotalHigh api.Number  // likewise, at High
	Varies    []Variation // what Price and High depend on
	Also      []Variant   // members that the interface does not list and that all these rows have
	Doubts    []Doubt
}

// Variation is a member of pricing rows that the interface does not list, with its values.
type Variation struct {
	Name   string
	Values []string // JSON, the cheapest first
}

// Doubt is a part of the question that the model's own lists do not confirm.
type Doubt struct {
	Asked  Column // ByMode, ByResolution, ByAspectRatio or ByDuration
	Listed bool   // the model has a list without it; otherwise it has no list
}

// Rule is why a model cannot answer the question.
type Rule string

// The rules in the order in which they are tried.
const (
	OtherModel    Rule = "model"       // the question names another model: Quote leaves this one out
	OtherScope    Rule = "scope"       // takes other credits
	NoTag         Rule = "tag"         // lacks the tag
	NoVideoInput  Rule = "video"       // not known to accept reference videos
	NoAudioInput  Rule = "audio"       // not known to accept reference audio
	NoMode        Rule = "mode"        // lacks the mode; this and the next two are Column.Flag
	NoResolution  Rule = "resolution"  // lacks the resolution
	NoAspectRatio Rule = "aspect"      // lacks the aspect ratio
	AtMost        Rule = "atMost"      // its longest clip is Limit seconds
	AtLeast       Rule = "atLeast"     // its shortest clip is Limit seconds
	OtherDuration Rule = "duration"    // has shorter and longer clips only
	NoPrices      Rule = "noPrices"    // has no prices at all
	NoCombination Rule = "combination" // has no price for this combination
	NoExact       Rule = "exact"       // has no price for this duration
	NoSeconds     Rule = "seconds"     // has a price of a second, Have, and no duration is known
	NoPrice       Rule = "price"       // the row exists without a price
)

// Refusal is a model that cannot answer the question.
type Refusal struct {
	Model  *Model
	Rule   Rule       // the first that applies
	Column Column     // what the rule is about, if it is a column
	Limit  api.Number // seconds, for AtMost and AtLeast
	Have   []string   // the values of Column that the model has instead
}

// Quote answers the question with every model once, or only with the model that the question
// names: of each site General first and Unstated last.
// Offers are ranked by price, or by ByPerSecond,
// ByDiscount (largest first) or ByName; ties by price, then in the catalog's
// order.
func (c *Catalog) Quote(q Question, by Column) []*Group {
	groups := map[Credits]*Group{}
	for _, m := range c.Models {
		if m.excluded(&q.Filter) == OtherModel {
			continue
		}
		g := groups[m.Credits]
		if g == nil {
			g = &Group{Credits: m.Credits}
			groups[m.Credits] = g
		}
		o, r := m.quote(&q, by)
		if o != nil {
			g.Offers = append(g.Offers, *o)
		} else {
			g.Refused = append(g.Refused, *r)
		}
	}
	for _, g := range groups {
		slices.SortStableFunc(g.Offers, func(a, b Offer) int {
			return rank(a.Row, b.Row, by)
		})
	}
	return slices.SortedFunc(maps.Values(groups), func(a, b *Group) int {
		return a.Compare(b.Credits)
	})
}

// rank orders rows with the same credits, the best first.
func rank(a, b *Row, by Column) int {
	return cmp.Or(by.Compare(a, b, by == ByDiscount), CompareNumbers(a.Price, b.Price))
}

// quote returns the model's offer or its refusal.
func (m *Model) quote(q *Question, by Column) (*Offer, *Refusal) {
	if rule := m.excluded(&q.Filter); rule != "" {
		return nil, &Refusal{Model: m, Rule: rule, Column: ByTag}
	}
	rows := filter(m.applicable(&q.Filter), (*Row).Priced)
	d := q.Duration
	basis := Asked
	if !d.IsSet() {
		d, basis = m.duration(rows)
	}
	exact := m.Lasting(rows, d)
	priced := filter(exact, func(r *Row) bool { return r.Price.IsSet() })
	if len(priced) == 0 {
		return nil, m.refuse(q, rows, exact)
	}
	slices.SortStableFunc(priced, func(a, b *Row) int { return rank(a, b, by) })
	alike := filter(priced, func(r *Row) bool { return alike(r, priced[0]) })
	slices.SortStableFunc(alike, func(a, b *Row) int {
		return a.Price.Cmp(b.Price)
	})
	best := *alike[0]
	high := alike[len(alike)-1].Price
	clips := api.Int(int64(q.Clips()))
	best.PerSecond = over(best.Price, d)
	best.Duration = d
	return &Offer{
		Row:       &best,
		High:      high,
		Others:    len(priced) - len(alike),
		Basis:     basis,
		Varies:    variations(alike),
		Also:      common(alike[0]),
		Total:     best.Price.Mul(clips),
		TotalHigh: high.Mul(clips),
		Doubts:    m.doubts(q, priced[0]),
	}, nil
}

// HighPerSecond returns the credits per second at the price High.
func (o *Offer) HighPerSecond() api.Number { return over(o.High, o.Duration) }

// alike reports whether two rows differ in their variants only.
func alike(a, b *Row) bool {
	return a == b || a.isVariant() && b.isVariant() && same(a.Mode, b.Mode) &&
		ByResolution.Same(a.Resolution, b.Resolution) &&
		same(a.AspectRatio, b.AspectRatio) && CompareNumbers(a.Duration, b.Duration) == 0
}

// isVariant reports whether a member that the interface does not list tells the row from others.
func (r *Row) isVariant() bool {
	return slices.ContainsFunc(r.Variant, func(v Variant) bool {
		return !v.Common
	})
}

// common returns the members that do not tell a row from others.
func common(r *Row) (list []Variant) {
	for _, v := range r.Variant {
		if v.Common {
			list = append(list, v)
		}
	}
	return list
}

func variations(rows []*Row) (list []Variation) {
	for i, v := range rows[0].Variant {
		if v.Common {
			continue
		}
		var values []string
		for _, r := range rows {
			if i < len(r.Variant) && !slices.Contains(values, r.Variant[i].Value) {
				values = append(values, r.Variant[i].Value)
			}
		}
		list = append(list, Variation{v.Name, values})
	}
	return list
}

func (m *Model) doubts(q *Question, best *Row) []Doubt {
	var list []Doubt
	for _, c := range append(facets(), ByDuration) {
		_, asked := q.Value(c)
		unlisted := m.unlisted(c, &q.Filter)
		named := best.Text(c) != "" || best.Amount(c).IsSet()
		if unlisted || asked && len(m.Listed(c)) == 0 && !named {
			list = append(list, Doubt{c, unlisted})
		}
	}
	return list
}

// refuse returns the first rule that applies to a model without a price. rows match the
// question apart from the duration; exact match it fully.
func (m *Model) refuse(q *Question, rows, exact []*Row) *Refusal {
	r := &Refusal{Model: m}
	for _, c := range facets() {
		want, _ := q.Value(c)
		named := func(r *Row) bool { return c.Same(r.Text(c), want) }
		if m.unlisted(c, &q.Filter) && !slices.ContainsFunc(m.Rows, named) {
			r.Rule = Rule(c.Flag())
			r.Column = c
			r.Have = m.Listed(c)
			return r
		}
	}
	all := slices.Clone(m.seconds)
	for _, row := range m.Rows {
		all = append(all, row.Duration)
	}
	all = slices.DeleteFunc(sorted(all), IsAuto)
	unlisted := m.unlisted(ByDuration, &q.Filter)
	open := len(exact) > 0 || !q.Duration.IsSet()
	switch {
	case open && len(rates(rows)) > 0:
		r.Rule = NoSeconds
		r.Column = ByPerSecond
		r.Have = rates(rows)
	case unlisted && len(all) > 0 && CompareNumbers(q.Duration, all[len(all)-1]) > 0:
		r.Rule = AtMost
		r.Limit = all[len(all)-1]
	case unlisted && len(all) > 0 && CompareNumbers(q.Duration, all[0]) < 0:
		r.Rule = AtLeast
		r.Limit = all[0]
	case unlisted && !slices.ContainsFunc(all, func(d api.Number) bool {
		return equal(d, q.Duration)
	}):
		r.Rule = OtherDuration
		r.Column = ByDuration
		r.Have = texts(m.seconds)
	case !m.Rows[0].Priced():
		r.Rule = NoPrices
	case len(rows) == 0:
		r.Rule = NoCombination
	case len(exact) == 0 && q.Duration.IsSet() && len(m.durations(rows)) > 0:
		r.Rule = NoExact
		r.Column = ByDuration
		r.Have = texts(m.durations(rows))
	default:
		r.Rule = NoPrice
	}
	return r
}

// rates returns the prices of a second of rows, once each.
func rates(rows []*Row) []string {
	var all []api.Number
	for _, r := range rows {
		if r.ByTime() && r.PerSecond.IsSet() {
			all = append(all, r.PerSecond)
		}
	}
	slices.SortFunc(all, CompareNumbers)
	return texts(slices.CompactFunc(all, equal))
}
