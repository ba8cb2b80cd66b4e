package sessions

import (
	"sort"
	"strings"
	"time"

	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/widget/markdown"
)

// itemKind is what an item of the page shows.
type itemKind uint8

const (
	itemRun     itemKind = iota // where another run begins
	itemMessage                 // who, when, which step
	itemNotes                   // contradictions of a record
	itemEmpty                   // a step that stopped before any output
	itemSkipped                 // messages of which the depth shows nothing
	itemHead                    // the line of a part
	itemWhy                     // why a call failed, was denied or has no result
	itemText                    // text and reasoning, a piece of it
	itemCutOff                  // behind text that was cut off
	itemField                   // lines of a field
	itemBlank
	itemStep // a line of the story
)

// item is what scrolls as one: small enough that drawing it takes no time.
type item struct {
	kind  itemKind
	field transcript.Field
	view  transcript.View
	ref   transcript.Ref
	from  int // itemText: number of the piece; itemField: first line; itemSkipped: last message; itemStep: number of the step
	to    int // itemField: line behind the last, -1 for all
}

// Parts longer than these are drawn in pieces.
const (
	pieceBytes = 4 << 10
	pieceLines = 100
)

// document is a session that is open.
type document struct {
	id       string
	at       time.Time // when it came
	t        *transcript.Transcript
	problems int
	story    []transcript.Step
	pieces   map[transcript.Ref][]markdown.Piece
	lines    map[fieldAt][]transcript.Line // of fields that are drawn in pieces
	number   map[transcript.Ref]int        // of a source within its message
}

type fieldAt struct {
	ref   transcript.Ref
	field transcript.Field
}

func newDocument(id string, at time.Time, t *transcript.Transcript) *document {
	return &document{
		id: id, at: at, t: t, story: t.Story(), problems: len(t.Problems()),
		pieces: map[transcript.Ref][]markdown.Piece{}, lines: map[fieldAt][]transcript.Line{}, number: numbers(t),
	}
}

// numbers counts the sources of each message.
func numbers(t *transcript.Transcript) map[transcript.Ref]int {
	found := map[transcript.Ref]int{}
	for i := range t.Messages {
		n := 0
		for j := range t.Messages[i].Parts {
			if t.Messages[i].Parts[j].Kind == transcript.KindSource {
				n++
				found[transcript.Ref{Message: i, Part: j}] = n
			}
		}
	}
	return found
}

// lister makes the items of a document.
type lister struct {
	d     *document
	depth transcript.Depth
	folds *transcript.Folds
	items []item
}

