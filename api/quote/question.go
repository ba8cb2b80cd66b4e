package quote

import (
	"strconv"
	"strings"

	"channeldeck/api"
)

// Question describes the clips that a user wants to make: their number, and a filter.
type Question struct {
	Filter
	Count int // clips; below 1 counts as 1
}

// Clips returns the number of clips, at least 1.
func (q Question) Clips() int { return max(q.Count, 1) }

// IsZero reports whether the question asks for nothing.
func (q Question) IsZero() bool { return q == Question{} }

// Facets returns the columns that a filter can name, in the order of its text.
func Facets() []Column {
	return []Column{
		ByDuration, ByResolution, ByMode, ByAspectRatio, ByTag, ByScope, ByVideo, ByAudio, ByName,
	}
}

// Rankings returns the columns by which a quote can be ranked.
func Rankings() []Column {
	return []Column{ByPrice, ByPerSecond, ByDiscount, ByName}
}

// Flag returns the name of the column as a field of a question, as a flag of the
// prices command and as a value of its flag for sorting.
func (c Column) Flag() string {
	switch c {
	case ByPerSecond:
		return "per-second"
	case ByAspectRatio:
		return "aspect"
	case ByScope:
		return "scope"
	case ByVideo, ByAudio:
		return "accepts"
	}
	return string(c)
}

func (f *Filter) name(c Column) *string {
	switch c {
	case ByName:
		return &f.Model
	case ByMode:
		return &f.Mode
	case ByResolution:
		return &f.Resolution
	case ByAspectRatio:
		return &f.AspectRatio
	case ByTag:
		return &f.Tag
	default:
		return nil
	}
}

// Value returns the value of a column in the filter; ok is false if it has none.
func (f *Filter) Value(c Column) (value string, ok bool) {
	switch c {
	case ByDuration:
		return f.Duration.Round(6).String(), f.Duration.IsSet()
	case ByScope:
		scope, ok := f.Scope.Get()
		return string(scope), ok
	case ByVideo:
		return string(c), f.AcceptsVideo
	case ByAudio:
		return string(c), f.AcceptsAudio
	case ByName, ByMode, ByResolution, ByAspectRatio, ByTag:
		return *f.name(c), *f.name(c) != ""
	}
	return "", false
}

// Set sets or clears the value of a column.
func (f *Filter) Set(c Column, value string, on bool) {
	switch c {
	case ByDuration:
		f.Duration = api.Number{}
		if on && value == "-1" {
			f.Duration = Auto()
		} else if on {
			f.Duration, _ = ParseDuration(value)
		}
	case ByScope:
		f.Scope = (api.Opt[Scope]{})
		if on {
			f.Scope = api.Some(Scope(value))
		}
	case ByVideo:
		f.AcceptsVideo = on
	case ByAudio:
		f.AcceptsAudio = on
	default:
		if *f.name(c) = ""; on {
			*f.name(c) = value
		}
	}
}

// Text returns the question in words that ParseQuestion reads back:
// "8s 1080p image to video x20". label names a value of a column in the user's language.
func (q Question) Text(v *Values, label func(c Column, value string) string) string {
	var words []string
	for _, c := range Facets() {
		value, ok := q.Value(c)
		if !ok {
			continue
		}
		switch c {
		case ByDuration:
			if value += "s"; IsAuto(q.Duration) {
				value = "duration:auto"
			}
		case ByVideo, ByAudio:
			value = c.Flag() + ":" + value
		default:
			var want Question
			want.Set(c, value, true)
			text := label(c, value)
			got, problems := ParseQuestion(text, v)
			if c == ByTag || c == ByScope || got != want ||
				len(problems) > 0 {
				text = c.Flag() + `:"` + value + `"`
			}
			value = text
		}
		words = append(words, value)
	}
	if q.Count > 0 {
		words = append(words, "x"+strconv.Itoa(q.Count))
	}
	return strings.Join(words, " ")
}

// ParseQuestion reads a question such as "8s 1080p image2video x20" or
// "8秒 1080p 图生视频 20条": a list of terms, in any order. Further terms are "9:16",
// "tag:fast", "scope:general", "accepts video" and the name or label of a model. It
// returns what it did not understand as problems.
func ParseQuestion(text string, v *Values) (Question, []Problem) {
	p := newParser(v.words(), false)
	p.parse(text)
	q := Question{Filter: Filter{Duration: p.amounts[ByDuration]}}
	for c, value := range p.names {
		q.Set(c, value, true)
	}
	count, _ := p.amounts[byCount].Int64()
	q.Count = int(count)
	return q, p.problems
}

// ParseDuration reads a duration such as 8, 8s, 1m4s or 1:04, in seconds. It
// returns false and no duration for anything else.
func ParseDuration(s string) (api.Number, bool) {
	q, problems := ParseQuestion("duration:"+s, NewValues(nil))
	if !q.Duration.IsSet() || len(problems) > 0 ||
		q != (Question{Filter: Filter{Duration: q.Duration}}) {
		return api.Number{}, false
	}
	return q.Duration, true
}
