package config

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/api/fleet"
)

// SavedView is a saved state of a list: a line of the table [views] of the file, such as
//
//	morning = 'accounts status:abnormal sort:-fansCount'
type SavedView struct {
	Name  string
	List  string // the name of a pane
	Query fleet.Query
}

// line is the value of a view in the file.
func (v *SavedView) line() string {
	return strings.TrimSpace(v.List + " " + v.Query.String())
}

// Views returns the views of the file, sorted by name, except those with mistakes.
func (c *Config) Views() ([]SavedView, error) {
	var views []SavedView
	var errs []error
	const prefix = "views."
	for _, table := range c.file.views {
		errs = append(errs, c.ErrorAt(prefix+table, &Error{Kind: WrongType, Want: WantView}))
	}
	for _, key := range c.file.under(prefix) {
		v := SavedView{Name: strings.TrimPrefix(key, prefix)}
		if slices.ContainsFunc(c.file.views, func(table string) bool { return strings.HasPrefix(v.Name, table+".") }) {
			continue
		}
		line, isText := c.file.values[key].(string)
		if !isText {
			errs = append(errs, c.ErrorAt(key, &Error{Kind: WrongType, Want: WantView}))
			continue
		}
		e := v.parse(c.src.Panes, line)
		if e != nil {
			errs = append(errs, c.ErrorAt(key, e))
			continue
		}
		views = append(views, v)
	}
	return views, errors.Join(errs...)
}

// parse reads the value of a view. The error has no place.
func (v *SavedView) parse(panes []Pane, line string) *Error {
	list, query, _ := strings.Cut(strings.TrimSpace(line), " ")
	v.List = list
	if !IsViewName(v.Name) {
		return &Error{Kind: BadViewName}
	}
	lists := viewLists(panes)
	if !slices.Contains(lists, list) {
		return &Error{
			Kind:    BadValue,
			Value:   list,
			Want:    WantView,
			Choices: lists,
		}
	}
	i := slices.IndexFunc(panes, func(p Pane) bool { return p.Name == list })
	return v.parseQuery(panes[i], query)
}

// parseQuery reads what a view of a pane shows. The error has no place.
func (v *SavedView) parseQuery(p Pane, query string) *Error {
	q, err := fleet.ParseQuery(query)
	bad, _ := err.(*fleet.TermError)
	if bad == nil && q.Since > 0 { // the dashboard compares with the baselines that the history keeps
		since := &fleet.Query{Since: q.Since}
		return &Error{
			Kind:    BadTerm,
			Reason:  since.String(),
			Choices: []string{"visit", "24h", "7d", "30d"},
		}
	}
	if !p.ViewFilters {
		others := q.OnlyFilters()
		if bad == nil && others.Filters() {
			return &Error{
				Kind:   ForeignTerm,
				Reason: others.String(),
				Value:  p.Name,
			}
		}
		q, err = fleet.ParseList(query, p.ViewTerms...)
		bad, _ = err.(*fleet.TermError)
	}
	if bad != nil {
		return badTerm(bad)
	}
	v.Query = q
	return nil
}

// badTerm is the mistake of a query in the file.
func badTerm(bad *fleet.TermError) *Error {
	if bad.TooLong {
		return &Error{Kind: LongQuery}
	}
	return &Error{
		Kind:    BadTerm,
		Reason:  bad.Term,
		Value:   bad.Wrong,
		Choices: bad.Choices,
	}
}

// ParseSavedView reads what a view of a pane shows; ok is false for a mistake and for a pane without views.
func ParseSavedView(p Pane, query string) (v SavedView, ok bool) {
	v.List = p.Name
	if p.ViewTerms == nil {
		return v, false
	}
	e := v.parseQuery(p, query)
	return v, e == nil
}

// SavedView returns the view of a list by its name. The error for an unknown one, of kind
// NoSuchView or NoViews, has the names of those that the list has.
func (c *Config) SavedView(list, name string) (SavedView, error) {
	views, err := c.Views()
	if err != nil {
		return SavedView{}, err
	}
	e := &Error{
		Kind:  NoSuchView,
		Value: name,
		From:  Origin{Layer: Flag, Name: "view"},
	}
	for _, v := range views {
		if v.List == list {
			if v.Name == name {
				return v, nil
			}
			e.Choices = append(e.Choices, v.Name)
		}
	}
	if len(e.Choices) == 0 {
		e.Kind = NoViews
	}
	return SavedView{}, e
}

// IsViewName reports whether a view can have a name: up to 40 letters, digits, blanks, -
// and _, of any script.
func IsViewName(s string) bool {
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_", r)
	}
	return s != "" && utf8.RuneCountInString(s) <= 40 && strings.TrimSpace(s) == s &&
		!strings.ContainsFunc(s, bad)
}

// The header of the table of views, for which editTable takes a pattern too.
const viewsHeader, viewsPattern = "[views]\n", `\[views\]`

// SaveView writes a view into the configuration file, in place of one with its name, with
// the errors of Save. It preserves everything else in it.
func (c *Config) SaveView(v SavedView) error {
	if !IsViewName(v.Name) {
		return &Error{Kind: BadViewName, Key: "views." + v.Name}
	}
	line := assign(v.Name, v.line())
	return c.change(viewsHeader+line, func(text string, values map[string]any) string {
		values["views."+v.Name] = v.line()
		return editTable(text, viewsHeader, viewsPattern, func(table string) string {
			if valueLine(v.Name).MatchString(table) {
				return setLine(table, v.Name, v.line())
			}
			lines := strings.TrimRight(table, "\n")
			rest := table[len(lines):]
			if lines != "" {
				lines += "\n"
				rest = strings.TrimPrefix(rest, "\n")
			}
			return lines + line + rest
		})
	})
}

// DeleteView removes a view from the configuration file, with the errors of Save. It
// preserves everything else in it.
func (c *Config) DeleteView(name string) error {
	if !IsViewName(name) {
		return &Error{Kind: BadViewName, Key: "views." + name}
	}
	return asRemoval(c.change("views."+name, func(text string, values map[string]any) string {
		if _, ok := values["views."+name]; !ok {
			return text
		}
		delete(values, "views."+name)
		return editTable(text, viewsHeader, viewsPattern, func(table string) string {
			return setLine(table, name, nil)
		})
	}))
}
