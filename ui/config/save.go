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
	Key     Secret // kept in a file of its own; zero for none
}

// Save adds the site to the configuration file, as the default, and writes its
// key into a file beside it. It returns the path of the configuration. All other
// settings and comments stay. Where they cannot, the file is not changed and the
// error, of kind CannotEdit, contains the lines to add by hand.
func (c *Config) Save(site NewSite) (path string, err error) {
	if c.Path == "" {
		return "", &Error{Kind: CannotWrite, Path: "config.toml", Err: fs.ErrNotExist}
	}
	if !isSiteName(site.Name) {
		return "", &Error{Kind: BadSiteName, Key: "sites." + site.Name}
	}
	base, bad := CleanURL(site.BaseURL)
	if bad != nil {
		return "", bad
	}
	lines := []setting{{"base_url", base}}
	keyPath := ""
	if !site.Key.IsZero() {
		if !UsableKey(site.Key.Reveal()) {
			return "", &Error{Kind: KeyMalformed, Key: "api_key"}
		}
		keyPath = c.freeKeyFile(site.Name)
		lines = append(lines, setting{"api_key_file", filepath.Base(keyPath)})
	}
	old, _, err := c.src.read(c.Path, maxFile)
	if err != nil && !isMissing(err) {
		return "", &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	edited, err := c.edit(bytes.TrimPrefix(old, []byte(byteOrderMark)), site.Name, lines)
	if err != nil {
		return "", err
	}
	// The key first: a configuration that names a missing key file is worse than
	// a key file that nothing names.
	if keyPath != "" {
		if err := c.src.Write(keyPath, []byte(site.Key.Reveal()+"\n")); err != nil {
			return "", &Error{Kind: CannotWrite, Path: keyPath, Err: err}
		}
	}
	if err := c.src.Write(c.Path, edited); err != nil {
		return "", &Error{Kind: CannotWrite, Path: c.Path, Err: err}
	}
	return c.Path, nil
}

// WriteNew writes the configuration file unless it exists.
func (c *Config) WriteNew(text string) error {
	_, _, err := c.src.read(c.Path, maxFile)
	switch {
	case err == nil:
		return &Error{Kind: FileExists, Path: c.Path}
	case !isMissing(err):
		return &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	if err := c.src.Write(c.Path, []byte(text)); err != nil {
		return &Error{Kind: CannotWrite, Path: c.Path, Err: err}
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

// setting is one line of a table.
type setting struct{ key, value string }

func (s setting) line() string {
	text, err := toml.Marshal(map[string]string{s.key: s.value})
	if err != nil {
		panic(err) // strings can always be written
	}
	return string(text)
}

// edit makes the site the default and sets its lines. It proves the result by
// parsing it: the site is as wanted and nothing else has changed.
func (c *Config) edit(old []byte, site string, lines []setting) ([]byte, error) {
	before, err := parse(c.Path, old)
	if err != nil {
		return nil, err
	}
	want := maps.Clone(before.values)
	want["site"] = site
	header := "[sites." + site + "]"
	var table strings.Builder
	replaced := []string{"base_url"}
	for _, s := range lines {
		if s.key == "api_key_file" {
			for _, place := range keySettings() {
				delete(want, "sites."+site+"."+place.name)
				replaced = append(replaced, place.name)
			}
		}
		want["sites."+site+"."+s.key] = s.value
		table.WriteString(s.line())
	}

	text := removeLines(string(old), "site")
	if at := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(header) + `.*\n?`).FindStringIndex(text); at != nil {
		end := len(text)
		if next := strings.Index(text[at[1]:], "\n["); next >= 0 {
			end = at[1] + next + 1
		}
		rest := text[at[1]:end]
		for _, key := range replaced {
			rest = removeLines(rest, key)
		}
		text = strings.TrimSuffix(text[:at[1]], "\n") + "\n" + table.String() + rest + text[end:]
	} else {
		if text != "" {
			text = strings.TrimSuffix(text, "\n") + "\n\n"
		}
		text += header + "\n" + table.String()
	}
	text = setting{"site", site}.line() + text

	after, err := parse(c.Path, []byte(text))
	if err != nil || !reflect.DeepEqual(after.values, want) {
		return nil, &Error{Kind: CannotEdit, Path: c.Path, Command: header + "\n" + table.String()}
	}
	return []byte(text), nil
}

// removeLines removes the lines that set a key.
func removeLines(text, key string) string {
	return regexp.MustCompile(`(?m)^[ \t]*`+regexp.QuoteMeta(key)+`[ \t]*=.*\n?`).ReplaceAllString(text, "")
}
