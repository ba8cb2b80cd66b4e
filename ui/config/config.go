// Package config determines the settings in force: the site to talk to, where
// its API key is kept, and the user's preferences. Each value comes from the
// TOML file, then CHANNELDECK_* in the environment, then flags; a later source
// overrides an earlier one, and every value knows its origin.
//
// Keys are read only when a request needs one and never appear in a value, an
// error or a log. Errors are values (*Error) with a kind and an origin, which
// the caller puts into the user's language.
package config

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Config is the settings in force. Load fills it as far as possible, also when
// it returns an error.
type Config struct {
	Path  string // of the configuration file, whether or not it exists
	Found bool   // the file exists

	SiteName       Value[string] // the chosen site, or several: see Sites; empty for none
	Lang           Value[string] // the code of a language: en, zh
	Theme          Value[string] // auto, dark, light, solarized, contrast, ansi, mono
	Start          Value[string] // the name of the first pane
	ASCII          Value[bool]
	Plain          Value[bool] // views are printed for a screen reader
	Mouse          Value[bool]
	EscapeTime     Value[time.Duration] // how long an ESC may be the beginning of a key
	ReadOnly       Value[bool]
	HideInspector  Value[bool]
	StaleAfter     Value[time.Duration] // age from which statistics of accounts are old
	SilentAfter    Value[time.Duration] // time without a new work after which an account needs attention
	Refresh        Value[time.Duration] // 0: only on request
	Notify         Value[string]        // of new findings: none, bell, desktop
	Timeout        Value[time.Duration] // of one call with its retries; 0: no limit
	MaxBody        Value[int64]         // bytes after decompression
	AccountColumns Value[[]string]
	History        Value[string]       // "true" for the file, "false" for none, or the URL of a PostgreSQL database
	StoreSessions  Value[bool]         // transcripts are stored in the history
	Keys           map[string][]string // keys of the dashboard's actions, by action; only from the file
	Colours        map[string]string   // colours of the theme, by token; only from the file

	// Check finds further mistakes, for which a change of the file is refused; nil for none.
	Check func(edited *Config) error

	src   Source
	flags Flags
	file  file
}

// Flags are the flags that were given, as text, by name without dashes.
type Flags map[string]string

// Flags and variables that choose the service and its key.
const (
	flagConfig     = "config"
	flagBaseURL    = "base-url"
	flagAPIKeyFile = "api-key-file"

	envConfig     = "CHANNELDECK_CONFIG"
	envSite       = "CHANNELDECK_SITE"
	envBaseURL    = "CHANNELDECK_BASE_URL"
	envAPIKey     = "CHANNELDECK_API_KEY"
	envAPIKeyFile = "CHANNELDECK_API_KEY_FILE"
)

// Load reads the file, the environment and the flags. The error joins one
// *Error per mistake (see Errors).
func Load(src Source, flags Flags) (*Config, error) {
	c := &Config{src: src, flags: flags}
	return c, c.fillAll(c.readFile())
}

// With loads a configuration with the file of c, as it was then, and another
// environment and flags. The error is like Load's.
func (c *Config) With(src Source, flags Flags) (*Config, error) {
	other := &Config{
		Path:  c.Path,
		Found: c.Found,
		src:   src,
		flags: flags,
		file:  c.file,
	}
	return other, other.fillAll(nil)
}

// Reload reads the file again, with the environment and flags of c. The error is like Load's.
func (c *Config) Reload() (*Config, error) {
	again, err := Load(c.src, c.flags)
	again.Check = c.Check
	return again, err
}

// fillAll reads all settings and joins the errors to that of the file.
func (c *Config) fillAll(err error) error {
	errs := []error{err, c.fill("", c.prefs()), c.readKeys(), c.readColours()}
	for _, name := range c.SiteNames() {
		_, err := c.fileSite(name)
		errs = append(errs, err)
	}
	_, hook := c.OnFinding()
	_, people := c.People()
	_, views := c.Views()
	_, commands := c.Commands()
	_, rules := c.Rules()
	return errors.Join(append(errs, hook, people, views, commands, rules)...)
}

func (c *Config) readFile() error {
	path, from := c.src.path(c.flags)
	c.Path = path
	c.file.path = path
	if path == "" {
		return nil
	}
	data, mode, err := c.src.read(path, maxFile)
	if isMissing(err) && from.Layer == Default {
		return nil
	}
	if err != nil {
		return &Error{
			Kind: FileUnreadable,
			Path: path,
			From: from,
			Err:  err,
		}
	}
	c.Found = true
	c.file, err = c.parse(data)
	c.file.shared = c.src.openToOthers(mode, 0o2)
	return err
}

