package pager

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Index is the text of items, ready for search: as returned by [Fold].
type Index []string

// Fold folds s as [text.Fold] does, with single blanks for white space.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for word := range strings.FieldsSeq(text.Fold(s)) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// Hit is the Nth match in an item, from 0.
type Hit struct{ Item, N int32 } // a letter has millions in a long session

// Search returns the matches of a query in order. They do not overlap; a blank query has none.
func (x Index) Search(query string) []Hit {
	if query = Fold(query); query == "" {
		return nil
	}
	counts, total := make([]int32, len(x)), 0
	for item, s := range x {
		n := strings.Count(s, query)
		counts[item], total = int32(n), total+n
	}
	hits := make([]Hit, 0, total)
	for item, count := range counts {
		for n := range count {
			hits = append(hits, Hit{int32(item), n})
		}
	}
	return hits
}

// Query is what is marked in the lines, and how.
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

// pattern finds the query in folded lines: any white space for a blank, and anywhere a line end,
// as wrapping makes it, with the indent and bars after it. It is nil for a blank query.
func (q Query) pattern() *regexp.Regexp {
	bar := regexp.QuoteMeta(q.Bar)
	var words []string
	for _, word := range strings.Fields(text.Fold(q.Text)) {
		var letters []string
		for _, r := range word {
			letters = append(letters, regexp.QuoteMeta(string(r)))
		}
		words = append(words, strings.Join(letters, `(?: *\n[ `+bar+`]*)?`))
	}
	if len(words) == 0 {
		return nil
	}
	return regexp.MustCompile(strings.Join(words, `(?:\s|\n[ `+bar+`]*)+`))
}

// Find finds the query in styled lines that belong together.
func (q Query) Find(lines []string) []Stretch {
	pattern := q.pattern()
	if pattern == nil {
		return nil
	}
	plain := ansi.Strip(strings.Join(lines, "\n"))
	folded, places := text.FoldAt(plain)
	places = append(places, len(plain))
	var found []Stretch
	for n, at := range pattern.FindAllStringIndex(folded, -1) {
		end := at[1]
		for places[end] == places[end-1] { // the character became several
			end++
		}
		from, to := places[at[0]], places[end]
		line := strings.Count(plain[:from], "\n")
		column := text.Width(plain[strings.LastIndexByte(plain[:from], '\n')+1 : from])
		for i, stretch := range strings.Split(plain[from:to], "\n") {
			if i > 0 {
				trimmed := strings.TrimLeft(stretch, " "+q.Bar)
				column, stretch = text.Width(stretch)-text.Width(trimmed), trimmed
			}
			if stretch = strings.TrimRight(stretch, " "); stretch != "" {
				found = append(found, Stretch{n, line + i, column, column + text.Width(stretch)})
			}
		}
	}
	return found
}

// highlight changes the style of parts of a styled line.
func highlight(line string, stretches []Stretch, style theme.Style) string {
	var b strings.Builder
	at := 0
	for _, s := range stretches {
		b.WriteString(ansi.Cut(line, at, s.From))
		b.WriteString(style.Render(ansi.Strip(ansi.Cut(line, s.From, s.To))))
		at = s.To
	}
	if at == 0 {
		return line
	}
	return b.String() + ansi.TruncateLeft(line, at, "")
}
