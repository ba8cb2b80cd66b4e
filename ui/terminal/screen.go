package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/text"
)

// Screen remembers what a terminal shows, to write of each line only the cells that
// changed: Bubble Tea sends whole lines. The zero Screen has no size and shows
// nothing. It is not safe for concurrent use.
type Screen struct {
	width, height int
	lines         []line // nil if unknown, otherwise height lines

	old, new []cell // of the line at hand
	out      []byte
	row, col int    // of the cursor, from 0; -1 for unknown
	style    string // that the terminal has
}

// line is a line of the screen; the zero line is unknown.
type line struct {
	view    string // as the view has it
	written string // as it was written
	settled bool   // every terminal gives its characters the same widths; otherwise it is written whole
}

// Resize sets the size of the terminal, which may have moved what it showed.
func (s *Screen) Resize(width, height int) { s.width, s.height, s.lines = width, height, nil }

// Forget makes the next view be written whole.
func (s *Screen) Forget() { s.lines = nil }

// Draw returns what to write so that the terminal shows view, nothing if it does already.
// Longer lines are cut, and of more lines than the terminal has the last ones are shown.
// The result is valid until the next call.
func (s *Screen) Draw(view string) []byte {
	s.out, s.row, s.col, s.style = s.out[:0], -1, -1, ""
	if s.width <= 0 || s.height <= 0 {
		return nil
	}
	if s.lines == nil {
		s.lines = make([]line, s.height)
		s.out = append(s.out, ansi.ResetStyle...)
	}
	views := strings.Split(view, "\n")
	views = views[max(len(views)-s.height, 0):]
	for len(views) < s.height {
		views = append(views, "")
	}
	for row, view := range views {
		s.line(row, view)
	}
	s.setStyle("")
	return s.out
}

// line writes a line of the view.
func (s *Screen) line(row int, view string) {
	before := s.lines[row]
	if view == before.view && before.written != "" {
		return
	}
	view = strings.Clone(view)                  // which would keep the whole view in memory
	text := strings.ToValidUTF8(view, "\ufffd") // what is cut from invalid bytes may be wider
	written := s.fit(text)
	var now shape
	if s.new, now = parse(s.new[:0], written); !now.valid {
		written = s.fit(plain(text))
		s.new, now = parse(s.new[:0], written)
	}
	s.lines[row] = line{view, written, now.settled}
	if before.settled && now.settled {
		s.old, _ = parse(s.old[:0], before.written)
		s.diff(row, now.erased)
		return
	}
	s.move(row, 0)
	s.setStyle("")
	s.col = -1
	if now.settled {
		s.out = append(s.out, written...)
	} else if !s.writeClusters(written) { // it may have gone on in the next line
		s.row = -1
		if row+1 < len(s.lines) {
			s.lines[row+1].settled = false
		}
	}
}

// joiner joins a character with the next one, in tmux 3.3 also with one of another cluster.
const joiner = "\u200d"

// writeClusters writes a line at its beginning. It positions the cursor after each cluster of
// disputed width, so that what follows is in its column on every terminal. It reports whether
// the width of the line is certain then.
func (s *Screen) writeClusters(line string) (certain bool) {
	if !strings.ContainsFunc(line, text.IsExtender) {
		s.out = append(s.out, line...)
		return false
	}
	certain = true
	for col, joins := 0, false; line != ""; {
		char, cols, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		line = line[n:]
		switch r, size := utf8.DecodeRuneInString(char); {
		case joins && cols > 0, strings.ContainsFunc(char, text.IsExtender):
			s.pin(char, line, col, cols, joins)
			joins = strings.HasSuffix(char, joiner)
		case cols > 0 && r >= utf8.RuneSelf:
			certain = certain && size == len(char) && cols == columns(r)
			fallthrough
		default:
			s.out = append(s.out, char...)
		}
		col += cols
	}
	return certain
}

