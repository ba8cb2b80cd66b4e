package sessions

import (
	"context"
	"maps"
	"slices"
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
	items []item      // with text
	text  pager.Index // of the items
	from  int         // the item it was begun at
	done  int         // the number of items whose text is there
	doc   *document   // has the long texts that were cut
}

// startOf returns the first item of a message.
func startOf(items []item, message int) int {
	return sort.Search(len(items), func(i int) bool {
		return items[i].Message >= message
	})
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
	// splits all long texts, so that d does not change below
	all := list(
		d,
		transcript.DepthAll,
		&transcript.Folds{},
	)
	x := &index{doc: d, items: slices.Clone(slices.DeleteFunc(all, d.hasNoText))}
	x.from = startOf(x.items, message)
	x.text = make(pager.Index, len(x.items))
	type core struct {
		md    *markdown.Renderer
		text  []byte // of one item
		texts blocks
	}
	cores := make([]core, workers)
	for i := range cores {
		cores[i].md = markdown.New(th)
	}
	for part := 64; x.done < len(x.items) && ctx.Err() == nil; part *= 2 {
		if x.done > 0 {
			report(new(*x))
		}
		end := min(x.done+part, len(x.items))
		var work crash.Group
		for i := range cores {
			work.Go(func() {
				c := &cores[i]
				for n := x.done + i; n < end; n += len(cores) {
					at := x.at(n)
					source := searchText(d, x.items[at], c.md)
					// else they share their memory
					c.text = pager.AppendFold(c.text[:0], source)
					if string(c.text) != source {
						source = c.texts.put(c.text)
					}
					x.text[at] = source
				}
			})
		}
		work.Wait()
		x.done = end
	}
	return x
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
	return (x.from + n) % len(x.items)
}

// first returns the item with the first hit of a query from a place on, and after the last
// item from the first one. It reports false if no such item is indexed yet.
func (x *index) first(query string, from transcript.Ref) (int, bool) {
	query = pager.Fold(query)
	for n := range x.done {
		i := x.at(n)
		if (i < x.from || follows(x.items[i].Ref, from)) && query != "" &&
			strings.Contains(x.text[i], query) {
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
		source, _ := d.source(it)
		return md.Text(source)
	case transcript.ItemField:
		source, _ := d.source(it)
		return text.CleanLines(source)
	}
	return ""
}
