// Package config finds out what is in force: the site that is talked to, where
// its key lies, and the person's preferences. Values come from the TOML file at
// the XDG place, then CHANNELDECK_* in the environment, then flags; each
// overrides the one before, and each knows where it came from.
//
// Keys are read late, only when a request needs one, and never appear in a
// value, an error or a log. Errors are values (*Error) that name the kind, the
// place and the command that mends it, so that callers can put them in the
// person's language.
package config

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
)

// Config is what is in force. Load fills it as far as it can, also beside an
// error.
type Config struct {
	Path  string // of the configuration file, whether or not there is one
	Found bool   // there is a file at Path

	SiteName       Value[string] // the site that was chosen; empty where none was
	Lang           Value[string] // "en" or "zh"
	Theme          Value[string] // auto, dark, light, ansi, mono
	ASCII          Value[bool]
	Mouse          Value[bool]
	ReadOnly       Value[bool]
	Refresh        Value[time.Duration] // 0: only when asked
	Timeout        Value[time.Duration] // of one call with its retries; 0: no limit
	ConnectTimeout Value[time.Duration]
	MaxBody        Value[int64] // bytes after decompression
	MaxDepth       Value[int]   // of nested JSON
	AccountColumns Value[[]string]
	Keys           map[string][]string // keys of the dashboard's actions, by action; the file's alone

	src   Source
	flags Flags
	doc   document
}

// Flags are the flags that were given, by name without dashes, as text.
type Flags map[string]string

// The names of flags that are no preference but say who is talked to.
const (
	flagConfig     = "config"
	flagBaseURL    = "base-url"
	flagAPIKeyFile = "api-key-file"
)

// The variables that are no preference but say who is talked to, with which key.
const (
	envConfig     = "CHANNELDECK_CONFIG"
	envSite       = "CHANNELDECK_SITE"
	envBaseURL    = "CHANNELDECK_BASE_URL"
	envAPIKey     = "CHANNELDECK_API_KEY"
	envAPIKeyFile = "CHANNELDECK_API_KEY_FILE"
)

// Load reads the file, the environment and the flags. The error joins one
// *Error for each thing that is wrong (see Errors); the Config holds what was
// right.
func Load(src Source, flags Flags) (*Config, error) {
	c := &Config{src: src, flags: flags}
	var errs []error
	if err := c.readFile(); err != nil {
		errs = append(errs, err)
	}
	for _, p := range c.prefs() {
		errs = append(errs, c.fill(p)...)
	}
	errs = append(errs, c.readKeys("", c.doc.Keys)...)
	for _, name := range c.SiteNames() {
		errs = append(errs, c.checkSite(name)...)
	}
	return c, errors.Join(errs...)
}

func (c *Config) readFile() error {
	path, from := c.src.path(c.flags)
	c.Path = path
	if path == "" {
		return nil
	}
	data, err := c.src.read(path, maxFile)
	switch {
	case isMissing(err) && from.Layer == Default:
		return nil
	case err != nil:
		return &Error{Kind: FileUnreadable, Path: path, From: from, Err: err}
	}
	c.Found = true
	c.doc, err = decode(path, data)
	return err
}

// fill takes one preference through its layers. A bad value is an error even
// where a later layer overrides it: it would bite at the next start.
func (c *Config) fill(p pref) []error {
	var errs []error
	take := func(text string, from Origin) {
		if err := p.set(text, from); err != nil {
			err.Key, err.From = p.key, from
			err.Path, err.Line, err.Column = from.place()
			errs = append(errs, err)
		}
	}
	take(p.fallback, Origin{})
	if p.key == "lang" {
		take(c.src.locale())
	}
	if text, ok := p.file(&c.doc); ok {
		take(text, c.doc.origin(p.key))
	}
	if text := c.src.Getenv(p.env()); text != "" {
		take(text, Origin{Layer: Env, Name: p.env()})
	}
	if text, ok := c.flags[p.flag()]; ok {
		take(text, Origin{Layer: Flag, Name: p.flag()})
	}
	return errs
}

// SiteNames lists the sites of the file, sorted.
func (c *Config) SiteNames() []string {
	return slices.Sorted(maps.Keys(c.doc.Sites))
}

// Setting is one value in force, for showing.
type Setting struct {
	Key  string // as in the file: "timeout", "sites.china.base_url"
	Text string // never a key
	From Origin
}

// Settings lists the preferences in force, in the order of the documentation.
func (c *Config) Settings() []Setting {
	var out []Setting
	for _, p := range c.prefs() {
		out = append(out, p.show())
	}
	for _, action := range slices.Sorted(maps.Keys(c.Keys)) {
		out = append(out, Setting{Key: "keys." + action, Text: strings.Join(c.Keys[action], " "), From: c.KeysFrom(action)})
	}
	return out
}
