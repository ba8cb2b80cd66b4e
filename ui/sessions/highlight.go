package sessions

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
)

// match is a stretch of a line that a search has found, in bytes of its plain
// text. A match that goes over the end of a line has a stretch in each.
type match struct {
	number   int // of the match, from 0
	line     int
	from, to int
}

// char is a letter of the text that is searched, and where it is.
type char struct {
	r        rune // folded
	line, at int  // byte in the plain line
	size     int
	brk      bool // the end of a line, or the indent of the one that follows
}

// matches finds a query in painted lines that belong together. Blanks in it
// match a line's end too, and the end of a line may stand anywhere in a match:
// the text was broken there to fit the screen.
func matches(lines []string, query string) []match {
	want := []rune(strings.TrimSpace(query))
	for i, r := range want {
		want[i] = transcript.Fold(r)
		if unicode.IsSpace(r) {
			want[i] = ' '
		}
	}
	if len(want) == 0 {
		return nil
	}
	chars := spell(lines)
	var found []match
	n := 0
	for i := 0; i < len(chars); {
		if chars[i].brk || chars[i].r != want[0] {
			i++
			continue
		}
		end := matchEnd(chars, i, want)
		if end < 0 {
			i++
			continue
		}
		found = appendStretches(found, chars[i:end], n)
		n++
		i = end
	}
	return found
}

// spell takes lines apart into letters.
func spell(lines []string) []char {
	var chars []char
	for n, line := range lines {
		plain := ansi.Strip(line)
		indent := true
		for at, r := range plain {
			indent = indent && r == ' '
			chars = append(chars, char{r: transcript.Fold(r), line: n, at: at, size: utf8.RuneLen(r), brk: indent})
		}
		chars = append(chars, char{r: ' ', line: n, at: len(plain), brk: true})
	}
	return chars
}

// matchEnd is where a match that begins at i ends, -1 where there is none.
func matchEnd(chars []char, i int, want []rune) int {
	for w := 0; w < len(want); {
		switch {
		case i == len(chars):
			return -1
		case want[w] == ' ':
			blank := false
			for i < len(chars) && (chars[i].brk || chars[i].r == ' ') {
				blank = true
				i++
			}
			if !blank {
				return -1
			}
			for w < len(want) && want[w] == ' ' {
				w++
			}
		case chars[i].brk:
			i++
		case chars[i].r != want[w]:
			return -1
		default:
			i++
			w++
		}
	}
	return i
}

func appendStretches(found []match, chars []char, number int) []match {
	for _, c := range chars {
		if c.brk {
			continue
		}
		if last := len(found) - 1; last >= 0 && found[last].number == number && found[last].line == c.line && found[last].to == c.at {
			found[last].to += c.size
			continue
		}
		found = append(found, match{number: number, line: c.line, from: c.at, to: c.at + c.size})
	}
	return found
}

// highlight paints stretches of a painted line anew.
func highlight(line string, stretches []match, style theme.Style) string {
	if len(stretches) == 0 {
		return line
	}
	var b strings.Builder
	open := "" // the sequence in force
	at, next := 0, 0
	inside := false
	for i := 0; i < len(line); {
		if line[i] == '\x1b' {
			end := i + 1
			for end < len(line) && line[end] != 'm' {
				end++
			}
			end = min(end+1, len(line))
			open = line[i:end]
			if open == theme.Reset() {
				open = ""
			}
			if !inside {
				b.WriteString(line[i:end])
			}
			i = end
			continue
		}
		if next < len(stretches) && at == stretches[next].from {
			inside = true
			if open != "" {
				b.WriteString(theme.Reset())
			}
			b.WriteString(style.Open())
		}
		b.WriteByte(line[i])
		i++
		at++
		if inside && at == stretches[next].to {
			inside = false
			next++
			if style.Open() != "" {
				b.WriteString(theme.Reset())
			}
			b.WriteString(open)
		}
	}
	return b.String()
}
