package pager

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/fold"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Index is the text of items, ready for search: as returned by [Fold].
type Index []string

// Fold folds s as [fold.String] does, with single blanks for white space.
func Fold(s string) string { return string(AppendFold(nil, s)) }

// AppendFold appends the folded s to b.
func AppendFold[S string | []byte](b []byte, s S) []byte {
	f := folder{text: b, start: len(b)}
	for i := 0; i < len(s); {
		end := i + 1
		if isBlank(s[i]) {
			f.blank = true
		} else if s[i] < utf8.RuneSelf {
			for end < len(s) && s[end] > ' ' && s[end] < utf8.RuneSelf {
				end++
			}
			f.separate()
			f.text = append(f.text, s[i:end]...)
			toLower(f.text[len(f.text)-(end-i):])
		} else if han := fold.PlainHan(s, i); han > i { // most of a Chinese text
			end = han
			f.separate()
			f.text = append(f.text, s[i:end]...)
		} else {
			for end < len(s) && s[end] >= utf8.RuneSelf && fold.PlainHan(s, end) == end {
				end++
			}
			f.add(fold.String(string(s[i:end])))
		}
		i = end
	}
	return f.text
}

// folder collects a folded text.
type folder struct {
	text  []byte
	start int  // in text
	blank bool // white space was there since the last letter
}

// separate adds a blank for white space between two letters.
func (f *folder) separate() {
	if f.blank && len(f.text) > f.start {
		f.text = append(f.text, ' ')
	}
	f.blank = false
}

// add adds a text that is folded but for its white space.
func (f *folder) add(s string) {
	for _, r := range s {
		if unicode.IsSpace(r) {
			f.blank = true
			continue
		}
		f.separate()
		f.text = utf8.AppendRune(f.text, r)
	}
}

// isBlank reports whether c is white space in ASCII.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// toLower changes an ASCII text to lower case.
func toLower(s []byte) {
	for i, c := range s {
		if 'A' <= c && c <= 'Z' {
			s[i] = c + 'a' - 'A'
		}
	}
}

// Hit is the Nth match in an item, from 0.
type Hit struct{ Item, N int32 } // a letter has millions in a long session

// Search returns the matches of a query in order. They do not overlap; a blank query has none.
func (x Index) Search(query string) []Hit {
	return Search(len(x), query, func(item int, query string) int {
		return strings.Count(x[item], query)
	})
}

// Search returns the matches of a query in a number of items. count counts those of the folded query in an item.
func Search(items int, query string, count func(item int, query string) int) []Hit {
	if query = Fold(query); query == "" {
		return nil
	}
	counts := make([]int32, items)
	total := 0
	for item := range counts {
		n := count(item, query)
		counts[item] = int32(n)
		total += n
	}
	hits := make([]Hit, 0, total)
	for item, count := range counts {
		for n := range count {
			hits = append(hits, Hit{int32(item), n})
		}
	}
	return hits
}

// IsASCII reports whether s has only printable ASCII and line ends, so that [CountASCII] searches it.
func IsASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}

// CountASCII counts the matches of a folded query in the folded s, but folds s only if it has all words of the query.
func CountASCII(s, query string) int {
	if strings.IndexByte(query, ' ') < 0 {
		return countWord(s, query)
	}
	for word := range strings.FieldsSeq(query) {
		if countWord(s, word) == 0 {
			return 0
		}
	}
	return strings.Count(Fold(s), query)
}

// countWord counts a folded word in s in any case.
func countWord(s, word string) (n int) {
	lower := -1 // where the first letter of the word is next, len(s) for nowhere
	upper := -1
	if 'a' > word[0] || word[0] > 'z' {
		upper = len(s) // it has one case
	}
	for at := 0; ; {
		if lower < at {
			lower = indexFrom(s, word[0], at)
		}
		if upper < at {
			upper = indexFrom(s, word[0]-('a'-'A'), at)
		}
		at = min(lower, upper)
		end := at + len(word)
		if end > len(s) {
			return n
		}
		if equalsFolded(s[at:end], word) {
			n++
			at = end
		} else {
			at++
		}
	}
}

// indexFrom returns the index of the next c from an index on, len(s) if there is none.
func indexFrom(s string, c byte, from int) int {
	i := strings.IndexByte(s[from:], c)
	if i < 0 {
		return len(s)
	}
	return from + i
}

// equalsFolded reports whether s is a folded text of the same length, in any case.
func equalsFolded(s, folded string) bool {
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != folded[i] {
			return false
		}
	}
	return true
}

