package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// wideFrame is the width from which header and footer show more than the
// essentials.
const wideFrame = 60

// footer is the last line: the keys that work now.
type footer struct {
	ctx           *pane.Context
	keys          keyMap
	retry, cancel key.Binding // refresh and esc in a pane without data
}

func newFooter(ctx *pane.Context, keys keyMap) footer {
	k := pane.NewKeys(ctx)
	return footer{
		ctx:    ctx,
		keys:   keys,
		retry:  ctx.Named(k.Refresh, "key.retry"),
		cancel: ctx.Named(k.Back, "key.cancel"),
	}
}

// View draws the keys of a pane and the global ones.
func (f footer) View(p pane.Pane, width int) string {
	k := f.keys.at(f.ctx, p)
	short := p.Stack().ShortHelp()
	always := k.ShortHelp()
	switch s := p.State(); {
	case p.Stack().Capturing(): // letters are text
		return f.ctx.Footer(width, append(slices.Clip(short), f.keys.PaletteInField), nil)
	case s.Loading():
		short = putFirst(f.cancel, short)
	case s.Err != nil && s.At.IsZero():
		short = putFirst(f.retry, short)
	case s.InFlight > 0:
		short = without(f.retry, short) // a refresh is running
	}
	short = append([]key.Binding{k.Now, k.Earlier, k.Later}, short...) // without keys now
	if width < wideFrame {
		always = always[1:] // room for what the pane itself has
	}
	return f.ctx.Footer(width, short, always)
}

// putFirst puts a binding before others, in place of one with the same key.
func putFirst(b key.Binding, others []key.Binding) []key.Binding {
	return append([]key.Binding{b}, without(b, others)...)
}

// without returns the bindings with other keys than that of b.
func without(b key.Binding, others []key.Binding) []key.Binding {
	return slices.DeleteFunc(slices.Clone(others), func(o key.Binding) bool {
		return o.Help().Key == b.Help().Key
	})
}
