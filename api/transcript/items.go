package transcript

import (
	"iter"
	"slices"
)

// Item is one element of a transcript on the screen and in the Markdown.
type Item struct {
	Kind   ItemKind
	Field  Field  // ItemField
	Extent Extent // of the part
	Ref
	// ItemSkipped: last message; ItemStep: number of the step; for callers that show a text or
	// field in pieces
	N int
}

// ItemKind is the kind of an [Item].
type ItemKind uint8

const (
	ItemNone       ItemKind = iota
	ItemRun                 // where another run begins
	ItemMessage             // who, when, and which step
	ItemSkipped             // messages that the depth hides
	ItemHead                // the line of a part, and why a call has no final result
	ItemText                // text or reasoning
	ItemUnfinished          // follows unfinished text, or a message or step without any output
	ItemField               // a field
	ItemBlank
	ItemStep // a step of the summary
)

// lister lists the items of a transcript, or those of some messages.
type lister struct {
	t     *Transcript
	depth Depth
	folds *Folds
	items []Item
	after []Item // other fields of a steering message, which follow the parts within it
}

// Items yields what a depth and folds show, in order. It holds the items of one message at a time: a long session has
// a hundred thousand.
func (t *Transcript) Items(d Depth, f *Folds) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		l := lister{t: t, depth: d, folds: f}
		if d == DepthSummary {
			l.summary()
		} else if !l.messages(yield) {
			return
		}
		for _, it := range l.items {
			if !yield(it) {
				return
			}
		}
	}
}

// messages lists the items of all messages, and yields all but the last one. It reports false if yield does.
func (l *lister) messages(yield func(Item) bool) bool {
	for i := range l.t.Messages {
		l.message(i)
		last := len(l.items) - 1
		if last < 1 {
			continue
		}
		for _, it := range l.items[:last] {
			if !yield(it) {
				return false
			}
		}
		l.items = append(l.items[:0], l.items[last]) // which the next message may change
	}
	l.items = slices.DeleteFunc(l.items, func(it Item) bool {
		return it.Kind == ItemBlank
	})
	return true
}

// summary lists the steps.
func (l *lister) summary() {
	for i, s := range l.t.Summary() {
		if s.First == 0 {
			l.run(s.Message)
		}
		l.add(Item{
			Kind: ItemStep,
			Ref:  Ref{s.Message, s.First},
			N:    i,
		})
	}
}

// AppendItems appends what a depth and folds show of a message, but for [DepthSummary], which shows no messages.
func (t *Transcript) AppendItems(items []Item, message int, d Depth, f *Folds) []Item {
	l := lister{
		t:     t,
		depth: d,
		folds: f,
		items: items,
	}
	l.message(message)
	return l.items
}

func (l *lister) add(it Item) {
	l.items = append(l.items, it)
}

// blank separates what follows from the item before.
func (l *lister) blank(r Ref) {
	last := len(l.items) - 1
	if last >= 0 && l.items[last].Kind != ItemBlank {
		l.add(Item{Kind: ItemBlank, Ref: r})
	}
}

func (l *lister) run(message int) {
	if l.t.Messages[message].NewRun {
		l.add(Item{Kind: ItemRun, Ref: Ref{message, -1}})
	}
}

func (l *lister) message(i int) {
	m := &l.t.Messages[i]
	if m.Below || m.Replaced || m.silent() && l.depth != DepthAll {
		return
	}
	at := Ref{i, -1}
	before := len(l.items)
	l.blank(at)
	l.run(i)
	l.add(Item{Kind: ItemMessage, Ref: at})
	heading := len(l.items)
	for j, view := range l.t.Visible(i, l.depth, l.folds) {
		if len(l.after) > 0 && m.Parts[j].Level <= l.t.Part(l.after[0].Ref).Level {
			l.flush()
		}
		l.part(Ref{i, j}, view)
	}
	l.flush()
	if part, stopped := m.Stopped(); stopped {
		l.add(Item{Kind: ItemUnfinished, Ref: Ref{i, part}})
	}
	if view := l.folds.Extent(l.depth, l.t.Key(at), nil); view >= Full {
		field := FieldExtra
		if view == AsSent {
			field = FieldRaw
		}
		l.blank(at)
		l.add(Item{
			Kind:   ItemField,
			Ref:    at,
			Field:  field,
			Extent: view,
		})
	}
	if len(l.items) == heading { // no heading stands alone
		l.items = l.items[:before]
		l.skip(i)
	}
}

// flush adds what follows the parts of a steering message.
func (l *lister) flush() {
	if len(l.after) > 0 {
		r := l.after[0].Ref
		l.blank(r)
		l.items = append(l.items, l.after...)
		l.after = nil
		l.blank(r)
	}
}

// skip counts hidden messages. Results that are shown with their calls do not count.
func (l *lister) skip(i int) {
	m := &l.t.Messages[i]
	last := len(l.items) - 1
	switch {
	case (m.Role == RoleTool || m.repeated()) && !m.NewRun:
	case last >= 0 && l.items[last].Kind == ItemSkipped && !m.NewRun:
		l.items[last].N = i
	default:
		l.blank(Ref{i, -1})
		l.run(i)
		l.add(Item{Kind: ItemSkipped, Ref: Ref{i, -1}, N: i})
	}
}

func (l *lister) part(r Ref, view Extent) {
	p := l.t.Part(r)
	put := func(k ItemKind) { l.add(Item{Kind: k, Ref: r, Extent: view}) }
	open := view >= Open
	if p.Kind == KindSteering {
		l.blank(r)
	}
	if p.Kind != KindText || !open || view == AsSent || p.Blank() {
		put(ItemHead)
	}
	if open && view != AsSent && (p.Kind == KindText || p.Kind == KindReasoning) && !p.Blank() {
		l.add(Item{Kind: ItemText, Ref: r, Extent: view})
	}
	if p.Unfinished {
		put(ItemUnfinished)
	}
	for _, f := range p.Fields(view) {
		it := Item{
			Kind:   ItemField,
			Ref:    r,
			Field:  f,
			Extent: view,
		}
		if p.Kind == KindSteering && view != AsSent {
			l.after = append(l.after, it)
		} else {
			l.add(it)
		}
	}
	if open && p.Foldable() && p.Kind != KindSteering {
		l.blank(r)
	}
}
