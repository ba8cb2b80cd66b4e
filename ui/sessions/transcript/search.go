package transcript

import (
	"bytes"
	"sort"
	"strings"
)

// Index is text made ready for search: what the deepest screen shows, piece by
// piece, in one run of bytes in which case and the kind of white space make no
// difference.
type Index struct {
	text   []byte
	places []Place
	starts []int // of the places in text
}

// Place is a piece of text that is indexed by itself.
type Place struct {
	Ref
	Field Field
	Piece int // of a long field, from 0
}

// separator stands between pieces. It is no byte of UTF-8, so no query holds it and
// no match crosses from one piece to the next.
const separator = 0xff

// Add adds a piece of text. Places are added in the order of the transcript.
func (x *Index) Add(at Place, text string) {
	if text == "" {
		return
	}
	x.places = append(x.places, at)
	x.starts = append(x.starts, len(x.text))
	x.text = append(appendFolded(x.text, []byte(text)), separator)
}

// Hit is one match: the Nth, from 0, in the text at a place.
type Hit struct {
	Place
	N int
}

// Hits are all matches of a query, in the order of the transcript.
type Hits struct {
	x      *Index
	starts []int
}

// Search finds a query in all texts, whatever the case of its letters. A blank query
// finds nothing. Matches do not overlap.
func (x *Index) Search(query string) Hits {
	folded := appendFolded(nil, []byte(strings.TrimSpace(query)))
	h := Hits{x: x}
	if len(folded) == 0 {
		return h
	}
	for at := 0; ; {
		i := bytes.Index(x.text[at:], folded)
		if i < 0 {
			return h
		}
		h.starts = append(h.starts, at+i)
		at += i + len(folded)
	}
}

// Len is the number of hits.
func (h Hits) Len() int { return len(h.starts) }

// At returns hit i.
func (h Hits) At(i int) Hit {
	place := sort.SearchInts(h.x.starts, h.starts[i]+1) - 1
	return Hit{Place: h.x.places[place], N: i - sort.SearchInts(h.starts, h.x.starts[place])}
}

// From returns the number of the first hit at r or after it, Len if there is none.
// The places of a message are in the order of the screen: its own fields and its
// sources come last.
func (h Hits) From(r Ref) int {
	if h.x == nil {
		return 0
	}
	places := h.x.places
	i := sort.Search(len(places), func(i int) bool { return places[i].Message >= r.Message })
	for i < len(places) && places[i].Message == r.Message && places[i].Part >= 0 && places[i].Part < r.Part {
		i++
	}
	if i == len(places) {
		return len(h.starts)
	}
	return sort.SearchInts(h.starts, h.x.starts[i])
}
