package api

import (
	"errors"
	"html"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// secret is the API key, kept in closures so that neither fmt nor reflection
// finds it. A nil secret is a missing key.
type secret struct {
	reveal  func() string
	replace func(string) string // takes the key out of a text
}

const hidden = "[API key]"

// newSecret returns nil for an empty key.
func newSecret(key string) *secret {
	if key == "" {
		return nil
	}
	inJSON := inside(quoteJSON(key))
	forms := strings.NewReplacer(
		key, hidden,
		inJSON, hidden,
		inside(strconv.Quote(key)), hidden,
		inside(strconv.Quote(inJSON)), hidden,
		url.QueryEscape(key), hidden,
		url.PathEscape(key), hidden,
		html.EscapeString(key), hidden,
		strings.NewReplacer("~", "~0", "/", "~1").Replace(key), hidden, // as in a JSON pointer
	)
	return &secret{reveal: func() string { return key }, replace: forms.Replace}
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
