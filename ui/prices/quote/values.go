package quote

import (
	"slices"
	"strings"

	"channeldeck/api"
)

// Values are the values that a catalog uses, without those that differ in case
// only. They are what filters offer and what the parsers understand beyond the word
// table. A nil *Values is not usable; for an empty one call NewValues(nil).
type Values struct {
	lists map[Column][]string
	words phrases
}

// NewValues collects the values of the models: in the order of first use, but
// resolutions and durations by size, and General before the other scopes.
func NewValues(models []api.VideoModel) *Values {
	v := &Values{lists: map[Column][]string{ByVideo: {string(ByVideo)}, ByAudio: {string(ByAudio)}}, words: phrases{}}
	var modes, resolutions, aspectRatios, tags set
	var scopes []Scope
	var durations []api.Number
	for i := range models {
		m := &models[i]
		modes.add(m.Modes...)
		resolutions.add(m.Resolutions...)
		aspectRatios.add(m.AspectRatios...)
		tags.add(m.Tags...)
		scopes = append(scopes, ScopeOf(m))
		for _, d := range m.Durations {
			durations = append(durations, Exact(d))
		}
		for _, p := range m.Pricing {
			modes.add(p.Mode.Or(""))
			resolutions.add(p.Resolution.Or(""))
			aspectRatios.add(p.AspectRatio.Or(""))
			durations = append(durations, Exact(p.Duration))
		}
	}
	v.lists[ByMode], v.lists[ByResolution], v.lists[ByAspectRatio], v.lists[ByTag] = modes.list, resolutions.list, aspectRatios.list, tags.list
	slices.SortStableFunc(v.lists[ByResolution], CompareResolutions)
	slices.SortFunc(scopes, compareScopes)
	for _, s := range slices.Compact(scopes) {
		v.lists[ByScope] = append(v.lists[ByScope], string(s))
	}
	v.lists[ByDuration] = texts(sorted(durations))
	v.fill(models)
	return v
}

// List returns the values of a column, for durations in seconds.
func (v *Values) List(c Column) []string { return v.lists[c] }

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

// Distinct returns the texts once, regardless of case, in the order in which they
// come, without empty ones.
func Distinct(texts []string) []string {
	var s set
	s.add(texts...)
	return s.list
}

func texts(amounts []api.Number) []string {
	list := make([]string, len(amounts))
	for i, a := range amounts {
		list[i] = a.Round(6).String()
	}
	return list
}
