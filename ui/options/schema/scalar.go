package schema

import (
	"fmt"
	"math/big"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// largest returns the largest value of a keyword that counts, such as minLength.
func largest(parts []*jsonschema.Schema, keyword func(*jsonschema.Schema) *int) int {
	most := 0
	for _, s := range parts {
		if n := keyword(s); n != nil {
			most = max(most, *n)
		}
	}
	return most
}

// texts returns strings to try: a value of the format, a plain word, and the
// shortest match of the pattern, each fitted into the bounds of its length.
func texts(parts []*jsonschema.Schema, nth int) []string {
	least, most := largest(parts, func(s *jsonschema.Schema) *int { return s.MinLength }), maxExampleText
	least = min(least, maxExampleText)
	plain := "string"
	if nth > 0 {
		plain = fmt.Sprint(nth, "-string")
	}
	var formats, patterns []string
	for _, s := range parts {
		if s.MaxLength != nil {
			most = min(most, *s.MaxLength)
		}
		if v := formatted(formatOf(s)); v != "" {
			formats = append(formats, v)
		}
		if s.Pattern != nil {
			src := s.Pattern.String()
			patterns = append(patterns, sample(src, 0), sample(src, 1), sample(src, least), "Aa1!string") // the last for passwords
		}
	}
	all := slices.Concat(formats, []string{plain}, patterns)
	for i, s := range all {
		all[i] = fit(s, least, most)
	}
	return all
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

// formatOf returns the name of a format that is checked, or "".
func formatOf(s *jsonschema.Schema) string {
	if s.Format == nil {
		return ""
	}
	return s.Format.Name
}

// formatted returns a value of a format, or "" for an unknown format. It uses the
// names and addresses that are reserved for documentation.
func formatted(format string) string {
	return map[string]string{
		"date-time": "2026-01-01T01:00:00Z", "date": "2026-01-02", "time": "00:01:00Z", "duration": "P1D",
		"email": "name1@example.com", "hostname": "host1.example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
		"uri": "https://example.com/1", "iri": "https://example.com/1", "uri-template": "https://example.com/1",
		"uri-reference": "https://example.com/1", "iri-reference": "https://example.com/1",
		"uuid": "00000000-0000-4000-8000-000000000001", "json-pointer": "/1", "relative-json-pointer": "1", "regex": "aa",
	}[format]
}

// sample returns a short string for a simple pattern: one that Go's parser reads
// once its lookaheads are left out. Open repetitions are repeated at least
// repeat times. The caller checks the result, which need not match.
func sample(src string, repeat int) string {
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
	writeSample(&b, re, repeat)
	return b.String()
}

func writeSample(b *strings.Builder, re *syntax.Regexp, repeat int) {
	subs, times := re.Sub, 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpAlternate:
		subs = subs[:1]
	case syntax.OpStar:
		times = repeat
	case syntax.OpPlus:
		times = max(repeat, 1)
	case syntax.OpQuest:
		times = 0
	case syntax.OpRepeat:
		if times = max(re.Min, repeat); re.Max >= 0 {
			times = min(times, re.Max)
		}
	}
	for range times {
		for _, sub := range subs {
			if b.Len() < maxExampleText {
				writeSample(b, sub, repeat)
			}
		}
	}
}

// oneOf returns a printable character of a class, given as pairs of first and
// last: a, 0 or A if the class has it.
func oneOf(pairs []rune) rune {
	for _, c := range "a0A" {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] <= c && c <= pairs[i+1] {
				return c
			}
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		for c := pairs[i]; c <= min(pairs[i+1], pairs[i]+1_000); c++ {
			if unicode.IsPrint(c) {
				return c
			}
		}
	}
	return ' '
}

// numbers returns numbers to try: the multiples of the step next to 0 and next to each
// bound, all of them nth steps higher.
func numbers(parts []*jsonschema.Schema, integer bool, nth int) []jsontext.Value {
	step := big.NewRat(1, 1)
	var bounds []*big.Rat
	for _, s := range parts {
		for _, r := range []*big.Rat{s.Minimum, s.ExclusiveMinimum, s.Maximum, s.ExclusiveMaximum} {
			if r != nil {
				bounds = append(bounds, r)
			}
		}
		if s.MultipleOf != nil && (!integer || s.MultipleOf.IsInt()) {
			step = s.MultipleOf
		}
	}
	var tried []*big.Rat
	for _, start := range append([]*big.Rat{new(big.Rat)}, bounds...) {
		steps := new(big.Rat).Quo(start, step)
		floor := new(big.Int).Div(steps.Num(), steps.Denom())
		for _, n := range []int64{0, 1, -1} {
			multiple := new(big.Int).Add(floor, big.NewInt(n+int64(nth)))
			tried = append(tried, new(big.Rat).Mul(new(big.Rat).SetInt(multiple), step))
		}
	}
	if len(bounds) == 2 { // which may be closer than a step
		middle := new(big.Rat).Add(bounds[0], bounds[1])
		tried = append(tried, middle.Quo(middle, big.NewRat(2, 1)))
	}
	var out []jsontext.Value
	for _, r := range tried {
		if literal := jsontext.Value(decimal(r)); computable(string(literal)) {
			out = append(out, literal)
		}
	}
	return out
}
