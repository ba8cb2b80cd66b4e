package config

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// View is a saved state of a list: a table [views.NAME] of the file. What is empty is as
// in a list that was just opened.
type View struct {
	Name     string
	List     Value[string] // a pane: accounts, groups, overview or prices
	Match    Value[string] // the fuzzy filter
	Sort     Value[string] // a column, behind "-" for descending
	Columns  Value[[]string]
	Baseline Value[string] // visit, 24h, 7d or 30d

	// The filters of accounts, and the question of prices.
	Platforms Value[[]string]
	Status    Value[string] // normal, abnormal or unknown
	Group     Value[string]
	IDs       Value[[]string]
	Changed   Value[bool]
	Question  Value[string]
}

// SortColumn returns the column that the view sorts by, "" for none.
func (v *View) SortColumn() (id string, desc bool) {
	id, desc = strings.CutPrefix(v.Sort.V, "-")
	return id, desc
}

func viewRows(v *View) []pref {
	anyText := func(text string) (string, error) { return text, nil }
	return []pref{
		choice("list", &v.List, "accounts", "groups", "overview", "prices"),
		bind("match", "", &v.Match, WantText, anyText),
		bind("platform", "", &v.Platforms, WantList, parseNames),
		optionalChoice("status", &v.Status, "normal", "abnormal", "unknown"),
		bind("group", "", &v.Group, WantText, anyText),
		bind("id", "", &v.IDs, WantList, parseNames),
		bind("changed", "false", &v.Changed, WantBool, strconv.ParseBool),
		bind("question", "", &v.Question, WantText, anyText),
		bind("columns", "", &v.Columns, WantList, parseNames),
		bind("sort", "", &v.Sort, WantText, anyText),
		optionalChoice("baseline", &v.Baseline, "visit", "24h", "7d", "30d"),
	}
}

// optionalChoice makes the row of a setting with a few values, or none.
func optionalChoice(key string, to *Value[string], choices ...string) pref {
	return bind(key, "", to, WantChoice, func(text string) (string, error) {
		if text != "" && !slices.Contains(choices, text) {
			return "", errInvalid
		}
		return text, nil
	}, choices...)
}

// Views returns the views of the file, sorted by name, except those with invalid names.
func (c *Config) Views() ([]View, error) {
	var views []View
	var errs []error
	for _, name := range c.file.views {
		if !IsViewName(name) {
			errs = append(errs, c.ErrorAt("views."+name, &Error{Kind: BadViewName}))
			continue
		}
		v := View{Name: name}
		errs = append(errs, c.fill("views."+name+".", viewRows(&v)))
		views = append(views, v)
	}
	return views, errors.Join(errs...)
}

// View returns the view of a list by its name. The error for an unknown one, of kind
// NoSuchView or NoViews, has the names of those that the list has.
func (c *Config) View(list, name string) (View, error) {
	views, err := c.Views()
	if err != nil {
		return View{}, err
	}
	e := &Error{Kind: NoSuchView, Value: name, From: Origin{Layer: Flag, Name: "view"}}
	for _, v := range views {
		if v.List.V == list {
			if v.Name == name {
				return v, nil
			}
			e.Choices = append(e.Choices, v.Name)
		}
	}
	if len(e.Choices) == 0 {
		e.Kind = NoViews
	}
	return View{}, e
}

// IsViewName reports whether a view can have a name: up to 40 letters, digits, blanks, -
// and _, of any script.
func IsViewName(s string) bool {
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_", r)
	}
	return s != "" && utf8.RuneCountInString(s) <= 40 && strings.TrimSpace(s) == s && !strings.ContainsFunc(s, bad)
}

// SaveView writes a view into the configuration file, in place of one with its name, with
// the errors of Save. It preserves everything else in it.
func (c *Config) SaveView(v View) error {
	if !IsViewName(v.Name) {
		return &Error{Kind: BadViewName, Key: "views." + v.Name}
	}
	name := v.Name
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		name = tomlString(name)
	}
	header, prefix := "[views."+name+"]\n", "views."+v.Name+"."
	settings := v.settings()
	lines := ""
	for _, s := range settings {
		lines += s.line()
	}
	edited, err := c.edit(header+lines, func(text string, values map[string]any) string {
		old, keep := map[string]any{}, text
		for key, value := range values {
			if setting, ok := strings.CutPrefix(key, prefix); ok {
				old[setting] = value
				delete(values, key)
			}
		}
		for _, s := range settings {
			values[prefix+s.key] = s.value
		}
		from, to, ok := c.viewTable(keep, v.Name)
		if !ok {
			if text != "" {
				text = strings.TrimRight(text, "\n") + "\n\n"
			}
			return text + header + lines
		}
		return text[:from] + changeSettings(text[from:to], old, settings) + text[to:]
	})
	if err != nil {
		return err
	}
	return c.write(c.Path, edited)
}

