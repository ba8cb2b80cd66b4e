package quote

import (
	"slices"

	"channeldeck/api"
)

// Quote is the answer to a Question: what can do it, ranked within each scope,
// and what cannot, with the reason. Every model is in it once.
type Quote struct {
	Question Question
	Scopes   []Group // General first, Unstated last
}

// Group is the part of a quote in one scope: its amounts compare.
type Group struct {
	Scope   Scope
	Offers  []Offer // best first
	Refused []Refusal
}

// Offer is a model that can do what is asked, at the price of its best row.
type Offer struct {
	Model     *api.VideoModel
	Place     int    // of the model in the catalog
	Rows      []*Row // all rows that answer the question and have a price, best first
	Total     Amount // credits for all clips
	Doubts    []Doubt
	Ambiguous bool   // another row gives another price for the same clip
	Split     *Split // shorter clips that together cost less, if any
}

// Row is the row that is quoted: Price is for one clip.
func (o *Offer) Row() *Row { return o.Rows[0] }

// Doubt is a part of the question that the model's own lists do not confirm.
type Doubt struct {
	Asked  Column // ByMode, ByResolution, ByAspectRatio or ByDuration
	Listed bool   // the model has a list and it lacks this; else it has none
}

// Rule is why a model cannot do what is asked.
type Rule string

// The rules in the order they are tried.
const (
	OtherScope    Rule = "scope"       // it takes other credits
	NoTag         Rule = "tag"         // it lacks the tag
	NoVideoInput  Rule = "video"       // not known to take reference videos
	NoAudioInput  Rule = "audio"       // not known to take reference audio
	NoMode        Rule = "mode"        // no such mode
	NoResolution  Rule = "resolution"  // no such resolution
	NoAspectRatio Rule = "aspect"      // no such aspect ratio
	AtMost        Rule = "atMost"      // its longest clip is Limit seconds
	AtLeast       Rule = "atLeast"     // its shortest clip is Limit seconds
	NoDuration    Rule = "duration"    // between those, but not this one
	NoPrices      Rule = "noPrices"    // the catalog has no prices for it at all
	NoCombination Rule = "combination" // no price for this combination
	NoExact       Rule = "exact"       // no price for exactly this duration
	NoPrice       Rule = "price"       // the row is there, its price is not
)

// Refusal is a model that cannot do what is asked.
type Refusal struct {
	Model     *api.VideoModel
	Place     int      // of the model in the catalog
	Rule      Rule     // the first that fails
	Limit     Amount   // seconds, for AtMost and AtLeast
	Have      []string // what there is instead, for modes, resolutions and aspect ratios
	Durations []Amount // seconds: what there is instead, for NoDuration and NoExact
	Split     *Split   // shorter clips that do it for less than the group's best offer
}

// Quote answers the question. Offers are ranked by price, or by ByPerSecond,
// ByDiscount (largest first) or ByName; what is equal, by price and then as the
// catalog has it. A price is only ever that of a pricing row for exactly what is
// asked.
func (c *Catalog) Quote(q Question, by Column) Quote {
	out := Quote{Question: q}
	groups := map[Scope]*Group{}
	splits := map[int][]*Row{}
	for i := range c.models {
		m := &c.models[i]
		g := groups[m.scope]
		if g == nil {
			g = &Group{Scope: m.scope}
			groups[m.scope] = g
		}
		a := m.ask(&q.Filter)
		var fitting, priced []*Row
		rule := m.excluded(&q.Filter)
		if rule == "" {
			fitting = m.fitting(&a)
			priced = slices.DeleteFunc(slices.Clone(fitting), func(r *Row) bool { return !a.lasts(r) || !r.Price.Known() })
		}
		if len(priced) == 0 {
			g.Refused = append(g.Refused, m.refuse(&a, rule, fitting))
			splits[i] = fitting
			continue
		}
		g.Offers = append(g.Offers, m.offer(&a, q, by, priced, fitting))
	}
	for _, g := range groups {
		slices.SortStableFunc(g.Offers, func(a, b Offer) int { return rank(a.Row(), b.Row(), by) })
		g.split(q, splits)
		out.Scopes = append(out.Scopes, *g)
	}
	slices.SortFunc(out.Scopes, func(a, b Group) int { return compareScopes(a.Scope, b.Scope) })
	return out
}

// rank orders rows of one scope, the best first.
func rank(a, b *Row, by Column) int {
	order := 0
	switch by {
	case ByName, ByPerSecond, ByDiscount:
		order = compareRows(a, b, by, by == ByDiscount)
	}
	if order == 0 {
		order = a.Price.Cmp(b.Price)
	}
	return order
}

