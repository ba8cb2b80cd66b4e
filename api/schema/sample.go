package schema

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// firstReference is a private character that stands for the first reference to a group
// of a pattern, which Go's parser does not read; the next one is the second reference.
const firstReference = '\ue000'

// sample returns a short string for a simple pattern: one that Go's parser reads
// once its lookaheads are left out. Open repetitions are repeated at least repeat
// times, and a higher nth asks for other characters. The caller checks the result,
// which need not match.
func sample(src string, repeat, nth int) string {
	s := sampler{repeat: repeat, nth: nth, groups: map[string]string{}}
	escape := regexp.MustCompile(`\\(?:([1-9]\d*)|k<(\w+)>|.)`)
	src = escape.ReplaceAllStringFunc(src, func(e string) string {
		match := escape.FindStringSubmatch(e)
		group := match[1] + match[2]
		if group == "" {
			return e
		}
		s.references = append(s.references, group)
		return string(firstReference + rune(len(s.references)-1))
	})
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
	s.write(re)
	return s.String()
}

// sampler writes a string for a pattern.
type sampler struct {
	strings.Builder
	repeat, nth int
	references  []string          // the groups that are referred to, by number or name
	groups      map[string]string // what the groups so far have matched
}

func (s *sampler) write(re *syntax.Regexp) {
	subs, times, from := re.Sub, 1, s.Len()
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if i := int(r - firstReference); i >= 0 && i < len(s.references) {
				s.WriteString(s.groups[s.references[i]])
			} else {
				s.WriteRune(r)
			}
		}
	case syntax.OpCharClass:
		s.WriteRune(oneOf(re.Rune, s.nth))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		s.WriteByte("abcdefghijklmnopqrstuvwxyz"[s.nth%26])
	case syntax.OpAlternate:
		subs = subs[s.nth%len(subs):][:1]
	case syntax.OpStar:
		times = s.repeat
	case syntax.OpPlus:
		times = max(s.repeat, 1)
	case syntax.OpQuest:
		times = 0
	case syntax.OpRepeat:
		if times = max(re.Min, s.repeat); re.Max >= 0 {
			times = min(times, re.Max)
		}
	}
	for range times {
		for _, sub := range subs {
			if s.Len() < maxExampleText {
				s.write(sub)
			}
		}
	}
	if re.Op == syntax.OpCapture {
		group := s.String()[from:]
		s.groups[strconv.Itoa(re.Cap)], s.groups[re.Name] = group, group
	}
}

// oneOf returns a printable character of a class, given as pairs of first and
// last: a, 0 or A if the class has it. A higher nth asks for another character.
func oneOf(pairs []rune, nth int) rune {
	var all []rune
	for _, c := range "a0A" {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] <= c && c <= pairs[i+1] {
				all = append(all, c)
			}
		}
	}
	for i := 0; i+1 < len(pairs) && len(all) <= nth; i += 2 {
		for c := pairs[i]; c <= min(pairs[i+1], pairs[i]+1_000) && len(all) <= nth; c++ {
			if unicode.IsPrint(c) && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	if all == nil {
		return ' '
	}
	return all[nth%len(all)]
}
