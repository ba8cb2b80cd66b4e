package config

import (
	"errors"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// NewSite has the entries of the form of a new site.
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
	if !IsSiteName(site.Name) {
		return &Error{Kind: BadSiteName, Key: "sites." + site.Name}
	}
	base, err := CleanURL(site.BaseURL)
	if err != nil {
		return err
	}
	prefix := "sites." + site.Name + "."
	header := "[sites." + site.Name + "]\n"
	lines := "base_url = '" + base + "'\n"
	keyPath := ""
	if !site.Key.IsZero() {
		if !UsableKey(site.Key.Reveal()) {
			return &Error{Kind: KeyMalformed, Key: "api_key"}
		}
		keyPath = c.freeKeyFile(site.Name)
		lines += "api_key_file = '" + filepath.Base(keyPath) + "'\n"
	}
	saveKey := func() error { return nil }
	if keyPath != "" {
		// The key first: a configuration that names a missing key file is worse than
		// a key file that nothing names.
		saveKey = func() error {
			return c.cannotWrite(keyPath, c.src.Secret(keyPath, []byte(site.Key.Reveal()+"\n")))
		}
	}
	keyFile := ""
	if keyPath != "" {
		keyFile = filepath.Base(keyPath)
	}
	return c.changeAfter(saveKey, header+lines, func(text string, values map[string]any) string {
		values[prefix+"base_url"] = base
		if keyFile != "" {
			for _, kind := range keyKinds() {
				delete(values, prefix+string(kind))
			}
			values[prefix+string(KeyFile)] = keyFile
		}
		text = setSite(text, header, base, keyFile)
		_, isSet := values["site"]
		standard := site.Name
		switch names := c.SiteNames(); {
		case !site.KeepDefault || len(names) == 0:
		case isSet || len(names) > 1 || slices.Contains(names, site.Name):
			return text
		default:
			standard = names[0]
		}
		values["site"] = standard
		root, tables := splitRoot(text)
		return setLine(root, "site", standard) + tables
	})
}

// Set writes a preference into the configuration file, with the errors of Save. It preserves
// everything else in it.
func (c *Config) Set(key, text string) error {
	value := any(text)
	if i := slices.IndexFunc(c.prefs(), func(p pref) bool {
		return p.key == key &&
			p.want == WantBool
	}); i >= 0 {
		value = text == "true"
	}
	line := assign(key, value)
	return c.change(line, func(text string, values map[string]any) string {
		values[key] = value
		table := `\[theme\]`
		if key == "theme" &&
			regexp.MustCompile(`(?m)^`+table).MatchString(text) {
			return editTable(text, "", table, func(lines string) string {
				return setLine(lines, "name", value)
			})
		}
		root, tables := splitRoot(text)
		return setLine(root, key, value) + tables
	})
}

// UseSite makes a site of the configuration file the default, with the errors of Save. It
// preserves everything else in the file.
func (c *Config) UseSite(name string) error {
	if !slices.Contains(c.SiteNames(), name) {
		return &Error{
			Kind:    NoSuchSite,
			Value:   name,
			Choices: c.SiteNames(),
		}
	}
	return c.Set("site", name)
}

// DeleteSite removes a site from the configuration file, with the errors of Save; the kind
// is CannotRemove for one that must be removed by hand. The file of its key stays. Another
// default site must be chosen where it was the default.
func (c *Config) DeleteSite(name string) error {
	header := "[sites." + name + "]"
	return asRemoval(c.change(header, func(text string, values map[string]any) string {
		maps.DeleteFunc(values, func(key string, _ any) bool {
			return strings.HasPrefix(key, "sites."+name+".")
		})
		text = deleteTable(text, tablesOf(text, `\[sites\.`+name+`(?:\.[^\]\n]*)?\]`))
		if values["site"] != name {
			return text
		}
		delete(values, "site")
		root, tables := splitRoot(text)
		return setLine(root, "site", nil) + tables
	}))
}

// asRemoval is the error of a change that removes something.
func asRemoval(err error) error {
	failed, ok := errors.AsType[*Error](err)
	if ok && failed.Kind == CannotEdit {
		failed.Kind = CannotRemove
	}
	return err
}

// change edits the configuration file and writes it.
func (c *Config) change(
	lines string,
	change func(text string, values map[string]any) string,
) error {
	return c.changeAfter(func() error { return nil }, lines, change)
}

// maxChanges is how often a change is tried on a file that other programs change meanwhile.
const maxChanges = 10

