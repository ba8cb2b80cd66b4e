package text

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// Letters yields the letters of s as users see them, by the bytes at which they begin
// and end: with their marks, and flags as one. s has no escape sequences.
func Letters(s string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(s); {
			letter, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			if !yield(i, i+len(letter)) {
				return
			}
			i += len(letter)
		}
	}
}

// Ends returns the two ends of s that fit into width cells, with one cell between
// them for an ellipsis; without end only the first. s has no escape sequences and is
// wider than width.
func Ends(s string, width int, end bool) (first, last string) {
	width--
	if end && width > 3 {
		last = After(s, Width(s)-width/2)
		if Width(last) > width/2 { // a wide letter was at the cut
			for _, to := range Letters(last) {
				last = last[to:]
				break
			}
		}
		width -= Width(last)
	}
	return begin(s, width), last
}

// begin returns the letters at the beginning of s that fit into width cells. It does not
// look at the others.
func begin(s string, width int) string {
	for from, to := range Letters(s) {
		if width -= Width(s[from:to]); width < 0 {
			return s[:from]
		}
	}
	return s
}

// Break returns the byte offsets at which the rows begin when s is broken into rows of
// a width; the first row has a width of its own. A letter wider than a row gets a row
// to itself. No row begins with a mark of Chinese text that closes, or ends with one that
// opens, unless there is no other place near. s has no escape sequences.
func Break(s string, first, others int) []int {
	starts := []int{0}
	room := first
	for i := 0; i < len(s); {
		size := 1
		width := 1
		if s[i] >= utf8.RuneSelf || i+1 < len(s) && s[i+1] >= utf8.RuneSelf { // a mark may follow
			var letter string
			letter, width = ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			width = ClusterCells(letter, width)
			size = len(letter)
		}
		start := starts[len(starts)-1]
		if width > room && i > start {
			from := breakBefore(s, start, i)
			carried := Width(s[from:i])
			if carried+width > others {
				from = i
				carried = 0
			}
			starts = append(starts, from)
			room = others - carried
		}
		room -= width
		i += size
	}
	return starts
}

// breakBefore returns where the row of s that begins at start may end, at a byte or a few letters before it. If there
// is no such place, it is the byte.
func breakBefore(s string, start, at int) int {
	const few = 4
	if !together(s[start:at], s[at:]) {
		return at
	}
	var letters []int
	for from := range Letters(s[start:at]) {
		letters = append(letters, start+from)
	}
	for _, from := range slices.Backward(letters[max(len(letters)-few, 1):]) {
		if !together(s[start:from], s[from:]) {
			return from
		}
	}
	return at
}

// The marks of Chinese text that no row ends with, and those that none begins with.
const (
	opening = "“‘「『（《〈【〔［｛〖"
	closing = "”’」』）》〉】〕］｝〗。，、；：？！．…％‰·"
)

// asciiClosing are the marks that close behind a letter that is not ASCII, such as the quotation mark of JSON behind
// Chinese text. Elsewhere they are part of a word or an address.
const asciiClosing = `"',.;:!?)]}%`

// together reports whether no row begins between two texts.
func together(before, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(behind)
	if strings.ContainsRune(closing, first) || strings.ContainsRune(opening, last) {
		return true
	}
	if strings.ContainsRune(asciiClosing, first) {
		return last >= utf8.RuneSelf || strings.ContainsRune(asciiClosing, last)
	}
	return first == '—' && last == '—'
}

// BreakWords returns the bytes at which the rows begin when a line is broken into rows
// of a width where the Unicode line breaking rules allow it, and within a word only if it
// is wider than a row. Rows may end in blanks beyond the width. line has no escape
// sequences.
func BreakWords(line string, width int) []int {
	starts := []int{0}
	cells := 0
	at := 0
	if len(line) <= width { // no character has more cells than bytes
		return starts
	}
	for at < len(line) {
		unit := firstUnit(line[at:])
		word := strings.TrimRight(unit, " ")
		wordCells := Width(word)
		if cells > 0 && cells+wordCells > width {
			starts = append(starts, at)
			cells = 0
		}
		if wordCells > width {
			for _, start := range Break(word, width, width)[1:] {
				starts = append(starts, at+start)
			}
			wordCells = Width(line[starts[len(starts)-1] : at+len(word)])
		}
		cells += wordCells + len(unit) - len(word)
		at += len(unit)
	}
	return starts
}

