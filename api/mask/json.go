package mask

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON masks the strings of a JSON value, of which those with the name of a secret or a header as a
// whole. It returns how many values were masked. What is no JSON stays as it is.
func JSON(value []byte) ([]byte, int) {
	d := jsontext.NewDecoder(
		bytes.NewBuffer(value),
		jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true),
	)
	var out []byte
	end := 0
	masked := 0 // of value, what was copied
	var name, named string
	for {
		if d.PeekKind() != '"' {
			if _, err := d.ReadToken(); err == io.EOF {
				return append(out, value[end:]...), masked
			} else if err != nil {
				return value, 0
			}
			continue
		}
		raw, err := d.ReadValue()
		if err != nil {
			return value, 0
		}
		s, _ := jsontext.AppendUnquote(nil, raw)
		kind, n := d.StackIndex(d.StackDepth())
		if kind == '{' && n%2 == 1 {
			name = string(s)
			continue
		}
		found := inMember(name, named, string(s))
		switch strings.ToLower(name) {
		case "name", "key":
			named = string(s) // of the member value beside it
		default:
			named = ""
		}
		at := int(d.InputOffset()) - len(raw)
		for _, f := range escaped(raw, found) {
			out = append(out, value[end:at+f.from]...)
			out = append(out, Mask...)
			end = at + f.to
		}
		masked += len(found)
	}
}

// secretName matches names whose value is a secret as a whole.
var secretName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:[\w.-]*(?:` + secrets + `)|` + headers +
		`|(?:set-)?cookies?)$`)
})

// scheme matches what stays of the value of a header.
var scheme = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:bearer|basic|token|apikey|digest)\s+`)
})

// inMember returns the parts to mask of a string that is a member, or that is the value beside a name
// as in {"name": "Cookie", "value": "…"}.
func inMember(name, named, s string) []span {
	if strings.EqualFold(name, "value") && named != "" {
		name = named
	}
	from := len(scheme().FindString(s))
	value := s[from:]
	isSecret := secretName().MatchString(name) && len(value) >= 4 &&
		!strings.Contains(value, Mask) &&
		!isFile(s)
	isCookie := strings.Contains(strings.ToLower(name), "cookie")
	if isSecret && (isCookie && strings.Contains(value, "=") ||
		!isCookie && credential(name, value, true)) {
		return []span{{from, len(s)}}
	}
	return find(s)
}

// escaped returns where parts of a string are in its JSON.
func escaped(raw []byte, parts []span) []span {
	out := make([]span, len(parts))
	at := 1
	n := 0 // in raw behind the quote, and in the string
	to := func(offset int) int {
		for n < offset && at < len(raw)-1 {
			size, length := next(raw[at:])
			at += size
			n += length
		}
		return at
	}
	for i, p := range parts {
		out[i].from = to(p.from)
		out[i].to = to(p.to)
	}
	return out
}

// next returns the bytes of the first character of a raw string, and those of it in the string.
func next(raw []byte) (size, length int) {
	r, size := utf8.DecodeRune(raw)
	if r != '\\' {
		return size, utf8.RuneLen(r) // an invalid byte becomes U+FFFD
	}
	if raw[1] != 'u' {
		return 2, 1
	}
	size = 6
	unquoted, _ := jsontext.AppendUnquote(nil, quote(raw[:size]))
	if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		pair, _ := jsontext.AppendUnquote(nil, quote(raw[:12]))
		if utf8.RuneCount(pair) == 1 {
			return 12, len(pair)
		}
	}
	return size, len(unquoted)
}

func quote(raw []byte) []byte {
	return append(append([]byte{'"'}, raw...), '"')
}
