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
			continue
		}
		key := "sites." + name
		errs = append(errs, &Error{Kind: BadSiteName, Key: key, From: f.origin(key)})
		maps.DeleteFunc(f.values, func(k string, _ any) bool { return strings.HasPrefix(k, key+".") })
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

// checkNames reports the keys that no setting has.
func (f *file) checkNames() []error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		e := &Error{Kind: UnknownKey, Key: key, From: f.origin(key)}
		site, setting, inSite := strings.Cut(strings.TrimPrefix(key, "sites."), ".")
		last := key[strings.LastIndexByte(key, '.')+1:]
		switch {
		case inSite && slices.Contains(f.sites, site) && isSiteSetting(setting), isPreference(key), strings.HasPrefix(key, "keys."):
			continue
		case key == "sites", key == "keys", key == "accounts", strings.HasPrefix(key, "sites.") && (!inSite || setting == "params"):
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
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = f.addPlace(&p, nil, e)
		case unstable.KeyValue:
			f.addPair(&p, table, e)
		}
	}
}

// addPlace notes where the key of an expression stands and returns its path.
func (f *file) addPlace(p *unstable.Parser, table []string, e *unstable.Node) []string {
	path := slices.Clone(table)
	for it := e.Key(); it.Next(); {
		at := p.Shape(it.Node().Raw).Start
		path = append(path, string(it.Node().Data))
		f.places[strings.Join(path, ".")] = Origin{Layer: File, Name: f.path, Line: at.Line, Column: at.Column}
	}
	return path
}

func (f *file) addPair(p *unstable.Parser, table []string, e *unstable.Node) {
	path := f.addPlace(p, table, e)
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for it := e.Value().Children(); it.Next(); {
		if it.Node().Kind == unstable.KeyValue {
			f.addPair(p, path, it.Node())
		}
	}
}
