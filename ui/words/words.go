// Package words holds every text that users read, in English and Simplified
// Chinese, and how each language writes numbers and times.
//
// The catalogs are the files catalog/AREA.LANG.toml, one pair for each part of the
// program. IDs are written out in full, so that a search finds them.
package words

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
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

// Words is the catalog of one language at a time. It is safe for concurrent use.
type Words struct{ now atomic.Pointer[catalog] }

// catalog is the texts of a language by ID. A file is parsed when it is first needed: commands
// need little more than their own.
type catalog struct {
	lang             Lang
	commands, others func() map[string]message
}

// parsed are the catalogs of all Words: those of a server's sessions share them.
var parsed = map[Lang]*catalog{English: newCatalog(English), Chinese: newCatalog(Chinese)}

func newCatalog(lang Lang) *catalog {
	commands := "catalog/cli." + string(lang) + ".toml"
	return &catalog{
		lang:     lang,
		commands: sync.OnceValue(func() map[string]message { return parse(commands) }),
		others: sync.OnceValue(func() map[string]message {
			all, _ := fs.Glob(catalogs, "catalog/*."+string(lang)+".toml") // a good pattern
			return parse(slices.DeleteFunc(all, func(name string) bool { return name == commands })...)
		}),
	}
}

// message is a text; one is its form for the number 1, or "".
type message struct{ one, other string }

// New opens the catalog of a language.
func New(lang Lang) (*Words, error) {
	w := &Words{}
	return w, w.SetLang(lang)
}

// SetLang changes the language. Texts that were returned before stay as they are.
func (w *Words) SetLang(lang Lang) error {
	c, ok := parsed[lang]
	if !ok {
		return fmt.Errorf("no catalog for language %q", lang)
	}
	w.now.Store(c)
	return nil
}

// parse returns the texts of some files. It walks their syntax: decoding into a map takes
// three times as long, at every start of the program.
func parse(names ...string) map[string]message {
	texts := make(map[string]message, 1024)
	for _, name := range names {
		content, err := catalogs.ReadFile(name)
		var p unstable.Parser
		p.Reset(content)
		for err == nil && p.NextExpression() {
			id, value := member(p.Expression())
			text := message{other: string(value.Data)}
			if value.Kind == unstable.InlineTable { // {one = "…", other = "…"}
				for forms := value.Children(); forms.Next(); {
					switch form, value := member(forms.Node()); form {
					case "one":
						text.one = string(value.Data)
					case "other":
						text.other = string(value.Data)
					}
				}
			}
			texts[id] = text
		}
		if err = cmp.Or(err, p.Error()); err != nil {
			panic(err) // the files are part of the program
		}
	}
	return texts
}

// member returns the key and the value of "key" = value.
func member(n *unstable.Node) (key string, value *unstable.Node) {
	k := n.Key()
	k.Next()
	return string(k.Node().Data), n.Value()
}

// Lang is the language of these words.
func (w *Words) Lang() Lang { return w.now.Load().lang }

// T returns the text with an ID. Its parameters come in pairs: a name, a value.
func (w *Words) T(id string, pairs ...any) string {
	text, _ := w.lookup(id)
	return fill(text.other, pairs)
}

// N returns the text with an ID for n things, in the form that the language has for
// n. The parameter N is the number, written by Int.
func (w *Words) N(id string, n int, pairs ...any) string {
	text, _ := w.lookup(id)
	form := text.other
	if n == 1 {
		form = cmp.Or(text.one, form)
	}
	return fill(form, append(pairs[:len(pairs):len(pairs)], "N", w.Int(n)))
}

// Has reports whether there is a text with an ID.
func (w *Words) Has(id string) bool {
	_, ok := w.lookup(id)
	return ok
}

// IDs returns the IDs of the dashboard that begin with a prefix, in any order.
func (w *Words) IDs(prefix string) []string {
	var ids []string
	for id := range w.now.Load().others() {
		if strings.HasPrefix(id, prefix) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Optional returns the text with an ID, "" without one.
func (w *Words) Optional(id string, pairs ...any) string {
	if !w.Has(id) {
		return ""
	}
	return w.T(id, pairs...)
}

// lookup returns a text, or its ID if it is missing, which a test finds.
func (w *Words) lookup(id string) (text message, ok bool) {
	c := w.now.Load()
	texts := c.others
	if strings.HasPrefix(id, "cli.") {
		texts = c.commands
	}
	if text, ok = texts()[id]; !ok {
		text.other = id
	}
	return text, ok
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
		}
		if noSpace(value+text[:min(1, len(text))], text[min(1, len(text)):]) {
			text = text[1:]
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

func parameter(pairs []any, name string) any {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == any(name) {
			return pairs[i+1]
		}
	}
	return "{{" + name + "}}" // a test finds those
}
