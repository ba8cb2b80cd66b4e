package quote

import (
	"fmt"
	"reflect"
	"slices"

	"channeldeck/api"
)

// ChangeKind is the kind of a difference between two snapshots.
type ChangeKind string

// The kinds of changes.
const (
	NewModel     ChangeKind = "newModel"
	GoneModel    ChangeKind = "goneModel"
	NewPrice     ChangeKind = "newPrice"  // a pricing row, or the price in it, appeared
	GonePrice    ChangeKind = "gonePrice" // likewise, disappeared
	Dearer       ChangeKind = "dearer"    // the row has a higher price
	Cheaper      ChangeKind = "cheaper"
	ScopeChanged ChangeKind = "scope" // other credits: old and new prices are not comparable
	FactChanged  ChangeKind = "fact"  // any other member: constraints, modes, defaults, texts
)

// Change is a difference between two snapshots of the catalog.
type Change struct {
	Kind          ChangeKind
	Model         *Model // of the newer snapshot; of the older one for GoneModel
	Old, New      *Row   // for prices; nil if missing
	Before, After Fact   // for FactChanged and ScopeChanged
}

// Constraint reports whether a limit on reference media changed.
func (c *Change) Constraint() bool { return c.Kind == FactChanged && c.After.Limit() }

// Row returns the row of a changed price in its newest state, or nil.
func (c *Change) Row() *Row {
	if c.New != nil {
		return c.New
	}
	return c.Old
}

// Changes compares two snapshots, model by model in the newer one's order, then
// the models that are gone. Models are matched by their Key, rows by what they
// price; repeated ones by their order.
func Changes(older, newer *Catalog) []Change {
	var all []Change
	before := map[string]*Model{}
	for _, m := range older.Models {
		before[m.Key] = m
	}
	for _, m := range newer.Models {
		old := before[m.Key]
		if old == nil {
			all = append(all, Change{Kind: NewModel, Model: m})
			continue
		}
		delete(before, m.Key)
		if reflect.DeepEqual(old.VideoModel, m.VideoModel) { // most are the same
			continue
		}
		all = append(all, priceChanges(old, m)...)
		all = append(all, factChanges(old, m)...)
	}
	for _, m := range older.Models {
		if before[m.Key] != nil {
			all = append(all, Change{Kind: GoneModel, Model: m})
		}
	}
	return all
}

func factChanges(old, now *Model) []Change {
	type member struct {
		path  string
		extra bool // an undocumented "defaults.duration" is not the documented one
	}
	var all []Change
	before := map[member]Fact{}
	oldFacts := Facts(old.VideoModel)
	for _, f := range oldFacts {
		before[member{f.Path, f.Extra}] = f
	}
	add := func(a, b Fact) {
		if kind := FactChanged; !a.equal(b) {
			if b.Path == "creditsScope" {
				kind = ScopeChanged
			}
			all = append(all, Change{Kind: kind, Model: now, Before: a, After: b})
		}
	}
	for _, f := range Facts(now.VideoModel) {
		add(before[member{f.Path, f.Extra}], f)
		delete(before, member{f.Path, f.Extra})
	}
	for _, f := range oldFacts {
		if _, gone := before[member{f.Path, f.Extra}]; gone {
			add(f, Fact{Path: f.Path, Unit: f.Unit, Extra: f.Extra, numeric: f.numeric})
		}
	}
	return all
}

func priceChanges(old, now *Model) []Change {
	var all []Change
	before := map[string]*Row{}
	oldRows := numbered(old.Rows)
	for _, r := range oldRows {
		before[r.key] = r.Row
	}
	for _, r := range numbered(now.Rows) {
		was := before[r.key]
		delete(before, r.key)
		c := Change{Model: now, Old: was, New: r.Row}
		switch {
		case was == nil || !was.Price.IsSet() && r.Price.IsSet():
			c.Kind = NewPrice
		case was.Price.IsSet() && !r.Price.IsSet():
			c.Kind = GonePrice
		case old.Scope == now.Scope && CompareNumbers(r.Price, was.Price) > 0:
			c.Kind = Dearer
		case old.Scope == now.Scope && CompareNumbers(r.Price, was.Price) < 0:
			c.Kind = Cheaper
		default:
			continue
		}
		all = append(all, c)
	}
	for _, r := range oldRows {
		if before[r.key] != nil {
			all = append(all, Change{Kind: GonePrice, Model: now, Old: r.Row})
		}
	}
	return all
}

type numberedRow struct {
	*Row
	key string
}

// numbered returns the pricing rows with keys that identify them in both
// snapshots.
func numbered(rows []*Row) []numberedRow {
	var all []numberedRow
	repeats := map[string]int{}
	for _, r := range filter(rows, (*Row).Priced) {
		name := fmt.Sprintf("%q %q %q %s", lower(r.Mode), lower(r.Resolution), lower(r.AspectRatio), r.Duration.Round(6).String())
		all = append(all, numberedRow{r, unique(repeats, name)})
	}
	return all
}

// equal compares values regardless of their order, and numbers by value: 5 and
// 5.0 are equal.
func (f Fact) equal(g Fact) bool { return slices.Equal(f.keys(), g.keys()) }

func (f Fact) keys() []string {
	keys := slices.Clone(f.Values)
	for i, v := range keys {
		if n, err := api.ParseNumber(v); f.numeric && err == nil && Exact(n).IsSet() {
			keys[i] = Exact(n).Round(6).String()
		}
	}
	slices.Sort(keys)
	return keys
}
