package quote

import (
	"slices"
	"strings"

	"channeldeck/api"
)

// Vocabulary is every value that a catalog uses, in the order of first use and
// without what differs only in case: what filters offer, and what the parsers
// know beyond the usual words. A nil Vocabulary is no use; make an empty one
// with NewVocabulary(nil).
type Vocabulary struct {
	Modes, Resolutions, AspectRatios, Tags []string
	Scopes                                 []Scope  // General first, Unstated last
	Durations                              []Amount // seconds, shortest first

	questions, files lexicon
}

// NewVocabulary collects the values of the models.
func NewVocabulary(models []api.VideoModel) *Vocabulary {
	v := &Vocabulary{questions: lexicon{}, files: lexicon{}}
	v.files.addFileWords() // first: what a catalog adds does not change their meaning
	scopes := map[Scope]bool{}
	var modes, resolutions, aspects, tags, durations, formats set
	for i := range models {
		m := &models[i]
		modes.add(m.Modes...)
		resolutions.add(m.Resolutions...)
		aspects.add(m.AspectRatios...)
		tags.add(m.Tags...)
		if scope := ScopeOf(m); !scopes[scope] {
			scopes[scope] = true
			v.Scopes = append(v.Scopes, scope)
		}
		for _, d := range m.Durations {
			v.addDuration(&durations, AmountOf(d))
		}
		for j := range m.Pricing {
			p := &m.Pricing[j]
			modes.add(p.Mode.Or(""))
			resolutions.add(p.Resolution.Or(""))
			aspects.add(p.AspectRatio.Or(""))
			v.addDuration(&durations, AmountOf(p.Duration))
		}
		for _, kind := range Kinds() {
			for _, f := range constraintsOf(m, kind).Formats {
				if f = format(f); formats.add(f) {
					v.files.add(classFormat, string(kind), f)
				}
			}
		}
	}
	v.Modes, v.Resolutions, v.AspectRatios, v.Tags = modes.list, resolutions.list, aspects.list, tags.list
	slices.SortStableFunc(v.Resolutions, CompareResolutions)
	slices.SortFunc(v.Scopes, compareScopes)
	slices.SortFunc(v.Durations, Amount.Cmp)
	v.teach()
	return v
}

// teach fills the lexicon of questions.
func (v *Vocabulary) teach() {
	v.questions.addQuestionWords()
	for _, s := range v.Modes {
		v.questions.add(classMode, s, s)
	}
	for _, s := range v.Resolutions {
		v.questions.add(classResolution, s, s)
	}
	for _, s := range v.AspectRatios {
		v.questions.add(classAspect, s, s)
	}
	for _, s := range v.Scopes {
		v.questions.add(classScope, string(s), string(s))
	}
	for _, s := range v.Tags {
		v.questions.add(classTag, s, s)
	}
}

func (v *Vocabulary) addDuration(seen *set, d Amount) {
	if d.Known() && seen.add(d.key()) {
		v.Durations = append(v.Durations, d)
	}
}

// set keeps texts once, without regard to case, in the order they came.
type set struct {
	seen map[string]bool
	list []string
}

// add reports whether any of the texts was new. Empty ones are left out.
func (s *set) add(texts ...string) bool {
	added := false
	for _, text := range texts {
		text = strings.TrimSpace(text)
		key := strings.ToLower(text)
		if text == "" || s.seen[key] {
			continue
		}
		if s.seen == nil {
			s.seen = map[string]bool{}
		}
		s.seen[key] = true
		s.list = append(s.list, text)
		added = true
	}
	return added
}