// firstUnit returns the unbreakable start of s and the blanks behind it. Only
// blanks and letters beyond ASCII separate units: Unicode would break addresses
// and flags too, which read and copy better whole. A number is not separated from
// its unit, nor a range at its dash, nor a separator from what it follows.
func firstUnit(s string) string {
	end := 0
	until := 0 // the end of a unit that belongs to the number before it
	for rest, state := s, -1; rest != ""; {
		var segment string
		segment, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		end += len(segment)
		if next, _ := utf8.DecodeRuneInString(rest); IsExtender(next) { // uniseg breaks before some joiners
			continue
		}
		if n := unbroken(s[:end], rest); n > 0 {
			until = end + n
		}
		if end < until {
			continue
		}
		last := s[end-1]
		if last == ' ' || last >= utf8.RuneSelf ||
			rest != "" && rest[0] >= utf8.RuneSelf {
			break
		}
	}
	return s[:end]
}

// measures are the units behind a number and a blank.
const measures = "s min h d kB MB GB TB px fps w/h 秒 分钟 小时 天 帧/秒 像素 个 张 条 项 次 种"

// separators stand between short facts, with blanks around them: in Unicode and in ASCII.
var separators = [...]string{"·", "|"}

// withoutSeparator returns a row without the separator at its end, in whose place it is broken.
func withoutSeparator(row string) string {
	for _, s := range separators {
		if before, ok := strings.CutSuffix(row, " "+s); ok {
			return strings.TrimRight(before, " ")
		}
	}
	return row
}

// unbroken returns the length of what a line is not broken from behind a text: of the unit behind a number,
// of the dash of a range and the first digit behind it, and of a separator.
func unbroken(before, behind string) int {
	number, isSpaced := strings.CutSuffix(before, " ")
	if isSpaced {
		for _, s := range separators {
			if strings.HasPrefix(behind, s+" ") {
				return len(s)
			}
		}
	}
	for _, dash := range [...]string{"–", " – ", " - "} {
		from, isRange := strings.CutSuffix(before, dash)
		if isRange && endsInDigit(from) && startsWithDigit(behind) {
			return 1
		}
		to, isRange := strings.CutPrefix(behind, strings.TrimLeft(dash, " "))
		if isSpaced && isRange && endsInDigit(number) && startsWithDigit(to) {
			return len(behind) - len(to)
		}
	}
	if !isSpaced || !endsInDigit(number) {
		return 0
	}
	for measure := range strings.FieldsSeq(measures) {
		rest, ok := strings.CutPrefix(behind, measure)
		next, _ := utf8.DecodeRuneInString(rest)
		isWord := measure[0] < utf8.RuneSelf && (unicode.IsLetter(next) || unicode.IsDigit(next))
		if ok && !isWord {
			return len(measure)
		}
	}
	return 0
}

func endsInDigit(s string) bool { return s != "" && isDigit(s[len(s)-1]) }

func startsWithDigit(s string) bool { return s != "" && isDigit(s[0]) }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// Parts splits s into the parts that match and those that do not, in turn; at
// has the bytes that match, ascending. A character with its marks is not split.
func Parts(s string, at []int) iter.Seq2[string, bool] {
	return func(yield func(part string, matches bool) bool) {
		begin := 0
		was := false
		for from, to := range Letters(s) {
			if len(at) == 0 && !was {
				break
			}
			n, _ := slices.BinarySearch(at, to)
			matches := n > 0
			at = at[n:]
			if matches != was && from > begin && !yield(s[begin:from], was) {
				return
			}
			if matches != was {
				begin = from
				was = matches
			}
		}
		if begin < len(s) {
			yield(s[begin:], was)
		}
	}
}
