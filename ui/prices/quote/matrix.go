package quote

import (
	"slices"
	"strings"

	"channeldeck/api"
)

// Matrix is the prices of one model by mode, resolution and duration. Its axes
// hold what the model lists and what its prices name.
type Matrix struct {
	Modes       []string // "" alone where no price names a mode: it holds for all
	Resolutions []string // smallest first; "" alone likewise
	Durations   []Amount // seconds, shortest first; a last unknown one for prices without

	rows                         []*Row
	modes, resolutions, duration map[string]int // place on the axis by folded name
	cells                        map[cell][]*Row
}

type cell struct{ mode, resolution, duration int }

// all is the place of rows that hold for the whole axis.
const all = -1

// NewMatrix lays out the model's prices.
func NewMatrix(m *api.VideoModel) *Matrix {
	t := &Matrix{rows: rowPointers(rowsOf(m, 0)), cells: map[cell][]*Row{}, duration: map[string]int{}}
	var modes, resolutions set
	modes.add(m.Modes...)
	resolutions.add(m.Resolutions...)
	namesMode, namesResolution := false, false
	for _, r := range t.rows {
		namesMode = modes.add(r.Mode) || namesMode || r.Mode != ""
		namesResolution = resolutions.add(r.Resolution) || namesResolution || r.Resolution != ""
	}
	slices.SortStableFunc(resolutions.list, compareResolutions)
	t.Modes, t.modes = axis(modes.list, namesMode)
	t.Resolutions, t.resolutions = axis(resolutions.list, namesResolution)
	t.layDurations(m)
	for _, r := range t.rows {
		if !r.Priced() {
			continue
		}
		at := cell{place(t.modes, r.Mode), place(t.resolutions, r.Resolution), t.duration[r.Duration.key()]}
		t.cells[at] = append(t.cells[at], r)
	}
	return t
}

// axis is the list and the places on it; one entry for all where no row names
// any.
func axis(list []string, named bool) ([]string, map[string]int) {
	if !named {
		return []string{""}, nil
	}
	places := make(map[string]int, len(list))
	for i, s := range list {
		places[lower(s)] = i
	}
	return list, places
}

func place(places map[string]int, name string) int {
	if i, ok := places[lower(name)]; ok {
		return i
	}
	return all
}

func lower(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func (t *Matrix) layDurations(m *api.VideoModel) {
	durations := durationsOf(t.rows)
	for _, n := range m.Durations {
		if d := AmountOf(n); d.Known() {
			durations = append(durations, d)
		}
	}
	slices.SortFunc(durations, Amount.Cmp)
	t.Durations = slices.CompactFunc(durations, Amount.Equal)
	if slices.ContainsFunc(t.rows, func(r *Row) bool { return r.Priced() && !r.Duration.Known() }) {
		t.Durations = append(t.Durations, Amount{})
	}
	for i, d := range t.Durations {
		t.duration[d.key()] = i
	}
}

// At is the rows that hold at a place on each axis, none where there is no
// price: those for exactly this first, then those for all modes or resolutions.
// More than one row differ in aspect ratio, or contradict each other.
func (t *Matrix) At(mode, resolution, duration int) []*Row {
	var rows []*Row
	seen := [4]cell{{mode, resolution, duration}, {all, resolution, duration}, {mode, all, duration}, {all, all, duration}}
	for i, at := range seen {
		if !slices.Contains(seen[:i], at) {
			rows = append(rows, t.cells[at]...)
		}
	}
	return rows
}

// Find is At by names: "" is for rows that name no mode or resolution, an
// unknown duration for rows without.
func (t *Matrix) Find(mode, resolution string, duration Amount) []*Row {
	d, ok := t.duration[duration.key()]
	if !ok {
		return nil
	}
	return t.At(place(t.modes, mode), place(t.resolutions, resolution), d)
}
