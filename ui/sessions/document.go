package sessions

import (
	"sort"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/widget/pager"
)

// itemKind is what an item of the page shows.
type itemKind uint8

const (
	itemNone    itemKind = iota
	itemRun              // where another run begins
	itemMessage          // who, when, which step, and contradictions
	itemStopped          // a message or step without any output
	itemSkipped          // messages of which the depth shows nothing
	itemHead             // the line of a part, and why a call has no final result
	itemText             // a piece of text or reasoning
	itemCutOff           // follows unfinished text
	itemField            // lines of a field
	itemBlank
	itemStep // a line of the summary
)

// item is what scrolls as one: small enough to be drawn in no time.
type item struct {
	kind  itemKind
	field transcript.Field
	view  transcript.View
	ref   transcript.Ref
	from  int // itemText, itemField: number of the piece; itemSkipped: last message; itemStep: number of the step
}

// shows reports whether two items show the same, whatever the view.
func (it item) shows(o item) bool {
	return it.ref == o.ref && it.kind == o.kind && it.field == o.field && it.from == o.from
}

// pieceBytes is how much of a text or field is drawn as one item.
const pieceBytes = 4 << 10

// document is an open session. What it lays out is kept, so it is not safe for
// concurrent use.
type document struct {
	id       string
	at       time.Time // of the load
	t        *transcript.Transcript
	problems int
	summary  []transcript.Step
	long     map[fieldAt]splitText // what is drawn in several pieces
}

type fieldAt struct {
	ref   transcript.Ref
	field transcript.Field
}

type splitText struct {
	source string
	pieces []markdown.Piece
}

func newDocument(id string, at time.Time, t *transcript.Transcript) *document {
	return &document{
		id: id, at: at, t: t, summary: t.Summary(), problems: len(t.Problems()),
		long: map[fieldAt]splitText{},
	}
}

// lister lists the items of a document.
type lister struct {
	d     *document
	depth transcript.Depth
	folds *transcript.Folds
	items []item
}

func list(d *document, depth transcript.Depth, folds *transcript.Folds) []item {
	l := lister{d: d, depth: depth, folds: folds, items: make([]item, 0, 4*len(d.t.Messages))}
	if depth == transcript.DepthSummary {
		for i := range d.summary {
			s := &d.summary[i]
			if m := &d.t.Messages[s.Message]; s.First == 0 && m.NewRun {
				l.add(item{kind: itemRun, ref: transcript.Ref{Message: s.Message, Part: -1}})
			}
			l.add(item{kind: itemStep, ref: transcript.Ref{Message: s.Message, Part: s.First}, from: i})
		}
		return l.items
	}
	for i := range d.t.Messages {
		l.message(i)
	}
	if last := len(l.items) - 1; last >= 0 && l.items[last].kind == itemBlank {
		l.items = l.items[:last]
	}
	return l.items
}

func (l *lister) add(it item) { l.items = append(l.items, it) }

// blank separates what follows from the item before.
func (l *lister) blank(r transcript.Ref) {
	if last := len(l.items) - 1; last >= 0 && l.items[last].kind != itemBlank {
		l.add(item{kind: itemBlank, ref: r})
	}
}

func (l *lister) message(i int) {
	m := &l.d.t.Messages[i]
	at := transcript.Ref{Message: i, Part: -1}
	before := len(l.items)
	l.blank(at)
	if m.NewRun {
		l.add(item{kind: itemRun, ref: at})
	}
	l.add(item{kind: itemMessage, ref: at})
	heading := len(l.items)
	for j, view := range l.d.t.Shown(i, l.depth, l.folds) {
		l.part(transcript.Ref{Message: i, Part: j}, view)
	}
	if part, stopped := m.Stopped(); stopped {
		l.add(item{kind: itemStopped, ref: transcript.Ref{Message: i, Part: part}})
	}
	switch view := l.folds.View(l.depth, l.d.t.Key(at), nil); view {
	case transcript.ViewFull:
		l.blank(at)
		l.pieces(item{kind: itemField, ref: at, field: transcript.FieldExtra, view: view})
	case transcript.ViewRaw:
		l.blank(at)
		l.pieces(item{kind: itemField, ref: at, field: transcript.FieldRaw, view: view})
	}
	if len(l.items) == heading && len(m.Notes) == 0 { // no heading stands alone
		l.items = l.items[:before]
		l.skip(i)
	}
}

// skip counts messages that are not shown. Results that are shown with their calls
// hide nothing.
func (l *lister) skip(i int) {
	m := &l.d.t.Messages[i]
	if m.Role == transcript.RoleTool && !m.NewRun {
		return
	}
	if last := len(l.items) - 1; last >= 0 && l.items[last].kind == itemSkipped && !m.NewRun {
		l.items[last].from = i
		return
	}
	at := transcript.Ref{Message: i, Part: -1}
	l.blank(at)
	if m.NewRun {
		l.add(item{kind: itemRun, ref: at})
	}
	l.add(item{kind: itemSkipped, ref: at, from: i})
}

