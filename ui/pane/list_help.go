package pane

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
)

// ShortHelp returns the keys of the footer: without rows only those that need none.
func (l *List[R]) ShortHelp() []key.Binding {
	k := &l.stack.Keys
	shown, total := l.Table.Counts()
	if l.Query.Typing() {
		return l.ctx.FieldKeys(l.stack.Keys)
	}
	keys := keysOf(l)
	if frameOf(l).viewMissing() != "" {
		return keys.rowless()
	}
	selected := keys.selectionKeys()
	clearFilter := l.ctx.Named(k.Back, "key.clear_filter")
	if shown == 0 && total > 0 {
		return preferred(selected, []key.Binding{k.Filter, clearFilter})
	}
	short := l.c.Footer()
	_, onHeading := l.Table.CurrentSection()
	if shown == 0 && !onHeading { // else the footer is that of the heading
		short = without(short, l.c.ofRows(k))
		if total == 0 {
			short = preferred(append(keys.rowless(), k.Refresh), short)
		}
	}
	if l.Query.Value() != "" {
		short = preferred([]key.Binding{clearFilter}, short)
	}
	short = preferred(selected, short)
	return append(short, l.stack.CommandKeys()...)
}

// rowless returns the keys of actions that are of use without any row.
func (l *listKeys[R]) rowless() (keys []key.Binding) {
	for _, a := range l.c.Actions {
		if a.Inspector && !a.OfRows {
			keys = append(keys, a.Key)
		}
	}
	return keys
}

// hasOwn reports whether an action of the list has the key of a binding that all lists share.
func (l *listKeys[R]) hasOwn(common key.Binding) bool {
	return slices.ContainsFunc(l.c.Actions, func(a Action[R]) bool {
		return a.Key.Help().Key == common.Help().Key
	})
}

// FullHelp returns all keys that work now.
func (l *List[R]) FullHelp() [][]key.Binding {
	if l.Query.Typing() {
		return [][]key.Binding{l.ShortHelp()}
	}
	k := &l.stack.Keys
	keys := keysOf(l)
	selected := keys.selectionKeys()
	return [][]key.Binding{
		preferred(selected, keys.own()),
		keys.ofView(),
		preferred(selected, []key.Binding{k.Copy, k.CopyAs, k.CopyCell, k.CopyJSON, k.Export}),
		append(k.Bindings(), k.Left, k.Right),
	}
}

// own returns the keys of the actions of the list, after the one that leads back, by the name that the footer has
// for it.
func (l *listKeys[R]) own() (own []key.Binding) {
	k := &l.stack.Keys
	short := l.list().ShortHelp()
	back := slices.IndexFunc(short, func(b key.Binding) bool {
		return b.Help().Key == k.Back.Help().Key
	})
	if back >= 0 {
		own = append(own, short[back])
	} else if l.stack.Depth() > 1 {
		own = append(own, k.Back)
	}
	for _, a := range l.c.Actions {
		own = append(own, a.Key)
	}
	if len(l.c.GoTo) > 0 {
		own = append(own, k.GoTo)
	}
	return append(own, k.Refresh)
}

// ofView returns the keys that change how the list and its inspector show the rows.
func (l *listKeys[R]) ofView() (view []key.Binding) {
	k := &l.stack.Keys
	inspects := l.c.Blocks != nil
	if l.c.Open.Row != nil {
		view = append(view, l.c.Open.Key)
	} else if inspects {
		view = append(view, k.Detail)
	}
	if inspects {
		view = append(view, k.Inspector)
	}
	if inspects && !l.hasOwn(k.NextRegion) {
		view = append(view, k.NextRegion)
	}
	if !l.hasOwn(k.Raw) {
		view = append(view, k.Raw)
	}
	view = append(view, k.Filter)
	if len(l.c.Filters) > 0 || l.c.Facets != nil {
		view = append(view, k.FilterBy)
	}
	view = append(view, k.Sort, k.Reverse, k.Columns, k.Reset)
	if l.c.Views.List != "" {
		view = append(view, k.Views)
	}
	if l.c.Select {
		view = append(view, k.Select, k.SelectAll, k.SelectUp, k.SelectDown)
	}
	return view
}
