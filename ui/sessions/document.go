package sessions

import (
	"sort"
	"strings"
	"time"

	"channeldeck/api/archive"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/words"
)

// item is an item of the transcript, or a piece of a long one.
type item = transcript.Item

// pieceBytes is how much of a text or field is drawn as one item.
const pieceBytes = 4 << 10

// document is an open session. It caches layouts, so it is not safe for concurrent use.
type document struct {
	id       string
	at       time.Time // of the load
	facts    history.Session
	stored   bool // read from the history: the service may have a newer state
	t        *transcript.Transcript
	problems []transcript.Ref
	causes   []archive.Cause // of the problems
	summary  []transcript.Step
	turns    []transcript.Turn
	long     map[item]splitText // what is drawn in several pieces
}

type splitText struct {
	source   string
	language string // of a field
	pieces   []markdown.Piece
}

func documentOf(s *fleet.Session) *document {
	return &document{
		id:       s.ID,
		at:       s.At,
		facts:    s.Summary,
		stored:   s.Stored,
		t:        s.Transcript,
		problems: s.Transcript.Problems(),
		causes:   archive.Causes(s.Transcript),
		turns:    s.Turns,
		long:     map[item]splitText{},
	}
}

// problemsText is the number of problems, and of their causes if most problems share one.
func (d *document) problemsText(w *words.Words) string {
	all := w.N("sessions.problems", len(d.problems))
	if 2*len(d.causes) > len(d.problems) {
		return all
	}
	return w.N("sessions.causes", len(d.causes), "Problems", all)
}

// steps is the summary, made at its first use.
func (d *document) steps() []transcript.Step {
	if d.summary == nil {
		d.summary = d.t.Summary()
	}
	return d.summary
}

// list returns the items of the page: those of the transcript, long ones in pieces.
func list(d *document, depth transcript.Depth, folds *transcript.Folds) []compact {
	size := 2 * len(d.t.Messages)
	each := 1 // about as many as a depth shows of a part
	if depth == transcript.DepthAll {
		each = 3
	}
	for i := range d.t.Messages {
		size += each * len(d.t.Messages[i].Parts)
	}
	all := make([]compact, 0, size)
	for it := range d.t.Items(depth, folds) {
		if !d.isLong(it) {
			all = append(all, compactOf(it))
			continue
		}
		for it.N = range d.split(it).pieces {
			all = append(all, compactOf(it))
		}
	}
	return all
}

// isLong reports whether an item is drawn in pieces, by the size of what was sent.
func (d *document) isLong(it item) bool {
	if it.Kind != transcript.ItemText && it.Kind != transcript.ItemField {
		return false
	}
	size := 0
	p := d.t.Part(it.Ref)
	if p == nil {
		rec := &d.t.Records[it.Message]
		size = len(rec.Unknown) + len(rec.Message.Unknown)
		for _, part := range rec.Message.Parts {
			size += len(part)
		}
	} else if size = len(p.Raw); p.Tool != nil {
		size = max(size, len(p.Tool.Output))
	}
	return size > pieceBytes
}

// split cuts a text or a field into pieces. It keeps the pieces of long texts, because
// laying out a megabyte for each piece takes too long.
func (d *document) split(it item) splitText {
	at := item{Ref: it.Ref, Field: it.Field}
	s, ok := d.long[at]
	if ok {
		return s
	}
	s.source, s.language = d.whole(it)
	if it.Kind == transcript.ItemText {
		s.pieces = markdown.Split(s.source, pieceBytes)
	} else {
		s.pieces = splitLines(s.source)
	}
	d.long[at] = s
	return s
}

// whole is the text or field of an item, and the language of a field.
func (d *document) whole(it item) (source, language string) {
	if it.Kind == transcript.ItemText {
		return d.t.Part(it.Ref).Markdown(), ""
	}
	return d.t.Code(it.Ref, it.Field)
}

// splitLines cuts a text between lines.
func splitLines(s string) []markdown.Piece {
	var pieces []markdown.Piece
	for start := 0; start < len(s) || pieces == nil; {
		from := min(start+pieceBytes, len(s))
		end := len(s)
		i := strings.IndexByte(s[from:], '\n')
		if i >= 0 {
			end = from + i + 1
		}
		pieces = append(pieces, markdown.Piece{Start: start, End: end})
		start = end
	}
	return pieces
}

// source is the text or field of an item, or its piece of it, and the language of a field.
func (d *document) source(it item) (source, language string) {
	if d.isLong(it) {
		s := d.split(it)
		return strings.TrimSuffix(s.pieces[it.N].Source(s.source), "\n"), s.language
	}
	return d.whole(it)
}

// find returns the index of the item that shows the same as want. If there is none, it
// prefers an item of the same part, then the last item of an earlier part.
func find(all []compact, want item) int {
	message := int32(want.Message)
	first := sort.Search(len(all), func(i int) bool {
		return all[i].message >= message
	})
	if first == len(all) || all[first].message > message {
		first = max(first-1, 0) // want.Message is not shown
	}
	best := first
	rank := -1
	for i := first; i < len(all) && all[i].message <= message; i++ {
		it := all[i].item()
		r := 0
		switch {
		case it.Message < want.Message:
		case it.Ref == want.Ref && it.Kind == want.Kind && it.Field == want.Field &&
			it.N <= want.N,
			it.Kind == transcript.ItemStep && it.Part <= max(want.Part, 0):
			r = 3
		case it.Ref == want.Ref && it.Kind != transcript.ItemBlank:
			r = 2
		case it.Part <= want.Part:
			r = 1
		}
		// the last of rank 1 or 3 is the nearest to want, the first of rank 2 is the part's head
		if r > rank || r == rank && r%2 == 1 {
			best = i
			rank = r
		}
	}
	return best
}
