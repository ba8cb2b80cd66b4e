package markdown

import (
	"strings"

	gtext "github.com/yuin/goldmark/text"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// code draws the lines of a block of code.
func (w *writer) code(lines *gtext.Segments, language string) {
	w.codeText(string(lines.Value(w.src)), language)
}

// codeText draws code behind a bar, so that it stands apart without colours.
func (w *writer) codeText(code, language string) {
	s := scanner{g: grammarOf(language), theme: w.r.theme}
	bar := w.faint().Render(w.r.theme.Glyphs.Border.Left) + " "
	room := w.room() - 2
	if room < 8 {
		bar, room = "", w.room()
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(code, "\n"), "\n") {
		for _, part := range chop(s.line(text.Clean(line)), room) {
			w.line(bar + part)
		}
	}
}

// scanner colours code. It goes through each line once and keeps what lasts over
// its end: a comment or a string.
type scanner struct {
	g     *grammar
	theme *theme.Theme
	until string // what ends the comment or string that is open, "" for none
	style theme.Style
	out   []span
}

func (s *scanner) add(t string, tone theme.Tone) {
	s.out = append(s.out, span{t, s.theme.Tone(tone)})
}

func (s *scanner) line(line string) []span {
	s.out = nil
	if s.g == nil {
		s.add(line, theme.Code)
		return s.out
	}
	if s.g.diff {
		s.add(line, diffTone(line))
		return s.out
	}
	for i := 0; i < len(line); {
		i = s.token(line, i)
	}
	return s.out
}

// token takes the token at i and returns where it ends.
func (s *scanner) token(line string, i int) int {
	if s.until != "" {
		return s.within(line, i)
	}
	rest := line[i:]
	for _, mark := range s.g.comments {
		if strings.HasPrefix(rest, mark) {
			s.add(rest, theme.Faint)
			return len(line)
		}
	}
	if open := s.g.open; open != "" && strings.HasPrefix(rest, open) {
		s.until, s.style = s.g.shut, s.theme.Tone(theme.Faint)
		s.out = append(s.out, span{open, s.style})
		return i + len(open)
	}
	for _, mark := range s.g.long {
		if strings.HasPrefix(rest, mark) {
			s.until, s.style = mark, s.theme.Tone(theme.Good)
			s.out = append(s.out, span{mark, s.style})
			return i + len(mark)
		}
	}
	switch c := line[i]; {
	case strings.IndexByte(s.g.quotes, c) >= 0:
		return s.quoted(line, i)
	case isDigit(c):
		return s.run(line, i, theme.Warn, func(c byte) bool { return isWord(c) || c == '.' })
	case isWord(c):
		return s.word(line, i)
	}
	return s.run(line, i, theme.Plain, func(c byte) bool { return !isWord(c) && !s.g.starts(c) })
}

// within takes what is inside a comment or string of several lines.
func (s *scanner) within(line string, i int) int {
	end := strings.Index(line[i:], s.until)
	if end < 0 {
		s.out = append(s.out, span{line[i:], s.style})
		return len(line)
	}
	end += i + len(s.until)
	s.out = append(s.out, span{line[i:end], s.style})
	s.until = ""
	return end
}

// quoted takes a string that ends on its line.
func (s *scanner) quoted(line string, i int) int {
	end := i + 1
	for end < len(line) && line[end] != line[i] {
		if line[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end+1, len(line))
	tone := theme.Good
	if s.g.names && strings.HasPrefix(strings.TrimLeft(line[end:], " "), ":") {
		tone = theme.Accent
	}
	s.add(line[i:end], tone)
	return end
}

func (s *scanner) word(line string, i int) int {
	end := i
	for end < len(line) && (isWord(line[end]) || isDigit(line[end])) {
		end++
	}
	word := line[i:end]
	tone := theme.Plain
	switch lower := strings.ToLower(word); {
	case s.g.has(word), s.g.folds && s.g.has(lower):
		tone = theme.Accent
	case s.g.names && strings.HasPrefix(line[end:], ":"), s.g.tags && i > 0 && (line[i-1] == '<' || line[i-1] == '/'):
		tone = theme.Accent
	case strings.Contains(" true false null nil None True False undefined ", " "+word+" "):
		tone = theme.Warn
	}
	s.add(word, tone)
	return end
}

// run takes all bytes from i on that belong together.
func (s *scanner) run(line string, i int, tone theme.Tone, belongs func(byte) bool) int {
	end := i + 1
	for end < len(line) && belongs(line[end]) {
		end++
	}
	s.add(line[i:end], tone)
	return end
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80
}

func diffTone(line string) theme.Tone {
	switch {
	case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "diff "):
		return theme.Accent
	case strings.HasPrefix(line, "+"):
		return theme.Good
	case strings.HasPrefix(line, "-"):
		return theme.Bad
	}
	return theme.Plain
}
