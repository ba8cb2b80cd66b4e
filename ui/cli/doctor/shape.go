package doctor

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// FaultKind is how a response differs from the interface.
type FaultKind string

// The kinds of faults.
const (
	Missing       FaultKind = "missing"        // a required member
	Null          FaultKind = "null"           // in place of a required member
	WrongType     FaultKind = "type"           // see Got and Want
	NotRefused    FaultKind = "not_refused"    // a request that should have failed
	NotFiltered   FaultKind = "not_filtered"   // rows that were not requested
	UnknownMember FaultKind = "unknown_member" // not in the interface
	UnknownValue  FaultKind = "unknown_value"  // Got is not one of the listed values
)

// Harmless reports whether a newer deployment may well do this.
func (k FaultKind) Harmless() bool { return k == UnknownMember || k == UnknownValue }

// Fault is a difference between a response and the interface, counted over all
// rows of a list.
type Fault struct {
	Kind  FaultKind `json:"kind"`
	Path  string    `json:"path"` // such as data.list[].status
	Got   string    `json:"got,omitzero"`
	Want  string    `json:"want,omitzero"`
	Count int       `json:"count"`
	Row   int       `json:"row,omitzero"` // the first row with it, from 1; 0 outside of rows
}

// Values are the values that the interface lists, by path.
type Values map[string][]string

// CheckShape compares the data of a response with the type that it is decoded
// into: members marked "omitzero" are optional, all others are required. Values
// of required members that are null, of another type, or not in values are
// faults too, and so are members that the type lacks.
func CheckShape(data jsontext.Value, t reflect.Type, values Values) []Fault {
	c := &checker{values: values}
	c.value("data", data, t, true)
	return c.faults
}

type checker struct {
	values Values
	faults []Fault
	row    int
}

// add counts a fault with those like it.
func (c *checker) add(f Fault) {
	for i := range c.faults {
		if o := &c.faults[i]; o.Kind == f.Kind && o.Path == f.Path && o.Got == f.Got {
			o.Count++
			return
		}
	}
	f.Count, f.Row = 1, c.row
	c.faults = append(c.faults, f)
}

func (c *checker) value(path string, v jsontext.Value, t reflect.Type, required bool) {
	t = api.MemberType(t)
	want := api.JSONKind(t)
	got := v.Kind()
	switch {
	case got == 'n' && required:
		c.add(Fault{Kind: Null, Path: path})
	case got == 'n' || want == 0:
	case api.KindName(got) != api.KindName(want):
		c.add(Fault{Kind: WrongType, Path: path, Got: api.KindName(got), Want: api.KindName(want)})
	case want == '[':
		c.elements(path+"[]", v, t.Elem())
	case want == '{' && t.Kind() == reflect.Struct:
		c.members(path, v, t)
	default:
		c.listed(path, v)
	}
}

func (c *checker) elements(path string, array jsontext.Value, t reflect.Type) {
	var list []jsontext.Value
	if json.Unmarshal(array, &list, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
		return // the client has read it
	}
	isRow := strings.Count(path, "[]") == 1
	for i, v := range list {
		if isRow {
			c.row = i + 1
		}
		c.value(path, v, t, true)
	}
	if isRow {
		c.row = 0
	}
}

func (c *checker) members(path string, object jsontext.Value, t reflect.Type) {
	sent := map[string]jsontext.Value{}
	for name, v := range api.Members(object) {
		sent[name] = v
	}
	var names []string // of the interface
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		names = append(names, name)
		required := !strings.Contains(options, "omitzero")
		if v, ok := sent[name]; ok {
			c.value(path+"."+name, v, f.Type, required)
		} else if required {
			c.add(Fault{Kind: Missing, Path: path + "." + name})
		}
	}
	for name := range api.Members(object) {
		if !slices.Contains(names, name) {
			c.add(Fault{Kind: UnknownMember, Path: path + "." + name})
		}
	}
}

// listed checks whether the interface lists a value.
func (c *checker) listed(path string, v jsontext.Value) {
	got := v.String()
	if v.Kind() == '"' {
		text, _ := jsontext.AppendUnquote(nil, v) // the client has read it
		got = string(text)
	}
	if values, ok := c.values[path]; ok && !slices.Contains(values, got) {
		c.add(Fault{Kind: UnknownValue, Path: path, Got: got})
	}
}
