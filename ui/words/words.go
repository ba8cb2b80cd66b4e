// Package words holds every text that users read, in English and Simplified
// Chinese, and how each language writes numbers and times.
//
// The catalogs are the files catalog/AREA.LANG.toml, one pair for each part of the
// program. IDs are written out in full, so that a search finds them.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed catalog/*.toml
var catalogs embed.FS

// Lang is a language of the program: "en" or "zh".
type Lang string

// The languages.
const (
	English Lang = "en"
	Chinese Lang = "zh"
)

// Langs lists the languages in the order in which they are offered.
func Langs() []Lang { return []Lang{English, Chinese} }

// Tag is the language in the form of the service's Accept-Language header.
func (l Lang) Tag() string {
	if l == Chinese {
		return "zh-CN"
	}
	return "en-US"
}

// Words is the catalog of one language. It is safe for concurrent use.
type Words struct {
	lang Lang

	// The texts by ID: a string, or for a text that varies with a number, a table of
	// the strings "one" and "other". A file is parsed when it is first needed:
	// commands need little more than their own.
	commands, others func() map[string]any
}

// New opens the catalog of a language.
func New(lang Lang) (*Words, error) {
	if !slices.Contains(Langs(), lang) {
		return nil, fmt.Errorf("no catalog for language %q", lang)
	}
	all, err := fs.Glob(catalogs, "catalog/*."+string(lang)+".toml")
	if err != nil {
		return nil, err
	}
	isCommands := func(name string) bool { return strings.HasPrefix(name, "catalog/cli.") }
	return &Words{
		lang:     lang,
		commands: sync.OnceValue(func() map[string]any { return parse(all[slices.IndexFunc(all, isCommands)]) }),
		others:   sync.OnceValue(func() map[string]any { return parse(slices.DeleteFunc(slices.Clone(all), isCommands)...) }),
	}, nil
}

// parse returns the texts of some files.
func parse(names ...string) map[string]any {
	texts := map[string]any{}
	for _, name := range names {
		content, err := catalogs.ReadFile(name)
		if err == nil {
			err = toml.Unmarshal(content, &texts)
		}
		if err != nil {
			panic(err) // the files are part of the program
		}
	}
	return texts
}

// Lang is the language of these words.
func (w *Words) Lang() Lang { return w.lang }

// T returns the text with an ID. Its parameters come in pairs: a name, a value.
func (w *Words) T(id string, pairs ...any) string { return w.text(id, "other", pairs) }

// N returns the text with an ID for n things, in the form that the language has for
// n. The parameter N is the number, written by Int.
func (w *Words) N(id string, n int, pairs ...any) string {
	form := "other"
	if n == 1 {
		form = "one"
	}
	return w.text(id, form, append(pairs[:len(pairs):len(pairs)], "N", w.Int(n)))
}

// Has reports whether there is a text with an ID.
func (w *Words) Has(id string) bool { return w.lookup(id) != nil }

// Optional returns the text with an ID, "" without one.
func (w *Words) Optional(id string, pairs ...any) string {
	if !w.Has(id) {
		return ""
	}
	return w.T(id, pairs...)
}

func (w *Words) lookup(id string) any {
	if strings.HasPrefix(id, "cli.") {
		return w.commands()[id]
	}
	return w.others()[id]
}

// text returns the ID itself if the text is missing. A test finds missing texts.
func (w *Words) text(id, form string, pairs []any) string {
	text, ok := w.lookup(id).(string)
	if forms, varies := w.lookup(id).(map[string]any); varies {
		if text, ok = forms[form].(string); !ok {
			text, ok = forms["other"].(string)
		}
	}
	if !ok {
		return id
	}
	if !strings.Contains(text, "{{.") {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "{{.")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var name string
		name, text, _ = strings.Cut(after, "}}")
		fmt.Fprint(&b, parameter(pairs, name))
	}
}

func parameter(pairs []any, name string) any {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == any(name) {
			return pairs[i+1]
		}
	}
	return "{{" + name + "}}" // a test finds those
}