// Query is a text to mark in the lines, with the styles of the marks.
type Query struct {
	Text           string
	Bar            string      // stands before quotes and at other edges of columns
	Style, Current theme.Style // of matches, and of those on the cursor's line
}

// Stretch is the part of a match in one line, in cells: a match can continue on the next.
type Stretch struct {
	N        int // of the match, from 0
	Line     int
	From, To int
}

// Find finds the query in styled lines that belong together. Wrapping can end a line
// between any two letters; the indent and bars of the next line are no part of the text.
func (q Query) Find(lines []string) []Stretch {
	query, blanks := q.letters()
	if query == "" {
		return nil
	}
	plain := ansi.Strip(strings.Join(lines, "\n"))
	folded, places := fold.WithOffsets(plain)
	places = append(places, len(plain))
	letters, at := q.squeeze(folded)
	var found []Stretch
	for n, from := 0, 0; ; {
		i := strings.Index(letters[from:], query)
		if i < 0 {
			return found
		}
		start := from + i
		if !fits(folded, at[start:start+len(query)], blanks) {
			from = start + 1
			continue
		}
		from = start + len(query)
		found = append(found, q.stretches(n, plain, places, at[start], at[from-1]+1)...)
		n++
	}
}

// letters returns the folded query without white space, and for each byte whether a
// blank was before it.
func (q Query) letters() (query string, blanks []bool) {
	var b strings.Builder
	for word := range strings.FieldsSeq(fold.String(q.Text)) {
		blanks = append(blanks, make([]bool, len(word))...)
		blanks[b.Len()] = true
		b.WriteString(word)
	}
	return b.String(), blanks
}

// squeeze returns a text without white space and without the bars at the start of
// lines, and the place in the text of each byte.
func (q Query) squeeze(s string) (letters string, at []int) {
	var b strings.Builder
	start := false // of a line after the first
	for i, r := range s {
		switch {
		case r == '\n':
			start = true
		case unicode.IsSpace(r), start && strings.ContainsRune(q.Bar, r):
		default:
			start = false
			_, size := utf8.DecodeRuneInString(s[i:])
			for j := range size {
				at = append(at, i+j)
			}
			b.WriteString(s[i : i+size])
		}
	}
	return b.String(), at
}

// fits reports whether letters at places in a text have white space where the query
// has blanks, and elsewhere at most the end of a line.
func fits(s string, at []int, blanks []bool) bool {
	for i := 1; i < len(at); i++ {
		between := s[at[i-1]+1 : at[i]]
		if blanks[i] && between == "" || !blanks[i] && between != "" &&
			strings.Count(between, "\n") != 1 {
			return false
		}
	}
	return true
}

// stretches returns the parts of match n from one byte of the folded text to another.
func (q Query) stretches(n int, plain string, places []int, begin, end int) (found []Stretch) {
	for places[end] == places[end-1] { // the character became several
		end++
	}
	from, to := whole(plain, places[begin], places[end])
	line := strings.Count(plain[:from], "\n")
	column := text.Width(plain[strings.LastIndexByte(plain[:from], '\n')+1 : from])
	for i, stretch := range strings.Split(plain[from:to], "\n") {
		if i > 0 {
			trimmed := strings.TrimLeft(stretch, " "+q.Bar)
			column = text.Width(stretch) - text.Width(trimmed)
			stretch = trimmed
		}
		if stretch = strings.TrimRight(stretch, " "); stretch != "" {
			found = append(found, Stretch{
				N:    n,
				Line: line + i,
				From: column,
				To:   column + text.Width(stretch),
			})
		}
	}
	return found
}

// whole widens a part of s to whole letters: emoji and Indic letters have several characters
// of their own.
func whole(s string, from, to int) (int, int) {
	if s[from] < utf8.RuneSelf && (to == len(s) || s[to] < utf8.RuneSelf) {
		return from, to // the usual case
	}
	line := strings.LastIndexByte(s[:from], '\n') + 1
	for begin, end := range text.Letters(s[line:]) {
		begin = line + begin
		end = line + end
		if begin <= from && from < end {
			from = begin
		}
		if to <= end {
			return from, max(to, end)
		}
	}
	return from, to
}

// highlight changes the style of parts of a styled line.
func highlight(line string, stretches []Stretch, style theme.Style) string {
	var b strings.Builder
	at := 0
	for _, s := range stretches {
		if at < s.From {
			b.WriteString(text.After(text.Before(line, s.From), at))
		}
		match := text.After(text.Before(line, s.To), s.From)
		b.WriteString(style.Render(ansi.Strip(match)))
		at = s.To
	}
	if at == 0 {
		return line
	}
	return b.String() + text.After(line, at)
}
