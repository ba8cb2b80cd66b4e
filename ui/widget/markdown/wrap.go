package markdown

import (
	"sort"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// styled is text of one or several lines, with its styles beside it.
type styled struct {
	text  string
	turns []turn // in the order of the text
}

// turn is a place in a text where another style begins.
type turn struct {
	at    int
	style theme.Style
}

// addTurn begins a style at a byte, unless it is already in force.
func addTurn(turns []turn, at int, style theme.Style) []turn {
	now := theme.Style{}
	if len(turns) > 0 {
		now = turns[len(turns)-1].style
	}
	if style == now {
		return turns
	}
	return append(turns, turn{at, style})
}

func (s styled) width() int {
	widest := 0
	for line := range strings.SplitSeq(s.text, "\n") {
		widest = max(widest, text.Width(line))
	}
	return widest
}

// wrap breaks text into painted lines of at most width cells, as text.Wrap does.
func (s styled) wrap(width int) []string {
	var lines []string
	at := 0
	for line := range strings.SplitSeq(s.text, "\n") {
		starts := append(text.BreakWords(line, width), len(line))
		for i, start := range starts[:len(starts)-1] {
			row := strings.TrimRight(line[start:starts[i+1]], " ")
			lines = append(lines, s.paint(at+start, at+start+len(row)))
		}
		at += len(line) + 1
	}
	return lines
}

// chop breaks text into painted lines wherever they are full: in code every blank counts. The
// other rows of a broken line are indented further, by at most half of the width.
func (s styled) chop(width int) []string {
	var lines []string
	from := 0
	for line := range strings.SplitSeq(s.text, "\n") {
		blanks := len(line) - len(strings.TrimLeft(line, " "))
		at := max(blanks-width/2, 0)
		lead := text.Blank(min(blanks-at+2, width/2, width-2)) // room for a wide letter
		starts := append(text.Break(line[at:], width, width-len(lead)), len(line)-at)
		for i, start := range starts[:len(starts)-1] {
			row := s.paint(from+at+start, from+at+starts[i+1])
			if i > 0 {
				row = lead + row
			}
			lines = append(lines, row)
		}
		from += len(line) + 1
	}
	return lines
}

// paint returns the text between two bytes in its styles.
func (s styled) paint(from, to int) string {
	i := sort.Search(len(s.turns), func(i int) bool {
		return s.turns[i].at > from
	})
	var b strings.Builder
	for from < to {
		var style theme.Style
		end := to
		if i > 0 {
			style = s.turns[i-1].style
		}
		if i < len(s.turns) {
			end = min(end, s.turns[i].at)
		}
		b.WriteString(style.Render(s.text[from:end]))
		from = end
		i++
	}
	return b.String()
}
