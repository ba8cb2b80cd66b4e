package schema

import (
	"fmt"
	"math/big"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

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
			patterns = append(patterns, sample(src, 0, nth), sample(src, 1, nth), sample(src, least, nth), sample(src, least+nth, 0), "Aa1!string") // the last for passwords
		}
	}
	all := slices.Concat(formats, []string{plain}, patterns)
	for i, s := range all {
		if n := utf8.RuneCountInString(s); n < least {
			s += string([]rune(strings.Repeat("string", least))[:least-n])
		}
		if utf8.RuneCountInString(s) > most {
			s = string([]rune(s)[:most])
		}
		all[i] = s
	}
	return all
}

// numbers returns numbers to try: the multiples of the step next to 0 and next to each
// bound, all of them nth steps higher, and what lies between two bounds.
func numbers(parts []*jsonschema.Schema, integer bool, nth int) (out []jsontext.Value) {
	step, starts := big.NewRat(1, 1), []*big.Rat{new(big.Rat)}
	for _, s := range parts {
		for _, r := range []*big.Rat{s.Minimum, s.ExclusiveMinimum, s.Maximum, s.ExclusiveMaximum} {
			if r != nil {
				starts = append(starts, r)
			}
		}
		if s.MultipleOf != nil && (!integer || s.MultipleOf.IsInt()) {
			step = s.MultipleOf
		}
	}
	add := func(r *big.Rat) {
		if literal := jsontext.Value(decimal(r)); computable(string(literal)) {
			out = append(out, literal)
		}
	}
	for _, start := range starts {
		steps := new(big.Rat).Quo(start, step)
		floor := new(big.Int).Div(steps.Num(), steps.Denom())
		for _, n := range []int64{0, 1, -1} {
			multiple := new(big.Int).Add(floor, big.NewInt(n+int64(nth)))
			add(new(big.Rat).Mul(new(big.Rat).SetInt(multiple), step))
		}
	}
	if len(starts) == 3 {
		middle := new(big.Rat).Add(starts[1], starts[2])
		add(middle.Quo(middle, big.NewRat(2, 1)))
	}
	return out
}

// sample returns a short string for a simple pattern: one that Go's parser reads
// once its lookaheads are left out. Open repetitions are repeated at least repeat
// times, and a higher nth asks for other characters. The caller checks the result,
// which need not match.
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
	subs, times := re.Sub, 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteString(oneOf(re, nth))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte("abcdefghijklmnopqrstuvwxyz"[nth%26])
	case syntax.OpAlternate:
		subs = subs[nth%len(subs):][:1]
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
				writeSample(b, sub, repeat, nth)
			}
		}
	}
}

// oneOf returns a character of a class; a higher nth asks for another one.
func oneOf(class *syntax.Regexp, nth int) string {
	re := regexp.MustCompile(class.String())
	all := re.FindAllString("a0Abcdefghijklmnopqrstuvwxyz123456789BCDEFGHIJKLMNOPQRSTUVWXYZ-_. ", -1)
	if all == nil {
		return string(class.Rune[0])
	}
	return all[nth%len(all)]
}
