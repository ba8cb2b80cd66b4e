package quote

import (
	"fmt"
	"slices"
	"strings"

	"channeldeck/api"
)

// ChangeKind is what became of a model or a price between two looks.
type ChangeKind string

const (
	// NewModel and GoneModel: the model as a whole came or went.
	NewModel  ChangeKind = "newModel"
	GoneModel ChangeKind = "goneModel"
	// NewPrice and GonePrice: a pricing row of a model that stayed, or the
	// price in it, came or went.
	NewPrice  ChangeKind = "newPrice"
	GonePrice ChangeKind = "gonePrice"
	// Dearer and Cheaper: the same row at another price.
	Dearer  ChangeKind = "dearer"
	Cheaper ChangeKind = "cheaper"
	// ScopeChanged: the model takes other credits; its old and new prices do
	// not compare.
	ScopeChanged ChangeKind = "scope"
	// FactChanged: anything else that the model states: constraints, modes,
	// defaults, words.
	FactChanged ChangeKind = "fact"
)

// Change is one difference between two catalogs.
type Change struct {
	Kind     ChangeKind
	Model    *api.VideoModel // in the newer catalog; in the older for GoneModel
	Old, New *Row            // for prices, nil where there was or is none
	Before   Fact            // for FactChanged and ScopeChanged
	After    Fact
}

// Constraint reports whether the change is one of the limits on reference
// media.
func (c *Change) Constraint() bool {
	return c.Kind == FactChanged && (c.After.Path == "maxInputImages" || strings.HasPrefix(c.After.Path, "inputConstraints."))
}

// Changes compares two catalogs: model by model in the newer one's order, then
// the models that are gone. Models and rows are the same where their names are;
// of several with one name the first is the first.
func Changes(older, newer *Catalog) []Change {
	var out []Change
	before := map[string]*model{}
	names := map[string]int{}
	for i := range older.models {
		m := &older.models[i]
		before[numbered(names, m.Name)] = m
	}
	clear(names)
	for i := range newer.models {
		m := &newer.models[i]
		key := numbered(names, m.Name)
		old, ok := before[key]
		if !ok {
			out = append(out, Change{Kind: NewModel, Model: m.VideoModel})
			continue
		}
		delete(before, key)
		out = append(out, modelChanges(old, m)...)
	}
	gone := values(before)
	slices.SortFunc(gone, func(a, b *model) int { return a.place - b.place })
	for _, m := range gone {
		out = append(out, Change{Kind: GoneModel, Model: m.VideoModel})
	}
	return out
}

// numbered tells things of one name apart by their order.
func numbered(seen map[string]int, name string) string {
	seen[name]++
	return fmt.Sprintf("%s\x00%d", name, seen[name])
}

func modelChanges(old, now *model) []Change {
	sameScope := old.scope == now.scope
	out := priceChanges(old, now, sameScope)
	type member struct {
		path  string
		extra bool // an unlisted "defaults.duration" is not the listed one
	}
	before := map[member]Fact{}
	for _, f := range Facts(old.VideoModel) {
		before[member{f.Path, f.Extra}] = f
	}
	change := func(a, b Fact) {
		if a.equal(b) {
			return
		}
		kind := FactChanged
		if b.Path == "creditsScope" {
			kind = ScopeChanged
		}
		out = append(out, Change{Kind: kind, Model: now.VideoModel, Before: a, After: b})
	}
	for _, f := range Facts(now.VideoModel) {
		at := member{f.Path, f.Extra}
		a := before[at]
		delete(before, at)
		change(a, f)
	}
	for _, f := range Facts(old.VideoModel) {
		if a, ok := before[member{f.Path, f.Extra}]; ok {
			change(a, Fact{Path: f.Path, Unit: f.Unit, Extra: f.Extra, numeric: f.numeric})
		}
	}
	return out
}

// priceChanges compares the pricing rows; prices compare only in one scope.
func priceChanges(old, now *model, sameScope bool) []Change {
	var out []Change
	before := map[string]*Row{}
	seen := map[string]int{}
	for i := range old.rows {
		if r := &old.rows[i]; r.Priced() {
			before[numbered(seen, r.combination())] = r
		}
	}
	clear(seen)
	for i := range now.rows {
		r := &now.rows[i]
		if !r.Priced() {
			continue
		}
		key := numbered(seen, r.combination())
		was := before[key]
		delete(before, key)
		c := Change{Model: now.VideoModel, Old: was, New: r}
		switch {
		case was == nil || !was.Price.Known() && r.Price.Known():
			c.Kind = NewPrice
		case was.Price.Known() && !r.Price.Known():
			c.Kind = GonePrice
		case sameScope && r.Price.Cmp(was.Price) > 0:
			c.Kind = Dearer
		case sameScope && r.Price.Cmp(was.Price) < 0:
			c.Kind = Cheaper
		default:
			continue
		}
		out = append(out, c)
	}
	gone := values(before)
	slices.SortFunc(gone, func(a, b *Row) int { return a.Index - b.Index })
	for _, r := range gone {
		out = append(out, Change{Kind: GonePrice, Model: now.VideoModel, Old: r})
	}
	return out
}

func values[T any](m map[string]T) []T {
	out := make([]T, 0, len(m))
	for _, v := range m {
		out = append(out, v)
	}
	return out
}

// combination is the same for rows that price the same.
func (r *Row) combination() string {
	return fmt.Sprintf("%q %q %q %s", lower(r.Mode), lower(r.Resolution), lower(r.AspectRatio), r.Duration.key())
}

// equal compares what is stated, without regard to order: numbers by value, so
// that 5 and 5.0 are one.
func (f Fact) equal(g Fact) bool { return slices.Equal(f.keys(), g.keys()) }

func (f Fact) keys() []string {
	keys := slices.Clone(f.Values)
	for i, v := range keys {
		if n, err := api.ParseNumber(v); f.numeric && err == nil && AmountOf(n).Known() {
			keys[i] = AmountOf(n).key()
		}
	}
	slices.Sort(keys)
	return keys
}
