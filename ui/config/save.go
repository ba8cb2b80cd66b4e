package config

import (
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// NewSite is what the user entered at first start.
type NewSite struct {
	Name    string // a-z, 0-9, - and _
	BaseURL string
	Key     Secret // saved in its own file; may be zero

	KeepDefault bool // the default site stays the same if there is one
}

// Save adds the site to the configuration file, by default as the default, and writes its key into a
// file beside it. It preserves all other settings and comments. If it can't, it does not
// change the file, and the error, of kind CannotEdit, contains the lines to add by hand.
func (c *Config) Save(site NewSite) error {
	if !isSiteName(site.Name) {
		return &Error{Kind: BadSiteName, Key: "sites." + site.Name}
	}
	base, err := CleanURL(site.BaseURL)
	if err != nil {
		return err
	}
	prefix, header := "sites."+site.Name+".", "[sites."+site.Name+"]\n"
	lines, keyPath := "base_url = '"+base+"'\n", ""
	if !site.Key.IsZero() {
		if !UsableKey(site.Key.Reveal()) {
			return &Error{Kind: KeyMalformed, Key: "api_key"}
		}
		keyPath = c.freeKeyFile(site.Name)
		lines += "api_key_file = '" + filepath.Base(keyPath) + "'\n"
	}
	edited, err := c.edit(header+lines, func(text string, values map[string]any) string {
		replaced := []string{"base_url"}
		values[prefix+"base_url"] = base
		if keyPath != "" {
			for _, kind := range keyKinds() {
				delete(values, prefix+string(kind))
				replaced = append(replaced, string(kind))
			}
			values[prefix+"api_key_file"] = filepath.Base(keyPath)
		}
		_, isSet := values["site"]
		standard := site.Name
		switch names := c.SiteNames(); {
		case !site.KeepDefault || len(names) == 0:
		case isSet || len(names) > 1:
			return replaceSite(text, header, lines, replaced)
		default:
			standard = names[0]
		}
		values["site"] = standard
		return "site = '" + standard + "'\n" + replaceSite(removeLines(text, "site"), header, lines, replaced)
	})
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
	const key = "hide_inspector"
	line := key + " = " + strconv.FormatBool(hide) + "\n"
	edited, err := c.edit(line, func(text string, values map[string]any) string {
		_, isSet := values[key]
		if values[key] = hide; !isSet {
			return line + text
		}
		setting := regexp.MustCompile(`(?m)^([ \t]*` + key + `[ \t]*=[ \t]*)(?:true|false)`)
		return setting.ReplaceAllString(text, "${1}"+strconv.FormatBool(hide))
	})
	if err != nil {
		return err
	}
	return c.write(c.Path, edited)
}

// UseSite makes a site of the configuration file the default, with the errors of Save. It
// preserves everything else in the file.
func (c *Config) UseSite(name string) error {
	if !slices.Contains(c.SiteNames(), name) {
		return &Error{Kind: NoSuchSite, Value: name, Choices: c.SiteNames()}
	}
	line := "site = '" + name + "'\n"
	edited, err := c.edit(line, func(text string, values map[string]any) string {
		_, isSet := values["site"]
		if values["site"] = name; !isSet {
			return line + text
		}
		setting := regexp.MustCompile(`(?m)^([ \t]*site[ \t]*=[ \t]*)(?:"[^"\n]*"|'[^'\n]*')`)
		at := setting.FindStringSubmatchIndex(text) // that of a person would be below a header, and thus later
		if at == nil {
			return text
		}
		return text[:at[3]] + "'" + name + "'" + text[at[1]:]
	})
	if err != nil {
		return err
	}
	return c.write(c.Path, edited)
}

// edit returns the configuration file after a change, which gets its text and its values.
// It parses the result to verify that it has the changed values and no others. Otherwise
// the user must add lines by hand.
func (c *Config) edit(lines string, change func(text string, values map[string]any) string) (string, error) {
	if err := c.HasPlace(); err != nil {
		return "", err
	}
	old, _, err := c.src.read(c.Path, maxFile)
	if err != nil && !isMissing(err) {
		return "", &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	before, err := parse(c.Path, old)
	if err != nil {
		return "", err
	}
	text := change(strings.TrimPrefix(string(old), byteOrderMark), before.values)
	after, err := parse(c.Path, []byte(text))
	if err != nil || !reflect.DeepEqual(after.values, before.values) {
		return "", &Error{Kind: CannotEdit, Path: c.Path, Command: lines}
	}
	return text, nil
}

// replaceSite replaces settings of the site below a header by lines, or adds both.
func replaceSite(text, header, lines string, replaced []string) string {
	return editTable(text, header, regexp.QuoteMeta(strings.TrimSpace(header)), func(table string) string { return lines + removeLines(table, replaced...) })
}

// editTable changes the lines below a header, which matches the pattern, or adds the header
// with a change of no lines.
func editTable(text, header, pattern string, change func(table string) string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	table := regexp.MustCompile(`(?m)^` + pattern + `.*\n((?:[^\[\n].*\n|\n)*)`).FindStringSubmatchIndex(text)
	switch {
	case table != nil:
		from, to := table[2], table[3]
		return text[:from] + change(text[from:to]) + text[to:]
	case text != "":
		text += "\n"
	}
	return text + header + change("")
}

func removeLines(text string, keys ...string) string {
	return regexp.MustCompile(`(?m)^[ \t]*(?:`+strings.Join(keys, "|")+`)[ \t]*=.*\n?`).ReplaceAllString(text, "")
}

func (c *Config) write(path, text string) error {
	if err := c.src.Write(path, []byte(text)); err != nil {
		return &Error{Kind: CannotWrite, Path: path, Err: err}
	}
	return nil
}

// HasPlace returns an error without a path for the configuration file.
func (c *Config) HasPlace() error {
	if c.Path == "" {
		return &Error{Kind: Homeless}
	}
	return nil
}

// Write replaces the configuration file.
func (c *Config) Write(text string) error {
	if err := c.HasPlace(); err != nil {
		return err
	}
	return c.write(c.Path, text)
}

// CheckNew returns an error if the configuration file exists or cannot be read.
func (c *Config) CheckNew() error {
	if err := c.HasPlace(); err != nil {
		return err
	}
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
		if _, _, err := c.src.read(path, maxKeyFile); isMissing(err) || n == 99 || c.src.Expand(own, dir) == path {
			return path
		}
	}
}
