package quote

import (
	"maps"
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
	LimitChanged ChangeKind = "limit" // on reference media
	FactChanged  ChangeKind = "fact"  // any other member: modes, defaults, texts
)

// Change is a difference between two snapshots of the catalog.
type Change struct {
	Kind          ChangeKind
	Model         *Model // of the newer snapshot; of the older one for GoneModel
	Old, New      *Row   // for prices; nil if missing
	Before, After Fact   // for the last three kinds
}

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
func Changes(older, newer *Catalog) []*Change {
	var all []*Change
	before := map[string]*Model{}
	for _, m := range older.Models {
		before[m.Key] = m
	}
	for _, m := range newer.Models {
		old := before[m.Key]
		if old == nil {
			all = append(all, &Change{Kind: NewModel, Model: m})
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
			all = append(all, &Change{Kind: GoneModel, Model: m})
		}
	}
	return all
}

func factChanges(old, now *Model) []*Change {
	type member struct {
		path  string
		extra bool // an undocumented "defaults.duration" is not the documented one
	}
	before := map[member]Fact{}
	for _, f := range Facts(old.VideoModel) {
		before[member{f.Path, f.Extra}] = f
	}
	facts := Facts(now.VideoModel)
	gone := maps.Clone(before)
	for _, f := range facts {
		delete(gone, member{f.Path, f.Extra})
	}
	for _, f := range Facts(old.VideoModel) {
		if _, ok := gone[member{f.Path, f.Extra}]; ok {
			f.Values = nil
			facts = append(facts, f)
		}
	}
	var all []*Change
	for _, f := range facts {
		c := &Change{Kind: FactChanged, Model: now, Before: before[member{f.Path, f.Extra}], After: f}
		switch {
		case slices.Equal(c.Before.keys(), f.keys()):
			continue
		case f.Path == "creditsScope":
			c.Kind = ScopeChanged
		case f.Limit():
			c.Kind = LimitChanged
		}
		all = append(all, c)
	}
	return all
}

func priceChanges(old, now *Model) []*Change {
	var all []*Change
	before := map[string]*Row{}
	oldRows := numbered(old.Rows)
	for _, r := range oldRows {
		before[r.key] = r.Row
	}
	for _, r := range numbered(now.Rows) {
		was := before[r.key]
		delete(before, r.key)
		c := &Change{Model: now, Old: was, New: r.Row}
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
			all = append(all, &Change{Kind: GonePrice, Model: now, Old: r.Row})
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
		name := r.kind() + r.Duration.Round(6).String()
		all = append(all, numberedRow{r, unique(repeats, name)})
	}
	return all
}

// keys returns the values for comparison: in any order, and 5.0 as 5.
func (f Fact) keys() []string {
	keys := slices.Clone(f.Values)
	for i, v := range keys {
		if n, err := api.ParseNumber(v); err == nil && Exact(n).IsSet() {
			keys[i] = n.Round(6).String()
		}
	}
	slices.Sort(keys)
	return keys
}
