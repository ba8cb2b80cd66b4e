package doctor

import (
	"cmp"
	"maps"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// FaultKind is how a response differs from the interface.
type FaultKind string

// The kinds of faults.
const (
	Missing     FaultKind = "missing"      // a required member
	WrongType   FaultKind = "type"         // see Got and Want
	NotRefused  FaultKind = "not_refused"  // a request that should have failed
	NotFiltered FaultKind = "not_filtered" // rows that were not requested
)

// Fault is a difference between a response and the interface, counted over all
// rows of a list.
type Fault struct {
	Kind      FaultKind
	Path      string // such as data.list[].status
	Got, Want string
	Count     int
	Row       int // the first row with it, from 1; 0 outside of rows
}

// CheckShape compares the data of a response with the type that it is decoded
// into: members marked "omitzero" are optional, all others are required. Values
// of required members that are null or of another type are faults too.
func CheckShape(data jsontext.Value, t reflect.Type) []Fault {
	c := &checker{}
	c.value("data", 0, data, t, true)
	return c.faults
}

type checker struct{ faults []Fault }

// add counts a fault with those like it.
func (c *checker) add(f Fault) {
	for i := range c.faults {
		if o := &c.faults[i]; o.Kind == f.Kind && o.Path == f.Path && o.Got == f.Got {
			o.Count++
			return
		}
	}
	f.Count = 1
	c.faults = append(c.faults, f)
}

// value checks a value in a row, 0 outside of rows.
func (c *checker) value(path string, row int, v jsontext.Value, t reflect.Type, required bool) {
	if t.Kind() == reflect.Pointer { // an account
		t = t.Elem()
	}
	t = api.MemberType(t)
	want := api.JSONKind(t)
	got := v.Kind()
	switch {
	case want == 0 || got == 'n' && !required:
	case api.KindName(got) != api.KindName(want):
		c.add(Fault{Kind: WrongType, Path: path, Got: api.KindName(got), Want: api.KindName(want), Row: row})
	case want == '[':
		var list []jsontext.Value
		_ = json.Unmarshal(v, &list, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) // the client has read it
		for i, v := range list {
			c.value(path+"[]", cmp.Or(row, i+1), v, t.Elem(), true)
		}
	case want == '{' && t.Kind() == reflect.Struct:
		c.members(path, row, v, t)
	}
}

func (c *checker) members(path string, row int, object jsontext.Value, t reflect.Type) {
	sent := maps.Collect(api.Members(object))
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		required := !strings.Contains(options, "omitzero")
		if v, ok := sent[name]; ok {
			c.value(path+"."+name, row, v, f.Type, required)
		} else if required && name != "" && name != "-" {
			c.add(Fault{Kind: Missing, Path: path + "." + name, Row: row})
		}
	}
}
