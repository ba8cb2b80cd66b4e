package schema

import (
	"fmt"
	"iter"
	"math/big"
	"strings"
	"unicode/utf8"
)

// texts are the strings to try, the most telling first.
func (b *builder) texts(parts []*node, at place) iter.Seq2[string, *Problem] {
	return func(yield func(string, *Problem) bool) {
		least, most := 0, -1
		var formats, patterns []string
		for _, n := range parts {
			least = max(least, atLeast(n, "minLength"))
			if r := rational(n.get("maxLength")); r != nil && r.Sign() >= 0 {
				if limit := atLeast(n, "maxLength"); most < 0 || limit < most {
					most = limit
				}
			}
			if f := n.text("format"); f != "" {
				formats = append(formats, f)
			}
			if p := n.text("pattern"); p != "" {
				patterns = append(patterns, p)
			}
		}
		if least > maxExampleText {
			yield("", at.problem(TooLong, maxExampleText))
			return
		}
		// A text of a format is as likely what a pattern beside it asks for.
		for _, f := range formats {
			if s := ofFormat(f, at.variant); s != "" {
				if !yield(s, nil) || !yield(fill(s, least, most, "a"), nil) {
					return
				}
			}
		}
		word := "string"
		if at.variant > 0 {
			word = fmt.Sprintf("%d-string", at.variant)
		}
		if !yield(fill(word, least, most, word), nil) {
			return
		}
		for _, src := range patterns {
			if !b.work.spend(100 + least) {
				return
			}
			if s, ok := b.pattern(src).atLeast(least, at.variant); ok {
				if !yield(s, nil) || !yield(fill(s, least, most, "a"), nil) {
					return
				}
			}
		}
	}
}

// fill makes a text of a length in bounds; most is -1 where there is none.
func fill(s string, least, most int, with string) string {
	if missing := least - utf8.RuneCountInString(s); missing > 0 {
		s += strings.Repeat(with, 1+missing/utf8.RuneCountInString(with))
		s = string([]rune(s)[:least])
	}
	if most >= 0 && utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most])
	}
	return s
}

// ofFormat is a text of a format, "" where the format is not known. Names are
// those that are kept for examples.
func ofFormat(format string, variant int) string {
	n := variant + 1
	switch format {
	case "date-time":
		return fmt.Sprintf("2026-01-%02dT%02d:00:00Z", 1+n/24%28, n%24)
	case "date":
		return fmt.Sprintf("%04d-01-%02d", 2026+n/28, 1+n%28)
	case "time":
		return fmt.Sprintf("%02d:%02d:00Z", n/60%24, n%60)
	case "duration":
		return fmt.Sprintf("P%dD", n)
	case "email", "idn-email":
		return fmt.Sprintf("name%d@example.com", n)
	case "hostname", "idn-hostname":
		return fmt.Sprintf("host%d.example.com", n)
	case "ipv4":
		return fmt.Sprintf("192.0.2.%d", n%256)
	case "ipv6":
		return fmt.Sprintf("2001:db8::%x", n%0x10000)
	case "uri", "iri", "url", "uri-reference", "iri-reference", "uri-template":
		return fmt.Sprintf("https://example.com/%d", n)
	case "uuid":
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	case "json-pointer":
		return fmt.Sprintf("/%d", n)
	case "relative-json-pointer":
		return fmt.Sprint(n)
	case "regex":
		return strings.Repeat("a", 1+n%100)
	}
	return ""
}

// rational is the number at a node, nil where there is none.
func rational(n *node) *big.Rat {
	if n == nil || n.kind != '0' {
		return nil
	}
	r, _ := new(big.Rat).SetString(string(n.raw))
	return r
}

// interval is what some schemas say about a number together.
type interval struct {
	low, high         *big.Rat // nil is no bound
	lowOpen, highOpen bool     // the bound itself does not fit
	step              *big.Rat // multiples of it fit; nil is any
}

