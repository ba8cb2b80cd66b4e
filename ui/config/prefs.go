package config

import (
	"context"
	"errors"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api/typed"
	"channeldeck/ui/config/program"
	"channeldeck/ui/words"
)

// pref is one setting: its key in the file, from which the names of its variable
// and its flag follow, its default, and how its text is parsed.
type pref struct {
	key      string
	fallback string
	want     Want
	choices  []string // none for a text
	set      func(text string, from Origin) *Error
	show     func(prefix string) Setting
}

func (p pref) env() string {
	return "CHANNELDECK_" + strings.ToUpper(strings.ReplaceAll(p.key, ".", "_"))
}

func (p pref) flag() string {
	return strings.ReplaceAll(p.key, "_", "-")
}

// prefs is the table of preferences, in the order of the documentation.
func (c *Config) prefs() []pref {
	return []pref{
		bind("site", "", &c.SiteName, WantSites, parseSites),
		bind("lang", string(words.English), &c.Lang, WantChoice, language, words.Codes()...),
		choice(
			"theme", &c.Theme, "auto", "dark", "light", "solarized", "contrast", "ansi", "mono",
		),
		bind("ascii", "false", &c.ASCII, WantBool, strconv.ParseBool),
		bind("plain", "false", &c.Plain, WantBool, strconv.ParseBool),
		choice("start", &c.Start, paneNames(c.src.Panes)...),
		bind("mouse", "true", &c.Mouse, WantBool, strconv.ParseBool),
		bind("escape_time", "50ms", &c.EscapeTime, WantEscape, parseEscape),
		bind("read_only", "false", &c.ReadOnly, WantBool, strconv.ParseBool),
		bind("hide_inspector", "false", &c.HideInspector, WantBool, strconv.ParseBool),
		bind("stale_after", "7d", &c.StaleAfter, WantAge, parseAge),
		bind("silent_after", "14d", &c.SilentAfter, WantAge, parseAge),
		bind("refresh", "10m", &c.Refresh, WantDuration, parseDuration),
		choice("notify", &c.Notify, "none", "bell", "desktop"),
		bind("timeout", "1m0s", &c.Timeout, WantDuration, parseDuration),
		bind("max_body", "256MiB", &c.MaxBody, WantSize, parseSize),
		bind("accounts.columns", "", &c.AccountColumns, WantList, parseNames),
		bind("history", "true", &c.History, WantHistory, parseHistory),
		bind("store_sessions", "true", &c.StoreSessions, WantBool, strconv.ParseBool),
	}
}

// Preference is a preference that users change in the program.
type Preference struct {
	Setting
	Choices  []string // its values; none for a text
	Override string   // the variable or flag because of which that of the file does not apply; "" for none
}

// Preferences returns the preferences of some keys, in their order.
func (c *Config) Preferences(keys ...string) []Preference {
	var out []Preference
	for _, key := range keys {
		for _, p := range c.prefs() {
			if p.key != key {
				continue
			}
			one := Preference{Setting: p.show(""), Choices: p.choices}
			if p.want == WantBool {
				one.Choices = []string{"true", "false"}
			}
			from := one.From
			if from.Layer == Flag || from.Layer == Env && from.Name == p.env() {
				one.Override = from.String()
			}
			out = append(out, one)
		}
	}
	return out
}

var errInvalid = errors.New("invalid")

// bind makes the row of one setting. It turns an error of parse that is not an *Error
// into an *Error with the expected form.
func bind[T any](
	key, fallback string,
	to *Value[T],
	want Want,
	parse func(string) (T, error),
	choices ...string,
) pref {
	return pref{
		key:      key,
		fallback: fallback,
		want:     want,
		choices:  choices,
		set: func(text string, from Origin) *Error {
			v, err := parse(text)
			bad, ok := errors.AsType[*Error](err)
			if ok {
				return bad
			}
			if err != nil {
				return &Error{
					Kind:    BadValue,
					Value:   text,
					Want:    want,
					Choices: choices,
				}
			}
			*to = Value[T]{V: v, Text: text, From: from}
			return nil
		},
		show: func(prefix string) Setting {
			return Setting{
				Key:  prefix + key,
				Text: to.Text,
				From: to.From,
			}
		},
	}
}

// choice makes the row of a setting with a few values, the default first. Without any it has none.
func choice(key string, to *Value[string], choices ...string) pref {
	fallback := ""
	if len(choices) > 0 {
		fallback = choices[0]
	}
	return bind(key, fallback, to, WantChoice, func(text string) (string, error) {
		if text != fallback && !slices.Contains(choices, text) {
			return "", errInvalid
		}
		return text, nil
	}, choices...)
}

// parseSites parses the name of a site, or several with commas between.
func parseSites(text string) (string, error) {
	names := splitNames(text)
	if len(names) == 0 && text != "" { // only commas
		return "", errInvalid
	}
	for _, name := range names {
		if !IsSiteName(name) {
			return "", errInvalid
		}
	}
	return strings.Join(names, ","), nil
}