// fill reads the settings below a prefix of the file. Preferences, which have no prefix,
// have the other sources too. An invalid value is an error even where a later source
// overrides it.
func (c *Config) fill(prefix string, rows []pref) error {
	var errs []error
	for _, p := range rows {
		take := func(text string, from Origin) {
			if err := p.set(text, from); err != nil {
				err.Key = prefix + p.key
				err.From = from
				errs = append(errs, err)
			}
		}
		take(p.fallback, Origin{})
		if lang, from := c.src.Locale(); p.key == "lang" && lang != "" {
			take(lang, from)
		}
		text, from, ok := c.file.text(prefix + p.key)
		_, isList := c.file.values[prefix+p.key].([]any)
		if ok && isList && !p.want.takesList() {
			errs = append(
				errs,
				c.ErrorAt(prefix+p.key, &Error{
					Kind:    WrongType,
					Want:    p.want,
					Choices: p.choices,
				}),
			)
		} else if ok {
			take(text, from)
		}
		if prefix != "" {
			continue
		}
		if text := c.src.Getenv(p.env()); text != "" {
			take(text, Origin{Layer: Env, Name: p.env()})
		}
		if text, ok := c.flags[p.flag()]; ok {
			take(text, Origin{Layer: Flag, Name: p.flag()})
		}
	}
	return errors.Join(errs...)
}

func (c *Config) readKeys() error {
	var errs []error
	for _, key := range c.file.under("keys.") {
		keys, ok := c.file.list(key)
		if !ok {
			errs = append(errs, c.ErrorAt(key, &Error{Kind: WrongType, Want: WantList}))
			continue
		}
		if c.Keys == nil {
			c.Keys = map[string][]string{}
		}
		c.Keys[strings.TrimPrefix(key, "keys.")] = keys
	}
	return errors.Join(errs...)
}

// readColours reads the colours in the table [theme].
func (c *Config) readColours() error {
	var errs []error
	for _, key := range c.file.under(themeColours) {
		text, isText := c.file.values[key].(string)
		n, isNumber := c.file.values[key].(int64)
		if isNumber {
			text = strconv.FormatInt(n, 10)
			isText = true
		}
		if !isText {
			errs = append(errs, c.ErrorAt(key, &Error{Kind: WrongType, Want: WantText}))
			continue
		}
		if c.Colours == nil {
			c.Colours = map[string]string{}
		}
		c.Colours[strings.TrimPrefix(key, themeColours)] = text
	}
	return errors.Join(errs...)
}

// ErrorAt completes an error about a key of the file.
func (c *Config) ErrorAt(key string, e *Error) *Error {
	e.Key = key
	e.From = c.file.origin(key)
	return e
}

// SiteNames lists the sites of the file, sorted.
func (c *Config) SiteNames() []string { return c.file.sites }

// Host returns the host of the address of a site of the file, "" without one.
func (c *Config) Host(site string) string {
	address, _, _ := c.file.text("sites." + site + ".base_url")
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// Setting is one value in force, for display.
type Setting struct {
	Key  string // as in the file: "timeout", "sites.china.base_url"
	Text string // never an API key
	From Origin
}

// Settings lists the preferences in force, in the order of the documentation.
func (c *Config) Settings() []Setting {
	var out []Setting
	for _, p := range c.prefs() {
		out = append(out, p.show(""))
	}
	for _, key := range c.file.under("keys.") {
		if keys, ok := c.file.list(key); ok {
			out = append(out, Setting{
				Key:  key,
				Text: strings.Join(keys, " "),
				From: c.file.origin(key),
			})
		}
	}
	return out
}

// envDescribes reports whether the variables besides CHANNELDECK_SITE describe a site:
// the site that CHANNELDECK_SITE names or, without it, the default or only site of the
// file. If the file has no sites, they describe any site.
func (c *Config) envDescribes(site string) bool {
	if name := c.src.Getenv(envSite); name != "" {
		return name == site
	}
	if name, _, ok := c.file.text("site"); ok {
		return name == site
	}
	names := c.SiteNames()
	return len(names) == 0 || names[0] == site && len(names) == 1 ||
		site == Custom && len(names) > 1
}

// IsSiteName reports whether a site can have a name: it accepts those that are safe as file names
// and need no quotes in TOML.
func IsSiteName(s string) bool {
	return s != "" && len(s) <= 40 && strings.Trim(
		s,
		"abcdefghijklmnopqrstuvwxyz0123456789_-",
	) == ""
}
