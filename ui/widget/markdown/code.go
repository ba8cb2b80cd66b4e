package markdown

import (
	"strings"

	gtext "github.com/yuin/goldmark/text"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// codeLines shows lines of the source as code.
func (w *writer) codeLines(lines *gtext.Segments, language string) {
	w.code(strings.TrimSuffix(string(lines.Value(w.src)), "\n"), language)
}

// code shows code behind a bar, which sets it apart where there are no colours.
func (w *writer) code(code, language string) {
	bar := w.faint().Render(w.theme.Glyphs.Border.Left) + " "
	room := w.room() - 2
	if room < 8 {
		bar, room = "", w.room()
	}
	for _, line := range highlight(w.theme, code, language).chop(room, false) {
		w.line(bar + line)
	}
}

// Code returns code in its colours as lines of at most width cells. Where a line is
// broken, its other rows are indented further.
func Code(t *theme.Theme, code, language string, width int) []string {
	return highlight(t, text.CleanLines(code), language).chop(width, true)
}

// highlight colours comments, strings, numbers and keywords. It reads each byte
// once: the grammars of highlighting libraries backtrack, and 4 kB of hostile code
// took chroma seconds.
func highlight(t *theme.Theme, code, language string) styled {
	syntax, known := syntaxOf(strings.ToLower(language))
	s := scanner{theme: t, code: code, syntax: syntax}
	switch {
	case language == "":
		s.add(len(code), theme.Code)
	case !known:
	case s.syntax.diff:
		for s.at < len(code) {
			line := code[s.at:]
			if end := strings.IndexByte(line, '\n'); end >= 0 {
				line = line[:end+1]
			}
			s.add(len(line), diffTone(line))
		}
	default:
		for s.at < len(code) {
			s.token()
		}
	}
	return styled{text: code, turns: s.turns}
}

func diffTone(line string) theme.Tone {
	for _, c := range []struct {
		prefix string
		tone   theme.Tone
	}{{"@@", theme.Accent}, {"+++", theme.Accent}, {"---", theme.Accent}, {"diff ", theme.Accent}, {"+", theme.Good}, {"-", theme.Bad}} {
		if strings.HasPrefix(line, c.prefix) {
			return c.tone
		}
	}
	return theme.Plain
}

type scanner struct {
	theme  *theme.Theme
	code   string
	syntax syntax
	at     int
	turns  []turn
}

// add gives the next n bytes a tone.
func (s *scanner) add(n int, tone theme.Tone) {
	s.turns = addTurn(s.turns, s.at, s.theme.Tone(tone))
	s.at += n
}

func (s *scanner) token() {
	rest := s.code[s.at:]
	for _, mark := range s.syntax.comments {
		if strings.HasPrefix(rest, mark) {
			s.add(until(rest, len(mark), "\n"), theme.Faint)
			return
		}
	}
	if open := s.syntax.comment[0]; open != "" && strings.HasPrefix(rest, open) {
		s.add(until(rest, len(open), s.syntax.comment[1]), theme.Faint)
		return
	}
	for _, quote := range s.syntax.multiline {
		if strings.HasPrefix(rest, quote) {
			s.add(until(rest, len(quote), quote), theme.Good)
			return
		}
	}
	switch c := rest[0]; {
	case strings.IndexByte(s.syntax.quotes, c) >= 0:
		s.quoted(rest)
	case isDigit(c):
		n := 1
		for n < len(rest) && (isWord(rest[n]) || rest[n] == '.') {
			n++
		}
		s.add(n, theme.Warn)
	case isWord(c):
		s.word(rest)
	default:
		s.add(1, theme.Plain)
	}
}

// until is where the token ends that the end mark closes, from a byte on.
func until(s string, from int, mark string) int {
	if i := strings.Index(s[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(s)
}

// quoted takes a string that ends on its line.
func (s *scanner) quoted(rest string) {
	n := 1
	for n < len(rest) && rest[n] != rest[0] && rest[n] != '\n' {
		if rest[n] == '\\' && n+1 < len(rest) && rest[n+1] != '\n' {
			n++
		}
		n++
	}
	if n < len(rest) && rest[n] == rest[0] {
		n++
	}
	tone := theme.Good
	if s.syntax.keys && isKey(rest[n:]) {
		tone = theme.Accent
	}
	s.add(n, tone)
}

func (s *scanner) word(rest string) {
	n := 1
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	word := rest[:n]
	name := word
	if s.syntax.anyCase {
		name = strings.ToLower(word)
	}
	tone := theme.Plain
	switch {
	case s.syntax.tags && s.at > 0 && (s.code[s.at-1] == '<' || s.code[s.at-1] == '/'), s.syntax.tags && n < len(rest) && rest[n] == '=',
		s.syntax.keys && isKey(rest[n:]), strings.Contains(s.syntax.keywords, " "+name+" "):
		tone = theme.Accent
	case strings.Contains(" true false null nil None True False undefined ", " "+word+" "):
		tone = theme.Warn
	}
	s.add(n, tone)
}

// isKey reports whether a colon follows, which makes what stands before it a key.
func isKey(rest string) bool {
	rest = strings.TrimLeft(rest[:min(len(rest), 8)], " ")
	return strings.HasPrefix(rest, ":")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80
}

// syntax is what the scanner knows of a family of languages.
type syntax struct {
	comments  []string  // begin a comment that ends with the line
	comment   [2]string // begin and end a comment of several lines
	multiline []string  // quotes of strings of several lines
	quotes    string    // quotes of strings that end on their line
	keywords  string    // each between two blanks
	anyCase   bool      // keywords are lower case here, in any case there
	keys      bool      // a string or word before a colon is a key
	tags      bool      // a word after "<" is a tag, one before "=" an attribute
	diff      bool
}

// syntaxOf returns the syntax of a language by its name or file extension.
func syntaxOf(language string) (_ syntax, known bool) {
	switch language {
	case "go", "golang", "js", "javascript", "jsx", "mjs", "ts", "typescript", "tsx", "java", "kotlin", "kt", "scala", "c#", "cs", "csharp",
		"c", "h", "cpp", "c++", "cc", "hpp", "rust", "rs", "swift", "dart", "php":
		return syntax{comments: []string{"//"}, comment: [2]string{"/*", "*/"}, multiline: []string{"`"}, quotes: `"'`,
			keywords: " abstract as async await bool boolean break case catch chan char class const constexpr continue default defer delete do double else enum export extends extern fallthrough final finally float fn for foreach from fun func function goto guard if impl implements import in inline instanceof int interface internal let long loop match mod module mut namespace new nullptr of operator override package private protected pub public range readonly ref return select self short signed sizeof static string struct super switch template this throw throws trait try type typedef typename typeof union unsafe unsigned use using val var virtual void volatile when where while yield "}, true
	case "py", "python", "python3", "rb", "ruby":
		return syntax{comments: []string{"#"}, multiline: []string{`"""`, "'''"}, quotes: `"'`,
			keywords: " alias and as assert async await begin break case class continue def del do elif else elsif end ensure except finally for from global if import in is lambda match module next nonlocal not or pass raise redo require rescue retry return self super then try undef unless until when while with yield "}, true
	case "sh", "bash", "shell", "zsh", "console", "dockerfile", "docker", "makefile", "make":
		return syntax{comments: []string{"#"}, quotes: `"'`,
			keywords: " case do done echo elif else esac exit export fi for function if in local return set source then unset until while FROM RUN COPY ADD ENV ARG WORKDIR CMD ENTRYPOINT EXPOSE USER "}, true
	case "sql", "mysql", "postgres", "postgresql", "sqlite":
		return syntax{comments: []string{"--"}, comment: [2]string{"/*", "*/"}, quotes: `"'`, anyCase: true,
			keywords: " add all alter and as asc between by case create cross delete desc distinct drop else end exists from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right select set table then union unique update values view when where with "}, true
	case "json", "jsonc", "json5", "jsonl", "ndjson":
		return syntax{comments: []string{"//"}, quotes: `"`, keys: true}, true
	case "yaml", "yml":
		return syntax{comments: []string{"#"}, quotes: `"'`, keys: true}, true
	case "css", "scss", "less":
		return syntax{comment: [2]string{"/*", "*/"}, quotes: `"'`, keys: true}, true
	case "toml", "ini", "conf", "properties", "env", "dotenv":
		return syntax{comments: []string{"#", ";"}, multiline: []string{`"""`, "'''"}, quotes: `"'`}, true
	case "html", "htm", "xml", "svg", "vue":
		return syntax{comment: [2]string{"<!--", "-->"}, quotes: `"'`, tags: true}, true
	case "diff", "patch":
		return syntax{diff: true}, true
	}
	return syntax{}, false
}
