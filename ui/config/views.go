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

	"github.com/pelletier/go-toml/v2"
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
		choiceOr("status", "", &v.Status, "normal", "abnormal", "unknown"),
		bind("group", "", &v.Group, WantText, anyText),
		bind("id", "", &v.IDs, WantList, parseNames),
		bind("changed", "false", &v.Changed, WantBool, strconv.ParseBool),
		bind("question", "", &v.Question, WantText, anyText),
		bind("columns", "", &v.Columns, WantList, parseNames),
		bind("sort", "", &v.Sort, WantText, anyText),
		choiceOr("baseline", "", &v.Baseline, "visit", "24h", "7d", "30d"),
	}
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
	header, pattern, prefix := viewHeader(v.Name), viewPattern(v.Name), "views."+v.Name+"."
	settings := v.settings()
	edited, err := c.edit(header+changeSettings("", nil, settings), func(text string, values map[string]any) string {
		old := map[string]any{}
		for key, value := range values {
			if setting, ok := strings.CutPrefix(key, prefix); ok {
				old[setting] = value
				delete(values, key)
			}
		}
		for _, s := range settings {
			values[prefix+s.key] = s.value
		}
		return editTable(text, header, pattern, func(table string) string { return changeSettings(table, old, settings) })
	})
	if err != nil {
		return err
	}
	return c.write(c.Path, edited)
}

// viewHeader returns the line of the table of a view, viewPattern a regular expression for
// all ways to write it.
func viewHeader(name string) string {
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		name = "'" + name + "'"
	}
	return "[views." + name + "]\n"
}

func viewPattern(name string) string { return `\[views\.["']?` + name + `["']?\]` }

// DeleteView removes a view from the configuration file, with the errors of Save. It
// preserves everything else in it, also the comments around the view.
func (c *Config) DeleteView(name string) error {
	if !IsViewName(name) {
		return &Error{Kind: BadViewName, Key: "views." + name}
	}
	edited, err := c.edit(viewHeader(name), func(text string, values map[string]any) string {
		for key := range values {
			if strings.HasPrefix(key, "views."+name+".") {
				delete(values, key)
			}
		}
		table := regexp.MustCompile(`(?m)^` + viewPattern(name) + `.*(?:\n|\z)((?:[^\[\n].*(?:\n|\z)|\n)*)`).FindStringSubmatchIndex(text)
		if table == nil {
			return text
		}
		rest := text[table[2]:table[3]]
		for line := range strings.Lines(rest) {
			if s := strings.TrimSpace(line); s != "" && s[0] != '#' {
				_, rest, _ = strings.Cut(rest, line)
			}
		}
		before := text[:table[0]]
		if strings.HasSuffix(before, "\n\n") || before == "" {
			rest = strings.TrimPrefix(rest, "\n")
		}
		return before + rest + text[table[3]:]
	})
	var failed *Error
	if errors.As(err, &failed) && failed.Kind == CannotEdit {
		failed.Kind = CannotRemove
	}
	if err != nil {
		return err
	}
	return c.write(c.Path, edited)
}

// tomlSetting is a setting with its line in the file and its value as a parser returns it.
type tomlSetting struct {
	key, line string
	value     any
}

// settings returns what is set in a view, in the order of the documentation.
func (v *View) settings() (all []tomlSetting) {
	for _, p := range viewRows(v) {
		value := reflect.ValueOf(p.value())
		if value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0 {
			continue
		}
		encoded, _ := toml.Marshal(map[string]any{p.key: value.Interface()}) // strings, lists of them and true have an encoding
		line := strings.ToValidUTF8(string(encoded), "\ufffd")
		var parsed map[string]any
		_ = toml.Unmarshal([]byte(line), &parsed) // it was encoded a moment ago
		all = append(all, tomlSetting{p.key, line, parsed[p.key]})
	}
	return all
}

// settingLine matches a setting in one line: its indentation, its key and its comment.
var settingLine = regexp.MustCompile(`^([ \t]*)([a-z_]+)[ \t]*=(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"'])*?([ \t]*#.*)?\n$`)

// changeSettings returns the lines of a table with other settings. Lines of settings that
// stay the same, comments and blank lines are kept.
func changeSettings(table string, old map[string]any, settings []tomlSetting) string {
	missing := slices.Clone(settings)
	var out []string
	last := 0 // behind the last setting
	for line := range strings.Lines(table) {
		m := settingLine.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
			continue
		}
		i := slices.IndexFunc(missing, func(s tomlSetting) bool { return s.key == m[2] })
		if i < 0 {
			continue
		}
		if !reflect.DeepEqual(old[m[2]], missing[i].value) {
			line = m[1] + strings.TrimSuffix(missing[i].line, "\n") + m[3] + "\n"
		}
		out = append(out, line)
		last, missing = len(out), slices.Delete(missing, i, i+1)
	}
	for _, s := range slices.Backward(missing) {
		out = slices.Insert(out, last, s.line)
	}
	return strings.Join(out, "")
}
