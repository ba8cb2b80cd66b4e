// Package text prepares untrusted text for the terminal: it cleans text from the
// service or the user, measures it in cells and cuts it to fit. Clean first, then
// measure, then style.
package text

import (
	"encoding/binary"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/typed"
	_ "channeldeck/ui/text/narrow"
)

// Ellipsis stands for the part of a text that was cut.
const Ellipsis = "…"

// Clean returns s as one line that is safe to print: without escape sequences,
// control characters and bidirectional overrides, with blanks for line ends and tabs
// and U+FFFD for invalid UTF-8. It keeps joiners between letters of scripts that use them,
// and joiners, variation selectors and skin tones in emoji, and drops them elsewhere.
func Clean(s string) string { return clean(s, false) }

// Line is Clean for a text that is shown in one line, whatever its length: of a long one
// it returns what Short does.
func Line(s string) string { return Clean(Short(s)) }

// The bytes of the ends of a long text that Short returns: more than a line of any screen.
const (
	longHead = 2000
	longTail = 1000
)

// Short returns s, or of a text that no line of a screen can show its two ends with an
// ellipsis between them, so that the work on it does not grow with its length.
func Short(s string) string {
	if len(s) <= longHead+longTail {
		return s
	}
	head := longHead
	tail := len(s) - longTail
	for head > longHead-utf8.UTFMax && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s)-longTail+utf8.UTFMax && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + Ellipsis + s[tail:]
}

// CleanLines is Clean for texts of several lines: it keeps line ends.
func CleanLines(s string) string { return clean(s, true) }

// CleanID returns an ID as the service wrote it, without what chat programs, spreadsheets and
// input methods add: see [typed.ID].
func CleanID(s string) string { return typed.ID(Clean(s)) }

// Join joins the texts that are not empty. It changes the slice.
func Join(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool {
		return s == ""
	}), separator)
}