func (l *lister) part(r transcript.Ref, view transcript.View) {
	p := l.d.t.Part(r)
	put := func(k itemKind) { l.add(item{kind: k, ref: r, view: view}) }
	open := view >= transcript.ViewOpen
	if p.Kind == transcript.KindSteering {
		l.blank(r)
	}
	if p.Kind != transcript.KindText || !open || view == transcript.ViewRaw || p.Blank() {
		put(itemHead)
	}
	if open && view != transcript.ViewRaw && (p.Kind == transcript.KindText || p.Kind == transcript.KindReasoning) && !p.Blank() {
		l.pieces(item{kind: itemText, ref: r, view: view})
	}
	if p.Interrupted || p.Writing {
		put(itemCutOff)
	}
	for _, f := range p.Fields(view) {
		l.pieces(item{kind: itemField, ref: r, field: f, view: view})
	}
	if open && p.Foldable() && p.Kind != transcript.KindSteering {
		l.blank(r)
	}
}

// pieces adds an item for each piece of a text or field.
func (l *lister) pieces(it item) {
	count := 1
	if l.d.isLong(it) {
		count = len(l.d.split(it).pieces)
	}
	for it.from = range count {
		l.add(it)
	}
}

// isLong reports whether an item is drawn in pieces, by the size of what was sent.
func (d *document) isLong(it item) bool {
	size := 0
	if p := d.t.Part(it.ref); p == nil {
		rec := &d.t.Records[it.ref.Message]
		size = len(rec.Unknown) + len(rec.Message.Unknown)
	} else if size = len(p.Raw); p.Tool != nil {
		size = max(size, len(p.Tool.Output))
	}
	return size > pieceBytes
}

// split cuts a text or a field into pieces. Those of long ones are kept: laying out a
// megabyte for each piece of it takes too long.
func (d *document) split(it item) splitText {
	at := fieldAt{it.ref, it.field}
	s, ok := d.long[at]
	switch {
	case ok:
		return s
	case it.kind == itemText:
		s.source = d.t.Part(it.ref).Markdown()
		s.pieces = markdown.Split(s.source, pieceBytes)
	default:
		s.source = d.t.FieldText(it.ref, it.field)
		s.pieces = splitLines(s.source)
	}
	d.long[at] = s
	return s
}

// splitLines cuts a text between lines.
func splitLines(s string) []markdown.Piece {
	var pieces []markdown.Piece
	for end := 0; end < len(s) || pieces == nil; {
		start := end
		end = len(s)
		if from := start + pieceBytes; from < end {
			if i := strings.IndexByte(s[from:], '\n'); i >= 0 {
				end = from + i + 1
			}
		}
		pieces = append(pieces, markdown.Piece{Start: start, End: end})
	}
	return pieces
}

// source is the text or field of an item, or its piece of it.
func (d *document) source(it item) string {
	if d.isLong(it) {
		s := d.split(it)
		return strings.TrimSuffix(s.pieces[it.from].Source(s.source), "\n")
	}
	if it.kind == itemText {
		return d.t.Part(it.ref).Markdown()
	}
	return d.t.FieldText(it.ref, it.field)
}

// index is what the deepest screen draws, ready for search.
type index struct {
	items []item
	text  pager.Index // of the items
}

func newIndex(th *theme.Theme, t *transcript.Transcript) *index {
	const wide = 1 << 20 // cells: no line is wrapped
	d := newDocument("", time.Time{}, t)
	md := markdown.New(th)
	x := &index{items: list(d, transcript.DepthAll, &transcript.Folds{})}
	for _, it := range x.items {
		switch it.kind {
		case itemHead:
			x.text.Add(text.CleanLines(t.FieldText(it.ref, transcript.FieldName)))
		case itemText:
			lines := md.Render(d.source(it), wide, theme.Plain)
			for i, line := range lines {
				lines[i] = strings.TrimLeft(ansi.Strip(line), " "+th.Glyphs.Border.Left) // of quotes and code
			}
			x.text.Add(strings.Join(lines, "\n"))
		case itemField:
			x.text.Add(text.CleanLines(d.source(it)))
		default:
			x.text.Add("")
		}
	}
	return x
}

// find returns the number of the item that shows what another item shows, or that is
// nearest to it.
func find(items []item, want item) int {
	first := sort.Search(len(items), func(i int) bool { return items[i].ref.Message >= want.ref.Message })
	if first == len(items) || items[first].ref.Message > want.ref.Message {
		first = max(first-1, 0) // the last one before a message that is not shown
	}
	best, rank := first, -1
	for i := first; i < len(items) && items[i].ref.Message <= want.ref.Message; i++ {
		it, r := items[i], 0
		switch {
		case it.ref.Message < want.ref.Message:
		case it.ref == want.ref && it.kind == want.kind && it.field == want.field && it.from <= want.from:
			r = 3
		case it.ref == want.ref && it.kind != itemBlank:
			r = 2
		case it.ref.Part <= want.ref.Part:
			r = 1
		}
		if r > rank || r == rank && r%2 == 1 { // of the odd ranks the last is the best
			best, rank = i, r
		}
	}
	return best
}
