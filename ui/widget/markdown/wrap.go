package markdown

import (
	"strings"
	"unicode/utf8"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// paragraph writes spans, wrapped between words.
func (w *writer) paragraph(spans []span) {
	for _, line := range wrap(spans, w.room()) {
		w.line(line)
	}
}

// wrapper fills lines with units: what must not be parted, a word or a wide
// letter with the punctuation that belongs to it.
type wrapper struct {
	width     int
	lines     []string
	line      []span
	cells     int // of line
	unit      []span
	unitCells int
	blank     bool // a blank stands before the unit
	parts     bool // the unit ends with a letter after which a line may break
	opens     bool // the unit ends with a mark that wants what follows
}

// wrap breaks spans into painted lines of at most width cells: at blanks, beside
// wide letters, and within a word only where it is wider than a line.
func wrap(spans []span, width int) []string {
	w := &wrapper{width: width}
	for _, s := range spans {
		for rest := s.text; rest != ""; {
			n := 1
			switch c := rest[0]; {
			case c == '\n':
				w.endUnit()
				w.endLine()
			case c == ' ':
				w.endUnit()
				w.blank = true
			case c < utf8.RuneSelf:
				for n < len(rest) && rest[n] > ' ' && rest[n] < utf8.RuneSelf {
					n++
				}
				w.take(rest[:n], n, false, s.style)
			default:
				n = letter(rest)
				cells := text.Width(rest[:n])
				w.take(rest[:n], cells, cells > 1, s.style)
			}
			rest = rest[n:]
		}
	}
	w.endUnit()
	if len(w.line) > 0 || len(w.lines) == 0 {
		w.endLine()
	}
	return w.lines
}

// letter is the number of bytes of the letter that s begins with.
func letter(s string) int {
	for _, to := range text.Letters(s) {
		return to
	}
	return len(s)
}

// take adds a word or a letter to the unit, or begins another with it.
func (w *wrapper) take(s string, cells int, wide bool, style theme.Style) {
	if len(w.unit) > 0 && !closing(s) && (w.parts || wide && !w.opens) {
		w.endUnit()
	}
	if last := len(w.unit) - 1; last >= 0 && w.unit[last].style == style {
		w.unit[last].text += s
	} else {
		w.unit = append(w.unit, span{s, style})
	}
	w.unitCells += cells
	w.opens = opening(s)
	w.parts = wide && !w.opens
}

// closing tells the marks that never begin a line, opening those that never end
// one.
func closing(letter string) bool {
	return letter[0] >= utf8.RuneSelf && strings.Contains("，。、；：？！）》」』】〕”’…％", letter)
}

func opening(letter string) bool {
	return letter[0] >= utf8.RuneSelf && strings.Contains("（《「『【〔“‘", letter)
}

// endUnit puts the unit on this line, or on the next where it does not fit.
func (w *wrapper) endUnit() {
	if len(w.unit) == 0 {
		return
	}
	gap := 0
	if w.blank && w.cells > 0 {
		gap = 1
	}
	if w.cells > 0 && w.cells+gap+w.unitCells > w.width {
		w.endLine()
		gap = 0
	}
	if gap > 0 {
		w.put(" ", 1, w.gapStyle())
	}
	if w.unitCells <= w.width {
		w.line = append(w.line, w.unit...)
		w.cells += w.unitCells
	} else {
		for _, s := range w.unit {
			w.split(s)
		}
	}
	w.unit, w.unitCells = w.unit[:0], 0
	w.blank, w.parts, w.opens = false, false, false
}

// gapStyle is that of the blank between two words: theirs where they have the
// same, so that an underline goes through.
func (w *wrapper) gapStyle() theme.Style {
	if last := w.line[len(w.line)-1].style; last == w.unit[0].style {
		return last
	}
	return theme.Style{}
}

func (w *wrapper) put(s string, cells int, style theme.Style) {
	w.line = append(w.line, span{s, style})
	w.cells += cells
}

// split puts a word that is wider than a line on as many as it needs.
func (w *wrapper) split(s span) {
	from := 0
	for at, to := range text.Letters(s.text) {
		cells := text.Width(s.text[at:to])
		if w.cells > 0 && w.cells+cells > w.width {
			w.line = append(w.line, span{s.text[from:at], s.style})
			from = at
			w.endLine()
		}
		w.cells += cells
	}
	w.line = append(w.line, span{s.text[from:], s.style})
}

func (w *wrapper) endLine() {
	w.lines = append(w.lines, paint(w.line))
	w.line, w.cells = w.line[:0], 0
}

// paint writes spans with as few escape sequences as they need.
func paint(line []span) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		j := i + 1
		for j < len(line) && line[j].style == line[i].style {
			j++
		}
		if j == i+1 {
			b.WriteString(line[i].style.Render(line[i].text))
		} else {
			var run strings.Builder
			for _, s := range line[i:j] {
				run.WriteString(s.text)
			}
			b.WriteString(line[i].style.Render(run.String()))
		}
		i = j
	}
	return b.String()
}

// chop breaks painted code into lines of at most width cells wherever they are
// full: in code every blank counts.
func chop(spans []span, width int) []string {
	w := &wrapper{width: width}
	for _, s := range spans {
		if s.text != "" {
			w.split(s)
		}
	}
	w.endLine()
	return w.lines
}