// changeAfter is change that does something first, once it is sure that the file can be changed. A
// file that another program changed since it was read is read again, so that both changes stay.
func (c *Config) changeAfter(
	first func() error,
	lines string,
	change func(text string, values map[string]any) string,
) error {
	for n := 1; ; n++ {
		old, edited, err := c.edit(lines, change)
		if err == nil && n == 1 {
			err = first()
		}
		if err != nil {
			return err
		}
		if err := c.src.Replace(c.Path, old, []byte(edited)); err == nil {
			return nil
		} else if !errors.Is(err, ErrChanged) || n == maxChanges {
			return &Error{Kind: CannotWrite, Path: c.Path, Err: err}
		}
	}
}

// edit returns the configuration file, as it is now, and after a change, which gets its text and
// its values. It parses the result to verify that it has the changed values and no others. Otherwise
// the user must add lines by hand. A change that makes a new mistake is refused.
func (c *Config) edit(
	lines string,
	change func(text string, values map[string]any) string,
) (old []byte, text string, err error) {
	if err := c.HasPlace(); err != nil {
		return nil, "", err
	}
	old, mode, err := c.src.read(c.Path, maxFile)
	if err != nil && !isMissing(err) {
		return nil, "", &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	before, err := c.parse(old)
	if IsKind(err, Syntax) || IsKind(err, CurlyQuote) {
		return nil, "", err
	}
	known := c.mistakes(before, err)
	was := strings.TrimPrefix(string(old), byteOrderMark)
	text = withEndings(change(strings.ReplaceAll(was, "\r\n", "\n"), before.values), was)
	after, err := c.parse([]byte(text))
	if IsKind(err, Syntax) || !reflect.DeepEqual(after.values, before.values) {
		return nil, "", &Error{Kind: CannotEdit, Path: c.Path, Command: lines}
	}
	after.shared = c.src.openToOthers(mode, 0o2)
	for _, e := range c.mistakes(after, err) {
		same := func(o *Error) bool {
			return o.Kind == e.Kind && o.Key == e.Key && o.Value == e.Value
		}
		if !slices.ContainsFunc(known, same) {
			return nil, "", e
		}
	}
	return old, text, nil
}

// withEndings gives the lines of a text that was edited the endings that they had before. New lines
// end as the first one did.
func withEndings(edited, was string) string {
	if !strings.Contains(was, "\r\n") {
		return edited
	}
	first, _, _ := strings.Cut(was, "\n")
	windows := map[string]bool{} // lines that end with \r\n
	for line := range strings.Lines(was) {
		text, ended := strings.CutSuffix(line, "\r\n")
		if !ended {
			text = strings.TrimSuffix(line, "\n")
		}
		windows[text] = ended
	}
	var out strings.Builder
	for line := range strings.Lines(edited) {
		text, ended := strings.CutSuffix(line, "\n")
		out.WriteString(text)
		was, known := windows[text]
		if !ended {
			continue
		}
		if was || !known && strings.HasSuffix(first, "\r") {
			out.WriteString("\r\n")
		} else {
			out.WriteString("\n")
		}
	}
	return out.String()
}

// mistakes returns those of a file that was parsed with an error.
func (c *Config) mistakes(f file, err error) []*Error {
	edited := &Config{
		Path:  c.Path,
		src:   c.src,
		flags: c.flags,
		file:  f,
	}
	if err = edited.fillAll(err); c.Check != nil {
		err = errors.Join(err, c.Check(edited))
	}
	return Errors(err)
}

// splitRoot divides a file before its first table.
func splitRoot(text string) (root, tables string) {
	at := regexp.MustCompile(`(?m)^[ \t]*\[`).FindStringIndex(text)
	if at != nil {
		return text[:at[0]], text[at[0]:]
	}
	return text, ""
}

// assign returns the line of a value.
func assign(key string, value any) string {
	setting, _ := toml.Marshal(map[string]any{key: value}) // texts, lists of them and truth values have an encoding
	return strings.ToValidUTF8(string(setting), "\ufffd")
}

// setLine changes a value in the lines of a table, whose comment stays. A missing value is
// written first, and nil removes the line.
func setLine(lines, key string, value any) string {
	at := valueLine(key).FindStringSubmatchIndex(lines)
	if value == nil && at == nil {
		return lines
	}
	if value == nil {
		return lines[:at[0]] + lines[at[1]:]
	}
	if at == nil {
		return assign(key, value) + lines
	}
	_, literal, _ := strings.Cut(strings.TrimSuffix(assign(key, value), "\n"), " = ")
	return lines[:at[2]] + literal + lines[at[3]:]
}

// renameLine changes the key of the line of a value.
func renameLine(lines, old, key string) string {
	at := valueLine(old).FindStringSubmatchIndex(lines)
	if at == nil {
		return lines
	}
	return lines[:at[0]] + strings.Replace(lines[at[0]:at[2]], old, key, 1) + lines[at[2]:]
}

// dropLine removes the line of a value, whose comment stays.
func dropLine(lines, key string) string {
	at := valueLine(key).FindStringSubmatchIndex(lines)
	if at == nil {
		return lines
	}
	return lines[:at[0]] + strings.TrimLeft(lines[at[3]:at[1]], " \t\n") + lines[at[1]:]
}

// valueLine matches the line of a value, its value, and what follows that.
func valueLine(key string) *regexp.Regexp {
	const text = `'''(?s:.*?)'''|"""(?s:(?:[^\\]|\\.)*?)"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`
	return regexp.MustCompile(`(?m)^[ \t]*["']?` + key + `["']?[ \t]*=[ \t]*(` + text +
		`|\[(?:` + text + `|[^\]"'])*\]|[A-Za-z0-9_.+-]+)([ \t]*(?:#[^\n]*)?(?:\n|$))`)
}

// tablesOf returns where the tables begin and end whose header matches a pattern. A comment
// before the header of the next table belongs to that one.
func tablesOf(text, pattern string) [][]int {
	found := regexp.MustCompile(
		`(?m)^[ \t]*`+pattern+`[^\n]*(?:\n|$)`+
			`(?:[^\[\n][^\n]*(?:\n|$)|\n)*`,
	).FindAllStringIndex(text, -1)
	for _, at := range found {
		if at[1] == len(text) {
			continue
		}
		lines := strings.SplitAfter(text[at[0]:at[1]], "\n")
		for lines = lines[:len(lines)-1]; strings.HasPrefix(
			lines[len(lines)-1],
			"#",
		); lines = lines[:len(lines)-1] {
			at[1] -= len(lines[len(lines)-1])
		}
	}
	return found
}

func deleteTable(text string, places [][]int) string {
	for _, at := range slices.Backward(places) {
		text = text[:at[0]] + text[at[1]:]
	}
	return text
}

// setSite sets the address of the site below a header and, if there is one, the file of its key, or
// adds the site. Comments stay.
func setSite(text, header, base, keyFile string) string {
	return editTable(text, header, regexp.QuoteMeta(strings.TrimSpace(header)), func(lines string) string {
		if keyFile != "" {
			lines = setLine(onlyKeyFile(lines), string(KeyFile), keyFile)
		}
		return setLine(lines, "base_url", base)
	})
}

// onlyKeyFile makes the line that says where the key of a site is one of a file. Of several, it drops
// the others.
func onlyKeyFile(lines string) string {
	file := string(KeyFile)
	for _, kind := range keyKinds() {
		other := string(kind)
		if other == file {
			continue
		}
		if valueLine(file).MatchString(lines) {
			lines = dropLine(lines, other)
		} else {
			lines = renameLine(lines, other, file)
		}
	}
	return lines
}

// editTable changes the lines below a header, which matches the pattern, or adds the header
// with a change of no lines.
func editTable(text, header, pattern string, change func(table string) string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	table := regexp.MustCompile(`(?m)^` + pattern + `.*\n((?:[^\[\n].*\n|\n)*)`).FindStringSubmatchIndex(text)
	if table != nil {
		from := table[2]
		to := table[3]
		return text[:from] + change(text[from:to]) + text[to:]
	}
	if text != "" {
		text += "\n"
	}
	return text + header + change("")
}

// cannotWrite is the error of a file that was not written.
func (c *Config) cannotWrite(path string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: CannotWrite, Path: path, Err: err}
}

// HasPlace returns an error without a path for the configuration file.
func (c *Config) HasPlace() error {
	if c.Path == "" {
		return &Error{Kind: NoFilePlace}
	}
	return nil
}

// Write replaces the configuration file.
func (c *Config) Write(text string) error {
	if err := c.HasPlace(); err != nil {
		return err
	}
	return c.cannotWrite(c.Path, c.src.Write(c.Path, []byte(text)))
}

// CheckNew returns an error if the configuration file exists or cannot be read.
func (c *Config) CheckNew() error {
	if err := c.HasPlace(); err != nil {
		return err
	}
	_, _, err := c.src.read(c.Path, maxFile)
	if err == nil {
		return &Error{Kind: FileExists, Path: c.Path}
	}
	if !isMissing(err) {
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
		_, _, err := c.src.read(path, maxKeyFile)
		if isMissing(err) || n == 99 ||
			c.src.Expand(own, dir) == path {
			return path
		}
	}
}
