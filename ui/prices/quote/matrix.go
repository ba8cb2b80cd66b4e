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

	rows               []*Row
	modes, resolutions axis
	duration           map[string]int // place by key
	cells              map[cell][]*Row
}

// axis is where names stand, folded.
type axis struct {
	place map[string]int // of none, where no row names any
	known map[string]bool
}

// find returns the place of a name, all for rows that name none, and false where
// the model does not have it.
func (a axis) find(name string) (int, bool) {
	i, ok := a.place[lower(name)]
	switch {
	case ok:
		return i, true
	case lower(name) == "" || len(a.known) == 0:
		return all, true
	}
	return all, a.known[lower(name)]
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
	slices.SortStableFunc(resolutions.list, CompareResolutions)
	t.Modes, t.modes = newAxis(modes.list, namesMode)
	t.Resolutions, t.resolutions = newAxis(resolutions.list, namesResolution)
	t.layDurations(m)
	for _, r := range t.rows {
		if !r.Priced() {
			continue
		}
		mode, _ := t.modes.find(r.Mode)
		resolution, _ := t.resolutions.find(r.Resolution)
		at := cell{mode, resolution, t.duration[r.Duration.key()]}
		t.cells[at] = append(t.cells[at], r)
	}
	return t
}

// newAxis is the list and the places on it; one entry for all where no row names
// any.
func newAxis(list []string, named bool) ([]string, axis) {
	a := axis{place: map[string]int{}, known: map[string]bool{}}
	for i, s := range list {
		a.known[lower(s)] = true
		if named {
			a.place[lower(s)] = i
		}
	}
	if !named {
		return []string{""}, a
	}
	return list, a
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
// unknown duration for rows without. There is nothing for what the model does
// not list.
func (t *Matrix) Find(mode, resolution string, duration Amount) []*Row {
	m, hasMode := t.modes.find(mode)
	r, hasResolution := t.resolutions.find(resolution)
	d, hasDuration := t.duration[duration.key()]
	if !hasMode || !hasResolution || !hasDuration {
		return nil
	}
	return t.At(m, r, d)
}
