package terminal

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
)

// reader shows views to a screen reader: it prints the lines that the last view did not
// have, one below the other, and positions nothing.
type reader struct {
	glyphs theme.Glyphs
	lines  map[string]bool // of the last view; nil for none
}

// readerSize is the size of the views for a screen reader, whatever the size of the
// terminal: one region is on the screen at a time, without borders.
var readerSize = tea.WindowSizeMsg{Width: 70, Height: 24}

// readerPause is the least time between two views for a screen reader: nobody hears what is
// replaced sooner.
const readerPause = 200 * time.Millisecond

var (
	border = regexp.MustCompile(`^--(--| )`) // of a region
	rules  = regexp.MustCompile(`-{2,}`)
	digits = regexp.MustCompile(`[0-9]+`)
)

// draw returns what to print for a view.
func (r *reader) draw(view string) []byte {
	var out []byte
	lines := map[string]bool{}
	for line := range strings.SplitSeq(ansi.Strip(view), "\n") {
		line, key := r.read(line)
		if !strings.ContainsFunc(line, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }) {
			continue // a bar or a rule
		}
		if !r.lines[key] || r.hasCursor(line) && !r.lines[line] {
			out = append(append(out, line...), "\r\n"...)
		}
		lines[line], lines[key] = true, true
	}
	r.lines = lines
	return out
}

// read returns a line as it is printed, and its key: a line is new if the last view had no
// line with this key.
func (r *reader) read(line string) (printed, key string) {
	line = strings.TrimRight(strings.TrimSuffix(plain(line), r.glyphs.Thumb), " ")
	switch {
	case border.MatchString(line): // it may have a counter
		line = strings.Join(strings.Fields(strings.Trim(rules.ReplaceAllString(line, " "), " "+r.glyphs.Rule)), " ")
		return line, digits.ReplaceAllString(line, "")
	case strings.HasPrefix(strings.TrimLeft(line, " "), r.glyphs.Pending+" "): // for how long
		return line, digits.ReplaceAllString(line, "")
	case r.hasCursor(line):
		return line, strings.Replace(line, r.glyphs.Cursor, " ", 1)
	}
	return line, line
}

func (r *reader) hasCursor(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(line, " "), r.glyphs.Cursor+" ")
}

// keeps reports whether a sequence that Bubble Tea writes is passed on: only those that
// switch bracketed paste are.
func (r *reader) keeps(sequence string) bool {
	return sequence == ansi.SetModeBracketedPaste || sequence == ansi.ResetModeBracketedPaste
}
