package sessions

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
)

// maxIndent is how many levels of JSON are indented; more would leave no room.
const maxIndent = 16

// drawField draws lines of a field below its label.
func (w *drawer) drawField(it item) []string {
	all := w.d.linesOf(it.ref, it.field)
	if it.to >= 0 {
		all = all[it.from:it.to]
	}
	var lines []string
	if label := transcript.FieldLabel(w.ctx.Words, it.field); label != "" && it.from == 0 {
		lines = append(lines, "   "+w.tone(theme.Muted).Render(label))
	}
	for i := range all {
		lines = append(lines, w.drawLine(&all[i])...)
	}
	return lines
}

// drawLine draws a line of tokens, broken where it is full. Its other rows are
// indented further.
func (w *drawer) drawLine(l *transcript.Line) []string {
	indent := 3 + 2*min(l.Indent, maxIndent)
	if indent > w.width/2 {
		indent = min(3, w.width/4)
	}
	f := filler{width: w.width, indent: indent}
	f.begin(indent)
	for _, t := range l.Tokens {
		f.add(text.Clean(t.Text), w.tokenStyle(t.Kind))
	}
	return f.end()
}

func (w *drawer) tokenStyle(k transcript.TokenKind) theme.Style {
	switch k {
	case transcript.TokenName:
		return w.tone(theme.Accent)
	case transcript.TokenPunct, transcript.TokenOpened:
		return w.tone(theme.Faint)
	case transcript.TokenNumber, transcript.TokenWord:
		return w.tone(theme.Code)
	case transcript.TokenElided:
		return w.tone(theme.Muted)
	case transcript.TokenBroken:
		return w.tone(theme.Warn)
	case transcript.TokenAdded:
		return w.tone(theme.Good)
	case transcript.TokenRemoved:
		return w.tone(theme.Bad)
	}
	return w.tone(theme.Plain)
}

// filler fills lines with styled text and breaks them where they are full.
type filler struct {
	width, indent int
	lines         []string
	line          strings.Builder
	cells         int
}

func (f *filler) begin(indent int) {
	f.line.Reset()
	f.line.WriteString(text.Blank(indent))
	f.cells = indent
}

func (f *filler) add(s string, style theme.Style) {
	for s != "" {
		n, cells := prefix(s, f.width-f.cells)
		if n == 0 {
			if f.cells > f.indent+2 {
				f.next()
				continue
			}
			n, cells = prefix(s, 2) // a single letter is wider than the room: it will be cut
			n = max(n, 1)
		}
		f.line.WriteString(style.Render(s[:n]))
		f.cells += cells
		if s = s[n:]; s != "" {
			f.next()
		}
	}
}

func (f *filler) next() {
	f.lines = append(f.lines, f.line.String())
	f.begin(f.indent + 2)
}

func (f *filler) end() []string { return append(f.lines, f.line.String()) }

// prefix returns how many bytes of s fit into room cells, and their width.
func prefix(s string, room int) (n, cells int) {
	for n < len(s) && n < room && s[n] < 0x80 {
		n++
	}
	if n == len(s) || n == room {
		return n, n
	}
	cells = n
	if n > 0 { // a mark that follows belongs to the last letter
		n, cells = n-1, cells-1
	}
	from := n
	for at, to := range text.Letters(s[from:]) {
		width := text.Width(s[from+at : from+to])
		if cells+width > room {
			break
		}
		n, cells = from+to, cells+width
		if n-from > 8*room+64 { // letters without width continue on the next line
			break
		}
	}
	return n, cells
}
