package options

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Bounds of the list of one value.
const (
	maxFacts = 600
	maxNest  = 12
)

// member is a member of a JSON object.
type member struct {
	name  string
	value jsontext.Value
	shown bool
}

// MemberFacts lists a JSON value: each scalar at the top as a fact, and the scalars
// of each object inside it together in one. cut reports that the list is not
// complete. Without flags, it leaves out the booleans, the functions and the
// parameters of capabilities.
func MemberFacts(
	c *resource.View,
	v jsontext.Value,
	flags bool,
) (list []resource.Fact, cut bool) {
	add := func(f resource.Fact) {
		if cut = cut || len(list) == maxFacts; !cut {
			list = append(list, f)
		}
	}
	var walk func(path string, v jsontext.Value, depth int)
	walk = func(path string, v jsontext.Value, depth int) {
		name := path[strings.LastIndexByte(path, '.')+1:]
		value, single := textOf(c, name, v)
		portions, isWorded := portionsOf(c, v)
		isWorded = isWorded && !flags && isPagination(name)
		switch {
		case isWorded && portions == "":
		case isWorded:
			what := strings.TrimSuffix(strings.TrimSuffix(path, ".pagination"), ".list")
			add(resource.Fact{Name: pathLabel(c, what), Value: portions})
		case len(v) == 0, cut, !flags && string(v) == "[]", !flags &&
			(v.Kind() == 't' || v.Kind() == 'f' || isParameters(name) || len(functions(v)) > 0):
		case single:
			add(resource.Fact{Name: pathLabel(c, path), Value: value})
		case v.Kind() == '0':
			add(resource.Fact{Name: pathLabel(c, path), Value: c.Words.Exact(string(v))})
		case depth == maxNest, v.Kind() != '{' && len(elements(v)) == 0:
			add(c.Value(pathLabel(c, path), v))
		case v.Kind() == '[' && len(elements(v)) > 0:
			for i, item := range elements(v) {
				walk(path+"["+strconv.Itoa(i)+"]", item, depth+1)
			}
		default:
			var members []member
			for name, v := range api.Members(v) {
				members = append(members, member{name: name, value: v})
			}
			if path != "" {
				phrases := phrases(c, members, flags)
				if len(phrases) > 0 {
					add(resource.Fact{
						Name:  pathLabel(c, path),
						Value: strings.Join(phrases, " "+c.Theme.Glyphs.Between+" "),
					})
				} else if len(members) == 0 {
					add(c.Value(pathLabel(c, path), v))
				}
			}
			for _, m := range members {
				if !m.shown {
					walk(strings.TrimPrefix(path+"."+m.name, "."), m.value, depth+1)
				}
			}
		}
	}
	walk("", v, 0)
	return list, cut
}

// portionsOf words in which portions a list is read, "" for one that is not read in portions. ok is false where
// more than the known members say it.
func portionsOf(v *resource.View, pagination jsontext.Value) (said string, ok bool) {
	w := v.Words
	mode := ""
	usual := ""
	most := ""
	for name, value := range api.Members(pagination) {
		switch name {
		case "mode":
			mode = plainText(value)
		case "defaultLimit", "defaultPageSize":
			usual = w.Exact(string(value))
		case "maxLimit", "maxPageSize":
			most = w.Exact(string(value))
		case "supportsPrevious": // whoever reads on does not need it
		default:
			return "", false
		}
	}
	switch mode {
	case "none":
		return "", true
	case "page", "cursor":
		if usual != "" && most != "" {
			return w.T("options.portions.most", "N", usual, "Most", most), true
		}
		if usual == "" && most == "" {
			return w.T("options.portions"), true
		}
		return w.T("options.portions.n", "N", usual+most), true
	}
	return "", false
}

// FactLine joins facts to one line.
func FactLine(v *resource.View, list []resource.Fact) string {
	parts := make([]string, len(list))
	for i, f := range list {
		parts[i] = strings.TrimSpace(text.Clean(f.Name) + " " + text.Clean(f.Value))
	}
	return strings.Join(parts, " "+v.Theme.Glyphs.Between+" ")
}

