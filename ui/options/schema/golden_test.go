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
	role := []string{"root", "", "pattern", "additional", "item", "tuple", "rest", "allOf", "anyOf", "oneOf",
		"not", "if", "then", "else", "contains", "names", "dependent"}[f.Role]
	fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", f.Depth), f.Path)
	put := func(name string, v any) {
		if s := fmt.Sprint(v); s != "" && s != "[]" && (s != "false" || name != "required" && name != "never" && name != "unchecked") {
			fmt.Fprintf(&b, " %s=%s", name, s)
		}
	}
	put("role", role)
	put("name", f.Name)
	if f.Count > 0 {
		fmt.Fprintf(&b, " %d/%d", f.Index+1, f.Count)
	}
	put("title", f.Title)
	put("description", f.Description)
	put("types", f.Types)
	put("never", f.Never)
	put("required", f.Required)
	put("enum", f.Enum)
	put("const", f.Const)
	put("default", f.Default)
	put("examples", f.Examples)
	put("format", f.Format)
	for _, bound := range f.Bounds {
		put(bound.Keyword, bound.Value)
		put("unchecked", bound.Unchecked)
	}
	put("members", []string{"", "open", "closed", "shaped"}[f.Members])
	put("ref", f.Ref)
	put("cut", []string{"", "recurse", "deep", "many", "away"}[f.Cut])
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
			t.Errorf("%s: cut %d at %s, want %d", name, last.Cut, last.Path, tc.cut)
		}
	}
}

func TestProblems(t *testing.T) {
	for name, want := range map[string]ProblemKind{
		"empty": Empty, "blank": Empty, "not JSON": NotJSON, "two values": NotJSON, "bad UTF-8": NotJSON,
		"null": NotASchema, "array": NotASchema, "wrong keyword": NotASchema, "same id twice": NotASchema, "enum without one": NotASchema,
		"deep": TooDeep, "many values": TooBig, "many schemas": TooBig, "huge number": NumberSize,
		"unknown dialect": Dialect, "ref outside": RefOutside, "ref to a file": RefOutside,
		"ref to nothing": RefMissing, "true": 0, "dynamic": 0, "object": 0, "look-ahead": 0, "2020-12": 0,
	} {
		got := Read([]byte(hostile()[name])).Problem()
		if got == nil && want != 0 || got != nil && got.Kind != want {
			t.Errorf("%s: %v, want kind %d", name, got, want)
		}
	}
}

func TestPretty(t *testing.T) {
	for raw, want := range map[string]string{
		`{"b":1.50,"a":[]}`:    "{\n  \"b\": 1.50,\n  \"a\": []\n}",
		`{"a":1,"a":2}`:        "{\n  \"a\": 1,\n  \"a\": 2\n}",
		`{"a":`:                `{"a":`,
		`"\u0041 <&> 中"`:       `"\u0041 <&> 中"`,
		`12345678901234567890`: `12345678901234567890`,
	} {
		if got := Pretty([]byte(raw)); got != want {
			t.Errorf("%s gives %s", raw, got)
		}
	}
}
