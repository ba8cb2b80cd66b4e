package markdown

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Text returns the text of a source without styles, in lines that are not wrapped, as a search needs it:
// what [Renderer.Render] shows but for white space and the bars of quotes. It reads simple sources itself, as
// goldmark takes ten times as long.
func (r *Renderer) Text(source string) string {
	return string(r.AppendText(nil, source))
}

// AppendText appends what Text returns to b.
func (r *Renderer) AppendText(b []byte, source string) []byte {
	isPlain := text.ArePlain(source)
	if !isPlain {
		source = text.CleanLines(source)
	}
	simple, ok := r.appendSimple(b, source, isPlain)
	if ok {
		return simple
	}
	const wide = 1 << 20 // cells: no line is wrapped
	lines := r.Render(source, wide, theme.Plain)
	for i, line := range lines {
		lines[i] = strings.TrimLeft(ansi.Strip(line), " "+r.theme.Glyphs.Border.Left) // of quotes and code
	}
	return append(b, strings.Join(lines, "\n")...)
}

// appendSimple appends the text of a clean source that has only paragraphs, lists of one level and strong words. It
// reports false for another one, and for some of these too. isPlain is that of [text.ArePlain].
func (r *Renderer) appendSimple(b []byte, source string, isPlain bool) ([]byte, bool) {
	if containsByte(source, "\\`[]<>&|~@") || strings.Contains(source, "    ") ||
		strings.Contains(source, "www.") || strings.Contains(source, "://") {
		return nil, false
	}
	s := simple{
		bullet:  r.theme.Glyphs.Bullet,
		bar:     r.theme.Glyphs.Border.Left,
		isPlain: isPlain,
		text:    slices.Grow(b, len(source)+2),
	}
	for line := range strings.SplitSeq(source, "\n") {
		if !s.line(line) {
			return nil, false
		}
	}
	return s.text, true
}

// containsByte reports whether s contains one of some bytes. Unlike [strings.ContainsAny] it does not look at each
// byte of s by itself.
func containsByte(s, bytes string) bool {
	for i := range len(bytes) {
		if strings.IndexByte(s, bytes[i]) >= 0 {
			return true
		}
	}
	return false
}

// simple is the text of the lines of a simple source.
type simple struct {
	bullet     string
	bar        string // of quotes
	isPlain    bool   // each character stays as it is
	text       []byte
	number     int  // of the last item of a list with numbers, 0 if there is none
	afterBlank bool // the line before is blank
}

// line adds a line. It reports false for one that is not simple.
func (s *simple) line(line string) bool {
	words := strings.TrimLeft(line, " ")
	indented := len(words) < len(line)
	afterBlank := s.afterBlank
	s.afterBlank = words == ""
	if words == "" {
		return true
	}
	s.text = append(s.text, '\n')
	digits := 0
	for digits < len(words) && '0' <= words[digits] && words[digits] <= '9' {
		digits++
	}
	rest, isBullet := strings.CutPrefix(words, "- ")
	switch {
	case isBullet && !indented:
		s.text = append(append(s.text, s.bullet...), ' ')
		return beginsWithWord(rest) && s.words(rest)
	case digits > 0 && digits < len(words) && (words[digits] == '.' || words[digits] == ')'):
		return s.item(words, digits, indented)
	case strings.IndexByte("#=+->:*_", words[0]) >= 0 && !strings.HasPrefix(words, "**"):
		return false
	case strings.HasPrefix(words, s.bar):
		return false
	}
	if afterBlank && !indented {
		s.number = 0 // it ends a list
	}
	return s.words(words)
}

// item adds a line that begins with digits and a point or a bracket, which can be an item of a list.
func (s *simple) item(words string, digits int, indented bool) bool {
	rest, isItem := strings.CutPrefix(words[digits:], ". ")
	if !isItem {
		isText := digits+1 < len(words) && words[digits+1] != ' '
		return isText && s.words(words)
	}
	n, err := strconv.Atoi(words[:digits])
	follows := s.number == 0 || n == s.number+1 // goldmark counts the items itself
	if err != nil || n == 0 || words[0] == '0' || digits > 9 || !follows || indented {
		return false
	}
	s.number = n
	return beginsWithWord(rest) && s.words(words)
}

// beginsWithWord reports whether the text of an item begins no block in it.
func beginsWithWord(s string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s, "**"))
	return unicode.IsLetter(first)
}

// words adds words without the asterisks around strong ones. It reports false if an asterisk or underscore is
// another mark.
func (s *simple) words(words string) bool {
	if s.isPlain && !containsByte(words, "*_") {
		s.text = append(s.text, words...)
		return true
	}
	strong := false
	before := ' '
	for i, r := range words {
		next, _ := utf8.DecodeRuneInString(words[i+utf8.RuneLen(r):])
		switch {
		case r == '*' && before == '*': // the second one of two
			strong = !strong
			if next == '*' || strong && !isWord(next) {
				return false
			}
			before = 0
			continue
		case r == '*':
			if next != '*' || before == 0 || strong && !isWord(before) {
				return false
			}
			before = r
			continue
		case r == '_' && !(isWord(before) && isWord(next)):
			return false
		case r >= utf8.RuneSelf && (text.IsExtender(r) || unicode.Is(unicode.M, r) || r == utf8.RuneError):
			return false
		}
		before = r
		s.text = utf8.AppendRune(s.text, r)
	}
	return !strong && before != '*'
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
