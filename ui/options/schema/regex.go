package schema

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// matching is a short text that a pattern matches. Repeat asks for that many
// repetitions more where the pattern leaves them open, variant for another
// text. It returns false where it finds none.
func (p *pattern) matching(repeat, variant int) (string, bool) {
	if p.tree == nil {
		return "", false
	}
	w := &writer{repeat: repeat, variant: variant}
	w.write(p.tree)
	return w.String(), !w.failed
}

// atLeast is a text of that many characters or more that the pattern matches:
// as few more as the repetitions in it allow.
func (p *pattern) atLeast(length, variant int) (string, bool) {
	for repeat := 0; repeat <= length; {
		s, ok := p.matching(repeat, variant)
		if !ok || utf8.RuneCountInString(s) >= length {
			return s, ok
		}
		if repeat < 100 {
			repeat++
		} else {
			repeat *= 2
		}
	}
	return p.matching(0, variant)
}

type writer struct {
	strings.Builder
	repeat, variant int
	failed          bool
}

func (w *writer) write(re *syntax.Regexp) {
	if w.failed || w.Len() > maxExampleText {
		w.failed = true
		return
	}
	switch re.Op {
	case syntax.OpNoMatch:
		w.failed = true
	case syntax.OpLiteral:
		w.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		w.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.WriteRune(rune('a' + w.variant%26))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[w.variant%len(re.Sub)])
	case syntax.OpStar:
		w.times(re.Sub[0], w.repeat)
	case syntax.OpPlus:
		w.times(re.Sub[0], 1+w.repeat)
	case syntax.OpQuest:
		w.times(re.Sub[0], min(w.repeat, 1))
	case syntax.OpRepeat:
		n := re.Min + w.repeat
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		w.times(re.Sub[0], n)
	}
}

func (w *writer) times(re *syntax.Regexp, n int) {
	for range n {
		before := w.Len()
		if w.write(re); w.failed || w.Len() == before {
			return
		}
	}
}

// class writes a character of a class, given as pairs of first and last. The
// variant counts through what is printable in it.
func (w *writer) class(pairs []rune) {
	var found []rune
	for _, c := range "a0A" {
		if within(pairs, c) {
			found = append(found, c)
		}
	}
	for i := 0; i+1 < len(pairs) && len(found) <= w.variant; i += 2 {
		for c := pairs[i]; c <= pairs[i+1] && len(found) <= w.variant; c++ {
			if unicode.IsPrint(c) && !strings.ContainsRune("a0A", c) {
				found = append(found, c)
			} else if c-pairs[i] > 1_000 {
				break
			}
		}
	}
	if len(found) == 0 {
		if len(pairs) == 0 {
			w.failed = true
			return
		}
		found = pairs[:1]
	}
	w.WriteRune(found[w.variant%len(found)])
}

func within(pairs []rune, c rune) bool {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] <= c && c <= pairs[i+1] {
			return true
		}
	}
	return false
}
