package works

import (
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// MaxCompared is the number of works that are compared at most.
const MaxCompared = 5

// Comparison is one metric of the works at one time or age.
type Comparison struct {
	At     time.Time
	Age    string          // of the works, in place of a time; else ""
	Values []api.Number    // of the works A, B and so on; unset before the first snapshot
	Lags   []time.Duration // since the snapshots with these values
}

// Value is that of a work, unset for a work that is not compared.
func (r *Comparison) Value(i int) (unset api.Number) {
	if i < len(r.Values) {
		return r.Values[i]
	}
	return unset
}

// Differences is the number of works whose values can be compared with that of A.
func (r *Comparison) Differences() (n int) {
	if !r.Value(0).IsSet() {
		return 0
	}
	for _, value := range r.Values[1:] {
		if value.IsSet() {
			n++
		}
	}
	return n
}

// Sign is the letter of a work that is compared.
func Sign(i int) string { return string(rune('A' + i)) }

// Comparisons returns the resource of comparisons, by which they are shown, copied and exported.
func Comparisons(v *resource.View) *resource.Resource[*Comparison] {
	f := Figures{v}
	when := resource.Text[*Comparison]("at", 110, 0, 19, theme.Plain, nil)
	when.Pinned = true
	when.Of = func(r *Comparison) resource.Value {
		if r.Age != "" {
			return resource.TextValue(r.Age)
		}
		return resource.RecordedTime(r.At)
	}
	when.Write = v.TimeText
	when.Order = resource.ByFunc(
		func(r *Comparison) (time.Time, bool) { return r.At, true },
		time.Time.Compare,
	)
	r := &resource.Resource[*Comparison]{
		Name:    "works.compare",
		ID:      func(r *Comparison) string { return when.CellOf(r).Text },
		Key:     func(r *Comparison) string { return r.At.String() },
		Columns: []resource.Column[*Comparison]{when},
	}
	var changes []resource.Column[*Comparison]
	for i := range MaxCompared {
		value := resource.Number(
			strings.ToLower(Sign(i)),
			100-i,
			numberWidth,
			f.Exact,
			func(r *Comparison) api.Number { return r.Value(i) },
		)
		value.Title = Sign(i)
		r.Columns = append(r.Columns, value)
		if i > 0 {
			change := changeColumn(
				f,
				value.ID+"MinusA",
				90-i,
				func(r *Comparison) api.Number {
					return r.Value(i).Sub(r.Value(0))
				},
			)
			change.Title = Sign(i) + " − A"
			changes = append(changes, change)
		}
	}
	lags := resource.Column[*Comparison]{
		ID:       "snapshots",
		Min:      12,
		Max:      80,
		Priority: 60,
		Unsorted: true,
		Short:    func(cell string, _ int) string { return cell },
		Brief: func(r *Comparison, _ int) string {
			return f.lags(r, v.Words.Age)
		},
		Of: func(r *Comparison) resource.Value {
			lags := f.lags(r, v.Words.ExactDuration)
			if lags == "" {
				return resource.Blank() // a dash would be unknown
			}
			return resource.TextValue(lags).Toned(theme.Muted)
		},
	}
	r.Columns = append(append(r.Columns, changes...), lags)
	var names []string
	for _, c := range r.Columns[:len(r.Columns)-1] {
		names = append(names, c.ID)
	}
	slices.Sort(names)
	r.Fields = resource.OfColumns[any](resource.OrMissing, names...) // numbers, and a time or an age
	return r
}

// lags says how long before the time or age of the row the snapshots were taken: "B 6h earlier".
func (f Figures) lags(r *Comparison, span func(time.Duration) string) string {
	var all []string
	for i, lag := range r.Lags {
		if lag > 0 {
			all = append(
				all,
				f.View.Words.T("works.lag", "Work", Sign(i), "Span", span(lag)),
			)
		}
	}
	return f.View.Words.List(all)
}
