package config

import (
	"bytes"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// NewSite is what the user entered at first start.
type NewSite struct {
	Name    string // a-z, 0-9, - and _
	BaseURL string
	Key     Secret // saved in its own file; may be zero
}

// Save adds the site to the configuration file, as the default, and writes its key into a
// file beside it. It preserves all other settings and comments. If it can't, it does not
// change the file, and the error, of kind CannotEdit, contains the lines to add by hand.
func (c *Config) Save(site NewSite) error {
	if c.Path == "" {
		return &Error{Kind: CannotWrite, Path: "config.toml", Err: fs.ErrNotExist}
	}
	if !isSiteName(site.Name) {
		return &Error{Kind: BadSiteName, Key: "sites." + site.Name}
	}
	base, err := CleanURL(site.BaseURL)
	if err != nil {
		return err
	}
	table := siteTable{BaseURL: base}
	keyPath := ""
	if !site.Key.IsZero() {
		if !UsableKey(site.Key.Reveal()) {
			return &Error{Kind: KeyMalformed, Key: "api_key"}
		}
		keyPath = c.freeKeyFile(site.Name)
		table.APIKeyFile = filepath.Base(keyPath)
	}
	old, _, err := c.src.read(c.Path, maxFile)
	if err != nil && !isMissing(err) {
		return &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	edited, err := c.edit(bytes.TrimPrefix(old, []byte(byteOrderMark)), site.Name, table)
	if err != nil {
		return err
	}
	// The key first: a configuration that names a missing key file is worse than
	// a key file that nothing names.
	if keyPath != "" {
		if err := c.write(keyPath, site.Key.Reveal()+"\n"); err != nil {
			return err
		}
	}
	return c.write(c.Path, edited)
}

// SaveInspector writes whether inspectors are hidden into the configuration file, with
// the errors of Save. It preserves everything else in it.
func (c *Config) SaveInspector(hide bool) error {
	if c.Path == "" {
		return &Error{Kind: CannotWrite, Path: "config.toml", Err: fs.ErrNotExist}
	}
	old, _, err := c.src.read(c.Path, maxFile)
	if err != nil && !isMissing(err) {
		return &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	before, err := parse(c.Path, old)
	if err != nil {
		return err
	}
	const key = "hide_inspector"
	value := strconv.FormatBool(hide)
	want := maps.Clone(before.values)
	want[key] = hide
	setting := regexp.MustCompile(`(?m)^([ \t]*` + key + `[ \t]*=[ \t]*)(?:true|false)`)
	text := strings.TrimPrefix(string(old), byteOrderMark)
	if before.values[key] != nil {
		text = setting.ReplaceAllString(text, "${1}"+value)
	} else {
		text = key + " = " + value + "\n" + text
	}
	if after, err := parse(c.Path, []byte(text)); err != nil || !reflect.DeepEqual(after.values, want) {
		return &Error{Kind: CannotEdit, Path: c.Path, Command: key + " = " + value + "\n"}
	}
	return c.write(c.Path, text)
}

func (c *Config) write(path, text string) error {
	if err := c.src.Write(path, []byte(text)); err != nil {
		return &Error{Kind: CannotWrite, Path: path, Err: err}
	}
	return nil
}

// Write replaces the configuration file.
func (c *Config) Write(text string) error { return c.write(c.Path, text) }

// CheckNew returns an error if the configuration file exists or cannot be read.
func (c *Config) CheckNew() error {
	_, _, err := c.src.read(c.Path, maxFile)
	switch {
	case err == nil:
		return &Error{Kind: FileExists, Path: c.Path}
	case !isMissing(err):
		return &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	return nil
}

// freeKeyFile returns the path for a site's key: NAME.key beside the
// configuration, or NAME-2.key and so on where such a file exists and is not
// this site's.
func (c *Config) freeKeyFile(site string) string {
	dir := filepath.Dir(c.Path)
	own, _, _ := c.file.text("sites." + site + ".api_key_file")
	for n := 1; ; n++ {
		path := filepath.Join(dir, site+".key")
		if n > 1 {
			path = filepath.Join(dir, site+"-"+strconv.Itoa(n)+".key")
		}
		if _, _, err := c.src.read(path, maxKeyFile); isMissing(err) || n == 99 || c.src.expand(own, dir) == path {
			return path
		}
	}
}

type siteTable struct {
	BaseURL    string `toml:"base_url"`
	APIKeyFile string `toml:"api_key_file,omitempty"`
}

// edit makes the site the default and sets its lines. It parses the result to verify that
// the site is right and nothing else has changed.
func (c *Config) edit(old []byte, name string, site siteTable) (string, error) {
	before, err := parse(c.Path, old)
	if err != nil {
		return "", err
	}
	table, err := toml.Marshal(site)
	if err != nil {
		return "", err
	}
	prefix, header, lines := "sites."+name+".", "[sites."+name+"]", string(table)
	want, replaced := maps.Clone(before.values), []string{"base_url"}
	want["site"], want[prefix+"base_url"] = name, site.BaseURL
	if site.APIKeyFile != "" {
		for _, kind := range keyKinds() {
			delete(want, prefix+string(kind))
			replaced = append(replaced, string(kind))
		}
		want[prefix+"api_key_file"] = site.APIKeyFile
	}

	text := removeLines(string(old), "site")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	body := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(header) + `.*\n((?:[^\[\n].*\n|\n)*)`).FindStringSubmatchIndex(text)
	switch {
	case body != nil:
		text = text[:body[2]] + lines + removeLines(text[body[2]:body[3]], replaced...) + text[body[3]:]
	case text != "":
		text += "\n" + header + "\n" + lines
	default:
		text = header + "\n" + lines
	}
	text = "site = '" + name + "'\n" + text

	after, err := parse(c.Path, []byte(text))
	if err != nil || !reflect.DeepEqual(after.values, want) {
		return "", &Error{Kind: CannotEdit, Path: c.Path, Command: header + "\n" + lines}
	}
	return text, nil
}

func removeLines(text string, keys ...string) string {
	return regexp.MustCompile(`(?m)^[ \t]*(?:`+strings.Join(keys, "|")+`)[ \t]*=.*\n?`).ReplaceAllString(text, "")
}
