package sessions

import (
	"context"
	"maps"
	"sort"
	"strings"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/crash"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/widget/pager"
)

// index is the text that DepthAll draws, prepared for search. It is built from the items
// at the cursor on to the end, and then from the first one.
type index struct {
	places []compact   // of the items with text
	text   pager.Index // of the items; "" for those that are searched as they are
	from   int         // the item it was begun at
	done   int         // the number of items whose text is there
	doc    *document   // has the long texts that were cut
}

// startOf returns the first item of a message.
func (x *index) startOf(message int) int {
	return sort.Search(len(x.places), func(i int) bool {
		return int(x.places[i].message) >= message
	})
}

// find finds the places of the items with text. It splits all long texts, so that the document does not change later.
func (x *index) find() {
	t := x.doc.t
	size := len(t.Messages) // about as many as there are
	for i := range t.Messages {
		size += 3 * len(t.Messages[i].Parts) / 2
	}
	x.places = make([]compact, 0, size)
	var items []item // of a message
	for i := range t.Messages {
		items = t.AppendItems(items[:0], i, transcript.DepthAll, &transcript.Folds{})
		for _, it := range items {
			if x.doc.hasNoText(it) {
				continue
			}
			if !x.doc.isLong(it) {
				x.places = append(x.places, compactOf(it))
				continue
			}
			for it.N = range x.doc.split(it).pieces {
				piece := compactOf(it)
				piece.reading = readPiece
				if it.Kind == transcript.ItemField && pager.IsASCII(x.doc.textOf(it)) {
					piece.reading = readAsIs
				}
				x.places = append(x.places, piece)
			}
		}
	}
}

// textOf returns the text of a text or a field.
func (d *document) textOf(it item) string {
	source, _ := d.source(it)
	return source
}

// hasNoText reports whether a search finds nothing in an item, whatever it looks for.
func (d *document) hasNoText(it item) bool {
	switch it.Kind {
	case transcript.ItemHead:
		p := d.t.Part(it.Ref)
		return p.Tool == nil && p.Label() == ""
	case transcript.ItemText, transcript.ItemField:
		return false
	}
	return true
}

// copyOf returns a copy of a document for another goroutine. It shares the long texts that were cut.
func copyOf(d *document) *document {
	return &document{t: d.t, long: maps.Clone(d.long)}
}

// newIndex builds an index of a document, which nobody else uses meanwhile, from a message on, and reports a small
// part of it first, then larger ones. What was reported does not change.
func newIndex(
	ctx context.Context,
	th *theme.Theme,
	d *document,
	message, workers int,
	report func(any),
) *index {
	x := &index{doc: d}
	x.find()
	x.from = x.startOf(message)
	x.text = make(pager.Index, len(x.places))
	readers := make([]textReader, workers)
	for i := range readers {
		readers[i].doc = d
		readers[i].md = markdown.New(th)
	}
	for part := 64; x.done < len(x.places) && ctx.Err() == nil; part *= 2 {
		if x.done > 0 {
			report(new(*x))
		}
		end := min(x.done+part, len(x.places))
		var work crash.Group
		for i := range readers {
			work.Go(func() {
				for n := x.done + i; n < end; n += len(readers) {
					at := x.at(n)
					if x.places[at].reading != readAsIs {
						x.text[at] = readers[i].read(x.places[at])
					}
				}
			})
		}
		work.Wait()
		x.done = end
	}
	return x
}

// textReader reads the texts of items, in memory that it uses again.
type textReader struct {
	doc    *document
	md     *markdown.Renderer
	flat   []byte
	folded []byte
	texts  blocks
}

// read returns the folded text of an item.
func (r *textReader) read(p compact) string {
	if p.reading == readWhole {
		var ok bool
		r.flat, ok = r.doc.appendFlat(r.flat[:0], p.item(), r.md)
		if ok {
			r.folded = pager.AppendFold(r.folded[:0], r.flat)
			return r.texts.put(r.folded)
		}
	}
	source := searchText(r.doc, p.item(), r.md)
	r.folded = pager.AppendFold(r.folded[:0], source)
	if string(r.folded) == source {
		return source // they share their memory
	}
	return r.texts.put(r.folded)
}

// blocks holds texts in larger allocations: tens of thousands of short ones take more room than they need.
type blocks struct{ last strings.Builder }

// put returns a copy of a text, in the last block if it fits.
func (b *blocks) put(text []byte) string {
	const size = 32 << 10
	if len(text) > size/8 {
		return string(text)
	}
	if b.last.Cap()-b.last.Len() < len(text) {
		b.last = strings.Builder{}
		b.last.Grow(size)
	}
	start := b.last.Len()
	b.last.Write(text)
	return b.last.String()[start:]
}

// at returns the item that is indexed after n others.
func (x *index) at(n int) int {
	return (x.from + n) % len(x.places)
}

// search returns the hits of a query in order.
func (x *index) search(query string) []pager.Hit {
	return pager.Search(len(x.places), query, x.count)
}

// count counts the hits of a folded query in an item.
func (x *index) count(i int, query string) int {
	if x.places[i].reading == readAsIs {
		return pager.CountASCII(x.doc.textOf(x.places[i].item()), query)
	}
	return strings.Count(x.text[i], query)
}

// first returns the item with the first hit of a query from a place on, and after the last
// item from the first one. It reports false if no such item is indexed yet.
func (x *index) first(query string, from transcript.Ref) (int, bool) {
	query = pager.Fold(query)
	for n := range x.done {
		i := x.at(n)
		if (i < x.from || follows(x.places[i].ref(), from)) && query != "" &&
			x.count(i, query) > 0 {
			return i, true
		}
	}
	return 0, false
}

// follows reports whether a hit at r is at from or after it. On the screen, the message's
// own fields and its sources come last.
func follows(r, from transcript.Ref) bool {
	return r.Message > from.Message || r.Message == from.Message &&
		(r.Part < 0 || r.Part >= from.Part)
}

// appendFlat appends what searchText returns of an item that is not cut, but for white space, to b, in a fraction of
// the time. It reports false for a text that it does not read.
func (d *document) appendFlat(b []byte, it item, md *markdown.Renderer) (flat []byte, ok bool) {
	if it.Kind == transcript.ItemText {
		source, _ := d.whole(it)
		return md.AppendText(b, source), true
	}
	if it.Kind != transcript.ItemField {
		return b, false
	}
	b, ok = d.t.AppendFlat(b, it.Ref, it.Field)
	return b, ok && text.IsPlain(b)
}

// searchText returns the text of an item that a search finds.
func searchText(d *document, it item, md *markdown.Renderer) string {
	switch it.Kind {
	case transcript.ItemHead:
		p := d.t.Part(it.Ref)
		if p.Tool != nil {
			return text.CleanLines(p.Tool.Names())
		}
		return text.CleanLines(d.t.Part(it.Ref).Label())
	case transcript.ItemText:
		return md.Text(d.textOf(it))
	case transcript.ItemField:
		return text.CleanLines(d.textOf(it))
	}
	return ""
}