func list(d *document, depth transcript.Depth, folds *transcript.Folds) []item {
	l := lister{d: d, depth: depth, folds: folds, items: make([]item, 0, 4*len(d.t.Messages))}
	if depth == transcript.DepthStory {
		for i := range d.story {
			s := &d.story[i]
			if s.First == 0 && d.t.Messages[s.Message].NewRun {
				l.add(itemRun, transcript.Ref{Message: s.Message, Part: -1})
			}
			l.items = append(l.items, item{kind: itemStep, ref: transcript.Ref{Message: s.Message, Part: s.First}, from: i})
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

// blank sets off what follows, unless something does already.
func (l *lister) blank(r transcript.Ref) {
	if last := len(l.items) - 1; last >= 0 && l.items[last].kind != itemBlank {
		l.add(itemBlank, r)
	}
}

func (l *lister) add(k itemKind, r transcript.Ref) {
	l.items = append(l.items, item{kind: k, ref: r})
}

func (l *lister) message(i int) {
	m := &l.d.t.Messages[i]
	at := transcript.Ref{Message: i, Part: -1}
	if !l.shows(i) {
		l.skip(i)
		return
	}
	l.blank(at)
	if m.NewRun {
		l.add(itemRun, at)
	}
	l.add(itemMessage, at)
	if len(m.Notes) > 0 {
		l.add(itemNotes, at)
	}
	for j := range m.Parts {
		if !isListed(&m.Parts[j]) {
			l.part(transcript.Ref{Message: i, Part: j})
		}
	}
	if part, stopped := m.Stopped(); stopped {
		l.add(itemEmpty, transcript.Ref{Message: i, Part: part})
	}
	for j := range m.Parts { // files and sources are lists at the end
		if isListed(&m.Parts[j]) {
			l.part(transcript.Ref{Message: i, Part: j})
		}
	}
	if len(m.Extra) > 0 && l.folds.View(l.depth, l.d.t.Key(at), nil) == transcript.ViewFull {
		l.blank(at)
		l.fieldOf(at, transcript.FieldExtra, transcript.ViewFull)
	}
}

func isListed(p *transcript.Part) bool {
	return p.Kind == transcript.KindFile || p.Kind == transcript.KindSource
}

// shows reports whether anything of a message is shown at this depth.
func (l *lister) shows(i int) bool {
	m := &l.d.t.Messages[i]
	if _, stopped := m.Stopped(); stopped || l.depth != transcript.DepthConversation || len(m.Notes) > 0 {
		return true
	}
	for j := range m.Parts {
		r := transcript.Ref{Message: i, Part: j}
		if l.folds.View(l.depth, l.d.t.Key(r), &m.Parts[j]) != transcript.ViewNone {
			return true
		}
	}
	return l.folds.View(l.depth, l.d.t.Key(transcript.Ref{Message: i, Part: -1}), nil) != transcript.ViewNone
}

// skip tells of messages that are not shown, those in a row together.
func (l *lister) skip(i int) {
	if last := len(l.items) - 1; last >= 0 && l.items[last].kind == itemSkipped && !l.d.t.Messages[i].NewRun {
		l.items[last].from = i
		return
	}
	at := transcript.Ref{Message: i, Part: -1}
	l.blank(at)
	if l.d.t.Messages[i].NewRun {
		l.add(itemRun, at)
	}
	l.items = append(l.items, item{kind: itemSkipped, ref: at, from: i})
}

func (l *lister) part(r transcript.Ref) {
	p := l.d.t.Part(r)
	view := l.folds.View(l.depth, l.d.t.Key(r), p)
	if view == transcript.ViewNone || p.Kind == transcript.KindStepStart && r.Part == 0 && view < transcript.ViewFull {
		return // the line of the message sets the first step apart
	}
	put := func(k itemKind) { l.items = append(l.items, item{kind: k, ref: r, view: view}) }
	open := view >= transcript.ViewOpen
	if p.Kind != transcript.KindText || !open || p.Blank() {
		put(itemHead)
	}
	if p.Tool != nil && needsReason(p.Tool, open) {
		put(itemWhy)
	}
	if open {
		l.body(r, p, view)
	}
	if p.Interrupted {
		put(itemCutOff)
	}
	if view == transcript.ViewFull && len(p.Extra) > 0 {
		l.fieldOf(r, transcript.FieldExtra, view)
	}
	if open && p.Foldable() {
		l.blank(r)
	}
}

func (l *lister) body(r transcript.Ref, p *transcript.Part, view transcript.View) {
	switch p.Kind {
	case transcript.KindText, transcript.KindReasoning:
		if !p.Blank() {
			for i := range l.d.piecesOf(r, p) {
				l.items = append(l.items, item{kind: itemText, ref: r, view: view, from: i})
			}
		}
	case transcript.KindTool:
		if p.Tool.Given() != nil {
			l.fieldOf(r, transcript.FieldInput, view)
		}
		if p.Tool.Output != nil {
			l.fieldOf(r, transcript.FieldOutput, view)
		}
		if p.Tool.ErrorText != "" {
			l.fieldOf(r, transcript.FieldError, view)
		}
		if p.Tool.Approval != nil && p.Tool.Approval.Reason != "" {
			l.fieldOf(r, transcript.FieldReason, view)
		}
		if view == transcript.ViewFull && p.Tool.CallID != "" {
			l.fieldOf(r, transcript.FieldID, view)
		}
	case transcript.KindData, transcript.KindUnknown:
		if p.Value != nil {
			l.fieldOf(r, transcript.FieldValue, view)
		}
	}
}

func (d *document) piecesOf(r transcript.Ref, p *transcript.Part) []markdown.Piece {
	if len(p.Text) <= pieceBytes {
		return []markdown.Piece{{End: len(p.Text)}}
	}
	pieces, ok := d.pieces[r]
	if !ok {
		pieces = markdown.Split(p.Text, pieceBytes)
		d.pieces[r] = pieces
	}
	return pieces
}

// fieldOf adds the lines of a field, in pieces where it is long.
func (l *lister) fieldOf(r transcript.Ref, f transcript.Field, view transcript.View) {
	whole := item{kind: itemField, field: f, view: view, ref: r, to: -1}
	if !l.d.isLong(r) {
		l.items = append(l.items, whole)
		return
	}
	lines := l.d.linesOf(r, f)
	for from := 0; from < len(lines); {
		to, size := from, 0
		for to < len(lines) && (to == from || to-from < pieceLines && size < pieceBytes) {
			for _, t := range lines[to].Tokens {
				size += len(t.Text)
			}
			to++
		}
		whole.from, whole.to = from, to
		l.items = append(l.items, whole)
		from = to
	}
}

// isLong tells the parts whose fields are drawn in pieces, by what was sent.
func (d *document) isLong(r transcript.Ref) bool {
	p := d.t.Part(r)
	return p != nil && len(p.Raw) > 2*pieceBytes
}

// linesOf is the lines of a field. Those of long parts are kept: laying out a
// megabyte for each piece of it would be felt.
func (d *document) linesOf(r transcript.Ref, f transcript.Field) []transcript.Line {
	if !d.isLong(r) {
		return d.t.FieldLines(r, f)
	}
	at := fieldAt{r, f}
	lines, ok := d.lines[at]
	if !ok {
		lines = d.t.FieldLines(r, f)
		d.lines[at] = lines
	}
	return lines
}

// nearer is the rank of items that stand before what is looked for: of these the
// last is the best, of all others the first.
const nearer = 4

// find is the number of the item that shows a field of a part best, by the byte
// of its text: the piece that holds it, else the part's first item, else that of
// its message, else the one before it.
func (p *page) find(d *document, r transcript.Ref, f transcript.Field, offset int) int {
	line := -1
	best, rank := 0, 0
	for i := p.firstOf(r.Message); i < len(p.items) && p.items[i].ref.Message <= r.Message; i++ {
		it := &p.items[i]
		n := 0
		switch {
		case it.kind == itemBlank || it.kind == itemRun:
			n = 1
		case it.ref.Message < r.Message:
			n = 2
		case it.ref.Part != r.Part:
			n = 3
			if it.ref.Part >= 0 && it.ref.Part < r.Part {
				n = nearer
			}
		case it.kind == itemText && f == transcript.FieldText:
			piece := d.piecesOf(r, d.t.Part(r))[it.from]
			n = 6
			if offset >= piece.Start && offset < piece.End {
				n = 7
			}
		case it.kind == itemField && it.field == f:
			if line < 0 {
				line = lineAt(d.t.FieldText(r, f), offset)
			}
			n = 6
			if it.to < 0 || line >= it.from && line < it.to {
				n = 7
			}
		case it.kind == itemWhy && (f == transcript.FieldError || f == transcript.FieldReason):
			n = 6
		default:
			n = 5
		}
		if n > rank || n == rank && n == nearer {
			best, rank = i, n
		}
	}
	return best
}

// firstOf is the number of the first item of a message, or where that is not
// shown, of the last one before it.
func (p *page) firstOf(message int) int {
	i := sort.Search(len(p.items), func(i int) bool { return p.items[i].ref.Message >= message })
	if i == len(p.items) || p.items[i].ref.Message > message {
		return max(i-1, 0)
	}
	return i
}

// startOf is the byte of its field's text at which an item begins.
func (d *document) startOf(it item) int {
	switch {
	case it.kind == itemText:
		return d.piecesOf(it.ref, d.t.Part(it.ref))[it.from].Start
	case it.kind == itemField && it.from > 0:
		s := d.t.FieldText(it.ref, it.field)
		at := 0
		for range it.from {
			at += strings.IndexByte(s[at:], '\n') + 1
		}
		return at
	}
	return 0
}

func lineAt(text string, offset int) int {
	n := 0
	for i := range min(offset, len(text)) {
		if text[i] == '\n' {
			n++
		}
	}
	return n
}