func intervalOf(parts []*node, integer bool) interval {
	var in interval
	if integer {
		in.step = big.NewRat(1, 1)
	}
	for _, n := range parts {
		in.above(rational(n.get("minimum")), n.get("exclusiveMinimum").isTrue())
		in.above(rational(n.get("exclusiveMinimum")), true)
		in.below(rational(n.get("maximum")), n.get("exclusiveMaximum").isTrue())
		in.below(rational(n.get("exclusiveMaximum")), true)
		if m := rational(n.get("multipleOf")); m != nil && m.Sign() > 0 {
			if in.step == nil {
				in.step = m
			} else {
				in.step = leastMultiple(in.step, m)
			}
		}
	}
	return in
}

func (n *node) isTrue() bool { return n != nil && n.kind == 't' }

func (in *interval) above(r *big.Rat, open bool) {
	if r != nil && (in.low == nil || r.Cmp(in.low) > 0 || r.Cmp(in.low) == 0 && open) {
		in.low, in.lowOpen = r, open
	}
}

func (in *interval) below(r *big.Rat, open bool) {
	if r != nil && (in.high == nil || r.Cmp(in.high) < 0 || r.Cmp(in.high) == 0 && open) {
		in.high, in.highOpen = r, open
	}
}

func (in *interval) holds(r *big.Rat) bool {
	if in.low != nil && (r.Cmp(in.low) < 0 || in.lowOpen && r.Cmp(in.low) == 0) {
		return false
	}
	return in.high == nil || r.Cmp(in.high) < 0 || !in.highOpen && r.Cmp(in.high) == 0
}

// leastMultiple is the least common multiple of two positive fractions.
func leastMultiple(a, b *big.Rat) *big.Rat {
	gcd := func(x, y *big.Int) *big.Int { return new(big.Int).GCD(nil, nil, x, y) }
	num := new(big.Int).Mul(a.Num(), b.Num())
	num.Quo(num, gcd(a.Num(), b.Num()))
	return new(big.Rat).SetFrac(num, gcd(a.Denom(), b.Denom()))
}

// number is the number nearest to 0 within the bounds; of a variant, that many
// steps further.
func number(parts []*node, integer bool, at place) (*node, *Problem) {
	in := intervalOf(parts, integer)
	one := big.NewRat(1, 1)
	by := in.step
	if by == nil {
		by = one
	}
	r := new(big.Rat)
	switch {
	case in.holds(r):
	case in.low != nil && in.low.Sign() >= 0:
		r = in.from(in.low, in.lowOpen, by, 1)
	case in.high != nil:
		r = in.from(in.high, in.highOpen, by, -1)
	}
	shifted := new(big.Rat).Mul(by, big.NewRat(int64(at.variant), 1))
	if further := new(big.Rat).Add(r, shifted); in.holds(further) {
		r = further
	} else {
		r.Sub(r, shifted)
	}
	if literal := decimal(r); !strings.Contains(literal, "/") && exact([]byte(literal)) {
		return newNumber(literal), nil
	}
	return nil, at.problem(NumberSize, maxNumber)
}

// from is the first number from a bound on, in direction 1 or -1.
func (in *interval) from(bound *big.Rat, open bool, by *big.Rat, direction int64) *big.Rat {
	if in.step == nil {
		if !open {
			return new(big.Rat).Set(bound)
		}
		if in.low != nil && in.high != nil {
			return new(big.Rat).Mul(new(big.Rat).Add(in.low, in.high), big.NewRat(1, 2))
		}
		return new(big.Rat).Add(bound, big.NewRat(direction, 1))
	}
	steps := new(big.Rat).Quo(bound, by)
	whole := new(big.Int).Div(steps.Num(), steps.Denom()) // towards less
	if !steps.IsInt() && direction > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	if steps.IsInt() && open {
		whole.Add(whole, big.NewInt(direction))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(whole), by)
}
