package quote

import (
	"math/big"
	"strconv"
	"strings"

	"channeldeck/api"
)

// Question is what a person wants to make: so many clips, each as the filter
// says.
type Question struct {
	Filter
	Count int // clips; below 1 counts as 1
}

// Clips is the number of clips, at least 1.
func (q Question) Clips() int { return max(q.Count, 1) }

// Text is the question in words that Parse reads back with the same
// vocabulary: "8s 1080p image2video x20".
func (q Question) Text(v *Vocabulary) string {
	var words []string
	name := func(key, value string, got func(Question) string) {
		if value == "" {
			return
		}
		if back, problems := Parse(value, v); len(problems) > 0 || got(back) != value || !back.only(value) {
			value = key + `:"` + value + `"`
		}
		words = append(words, value)
	}
	if d := q.Duration.Text(6); d != "" {
		words = append(words, d+"s")
	}
	name("resolution", q.Resolution, func(q Question) string { return q.Resolution })
	name("mode", q.Mode, func(q Question) string { return q.Mode })
	name("aspect", q.AspectRatio, func(q Question) string { return q.AspectRatio })
	if q.Tag != "" {
		words = append(words, `tag:"`+q.Tag+`"`)
	}
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

// only reports whether the question says the one name and nothing else.
func (q Question) only(name string) bool {
	n := 0
	for _, s := range []string{q.Mode, q.Resolution, q.AspectRatio} {
		if s == name {
			n++
		}
	}
	_, scoped := q.Scope.Get()
	return n == 1 && q.Count == 0 && q.Tag == "" && !q.Duration.Known() && !scoped && !q.AcceptsVideo && !q.AcceptsAudio
}

// Limits of what a question may ask for.
const (
	maxSeconds = 24 * 60 * 60
	maxClips   = 1_000_000_000
)

// Parse reads a question such as "8s 1080p image2video x20" or
// "8秒 1080p 图生视频 20条", in any order. Further words: "9:16", "tag:fast",
// "scope:general", "accepts video". The vocabulary adds the names that the
// catalog uses. What was not understood is told; the rest still holds.
func Parse(text string, v *Vocabulary) (Question, []Problem) {
	var p questionParser
	text = p.problems.limit(text)
	p.scanner, p.words = newScanner(text), v.questions
	for p.skip(); !p.done(); p.skip() {
		if p.keyed() || p.phrased() || p.numbered() || p.times() || p.tagged() {
			continue
		}
		p.unknown()
	}
	return p.question, p.problems
}

type questionParser struct {
	parser
	question Question
}

// skip passes over what stands between words.
func (p *questionParser) skip() {
	for !p.done() && isBreak(p.peek(0)) && !(p.peek(0) == '#' && !isBlank(p.peek(1))) {
		p.pos++
	}
}

// phrased reads the words and names that need no number: modes, resolutions
// and aspect ratios of the catalog, scopes, fillers. Where a number with its
// unit takes more of the text, that is meant.
func (p *questionParser) phrased() bool {
	e, n := p.words.longest(p.scanner, 0, notKey)
	if n == 0 {
		return p.openMode()
	}
	if _, _, size := p.measure(); size > n || size == n && e.class > classAspect {
		return false
	}
	if _, size := p.words.longest(p.scanner, 0, only(classTag)); size > n {
		return false
	}
	start, end := p.take(n)
	switch e.class {
	case classMode:
		p.setText(&p.question.Mode, e.value, start, end)
	case classResolution:
		p.setText(&p.question.Resolution, e.value, start, end)
	case classAspect:
		p.setText(&p.question.AspectRatio, e.value, start, end)
	case classScope:
		p.setScope(Scope(e.value), start, end)
	case classAccepts:
		p.setAccepts(e.value, start, end)
	}
	return true
}

// openMode takes a word such as lf2video for a mode: modes are open.
func (p *questionParser) openMode() bool {
	const suffix = "2video"
	if !isLetter(p.peek(0)) {
		return false
	}
	n := p.word()
	if n <= len(suffix) || string(p.runes[p.pos+n-len(suffix):p.pos+n]) != suffix {
		return false
	}
	start, end := p.take(n)
	p.setText(&p.question.Mode, string(p.runes[start:end]), start, end)
	return true
}

// tagged reads a tag of the catalog that stands without a key.
func (p *questionParser) tagged() bool {
	e, n := p.words.longest(p.scanner, 0, only(classTag))
	if n == 0 {
		return false
	}
	start, end := p.take(n)
	p.setText(&p.question.Tag, e.value, start, end)
	return true
}

func (p *questionParser) setText(field *string, value string, start, end int) {
	if *field != "" && !same(*field, value) {
		p.problems.add(Twice, p.scanner, start, end)
		return
	}
	*field = value
}

func (p *questionParser) setScope(scope Scope, start, end int) {
	if old, ok := p.question.Scope.Get(); ok && old != scope {
		p.problems.add(Twice, p.scanner, start, end)
		return
	}
	p.question.Scope = api.Some(scope)
}

func (p *questionParser) setAccepts(value string, start, end int) {
	switch {
	case same(value, "video") || same(value, "videos") || value == "视频":
		p.question.AcceptsVideo = true
	case same(value, "audio") || same(value, "audios") || value == "音频":
		p.question.AcceptsAudio = true
	default:
		p.problems.add(UnknownWord, p.scanner, start, end)
	}
}

func (p *questionParser) setDuration(seconds *big.Rat, start, end int) {
	d := NewAmount(seconds)
	if d.Cmp(Whole(maxSeconds)) > 0 {
		p.problems.add(OutOfRange, p.scanner, start, end)
		return
	}
	p.setAmount(&p.question.Duration, d, start, end)
}

func (p *questionParser) setCount(count *big.Rat, start, end int) {
	p.setWhole(&p.question.Count, maxClips, count, start, end)
}
