package jsonview

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// maxLine is how many bytes of one line are shown: enough for any text that one
// reads, not for a picture in a data URL.
const maxLine = 16 << 10

// body is the number of rows for lines; one is for the search.
func (m *Model) body() int {
	if m.typing || m.query != "" {
		return max(m.height-1, 0)
	}
	return m.height
}

// scroll moves by rows of the screen and stops where the last line is at the
// bottom.
func (m *Model) scroll(by int) {
	end := m.back(place{len(m.lines), 0}, m.body())
	if by < 0 {
		m.top = m.back(m.top, -by)
	}
	for by > 0 && m.top.before(end) {
		left := len(m.rows(m.top.line)) - m.top.row
		if by < left {
			m.top.row += by
			break
		}
		by -= left
		m.top = place{line: m.top.line + 1}
	}
	if end.before(m.top) {
		m.top = end
	}
}

func (p place) before(q place) bool { return p.line < q.line || p.line == q.line && p.row < q.row }

// back is the place some rows above another.
func (m *Model) back(p place, rows int) place {
	for ; rows > 0; rows-- {
		switch {
		case p.row > 0:
			p.row--
		case p.line > 0:
			p.line--
			p.row = len(m.rows(p.line)) - 1
		default:
			return p
		}
	}
	return p
}

// bottom is the line behind the last one that begins in sight.
func (m *Model) bottom() int {
	left, line := m.body()+m.top.row, m.top.line
	for ; line < len(m.lines) && left > 0; line++ {
		left -= len(m.rows(line))
	}
	return line
}

// clean is a line as it is shown.
func (m *Model) clean(line int) string {
	s := m.lines[line]
	if len(s) > maxLine {
		return text.Clean(s[:maxLine]) + m.theme.Glyphs.Ellipsis
	}
	return text.Clean(s)
}

// hang is how far the further rows of a line stand in.
func (m *Model) hang(s string) int {
	if n := len(s) - len(strings.TrimLeft(s, " ")) + 2; n <= m.width/2 {
		return n
	}
	return 0
}

// rows are where the rows of a line begin. A text of one row has one.
func (m *Model) rows(line int) []int {
	s := m.clean(line)
	return text.Break(s, m.width, max(m.width-m.hang(s), 1))
}

// View is the value in at most its size.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	var lines []string
	body := m.body()
	for p := m.top; p.line < len(m.lines) && len(lines) < body; p = (place{line: p.line + 1}) {
		lines = append(lines, m.paint(p, body-len(lines))...)
	}
	if m.typing || m.query != "" {
		for len(lines) < body {
			lines = append(lines, "")
		}
		lines = append(lines, m.searchLine())
	}
	return strings.Join(lines, "\n")
}

func (m *Model) searchLine() string {
	s := m.theme.Tone(theme.Muted).Render(m.words.Search) + " "
	if m.typing {
		s += m.input.View()
	} else {
		s += text.Clean(m.query)
	}
	if m.query != "" && len(m.hits) == 0 {
		s += "  " + m.theme.Tone(theme.Warn).Render(m.words.Nothing)
	}
	return text.Cut(s, m.width)
}

// span is a part of a line, up to byte to, in one style.
type span struct {
	to    int
	style theme.Style
}

// paint is the rows of a line from a place on, at most so many.
func (m *Model) paint(p place, most int) []string {
	s, starts := m.clean(p.line), m.rows(p.line)
	spans := m.mark(p.line, s, m.spans(s))
	var rows []string
	for i := min(p.row, len(starts)-1); i < len(starts) && len(rows) < most; i++ {
		from, to := starts[i], len(s)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		var b strings.Builder
		if i > 0 {
			b.WriteString(text.Blank(m.hang(s)))
		}
		for _, sp := range spans {
			if end := min(sp.to, to); end > from {
				b.WriteString(sp.style.Render(s[from:end]))
				from = end
			}
		}
		rows = append(rows, text.Cut(b.String(), m.width)) // a wide letter does not fit in one cell
	}
	return rows
}

// spans are the parts of a line of indented JSON: a name, a value and what
// stands between.
func (m *Model) spans(s string) []span {
	faint := m.theme.Tone(theme.Faint)
	rest := strings.TrimLeft(s, " ")
	at := len(s) - len(rest)
	spans := []span{{at, theme.Style{}}}
	if n := quoted(rest); n > 0 && strings.HasPrefix(rest[n:], ":") {
		spans = append(spans, span{at + n, m.theme.Tone(theme.Accent)}, span{at + n + 1, faint})
		at += n + 1
	}
	value := s[at:]
	n := len(strings.TrimRight(value, ",{[ "))
	style := m.theme.Tone(theme.Code)
	switch trimmed := strings.TrimLeft(value[:n], " "); {
	case strings.HasPrefix(trimmed, `"`):
		style = m.theme.Tone(theme.Plain)
		if end := quoted(trimmed); end > 0 { // blanks and commas within the quotes are its own
			n = len(value[:n]) - len(trimmed) + end
		}
	case trimmed == "" || strings.ContainsAny(trimmed[:1], "{}[]"):
		style = faint
	}
	return append(spans, span{at + n, style}, span{len(s), faint})
}

// quoted is the length of the JSON string that s begins with, 0 for none.
func quoted(s string) int {
	if !strings.HasPrefix(s, `"`) {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// mark lays the hits of the search over the spans of a line.
func (m *Model) mark(line int, s string, spans []span) []span {
	if m.query == "" {
		return spans
	}
	if _, found := slices.BinarySearch(m.hits, line); !found {
		return spans
	}
	style := m.theme.Search
	if m.hits[m.hit] == line {
		style = m.theme.Hit
	}
	var out []span
	for from, to := range text.Matches(s, m.query) {
		for len(spans) > 0 && spans[0].to <= from {
			out, spans = append(out, spans[0]), spans[1:]
		}
		if len(spans) > 0 {
			out = append(out, span{from, spans[0].style})
		}
		out = append(out, span{to, style})
	}
	return append(out, spans...)
}
