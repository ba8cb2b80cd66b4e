package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pref is one preference: its key in the file, from which the names of its
// variable and its flag follow, its default, and how its text is taken.
type pref struct {
	key      string
	fallback string
	file     func(*document) (string, bool)
	set      func(text string, from Origin) *Error
	show     func() Setting
}

func (p pref) env() string {
	return "CHANNELDECK_" + strings.ToUpper(strings.ReplaceAll(p.key, ".", "_"))
}

func (p pref) flag() string { return strings.ReplaceAll(p.key, "_", "-") }

// prefs is the table of preferences, in the order of the documentation.
func (c *Config) prefs() []pref {
	return []pref{
		bind("site", "", &c.SiteName, func(d *document) (string, bool) { return text(d.Site) }, parseSite),
		bind("lang", "en", &c.Lang, func(d *document) (string, bool) { return text(d.Lang) }, parseLang),
		bind("theme", "auto", &c.Theme, func(d *document) (string, bool) { return text(d.Theme) }, oneOf("auto", "dark", "light", "ansi", "mono")),
		bind("ascii", "false", &c.ASCII, func(d *document) (string, bool) { return text(d.ASCII) }, parseBool),
		bind("mouse", "false", &c.Mouse, func(d *document) (string, bool) { return text(d.Mouse) }, parseBool),
		bind("read_only", "false", &c.ReadOnly, func(d *document) (string, bool) { return text(d.ReadOnly) }, parseBool),
		bind("refresh", "0s", &c.Refresh, func(d *document) (string, bool) { return text(d.Refresh) }, durationOrZero),
		bind("timeout", "1m0s", &c.Timeout, func(d *document) (string, bool) { return text(d.Timeout) }, durationOrZero),
		bind("connect_timeout", "10s", &c.ConnectTimeout, func(d *document) (string, bool) { return text(d.ConnectTimeout) }, duration),
		bind("max_body", "256MiB", &c.MaxBody, func(d *document) (string, bool) { return text(d.MaxBody) }, parseSize),
		bind("max_depth", "256", &c.MaxDepth, func(d *document) (string, bool) { return text(d.MaxDepth) }, parseDepth),
		bind("accounts.columns", "", &c.AccountColumns, func(d *document) (string, bool) {
			return strings.Join(d.Accounts.Columns, ","), len(d.Accounts.Columns) > 0
		}, parseNames),
	}
}

// bind makes the row of one preference; parse returns what it wanted where the
// text will not do.
func bind[T any](key, fallback string, to *Value[T], file func(*document) (string, bool), parse func(string) (T, *Error)) pref {
	return pref{
		key: key, fallback: fallback, file: file,
		set: func(text string, from Origin) *Error {
			v, err := parse(text)
			if err != nil {
				err.Kind, err.Value = BadValue, text
				return err
			}
			*to = Value[T]{V: v, Text: text, From: from}
			return nil
		},
		show: func() Setting { return Setting{Key: key, Text: to.Text, From: to.From} },
	}
}

func text[T any](v *T) (string, bool) {
	if v == nil {
		return "", false
	}
	return fmt.Sprint(*v), true
}

func parseSite(text string) (string, *Error) {
	if text != "" && !isSiteName(text) {
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
	lang, _, _ := strings.Cut(strings.ToLower(text), "_")
	lang, _, _ = strings.Cut(lang, "-")
	lang, _, _ = strings.Cut(lang, ".")
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

// parseDepth reads what the decoder can take: from 2, for an envelope with data.
func parseDepth(text string) (int, *Error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 || n > 10000 {
		return 0, &Error{Want: WantNumber}
	}
	return n, nil
}

func duration(text string) (time.Duration, *Error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Second {
		return 0, &Error{Want: WantDuration}
	}
	return d, nil
}

func durationOrZero(text string) (time.Duration, *Error) {
	if d, err := time.ParseDuration(text); err == nil && d == 0 {
		return 0, nil
	}
	return duration(text)
}

// parseSize reads bytes: 64MB and 64M are decimal, 64MiB is binary.
func parseSize(text string) (int64, *Error) {
	bad := &Error{Want: WantSize}
	digits := strings.TrimRight(text, "kKMGiB ")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 {
		return 0, bad
	}
	factor, ok := map[string]int64{
		"": 1, "B": 1, "k": 1e3, "kB": 1e3, "K": 1e3, "KB": 1e3, "M": 1e6, "MB": 1e6, "G": 1e9, "GB": 1e9,
		"Ki": 1 << 10, "KiB": 1 << 10, "Mi": 1 << 20, "MiB": 1 << 20, "Gi": 1 << 30, "GiB": 1 << 30,
	}[strings.TrimPrefix(text[len(digits):], " ")]
	if !ok || n > math.MaxInt64/factor {
		return 0, bad
	}
	return n * factor, nil
}

func parseNames(text string) ([]string, *Error) {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}
