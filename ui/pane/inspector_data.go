package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/store"
)

// InspectorData loads the data that an inspector adds from the history to the row that it shows. A K
// identifies the data, a V holds them.
type InspectorData[K comparable, V any] struct {
	load store.Loader[V]
	of   K
}

// Take handles the messages of the load; mine is false for others.
func (b *InspectorData[K, V]) Take(msg tea.Msg) (mine bool, cmd tea.Cmd) {
	return b.load.Take(msg)
}

// Show reads what belongs to another row than before, after any message but a key: the
// inspector follows the cursor later.
func (b *InspectorData[K, V]) Show(
	site *Site,
	msg tea.Msg,
	of K,
	read func(context.Context, *fleet.Fleet) (V, error),
) tea.Cmd {
	f := site.Store.Fleet
	_, key := msg.(tea.KeyMsg)
	if key || f.History == nil || b.of == of {
		return nil
	}
	var none V
	b.of = of
	b.load.Value = none
	return b.load.Start(
		site.session.Base,
		site.View.Now,
		func(ctx context.Context, _ func(any)) (V, error) {
			return read(ctx, f)
		},
	)
}

// Reading reports whether it is still being read.
func (b *InspectorData[K, V]) Reading() bool { return b.load.Running() }

// Of returns what belongs to a row, zero until it is read.
func (b *InspectorData[K, V]) Of(of K) (v V) {
	if b.of == of {
		v = b.load.Value
	}
	return v
}