// pin writes a cluster of disputed width, which may follow a joiner, and positions the cursor
// after it. rest is what follows in the line.
func (s *Screen) pin(char, rest string, col, cols int, joined bool) {
	if next, _ := utf8.DecodeRuneInString(rest); !unicode.In(next, unicode.L, unicode.M) {
		char = strings.TrimSuffix(char, joiner) // or tmux 3.3 joins another character
	}
	if cols > 1 || joined { // it may cover fewer cells
		s.out = append(append(s.out, text.Blank(cols)...), ansi.CursorHorizontalAbsolute(col+1)...)
	}
	// It may be wider, but must not go on in the next line.
	if wraps := col+2*utf8.RuneCountInString(char) > s.width; wraps {
		s.out = append(append(append(s.out, ansi.ResetModeAutoWrap...), char...), ansi.SetModeAutoWrap...)
	} else {
		s.out = append(s.out, char...)
	}
	if col+cols < s.width {
		s.out = append(s.out, ansi.CursorHorizontalAbsolute(col+cols+1)...)
	}
}

// fit cuts a line to the width of the terminal and erases what it does not cover.
func (s *Screen) fit(line string) string {
	line = ansi.Truncate(line, s.width, "")
	for own := true; own; { // an erasure that the line itself ends with
		line, own = strings.CutSuffix(line, ansi.EraseLineRight)
	}
	if ansi.StringWidth(line) < s.width { // in the last column, it would erase the last character
		line += ansi.EraseLineRight
	}
	return line
}

// plain returns a line without styles and control characters.
func plain(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, ansi.Strip(line))
}

// diff writes the cells of a line that changed. A line that is not erased to the
// right of its cells is as wide as the screen.
func (s *Screen) diff(row int, erased bool) {
	s.old = trim(s.old)
	if erased {
		s.new = trim(s.new)
	}
	// No run begins or ends within a wide character: it makes both of its cells differ.
	for i, c := range s.new {
		if i < len(s.old) && c == s.old[i] {
			continue
		}
		if s.row == row && s.col >= 0 && s.col < i && i-s.col <= maxGap {
			s.write(s.new[s.col:i])
		}
		s.move(row, i)
		s.write(s.new[i : i+1])
	}
	if erased && len(s.old) > len(s.new) {
		s.move(row, len(s.new))
		s.setStyle("")
		s.out = append(s.out, ansi.EraseLineRight...)
	}
}

// maxGap is the number of unchanged cells that are written again between changed ones: a
// movement of the cursor takes more bytes.
const maxGap = 3

// write writes cells at the cursor.
func (s *Screen) write(cells []cell) {
	for _, c := range cells {
		s.col++
		if !c.second {
			s.setStyle(c.style)
			s.out = append(s.out, c.text...)
		}
	}
}

// move moves the cursor. Movements within a line are safe: nothing is written in a
// line after its last cell, where the cursor waits before it wraps.
func (s *Screen) move(row, col int) {
	if s.row == row && s.col == col {
		return
	}
	seq := ansi.CursorPosition(col+1, row+1)
	other := seq
	if s.row == row && s.col >= 0 && s.col < col {
		other = ansi.CursorForward(col - s.col)
	} else if s.row >= 0 && s.row+1 == row {
		other = "\r\n"
		if col > 0 {
			other += ansi.CursorForward(col)
		}
	}
	if len(other) < len(seq) {
		seq = other
	}
	s.out = append(s.out, seq...)
	s.row, s.col = row, col
}

// setStyle sets the style of what is written next.
func (s *Screen) setStyle(style string) {
	if style == s.style {
		return
	}
	switch {
	case style == "":
		s.out = append(s.out, ansi.ResetStyle...)
	case s.style == "":
		s.out = append(append(append(s.out, "\x1b["...), style...), 'm')
	default:
		s.out = append(append(append(s.out, "\x1b[;"...), style...), 'm')
	}
	s.style = style
}
