// Package words holds every text that users read, and how each language writes numbers and times:
// languages lists the languages.
//
// The catalogs are the files catalog/AREA.LANG.toml, one pair for each part of the
// program. IDs are written out in full, so that a search finds them.
package words

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
)

//go:embed catalog/*.toml
var catalogs embed.FS

// Words is the catalog of one language at a time. It is safe for concurrent use.
type Words struct{ now atomic.Pointer[catalog] }

// catalog is the texts of a language by ID. A file is parsed when it is first needed: commands
// need little more than their own.
type catalog struct {
	language *Language
	commands func() map[string]message
	others   func() map[string]message
	fallback *catalog // has the texts that this one lacks; nil for none
}

// opened are the catalogs of all Words by language: those of a server's sessions share them.
var opened = openAll()

func openAll() map[Lang]*catalog {
	all := map[Lang]*catalog{}
	for _, l := range languages {
		all[l.Code] = newCatalog(l, catalogs)
	}
	for _, c := range all {
		if c.language.Unfinished {
			c.fallback = all[English]
		}
	}
	return all
}

// newCatalog returns the catalog of a language in files, which have the names and the form of ours.
func newCatalog(l *Language, files fs.FS) *catalog {
	commands := "catalog/cli." + string(l.Code) + ".toml"
	return &catalog{
		language: l,
		commands: sync.OnceValue(func() map[string]message {
			found, _ := fs.Glob(files, commands) // none where an unfinished language lacks it
			return parse(files, found...)
		}),
		others: sync.OnceValue(func() map[string]message {
			all, _ := fs.Glob(files, "catalog/*."+string(l.Code)+".toml") // a good pattern
			return parse(
				files,
				slices.DeleteFunc(all, func(name string) bool {
					return name == commands
				})...,
			)
		}),
	}
}

// message is a text in its forms. Most have only the form other, which is kept apart: a map for
// each would take longer than all else at the start of the program.
type message struct {
	other string
	forms map[form]string // the others; nil for none
}

// in returns a form of the text, or the form other if it has no such form.
func (m *message) in(f form) string {
	return cmp.Or(m.forms[f], m.other)
}

// New opens the catalog of a language.
func New(lang Lang) (*Words, error) {
	w := &Words{}
	return w, w.SetLang(lang)
}

// NewFrom opens the catalog of a language in files, which have the names and the form of ours. It
// is for tests of languages that the program does not have.
func NewFrom(l *Language, files fs.FS) *Words {
	c := newCatalog(l, files)
	if l.Unfinished {
		c.fallback = opened[English]
	}
	w := &Words{}
	w.now.Store(c)
	return w
}

// SetLang changes the language. Texts that were returned before stay as they are.
func (w *Words) SetLang(lang Lang) error {
	c, ok := opened[lang]
	if !ok {
		return fmt.Errorf("no catalog for language %q", lang)
	}
	w.now.Store(c)
	return nil
}

// parse returns the texts of some files. It walks their syntax: decoding into a map takes
// three times as long, at every start of the program.
func parse(files fs.FS, names ...string) map[string]message {
	texts := make(map[string]message, 1024)
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		var p unstable.Parser
		p.Reset(content)
		for err == nil && p.NextExpression() {
			id, value := member(p.Expression())
			text := message{other: string(value.Data)}
			if value.Kind == unstable.InlineTable {
				text = parseForms(value)
			}
			texts[id] = text
		}
		if err = cmp.Or(err, p.Error()); err != nil {
			panic(err) // the files are part of the program
		}
	}
	return texts
}

// parseForms returns the forms of a text: {one = "…", other = "…"}.
func parseForms(table *unstable.Node) message {
	text := message{forms: map[form]string{}}
	for forms := table.Children(); forms.Next(); {
		key, value := member(forms.Node())
		if form(key) == other {
			text.other = string(value.Data)
		} else {
			text.forms[form(key)] = string(value.Data)
		}
	}
	return text
}

// member returns the key and the value of "key" = value.
func member(n *unstable.Node) (key string, value *unstable.Node) {
	k := n.Key()
	k.Next()
	return string(k.Node().Data), n.Value()
}

