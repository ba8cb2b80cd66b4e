package markdown

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// styled is text, of one or several lines, with the styles apart from it.
type styled struct {
	text  string
	turns []turn // in the order of the text
}

// turn is where another style begins.
type turn struct {
	at   int
	open string // the sequence that begins it, "" for none
}

// parse takes painted text apart. Sequences that follow each other count
// together, as in a terminal.
func parse(s string) styled {
	var b strings.Builder
	var out styled
	open := ""
	for s != "" {
		esc := strings.IndexByte(s, '\x1b')
		if esc < 0 {
			esc = len(s)
		}
		if esc > 0 {
			out.turn(b.Len(), open)
			b.WriteString(decode(s[:esc]))
			s = s[esc:]
			continue
		}
		end := strings.IndexByte(s, 'm') + 1
		switch seq := s[:end]; {
		case seq == reset || seq == theme.Reset():
			open = ""
		case open == "":
			open = seq
		default:
			open = open[:len(open)-1] + ";" + seq[len("\x1b["):]
		}
		s = s[end:]
	}
	out.text = b.String()
	return out
}

// turn begins a style, unless it is in force.
func (s *styled) turn(at int, open string) {
	now := ""
	if last := len(s.turns) - 1; last >= 0 {
		now = s.turns[last].open
	}
	if open != now {
		s.turns = append(s.turns, turn{at, open})
	}
}

// width is that of the widest line.
func (s styled) width() int {
	widest := 0
	for line := range strings.SplitSeq(s.text, "\n") {
		widest = max(widest, text.Width(line))
	}
	return widest
}

// wrap breaks text into painted lines of at most width cells, where the rules of
// Unicode for lines allow it, and within a word only where it is wider than a
// line.
func (s styled) wrap(width int) []string {
	var lines []string
	at := 0
	for line := range strings.SplitSeq(s.text, "\n") {
		from, cells := at, 0
		end := func(to int) {
			lines = append(lines, s.paint(from, from+len(strings.TrimRight(s.text[from:to], " "))))
			from, cells = to, 0
		}
		for rest := line; rest != ""; {
			unit := firstUnit(rest)
			rest = rest[len(unit):]
			word := strings.TrimRight(unit, " ")
			wide := text.Width(word)
			if cells > 0 && cells+wide > width {
				end(at)
			}
			if wide > width {
				for _, start := range text.Break(word, width, width)[1:] {
					end(at + start)
				}
				wide = text.Width(s.text[from : at+len(word)])
			}
			cells += wide + len(unit) - len(word)
			at += len(unit)
		}
		end(at)
		at++ // the line's end
	}
	return lines
}

// firstUnit is what s begins with that belongs on one line, with the blanks
// behind it. Unicode would break addresses and flags too, which are
// copied and read better whole: only blanks and letters beyond ASCII part units.
func firstUnit(s string) string {
	end := 0
	for rest, state := s, -1; rest != ""; {
		var segment string
		segment, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		end += len(segment)
		if last := s[end-1]; last == ' ' || last >= utf8.RuneSelf || rest != "" && rest[0] >= utf8.RuneSelf {
			break
		}
	}
	return s[:end]
}

// chop breaks text into painted lines wherever they are full: in code every
// blank counts.
func (s styled) chop(width int) []string {
	var lines []string
	from := 0
	for line := range strings.SplitSeq(s.text, "\n") {
		starts := append(text.Break(line, width, width), len(line))
		for i, start := range starts[:len(starts)-1] {
			lines = append(lines, s.paint(from+start, from+starts[i+1]))
		}
		from += len(line) + 1
	}
	return lines
}

// paint is the text between two bytes with as few sequences as it needs.
func (s styled) paint(from, to int) string {
	i := sort.Search(len(s.turns), func(i int) bool { return s.turns[i].at > from })
	var b strings.Builder
	for from < to {
		open, end := "", to
		if i > 0 {
			open = s.turns[i-1].open
		}
		if i < len(s.turns) {
			end = min(end, s.turns[i].at)
		}
		if open == "" {
			b.WriteString(s.text[from:end])
		} else {
			b.WriteString(open + s.text[from:end] + theme.Reset())
		}
		from = end
		i++
	}
	return b.String()
}
