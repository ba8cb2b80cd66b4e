package quote

import (
	"math/big"
	"unicode/utf8"
)

// parser is what reads questions and what reads files have in common.
type parser struct {
	*scanner
	words    lexicon
	problems problems
}

// take moves on by n runes and returns where they stand.
func (p *parser) take(n int) (start, end int) {
	start, p.pos = p.pos, p.pos+n
	return start, p.pos
}

// unknown takes one word, or one character of a script without blanks: what
// follows may be known.
func (p *parser) unknown() {
	n := 1
	if p.peek(0) < utf8.RuneSelf {
		n = max(p.word(), 1)
	}
	start, end := p.take(n)
	p.problems.add(UnknownWord, p.scanner, start, end)
}

// multiplier finds the number of "x20" and how many runes both take, 0 where
// there is none.
func (p *parser) multiplier() (number decimalNumber, size int) {
	if p.peek(0) != 'x' {
		return decimalNumber{}, 0
	}
	at := 1 + p.blanks(1)
	number, n := p.decimal(at)
	if n == 0 {
		return decimalNumber{}, 0
	}
	return number, at + n
}

// setAmount stores what is above 0 and was not said to be another amount before.
func (p *parser) setAmount(field *Amount, value Amount, start, end int) {
	switch {
	case value.Sign() <= 0:
		p.problems.add(OutOfRange, p.scanner, start, end)
	case field.Known() && !field.Equal(value):
		p.problems.add(Twice, p.scanner, start, end)
	default:
		*field = value
	}
}

// setWhole stores a whole number from 1 to most as setAmount does.
func (p *parser) setWhole(field *int, most int64, value *big.Rat, start, end int) {
	n, ok := NewAmount(value).whole(most)
	switch {
	case !ok || n == 0:
		p.problems.add(OutOfRange, p.scanner, start, end)
	case *field != 0 && *field != n:
		p.problems.add(Twice, p.scanner, start, end)
	default:
		*field = n
	}
}