// fitting are the pricing rows that hold for what is asked, but for the duration.
func (m *model) fitting(a *asked) []*Row {
	var rows []*Row
	for i := range m.rows {
		if r := &m.rows[i]; r.Priced() && a.fits(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func (m *model) offer(a *asked, q Question, by Column, priced, fitting []*Row) Offer {
	slices.SortStableFunc(priced, func(x, y *Row) int { return rank(x, y, by) })
	best := priced[0]
	o := Offer{Model: m.VideoModel, Place: m.place, Rows: priced, Total: best.Price.Times(Whole(int64(q.Clips())))}
	for _, r := range priced[1:] {
		o.Ambiguous = o.Ambiguous || r.overlaps(best) && r.Price.Cmp(best.Price) != 0
	}
	doubt := func(column Column, have string, l listing) {
		switch {
		case l == noList && have == "":
			o.Doubts = append(o.Doubts, Doubt{column, false})
		case l == unlisted:
			o.Doubts = append(o.Doubts, Doubt{column, true})
		}
	}
	doubt(ByMode, best.Mode, a.mode)
	doubt(ByResolution, best.Resolution, a.resolution)
	doubt(ByAspectRatio, best.AspectRatio, a.aspect)
	doubt(ByDuration, best.Duration.key(), a.duration)
	if a.duration != notAsked {
		o.Split = splitOf(alike(fitting, best, a), a.Duration, best.Price, q.Clips())
	}
	return o
}

// overlaps reports whether there is a clip that both rows are for.
func (r *Row) overlaps(o *Row) bool {
	meet := func(a, b string) bool { return a == "" || b == "" || same(a, b) }
	return r.Duration.Equal(o.Duration) && meet(r.Mode, o.Mode) && meet(r.Resolution, o.Resolution) && meet(r.AspectRatio, o.AspectRatio)
}

// refuse finds the first rule that fails for a model without a row that fits
// and has a price.
func (m *model) refuse(a *asked, rule Rule, fitting []*Row) Refusal {
	r := Refusal{Model: m.VideoModel, Place: m.place, Rule: rule}
	names := func(of func(*Row) string) func(string) bool {
		return func(want string) bool {
			return slices.ContainsFunc(m.rows, func(r Row) bool { return same(of(&r), want) })
		}
	}
	lacks := func(l listing, want string, priced func(string) bool) bool { return l == unlisted && !priced(want) }
	shortest, longest := m.span()
	switch {
	case rule != "":
	case lacks(a.mode, a.Mode, names(func(r *Row) string { return r.Mode })):
		r.Rule, r.Have = NoMode, m.Modes
	case lacks(a.resolution, a.Resolution, names(func(r *Row) string { return r.Resolution })):
		r.Rule, r.Have = NoResolution, m.Resolutions
	case lacks(a.aspect, a.AspectRatio, names(func(r *Row) string { return r.AspectRatio })):
		r.Rule, r.Have = NoAspectRatio, m.AspectRatios
	case a.duration == unlisted && a.Duration.Cmp(longest) > 0:
		r.Rule, r.Limit = AtMost, longest
	case a.duration == unlisted && shortest.Known() && a.Duration.Cmp(shortest) < 0:
		r.Rule, r.Limit = AtLeast, shortest
	case a.duration == unlisted && !slices.ContainsFunc(m.rows, func(r Row) bool { return r.Duration.Equal(a.Duration) }):
		r.Rule, r.Durations = NoDuration, m.durations()
	case !m.rows[0].Priced():
		r.Rule = NoPrices
	case len(fitting) == 0:
		r.Rule = NoCombination
	case !slices.ContainsFunc(fitting, a.lasts):
		r.Rule, r.Durations = NoExact, durationsOf(fitting)
	default:
		r.Rule = NoPrice
	}
	return r
}

// span is the shortest and the longest duration that the model lists or has a
// price for.
func (m *model) span() (shortest, longest Amount) {
	if all := append(m.durations(), durationsOf(rowPointers(m.rows))...); len(all) > 0 {
		return slices.MinFunc(all, Amount.Cmp), slices.MaxFunc(all, Amount.Cmp)
	}
	return Amount{}, Amount{}
}

// durations are those that the model lists, shortest first.
func (m *model) durations() []Amount {
	var out []Amount
	for _, n := range m.Durations {
		if d := AmountOf(n); d.Known() {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, Amount.Cmp)
	return slices.CompactFunc(out, Amount.Equal)
}

func rowPointers(rows []Row) []*Row {
	out := make([]*Row, len(rows))
	for i := range rows {
		out[i] = &rows[i]
	}
	return out
}

// durationsOf are those that the rows have, shortest first.
func durationsOf(rows []*Row) []Amount {
	var out []Amount
	for _, r := range rows {
		if r.Duration.Known() {
			out = append(out, r.Duration)
		}
	}
	slices.SortFunc(out, Amount.Cmp)
	return slices.CompactFunc(out, Amount.Equal)
}
