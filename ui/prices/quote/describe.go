package quote

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

// pixels reads "1920x1080" and "16:9".
func (p *fileParser) pixels() bool {
	width, n := p.decimal(0)
	if n == 0 {
		return false
	}
	sign := n + p.blanks(n)
	next := sign + 1 + p.blanks(sign+1)
	height, m := p.decimal(next)
	if m == 0 || width.han {
		return false
	}
	w, h := NewAmount(width.value), NewAmount(height.value)
	switch p.peek(sign) {
	case ':', '比':
		start, end := p.take(next + m)
		p.setAmount(&p.file.AspectRatio, w.Over(h), start, end)
		return true
	case 'x':
		if unit := p.unit(next + m); unit.n > 0 && unit.class != classHeight {
			return false // 3x 14s
		}
		start, end := p.take(next + m)
		p.setAmount(&p.file.Width, w, start, end)
		p.setAmount(&p.file.Height, h, start, end)
		return true
	}
	return false
}

type unit struct {
	entry
	n int // runes from the end of the number, 0 for none
}

// unit finds the unit of a number that ends that far ahead.
func (p *fileParser) unit(at int) unit {
	gap := p.blanks(at)
	e, n := p.words.longest(p.scanner, at+gap, func(c class) bool {
		return c == classSecond || c == classClip || c == classMegabyte || c == classFPS || c == classHeight
	})
	if n == 0 || e.class == classHeight && gap > 0 {
		return unit{}
	}
	return unit{e, gap + n}
}

// number reads a number with its unit: "14s", "30fps", "62MB", "3张", "3x".
func (p *fileParser) number() bool {
	number, n := p.decimal(0)
	if n == 0 {
		return false
	}
	u := p.unit(n)
	after := n + p.blanks(n)
	if kind, size := p.words.longest(p.scanner, after, only(classKind)); size > 0 && after+size >= n+u.n {
		start, end := p.take(after + size)
		p.setKind(Kind(kind.value), start, end)
		p.setCount(number.value, start, end)
		return true
	}
	switch {
	case u.n == 0 && number.han:
		return false
	case u.n == 0 && p.peek(after) == 'x' && !isLetter(p.peek(after+1)):
		start, end := p.take(after + 1)
		p.setCount(number.value, start, end)
		return true
	case u.n == 0:
		start, end := p.take(n)
		p.problems.add(BareNumber, p.scanner, start, end)
		return true
	}
	start, end := p.take(n + u.n)
	value := NewAmount(number.value)
	switch u.class {
	case classSecond:
		p.setAmount(&p.file.Duration, value.Times(factor(u.value)), start, end)
	case classMegabyte:
		p.setAmount(&p.file.SizeMB, value.Times(factor(u.value)), start, end)
	case classFPS:
		p.setAmount(&p.file.FPS, value, start, end)
	case classHeight:
		p.problems.add(NeedPixels, p.scanner, start, end)
	default:
		p.setCount(number.value, start, end)
	}
	return true
}

func factor(text string) Amount {
	r, _ := new(big.Rat).SetString(text)
	return NewAmount(r)
}

// times reads "x3".
func (p *fileParser) times() bool {
	number, n := p.multiplier()
	if n == 0 {
		return false
	}
	start, end := p.take(n)
	p.setCount(number.value, start, end)
	return true
}

// known reads formats, kinds and words that say nothing; of a file's name, as
// in "clip.mp4", the ending.
func (p *fileParser) known() bool {
	if e, n := p.words.longest(p.scanner, 0, func(c class) bool { return c >= classKind }); n > 0 && !p.isName(n) {
		start, end := p.take(n)
		switch e.class {
		case classKind:
			p.setKind(Kind(e.value), start, end)
		case classFormat:
			p.setFormat(string(e.phrase), Kind(e.value), start, end)
		}
		return true
	}
	if p.peek(0) >= utf8.RuneSelf {
		return false
	}
	n := p.word()
	word := string(p.runes[p.pos : p.pos+n])
	i := strings.LastIndexByte(word, '.')
	if i < 0 {
		return false
	}
	ending := []rune(word[i+1:])
	for _, e := range p.words[append(ending, 0)[0]] {
		if e.class == classFormat && string(e.phrase) == string(ending) {
			start, end := p.take(n)
			p.setFormat(string(ending), Kind(e.value), start, end)
			return true
		}
	}
	return false
}

// isName reports whether the phrase of n runes only begins a file's name, as
// the "video" of "video.mp4" does.
func (p *fileParser) isName(n int) bool {
	return n < p.word() && (p.peek(n) == '.' || p.peek(n) == '-' || p.peek(n) == '_')
}

// maxFiles is how many files of one description there can be.
const maxFiles = 1000

func (p *fileParser) setCount(count *big.Rat, start, end int) {
	p.setWhole(&p.file.Count, maxFiles, count, start, end)
}

// setKind lets a word overrule what a format says: a "gif" can be a video.
func (p *fileParser) setKind(kind Kind, start, end int) {
	if p.file.Kind != "" && p.file.Kind != kind && p.file.Format == "" {
		p.problems.add(Twice, p.scanner, start, end)
		return
	}
	p.file.Kind = kind
}

func (p *fileParser) setFormat(name string, kind Kind, start, end int) {
	if p.file.Format != "" && p.file.Format != format(name) {
		p.problems.add(Twice, p.scanner, start, end)
		return
	}
	p.file.Format = format(name)
	if p.file.Kind == "" {
		p.file.Kind = kind
	}
}
