package pane

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/widget/picker"
)

// WithSelected calls then with the selected rows, or else with the row under the cursor,
// if there is one.
// Where a filter hides some of the selected rows, it first asks which of them to use.
func (l *List[R]) WithSelected(then func([]R) tea.Cmd) tea.Cmd {
	rows := slices.Collect(l.Table.Selected())
	w := l.ctx.Words
	shown := slices.Collect(l.Table.SelectedShown())
	if hidden := len(rows) - len(shown); hidden > 0 {
		items := []picker.Item{
			{ID: "all", Label: w.N("selection.all", len(rows), "Hidden", w.Int(hidden))},
		}
		if len(shown) > 0 {
			items = append(items, picker.Item{
				ID:    "shown",
				Label: w.N("selection.only_shown", len(shown)),
			})
		}
		l.stack.PickOne(w.N("selection.some_hidden", hidden), items, func(id string) tea.Cmd {
			if id == "shown" {
				return then(shown)
			}
			return then(rows)
		})
		return nil
	}
	r, ok := l.Table.Current()
	if ok && len(rows) == 0 {
		rows = append(rows, r)
	}
	return then(rows)
}

// selectionKeys returns the keys for the selected rows, none without a selection.
func (l *listKeys[R]) selectionKeys() []key.Binding {
	n := l.Table.SelectedCount()
	k := &l.stack.Keys
	w := l.ctx.Words
	if n == 0 {
		return nil
	}
	named := func(b key.Binding, does string) key.Binding {
		b.SetHelp(b.Help().Key, does)
		return b
	}
	return []key.Binding{
		named(k.Copy, w.T(
			"key.copy_selected",
			"What", w.N(l.c.Name+".copied_ids", n),
		)),
		named(k.Export, w.N("key.export_selected", n)),
		l.ctx.Named(k.Back, "key.clear_selection"),
	}
}

// viewHidden says how many of the selected rows are hidden, "" for none.
func (l *listFrame[R]) viewHidden() string {
	w := l.ctx.Words
	t := l.ctx.Theme
	n := l.Table.SelectedCount()
	hidden := n - l.Table.SelectedShownCount()
	if hidden == 0 {
		return ""
	}
	return t.Paint(theme.Warn, t.Glyphs.Selected+" "+
		w.N("selection.hidden", n, "Hidden", w.Int(hidden)))
}

// preferred returns bindings in which those of first come first, in place of others with
// the same key.
func preferred(first, others []key.Binding) []key.Binding {
	return append(first, slices.DeleteFunc(slices.Clone(others), func(o key.Binding) bool {
		return slices.ContainsFunc(first, func(f key.Binding) bool {
			return f.Help().Key == o.Help().Key
		})
	})...)
}

// ofRows returns the keys that do nothing where there are no rows.
func (c *ListConfig[R]) ofRows(common *Keys) []key.Binding {
	keys := []key.Binding{
		common.Filter,
		common.FilterBy,
		common.Sort,
		common.Copy,
		common.CopyAs,
		common.Export,
	}
	if c.Nothing == nil {
		keys = append(keys, common.Detail, c.Open.Key)
	}
	for _, a := range c.Actions {
		if a.Row != nil || a.OfRows {
			keys = append(keys, a.Key)
		}
	}
	return keys
}

// without returns the bindings whose keys are in none of others.
func without(bindings, others []key.Binding) []key.Binding {
	return slices.DeleteFunc(slices.Clone(bindings), func(b key.Binding) bool {
		return slices.ContainsFunc(others, func(other key.Binding) bool {
			return other.Help().Key == b.Help().Key
		})
	})
}
