package config

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pref is one setting: its key in the file, from which the names of its variable
// and its flag follow, its default, and how its text is parsed.
type pref struct {
	key      string
	fallback string
	set      func(text string, from Origin) *Error
	show     func(prefix string) Setting
}

func (p pref) env() string {
	return "CHANNELDECK_" + strings.ToUpper(strings.ReplaceAll(p.key, ".", "_"))
}

func (p pref) flag() string { return strings.ReplaceAll(p.key, "_", "-") }

// prefs is the table of preferences, in the order of the documentation.
func (c *Config) prefs() []pref {
	return []pref{
		bind("site", "", &c.SiteName, parseSite),
		bind("lang", "en", &c.Lang, parseLang),
		bind("theme", "auto", &c.Theme, oneOf("auto", "dark", "light", "ansi", "mono")),
		bind("ascii", "false", &c.ASCII, parseBool),
		bind("mouse", "false", &c.Mouse, parseBool),
		bind("read_only", "false", &c.ReadOnly, parseBool),
		bind("refresh", "0s", &c.Refresh, duration(true)),
		bind("timeout", "1m0s", &c.Timeout, duration(true)),
		bind("connect_timeout", "10s", &c.ConnectTimeout, duration(false)),
		bind("max_body", "256MiB", &c.MaxBody, parseSize),
		bind("max_depth", "256", &c.MaxDepth, parseDepth),
		bind("accounts.columns", "", &c.AccountColumns, parseNames),
	}
}

// bind makes the row of one setting. For text that is not valid, parse returns
// an error with what it wanted.
func bind[T any](key, fallback string, to *Value[T], parse func(string) (T, *Error)) pref {
	return pref{
		key: key, fallback: fallback,
		set: func(text string, from Origin) *Error {
			v, err := parse(text)
			if err != nil {
				if err.Kind == "" {
					err.Kind, err.Value = BadValue, text
				}
				return err
			}
			*to = Value[T]{V: v, Text: text, From: from}
			return nil
		},
		show: func(prefix string) Setting { return Setting{Key: prefix + key, Text: to.Text, From: to.From} },
	}
}

func parseSite(text string) (string, *Error) {
	if text != "" && !isSiteName(text) {
		return "", &Error{Want: WantName}
	}
	return text, nil
}

// parseParam accepts what can stand in a query without escaping.
func parseParam(text string) (string, *Error) {
	if text == "" || len(text) > 64 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-") != "" {
		return "", &Error{Want: WantName}
	}
	return text, nil
}

func parseLang(text string) (string, *Error) {
	lang, ok := language(text)
	if !ok {
		return "", &Error{Want: WantChoice, Choices: []string{"en", "zh"}}
	}
	return lang, nil
}

// language reads en, zh, zh-CN, zh_CN.UTF-8 and the like.
func language(text string) (string, bool) {
	lang := strings.ToLower(text)
	if i := strings.IndexAny(lang, "_-."); i >= 0 {
		lang = lang[:i]
	}
	return lang, lang == "en" || lang == "zh"
}

func oneOf(choices ...string) func(string) (string, *Error) {
	return func(text string) (string, *Error) {
		if !slices.Contains(choices, text) {
			return "", &Error{Want: WantChoice, Choices: choices}
		}
		return text, nil
	}
}

func parseBool(text string) (bool, *Error) {
	v, err := strconv.ParseBool(text)
	if err != nil {
		return false, &Error{Want: WantBool}
	}
	return v, nil
}

// parseDepth accepts the limits of the decoder: at least 2, for an envelope with
// data.
func parseDepth(text string) (int, *Error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 || n > 10000 {
		return 0, &Error{Want: WantNumber}
	}
	return n, nil
}

// duration accepts durations from 1s, and 0 where that is allowed.
func duration(zero bool) func(string) (time.Duration, *Error) {
	return func(text string) (time.Duration, *Error) {
		d, err := time.ParseDuration(text)
		if err != nil || d < time.Second && !(zero && d == 0) {
			return 0, &Error{Want: WantDuration}
		}
		return d, nil
	}
}

// parseSize reads bytes: 64MB and 64M are decimal, 64MiB is binary.
func parseSize(text string) (int64, *Error) {
	digits := strings.TrimRight(text, "kKMGiB ")
	n, err := strconv.ParseInt(digits, 10, 64)
	unit := strings.TrimSuffix(strings.ToUpper(strings.TrimPrefix(text[len(digits):], " ")), "B")
	factor, ok := map[string]int64{"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "KI": 1 << 10, "MI": 1 << 20, "GI": 1 << 30}[unit]
	if err != nil || !ok || n < 1 || n > math.MaxInt64/factor {
		return 0, &Error{Want: WantSize}
	}
	return n * factor, nil
}

func parseNames(text string) ([]string, *Error) {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }), nil
}
