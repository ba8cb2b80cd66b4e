package schema

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/ui/testkit/golden"
)

// line returns a field in one line.
func line(f Field) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", f.Depth), f.Path)
	put := func(name string, v any) {
		if s := fmt.Sprint(v); s != "" && s != "[]" && (s != "false" || name != "required:" && name != "unchecked") {
			fmt.Fprintf(&b, " %s=%s", name, s)
		}
	}
	put("role", f.Role)
	put("name", f.Name)
	if f.Count > 0 {
		fmt.Fprintf(&b, " %d/%d", f.Index+1, f.Count)
	}
	put("title", f.Title)
	put("description", f.Description)
	put("types", f.Types)
	put("required:", f.Required)
	for _, bound := range f.Bounds {
		put(bound.Keyword, bound.Value)
		put("unchecked", bound.Unchecked)
	}
	put("ref", f.Ref)
	put("cut", f.Cut)
	return b.String() + "\n"
}

func TestFields(t *testing.T) {
	for name, raw := range map[string]string{"board": board, "video": video, "everything": everything} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, f := range Read([]byte(raw)).Fields() {
				b.WriteString(line(f))
			}
			golden.Equal(t, name+".fields", b.String())
		})
	}
}

func TestCuts(t *testing.T) {
	for name, tc := range map[string]struct {
		cut   Cut
		count int
	}{
		"deep enough":     {Deep, maxFieldDepth + 1},
		"doubling anyOf":  {Many, maxFields},
		"ref outside":     {Away, 1},
		"ref to itself":   {Recurse, 1},
		"ref in a circle": {Recurse, 1},
		"recursive":       {Recurse, 3},
	} {
		fields := Read([]byte(hostile()[name])).Fields()
		if len(fields) != tc.count {
			t.Errorf("%s: %d fields, want %d", name, len(fields), tc.count)
		} else if last := fields[len(fields)-1]; last.Cut != tc.cut {
			t.Errorf("%s: cut %q at %s, want %q", name, last.Cut, last.Path, tc.cut)
		}
	}
}

func TestProblems(t *testing.T) {
	for name, want := range map[string]ProblemKind{
		"empty": Empty, "blank": Empty, "not JSON": NotJSON, "two values": NotJSON, "bad UTF-8": NotJSON,
		"null":             NotASchema,
		"array":            NotASchema,
		"wrong keyword":    NotASchema,
		"same id twice":    NotASchema,
		"enum without one": NotASchema,
		"deep":             TooDeep, "many values": TooBig, "many schemas": TooBig, "huge number": NumberSize,
		"unknown dialect": Dialect, "ref outside": RefOutside, "ref to a file": RefOutside,
		"ref to nothing": RefMissing, "true": "", "dynamic": "", "object": "", "look-ahead": "", "2020-12": "",
	} {
		got := Read([]byte(hostile()[name])).Problem()
		if got == nil && want != "" || got != nil && got.Kind != want {
			t.Errorf("%s: %v, want kind %q", name, got, want)
		}
	}
}
