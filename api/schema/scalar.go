package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
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
			patterns = append(patterns, sample(src, 0, nth), sample(src, 1, nth), sample(src, least, nth), sample(src, least+nth, 0), "Aa1!string") // the last for passwords
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
