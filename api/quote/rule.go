package quote

import (
	"slices"

	"channeldeck/api"
	"channeldeck/api/media"
)

// Filter narrows rows. Zero fields do not narrow; the others must all hold.
// Names are compared without case.
type Filter struct {
	Model, Mode, Resolution, AspectRatio, Tag string

	Duration     api.Number     // seconds
	Scope        api.Opt[Scope] // Some(Unstated) selects the models without a creditsScope
	AcceptsVideo bool           // only models known to accept reference videos
	AcceptsAudio bool           // only models known to accept reference audio
}

// Match returns the rows that apply to what the filter names, in the catalog's
// order.
func (c *Catalog) Match(f Filter) []*Row {
	if f == (Filter{}) {
		return c.rows
	}
	var rows []*Row
	for _, m := range c.Models {
		rows = append(rows, m.Match(&f)...)
	}
	return rows
}

// Match returns the rows of the model that apply to what the filter names.
func (m *Model) Match(f *Filter) []*Row {
	if m.excluded(f) != "" {
		return nil
	}
	rows := m.applicable(f)
	if f.Duration.IsSet() {
		rows = m.Lasting(rows, f.Duration)
	}
	return rows
}

func (m *Model) excluded(f *Filter) Rule {
	scope, scoped := f.Scope.Get()
	if f.Model != "" && !same(f.Model, m.Name) {
		return OtherModel
	}
	if scoped && scope != m.Scope {
		return OtherScope
	}
	if f.Tag != "" && !ByTag.contains(m.Tags, f.Tag) {
		return NoTag
	}
	if f.AcceptsVideo && media.Accepts(m.VideoModel, media.Videos) != media.Yes {
		return NoVideoInput
	}
	if f.AcceptsAudio && media.Accepts(m.VideoModel, media.Audios) != media.Yes {
		return NoAudioInput
	}
	return ""
}

// The price rule. A row that names the requested mode takes precedence, and rows
// without a mode then do not apply to that mode at all; then the same for
// resolution, aspect ratio and duration. A row without a value applies to every
// value that the model lists, or to any value if it lists none.

// facets are the columns that a row of prices names in text.
func facets() []Column { return []Column{ByMode, ByResolution, ByAspectRatio} }

// applicable returns the rows that apply to the filter's mode, resolution and
// aspect ratio, of all durations. Facets that the filter leaves open do not
// narrow.
func (m *Model) applicable(f *Filter) []*Row {
	rows := m.Rows
	for _, c := range facets() {
		if want, ok := f.Value(c); ok {
			rows = m.narrow(rows, c, want)
		}
	}
	return rows
}

// narrow returns the rows that name the wanted value; without such rows, and if the
// model lists the value or lists none, those that name no value.
func (m *Model) narrow(rows []*Row, c Column, want string) []*Row {
	named := filter(rows, func(r *Row) bool { return c.Same(r.Text(c), want) })
	list := m.Listed(c)
	if len(named) > 0 || len(list) > 0 && !c.contains(list, want) {
		return named
	}
	return filter(rows, func(r *Row) bool { return r.Text(c) == "" })
}

// Lasting narrows rows to those that apply to a duration, an unknown one to the
// rows without a duration. A price of a second becomes that of a clip so long.
func (m *Model) Lasting(rows []*Row, d api.Number) []*Row {
	is := func(n api.Number) bool { return equal(n, d) }
	exact := filter(rows, func(r *Row) bool { return is(r.Duration) })
	isUnlisted := d.IsSet() && len(m.seconds) > 0 && !slices.ContainsFunc(m.seconds, is)
	if len(exact) > 0 || isUnlisted {
		return exact
	}
	open := filter(rows, func(r *Row) bool { return !r.Duration.IsSet() })
	for i, r := range open {
		open[i] = r.lasting(d)
	}
	return open
}

