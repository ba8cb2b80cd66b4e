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
func (s *Screen) Resize(width, height int) {
	s.width = width
	s.height = height
	s.lines = nil
}

// Forget makes the next view be written whole.
func (s *Screen) Forget() { s.lines = nil }

// Draw returns what to write so that the terminal shows view, nothing if it does already.
// Longer lines are cut, and of more lines than the terminal has the last ones are shown.
// The result is valid until the next call.
func (s *Screen) Draw(view string) []byte {
	s.out = s.out[:0]
	s.row = -1
	s.col = -1
	s.style = ""
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
	s.new, now = parse(s.new[:0], written)
	if !now.valid {
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

// writeClusters writes a line at its beginning. It positions the cursor after each word with clusters
// of disputed width, so that what follows is in its column on every terminal. It reports whether the
// width of the line is certain then.
func (s *Screen) writeClusters(line string) (certain bool) {
	certain = true
	pinned := false
	for col := 0; line != ""; {
		if word, cols := disputedWord(line); word != "" {
			line = line[len(word):]
			blanks := len(line) - len(strings.TrimLeft(line, " "))
			line = line[blanks:]
			s.pin(word, col, cols, blanks)
			pinned = true
			col += cols + blanks
			continue
		}
		char, width, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		cols := cellsOf(char, width)
		line = line[n:]
		r, size := utf8.DecodeRuneInString(char)
		if cols > 0 && r >= utf8.RuneSelf {
			certain = certain && size == len(char) && cols == columns(r)
		}
		s.out = append(s.out, char...)
		col += cols
	}
	return pinned && certain
}

// disputedWord returns what a line begins with from a cluster of disputed width to the end of its words,
// and its cells; "" if the line begins with another cluster. Words of such scripts with one blank
// between them belong together: a name that is wider on a terminal goes on in the blanks after it.
func disputedWord(line string) (word string, cols int) {
	if char, width, _, _ := ansi.DecodeSequence(
		line,
		ansi.NormalState,
		nil,
	); !isDisputed(char, width) {
		return "", 0
	}
	end := 0
	for rest := line; ; {
		n, width := wordAt(rest)
		if n == 0 {
			return line[:end], cols
		}
		end = len(line) - len(rest) + n
		cols += width
		rest = line[end:]
		if !strings.HasPrefix(rest, " ") {
			return line[:end], cols
		}
		rest = rest[1:]
		if n, _ := wordAt(rest); n > 0 {
			cols++
		}
	}
}

// wordAt returns the length and the cells of the word that a line begins with, 0 for one without
// clusters of disputed width whose first letter is of no script that has them.
func wordAt(line string) (length, cols int) {
	const complex = 0x590 // Hebrew, and all after it but Han, Kana and Hangul, which are wide
	first, _ := utf8.DecodeRuneInString(line)
	disputed := first >= complex && unicode.IsLetter(first) && columns(first) == 1
	for length < len(line) {
		char, width, n, _ := ansi.DecodeSequence(line[length:], ansi.NormalState, nil)
		r, _ := utf8.DecodeRuneInString(char)
		isPart := isDisputed(char, width)
		disputed = disputed || isPart
		if !isPart && (width == 0 || !unicode.In(r, unicode.L, unicode.M, unicode.N)) {
			break
		}
		length += n
		cols += cellsOf(char, width)
	}
	if !disputed {
		return 0, 0
	}
	return length, cols
}

// cellsOf returns the cells of a part of a line, of which package ansi says width: 0 for a control sequence.
func cellsOf(part string, width int) int {
	if width == 0 {
		return 0
	}
	return text.ClusterCells(part, width)
}

// isDisputed reports whether terminals disagree on the cells of a cluster: whether they are those of
// its characters, as tmux 3.3 counts, or fewer. A spacing mark has a cell on some.
func isDisputed(char string, cols int) bool {
	if len(char) == 1 || char[0] < ' ' { // ASCII, or a control sequence
		return false
	}
	own := 0
	for _, r := range char {
		if text.IsExtender(r) || unicode.Is(unicode.Mc, r) {
			return true
		}
		own += ansi.StringWidth(string(r))
	}
	return own != cols
}

// pin writes a word of disputed width, and positions the cursor after it and the blanks that follow it,
// into which a wider word may go on.
func (s *Screen) pin(word string, col, cols, blanks int) {
	word = strings.TrimSuffix(word, joiner) // or tmux 3.3 joins what follows
	if cols+blanks > 0 {                    // it may cover fewer cells
		s.out = append(
			append(s.out, text.Blank(cols+blanks)...),
			ansi.CursorHorizontalAbsolute(col+1)...,
		)
	}
	// It may be wider, but must not go on in the next line.
	wraps := col+2*utf8.RuneCountInString(word) > s.width
	if wraps {
		s.out = append(
			append(append(s.out, ansi.ResetModeAutoWrap...), word...),
			ansi.SetModeAutoWrap...,
		)
	} else {
		s.out = append(s.out, word...)
	}
	if after := col + cols + blanks; after < s.width {
		s.out = append(s.out, ansi.CursorHorizontalAbsolute(after+1)...)
	}
}

// fit cuts a line to the width of the terminal and erases what it does not cover.
func (s *Screen) fit(line string) string {
	line = text.Before(line, s.width)
	for own := true; own; { // an erasure that the line itself ends with
		line, own = strings.CutSuffix(line, ansi.EraseLineRight)
	}
	if text.Width(line) < s.width { // in the last column, it would erase the last character
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
	for i := s.changed(0); i < len(s.new); i = s.changed(i) {
		if s.row == row && s.col >= 0 && s.col < i && s.takesLessThanMove(s.new[s.col:i]) {
			s.write(s.new[s.col:i])
		}
		s.move(row, i)
		if n := s.blanks(i); n > 0 {
			s.plainBlanks()
			s.out = append(s.out, ansi.EraseCharacter(n)...)
			i += n
			continue
		}
		s.write(s.new[i : i+1])
		i++
	}
	if erased && len(s.old) > len(s.new) {
		s.move(row, len(s.new))
		s.plainBlanks()
		s.out = append(s.out, ansi.EraseLineRight...)
	}
}

// changed returns the first column from col on whose cell changed, the end of the line for none.
func (s *Screen) changed(col int) int {
	for col < len(s.new) && col < len(s.old) && s.new[col] == s.old[col] {
		col++
	}
	return col
}

// blanks returns the number of blanks from a column on that are erased in fewer bytes
// than they have, 0 for none.
func (s *Screen) blanks(from int) int {
	n := 0
	for i := from; i < len(s.new) && s.new[i] == blank; i++ {
		if i >= len(s.old) || s.old[i] != blank {
			n = i + 1 - from // what did not change after it is left as it is
		}
	}
	if n <= len("\x1b[9X") {
		return 0
	}
	takes := len(ansi.EraseCharacter(n))
	if s.changed(from+n) < len(s.new) { // the cursor has to pass them
		takes += len(ansi.CursorForward(n))
	}
	if takes >= n {
		return 0
	}
	return n
}

// takesLessThanMove reports whether it takes fewer bytes to write unchanged cells again than
// to move the cursor over them.
func (s *Screen) takesLessThanMove(cells []cell) bool {
	if len(cells) > len("\x1b[9C") {
		return false
	}
	bytes := 0
	for _, c := range cells {
		if c.style != s.style && (c != blank || lookOf(s.style).showsOnBlanks()) {
			return false
		}
		if !c.second {
			bytes += len(c.text)
		}
	}
	return bytes < len("\x1b[9C")
}

// write writes cells at the cursor.
func (s *Screen) write(cells []cell) {
	for _, c := range cells {
		s.col++
		if c.second {
			continue
		} else if c == blank {
			s.plainBlanks()
		} else {
			s.setStyle(c.style)
		}
		s.out = append(s.out, c.text...)
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
	s.row = row
	s.col = col
}

// setStyle sets the style of what is written next.
func (s *Screen) setStyle(style string) {
	if style == s.style {
		return
	}
	params := style
	if s.style != "" && style != "" {
		params = ";" + style // an empty parameter resets the style before
	}
	change := lookOf(s.style).to(lookOf(style))
	if change != "" && len(change) < len(params) {
		params = change
	}
	s.out = append(append(append(s.out, "\x1b["...), params...), 'm')
	s.style = style
}

// plainBlanks sets a style in which blanks are nothing but blanks.
func (s *Screen) plainBlanks() {
	if s.style != "" && lookOf(s.style).showsOnBlanks() {
		s.setStyle("")
	}
}