// parseParam accepts text that needs no escaping in a query.
func parseParam(text string) (string, error) {
	if text == "" || len(text) > 64 || strings.Trim(
		text,
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-",
	) != "" {
		return "", errInvalid
	}
	return text, nil
}

// language reads the code of a language, a tag or a locale.
func language(text string) (string, error) {
	lang, ok := words.ByTag(text)
	if !ok {
		return "", errInvalid
	}
	return string(lang), nil
}

// parseDuration reads a duration of at least 1s, or 0.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if length, ok := typed.Age(text); err != nil && ok { // 10 分钟
		d = length
		err = nil
	}
	if d != 0 && d < time.Second {
		err = errInvalid
	}
	return d, err
}

func parseEscape(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if d < 10*time.Millisecond || d > 2*time.Second {
		err = errInvalid
	}
	return d, err
}

// parseAge reads a duration such as 36h or 7d.
func parseAge(text string) (time.Duration, error) {
	d, ok := typed.Age(text)
	if ok && d >= time.Second {
		return d, nil
	}
	return 0, errInvalid
}

// parseSize reads bytes: 64MB and 64M are decimal, 64MiB is binary.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "kKMGiB ")
	n, err := strconv.ParseInt(digits, 10, 64)
	unit := strings.TrimSuffix(strings.ToUpper(strings.TrimPrefix(text[len(digits):], " ")), "B")
	factors := map[string]int64{
		"":   1,
		"K":  1e3,
		"M":  1e6,
		"G":  1e9,
		"KI": 1 << 10,
		"MI": 1 << 20,
		"GI": 1 << 30,
	}
	factor, ok := factors[unit]
	if err != nil || !ok || n < 1 || n > math.MaxInt64/factor {
		return 0, errInvalid
	}
	return n * factor, nil
}

func parseNames(text string) ([]string, error) {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r == ',' || r == ' '
	}), nil
}

// historyPassword is the setting of a program that prints the password of the
// PostgreSQL user of the history.
const historyPassword = "history_password_command"

// parseHistory accepts true, false and the URL of a PostgreSQL database without a
// password. Errors do not contain the text.
func parseHistory(text string) (string, error) {
	if b, err := strconv.ParseBool(text); err == nil {
		return strconv.FormatBool(b), nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" ||
		u.Query().Has("password") ||
		u.Query().Has("sslpassword") {
		return "", &Error{Kind: HistoryURL}
	}
	if _, has := u.User.Password(); has {
		return "", &Error{Kind: HistoryURL}
	}
	return text, nil
}

// HistoryPassword returns a function that runs history_password_command, or nil if the
// file does not set it.
func (c *Config) HistoryPassword() (func(context.Context) (string, error), error) {
	if _, ok := c.file.values[historyPassword]; !ok {
		return nil, nil
	}
	argv, err := c.command(historyPassword)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (string, error) {
		out, err := c.src.output(
			ctx,
			program.Program{Argv: argv},
			c.ErrorAt(historyPassword, &Error{}),
			func() {},
		)
		line, _, _ := strings.Cut(out, "\n")
		return strings.TrimRight(line, "\r"), err
	}, nil
}

// onFinding is the setting of a program that gets new findings as JSON.
const onFinding = "on_finding"

// OnFinding returns a function that runs on_finding with JSON as its standard input, or
// nil if the file does not set it. What the program prints is dropped. It inherits the
// environment without the variables that hold API keys.
func (c *Config) OnFinding() (func(ctx context.Context, input []byte) error, error) {
	if _, ok := c.file.values[onFinding]; !ok {
		return nil, nil
	}
	argv, err := c.command(onFinding)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, input []byte) error {
		_, err := c.src.output(
			ctx,
			program.Program{
				Argv:   argv,
				Input:  input,
				Hidden: c.KeyVariables(),
			},
			c.ErrorAt(onFinding, &Error{}),
			func() {},
		)
		kinds := map[Kind]Kind{
			KeyCommandMissing: HookMissing,
			KeyCommandFailed:  HookFailed,
			KeyCommandSlow:    HookSlow,
			KeyCommandLong:    HookLong,
		}
		e, ok := errors.AsType[*Error](err)
		if ok {
			e.Kind = kinds[e.Kind]
		}
		return err
	}, nil
}

// KeyVariables returns the names of the variables that hold API keys.
func (c *Config) KeyVariables() []string {
	names := []string{envAPIKey}
	for _, site := range c.SiteNames() {
		name, _, _ := c.file.text("sites." + site + "." + string(KeyEnv))
		names = append(names, name)
	}
	return names
}

// command returns the program that a setting of the file names, with its arguments.
func (c *Config) command(key string) ([]string, error) {
	argv, ok := c.file.list(key)
	if !ok || len(argv) == 0 || argv[0] == "" {
		return nil, c.ErrorAt(key, &Error{Kind: WrongType, Want: WantList})
	}
	if c.file.shared {
		return nil, c.ErrorAt(key, &Error{
			Kind:    KeyCommandShared,
			Path:    c.Path,
			Command: "chmod go-w " + shellQuote(c.Path),
		})
	}
	return argv, nil
}
