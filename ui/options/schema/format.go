package schema

import (
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/net/idna"
)

// formats returns the formats that the library lacks or checks less strictly
// than their RFCs.
func formats() []*jsonschema.Format {
	var list []*jsonschema.Format
	for name, check := range map[string]func(string) error{"hostname": isHostname, "idn-hostname": isHostname, "idn-email": isEmail} {
		list = append(list, &jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return check(s)
			}
			return nil
		}})
	}
	return list
}

// formatSyntax returns a pattern that values of a format must match as well, because
// the library parses more than the RFC allows; "" for other formats.
func formatSyntax(format string) string {
	reference := func(letters string) string { // brackets only in the host, one fragment
		character := `(?:[A-Za-z0-9._~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}` + letters + `)`
		return `^([A-Za-z][\w+.-]*:)?(//(` + character + `|[\[\]])*)?(` + character + `|[/?])*(#(` + character + `|[/?])*)?$`
	}
	uri, iri := reference(``), reference(`|[^\x00-\x7f\p{C}\p{Z}]`)
	return map[string]string{
		"date-time": `^\d{4}-\d\d-\d\d[Tt]\d\d:`, "time": `^\d\d:`, "ipv4": `^[\d.]*$`, "hostname": `^[\x00-\x7f]*$`, "email": `^[^@]`,
		"uri": uri, "uri-reference": uri, "iri": iri, "iri-reference": iri,
	}[format]
}

// isHostname checks RFC 1123, section 2.1, and RFC 5890 to 5893.
func isHostname(s string) error {
	profile := idna.New(idna.ValidateLabels(true), idna.VerifyDNSLength(true), idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(true))
	ascii, err := profile.ToASCII(strings.TrimSuffix(s, "."))
	if err != nil {
		return err
	}
	if !regexp.MustCompile(`^[A-Za-z0-9.-]+$`).MatchString(ascii) {
		return errors.New("only letters, digits, hyphens and dots are allowed")
	}
	name, err := profile.ToUnicode(s)
	if err != nil {
		return err
	}
	// RFC 5892, appendix A and section 2.6, which the library leaves out.
	re, err := compilePattern(`[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]|(?<!l)\u00b7|\u00b7(?!l)|\u0375(?!\p{Script=Greek})` +
		`|(?<!\p{Script=Hebrew})[\u05f3\u05f4]|(?<![\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}][^.]*)\u30fb(?![^.]*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])`)
	if err != nil {
		return err
	}
	if bad, err := re.MatchString(name); bad || err != nil {
		return errors.New("a character is not allowed at its place")
	}
	return nil
}

// isEmail checks RFC 6531, section 3.3: an address without a display name.
func isEmail(s string) error {
	address, err := mail.ParseAddress(s)
	if err == nil && address.Address != s {
		err = errors.New("not only an address")
	}
	if err == nil {
		err = isHostname(s[strings.LastIndexByte(s, '@')+1:])
	}
	return err
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
		if ok, p.err = p.re.MatchString(s); p.err == nil {
			return ok
		}
	}
	*p.skipped = append(*p.skipped, p)
	return false
}

func compilePattern(src string) (*regexp2.Regexp, error) {
	if len(src) > maxPattern {
		return nil, fmt.Errorf("longer than %d bytes", maxPattern)
	}
	// The engine accepts .NET constructs that ECMA 262 does not have. Other escapes
	// and classes are matched only to pass over what they contain.
	foreign := regexp.MustCompile(`(\\[AZzGae]|\(\?(?:[^:=!<ims-]|[ims-]+[^:ims-]))|\\.|\[(?:\\.|[^\]\\])*\]`)
	for _, match := range foreign.FindAllStringSubmatch(src, -1) {
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