// phrases words the scalars among members, bounds of the same thing together, and
// marks them as shown.
func phrases(v *resource.View, members []member, flags bool) []string {
	var list []string
	find := func(name string) *member {
		if i := slices.IndexFunc(members, func(m member) bool {
			return m.name == name &&
				!m.shown
		}); i >= 0 {
			return &members[i]
		}
		return nil
	}
	for i := range members {
		m := &members[i]
		value, single := textOf(v, m.name, m.value)
		kind := m.value.Kind()
		switch what, bound := bounded(v, m.name); {
		case m.shown, !single && (kind == '{' || kind == '['):
			continue
		case kind == 't' || kind == 'f':
			if m.shown = true; flags && kind == 't' {
				list = append(list, WordOr(v, "word", m.name))
			} else if flags {
				list = append(
					list,
					v.Words.T("options.flag_no", "Name", WordOr(v, "word", m.name)),
				)
			}
			continue
		case kind == '0' && bound:
			lower := find("min" + what)
			upper := find("max" + what)
			name := lowerFirst(what)
			text := rangeText(v, lower, upper)
			if name != "" {
				text = WordOr(v, "word", name) + " " + text
			}
			list = append(list, text)
			continue
		case kind == '0':
			value = v.Words.Exact(string(m.value))
		case !single:
			value = v.Value("", m.value).Value
		}
		m.shown = true
		list = append(list, WordOr(v, "word", m.name)+" "+value)
	}
	return list
}

// bounded returns what a name such as maxLimit bounds, Limit, and whether the catalog has a
// word for it.
func bounded(v *resource.View, name string) (what string, ok bool) {
	for _, prefix := range []string{"min", "max"} {
		what, ok := strings.CutPrefix(name, prefix)
		if ok &&
			(what == "" || v.Words.Has("options.word."+lowerFirst(what))) {
			return what, true
		}
	}
	return "", false
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// rangeText words a range of numbers. Either bound may be nil.
func rangeText(v *resource.View, lower, upper *member) string {
	var low, high string
	if lower != nil {
		lower.shown = true
		low = v.Words.Exact(string(lower.value))
	}
	if upper != nil {
		upper.shown = true
		high = v.Words.Exact(string(upper.value))
	}
	plain := v.Theme.Glyphs.Plain
	if high == "" {
		return plain("≥ ") + low
	}
	if low == high {
		return high
	}
	if low == "" || low == "0" {
		return plain("≤ ") + high
	}
	return low + plain("–") + high
}

// textOf returns the text of a member that is a string, a list of scalars or an object
// with a text for each language; single is false for any other value.
func textOf(c *resource.View, name string, v jsontext.Value) (text string, single bool) {
	switch v.Kind() {
	case '"':
		s := valueWord(c, name, v)
		return Described(c, name, s), s != ""
	case '[':
		items := elements(v)
		texts := make([]string, len(items))
		for i, item := range items {
			if k := item.Kind(); k == '{' || k == '[' {
				return "", false
			}
			texts[i] = valueWord(c, name, item)
		}
		return c.Words.List(texts), len(items) > 0
	case '{':
		s, ok := Localized(c, v)
		return Described(c, name, s), ok
	}
	return "", false
}

// Described returns the text of a member. A description in another language than the
// user's is marked with it.
func Described(v *resource.View, name, s string) string {
	if name != "description" {
		return s
	}
	lang := words.LangOf(s)
	isName := lang == words.English && len(strings.Fields(text.Clean(s))) < 2
	if lang == v.Words.Lang() || isName {
		return s
	}
	return v.Words.T("options.in."+string(lang), "Text", s)
}

// valueWord returns the word for a value of a member, or the value itself.
func valueWord(c *resource.View, name string, v jsontext.Value) string {
	return WordOr(c, "value."+name, plainText(v))
}

func elements(array jsontext.Value) (items []jsontext.Value) {
	// a malformed one is empty
	_ = json.Unmarshal(
		array,
		&items,
		jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true),
	)
	return items
}

// plainText returns the text of a string, and any other value as JSON.
func plainText(v jsontext.Value) string {
	if s, ok := resource.TextOf(v); ok {
		return s
	}
	return string(v)
}

// Localized returns the text in the user's language of an object that has one text
// per language tag.
func Localized(c *resource.View, object jsontext.Value) (string, bool) {
	found := false
	for name, v := range api.Members(object) {
		found = len(name) > 2 && name[2] == '-' && v.Kind() == '"'
		if !found { // such as en-US
			return "", false
		}
	}
	return (&api.Platform{DisplayName: object}).Name(c.Words.Lang().Tag()), found
}

// pathLabel returns the path of a member in words, as far as they are known.
func pathLabel(v *resource.View, path string) string {
	steps := strings.Split(path, ".")
	known := false
	for i, step := range steps {
		name, index, indexed := strings.Cut(step, "[")
		id := "options.word." + name
		if !v.Words.Has(id) {
			continue
		}
		known = true
		steps[i] = v.Words.T(id)
		n, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if indexed && err == nil {
			steps[i] += " " + v.Words.Int(n+1)
		}
		if i == 0 {
			letters := []rune(steps[i])
			letters[0] = unicode.ToUpper(letters[0])
			steps[i] = string(letters)
		}
	}
	if !known {
		return path
	}
	return strings.Join(steps, v.Words.Language().WordSpace)
}
