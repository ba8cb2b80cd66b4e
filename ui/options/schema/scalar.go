package schema

import (
	"fmt"
	"math/big"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// count returns the largest of a counting keyword, such as minLength.
func count(parts []*node, keyword string) int {
	most := 0
	for _, n := range parts {
		if r := rational(n.get(keyword)); r != nil {
			f, _ := r.Float64()
			most = max(most, int(min(f, 1<<30)))
		}
	}
	return most
}

// texts returns strings to try: a value of the format, a plain word, and the
// shortest match of the pattern, each fitted into the bounds of its length.
func texts(parts []*node, nth int) []string {
	least, most := min(count(parts, "minLength"), maxExampleText), maxExampleText
	var raw []string
	for _, n := range parts {
		if n.get("maxLength") != nil {
			most = min(most, count([]*node{n}, "maxLength"))
		}
		if s := formatted(n.text("format"), nth); s != "" {
			raw = append(raw, s)
		}
	}
	if nth > 0 {
		raw = append(raw, fmt.Sprint(nth, "-string"))
	} else {
		raw = append(raw, "string")
	}
	for _, n := range parts {
		if src := n.text("pattern"); src != "" {
			raw = append(raw, sample(src, 0, nth), sample(src, 1, nth), sample(src, least, nth), "Aa1!string") // the last for passwords
		}
	}
	for i, s := range raw {
		raw[i] = fit(s, least, most)
	}
	return raw
}

// fit repeats or cuts a string to a length within bounds.
func fit(s string, least, most int) string {
	if n := utf8.RuneCountInString(s); n < least {
		s += string([]rune(strings.Repeat("string", least))[:least-n])
	}
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most])
	}
	return s
}

// formatted returns the nth value of a format, or "" for an unknown format. It
// uses the names and addresses that are reserved for documentation.
func formatted(format string, nth int) string {
	n := nth + 1
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

// sample returns a short string for a simple pattern: one that Go's parser reads
// once its lookaheads are left out. Open repetitions are repeated at least
// repeat times; nth varies characters and alternatives. The caller checks the
// result, which need not match.
func sample(src string, repeat, nth int) string {
	for _, rule := range [][2]string{
		{`\(\?[=!][^()]*\)`, ``},
		{`\\u([0-9a-fA-F]{4})`, `\x{$1}`},
		{`\{(\d+),\d{4,}\}`, `{$1,}`}, // Go repeats at most 1000 times
		{`\\_`, `_`},
	} {
		src = regexp.MustCompile(rule[0]).ReplaceAllString(src, rule[1])
	}
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	writeSample(&b, re, repeat, nth)
	return b.String()
}

func writeSample(b *strings.Builder, re *syntax.Regexp, repeat, nth int) {
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
		return
	case syntax.OpCharClass:
		b.WriteRune(oneOf(re.Rune, nth))
		return
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(rune('a' + nth%26))
		return
	case syntax.OpAlternate:
		writeSample(b, re.Sub[nth%len(re.Sub)], repeat, nth)
		return
	case syntax.OpStar:
		times = repeat
	case syntax.OpPlus:
		times = max(repeat, 1)
	case syntax.OpQuest:
		times = 0
	case syntax.OpRepeat:
		if times = re.Min; re.Max < 0 || re.Max > re.Min {
			times = max(re.Min, repeat)
			if re.Max > 0 {
				times = min(times, re.Max)
			}
		}
	}
	for range times {
		for _, sub := range re.Sub {
			if b.Len() < maxExampleText {
				writeSample(b, sub, repeat, nth)
			}
		}
	}
}

// oneOf returns the nth printable character of a class, given as pairs of first
// and last. It prefers a, 0 and A.
func oneOf(pairs []rune, nth int) rune {
	var found []rune
	for _, c := range "a0A" {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] <= c && c <= pairs[i+1] {
				found = append(found, c)
			}
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		for c := pairs[i]; c <= pairs[i+1] && c < pairs[i]+1_000 && len(found) <= nth; c++ {
			if unicode.IsPrint(c) && !strings.ContainsRune("a0A", c) {
				found = append(found, c)
			}
		}
	}
	if len(found) == 0 {
		return ' '
	}
	return found[nth%len(found)]
}

// rational returns the value of a number, or nil.
func rational(n *node) *big.Rat {
	if n == nil || n.kind != '0' {
		return nil
	}
	r, _ := new(big.Rat).SetString(n.raw)
	return r
}

// number returns 0 or the multiple of the step nearest to it within the bounds,
// and from there on the nth multiple.
func number(parts []*node, integer bool, nth int) *node {
	var low, high, step *big.Rat
	var lowOpen, highOpen bool
	for _, n := range parts {
		for _, keyword := range []string{"minimum", "exclusiveMinimum"} {
			if r := rational(n.get(keyword)); r != nil && (low == nil || r.Cmp(low) >= 0) {
				low, lowOpen = r, keyword != "minimum" || n.get("exclusiveMinimum").isTrue()
			}
		}
		for _, keyword := range []string{"maximum", "exclusiveMaximum"} {
			if r := rational(n.get(keyword)); r != nil && (high == nil || r.Cmp(high) <= 0) {
				high, highOpen = r, keyword != "maximum" || n.get("exclusiveMaximum").isTrue()
			}
		}
		if r := rational(n.get("multipleOf")); r != nil && r.Sign() > 0 {
			step = r
		}
	}
	if step == nil || integer && !step.IsInt() {
		step = big.NewRat(1, 1)
		if !integer && low != nil && high != nil { // a step that fits at least twice into the bounds
			if width := new(big.Rat).Sub(high, low); width.Sign() > 0 && width.Cmp(big.NewRat(2, 1)) < 0 {
				step = width.Mul(width, big.NewRat(1, 4))
			}
		}
	}
	at := new(big.Rat) // in steps
	direction := big.NewRat(1, 1)
	switch {
	case low != nil && (low.Sign() > 0 || low.Sign() == 0 && lowOpen):
		at = whole(new(big.Rat).Quo(low, step), lowOpen)
	case high != nil && (high.Sign() < 0 || high.Sign() == 0 && highOpen):
		at = whole(new(big.Rat).Neg(new(big.Rat).Quo(high, step)), highOpen)
		at.Neg(at)
		direction.Neg(direction)
	}
	at.Add(at, direction.Mul(direction, big.NewRat(int64(nth), 1)))
	literal := decimal(at.Mul(at, step))
	if strings.Contains(literal, "/") || !exact(literal) {
		return newNumber("0")
	}
	return newNumber(literal)
}

// whole rounds up to an integer, to the next one if open.
func whole(r *big.Rat, open bool) *big.Rat {
	floor := new(big.Int).Div(r.Num(), r.Denom())
	if open || !r.IsInt() {
		floor.Add(floor, big.NewInt(1))
	}
	return new(big.Rat).SetInt(floor)
}
