package doctor

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// FaultKind is how an answer differs from the interface.
type FaultKind string

// The kinds of faults. The last two are no faults of a deployment that is newer
// than this program.
const (
	NotJSON       FaultKind = "not_json"
	Missing       FaultKind = "missing"        // a required member
	Null          FaultKind = "null"           // in place of a required member
	WrongType     FaultKind = "type"           // Got, Want: types of JSON
	Twice         FaultKind = "twice"          // a member
	NotRefused    FaultKind = "not_refused"    // what should have been
	NotFiltered   FaultKind = "not_filtered"   // rows that were not asked for
	NotAllowed    FaultKind = "not_allowed"    // a member of an object that may have no others
	UnknownMember FaultKind = "unknown_member" // not in the interface
	UnknownValue  FaultKind = "unknown_value"  // Got: not one of those that the interface lists
)

// Harmless reports whether a newer deployment may well do this.
func (k FaultKind) Harmless() bool { return k == UnknownMember || k == UnknownValue }

// Fault is a place where an answer is not as the interface says, once for all
// elements of a list.
type Fault struct {
	Kind  FaultKind `json:"kind"`
	Path  string    `json:"path"` // such as data.list[].status
	Got   string    `json:"got,omitzero"`
	Want  string    `json:"want,omitzero"`
	Count int       `json:"count"`
}

// Values are the values that the interface lists, by the path below data.
type Values map[string][]string

// Hold holds the body of a success against the type of its data, in which a
// member that may be missing is marked "omitzero" and all others are required.
// closed are the paths below data of objects that may have no other members.
func Hold(body []byte, data reflect.Type, values Values, closed ...string) []Fault {
	h := &holder{values: values, closed: closed}
	envelope, ok := h.object("", body)
	if !ok {
		return h.faults
	}
	h.envelope(envelope)
	if v, sent := envelope["data"]; sent {
		h.value("data", v, data, true)
	}
	return h.faults
}

// HoldError holds the body of an error against the interface.
func HoldError(body []byte) []Fault {
	h := &holder{}
	envelope, ok := h.object("", body)
	if !ok {
		return h.faults
	}
	h.envelope(envelope)
	for _, required := range []struct {
		name string
		kind jsontext.Kind
	}{{"data", '{'}, {"timestamp", '0'}} {
		v, sent := envelope[required.name]
		if !sent {
			h.add(Fault{Kind: Missing, Path: required.name})
		} else {
			h.kind(required.name, v, required.kind)
		}
	}
	return h.faults
}

type holder struct {
	values Values
	closed []string // paths of objects that may have no other members
	faults []Fault
}

// add counts a fault with those like it.
func (h *holder) add(f Fault) {
	for i := range h.faults {
		if o := &h.faults[i]; o.Kind == f.Kind && o.Path == f.Path && o.Got == f.Got {
			o.Count++
			return
		}
	}
	f.Count = 1
	h.faults = append(h.faults, f)
}

// envelope checks part 1 of the interface.
func (h *holder) envelope(members map[string]jsontext.Value) {
	for _, m := range []struct {
		name     string
		kind     jsontext.Kind
		required bool
	}{{"code", '0', true}, {"message", '"', true}, {"data", 0, true}, {"requestId", '"', false}, {"timestamp", '0', false}} {
		v, sent := members[m.name]
		switch {
		case !sent && m.required:
			h.add(Fault{Kind: Missing, Path: m.name})
		case sent && m.kind != 0:
			h.kind(m.name, v, m.kind)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains([]string{"code", "message", "data", "requestId", "timestamp"}, name) {
			h.add(Fault{Kind: UnknownMember, Path: name})
		}
	}
}

// object reads the members of an object; false where it is none.
func (h *holder) object(path string, v []byte) (map[string]jsontext.Value, bool) {
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if dec.PeekKind() != '{' {
		h.add(Fault{Kind: NotJSON, Path: path})
		return nil, false
	}
	members := map[string]jsontext.Value{}
	if _, err := dec.ReadToken(); err != nil {
		return nil, false
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			break
		}
		key := name.String()
		member, err := dec.ReadValue()
		if err != nil {
			h.add(Fault{Kind: NotJSON, Path: below(path, key)})
			return nil, false
		}
		if _, before := members[key]; before {
			h.add(Fault{Kind: Twice, Path: below(path, key)})
		}
		members[key] = member.Clone()
	}
	return members, true
}

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// kind checks the type of a value.
func (h *holder) kind(path string, v jsontext.Value, want jsontext.Kind) bool {
	got := v.Kind()
	if got == 'f' {
		got = 't'
	}
	if got == want {
		return true
	}
	h.add(Fault{Kind: WrongType, Path: path, Got: typeName(got), Want: typeName(want)})
	return false
}

func typeName(k jsontext.Kind) string {
	return map[jsontext.Kind]string{'{': "object", '[': "array", '"': "string", '0': "number", 't': "boolean", 'n': "null"}[k]
}

// value holds a value against a type of package api.
func (h *holder) value(path string, v jsontext.Value, t reflect.Type, required bool) {
	if v.Kind() == 'n' {
		if required {
			h.add(Fault{Kind: Null, Path: path})
		}
		return
	}
	if get, optional := t.MethodByName("Get"); optional {
		t = get.Type.Out(0) // api.Opt
	}
	switch {
	case t == reflect.TypeFor[jsontext.Value]():
	case t == reflect.TypeFor[api.Number]():
		if h.kind(path, v, '0') {
			h.listed(path, v)
		}
	case t.Kind() == reflect.String:
		if h.kind(path, v, '"') {
			h.listed(path, v)
		}
	case t.Kind() == reflect.Bool:
		h.kind(path, v, 't')
	case t.Kind() == reflect.Slice:
		h.array(path, v, t.Elem())
	case t.Kind() == reflect.Map:
		h.kind(path, v, '{')
	case t.Kind() == reflect.Struct:
		if h.kind(path, v, '{') {
			h.members(path, v, t)
		}
	}
}

func (h *holder) array(path string, v jsontext.Value, of reflect.Type) {
	if !h.kind(path, v, '[') {
		return
	}
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for dec.PeekKind() != ']' {
		element, err := dec.ReadValue()
		if err != nil {
			return
		}
		h.value(path+"[]", element, of, true)
	}
}

// members holds an object against a struct: its tags name the members.
func (h *holder) members(path string, v jsontext.Value, t reflect.Type) {
	sent, ok := h.object(path, v)
	if !ok {
		return
	}
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" {
			continue // members that the interface does not list
		}
		required := options != "omitzero"
		member, there := sent[name]
		switch {
		case there:
			h.value(below(path, name), member, t.Field(i).Type, required)
		case required:
			h.add(Fault{Kind: Missing, Path: below(path, name)})
		}
		delete(sent, name)
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		kind := UnknownMember
		if slices.Contains(h.closed, strings.TrimPrefix(path, "data")) {
			kind = NotAllowed
		}
		h.add(Fault{Kind: kind, Path: below(path, name)})
	}
}

// listed looks whether the interface lists a value.
func (h *holder) listed(path string, v jsontext.Value) {
	values, ok := h.values[strings.TrimPrefix(strings.TrimPrefix(path, "data"), ".")]
	if !ok {
		return
	}
	got := string(v)
	if v.Kind() == '"' {
		if text, err := jsontext.AppendUnquote(nil, v); err == nil {
			got = string(text)
		}
	}
	if !slices.Contains(values, got) {
		h.add(Fault{Kind: UnknownValue, Path: path, Got: got})
	}
}
