package words

import (
	"strings"
	"unicode"
)

// Lang is the code of a language, as the setting lang and the names of the catalog files have it.
type Lang string

// The languages. English has all texts.
const (
	English Lang = "en"
	Chinese Lang = "zh"
)

// Language describes a language: its names, and the rules by which it writes numbers, dates and texts.
type Language struct {
	Code Lang
	Tag  string // in the form of the Accept-Language header
	Name string // in the language itself

	// Unfinished reports that catalogs lack texts, which are shown in English. Without it a missing
	// text fails a test, and no start parses the English catalogs besides those of the language.
	Unfinished bool

	// Script is the script that tells texts of the language from those of others, nil for Latin.
	Script *unicode.RangeTable
	// WordSpace stands between two words.
	WordSpace string
	// BareTexts reports that texts in lists stand without quotes.
	BareTexts bool

	plural    func(n int) form
	units     []unit // by which Short writes numbers
	unitSpace string // before the unit of a duration in a sentence
	day       string // layout of a date without a year
	fullDay   string // layout of a date with its year
}

// form is a form of a text for a number of things, by its key in the catalogs.
type form string

// The forms of texts, of which each language has some.
const (
	one   form = "one"
	other form = "other"
)

// oneOrOther is the plural rule of English. Chinese has no plural, but some texts do without the
// number if it is 1.
func oneOrOther(n int) form {
	if n == 1 {
		return one
	}
	return other
}

// unit is a power of ten by which a language shortens counts.
type unit struct {
	size float64
	name string
}

// languages are the languages in the order in which they are offered. A language needs an entry
// here and its catalog files.
var languages = []*Language{
	{
		Code:      English,
		Tag:       "en-US",
		Name:      "English",
		WordSpace: " ",
		plural:    oneOrOther,
		units:     []unit{{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "B"}, {1e12, "T"}},
		day:       "2 Jan",
		fullDay:   "2 Jan 2006",
	},
	{
		Code:      Chinese,
		Tag:       "zh-CN",
		Name:      "中文",
		Script:    unicode.Han,
		BareTexts: true,
		plural:    oneOrOther,
		units:     []unit{{1, ""}, {1e4, "万"}, {1e8, "亿"}, {1e12, "万亿"}},
		unitSpace: " ",
		day:       "1月2日",
		fullDay:   "2006年1月2日",
	},
}

// Langs lists the languages in the order in which they are offered.
func Langs() []Lang {
	all := make([]Lang, len(languages))
	for i, l := range languages {
		all[i] = l.Code
	}
	return all
}

// Codes lists the codes of the languages in the order in which they are offered.
func Codes() []string {
	all := make([]string, len(languages))
	for i, l := range languages {
		all[i] = string(l.Code)
	}
	return all
}

// language returns the language with a code, nil for an unknown one.
func (l Lang) language() *Language {
	for _, known := range languages {
		if known.Code == l {
			return known
		}
	}
	return nil
}

// Tag returns the language in the form of the service's Accept-Language header, that of English
// for an unknown one.
func (l Lang) Tag() string {
	if known := l.language(); known != nil {
		return known.Tag
	}
	return English.Tag()
}

// Name returns the name of the language in itself, "" for an unknown one.
func (l Lang) Name() string {
	if known := l.language(); known != nil {
		return known.Name
	}
	return ""
}

// ByTag returns the language that a tag or the value of a variable such as LANG names: zh, zh-CN,
// zh_CN.UTF-8 and the like, in any case.
func ByTag(tag string) (lang Lang, ok bool) {
	if i := strings.IndexAny(tag, "_-."); i >= 0 {
		tag = tag[:i]
	}
	lang = Lang(strings.ToLower(tag))
	return lang, lang.language() != nil
}

// LangOf guesses the language of a text by its script: English if no language has it.
func LangOf(text string) Lang {
	for _, l := range languages {
		if l.Script != nil && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(l.Script, r) }) {
			return l.Code
		}
	}
	return English
}