// tomlSetting is a setting of a table: a string, a boolean or a list of strings.
type tomlSetting struct {
	key   string
	value any
}

// settings returns what is set in a view, in the order of the documentation.
func (v *View) settings() []tomlSetting {
	var all []tomlSetting
	text := func(key, value string) {
		if value != "" {
			all = append(all, tomlSetting{key, value})
		}
	}
	list := func(key string, values []string) {
		if len(values) > 0 {
			list := make([]any, len(values))
			for i, s := range values {
				list[i] = s
			}
			all = append(all, tomlSetting{key, list})
		}
	}
	text("list", v.List.V)
	text("match", v.Match.V)
	list("platform", v.Platforms.V)
	text("status", v.Status.V)
	text("group", v.Group.V)
	list("id", v.IDs.V)
	if v.Changed.V {
		all = append(all, tomlSetting{"changed", true})
	}
	text("question", v.Question.V)
	list("columns", v.Columns.V)
	text("sort", v.Sort.V)
	text("baseline", v.Baseline.V)
	return all
}

func (s tomlSetting) line() string { return s.key + " = " + tomlValue(s.value) + "\n" }

func tomlValue(value any) string {
	switch value := value.(type) {
	case bool:
		return strconv.FormatBool(value)
	case []any:
		items := make([]string, len(value))
		for i, item := range value {
			items[i] = tomlValue(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return tomlString(value.(string))
}

// tomlString quotes a text.
func tomlString(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "�") {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case unicode.IsControl(r):
			b.WriteString(`\u` + strings.ToUpper(strconv.FormatInt(0x10000+int64(r), 16)[1:]))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// viewTable returns where the table of a view is in a file, from its header on.
func (c *Config) viewTable(text, name string) (from, to int, ok bool) {
	f, _ := parse(c.Path, []byte(text)) // edit has reported what is wrong
	line := f.places["views."+name].Line
	if line == 0 {
		return 0, 0, false
	}
	from, at := 0, 1
	for l := range strings.Lines(text) {
		switch start := strings.HasPrefix(strings.TrimLeft(l, " \t"), "["); {
		case at == line && !start:
			return 0, 0, false
		case at > line && start:
			return from, to, true
		case at < line:
			from += len(l)
		}
		to, at = to+len(l), at+1
	}
	return from, to, true
}

// settingLine matches a setting in one line: its indentation, its key and its comment.
var settingLine = regexp.MustCompile(`^([ \t]*)([a-z_]+)[ \t]*=(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"'])*?([ \t]*#.*)?\n?$`)

// changeSettings returns a table with other settings. Lines of settings that stay the same,
// comments and blank lines are kept.
func changeSettings(table string, old map[string]any, settings []tomlSetting) string {
	missing := slices.Clone(settings)
	var out []string
	last := 1 // behind the last setting, or the header
	for line := range strings.Lines(strings.TrimRight(table, "\n") + "\n") {
		m := settingLine.FindStringSubmatch(line)
		if len(out) == 0 || m == nil {
			out = append(out, line)
			continue
		}
		i := slices.IndexFunc(missing, func(s tomlSetting) bool { return s.key == m[2] })
		if i < 0 {
			continue
		}
		if !reflect.DeepEqual(old[m[2]], missing[i].value) {
			line = m[1] + strings.TrimSuffix(missing[i].line(), "\n") + strings.TrimRight(m[3], "\n") + "\n"
		}
		out = append(out, line)
		last, missing = len(out), slices.Delete(missing, i, i+1)
	}
	var added []string
	for _, s := range missing {
		added = append(added, s.line())
	}
	blank := table[len(strings.TrimRight(table, "\n")):]
	return strings.Join(slices.Insert(out, last, added...), "") + strings.TrimPrefix(blank, "\n")
}
