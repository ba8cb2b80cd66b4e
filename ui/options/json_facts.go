package options

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/words"
)

// Bounds of the list of one value.
const (
	maxFacts = 600
	maxNest  = 12
)

// member is one member of an object, in the order of the document.
type member struct {
	name  string
	value jsontext.Value
}

// members returns the members of an object: nothing for another value, and those
// before the error for a malformed one.
func members(object jsontext.Value) []member {
	var list []member
	for name, v := range api.Members(object) {
		list = append(list, member{name, v})
	}
	return list
}

// elements returns the elements of an array.
func elements(array jsontext.Value) []jsontext.Value {
	var list []jsontext.Value
	if json.Unmarshal(array, &list, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	return list
}

// flatten lists the leaves of a JSON value by their paths. cut reports that the
// list is not complete.
func flatten(c *pane.Context, v jsontext.Value) (list []facts.Fact, cut bool) {
	f := &flattener{ctx: c}
	f.add("", v, 0)
	return f.list, f.cut
}

type flattener struct {
	ctx  *pane.Context
	list []facts.Fact
	cut  bool
}

func (f *flattener) add(path string, v jsontext.Value, depth int) {
	if len(f.list) == maxFacts {
		f.cut = true
		return
	}
	switch kind := v.Kind(); {
	case kind == '{' && depth < maxNest:
		list := members(v)
		if s, ok := localized(f.ctx.Words, list); ok {
			f.list = append(f.list, facts.Fact{Name: path, Value: s})
			return
		}
		for _, m := range list {
			name := m.name
			if path != "" {
				name = path + "." + name
			}
			f.add(name, m.value, depth+1)
		}
		if len(list) > 0 || path == "" {
			return
		}
	case kind == '[' && depth < maxNest:
		f.addArray(path, elements(v), depth)
		return
	}
	if len(v) > 0 && (path != "" || v.Kind() != '{') {
		f.list = append(f.list, leaf(f.ctx, path, v))
	}
}

// addArray lists an array of scalars on one line, another one element by element.
func (f *flattener) addArray(path string, items []jsontext.Value, depth int) {
	var texts []string
	for _, item := range items {
		if k := item.Kind(); k != '{' && k != '[' {
			texts = append(texts, plainText(item))
		}
	}
	if len(texts) == len(items) {
		f.list = append(f.list, facts.Fact{Name: path, Value: strings.Join(texts, ", ")})
		return
	}
	for i, item := range items {
		f.add(path+"["+strconv.Itoa(i)+"]", item, depth+1)
	}
}

// plainText returns the text of a string, and any other value as JSON.
func plainText(v jsontext.Value) string {
	if s, ok := pane.TextOf(v); ok {
		return s
	}
	return string(v)
}

// leaf is the fact of a scalar.
func leaf(c *pane.Context, path string, v jsontext.Value) facts.Fact {
	w, g := c.Words, c.Theme.Glyphs
	f := facts.Fact{Name: path}
	switch v.Kind() {
	case 't':
		f.Value, f.Tone = g.Normal+" "+w.T("options.yes"), theme.Good
	case 'f':
		f.Value, f.Tone = w.T("options.no"), theme.Muted
	case 'n':
		f = c.Absent(path, true)
	case '0':
		f.Value = w.Exact(string(v))
	default:
		if f.Value = plainText(v); f.Value == "" {
			f.Value, f.Tone, f.Note = g.Dash, theme.Faint, w.T("field.empty")
		}
	}
	return f
}

// localized returns the text in the user's language of an object that has one text
// per language tag, such as en-US.
func localized(w *words.Words, list []member) (string, bool) {
	var best string
	fit := -1
	for _, m := range list {
		base, region, ok := strings.Cut(m.name, "-")
		if !ok || len(base) != 2 || len(region) < 2 || len(region) > 4 || m.value.Kind() != '"' {
			return "", false
		}
		rank := 0
		switch {
		case strings.EqualFold(m.name, w.Lang().Tag()):
			rank = 3
		case strings.EqualFold(base, string(w.Lang())):
			rank = 2
		case strings.EqualFold(base, "en"):
			rank = 1
		}
		if rank > fit {
			best, fit = plainText(m.value), rank
		}
	}
	return best, fit >= 0
}