// Language returns the language of these words.
func (w *Words) Language() *Language { return w.now.Load().language }

// Lang returns the code of the language of these words.
func (w *Words) Lang() Lang { return w.Language().Code }

// T returns the text with an ID. Its parameters come in pairs: a name, a value.
func (w *Words) T(id string, pairs ...any) string {
	text, c := w.lookup(id)
	if c == nil {
		return id // a test finds those
	}
	return fill(text.other, pairs)
}

// N returns the text with an ID for n things, in the form that the language has for
// n. The parameter N is the number, written by Int.
func (w *Words) N(id string, n int, pairs ...any) string {
	text, c := w.lookup(id)
	if c == nil {
		return id
	}
	pairs = append(pairs[:len(pairs):len(pairs)], "N", w.Int(n))
	return fill(text.in(c.language.plural(n)), pairs)
}

// Has reports whether there is a text with an ID.
func (w *Words) Has(id string) bool {
	_, c := w.lookup(id)
	return c != nil
}

// IDs returns the IDs of the dashboard that begin with a prefix, in any order.
func (w *Words) IDs(prefix string) []string {
	found := map[string]bool{}
	for c := w.now.Load(); c != nil; c = c.fallback {
		for id := range c.others() {
			if strings.HasPrefix(id, prefix) {
				found[id] = true
			}
		}
	}
	return slices.Collect(maps.Keys(found))
}

// List returns texts as a list in one line.
func (w *Words) List(texts []string) string {
	return strings.Join(texts, w.T("field.comma"))
}

// Optional returns the text with an ID, "" without one.
func (w *Words) Optional(id string, pairs ...any) string {
	if !w.Has(id) {
		return ""
	}
	return w.T(id, pairs...)
}

// lookup returns a text and the catalog that has it: that of the language or else its fallback.
// The catalog is nil if no one has it.
func (w *Words) lookup(id string) (message, *catalog) {
	for c := w.now.Load(); c != nil; c = c.fallback {
		texts := c.others
		if strings.HasPrefix(id, "cli.") {
			texts = c.commands
		}
		if text, ok := texts()[id]; ok {
			return text, c
		}
	}
	return message{}, nil
}

// fill replaces the parameters of a text.
func fill(text string, pairs []any) string {
	if !strings.Contains(text, "{{.") {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "{{.")
		if !found {
			b.WriteString(before)
			return b.String()
		}
		var name string
		name, text, _ = strings.Cut(after, "}}")
		value := fmt.Sprint(parameter(pairs, name))
		if noSpace(before, value) {
			before = before[:len(before)-1]
		} else if lacksSpace(before, value) {
			before += " "
		}
		if noSpace(value+text[:min(1, len(text))], text[min(1, len(text)):]) {
			text = text[1:]
		} else if lacksSpace(value, text) {
			value += " "
		}
		b.WriteString(before + value)
	}
}

// noSpace reports whether a ends with a space that stands between two Chinese
// characters, as in "从 " and "抖音", or beside a Chinese mark. A catalog writes it for
// Latin values.
func noSpace(a, b string) bool {
	const marks = "，。、；：！？（）"
	if !strings.HasSuffix(a, " ") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(a[:len(a)-1])
	after, _ := utf8.DecodeRuneInString(b)
	return unicode.Is(unicode.Han, before) && unicode.Is(unicode.Han, after) ||
		strings.ContainsRune(marks, before) || strings.ContainsRune(marks, after)
}

// lacksSpace reports whether a Chinese character and a Latin letter or a digit meet where b follows a,
// as where “没有” follows a name.
func lacksSpace(a, b string) bool {
	before, _ := utf8.DecodeLastRuneInString(a)
	after, _ := utf8.DecodeRuneInString(b)
	return unicode.Is(unicode.Han, before) && isLatin(after) ||
		isLatin(before) && unicode.Is(unicode.Han, after)
}

func isLatin(r rune) bool {
	return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r)
}

func parameter(pairs []any, name string) any {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == any(name) {
			return pairs[i+1]
		}
	}
	return "{{" + name + "}}" // a test finds those
}
