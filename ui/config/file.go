package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

type file struct {
	path   string
	values map[string]any    // all but tables, by dotted key
	places map[string]Origin // of all keys and tables
	sites  []string          // names of the tables below [sites], sorted
	people []string          // and of those below [people]
	views  []string          // and of those below [views], where there should be none
	shared bool              // other users can write it

	ignored []*Error       // the keys that this version does not know
	lists   map[string]int // lists of tables such as [[commands]], with the keys commands.0.name and so on
}

// themeColours begins the keys of the colours in the table [theme], and themeName is its
// palette.
const themeColours, themeName = "theme.", "theme.name"

// byteOrderMark begins files of some Windows editors. TOML does not allow it.
const byteOrderMark = "\xef\xbb\xbf"

// parse reads the text of the file.
func (c *Config) parse(data []byte) (file, error) {
	path := c.Path
	f := file{
		path:   path,
		values: map[string]any{},
		places: map[string]Origin{},
		lists:  map[string]int{},
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	var root map[string]any
	err := toml.Unmarshal(data, &root)
	if err != nil {
		e := &Error{
			Kind:   Syntax,
			From:   Origin{Layer: File, Name: path},
			Reason: strings.TrimPrefix(err.Error(), "toml: "),
			Fault:  fault(err.Error()),
		}
		at, ok := errors.AsType[*toml.DecodeError](err)
		if ok {
			e.Key = strings.Join(at.Key(), ".")
			e.From.Line, e.From.Column = at.Position()
			m := curly.FindStringSubmatch(lineOf(string(data), e.From.Line))
			if m != nil {
				e.Kind = CurlyQuote
				e.Value = m[1] + m[2]
			}
		}
		return f, e
	}
	f.locate(data)
	f.flatten("", root)
	if name, ok := f.values[themeName]; ok { // [theme] name = "dark" is theme = "dark"
		f.values["theme"], f.places["theme"] = name, f.origin(themeName)
		delete(f.values, themeName)
	}
	f.people = tables(root["people"])
	f.views = tables(root["views"])
	errs := f.checkNames(c.settings())
	for _, name := range tables(root["sites"]) {
		if IsSiteName(name) {
			f.sites = append(f.sites, name)
		} else {
			errs = append(errs, &Error{
				Kind: BadSiteName,
				Key:  "sites." + name,
				From: f.origin("sites." + name),
			})
		}
	}
	return f, errors.Join(errs...)
}

// fault returns the kind of a mistake in TOML, for the commonest messages of the parser.
func fault(message string) string {
	for _, known := range [][2]string{
		{"unterminated", "string"},
		{"not terminated", "string"},
		{"cannot have new lines", "string"},
		{"strings must be quoted", "value"},
		{"at start of value", "value"},
		{"expected value", "value"},
		{"expected '='", "equals"},
		{"expected newline", "newline"},
		{"already defined", "twice"},
		{"start of key", "name"},
		{"expected ']", "bracket"}, {"or ']'", "bracket"}, {"array is incomplete", "bracket"},
	} {
		if strings.Contains(message, known[0]) {
			return known[1]
		}
	}
	return ""
}

// curly finds a quotation mark that editors put for one of TOML, before a value or a key, or at
// the end of a value.
var curly = regexp.MustCompile(
	`(?:^|=|\[|,|^[^"'=]*\.)\s*([“”„‘’«»＂＇])` +
		`|["'][^"'“”„‘’«»＂＇]*([“”„‘’«»＂＇])\s*(?:[,}#]|\]|$)`,
)

func lineOf(text string, n int) string {
	for line := range strings.Lines(text) {
		if n--; n == 0 {
			return line
		}
	}
	return ""
}

// tables returns the names of the tables in a table, sorted.
func tables(parent any) []string {
	var names []string
	all, _ := parent.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		_, ok := all[name].(map[string]any)
		if ok {
			names = append(names, name)
		}
	}
	return names
}

func (f *file) flatten(prefix string, table map[string]any) {
	for name, v := range table {
		list, _ := v.([]any)
		inner, isTable := v.(map[string]any)
		if isTable {
			f.flatten(prefix+name+".", inner)
		} else if prefix == "" && inList(name) && len(list) > 0 &&
			!slices.ContainsFunc(list, notTable) {
			f.lists[name] = len(list)
			for i, table := range list {
				f.flatten(tableKey(name, i), table.(map[string]any))
			}
		} else {
			f.values[prefix+name] = v
		}
	}
}

func notTable(v any) bool {
	_, ok := v.(map[string]any)
	return !ok
}

// origin returns the position of a key, or of the inline table that it is in.
func (f *file) origin(key string) Origin {
	for i := len(key); i >= 0; i = strings.LastIndexByte(key[:i], '.') {
		from, ok := f.places[key[:i]]
		if ok {
			return from
		}
	}
	return Origin{Layer: File, Name: f.path}
}

// text returns a value in the form of an environment variable: a list with commas.
func (f *file) text(key string) (string, Origin, bool) {
	v, ok := f.values[key]
	if list, isList := f.list(key); isList {
		v = strings.Join(list, ",")
	}
	return fmt.Sprint(v), f.origin(key), ok
}

// list returns the value of a key that is a list of strings.
func (f *file) list(key string) ([]string, bool) {
	values, ok := f.values[key].([]any)
	out := make([]string, len(values))
	for i, v := range values {
		var isText bool
		if out[i], isText = v.(string); !isText {
			return nil, false
		}
	}
	return out, ok
}

// under lists the keys with a prefix, sorted.
func (f *file) under(prefix string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.values)), func(key string) bool {
		return !strings.HasPrefix(key, prefix)
	})
}

// locate finds the places of keys and tables, except for those in inline tables.
func (f *file) locate(data []byte) {
	var p unstable.Parser
	p.Reset(data)
	var table []string
	lists := map[string]int{}
	for p.NextExpression() {
		e := p.Expression()
		path := slices.Clone(table)
		if e.Kind != unstable.KeyValue {
			path = nil
		}
		for it := e.Key(); it.Next(); {
			at := p.Shape(it.Node().Raw).Start
			path = append(path, string(it.Node().Data))
			f.places[strings.Join(path, ".")] = Origin{
				Layer:  File,
				Name:   f.path,
				Line:   at.Line,
				Column: at.Column,
			}
		}
		if e.Kind == unstable.ArrayTable && len(path) == 1 && inList(path[0]) {
			list := path[0]
			path = append(path, strconv.Itoa(lists[list]))
			f.places[strings.Join(path, ".")] = f.places[list]
			lists[list]++
		}
		if e.Kind != unstable.KeyValue {
			table = path
		}
	}
}
