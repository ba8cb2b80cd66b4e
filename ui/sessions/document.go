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
	itemMessage          // who, when, which step
	itemNotes            // contradictions of a record
	itemStopped          // a message or step without any output
	itemSkipped          // messages of which the depth shows nothing
	itemHead             // the line of a part
	itemWhy              // why a call failed, was denied or has no result
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
	from  int // itemText: number of the piece; itemField: first line; itemSkipped: last message; itemStep: number of the step
	to    int // itemField: end of the lines, -1 for all
}

// shows reports whether two items show the same, whatever the view.
func (it item) shows(o item) bool {
	return it.ref == o.ref && it.kind == o.kind && it.field == o.field && it.from == o.from
}

// Longer parts are drawn in pieces.
const (
	pieceBytes = 4 << 10
	pieceLines = 100
)

// document is an open session. What it lays out is kept, so it is not safe for
// concurrent use.
type document struct {
	id       string
	at       time.Time // of the load
	t        *transcript.Transcript
	problems int
	summary  []transcript.Step
	texts    map[transcript.Ref]splitText // long texts
	laidOut  map[fieldAt][]string         // lines of fields that are drawn in pieces
}

type splitText struct {
	source string
	pieces []markdown.Piece
}

type fieldAt struct {
	ref   transcript.Ref
	field transcript.Field
}

func newDocument(id string, at time.Time, t *transcript.Transcript) *document {
	return &document{
		id: id, at: at, t: t, summary: t.Summary(), problems: len(t.Problems()),
		texts: map[transcript.Ref]splitText{}, laidOut: map[fieldAt][]string{},
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
	fields := l.folds.View(l.depth, l.d.t.Key(at), nil)
	stoppedAt, stopped := m.Stopped()
	begun := false
	begin := func() {
		if begun {
			return
		}
		begun = true
		l.blank(at)
		if m.NewRun {
			l.add(item{kind: itemRun, ref: at})
		}
		l.add(item{kind: itemMessage, ref: at})
		if len(m.Notes) > 0 {
			l.add(item{kind: itemNotes, ref: at})
		}
	}
	if stopped || len(m.Notes) > 0 || fields != transcript.ViewNone {
		begin()
	}
	for j, view := range l.d.t.Shown(i, l.depth, l.folds) {
		begin()
		l.part(transcript.Ref{Message: i, Part: j}, view)
	}
	if !begun {
		l.skip(i)
		return
	}
	if stopped {
		l.add(item{kind: itemStopped, ref: transcript.Ref{Message: i, Part: stoppedAt}})
	}
	switch fields {
	case transcript.ViewFull:
		l.blank(at)
		l.field(at, transcript.FieldExtra, fields)
	case transcript.ViewRaw:
		l.blank(at)
		l.field(at, transcript.FieldRaw, fields)
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
	if p.Tool != nil && needsReason(p.Tool, open) {
		put(itemWhy)
	}
	if open && view != transcript.ViewRaw && (p.Kind == transcript.KindText || p.Kind == transcript.KindReasoning) && !p.Blank() {
		for i := range l.d.split(r, p).pieces {
			l.add(item{kind: itemText, ref: r, view: view, from: i})
		}
	}
	if p.Interrupted || p.Writing {
		put(itemCutOff)
	}
	for _, f := range p.Fields(view) {
		l.field(r, f, view)
	}
	if open && p.Foldable() && p.Kind != transcript.KindSteering {
		l.blank(r)
	}
}

// field adds the lines of a field, in pieces if it is long.
func (l *lister) field(r transcript.Ref, f transcript.Field, view transcript.View) {
	whole := item{kind: itemField, field: f, view: view, ref: r, to: -1}
	if !l.d.isLong(r) {
		l.add(whole)
		return
	}
	lines := l.d.lines(r, f)
	for from := 0; from < len(lines); {
		to, size := from, 0
		for to < len(lines) && (to == from || to-from < pieceLines && size < pieceBytes) {
			size += len(lines[to])
			to++
		}
		whole.from, whole.to = from, to
		l.add(whole)
		from = to
	}
}

// split cuts the Markdown of a part into pieces.
func (d *document) split(r transcript.Ref, p *transcript.Part) splitText {
	if s, ok := d.texts[r]; ok {
		return s
	}
	source := p.Markdown()
	s := splitText{source, markdown.Split(source, pieceBytes)}
	if len(s.pieces) > 1 {
		d.texts[r] = s
	}
	return s
}

// isLong reports whether the fields at r are drawn in pieces, by the size of what
// was sent.
func (d *document) isLong(r transcript.Ref) bool {
	size := 0
	if p := d.t.Part(r); p == nil {
		rec := &d.t.Records[r.Message]
		size = len(rec.Unknown) + len(rec.Message.Unknown)
	} else if size = len(p.Raw); p.Tool != nil {
		size = max(size, len(p.Tool.Output))
	}
	return size > 2*pieceBytes
}

// lines are the lines of a field. Those of long parts are kept: laying out a megabyte
// for each piece of it takes too long.
func (d *document) lines(r transcript.Ref, f transcript.Field) []string {
	at := fieldAt{r, f}
	lines, ok := d.laidOut[at]
	if !ok {
		if lines = strings.Split(d.t.FieldText(r, f), "\n"); d.isLong(r) {
			d.laidOut[at] = lines
		}
	}
	return lines
}

// linesOf are the lines of an item of a field.
func (d *document) linesOf(it item) []string {
	lines := d.lines(it.ref, it.field)
	if it.to < 0 {
		return lines
	}
	return lines[it.from:it.to]
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
			s := d.split(it.ref, t.Part(it.ref))
			lines := md.Render(s.pieces[it.from].Source(s.source), wide, theme.Plain)
			for i, line := range lines {
				lines[i] = strings.TrimLeft(ansi.Strip(line), " "+th.Glyphs.Border.Left) // of quotes and code
			}
			x.text.Add(strings.Join(lines, "\n"))
		case itemField:
			x.text.Add(text.CleanLines(strings.Join(d.linesOf(it), "\n")))
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
