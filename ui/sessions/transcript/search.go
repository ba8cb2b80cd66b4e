package transcript

import (
	"bytes"
	"sort"
)

// Index is the text of a transcript made ready for search: all fields of all
// parts, folded or not, in one run of bytes in which letter case is equal. It
// is not changed once made.
type Index struct {
	t      *Transcript
	text   []byte
	places []place
}

// place is where the text of a field begins in the index.
type place struct {
	ref     Ref
	start   int
	field   Field
	resized bool // offsets differ from those in the field's own text
}

// separator stands between fields. It is no byte of UTF-8, so no query holds it
// and no match crosses from one field to the next.
const separator = 0xff

// NewIndex reads the whole transcript; it takes about as long as reading it
// from JSON did, so it is made when it is first asked for.
func NewIndex(t *Transcript) *Index {
	x := &Index{t: t}
	var scratch textSink
	add := func(r Ref, f Field) {
		scratch.out = scratch.out[:0]
		t.write(&scratch, r, f)
		if len(scratch.out) == 0 {
			return
		}
		at := place{ref: r, start: len(x.text), field: f}
		x.text, at.resized = appendFolded(x.text, scratch.out)
		x.text = append(x.text, separator)
		x.places = append(x.places, at)
	}
	for i := range t.Messages {
		m := &t.Messages[i]
		if len(m.Extra) > 0 {
			add(Ref{i, -1}, FieldExtra)
		}
		for j := range m.Parts {
			for f := range fields {
				add(Ref{i, j}, f)
			}
		}
	}
	return x
}

// Hit is one match: the bytes Start to End of [Transcript.FieldText].
type Hit struct {
	Ref
	Field      Field
	Start, End int
}

// Hits are all matches of a query, in the order of the transcript.
type Hits struct {
	x      *Index
	size   int // of the query, folded
	starts []int
}

// Search finds query in every text, whatever the case of its letters. The empty
// query finds nothing. Matches do not overlap.
func (x *Index) Search(query string) Hits {
	folded, _ := appendFolded(nil, []byte(query))
	h := Hits{x: x, size: len(folded)}
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
	start := h.starts[i]
	p := h.x.placeOf(start)
	from, to := start-p.start, start-p.start+h.size
	if p.resized {
		from, to = unfoldedRange(h.x.t.FieldText(p.ref, p.field), from, to)
	}
	return Hit{Ref: p.ref, Field: p.field, Start: from, End: to}
}

// Around counts the hits in the bytes from start to before end of the text that
// hit i is in: those before it, and all.
func (h Hits) Around(i, start, end int) (before, all int) {
	p := h.x.placeOf(h.starts[i])
	size := bytes.IndexByte(h.x.text[p.start:], separator)
	if p.resized {
		text := h.x.t.FieldText(p.ref, p.field)
		folded := func(at int) int {
			s, _ := appendFolded(nil, []byte(text[:min(at, len(text))]))
			return len(s)
		}
		start, end = folded(start), folded(end)
	}
	first := sort.SearchInts(h.starts, p.start+start)
	return i - first, sort.SearchInts(h.starts, p.start+min(end, size)) - first
}

// placeOf is the field that a byte of the index belongs to.
func (x *Index) placeOf(at int) place {
	n := sort.Search(len(x.places), func(n int) bool { return x.places[n].start > at })
	return x.places[n-1]
}

// From returns the number of the first hit at r or after it, Len where there is
// none.
func (h Hits) From(r Ref) int {
	places := h.x.placesFrom(r)
	if places == len(h.x.places) {
		return len(h.starts)
	}
	return sort.SearchInts(h.starts, h.x.places[places].start)
}

func (x *Index) placesFrom(r Ref) int {
	return sort.Search(len(x.places), func(n int) bool { return !x.places[n].ref.Less(r) })
}

// unfoldedRange turns offsets in folded text into those of the text itself.
func unfoldedRange(text string, from, to int) (int, int) {
	var folded []byte
	start, at := -1, 0
	for i, r := range text {
		if at >= from && start < 0 {
			start = i
		}
		if at >= to {
			return start, i
		}
		folded, _ = appendFolded(folded[:0], []byte(string(r)))
		at += len(folded)
	}
	if start < 0 {
		start = len(text)
	}
	return start, len(text)
}
