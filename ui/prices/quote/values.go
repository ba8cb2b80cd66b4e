package quote

import (
	"slices"
	"strings"

	"channeldeck/api"
)

// Values are the values that a catalog uses, in the order of first use and
// without those that differ in case only. They are what filters offer and what
// the parsers understand beyond the word table. A nil *Values is not usable; for
// an empty one call NewValues(nil).
type Values struct {
	Modes, Resolutions, AspectRatios, Tags []string
	Scopes                                 []Scope  // General first, Unstated last
	Durations                              []Amount // seconds, shortest first

	words phrases
}

// NewValues collects the values of the models.
func NewValues(models []api.VideoModel) *Values {
	v := &Values{words: phrases{}}
	var modes, resolutions, aspectRatios, tags set
	scopes, durations := map[Scope]bool{}, map[string]bool{}
	duration := func(n api.Number) {
		if d := AmountOf(n); d.Known() && !durations[d.key()] {
			durations[d.key()] = true
			v.Durations = append(v.Durations, d)
		}
	}
	for i := range models {
		m := &models[i]
		modes.add(m.Modes...)
		resolutions.add(m.Resolutions...)
		aspectRatios.add(m.AspectRatios...)
		tags.add(m.Tags...)
		if scope := ScopeOf(m); !scopes[scope] {
			scopes[scope] = true
			v.Scopes = append(v.Scopes, scope)
		}
		for _, d := range m.Durations {
			duration(d)
		}
		for j := range m.Pricing {
			p := &m.Pricing[j]
			modes.add(p.Mode.Or(""))
			resolutions.add(p.Resolution.Or(""))
			aspectRatios.add(p.AspectRatio.Or(""))
			duration(p.Duration)
		}
	}
	v.Modes, v.Resolutions, v.AspectRatios, v.Tags = modes.list, resolutions.list, aspectRatios.list, tags.list
	slices.SortStableFunc(v.Resolutions, CompareResolutions)
	slices.SortFunc(v.Scopes, compareScopes)
	slices.SortFunc(v.Durations, Amount.Cmp)

	v.fill(models)
	return v
}

// List returns the values of a column, or nil for a column without values.
func (v *Values) List(c Column) []string {
	switch c {
	case ByMode:
		return v.Modes
	case ByResolution:
		return v.Resolutions
	case ByAspectRatio:
		return v.AspectRatios
	case ByTag:
		return v.Tags
	case ByScope:
		list := make([]string, len(v.Scopes))
		for i, s := range v.Scopes {
			list[i] = string(s)
		}
		return list
	}
	return nil
}

// Find returns the catalog's spelling of a value of the column, which may be
// spelled as in a question: i2v, 图生视频, 1080. It reports false for a value that
// the catalog does not use.
func (v *Values) Find(c Column, s string) (string, bool) {
	tokens := tokenize(s)
	spellings := []string{s, foldedText(tokens), s + "p"}
	if m, n := v.words.longest(tokens, fieldClass(string(c))); n > 0 && n == len(tokens) {
		spellings = append(spellings, m.value)
	}
	for _, spelling := range spellings {
		for _, value := range v.List(c) {
			if same(value, spelling) {
				return value, true
			}
		}
	}
	return "", false
}

// fill adds the word table and the catalog's values to the words.
func (v *Values) fill(models []api.VideoModel) {
	for _, e := range wordTable() {
		for _, phrase := range strings.Split(e.phrases, ", ") {
			m := meaning{class: e.class, value: e.value}
			if e.class == wordFormat {
				m = meaning{wordFormat, Format(phrase), Kind(e.value)}
			}
			v.words.add(phrase, m)
		}
	}
	for _, c := range []Column{ByMode, ByResolution, ByAspectRatio, ByScope, ByTag} {
		for _, value := range v.List(c) {
			v.words.add(value, meaning{class: fieldClass(string(c)), value: value})
		}
	}
	var formats set
	for _, kind := range Kinds() {
		for i := range models {
			for _, f := range constraintsOf(&models[i], kind).Formats {
				if f = Format(f); formats.add(f) {
					v.words.add(f, meaning{wordFormat, f, kind})
				}
			}
		}
	}
}

// set keeps texts once, regardless of case, in the order in which they came.
type set struct {
	seen map[string]bool // in lower case
	list []string
}

// add reports whether any of the texts was new. It ignores empty ones.
func (s *set) add(texts ...string) bool {
	added := false
	for _, text := range texts {
		key := lower(text)
		if key == "" || s.seen[key] {
			continue
		}
		if s.seen == nil {
			s.seen = map[string]bool{}
		}
		s.seen[key] = true
		s.list = append(s.list, strings.TrimSpace(text))
		added = true
	}
	return added
}
