package api

import (
	"errors"
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// secret is the API key, kept in closures so that neither fmt nor reflection
// finds it. A nil secret is a missing key.
type secret struct {
	reveal  func() string
	replace func(string) string // takes the key out of a text
}

const hidden = "[API key]"

// minSecret is the length from which on a key is too unlikely to be a part of a word by chance. A shorter
// one is taken out where it is a word of its own: else a text with a key of one letter is not readable.
const minSecret = 8

// newSecret returns nil for an empty key.
func newSecret(key string) *secret {
	if key == "" {
		return nil
	}
	inJSON := inside(quoteJSON(key))
	forms := []string{
		key,
		inJSON,
		inside(strconv.Quote(key)),
		inside(strconv.Quote(inJSON)),
		url.QueryEscape(key),
		url.PathEscape(key),
		html.EscapeString(key),
		strings.NewReplacer("~", "~0", "/", "~1").Replace(key), // as in a JSON pointer
	}
	s := &secret{reveal: func() string { return key }}
	if len(key) < minSecret {
		s.replace = func(text string) string { return hideWords(text, forms) }
		return s
	}
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, hidden)
	}
	s.replace = strings.NewReplacer(pairs...).Replace
	return s
}

// hideWords replaces the forms of a key where they do not begin or end within a word.
func hideWords(text string, forms []string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		length := 0
		for _, form := range forms {
			isKey := strings.HasPrefix(text[at:], form) &&
				isWordLimit(text, at) && isWordLimit(text, at+len(form))
			if isKey {
				length = max(length, len(form))
			}
		}
		if length > 0 {
			b.WriteString(hidden)
			at += length
			continue
		}
		b.WriteByte(text[at])
		at++
	}
	return b.String()
}

// isWordLimit reports whether a word begins or ends at an index of a text, in which the letter of an escape
// sequence such as \n belongs to no word.
func isWordLimit(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	isEscaped := at >= 2 && text[at-2] == '\\'
	return isEscaped || !isWordRune(before) || !isWordRune(after)
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func quoteJSON(s string) string {
	b, _ := jsontext.AppendQuote(nil, s) // its only error is invalid text, which it repairs
	return string(b)
}

func inside(quoted string) string {
	return quoted[1 : len(quoted)-1]
}

// hide takes the key out of text that came back from the service.
func (s *secret) hide(text string) string {
	if s == nil {
		return text
	}
	return s.replace(text)
}

// hideIn does the same in JSON, where any character of the key may be escaped.
func (s *secret) hideIn(v jsontext.Value) jsontext.Value {
	if s == nil || v == nil {
		return v
	}
	plain, err := jsontext.AppendFormat(nil, v) // strings in their shortest form
	if err != nil {
		return nil
	}
	return jsontext.Value(s.replace(string(plain)))
}

// hideInError returns err, or an error without its cause where the text holds
// the key.
func (s *secret) hideInError(err error) error {
	if err == nil || s.hide(err.Error()) == err.Error() {
		return err
	}
	return errors.New(s.hide(err.Error()))
}

// is reports whether text is the key.
func (s *secret) is(text string) bool {
	return s != nil && s.reveal() == text
}
