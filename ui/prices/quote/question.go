package quote

import (
	"strconv"
	"strings"

	"channeldeck/api"
)

// Question is what a user wants to make: a number of clips that the filter
// describes.
type Question struct {
	Filter
	Count int // clips; below 1 counts as 1
}

// Clips returns the number of clips, at least 1.
func (q Question) Clips() int { return max(q.Count, 1) }

// IsZero reports whether the question asks for nothing.
func (q Question) IsZero() bool { return q == Question{} }

// Text returns the question in words that ParseQuestion reads back:
// "8s 1080p image2video x20".
func (q Question) Text(v *Values) string {
	var words []string
	name := func(field Column, value string, of func(*Question) *string) {
		if value == "" {
			return
		}
		var want Question
		*of(&want) = value
		if got, problems := ParseQuestion(value, v); field == ByTag || got != want || len(problems) > 0 {
			value = string(field) + `:"` + value + `"`
		}
		words = append(words, value)
	}
	if d := q.Duration.Text(6); d != "" {
		words = append(words, d+"s")
	}
	name(ByResolution, q.Resolution, func(q *Question) *string { return &q.Resolution })
	name(ByMode, q.Mode, func(q *Question) *string { return &q.Mode })
	name("aspect", q.AspectRatio, func(q *Question) *string { return &q.AspectRatio })
	name(ByTag, q.Tag, func(q *Question) *string { return &q.Tag })
	if scope, ok := q.Scope.Get(); ok {
		words = append(words, `scope:"`+string(scope)+`"`)
	}
	if q.AcceptsVideo {
		words = append(words, "accepts:video")
	}
	if q.AcceptsAudio {
		words = append(words, "accepts:audio")
	}
	if q.Count > 0 {
		words = append(words, "x"+strconv.Itoa(q.Count))
	}
	return strings.Join(words, " ")
}

// ParseQuestion reads a question such as "8s 1080p image2video x20" or
// "8秒 1080p 图生视频 20条", in any order. Further forms are "9:16", "tag:fast",
// "scope:general" and "accepts video". It returns what it did not understand as
// problems.
func ParseQuestion(text string, v *Values) (Question, []Problem) {
	p := newParser(v, names|wordVideoInput|wordAudioInput|unitSeconds|unitClips|unitLines|unitK)
	p.parse(text)
	q := Question{Filter: Filter{
		Mode: p.names[wordMode], Resolution: p.names[wordResolution], AspectRatio: p.names[wordAspectRatio], Tag: p.names[wordTag],
		Duration: p.figures[unitSeconds], AcceptsVideo: p.names[wordVideoInput] != "", AcceptsAudio: p.names[wordAudioInput] != "",
	}}
	if scope, ok := p.names[wordScope]; ok {
		q.Scope = api.Some(Scope(scope))
	}
	if count := p.figures[unitClips]; count.Known() {
		q.Count = int(count.exact.Num().Int64())
	}
	return q, p.problems
}

// ParseDuration reads a duration such as 8, 8s, 1m4s or 1:04, in seconds.
func ParseDuration(s string) (Amount, bool) {
	q, problems := ParseQuestion("duration:"+s, NewValues(nil))
	return q.Duration, q.Duration.Known() && len(problems) == 0 && q == Question{Filter: Filter{Duration: q.Duration}}
}
