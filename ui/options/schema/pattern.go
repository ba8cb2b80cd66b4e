package schema

import (
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds of one pattern. Time of a match is at most instructions by length.
const (
	maxPattern      = 1_000 // bytes
	maxInstructions = 5_000
)

// pattern is a regular expression of a schema. Schemas mean those of
// JavaScript, of which some (look-ahead, back-references) cannot be matched in
// linear time: such a pattern has no re and matches everything.
type pattern struct {
	src  string
	re   *regexp.Regexp
	tree *syntax.Regexp
	cost int // instructions
}

func (p *pattern) String() string { return p.src }

// MatchString implements the library's Regexp.
func (p *pattern) MatchString(s string) bool { return p.re == nil || p.re.MatchString(s) }

// unicodeEscape is what JavaScript writes for \x{…}.
var unicodeEscape = regexp.MustCompile(`\\u([0-9a-fA-F]{4})`)

// perl is a pattern as Go reads it.
func perl(src string) string { return unicodeEscape.ReplaceAllString(src, `\x{$1}`) }

// parsePattern returns the syntax of a pattern that can be judged here.
func parsePattern(src string) (*syntax.Regexp, int, error) {
	if len(src) > maxPattern {
		return nil, 0, errTooBig
	}
	re, err := syntax.Parse(perl(src), syntax.Perl)
	if err != nil {
		return nil, 0, err
	}
	if weight(re) > maxInstructions {
		return nil, 0, errTooBig
	}
	re = re.Simplify()
	prog, err := syntax.Compile(re)
	if err != nil {
		return nil, 0, err
	}
	return re, len(prog.Inst), nil
}

// weight is about how many instructions a pattern compiles to: repeats are
// written out, and a{999} within b{999} is short to send.
func weight(re *syntax.Regexp) int {
	total := 1 + len(re.Rune)/2
	for _, sub := range re.Sub {
		total += weight(sub)
	}
	if re.Op == syntax.OpRepeat {
		total *= max(re.Min, re.Max, 1)
	}
	return min(total, maxInstructions+1)
}

func newPattern(src string) *pattern {
	p := &pattern{src: src}
	tree, cost, err := parsePattern(src)
	if err != nil {
		return p
	}
	p.tree, p.cost = tree, cost
	p.re, _ = regexp.Compile(perl(src)) // tree.String() takes milliseconds for a negated class
	return p
}

// engine gives the library our patterns, and no error for one it cannot judge.
func engine(src string) (jsonschema.Regexp, error) { return newPattern(src), nil }