func filter(rows []*Row, keep func(*Row) bool) []*Row {
	var kept []*Row
	for _, r := range rows {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// unlisted reports whether the filter names a value that is not in the model's list.
func (m *Model) unlisted(c Column, f *Filter) bool {
	want, ok := f.Value(c)
	list := m.Listed(c)
	return ok && len(list) > 0 && !c.contains(list, want)
}

// Basis is where the duration of an offer comes from.
type Basis string

const (
	Asked        Basis = "asked"
	ModelDefault Basis = "default"  // the model's default
	Shortest     Basis = "shortest" // the shortest one that has a price
	NoDuration   Basis = ""         // neither the question nor the model names one
)

// duration chooses the duration of a request that names none: the model's
// default if any of the rows applies to it, else the shortest that has a price.
func (m *Model) duration(rows []*Row) (api.Number, Basis) {
	d := Exact(m.Defaults.Duration)
	applying := m.Lasting(rows, d)
	open := slices.ContainsFunc(applying, (*Row).ByTime) &&
		IsAuto(d) // how many seconds are paid is unknown
	if (d.Sign() > 0 || IsAuto(d)) && len(applying) > 0 && !open {
		return d, ModelDefault
	}
	if all := m.durations(rows); len(all) > 0 {
		return all[0], Shortest
	}
	return api.Number{}, NoDuration
}

// durations returns the durations for which the rows have a price, shortest first.
func (m *Model) durations(rows []*Row) []api.Number {
	all := slices.Clone(m.seconds)
	for _, r := range rows {
		all = append(all, r.Duration)
	}
	return slices.DeleteFunc(sorted(all), func(d api.Number) bool {
		return !slices.ContainsFunc(m.Lasting(rows, d), func(r *Row) bool {
			return r.Price.IsSet()
		})
	})
}

// sorted sorts durations and drops repeated, unknown and impossible ones. The
// one that the model chooses is the last.
func sorted(all []api.Number) []api.Number {
	all = slices.DeleteFunc(all, func(d api.Number) bool {
		return !Exact(d).IsSet() || d.Sign() <= 0 && !IsAuto(d)
	})
	slices.SortFunc(all, compareDurations)
	return slices.CompactFunc(all, equal)
}

// Axes returns the modes, resolutions and durations for which the model can have
// prices: what it lists and what its rows name. Modes and resolutions are "" alone
// if no row names one; resolutions are in ascending order. Durations are in
// ascending order, an unknown one last if rows apply to any duration.
func (m *Model) Axes() (modes, resolutions []string, durations []api.Number) {
	durations = slices.Clone(m.seconds)
	priced := filter(m.Rows, (*Row).Priced)
	for _, r := range priced {
		if r.Duration.IsSet() || len(m.seconds) == 0 {
			durations = append(durations, r.Duration)
		}
	}
	axis := func(c Column) []string {
		var named []string
		for _, r := range priced {
			named = append(named, r.Text(c))
		}
		if named = c.Distinct(named); len(named) == 0 {
			return []string{""}
		}
		return c.Distinct(append(slices.Clone(m.Listed(c)), named...))
	}
	modes = axis(ByMode)
	resolutions = axis(ByResolution)
	slices.SortStableFunc(resolutions, CompareResolutions)
	slices.SortFunc(durations, compareDurations)
	return modes, resolutions, slices.CompactFunc(durations, func(a, b api.Number) bool {
		return CompareNumbers(a, b) == 0
	})
}

// RowsOf returns the priced rows that apply by the price rule, of all durations. "" selects
// the rows that name no mode or resolution, but those of all aspect ratios.
func (m *Model) RowsOf(mode, resolution, aspectRatio string) []*Row {
	rows := m.narrow(
		m.narrow(filter(m.Rows, (*Row).Priced), ByMode, mode),
		ByResolution,
		resolution,
	)
	if aspectRatio == "" {
		return rows
	}
	return m.narrow(rows, ByAspectRatio, aspectRatio)
}
