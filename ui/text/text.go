// Package text is the one way by which text of others reaches the terminal: it
// cleans what came from the service or the person, measures it in terminal
// cells and cuts it to fit. Clean first, then measure, then style.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis ends a text that was cut.
const Ellipsis = "…"

// maxMarks is how many combining marks one letter may carry. Real scripts need
// up to four or so; stacks of hundreds are used to smear over other lines.
const maxMarks = 4

// Clean makes one line of s that is safe to print: escape sequences, control
// characters and bidirectional overrides are gone, line ends and tabs are
// blanks, invalid UTF-8 is U+FFFD. Joiners, variation selectors and skin tones
// are dropped as well, because terminals do not agree on the width of what
// they make.
func Clean(s string) string { return clean(s, false) }

// CleanLines is Clean for texts of several lines: line ends stay.
func CleanLines(s string) string { return clean(s, true) }

// CleanID returns an id as it was copied, without the white space around it and
// the invisible characters that chat programs add.
func CleanID(s string) string { return strings.TrimSpace(Clean(s)) }

func clean(s string, lines bool) string {
	if isPlain(s, lines) {
		return s
	}
	if strings.ContainsAny(s, "\x1b\u0090\u009b\u009d") {
		s = ansi.Strip(c1.Replace(strings.ToValidUTF8(s, "\uFFFD")))
	}
	var b strings.Builder
	b.Grow(len(s))
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '\r' && strings.HasPrefix(s[i:], "\n"):
			continue
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			r = ' '
			if lines {
				r = '\n'
			}
		case r == '\t':
			if lines {
				b.WriteString("    ")
				continue
			}
			r = ' '
		case isHidden(r):
			continue
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			if marks++; marks > maxMarks {
				continue
			}
			b.WriteRune(r)
			continue
		}
		marks = 0
		b.WriteRune(r)
	}
	return b.String()
}

// c1 spells the one-character forms of escape sequences in the two-character
// form, so that what follows them goes with them.
var c1 = strings.NewReplacer("\u0090", "\x1bP", "\u009b", "\x1b[", "\u009d", "\x1b]")

// isPlain reports whether there is nothing to clean, by a look at the bytes:
// ASCII and the common East Asian ranges, which is most of what comes.
func isPlain(s string, lines bool) bool {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\n' && lines:
			i++
		case c < 0x20 || c == 0x7f:
			return false
		case c < utf8.RuneSelf:
			i++
		case c >= 0xe3 && c <= 0xe9 && i+2 < len(s) && s[i+1]&0xc0 == 0x80 && s[i+2]&0xc0 == 0x80:
			// U+3000 to U+9FFF, in which only the kana sound marks combine.
			if c == 0xe3 && s[i+1] == 0x82 && (s[i+2] == 0x99 || s[i+2] == 0x9a) || c == 0xe3 && s[i+1] == 0x80 && s[i+2] >= 0xaa && s[i+2] <= 0xaf {
				return false
			}
			i += 3
		default:
			return false
		}
	}
	return true
}

// isHidden tells the characters that are never printed.
func isHidden(r rune) bool {
	switch {
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Cs, r):
		return true // Cf has the joiners, the bidirectional controls and the tags
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef: // variation selectors
		return true
	case r >= 0x1f3fb && r <= 0x1f3ff: // skin tones
		return true
	case r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 || r == 0x2800: // blanks that pass for letters
		return true
	}
	return false
}

// Width is the number of terminal cells of s, escape sequences not counted.
func Width(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Cut shortens s to at most width cells, with an ellipsis where something is
// missing. Escape sequences are kept.
func Cut(s string, width int) string {
	switch {
	case width <= 0:
		return ""
	case Width(s) <= width:
		return s
	}
	return ansi.Truncate(s, width, Ellipsis)
}

// CutMiddle shortens s like Cut but keeps its end too, for ids and paths whose
// ends tell them apart.
func CutMiddle(s string, width int) string {
	full := Width(s)
	if full <= width {
		return s
	}
	if width < 5 {
		return Cut(s, width)
	}
	tail := (width - 1) / 2
	return ansi.Truncate(s, width-1-tail, "") + Ellipsis + ansi.TruncateLeft(s, full-tail, "")
}

// Left cuts or fills s to exactly width cells, the text at the left.
func Left(s string, width int) string {
	s = Cut(s, width)
	return s + Blank(width-Width(s))
}

// Right cuts or fills s to exactly width cells, the text at the right.
func Right(s string, width int) string {
	s = Cut(s, width)
	return Blank(width-Width(s)) + s
}

const blanks = "                                                                                                                                                                                                        "

// Blank is n blanks, "" for none or fewer.
func Blank(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blanks) {
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

// Wrap breaks s, of one or several lines, into lines of at most width cells:
// between words where there are some, anywhere in scripts without blanks.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	lines := strings.Split(ansi.Wrap(s, width, ""), "\n")
	for i := 1; i < len(lines); i++ {
		lines[i-1], lines[i] = carry(lines[i-1], lines[i], width)
	}
	return lines
}

// closing are the marks that Chinese never begins a line with.
const closing = "，。、；：！？）】》」』”’…"

// carry takes the last letter of a full line over to the next one where that
// would begin with a closing mark.
func carry(line, next string, width int) (string, string) {
	mark, _ := utf8.DecodeRuneInString(next)
	last, size := utf8.DecodeLastRuneInString(line)
	full := Width(line) >= width-1
	if !full || !strings.ContainsRune(closing, mark) || !unicode.In(last, unicode.Han, unicode.Hiragana, unicode.Katakana) || size == len(line) || Width(next)+2 > width {
		return line, next
	}
	return line[:len(line)-size], string(last) + next
}

// Fit makes s exactly the given size: lines are cut to width, and lines are
// dropped or added at the end. No line is filled with blanks.
func Fit(s string, width, height int) string {
	if height <= 0 || width <= 0 {
		return ""
	}
	lines := strings.Split(s, "\n")
	if len(lines) > height {
		lines = lines[:height]
	}
	for i, line := range lines {
		lines[i] = Cut(line, width)
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return strings.Join(lines, "\n")
}
