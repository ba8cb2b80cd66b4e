package pane

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/command"
	"channeldeck/ui/text"
)

// Region is a part of a screen of Regions, for example a List or a Text. One that can have
// the focus is a Focusable.
type Region interface {
	View() string // within the size that was set
	SetSize(width, height int)
}

// Focusable is a region that handles keys while it has the focus.
type Focusable interface {
	Screen
	SetFocus(bool)
}

// Area is room for a region, or for areas beside or below each other, the first one at the
// left or on top.
type Area struct {
	Region     Region                         // or
	Draw       func(width, height int) string // a region that is drawn again after every message but a key; or
	SideBySide []Area                         // or
	Below      []Area

	// of the width among areas beside each other, of the height among those below; 0 for an equal
	// share of the rest
	Size int
	Min  int // the minimum size where Size is 0
	Rank int // where the room is too small for all, the areas of the least rank are left out
}

// Regions is a screen of regions. One has the focus: it gets the keys. Other messages reach
// all regions that can have the focus, and mouse events the one below them.
type Regions struct {
	Next, Previous key.Binding // move the focus; unset for none

	layout        func(width, height int) Area
	all           []Focusable
	places        []placed
	front         Focusable
	width, height int
}

// placed is a region that is shown, in cells from the upper left corner.
type placed struct {
	Area
	x, y, width, height int
	drawn               string // by Draw
}

// NewRegions returns a screen. The first one of all has the focus. layout divides the room
// of the screen among regions; those that it leaves out are not visible, but get messages.
func NewRegions(layout func(width, height int) Area, all ...Focusable) *Regions {
	return &Regions{layout: layout, all: all, front: all[0]}
}

// SetSize sets the size in cells.
func (r *Regions) SetSize(width, height int) {
	r.width = width
	r.height = height
	r.Arrange()
}

// Arrange divides the room again. The focus moves to the first region if its own is gone.
func (r *Regions) Arrange() {
	r.places = r.places[:0]
	r.put(
		r.layout(r.width, r.height),
		0,
		0,
		r.width,
		r.height,
	)
	shown := r.shown()
	if len(shown) > 0 && !slices.Contains(shown, r.front) {
		r.front = shown[0]
	}
	r.Focus(r.front)
	for i := range r.places {
		if p := &r.places[i]; p.Region != nil {
			p.Region.SetSize(p.width, p.height)
		}
	}
	r.Redraw()
}

// put places an area.
func (r *Regions) put(a Area, x, y, width, height int) {
	if len(a.SideBySide) > 0 {
		sizes := Divide(a.SideBySide, width)
		for i, part := range a.SideBySide {
			r.put(part, x, y, sizes[i], height)
			x += sizes[i]
		}
	} else if len(a.Below) > 0 {
		sizes := Divide(a.Below, height)
		for i, part := range a.Below {
			r.put(part, x, y, width, sizes[i])
			y += sizes[i]
		}
	} else if width > 0 && height > 0 && (a.Region != nil || a.Draw != nil) {
		r.places = append(r.places, placed{
			Area:   a,
			x:      x,
			y:      y,
			width:  width,
			height: height,
		})
	}
}

// Divide divides room among areas. Those for which there is none get 0.
func Divide(areas []Area, room int) []int {
	sizes := make([]int, len(areas))
	shares := 0
	rest := room
	order := make([]int, len(areas)) // the areas left out first are last
	for i := range areas {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(areas[b].Rank, areas[a].Rank)
	})
	for n, i := range order {
		a := areas[i]
		need := cmp.Or(a.Size, a.Min)
		if n == 0 {
			need = min(need, room)
		}
		if need > rest {
			break
		}
		rest -= need
		if sizes[i] = need; a.Size == 0 {
			shares++
			sizes[i] = max(need, 1)
			rest -= sizes[i] - need
		}
	}
	for i, a := range areas { // the rest is shared
		if a.Size == 0 && sizes[i] > 0 {
			share := rest / shares
			sizes[i] += share
			rest -= share
			shares--
		}
	}
	return sizes
}

// Redraw draws the regions that keys do not change. Call it after a key that does.
func (r *Regions) Redraw() {
	for i := range r.places {
		if p := &r.places[i]; p.Draw != nil {
			p.drawn = p.Draw(p.width, p.height)
		}
	}
}

// shown returns the visible regions that can have the focus, in the order in which it moves.
func (r *Regions) shown() (list []Focusable) {
	for _, p := range r.places {
		f, ok := p.Region.(Focusable)
		if ok && slices.Contains(r.all, f) {
			list = append(list, f)
		}
	}
	return list
}

