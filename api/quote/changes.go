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

// Spread returns the smallest, the median and the largest change of prices, as fractions of
// the older price: 0.25 is 25 % more. They are unset without a changed price.
func Spread(changes []*Change) (smallest, median, largest api.Number) {
	var all []api.Number
	for _, c := range changes {
		if c.Kind == Dearer || c.Kind == Cheaper {
			by := over(priceOf(c.New).Sub(priceOf(c.Old)), priceOf(c.Old))
			if by.IsSet() {
				all = append(all, by)
			}
		}
	}
	if all == nil {
		return smallest, median, largest
	}
	slices.SortFunc(all, CompareNumbers)
	n := len(all)
	median = all[n/2]
	if n%2 == 0 {
		median = all[n/2-1].Add(all[n/2]).Quo(api.Int(2))
	}
	return all[0], median, all[n-1]
}

// Changes compares two snapshots, model by model in the newer one's order, then
// the models that are gone. Models are matched by their names, rows by what they
// price.
func Changes(older, newer *Catalog) []*Change {
	var all []*Change
	diff(older.Models, newer.Models, func(m *Model) string {
		return m.Name
	}, func(was, is *Model) {
		if was == nil {
			all = append(all, &Change{Kind: NewModel, Model: is})
		} else if is == nil {
			all = append(all, &Change{Kind: GoneModel, Model: was})
		} else if !reflect.DeepEqual(was.VideoModel, is.VideoModel) { // most are the same
			all = append(append(all, priceChanges(was, is)...), factChanges(was, is)...)
		}
	})
	return all
}

// diff visits the elements of newer in order, each with the one of older that has
// the same key, then those of older only. The one that is missing is zero.
func diff[T any](older, newer []T, key func(T) string, visit func(was, is T)) {
	before := map[string]T{}
	seen := map[string]bool{}
	for _, e := range older {
		before[key(e)] = e
	}
	for _, e := range newer {
		seen[key(e)] = true
		visit(before[key(e)], e)
	}
	for _, e := range older {
		if !seen[key(e)] {
			var none T
			visit(e, none)
		}
	}
}

func factChanges(old, now *Model) []*Change {
	var all []*Change
	// an undocumented member may have the path of a documented one
	key := func(f Fact) string { return fmt.Sprint(f.Path, f.Extra) }
	worded := hasTexts(old)
	diff(Facts(old.VideoModel), Facts(now.VideoModel), key, func(was, is Fact) {
		if is.Path == "" {
			is = was
			is.Values = nil
		}
		c := &Change{
			Kind:   FactChanged,
			Model:  now,
			Before: was,
			After:  is,
		}
		if slices.Equal(was.keys(), is.keys()) ||
			!worded && slices.Contains([]string{"label", "description", "tags"}, is.Path) {
			return
		} else if is.Path == "creditsScope" {
			c.Kind = ScopeChanged
		} else if is.Limit() {
			c.Kind = LimitChanged
		}
		all = append(all, c)
	})
	return all
}

// hasTexts reports whether a model has texts. Those in the language of the newer snapshot
// may be unknown.
func hasTexts(m *Model) bool {
	return m.Label.Or("") != "" || m.Description.Or("") != "" || len(m.Tags) > 0
}

func priceChanges(old, now *Model) []*Change {
	var all []*Change
	key := func(r *Row) string { return r.Key }
	diff(filter(old.Rows, (*Row).Priced), filter(now.Rows, (*Row).Priced), key, func(was, is *Row) {
		c := &Change{Model: now, Old: was, New: is}
		before := priceOf(was)
		after := priceOf(is)
		switch {
		case was == nil || is != nil && !before.IsSet() && after.IsSet():
			c.Kind = NewPrice
		case is == nil || before.IsSet() && !after.IsSet():
			c.Kind = GonePrice
		case old.Scope == now.Scope && after.Cmp(before) > 0:
			c.Kind = Dearer
		case old.Scope == now.Scope && after.Cmp(before) < 0:
			c.Kind = Cheaper
		default:
			return
		}
		all = append(all, c)
	})
	return all
}

// priceOf is the price of a row that may be missing.
func priceOf(r *Row) api.Number {
	if r == nil {
		return api.Number{}
	}
	return r.PriceOrRate()
}

// keys returns the values for comparison: in any order, and 5.0 as 5.
func (f Fact) keys() []string {
	keys := slices.Clone(f.Values)
	for i, v := range keys {
		n, err := api.ParseNumber(v)
		if err == nil && Exact(n).IsSet() {
			keys[i] = n.Round(6).String()
		}
	}
	slices.Sort(keys)
	return keys
}
