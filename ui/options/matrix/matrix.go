// Package matrix compares platforms by their capabilities (interface 4.3) and
// publish options (4.2).
package matrix

import (
	"strings"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of the nesting of capabilities and of the columns.
const (
	maxDepth   = 12
	maxColumns = 500
)

// Kind is the kind of a column.
type Kind uint8

// Kinds of columns.
const (
	Capability Kind = iota // Name is a path such as work.getDetail
	Option                 // Name is a field such as boardId
)

// Column is a capability or a publish option.
type Column struct {
	Kind  Kind
	Name  string
	Label string // of an option: that of the first platform with it
}

// Source is a platform and, if they are loaded, its publish options.
type Source struct {
	Platform    api.Platform
	Options     []api.PublishOption
	OptionsRead bool // the options are loaded
}

// Row is a platform with one cell per column.
type Row struct {
	Platform *api.Platform
	Cells    []api.Support
}

// Matrix compares platforms, in the order of the sources. Capabilities come before
// options, each in order of appearance.
type Matrix struct {
	Columns []Column
	Rows    []Row
	Cut     bool // columns beyond the limit are missing
}

type key struct {
	kind Kind
	name string
}

// Of returns the matrix of platforms.
func Of(sources []Source) *Matrix {
	m := &Matrix{}
	stated := make([]map[key]api.Support, len(sources))
	var columns [2][]Column
	known := map[key]bool{}
	state := func(i int, c Column, s api.Support) {
		k := key{c.Kind, c.Name}
		if !known[k] {
			if len(known) == maxColumns {
				m.Cut = true
				return
			}
			known[k] = true
			columns[c.Kind] = append(columns[c.Kind], c)
		}
		stated[i][k] = s
	}
	for i := range sources {
		stated[i] = map[key]api.Support{}
		walk(nil, sources[i].Platform.Capabilities, func(path string, s api.Support) {
			state(i, Column{Kind: Capability, Name: path}, s)
		})
		for j := range sources[i].Options {
			o := &sources[i].Options[j]
			state(i, Column{Kind: Option, Name: o.Field, Label: o.Label.Or("")}, api.Supported)
		}
	}
	m.Columns = append(columns[Capability], columns[Option]...)
	for i := range sources {
		row := Row{Platform: &sources[i].Platform, Cells: make([]api.Support, len(m.Columns))}
		for j, c := range m.Columns {
			row.Cells[j] = stated[i][key{c.Kind, c.Name}]
			if c.Kind == Option && sources[i].OptionsRead && row.Cells[j] == api.SupportNotStated {
				row.Cells[j] = api.Unsupported
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// walk calls state for each boolean below a path. An object with a member named
// supported counts as that boolean, as in [api.Platform.WorkDetail]. It stops at
// malformed JSON.
func walk(path []string, v jsontext.Value, state func(string, api.Support)) {
	if v.Kind() == '{' && len(path) <= maxDepth {
		for name, value := range api.Members(v) {
			walk(append(path, name), value, state)
		}
		return
	}
	n := len(path)
	if n > 1 && path[n-1] == "supported" {
		path = path[:n-1]
	}
	switch {
	case n == 0:
	case v.Kind() == 't':
		state(strings.Join(path, "."), api.Supported)
	case v.Kind() == 'f':
		state(strings.Join(path, "."), api.Unsupported)
	}
}
