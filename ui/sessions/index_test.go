package sessions

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/ui/testkit/memory"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/transcripts"
	"channeldeck/ui/widget/pager"
)

// parts builds the index of a session from a message on, and returns what was reported.
func parts(t *testing.T, m *Model, message int) (whole *index, reported []*index) {
	whole = newIndex(t.Context(), m.theme, copyOf(m.top().page.doc), message, 2, func(x any) {
		reported = append(reported, x.(*index))
	})
	return whole, reported
}

func TestIndexBeginsAtTheCursor(t *testing.T) {
	m := begin(
		t,
		panetest.New(t, panetest.Options{Handler: serve(func() string { return transcripts.Session(400) })}),
		120,
		38,
		"s",
	)
	fromStart, _ := parts(t, m, 0)
	whole, reported := parts(t, m, 200)
	if !slices.Equal(whole.text, fromStart.text) || whole.done != len(whole.places) || len(reported) < 4 {
		t.Fatalf("%d of %d items, %d reports", whole.done, len(whole.places), len(reported))
	}
	for i, x := range reported {
		if x.done != 64*(2<<i-1) {
			t.Errorf("report %d has %d items", i, x.done)
		}
		for n := range x.done {
			if at := x.at(n); x.text[at] != whole.text[at] || i == 0 && x.places[at].message < 200 {
				t.Fatalf("report %d, item %d of message %d: %q", i, at, x.places[at].message, x.text[at])
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x := newIndex(ctx, m.theme, copyOf(m.top().page.doc), 0, 2, func(any) {}); x.done > 0 {
		t.Errorf("%d items after the end of the context", x.done)
	}
}

// A search in a long session must not leave much garbage, which the heap grows by.
func TestIndexMemory(t *testing.T) {
	const messages = 1000
	m := begin(
		t,
		panetest.New(t, panetest.Options{Handler: serve(func() string { return transcripts.Session(messages) })}),
		120,
		38,
		"s",
	)
	if each := memory.Allocated(func() { parts(t, m, 0) }) / messages; each > 2_500 {
		t.Errorf("%d bytes a message are allocated", each)
	}
}

// The page of a long session holds little more than the session itself.
func TestPageMemory(t *testing.T) {
	const messages = 1000
	m := begin(
		t,
		panetest.New(t, panetest.Options{Handler: serve(func() string { return transcripts.Session(messages) })}),
		120,
		38,
		"s",
	)
	p := &m.top().page
	each := memory.Allocated(func() { list(p.doc, transcript.DepthTools, &p.folds) }) / messages
	if each > 150 { // 98, and 122 with the race detector
		t.Errorf("%d bytes a message are allocated", each)
	}
}

// A long output is searched as it is: the index holds no second copy of it.
func TestLongOutputIsSearchedAsItIs(t *testing.T) {
	const size = 600 << 10
	for form, session := range transcripts.Outputs(size) {
		m := begin(t, panetest.New(t, panetest.Options{Handler: serve(func() string { return session })}), 120, 38, "s")
		m.top().page.setDepth(transcript.DepthAll)
		m.stack.View()
		var x *index
		allocated := memory.Allocated(func() { x, _ = parts(t, m, 0) })
		if allocated > size/2 {
			t.Errorf("%s: %d bytes are allocated", form, allocated)
		}
		for _, query := range []string{"e", "TEN  cats", "line 000007", "12345", `ws":1`, "exit 0", "猫", "xyz"} {
			var want []pager.Hit
			for i, place := range x.places {
				text := pager.Fold(searchText(x.doc, place.item(), m.markdown))
				for n := range strings.Count(text, pager.Fold(query)) {
					want = append(want, pager.Hit{Item: int32(i), N: int32(n)})
				}
			}
			if got := x.search(query); !slices.Equal(got, want) {
				t.Errorf("%s: %d hits of %q, want %d", form, len(got), query, len(want))
			}
		}
	}
}

// What a screen can do is asked at each key: it does not read a long output for links.
func TestKeysReadNoLongOutput(t *testing.T) {
	const size = 600 << 10
	for form, session := range transcripts.Outputs(size) {
		m := begin(t, panetest.New(t, panetest.Options{Handler: serve(func() string { return session })}), 120, 38, "s")
		m.top().page.setDepth(transcript.DepthAll)
		m.stack.View()
		var keys [][]key.Binding
		if allocated := memory.Allocated(func() { keys = m.stack.FullHelp() }); allocated > size/4 {
			t.Errorf("%s: %d bytes are allocated for the keys", form, allocated)
		}
		opens := func(b key.Binding) bool { return key.Matches(panetest.KeyMsg("o"), b) }
		if !slices.ContainsFunc(slices.Concat(keys...), opens) {
			t.Errorf("%s: no key opens links", form)
		}
	}
}

// indexing opens a session at message 200, of which a part is indexed. finish delivers the rest.
func indexing(t *testing.T) (m *Model, finish func()) {
	m = begin(
		t,
		panetest.New(t, panetest.Options{Handler: serve(func() string { return transcripts.Session(400) })}),
		120,
		38,
		"s",
	)
	r := m.top()
	r.page.goTo(transcript.Ref{Message: 200, Part: -1})
	whole, reported := parts(t, m, 200)
	r.search.of = r.page.doc
	rest := make(chan struct{})
	var next tea.Cmd
	load := r.search.index.Start(m.ctx.Base, m.view.Now, func(_ context.Context, report func(any)) (*index, error) {
		report(reported[0])
		<-rest
		return whole, nil
	})
	next = r.Update(load())
	return m, func() {
		close(rest)
		panetest.Pump(t, m, next)
	}
}

// The screen shows matches, and enter goes to the first one from the cursor on, before the
// whole session is indexed.
func TestSearchBeforeTheSessionIsIndexed(t *testing.T) {
	m, finish := indexing(t)
	s := &m.top().search
	panetest.Press(t, m, "/", "text:ten CATS")
	if !strings.Contains(m.stack.View(), "ten CATS") || len(s.marks().Find([]string{"1. Ten cats"})) != 1 ||
		!strings.Contains(s.viewHits(), m.theme.Glyphs.Ellipsis) {
		t.Errorf("nothing is marked:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "enter")
	first := m.top().page.current()
	if first.Message != 201 || first.Kind != transcript.ItemField || m.top().page.Cursor.Line == 0 ||
		s.marks().Current != m.theme.Hit {
		t.Fatalf("the cursor is on %+v:\n%s", first, m.stack.View())
	}
	panetest.Press(t, m, "n") // waits
	if m.top().page.current() != first {
		t.Error("n went somewhere")
	}
	finish()
	if before := s.hit(s.at - 1); before.item.Ref != first.Ref || before.n != 0 || len(s.hits) != 2*300 ||
		s.at != 2*150+1 {
		t.Errorf("hit %d of %d, after %+v", s.at, len(s.hits), before)
	}
	checkHits(t, m)
}

// A hit that is not indexed yet is shown once it is.
func TestEnterWaitsForTheFirstHit(t *testing.T) {
	for query, want := range map[string]int{"message 399": 399, "message 1 ": 1, "no such": 200} {
		m, finish := indexing(t)
		panetest.Press(t, m, "/", "text:"+query, "enter")
		if at := m.top().page.here().Message; at != 200 {
			t.Errorf("%q: at message %d before it is indexed", query, at)
		}
		finish()
		if at := m.top().page.here().Message; at != want {
			t.Errorf("%q: at message %d, want %d", query, at, want)
		}
	}
}

// The index takes as much memory as the text: it is made once the user opens the search, before the
// first letter.
func TestSessionIsIndexedForASearch(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(func() string { return transcripts.Session(400) })})
	m := begin(t, w, 120, 38, "s")
	for _, timer := range w.Timers() {
		panetest.Pump(t, m, m.stack.Update(timer.Msg))
	}
	s := &m.top().search
	if s.index.Value != nil || s.index.Running() {
		t.Error("indexed without a search")
	}
	panetest.Press(t, m, "/")
	m.stack.Update(panetest.KeyMsg("c")) // no command is run
	if len(s.hits) == 0 || s.index.Running() {
		t.Errorf("%d hits, running %t", len(s.hits), s.index.Running())
	}
}
