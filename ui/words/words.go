// Package words holds every word that a person reads, in English and
// Simplified Chinese, and how numbers and times are written in each.
//
// The catalogs are the files catalog/AREA.LANG.toml, one pair for each part of
// the program; ids are written out in full, so that a search finds them.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"
)

//go:embed catalog/*.toml
var catalogs embed.FS

// Lang is a language of the program: "en" or "zh".
type Lang string

// The languages there are.
const (
	English Lang = "en"
	Chinese Lang = "zh"
)

// Langs lists the languages in the order in which they are offered.
func Langs() []Lang { return []Lang{English, Chinese} }

// ParseLang reads a language from a flag, a setting or a locale such as
// "zh_CN.UTF-8"; false where the program does not speak it.
func ParseLang(s string) (Lang, bool) {
	s = strings.ToLower(s)
	for _, lang := range Langs() {
		rest, ok := strings.CutPrefix(s, string(lang))
		if ok && (rest == "" || strings.ContainsRune("-_.@", rune(rest[0]))) {
			return lang, true
		}
	}
	return "", false
}

// Tag is the language as the service's Accept-Language wants it.
func (l Lang) Tag() string {
	if l == Chinese {
		return "zh-CN"
	}
	return "en-US"
}

// Words is one language's catalog. It is safe for use by several sessions.
type Words struct {
	lang      Lang
	localizer *i18n.Localizer
	plain     map[string]string // messages without parameters
	others    map[string]bool   // all other messages, by id
}

// New reads the catalog of a language.
func New(lang Lang) (*Words, error) {
	bundle := i18n.NewBundle(language.English)
	w := &Words{lang: lang, plain: map[string]string{}, others: map[string]bool{}}
	names, err := fs.Glob(catalogs, "catalog/*."+string(lang)+".toml")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no words in language %q", lang)
	}
	tag := language.Make(string(lang))
	for _, name := range names {
		messages, err := read(name)
		if err != nil {
			return nil, err
		}
		for _, m := range messages {
			if !strings.Contains(m.Other, "{{") && m.One == "" {
				w.plain[m.ID] = m.Other
				continue
			}
			w.others[m.ID] = true
			if err := bundle.AddMessages(tag, m); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, m.ID, err)
			}
		}
	}
	w.localizer = i18n.NewLocalizer(bundle, string(lang))
	return w, nil
}

// read returns the messages of a catalog file: id = "text", or for a text that
// varies with a number, id = {one = "…", other = "…"}.
func read(name string) ([]*i18n.Message, error) {
	content, err := catalogs.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var entries map[string]any
	if err := toml.Unmarshal(content, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	messages := make([]*i18n.Message, 0, len(entries))
	for id, entry := range entries {
		switch entry := entry.(type) {
		case string:
			messages = append(messages, &i18n.Message{ID: id, Other: entry})
		case map[string]any:
			one, _ := entry["one"].(string)
			other, ok := entry["other"].(string)
			if !ok || len(entry) > 2 || len(entry) == 2 && one == "" {
				return nil, fmt.Errorf("%s: %s: want other, and one where it differs", name, id)
			}
			messages = append(messages, &i18n.Message{ID: id, One: one, Other: other})
		default:
			return nil, fmt.Errorf("%s: %s: want a text", name, id)
		}
	}
	return messages, nil
}

// Lang is the language of these words.
func (w *Words) Lang() Lang { return w.lang }

// T is the text of id. The parameters it names come in pairs: a name, a value.
func (w *Words) T(id string, pairs ...any) string {
	if text, ok := w.plain[id]; ok {
		return text
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: params(pairs)})
}

// N is the text of id for n things, in the form that the language has for n.
// The text may name the number, written out by Int, as {{.N}}.
func (w *Words) N(id string, n int, pairs ...any) string {
	if text, ok := w.plain[id]; ok {
		return text
	}
	data := params(pairs)
	data["N"] = w.Int(n)
	return w.localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: n, TemplateData: data})
}

// Has reports whether there is a text for id.
func (w *Words) Has(id string) bool {
	_, plain := w.plain[id]
	return plain || w.others[id]
}

// localize shows the id itself where there is no text: a test finds those, and
// a person can still tell what is meant.
func (w *Words) localize(c *i18n.LocalizeConfig) string {
	text, err := w.localizer.Localize(c)
	if err != nil {
		return c.MessageID
	}
	return text
}

func params(pairs []any) map[string]any {
	data := make(map[string]any, len(pairs)/2+1)
	for i := 0; i+1 < len(pairs); i += 2 {
		if name, ok := pairs[i].(string); ok {
			data[name] = pairs[i+1]
		}
	}
	return data
}
