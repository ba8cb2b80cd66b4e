package quote

import "math/big"

// measureKind is what a number with its unit says in a question.
type measureKind uint8

const (
	noMeasure measureKind = iota
	seconds
	clips
	resolution
	aspect
	bare
)

// measure reads a number and its unit: "8s", "20条", "1080p", "1920x1080",
// "9:16", "3x" (and leaves the "8s" of "3x8s"). It returns how many runes they
// take, 0 where no number stands here.
func (p *questionParser) measure() (kind measureKind, value *big.Rat, size int) {
	number, n := p.decimal(0)
	if n == 0 {
		return noMeasure, nil, 0
	}
	after := n + p.blanks(n)
	e, unit := p.words.longest(p.scanner, after, func(c class) bool { return c == classSecond || c == classClip })
	switch {
	case unit > 0 && e.class == classSecond:
		factor, _ := new(big.Rat).SetString(e.value)
		return seconds, factor.Mul(factor, number.value), after + unit
	case unit > 0:
		return clips, number.value, after + unit
	case p.peek(after) == ':' || p.peek(after) == '比':
		next := after + 1 + p.blanks(after+1)
		if _, m := p.decimal(next); m > 0 {
			return aspect, nil, next + m
		}
	case number.han:
		return noMeasure, nil, 0 // a word that begins with a numeral
	case (p.peek(n) == 'p' || p.peek(n) == 'k') && !p.letters(n+1):
		return resolution, nil, n + 1
	case p.peek(after) == 'x':
		return p.product(number, after)
	}
	return bare, nil, n
}

// product reads what stands before and after an "x".
func (p *questionParser) product(number decimalNumber, x int) (measureKind, *big.Rat, int) {
	next := x + 1 + p.blanks(x+1)
	other, m := p.decimal(next)
	hundred := big.NewRat(100, 1)
	switch {
	case m > 0 && number.value.Cmp(hundred) >= 0 && other.value.Cmp(hundred) >= 0:
		return resolution, nil, next + m
	case m > 0 || !isLetter(p.peek(x+1)):
		return clips, number.value, x + 1
	}
	return bare, nil, x
}

// numbered reads a number and its unit into the question.
func (p *questionParser) numbered() bool {
	kind, value, n := p.measure()
	if kind == noMeasure {
		return false
	}
	if kind == bare && len(p.longerTag(n)) > 0 {
		return false
	}
	start, end := p.take(n)
	text := p.src[p.starts[start]:p.starts[end]]
	switch kind {
	case seconds:
		p.setDuration(value, start, end)
	case clips:
		p.setCount(value, start, end)
	case resolution:
		p.setText(&p.question.Resolution, joined(text), start, end)
	case aspect:
		p.setText(&p.question.AspectRatio, ratio(text), start, end)
	case bare:
		p.problems.add(BareNumber, p.scanner, start, end)
	}
	return true
}

// longerTag is a tag of the catalog that begins with the number here.
func (p *questionParser) longerTag(n int) string {
	if e, size := p.words.longest(p.scanner, 0, only(classTag)); size >= n {
		return e.value
	}
	return ""
}

// times reads "x20".
func (p *questionParser) times() bool {
	number, size := p.multiplier()
	if size == 0 {
		if p.peek(0) != 'x' || isLetter(p.peek(1)) {
			return false
		}
		start, end := p.take(1)
		p.problems.add(MissingValue, p.scanner, start, end)
		return true
	}
	after := size + p.blanks(size)
	if _, unit := p.words.longest(p.scanner, after, only(classClip)); unit > 0 {
		size = after + unit
	} else if e, unit := p.words.longest(p.scanner, after, only(classSecond)); unit > 0 && e.value != "" {
		p.take(1) // the "x" of "image2video x 8s" says nothing
		return true
	}
	start, end := p.take(size)
	p.setCount(number.value, start, end)
	return true
}

// joined is the text folded and without blanks.
func joined(text string) string {
	var out []rune
	for _, r := range foldString(text) {
		if !isBlank(r) {
			out = append(out, r)
		}
	}
	return string(out)
}

// ratio writes "9比16" and "9 ： 16" as the catalog does.
func ratio(text string) string {
	var out []rune
	for _, r := range foldString(text) {
		switch {
		case r == '比':
			out = append(out, ':')
		case !isBlank(r):
			out = append(out, r)
		}
	}
	return string(out)
}
