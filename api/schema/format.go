package schema

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formatSyntax returns a pattern that values of a format must match as well, because
// the library parses more than the RFC allows; "" for other formats.
func formatSyntax(format string) string {
	reference := func(letters string) string { // brackets only in the host, one fragment
		character := `(?:[A-Za-z0-9._~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}` + letters + `)`
		return `^([A-Za-z][\w+.-]*:)?(//(` + character + `|[\[\]])*)?(` + character +
			`|[/?])*(#(` + character + `|[/?])*)?$`
	}
	uri := reference(``)
	iri := reference(`|[^\x00-\x7f\p{C}\p{Z}]`)
	byFormat := map[string]string{
		"date-time": `^\d{4}-\d\d-\d\d[Tt]\d\d:`,
		"time":      `^\d\d:`,
		"ipv4":      `^[\d.]*$`,
		"hostname":  `^[\x00-\x7f]*$`,
		"email":     `^[^@]`,
		"uri":       uri, "uri-reference": uri, "iri": iri, "iri-reference": iri,
	}
	return byFormat[format]
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
	byFormat := map[string]string{
		"date-time":     "2026-01-01T01:00:00Z",
		"date":          "2026-01-02",
		"time":          "00:01:00Z",
		"duration":      "P1D",
		"email":         "name1@example.com",
		"hostname":      "host1.example.com",
		"ipv4":          "192.0.2.1",
		"ipv6":          "2001:db8::1",
		"uri":           "https://example.com/1",
		"iri":           "https://example.com/1",
		"uri-template":  "https://example.com/1",
		"uri-reference": "https://example.com/1", "iri-reference": "https://example.com/1",
		"uuid":                  "00000000-0000-4000-8000-000000000001",
		"json-pointer":          "/1",
		"relative-json-pointer": "1",
		"regex":                 "aa",
	}
	return byFormat[format]
}

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
		ok, p.err = p.re.MatchString(s)
		if p.err == nil {
			return ok
		}
	}
	*p.skipped = append(*p.skipped, p)
	return false
}

// foreign are the .NET constructs that the engine accepts and ECMA 262 does not have. Other escapes
// and classes are matched only to pass over what they contain.
var foreign = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(\\[AZzGae]|\(\?(?:[^:=!<ims-]|[ims-]+[^:ims-]))|\\.|\[(?:\\.|[^\]\\])*\]`,
	)
})

func compilePattern(src string) (*regexp2.Regexp, error) {
	if len(src) > maxPattern {
		return nil, fmt.Errorf("longer than %d bytes", maxPattern)
	}
	for _, match := range foreign().FindAllStringSubmatch(src, -1) {
		if match[1] != "" {
			return nil, fmt.Errorf("%s is not ECMAScript", match[1])
		}
	}
	re, err := regexp2.Compile(src, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil && !strings.Contains(strings.ToLower(src), `\p{`) { // \p{} needs the u flag
		re, err = regexp2.Compile(src, regexp2.ECMAScript)
	}
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = patternTimeout
	return re, nil
}
