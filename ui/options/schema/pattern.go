package schema

import (
	"fmt"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// Bounds of one pattern. The engine backtracks, so a match is stopped after a while.
const (
	maxPattern     = 4_000 // bytes
	patternTimeout = 100 * time.Millisecond
)

// pattern is a regular expression of a schema, in the syntax of ECMA 262: with
// the u flag, or without it where only that makes the pattern valid.
type pattern struct {
	src     string
	re      *regexp2.Regexp // nil if err is set
	err     error           // why strings cannot be matched
	skipped *[]*pattern     // collects the patterns that could not decide a match
}

func (p *pattern) String() string { return p.src }

// MatchString implements jsonschema.Regexp. A match that cannot be decided
// counts as failed and is recorded.
func (p *pattern) MatchString(s string) bool {
	if p.err == nil {
		var ok bool
		if ok, p.err = p.re.MatchString(s); p.err == nil {
			return ok
		}
	}
	*p.skipped = append(*p.skipped, p)
	return false
}

// isUnchecked reports whether strings cannot be matched against a pattern of
// the schema. The caller holds s.mu.
func (s *Schema) isUnchecked(src string) bool {
	if p := s.patterns[src]; p != nil {
		return p.err != nil
	}
	_, err := compilePattern(src)
	return err != nil
}

func compilePattern(src string) (*regexp2.Regexp, error) {
	if len(src) > maxPattern {
		return nil, errTooBig
	}
	if s := foreignSyntax(src); s != "" {
		return nil, fmt.Errorf("%s is not ECMAScript", s)
	}
	re, err := regexp2.Compile(src, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil && !strings.Contains(strings.ToLower(src), `\p{`) { // \p{} is no property without the u flag
		re, err = regexp2.Compile(src, regexp2.ECMAScript)
	}
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = patternTimeout
	return re, nil
}

// foreignSyntax returns the first .NET construct in a pattern that the engine
// accepts although ECMA 262 does not have it, or "".
func foreignSyntax(src string) string {
	class := false
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\\':
			if i++; i < len(src) && strings.IndexByte("AZzGae", src[i]) >= 0 {
				return src[i-1 : i+1]
			}
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			group, ok := strings.CutPrefix(src[i:], "(?")
			if !ok || class || group == "" || strings.IndexByte(":=!<", group[0]) >= 0 {
				continue
			}
			if flags := strings.TrimLeft(group, "ims-"); !strings.HasPrefix(flags, ":") {
				return "(?" + group[:1]
			}
		}
	}
	return ""
}
