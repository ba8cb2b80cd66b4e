package mcp

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// readArguments reads the arguments of a call. null and a blank text are arguments that are not given:
// clients send them for those that their users leave open. It reports false for what is no object.
func readArguments(sent []byte) (map[string]any, bool) {
	in := map[string]any{}
	if len(sent) > 0 && json.Unmarshal(sent, &in) != nil {
		return nil, false
	}
	given := map[string]any{}
	for name, v := range in {
		if list, ok := v.([]any); ok {
			v = slices.DeleteFunc(list, isBlank)
		}
		if !isBlank(v) {
			given[name] = v
		}
	}
	return given, true
}

func isBlank(v any) bool {
	s, isText := v.(string)
	return v == nil || isText && strings.TrimSpace(text.Clean(s)) == ""
}

// check returns what is wrong with the arguments of a call, "" if nothing is. It checks what the
// schema of the tool says, and that no text is huge.
func (t *tool) check(w *words.Words, in map[string]any) string {
	known := []string{"limit", "offset", "rest"}
	for _, p := range t.params {
		known = append(known, p.name)
		v, given := in[p.name]
		if !given && p.required {
			return w.T("mcp.argument.required", "Name", p.name)
		}
		if given && !p.allows(v) {
			return w.T(
				"mcp.argument."+p.kind,
				"Name", p.name,
				"Most", w.Int(maxText),
				"Count", w.Int(maxTexts),
			)
		}
		if given && p.choices != nil && !slices.Contains(p.choices, v.(string)) {
			return w.T(
				"mcp.argument.choice",
				"Name", p.name,
				"Names", strings.Join(p.choices, ", "),
			)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if !slices.Contains(known, name) {
			return w.T(
				"mcp.argument.unknown",
				"Name", shortened(text.Clean(name), maxName),
				"Names", strings.Join(known, ", "),
			)
		}
	}
	if t.other.runs(in) {
		for _, name := range t.other.without {
			if in[name] != nil {
				return w.T("cli.error.together", "First", t.other.with, "Second", name)
			}
		}
	}
	if !isWhole(in["limit"], 1, maxRows) {
		return w.T(
			"mcp.argument.integer",
			"Name", "limit",
			"Least", w.Int(1),
			"Most", w.Int(maxRows),
		)
	}
	if !isWhole(in["offset"], 0, maxOffset) {
		return w.T(
			"mcp.argument.integer",
			"Name", "offset",
			"Least", w.Int(0),
			"Most", w.Int(maxOffset),
		)
	}
	if rest, given := in["rest"]; given {
		s, _ := rest.(string)
		if _, ok := parsePlace(s); !ok {
			return w.T("mcp.argument.rest")
		}
	}
	return ""
}

// allows reports whether a parameter can have a value.
func (p *param) allows(v any) bool {
	if p.kind != "array" {
		return isText(v)
	}
	list, ok := v.([]any)
	return ok && len(list) <= maxTexts && !slices.ContainsFunc(list, func(v any) bool {
		return !isText(v)
	})
}

func isText(v any) bool {
	s, ok := v.(string)
	return ok && utf8.RuneCountInString(s) <= maxText
}

// isWhole reports whether a value is missing or a whole number within bounds.
func isWhole(v any, least, most int) bool {
	if v == nil {
		return true
	}
	n, ok := v.(float64)
	return ok && n >= float64(least) && n <= float64(most) && n == math.Trunc(n)
}

// page returns the rows that checked arguments ask for.
func page(in map[string]any) (offset, limit int) {
	return whole(in["offset"]), cmp.Or(whole(in["limit"]), defaultRows)
}

// whole is a number of checked arguments, 0 if it is missing.
func whole(v any) int {
	n, _ := v.(float64)
	return int(n)
}

// restOf returns the place whose rest a call asks for, and whether it does.
func restOf(in map[string]any) (p place, given bool) {
	s, _ := in["rest"].(string)
	return parsePlace(s)
}

// flags matches the flags of commands in a text.
var flags = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`--[a-z]+(-[a-z]+)*`)
})

// named replaces the flags of the command in a text by the arguments of the tool, which its clients know.
func (t *tool) named(s string) string {
	return flags().ReplaceAllStringFunc(s, func(typed string) string {
		for _, p := range t.params {
			if typed == "--"+p.flag {
				return p.name
			}
		}
		return typed
	})
}
