// Package redraw shortens what Bubble Tea writes. Its renderer sends each line that
// changed as a whole; this package remembers the lines of the screen and sends the
// cells that differ.
package redraw

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Screen remembers what a terminal shows. The zero Screen knows nothing. It is not
// safe for concurrent use.
//
// It knows the frames of Bubble Tea's standard renderer in the alternate screen. All
// else passes unchanged, and what follows too until the alternate screen is entered
// again: so the output is never wrong, only longer.
type Screen struct {
	on    bool     // the alternate screen is shown
	plain bool     // a line was written since then that ends in the default style
	lines []string // as Bubble Tea wrote them; "" for unknown ones, which are sent whole

	old, new []cell // of the line at hand
	out      []byte
	row, col int    // of the cursor, from 0; -1 for unknown
	style    string // that the terminal has
}

// Changes returns what to write instead of p, one write of Bubble Tea. The result is
// valid until the next call.
func (s *Screen) Changes(p []byte) []byte {
	switch text := string(p); text {
	case ansi.SetModeAltScreenSaveCursor:
		s.on, s.plain, s.lines = true, false, s.lines[:0]
	case ansi.EraseEntireScreen, ansi.CursorHomePosition:
		s.lines = s.lines[:0]
	case ansi.HideCursor, ansi.ShowCursor, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste,
		ansi.SetModeMouseButtonEvent, ansi.ResetModeMouseButtonEvent, ansi.SetModeMouseExtSgr, ansi.ResetModeMouseExtSgr:
	default:
		frame, ok := strings.CutPrefix(text, ansi.CursorHomePosition)
		if s.on = s.on && ok && s.frame(frame); s.on {
			return s.out
		}
	}
	return p
}

// frame handles a frame without its first sequence, and reports whether it was one.
func (s *Screen) frame(frame string) bool {
	s.out, s.row, s.col, s.style = s.out[:0], -1, -1, ""
	frame, repaint := strings.CutPrefix(frame, "\r")
	if repaint { // after a change of the size, and after anything else was on the screen
		s.lines = s.lines[:0]
	}
	row := 0
	for ; ; row++ {
		if row == len(s.lines) {
			s.lines = append(s.lines, "")
		}
		line, rest, more := strings.Cut(frame, "\n")
		if !more {
			break
		}
		frame = rest
		if line == "" {
			continue // as it was
		}
		line, ok := strings.CutSuffix(line, "\r")
		if !ok || !s.line(row, line) {
			return false
		}
	}
	end := ansi.CursorPosition(0, row+1)
	line, ok := strings.CutSuffix(frame, end)
	if !ok {
		return false
	}
	line, eraseBelow := strings.CutSuffix(line, ansi.EraseScreenBelow)
	if eraseBelow {
		s.lines = append(s.lines[:row], "") // so that the line is sent whole
	}
	if line != "" && !s.line(row, line) {
		return false
	}
	if eraseBelow {
		if line == "" {
			s.move(row, 0)
			s.setStyle("")
		}
		s.out = append(s.out, ansi.EraseScreenBelow...)
		s.lines[row] = "" // the terminal may have erased its last cell
	}
	s.setStyle("")
	s.out = append(s.out, end...)
	return true
}

// line handles a line that was written, and reports whether it could be read.
func (s *Screen) line(row int, line string) bool {
	before := s.lines[row]
	if line == before {
		return true
	}
	var now shape
	if s.new, now = parse(s.new[:0], line); !now.valid {
		return false
	}
	s.lines[row] = ""
	if s.plain && now.settled {
		s.lines[row] = strings.Clone(line)
	}
	s.plain = s.plain || strings.Contains(line, "\x1b[") // it ends in the default style
	if before == "" || !now.settled {
		s.move(row, 0)
		s.setStyle("")
		s.out = append(s.out, line...)
		s.col = -1
	} else {
		s.old, _ = parse(s.old[:0], before)
		s.diff(row, now.erased)
	}
	if !now.settled { // it may have gone on in the next line
		s.row = -1
		if row+1 < len(s.lines) {
			s.lines[row+1] = ""
		}
	}
	return true
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
		if i >= len(s.old) || c != s.old[i] {
			s.jump(row, i)
			s.write(s.new[i : i+1])
		}
	}
	if erased && len(s.old) > len(s.new) {
		s.move(row, len(s.new))
		s.setStyle("")
		s.out = append(s.out, ansi.EraseLineRight...)
	}
}

// jump moves the cursor to a cell that changed: by writing again what is between it
// and the cursor, if that is shorter.
func (s *Screen) jump(row, col int) {
	const most = 12 // cells to write again
	if s.row == row && s.col >= 0 && s.col < col && col-s.col <= most {
		out, from, style := len(s.out), s.col, s.style
		s.write(s.new[from:col])
		s.setStyle(s.new[col].style)
		written := len(s.out) - out
		s.out, s.col, s.style = s.out[:out], from, style
		s.move(row, col)
		s.setStyle(s.new[col].style)
		if len(s.out)-out < written {
			return
		}
		s.out, s.col, s.style = s.out[:out], from, style
		s.write(s.new[from:col])
		return
	}
	s.move(row, col)
}

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
	added, ok := strings.CutPrefix(style, s.style+joint)
	switch {
	case style == "":
		s.out = append(s.out, ansi.ResetStyle...)
	case s.style == "":
		s.out = append(append(append(s.out, "\x1b["...), style...), 'm')
	case ok:
		s.out = append(append(append(s.out, "\x1b["...), added...), 'm')
	default:
		s.out = append(append(append(s.out, "\x1b[;"...), style...), 'm')
	}
	s.style = style
}
