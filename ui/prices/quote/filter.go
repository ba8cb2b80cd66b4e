package quote

import "channeldeck/api"

// Filter narrows rows. What is empty or unknown does not narrow; what is set
// must hold together. Names are compared without case.
type Filter struct {
	Mode, Resolution, AspectRatio, Tag string

	Duration     Amount         // seconds, exactly
	Scope        api.Opt[Scope] // Some(Unstated) are the models that name none
	AcceptsVideo bool           // only models that are known to take reference videos
	AcceptsAudio bool           // only models that are known to take reference audio
}

// IsZero reports whether the filter lets everything through.
func (f Filter) IsZero() bool {
	_, scoped := f.Scope.Get()
	return f.Mode == "" && f.Resolution == "" && f.AspectRatio == "" && f.Tag == "" &&
		!f.Duration.Known() && !scoped && !f.AcceptsVideo && !f.AcceptsAudio
}

// Match returns the rows that the filter lets through, in the catalog's order.
// A row without a mode passes for each mode of its model, and so for
// resolution and aspect ratio; where the model lists none, it passes too.
func (c *Catalog) Match(f Filter) []*Row {
	if f.IsZero() {
		return c.rows
	}
	var out []*Row
	for i := range c.models {
		m := &c.models[i]
		if m.excluded(&f) != "" {
			continue
		}
		a := m.ask(&f)
		for j := range m.rows {
			if r := &m.rows[j]; a.fits(r) && a.lasts(r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// excluded is the rule by which the model as a whole does not pass, "" if it does.
func (m *model) excluded(f *Filter) Rule {
	scope, scoped := f.Scope.Get()
	switch {
	case scoped && scope != m.scope:
		return OtherScope
	case f.Tag != "" && !contains(m.Tags, f.Tag):
		return NoTag
	case f.AcceptsVideo && m.accepts[1] != Yes:
		return NoVideoInput
	case f.AcceptsAudio && m.accepts[2] != Yes:
		return NoAudioInput
	}
	return ""
}

// listing is how a wanted value stands in a model's list.
type listing uint8

const (
	notAsked listing = iota
	listed
	unlisted // the list is there and lacks it
	noList
)

func listingOf(list []string, want string) listing {
	switch {
	case want == "":
		return notAsked
	case len(list) == 0:
		return noList
	case contains(list, want):
		return listed
	}
	return unlisted
}

// asked is a filter held against one model's lists, once for all its rows.
type asked struct {
	*Filter
	mode, resolution, aspect, duration listing
}

func (m *model) ask(f *Filter) asked {
	a := asked{Filter: f}
	a.mode = listingOf(m.Modes, f.Mode)
	a.resolution = listingOf(m.Resolutions, f.Resolution)
	a.aspect = listingOf(m.AspectRatios, f.AspectRatio)
	if f.Duration.Known() {
		a.duration = unlisted
		if len(m.Durations) == 0 {
			a.duration = noList
		}
		for _, d := range m.Durations {
			if AmountOf(d).Equal(f.Duration) {
				a.duration = listed
			}
		}
	}
	return a
}

// fits reports whether the row holds for what is asked, but for the duration.
func (a *asked) fits(r *Row) bool {
	return facet(r.Mode, a.Mode, a.mode) && facet(r.Resolution, a.Resolution, a.resolution) && facet(r.AspectRatio, a.AspectRatio, a.aspect)
}

func facet(have, want string, l listing) bool {
	switch {
	case l == notAsked:
		return true
	case have != "":
		return same(have, want)
	}
	return l != unlisted
}

// lasts reports whether the row is for exactly the duration asked for. Where a
// model has no prices, its list of durations decides.
func (a *asked) lasts(r *Row) bool {
	switch {
	case a.duration == notAsked:
		return true
	case !r.Priced():
		return a.duration != unlisted
	}
	return r.Duration.Equal(a.Duration)
}
