// Package matrix sets platforms against what they can do: every truth value
// below capabilities (interface 4.3) and every publish option (4.2).
package matrix

import (
	"strings"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of what is read of one platform's capabilities, and of all columns.
const (
	maxDepth   = 12
	maxColumns = 500
)

// Kind tells what a column is about.
type Kind uint8

// Kinds of columns.
const (
	Capability Kind = iota // Name is a path such as work.getDetail
	Option                 // Name is a field such as boardId
)

// Column is one thing that a platform may be able to do or want.
type Column struct {
	Kind  Kind
	Name  string
	Label string // of an option, as the first platform with it has it
}

// Source is one platform, and its publish options where they have been read.
type Source struct {
	Platform    api.Platform
	Options     []api.PublishOption
	OptionsRead bool // false: whether it has an option is not stated
}

// Row is one platform with a cell a column.
type Row struct {
	Platform *api.Platform
	Cells    []api.Support
}

// Matrix is what is known of all platforms, in the order in which they came.
// Capabilities come before options, each in the order of their first mention.
type Matrix struct {
	Columns []Column
	Rows    []Row
	Cut     bool // there are more columns than are kept
}

type key struct {
	kind Kind
	name string
}

// Of builds the matrix.
func Of(sources []Source) *Matrix {
	m := &Matrix{}
	said := make([]map[key]api.Support, len(sources))
	var columns [2][]Column
	known := map[key]bool{}
	say := func(i int, c Column, s api.Support) {
		k := key{c.Kind, c.Name}
		if !known[k] {
			if len(known) == maxColumns {
				m.Cut = true
				return
			}
			known[k] = true
			columns[c.Kind] = append(columns[c.Kind], c)
		}
		said[i][k] = s
	}
	for i := range sources {
		said[i] = map[key]api.Support{}
		walk(nil, sources[i].Platform.Capabilities, func(path string, s api.Support) {
			say(i, Column{Kind: Capability, Name: path}, s)
		})
		for j := range sources[i].Options {
			o := &sources[i].Options[j]
			say(i, Column{Kind: Option, Name: o.Field, Label: o.Label.Or("")}, api.Supported)
		}
	}
	m.Columns = append(columns[Capability], columns[Option]...)
	for i := range sources {
		row := Row{Platform: &sources[i].Platform, Cells: make([]api.Support, len(m.Columns))}
		for j, c := range m.Columns {
			row.Cells[j] = said[i][key{c.Kind, c.Name}]
			if c.Kind == Option && sources[i].OptionsRead && row.Cells[j] == api.SupportNotStated {
				row.Cells[j] = api.Unsupported
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// walk tells of every truth value below a path, by its path. An object with a
// member supported counts as that itself, as it does for api.WorkDetail. What is
// no JSON tells nothing from there on.
func walk(path []string, v jsontext.Value, say func(string, api.Support)) {
	if v.Kind() == '{' && len(path) <= maxDepth {
		for name, value := range api.Members(v) {
			walk(append(path, name), value, say)
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
		say(strings.Join(path, "."), api.Supported)
	case v.Kind() == 'f':
		say(strings.Join(path, "."), api.Unsupported)
	}
}
