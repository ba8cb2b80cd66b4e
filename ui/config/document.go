package config

import (
	"bytes"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is the configuration file. Pointers tell what was left out.
type document struct {
	Site           *string `toml:"site"`
	Lang           *string `toml:"lang"`
	Theme          *string `toml:"theme"`
	ASCII          *bool   `toml:"ascii"`
	Mouse          *bool   `toml:"mouse"`
	ReadOnly       *bool   `toml:"read_only"`
	Refresh        *string `toml:"refresh"`
	Timeout        *string `toml:"timeout"`
	ConnectTimeout *string `toml:"connect_timeout"`
	MaxBody        *string `toml:"max_body"`
	MaxDepth       *int    `toml:"max_depth"`

	Accounts struct {
		Columns []string `toml:"columns"`
	} `toml:"accounts"`
	Sites map[string]siteTable `toml:"sites"`
	Keys  map[string]any       `toml:"keys"` // by action, whose dots make tables of it

	path  string
	marks marks
}

// siteTable is one [sites.NAME].
type siteTable struct {
	BaseURL        *string  `toml:"base_url"`
	APIKeyEnv      *string  `toml:"api_key_env"`
	APIKeyFile     *string  `toml:"api_key_file"`
	APIKeyCommand  []string `toml:"api_key_command"`
	APIKeyKeyring  *bool    `toml:"api_key_keyring"`
	AllowPlainHTTP *bool    `toml:"allow_plain_http"`
	Params         struct {
		IDs       *string `toml:"ids"`
		Types     *string `toml:"types"`
		Status    *string `toml:"status"`
		AccountID *string `toml:"account_id"`
		Array     *string `toml:"array"`
	} `toml:"params"`
}

// mark is where a key stands.
type mark struct{ line, column int }

// marks are the places of all keys, by dotted path in lower case (go-toml
// matches keys without case).
type marks map[string]mark

func (d *document) origin(key string) Origin {
	m := d.marks[strings.ToLower(key)]
	return Origin{Layer: File, Name: d.path, Line: m.line, Column: m.column}
}

// byteOrderMark is put in front by editors on Windows; it is no TOML.
const byteOrderMark = "\xef\xbb\xbf"

// decode reads a whole file; the error joins one *Error for each unknown key,
// or is the one that ended the reading.
func decode(path string, data []byte) (document, error) {
	d := document{path: path}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&d)
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		d.marks = findMarks(data)
		return d, errors.Join(d.unknownKeys(strict), d.checkNames())
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		return document{path: path}, badTOML(path, wrong)
	}
	if err != nil {
		return document{path: path}, &Error{Kind: Syntax, Path: path, From: Origin{Layer: File, Name: path}, Reason: err.Error()}
	}
	d.marks = findMarks(data)
	return d, d.checkNames()
}

func (d *document) unknownKeys(strict *toml.StrictMissingError) error {
	var errs []error
	for i := range strict.Errors {
		one := &strict.Errors[i]
		e := fileError(UnknownKey, d.path, one)
		// go-toml leaves the name of an inline table out.
		for key, m := range d.marks {
			if m == (mark{e.Line, e.Column}) {
				e.Key = key
			}
		}
		if last := e.Key[strings.LastIndexByte(e.Key, '.')+1:]; slices.Contains([]string{"api_key", "apikey", "key"}, last) {
			e.Kind = KeyInFile
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}

func badTOML(path string, wrong *toml.DecodeError) error {
	e := fileError(Syntax, path, wrong)
	e.Reason = strings.TrimPrefix(wrong.Error(), "toml: ")
	if strings.HasPrefix(e.Reason, "cannot decode TOML") || strings.HasPrefix(e.Reason, "cannot store") {
		e.Kind, e.Reason = WrongType, ""
		e.Want = wantAt(reflect.TypeFor[document](), wrong.Key())
	}
	return e
}

func fileError(kind Kind, path string, at *toml.DecodeError) *Error {
	line, column := at.Position()
	return &Error{
		Kind: kind, Path: path, Line: line, Column: column, Key: strings.Join(at.Key(), "."),
		From: Origin{Layer: File, Name: path, Line: line, Column: column},
	}
}

// wantAt walks the document's type along a key.
func wantAt(t reflect.Type, key []string) Want {
	for _, name := range key {
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			f, ok := t.FieldByNameFunc(func(field string) bool {
				f, _ := t.FieldByName(field)
				return strings.EqualFold(f.Tag.Get("toml"), name)
			})
			if !ok {
				return WantTable
			}
			t = f.Type
		}
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return WantBool
	case reflect.Int:
		return WantNumber
	case reflect.Slice:
		return WantList
	case reflect.Struct, reflect.Map:
		return WantTable
	}
	return WantText
}

func findMarks(data []byte) marks {
	found := marks{}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = found.add(&p, nil, e)
		case unstable.KeyValue:
			found.addPair(&p, table, e)
		}
	}
	return found
}

// add notes the key of an expression under its table and returns the whole path.
func (m marks) add(p *unstable.Parser, table []string, e *unstable.Node) []string {
	path := slices.Clone(table)
	for it := e.Key(); it.Next(); {
		at := p.Shape(it.Node().Raw).Start
		path = append(path, strings.ToLower(string(it.Node().Data)))
		m[strings.Join(path, ".")] = mark{at.Line, at.Column}
	}
	return path
}

func (m marks) addPair(p *unstable.Parser, table []string, e *unstable.Node) {
	path := m.add(p, table, e)
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for it := e.Value().Children(); it.Next(); {
		if it.Node().Kind == unstable.KeyValue {
			m.addPair(p, path, it.Node())
		}
	}
}

// isSiteName keeps to what is safe as a file's name and needs no quotes in TOML.
func isSiteName(s string) bool {
	return s != "" && len(s) <= 40 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// checkNames takes out the sites whose names will not do.
func (d *document) checkNames() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(d.Sites)) {
		if isSiteName(name) {
			continue
		}
		key := "sites." + name
		from := d.origin(key)
		errs = append(errs, &Error{Kind: BadSiteName, Path: d.path, Line: from.Line, Column: from.Column, Key: key, From: from})
		delete(d.Sites, name)
	}
	return errors.Join(errs...)
}
