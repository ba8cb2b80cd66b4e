package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// file is the parsed configuration file.
type file struct {
	path   string
	values map[string]any    // what is no table, by dotted key
	places map[string]Origin // of all keys and tables
	sites  []string          // names of the tables below [sites], sorted
	shared bool              // other users can write it
}

// byteOrderMark is what editors on Windows put in front; it is not TOML.
const byteOrderMark = "\xef\xbb\xbf"

func parse(path string, data []byte) (file, error) {
	f := file{path: path, values: map[string]any{}, places: map[string]Origin{}}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	var root map[string]any
	err := toml.Unmarshal(data, &root)
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := wrong.Position()
		return f, &Error{
			Kind: Syntax, Key: strings.Join(wrong.Key(), "."), Reason: strings.TrimPrefix(wrong.Error(), "toml: "),
			From: Origin{Layer: File, Name: path, Line: line, Column: column},
		}
	}
	if err != nil {
		return f, &Error{Kind: Syntax, From: Origin{Layer: File, Name: path}, Reason: err.Error()}
	}
	f.locate(data)
	f.flatten("", root)
	sites, _ := root["sites"].(map[string]any)
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(sites)) {
		if _, ok := sites[name].(map[string]any); !ok {
			continue
		}
		if isSiteName(name) {
			f.sites = append(f.sites, name)
		} else {
			errs = append(errs, &Error{Kind: BadSiteName, Key: "sites." + name, From: f.origin("sites." + name)})
		}
	}
	return f, errors.Join(append(f.checkNames(), errs...)...)
}

func (f *file) flatten(prefix string, table map[string]any) {
	for name, v := range table {
		if inner, ok := v.(map[string]any); ok {
			f.flatten(prefix+name+".", inner)
		} else {
			f.values[prefix+name] = v
		}
	}
}

// checkNames reports the keys that no setting has, except those of sites with
// invalid names.
func (f *file) checkNames() []error {
	settings, siteSettings, sites := map[string]bool{}, map[string]bool{"base_url": true}, map[string]bool{}
	for _, p := range (&Config{}).prefs() {
		settings[p.key] = true
	}
	for _, p := range siteRows(&Site{}) {
		siteSettings[p.key] = true
	}
	for _, p := range keySettings() {
		siteSettings[p.name] = true
	}
	for _, name := range f.sites {
		sites[name] = true
	}
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		e := &Error{Kind: UnknownKey, Key: key, From: f.origin(key)}
		rest, ofSites := strings.CutPrefix(key, "sites.")
		site, setting, nested := strings.Cut(rest, ".")
		last := key[strings.LastIndexByte(key, '.')+1:]
		switch {
		case settings[key], strings.HasPrefix(key, "keys."), ofSites && nested && (siteSettings[setting] || !sites[site] && !isSiteName(site)):
			continue
		case key == "sites", key == "keys", key == "accounts", ofSites && (!nested || setting == "params"):
			e.Kind, e.Want = WrongType, WantTable
		case slices.Contains([]string{"api_key", "apikey", "key"}, last):
			e.Kind = KeyInFile
		}
		errs = append(errs, e)
	}
	return errs
}

// origin is where a key stands.
func (f *file) origin(key string) Origin {
	if from, ok := f.places[key]; ok {
		return from
	}
	return Origin{Layer: File, Name: f.path}
}

// text returns a value as the environment would have it: a list with commas.
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
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.values)), func(key string) bool { return !strings.HasPrefix(key, prefix) })
}

// locate finds the place of every key.
func (f *file) locate(data []byte) {
	lines := []int{0} // where each starts
	for i, b := range data {
		if b == '\n' {
			lines = append(lines, i+1)
		}
	}
	add := func(table []string, e *unstable.Node) []string {
		path := slices.Clone(table)
		for it := e.Key(); it.Next(); {
			at := int(it.Node().Raw.Offset)
			line, starts := slices.BinarySearch(lines, at)
			if starts {
				line++
			}
			path = append(path, string(it.Node().Data))
			f.places[strings.Join(path, ".")] = Origin{Layer: File, Name: f.path, Line: line, Column: at - lines[line-1] + 1}
		}
		return path
	}
	var addPair func(table []string, e *unstable.Node)
	addPair = func(table []string, e *unstable.Node) {
		path := add(table, e)
		if e.Value().Kind != unstable.InlineTable {
			return
		}
		for it := e.Value().Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				addPair(path, it.Node())
			}
		}
	}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = add(nil, e)
		case unstable.KeyValue:
			addPair(table, e)
		}
	}
}
