package schema

import (
	"errors"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/net/idna"
)

// formats returns the formats that the library lacks or checks less strictly
// than their RFCs.
func formats() []*jsonschema.Format {
	var list []*jsonschema.Format
	for name, check := range map[string]func(string) error{
		"date-time": isDateTime, "time": isTime,
		"ipv4": isIPv4, "hostname": ascii(isHostname), "idn-hostname": isHostname, "email": ascii(isEmail), "idn-email": isEmail,
		"uri": isURI, "uri-reference": isURIReference, "iri": isIRI, "iri-reference": isIRIReference,
	} {
		list = append(list, &jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return check(s)
			}
			return nil
		}})
	}
	return list
}

// isDateTime checks RFC 3339, section 5.6, date-time.
func isDateTime(s string) error {
	if len(s) < 11 || s[10] != 'T' && s[10] != 't' {
		return errors.New("expected a date, T and a time")
	}
	if _, err := time.Parse(time.DateOnly, s[:10]); err != nil {
		return err
	}
	return isTime(s[11:])
}

// isTime checks RFC 3339, section 5.6, full-time. Seconds reach 60 at the end
// of a day in UTC.
func isTime(s string) error {
	s = strings.ToUpper(s)
	const shape = `^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`
	if ok, err := regexp.MatchString(shape, s); !ok || err != nil {
		return errors.New("expected hh:mm:ss and an offset")
	}
	if s[6:8] == "60" {
		t, err := time.Parse("15:04:05Z07:00", s[:6]+"59"+s[8:])
		if err != nil || t.UTC().Format("15:04") != "23:59" {
			return errors.New("no leap second at this time")
		}
	}
	return nil
}

// isIPv4 checks RFC 2673, section 3.2.
func isIPv4(s string) error {
	addr, err := netip.ParseAddr(s)
	if err == nil && !addr.Is4() {
		err = errors.New("not an IPv4 address")
	}
	return err
}

// ascii limits an internationalized format to ASCII.
func ascii(check func(string) error) func(string) error {
	return func(s string) error {
		if strings.ContainsFunc(s, func(c rune) bool { return c >= 0x80 }) {
			return errors.New("not ASCII")
		}
		return check(s)
	}
}

// isHostname checks RFC 1123, section 2.1, and RFC 5890 to 5893.
func isHostname(s string) error {
	profile := idna.New(idna.ValidateLabels(true), idna.VerifyDNSLength(true), idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(true))
	ascii, err := profile.ToASCII(strings.TrimSuffix(s, "."))
	if err != nil {
		return err
	}
	if ok, err := regexp.MatchString(`^[A-Za-z0-9.-]+$`, ascii); !ok || err != nil {
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

// isEmail checks RFC 5321, section 4.1.2, and RFC 6531, section 3.3: an address
// without a display name or comments.
func isEmail(s string) error {
	if _, err := mail.ParseAddress(s); err != nil {
		return err
	}
	at := strings.LastIndexByte(s, '@')
	local, domain := s[:at], s[at+1:]
	if len(local) > 64 || !strings.HasPrefix(local, `"`) && strings.ContainsAny(local, "<>() ") {
		return errors.New("not only an address")
	}
	if literal, ok := strings.CutPrefix(domain, "["); ok {
		_, err := netip.ParseAddr(strings.TrimPrefix(strings.TrimSuffix(literal, "]"), "IPv6:"))
		return err
	}
	return isHostname(domain)
}

func isURI(s string) error          { return checkURL(s, true, false) }
func isURIReference(s string) error { return checkURL(s, false, false) }
func isIRI(s string) error          { return checkURL(s, true, true) }
func isIRIReference(s string) error { return checkURL(s, false, true) }

// checkURL checks RFC 3986, or RFC 3987 if international. net/url also parses
// characters that these exclude.
func checkURL(s string, absolute, international bool) error {
	if ok, err := regexp.MatchString(`^(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=\x{a0}-\x{10ffff}-]|%[0-9A-Fa-f]{2})*$`, s); !ok || err != nil {
		return errors.New("a character must be percent-encoded")
	}
	for _, c := range s {
		if c >= 0x80 && !(international && unicode.IsGraphic(c)) {
			return errors.New("a character must be percent-encoded")
		}
	}
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return err
	case absolute && !u.IsAbs():
		return errors.New("no scheme")
	case strings.Count(s, "#") > 1:
		return errors.New("more than one fragment")
	case strings.Count(s, "[") != strings.Count(u.Host, "["), strings.Count(s, "]") != strings.Count(u.Host, "]"):
		return errors.New("brackets outside the host")
	}
	if host := u.Hostname(); strings.Contains(host, ":") {
		if addr, err := netip.ParseAddr(host); err != nil || addr.Zone() != "" || !strings.HasPrefix(u.Host, "[") {
			return errors.New("not an IPv6 address")
		}
	}
	return nil
}
