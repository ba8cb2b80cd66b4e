package quote

import (
	"slices"

	"channeldeck/api"
)

// Axes returns the modes, resolutions and durations for which the model can have
// prices: what it lists and what its rows name. Modes and resolutions are "" alone
// if no row names one; resolutions are in ascending order. Durations are in
// ascending order, an unknown one last if rows apply to any duration.
func (m *Model) Axes() (modes, resolutions []string, durations []api.Number) {
	durations = slices.Clone(m.seconds)
	priced := filter(m.Rows, (*Row).Priced)
	for _, r := range priced {
		if r.Duration.IsSet() || len(m.Durations) == 0 {
			durations = append(durations, r.Duration)
		}
	}
	axis := func(c Column) []string {
		var named []string
		for _, r := range priced {
			named = append(named, r.Text(c))
		}
		if named = Distinct(named); len(named) == 0 {
			return []string{""}
		}
		return Distinct(append(slices.Clone(m.Listed(c)), named...))
	}
	modes, resolutions = axis(ByMode), axis(ByResolution)
	slices.SortStableFunc(resolutions, CompareResolutions)
	slices.SortFunc(durations, CompareNumbers)
	return modes, resolutions, slices.CompactFunc(durations, func(a, b api.Number) bool { return CompareNumbers(a, b) == 0 })
}

// At returns the priced rows that apply by the price rule, of all durations. ""
// selects the rows that name none.
func (m *Model) At(mode, resolution string) []*Row {
	return m.narrow(m.narrow(filter(m.Rows, (*Row).Priced), ByMode, mode), ByResolution, resolution)
}
