package quote

import "slices"

// Grid is a model's prices by mode, resolution and duration. Its axes contain
// what the model lists and what its rows name.
type Grid struct {
	Modes       []string // "" alone if no row names a mode
	Resolutions []string // smallest first; "" alone if no row names one
	Durations   []Amount // seconds, shortest first; an unknown one last for rows that apply to any duration

	cells  map[[3]string][]*Row  // by what a row names of mode, resolution and duration
	named  [3]map[[3]string]bool // the keys of cells, cut off after each level
	listed [3]set                // what the model lists on each level
}

// NewGrid returns the grid of the model's prices.
func NewGrid(m *Model) *Grid {
	g := &Grid{cells: map[[3]string][]*Row{}, named: [3]map[[3]string]bool{{}, {}, {}}}
	g.listed[0].add(m.Modes...)
	g.listed[1].add(m.Resolutions...)
	durations := m.listedDurations()
	for _, d := range durations {
		g.listed[2].add(d.key())
	}
	var modes, resolutions set
	for _, r := range filter(m.Rows, (*Row).Priced) {
		modes.add(r.Mode)
		resolutions.add(r.Resolution)
		if r.Duration.Known() || len(m.Durations) == 0 {
			durations = append(durations, r.Duration)
		}
		at := [3]string{lower(r.Mode), lower(r.Resolution), r.Duration.key()}
		g.cells[at] = append(g.cells[at], r)
		g.named[0][[3]string{at[0]}] = true
		g.named[1][[3]string{at[0], at[1]}] = true
		g.named[2][at] = true
	}
	g.Modes, g.Resolutions = axis(m.Modes, modes.list), axis(m.Resolutions, resolutions.list)
	slices.SortStableFunc(g.Resolutions, CompareResolutions)
	slices.SortFunc(durations, Amount.Cmp)
	g.Durations = slices.CompactFunc(durations, func(a, b Amount) bool { return a.Cmp(b) == 0 })
	return g
}

// axis returns the listed and the named values, or "" alone if none is named.
func axis(listed, named []string) []string {
	if len(named) == 0 {
		return []string{""}
	}
	var all set
	all.add(listed...)
	all.add(named...)
	return all.list
}

// At returns the rows that apply by the price rule. "" and an unknown duration
// select the rows that name none. Several rows differ in aspect ratio, or
// contradict each other.
func (g *Grid) At(mode, resolution string, d Amount) []*Row {
	var at [3]string
	for i, want := range [3]string{lower(mode), lower(resolution), d.key()} {
		at[i] = want
		if g.named[i][at] {
			continue
		}
		if at[i] = ""; len(g.listed[i].list) > 0 && want != "" && !g.listed[i].seen[want] {
			return nil
		}
	}
	return g.cells[at]
}
