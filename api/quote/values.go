package quote

import (
	"slices"
	"strings"
	"sync"

	"channeldeck/api"
)

// Values are the values that a catalog uses, without those that differ in case only. Filters offer
// them, and the parsers understand them beyond the word table. A nil *Values is not usable; for an
// empty one call NewValues(nil).
type Values struct {
	lists  map[Column][]string
	labels map[string]string  // of models, by name
	words  func() *vocabulary // made at the first question or filter
}

// NewValues collects the values of the models: in the order of
// first use, but resolutions and durations by size, and General before the other
// scopes.
func NewValues(models []api.VideoModel) *Values {
	v := &Values{
		labels: map[string]string{},
		lists:  map[Column][]string{ByVideo: {string(ByVideo)}, ByAudio: {string(ByAudio)}},
	}
	var scopes []Scope
	var durations []api.Number
	add := func(c Column, values ...string) {
		v.lists[c] = append(v.lists[c], values...)
	}
	for i := range models {
		m := &models[i]
		add(ByName, m.Name)
		v.labels[m.Name] = m.Label.Or("")
		add(ByMode, m.Modes...)
		add(ByResolution, m.Resolutions...)
		add(ByAspectRatio, m.AspectRatios...)
		add(ByTag, m.Tags...)
		scopes = append(scopes, scopeOf(m))
		durations = append(durations, m.Durations...)
		for _, p := range m.Pricing {
			add(ByMode, p.Mode.Or(""))
			add(ByResolution, p.Resolution.Or(""))
			add(ByAspectRatio, p.AspectRatio.Or(""))
			durations = append(durations, p.Duration)
		}
	}
	usual := ByResolution.usual(v.lists[ByResolution])
	for c, list := range v.lists {
		v.lists[c] = c.Distinct(list)
	}
	for i, name := range v.lists[ByResolution] {
		v.lists[ByResolution][i] = usual[ByResolution.key(name)]
	}
	slices.SortStableFunc(v.lists[ByResolution], CompareResolutions)
	slices.SortFunc(scopes, CompareScopes)
	for _, s := range slices.Compact(scopes) {
		add(ByScope, string(s))
	}
	add(ByDuration, texts(sorted(durations))...)
	v.words = sync.OnceValue(v.vocabulary)
	return v
}

// usual returns how each value of a list is spelled most often, by its key: 2160p if one row of many has 4k.
func (c Column) usual(list []string) map[string]string {
	keys := map[string]string{} // of spellings
	times := map[string]int{}
	usual := map[string]string{}
	for _, s := range list {
		s = strings.TrimSpace(s)
		key, isKnown := keys[s]
		if !isKnown {
			key = c.key(s)
			keys[s] = key
		}
		times[s]++
		if usual[key] == "" || times[s] > times[usual[key]] {
			usual[key] = s
		}
	}
	return usual
}

// List returns the values of a column, for durations in seconds.
func (v *Values) List(c Column) []string { return v.lists[c] }

// Find returns the catalog's spelling of a value of the column, which may be
// spelled as in a question: i2v, 图生视频, 1080. It reports false for a value that
// the catalog does not use. An exact match comes first: scopes may differ in case only.
func (v *Values) Find(c Column, s string) (string, bool) {
	if slices.Contains(v.List(c), s) {
		return s, true
	}
	spelling := s
	t, ok := v.words().columns[c][folded(s)]
	if ok {
		spelling = t.value
	}
	for _, value := range v.List(c) {
		if c.Same(value, spelling) {
			return value, true
		}
	}
	return "", false
}

// Distinct returns the texts once, regardless of case, in the order in which they
// come, without empty ones.
func Distinct(texts []string) []string { return Column("").Distinct(texts) }

// Distinct is [Distinct] for values of a column, of which several can be one.
func (c Column) Distinct(texts []string) []string {
	seen := map[string]bool{"": true}
	var list []string
	for _, s := range texts {
		if key := c.key(s); !seen[key] {
			seen[key] = true
			list = append(list, strings.TrimSpace(s))
		}
	}
	return list
}

func texts(amounts []api.Number) []string {
	list := make([]string, len(amounts))
	for i, a := range amounts {
		list[i] = a.Round(6).String()
	}
	return list
}
