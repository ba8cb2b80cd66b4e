package markdown

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	gtext "github.com/yuin/goldmark/text"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// codeLines shows code behind a bar, which sets it apart where there are no colours.
func (w *writer) codeLines(lines *gtext.Segments, language string) {
	code := strings.TrimSuffix(string(lines.Value(w.src)), "\n")
	w.behindBar(func() {
		for _, line := range highlight(w.theme, code, language).chop(w.room()) {
			w.line(line)
		}
	})
}

// Code returns code in its colours as lines of at most width cells.
func Code(t *theme.Theme, code, language string, width int) []string {
	return highlight(t, text.CleanLines(code), language).chop(width)
}

// highlight colours comments, strings, numbers and keywords by family of language. Regular
// expressions are linear in Go; 4 kB of hostile code took the grammars of chroma seconds.
func highlight(t *theme.Theme, code, language string) styled {
	if language == "" {
		return styled{text: code, turns: addTurn(nil, 0, t.Tone(theme.Code))}
	}
	s := styled{text: code}
	language = " " + strings.ToLower(language) + " "
	i := slices.IndexFunc(syntaxes, func(x syntax) bool {
		return strings.Contains(x.languages, language)
	})
	if i < 0 {
		return s
	}
	at := 0
	for _, token := range syntaxes[i].pattern().FindAllStringSubmatchIndex(code, -1) {
		if token[0] > at {
			s.turns = addTurn(s.turns, at, t.Tone(theme.Plain))
		}
		s.turns = addTurn(
			s.turns,
			token[0],
			t.Tone(syntaxes[i].tone(code, token)),
		)
		at = token[1]
	}
	if at < len(code) {
		s.turns = addTurn(s.turns, at, t.Tone(theme.Plain))
	}
	return s
}

// syntax is a family of languages.
type syntax struct {
	languages string                // names and file extensions, each between two blanks
	pattern   func() *regexp.Regexp // each group is a kind of token
	keywords  string                // each between two blanks
	anyCase   bool                  // keywords match in any case; they are listed in lower case
	keys      bool                  // a string or word before a colon is a key
	tags      bool                  // a word after "<" is a tag, one before "=" an attribute
}

// tone is the tone of a token, given the places of its groups.
func (x *syntax) tone(code string, token []int) theme.Tone {
	group := 1
	for token[2*group] < 0 {
		group++
	}
	word := code[token[0]:token[1]]
	rest := code[token[1]:]
	isKey := x.keys && strings.HasPrefix(strings.TrimLeft(rest[:min(len(rest), 8)], " "), ":")
	isTag := x.tags && (token[0] > 0 && strings.IndexByte("</", code[token[0]-1]) >= 0 ||
		strings.HasPrefix(rest, "="))
	name := word
	if x.anyCase {
		name = strings.ToLower(word)
	}
	kind := x.pattern().SubexpNames()[group]
	if kind == "comment" {
		return theme.Faint
	}
	if kind == "number" {
		return theme.Warn
	}
	if kind == "removed" {
		return theme.Bad
	}
	if kind == "header" || isKey || kind == "word" &&
		(isTag || strings.Contains(x.keywords, " "+name+" ")) {
		return theme.Accent
	}
	if kind == "string" || kind == "added" {
		return theme.Good
	}
	if strings.Contains(" true false null nil None True False undefined ", " "+word+" ") {
		return theme.Warn
	}
	return theme.Plain
}

// The parts of patterns. Comments and strings may be left open.
const (
	slashes      = `//.*\n?|/\*(?s:.*?)(?:\*/|\z)`
	hash         = `#.*\n?`
	quotes       = `"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`
	tripleQuotes = `(?s:""".*?(?:"""|\z)|'''.*?(?:'''|\z))|` + quotes
)

func tokens(comments, strings string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(
			`(?P<word>[\pL_$\x80-\x{10ffff}][\w$\x80-\x{10ffff}]*)|` +
				`(?P<comment>` + comments + `)|(?P<string>` + strings + `)|` +
				`(?P<number>[0-9][\w$.\x80-\x{10ffff}]*)`,
		)
	})
}

var syntaxes = []syntax{
	{
		languages: " go golang js javascript jsx mjs ts typescript tsx java kotlin kt scala " +
			" c# cs csharp c h cpp c++ cc hpp rust rs swift dart php ",
		pattern: tokens(slashes, "`[^`]*`?|"+quotes),
		keywords: " abstract as async await bool boolean break case catch chan char class const " +
			" constexpr continue default defer delete do double else enum export extends extern " +
			" fallthrough final finally float fn for foreach from fun func function goto guard " +
			" if impl implements import in inline instanceof int interface internal let long loop " +
			" match mod module mut namespace new nullptr of operator override package private " +
			" protected pub public range readonly ref return select self short signed sizeof static " +
			" string struct super switch template this throw throws trait try type typedef typename " +
			" typeof union unsafe unsigned use using val var virtual void volatile when where while " +
			" yield ",
	},
	{
		languages: " py python python3 rb ruby ",
		pattern:   tokens(hash, tripleQuotes),
		keywords: " alias and as assert async await begin break case class continue def del do " +
			" elif else elsif end ensure except finally for from global if import in is lambda match " +
			" module next nonlocal not or pass raise redo require rescue retry return self super then " +
			" try undef unless until when while with yield ",
	},
	{
		languages: " sh bash shell zsh console dockerfile docker makefile make ",
		pattern:   tokens(hash, quotes),
		keywords: " case do done echo elif else esac exit export fi for function if in local " +
			" return set source then unset until while " +
			" FROM RUN COPY ADD ENV ARG WORKDIR CMD ENTRYPOINT EXPOSE USER ",
	},
	{
		languages: " sql mysql postgres postgresql sqlite ",
		pattern:   tokens(`--.*\n?|/\*(?s:.*?)(?:\*/|\z)`, quotes),
		anyCase:   true,
		keywords: " add all alter and as asc between by case create cross delete desc distinct drop " +
			" else end exists from full group having if in index inner insert into is join key left " +
			" like limit not null offset on or order outer primary references returning right select " +
			" set table then union unique update values view when where with ",
	},
	{
		languages: " json jsonc json5 jsonl ndjson ",
		pattern:   tokens(`//.*\n?`, `"(?:\\.|[^"\\\n])*"?`),
		keys:      true,
	},
	{languages: " yaml yml ", pattern: tokens(hash, quotes), keys: true},
	{languages: " css scss less ", pattern: tokens(`/\*(?s:.*?)(?:\*/|\z)`, quotes), keys: true},
	{
		languages: " toml ini conf properties env dotenv ",
		pattern:   tokens(`[#;].*\n?`, tripleQuotes),
	},
	{
		languages: " html htm xml svg vue ",
		pattern:   tokens(`<!--(?s:.*?)(?:-->|\z)`, quotes),
		tags:      true,
	},
	{
		languages: " diff patch ",
		pattern: sync.OnceValue(func() *regexp.Regexp {
			return regexp.MustCompile(
				`(?m)(?P<header>^(?:@@|\+\+\+|---|diff ).*\n?)|(?P<added>^\+.*\n?)|(?P<removed>^-.*\n?)`,
			)
		}),
	},
}