// Several reports whether the focus can move.
func (r *Regions) Several() bool { return len(r.shown()) > 1 }

// Takes reports whether a key moves the focus.
func (r *Regions) Takes(msg tea.KeyMsg) bool {
	return r.Several() && key.Matches(msg, r.Next, r.Previous)
}

// Focus gives a region the focus.
func (r *Regions) Focus(to Focusable) {
	r.front = to
	for _, f := range r.all {
		f.SetFocus(f == to)
	}
}

// Front returns the region with the focus.
func (r *Regions) Front() Focusable { return r.front }

// Shows reports whether a region is visible.
func (r *Regions) Shows(region Region) bool {
	return slices.ContainsFunc(r.places, func(p placed) bool {
		return p.Region == region
	})
}

// Update handles a message.
func (r *Regions) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		by := 0
		switch {
		case r.front.Capturing():
		case key.Matches(msg, r.Next):
			by = 1
		case key.Matches(msg, r.Previous):
			by = -1
		}
		shown := r.shown()
		if by != 0 && len(shown) > 0 {
			n := len(shown)
			r.Focus(shown[(slices.Index(shown, r.front)+by+n)%n])
			return nil
		}
		return r.front.Update(msg)
	case tea.MouseMsg:
		return r.onMouse(msg)
	}
	var cmds []tea.Cmd
	for _, f := range r.all {
		cmds = append(cmds, f.Update(msg))
	}
	r.Redraw()
	return tea.Batch(cmds...)
}

// onMouse passes an event to the region below it, which gets the focus by a click.
func (r *Regions) onMouse(msg tea.MouseMsg) tea.Cmd {
	for _, p := range r.places {
		f, ok := p.Region.(Focusable)
		if !ok || msg.X < p.x || msg.X >= p.x+p.width || msg.Y < p.y || msg.Y >= p.y+p.height {
			continue
		}
		if msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			r.Focus(f)
		}
		msg.X -= p.x
		msg.Y -= p.y
		cmd := f.Update(msg)
		r.Redraw()
		return cmd
	}
	return nil
}

// View draws the regions.
func (r *Regions) View() string {
	places := slices.Clone(r.places)
	slices.SortStableFunc(places, func(a, b placed) int {
		return cmp.Compare(a.x, b.x)
	})
	lines := make([]strings.Builder, max(r.height, 0))
	ends := make([]int, max(r.height, 0))
	for _, p := range places {
		view := p.drawn
		if p.Region != nil {
			view = p.Region.View()
		}
		end := p.y + p.height
		y := p.y
		for line := range strings.SplitSeq(view, "\n") {
			if y == end {
				break
			}
			if line != "" {
				lines[y].WriteString(text.Blank(p.x - ends[y]))
				lines[y].WriteString(line)
				ends[y] = p.x + text.Width(line)
			}
			y++
		}
	}
	all := make([]string, len(lines))
	for i := range lines {
		all[i] = lines[i].String()
	}
	return text.Fit(strings.Join(all, "\n"), r.width, r.height)
}

// Capturing reports whether the region with the focus takes keys as text.
func (r *Regions) Capturing() bool { return r.front.Capturing() }

// Back undoes something in the region with the focus, or moves the focus to the first one.
func (r *Regions) Back() (tea.Cmd, bool) {
	if b, ok := r.front.(Backer); ok {
		if cmd, handled := b.Back(); handled {
			return cmd, true
		}
	}
	shown := r.shown()
	if len(shown) > 0 && r.front != shown[0] {
		r.Focus(shown[0])
		return nil, true
	}
	return nil, false
}

// WithCommandRows calls then with the rows of the region with the focus that own commands
// run for.
func (r *Regions) WithCommandRows(then func([]command.Row) tea.Cmd) tea.Cmd {
	if source, ok := r.front.(RowSource); ok {
		return source.WithCommandRows(then)
	}
	return then(nil)
}

// Links returns what finds the pages of the region with the focus, nil for none.
func (r *Regions) Links() func() []string {
	if source, ok := r.front.(LinkSource); ok {
		return source.Links()
	}
	return nil
}

// ShortHelp returns the keys of the footer.
func (r *Regions) ShortHelp() []key.Binding { return r.front.ShortHelp() }

// FullHelp returns all keys that work now.
func (r *Regions) FullHelp() [][]key.Binding {
	all := fullHelp(r.front)
	if r.Several() && !r.Capturing() {
		all = append(all, []key.Binding{r.Next, r.Previous})
	}
	return all
}
