package sessions

import (
	"sort"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
)

// place is where the reader is, in terms that survive other items: another
// depth, other folds, a newer state of the session, another width.
type place struct {
	key   transcript.Key
	item  item
	share float64 // of the item's lines that are above the cursor
	row   int     // of the screen
}

func (m *Model) place() place {
	if m.doc == nil || len(m.page.items) == 0 {
		return place{}
	}
	at := m.page.cursor
	it := m.page.items[at.item]
	return place{key: m.doc.t.Key(it.ref), item: it, share: float64(at.line) / float64(m.page.count(at.item)), row: m.page.row()}
}

// restore lists the items anew and puts the cursor where it was.
func (m *Model) restore(p place) {
	m.page.items = list(m.doc, m.depth, &m.folds)
	m.draw.reset(m.doc, m.contentWidth())
	ref, ok := m.doc.t.Locate(p.key)
	if !ok || len(m.page.items) == 0 {
		m.page.hold(spot{}, 0)
		return
	}
	p.item.ref = ref
	i := m.page.find(p.item)
	line := int(p.share*float64(m.page.count(i)) + 0.5)
	if m.page.items[i].kind != p.item.kind {
		line = 0
	}
	m.page.hold(spot{i, line}, p.row)
}

// relist makes the items anew around the reader.
func (m *Model) relist() { m.restore(m.place()) }

// resize gives the page the room that the other lines leave, and keeps the
// reader's place where the width has changed.
func (m *Model) resize() {
	m.page.height = max(m.Height-m.above()-1, 1)
	m.shelf.table.SetSize(m.Width, max(m.Height-len(m.aboveShelf())-1, 1)) // below it is its counter
	if m.doc == nil {
		return
	}
	switch same := m.draw.d == m.doc && m.draw.width == m.contentWidth(); {
	case len(m.page.items) == 0:
		m.restore(place{})
	case same:
		m.page.show()
	default:
		m.relist() // the place is told by the width before
	}
}

// here is the part under the cursor.
func (m *Model) here() transcript.Ref {
	if len(m.page.items) == 0 {
		return transcript.Ref{}
	}
	return m.page.items[m.page.cursor.item].ref
}

func (m *Model) setDepth(d transcript.Depth) {
	m.depth = d
	m.relist()
}

// toggle folds or unfolds the part under the cursor. A step of the story opens
// at the depth that shows its calls.
func (m *Model) toggle() {
	if m.depth == transcript.DepthStory {
		m.setDepth(transcript.DepthTools)
		return
	}
	r := m.here()
	p := m.doc.t.Part(r)
	if p == nil {
		if len(m.page.items) > 0 && m.page.items[m.page.cursor.item].kind == itemSkipped {
			m.setDepth(transcript.DepthTools)
		}
		return
	}
	if !p.Foldable() {
		return
	}
	m.folds.Toggle(m.depth, m.doc.t.Key(r), p)
	m.relist()
	m.goTo(r)
}

// toggleRaw shows the part under the cursor, or the record of its message, as JSON.
func (m *Model) toggleRaw() {
	r := m.here()
	if m.depth == transcript.DepthStory || len(m.page.items) == 0 {
		return
	}
	m.folds.ToggleRaw(m.depth, m.doc.t.Key(r), m.doc.t.Part(r))
	m.relist()
	m.goTo(r)
}

// goTo moves the cursor to a part or a message.
func (m *Model) goTo(r transcript.Ref) {
	want := item{kind: itemHead, ref: r}
	if r.Part < 0 {
		want.kind = itemMessage
	}
	m.page.jump(spot{m.page.find(want), 0})
}

// goToTurn goes to the next message of a user, or the one before.
func (m *Model) goToTurn(by int) tea.Cmd {
	refs, from := m.doc.t.UserTurns(), m.here()
	if p := m.doc.t.Part(from); p != nil && m.doc.t.Messages[from.Message].Role == transcript.RoleUser {
		from.Part = -1
	}
	at, ok := beside(refs, from, by)
	if !ok {
		return pane.Notify(pane.Info, m.ctx.Words.T("sessions.no_turn"))
	}
	m.goTo(refs[at])
	return nil
}

// goToProblem goes to the next place where something went wrong, and unfolds
// what would hide it.
func (m *Model) goToProblem(by int) tea.Cmd {
	problems := m.doc.t.Problems()
	refs := make([]transcript.Ref, len(problems))
	for i, p := range problems {
		refs[i] = p.Ref
	}
	at, ok := beside(refs, m.edge(by), by)
	if !ok {
		return pane.Notify(pane.Info, m.ctx.Words.T("sessions.no_problem"))
	}
	r := refs[at]
	if p := m.doc.t.Part(r); p != nil && p.Kind != transcript.KindStepStart && m.depth != transcript.DepthStory && m.folds.View(m.depth, m.doc.t.Key(r), p) == transcript.ViewNone {
		m.folds.Set(m.doc.t.Key(r), transcript.ViewFolded)
		m.relist()
	}
	m.goTo(r)
	return nil
}

// edge is the place from which the next problem is looked for: the part under
// the cursor, or in the story the end of the step that lies in the direction.
func (m *Model) edge(by int) transcript.Ref {
	r := m.here()
	if m.depth == transcript.DepthStory && by > 0 && len(m.page.items) > 0 {
		if it := m.page.items[m.page.cursor.item]; it.kind == itemStep {
			r.Part = m.doc.story[it.from].Last - 1
		}
	}
	return r
}

// beside is the number of the first of sorted places behind one, or the last
// before it where by is negative.
func beside(refs []transcript.Ref, at transcript.Ref, by int) (int, bool) {
	if by > 0 {
		i := sort.Search(len(refs), func(i int) bool { return at.Less(refs[i]) })
		return i, i < len(refs)
	}
	i := sort.Search(len(refs), func(i int) bool { return !refs[i].Less(at) }) - 1
	return i, i >= 0
}
