package schema

import (
	"errors"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/net/idna"
)

// formats returns the formats that the library lacks or checks less strictly
// than their RFCs.
func formats() []*jsonschema.Format {
	var list []*jsonschema.Format
	for name, check := range map[string]func(string) error{
		"date-time": isDateTime, "time": isTime, "ipv4": isIPv4, "idn-hostname": isHostname, "idn-email": isEmail,
		"hostname":      func(s string) error { return errors.Join(isASCII(s), isHostname(s)) },
		"email":         func(s string) error { return errors.Join(isASCII(s), isEmail(s)) },
		"uri":           func(s string) error { return errors.Join(isASCII(s), isIRI(s, true)) },
		"uri-reference": func(s string) error { return errors.Join(isASCII(s), isIRI(s, false)) },
		"iri":           func(s string) error { return isIRI(s, true) },
		"iri-reference": func(s string) error { return isIRI(s, false) },
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

func isASCII(s string) error { return matches(s, `^[\x00-\x7f]*$`, "not ASCII") }

// matches returns an error with a reason unless s matches a pattern.
func matches(s, pattern, reason string) error {
	if !regexp.MustCompile(pattern).MatchString(s) {
		return errors.New(reason)
	}
	return nil
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
	if err := matches(s, shape, "expected hh:mm:ss and an offset"); err != nil {
		return err
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

// isHostname checks RFC 1123, section 2.1, and RFC 5890 to 5893.
func isHostname(s string) error {
	profile := idna.New(idna.ValidateLabels(true), idna.VerifyDNSLength(true), idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(true))
	ascii, err := profile.ToASCII(strings.TrimSuffix(s, "."))
	if err != nil {
		return err
	}
	if err := matches(ascii, `^[A-Za-z0-9.-]+$`, "only letters, digits, hyphens and dots are allowed"); err != nil {
		return err
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

// isIRI checks RFC 3987; in ASCII that is RFC 3986. net/url also parses
// characters that these exclude.
func isIRI(s string, absolute bool) error {
	const encode = "a character must be percent-encoded"
	if err := errors.Join(matches(s, `^(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=\x{a0}-\x{10ffff}-]|%[0-9A-Fa-f]{2})*$`, encode),
		matches(s, `^[[:ascii:]\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$`, encode)); err != nil {
		return err
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