// Sentences joins sentences that are not empty. Chinese has no space between them.
func Sentences(list ...string) string {
	var b strings.Builder
	for _, s := range list {
		if b.Len() > 0 && s != "" && !strings.HasSuffix(b.String(), "。") {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

func clean(s string, lines bool) string {
	if isPlain([]byte(s), lines) {
		return s
	}
	if strings.Contains(s, "\x1b") || strings.Contains(s, "\u0090") ||
		strings.Contains(s, "\u009b") ||
		strings.Contains(s, "\u009d") {
		s = ansi.Strip(c1.Replace(strings.ToValidUTF8(s, "\uFFFD")))
	}
	var b strings.Builder
	b.Grow(len(s))
	var c cluster
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case ' ' <= r && r <= '~', 0x4000 <= r && r <= 0x9fff: // most text, Han included
		case r == '\r' && strings.HasPrefix(s[i:], "\n"):
			continue
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			r = ' '
			if lines {
				r = '\n'
			}
		case r == '\t':
			if lines {
				b.WriteString("   ")
			}
			r = ' '
		case IsExtender(r):
			next, _ := utf8.DecodeRuneInString(s[i:])
			if c.extend(b.String(), r, next) {
				b.WriteRune(r)
			}
			continue
		case isHidden(r):
			continue
		case unicode.Is(unicode.M, r):
			if c.mark(b.String(), r, s[i-size:]) {
				b.WriteRune(r)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// c1 replaces the one-character forms of escape sequences by the two-character
// forms, so that their parameters are removed with them.
var c1 = strings.NewReplacer("\u0090", "\x1bP", "\u009b", "\x1b[", "\u009d", "\x1b]")

// IsPlain reports whether a line has only characters that [CleanLines] keeps: printable ASCII, Han and punctuation. It
// is false for some other lines too.
func IsPlain(line []byte) bool { return isPlain(line, false) }

// ArePlain is IsPlain for lines.
func ArePlain(lines string) bool { return isPlain([]byte(lines), true) }

// isPlain reports whether s has only printable ASCII, Han characters and punctuation, which need no cleaning. It must
// not change s, or texts would be copied for it.
func isPlain(s []byte, lines bool) bool {
	for len(s) > 0 {
		if len(s) >= 8 && arePrintable(binary.LittleEndian.Uint64(s)) {
			s = s[8:]
			continue
		}
		c := s[0]
		if ' ' <= c && c <= '~' || lines && c == '\n' {
			s = s[1:]
			continue
		}
		if len(s) < 3 || !isPlainWide(c, s[1], s[2]) {
			return false
		}
		s = s[3:]
	}
	return true
}

// arePrintable reports whether 8 bytes are printable ASCII: from ' ' to '~'.
func arePrintable(bytes uint64) bool {
	const (
		each = 0x0101010101010101
		low  = ' ' * each
		high = 0x80 * each
	)
	// A byte below ' ' or above '~' sets its highest bit, and may set that of the next one.
	return (bytes|(bytes-low)|(bytes+each))&high == 0
}

// isPlainWide reports whether three bytes are a Han character, punctuation, or a full-width form of ASCII.
func isPlainWide(first, second, third byte) bool {
	if first >= 0xe4 && first <= 0xe9 { // U+4000 to U+9FFF
		return second&0xc0 == 0x80 && third&0xc0 == 0x80
	}
	switch first {
	case 0xe2: // dashes, quotation marks and the ellipsis: U+2010 to U+2027
		return second == 0x80 && third >= 0x90 && third <= 0xa7
	case 0xe3: // 、。「」: U+3001 to U+3020
		return second == 0x80 && third >= 0x81 && third <= 0xa0
	case 0xef: // ，：！: U+FF01 to U+FF5E
		return second == 0xbc && third >= 0x81 && third <= 0xbf || second == 0xbd && third >= 0x80 && third <= 0x9e
	}
	return false
}

// isHidden reports whether a character is never printed.
func isHidden(r rune) bool {
	if unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) ||
		unicode.Is(unicode.Cs, r) {
		return true // Cf has the bidirectional controls and the tags
	}
	if r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef { // variation selectors
		return true
	}
	if r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 ||
		r == 0x2800 { // blanks that pass for letters
		return true
	}
	return false
}

// Width returns the number of terminal cells of s, without escape sequences.
func Width(s string) int {
	width := 0
	for i := 0; i < len(s); {
		bytes, cells := simple(s[i:])
		if bytes == 0 {
			return ansi.StringWidth(s) + more(s)
		}
		i += bytes
		width += cells
	}
	return width
}

// Widest returns the width of the widest of some lines.
func Widest(lines []string) int {
	width := 0
	for _, line := range lines {
		width = max(width, Width(line))
	}
	return width
}

// simple returns the length and the width of what s begins with: printable ASCII, a
// style's sequence, a frame's line or a Han character. Most text has nothing else,
// and then needs no search for clusters of characters. The length of the rest is 0.
func simple(s string) (bytes, cells int) {
	c := s[0]
	if ' ' <= c && c <= '~' {
		return 1, 1
	} else if c == '\x1b' && len(s) > 1 && s[1] == '[' {
		for i := 2; i < len(s); i++ {
			if s[i] == 'm' {
				return i + 1, 0
			} else if s[i] < '0' || s[i] > ';' {
				break
			}
		}
	} else if c >= 0xe2 && len(s) > 2 {
		r, n := utf8.DecodeRuneInString(s)
		if 0x2500 <= r && r <= 0x259f {
			return n, 1
		}
		if 0x4e00 <= r && r <= 0x9fff {
			return n, 2
		}
	}
	return 0, 0
}

// Cut shortens s to at most width cells, the last of them an ellipsis. It keeps
// escape sequences.
func Cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if Width(s) <= width {
		return s
	}
	return truncate(s, width, Ellipsis)
}

// CutMiddle shortens s like Cut but keeps its end too, for ids and paths, which
// differ at their ends.
func CutMiddle(s string, width int) string {
	if Width(s) <= width || width <= 0 {
		return Cut(s, width)
	}
	first, last := Ends(s, width, true)
	return first + Ellipsis + last
}

// Left cuts or pads s to exactly width cells, aligned left.
func Left(s string, width int) string {
	var b strings.Builder
	WriteLeft(&b, s, width)
	return b.String()
}

// WriteLeft writes Left(s, width).
func WriteLeft(b *strings.Builder, s string, width int) {
	has := Width(s)
	if has > width {
		s = Cut(s, width)
		has = Width(s)
	}
	b.WriteString(s)
	b.WriteString(Blank(width - has))
}

// Right cuts or pads s to exactly width cells, aligned right.
func Right(s string, width int) string {
	s = Cut(s, width)
	return Blank(width-Width(s)) + s
}

// Fraction returns the width of what follows the whole part of the number that s ends with:
// 2 for 7.5, 0 for 12, 3 for 7.5% and 1 for 12%.
func Fraction(s string) int {
	number := strings.TrimSuffix(s, "%")
	whole := strings.TrimRight(number, "0123456789")
	point := strings.TrimSuffix(whole, ".")
	if point != whole && len(whole) < len(number) {
		return len(s) - len(point)
	}
	return len(s) - len(number)
}

// Blank returns n blanks, or "" if n is not positive.
func Blank(n int) string {
	return strings.Repeat(" ", max(n, 0))
}

// Wrap breaks s, of one or several lines, into lines of at most width cells, where
// BreakWords breaks them, without a separator of facts where one is broken. s has no escape sequences.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		starts := append(BreakWords(line, width), len(line))
		for i, start := range starts[:len(starts)-1] {
			row := strings.TrimRight(line[start:starts[i+1]], " ")
			if starts[i+1] < len(line) {
				row = withoutSeparator(row)
			}
			lines = append(lines, row)
		}
	}
	return lines
}

// Fit returns s with exactly height lines, each cut to width but not padded. It drops or
// adds lines at the end.
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

// FileName returns an id as a part of a file name for any system: its first 64 bytes,
// with _ for all but ASCII letters, digits and -.
func FileName(id string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || r == '-' {
			return r
		}
		return '_'
	}, id[:min(len(id), 64)])
}

// Link returns a label, which may be styled, as a link to a web address (OSC 8). For
// anything but a valid http or https address it returns the label alone.
func Link(address, label string) string {
	target, ok := WebAddress(address)
	if !ok {
		return label
	}
	return ansi.SetHyperlink(target) + label + ansi.ResetHyperlink()
}

// WebAddress returns an http or https address in printable ASCII; ok is false for anything
// else.
func WebAddress(address string) (target string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", false
	}
	target = u.String()
	return target, len(target) <= maxLink &&
		!strings.ContainsFunc(target, func(r rune) bool {
			return r <= ' ' || r > '~'
		})
}

// maxLink is the maximum length of an address that terminals accept.
const maxLink = 2000
