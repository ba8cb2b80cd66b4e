package sessions

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/markdown"
)

// colourTime is how long the colours of code in sight may take. What they take
// is no pause: the code stands there without them.
const colourTime = time.Second

// coloured is the colours of code that was drawn without.
type coloured struct {
	model   *Model
	colours markdown.Colours
}

// colour finds the colours of the code that was drawn without, away from the
// keys and one after the other.
func (m *Model) colour() tea.Cmd {
	if m.colouring {
		return nil
	}
	blocks := m.draw.md.Uncoloured()
	if len(blocks) == 0 {
		return nil
	}
	m.colouring = true
	base := m.ctx.Base
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(base, colourTime)
		defer cancel()
		return coloured{model: m, colours: markdown.Colour(ctx, blocks)}
	}
}

// onColoured draws anew what is in sight, and so comes to the code there that is
// left. Nothing moves: colours make no other lines.
func (m *Model) onColoured(msg coloured) {
	m.colouring = false
	m.draw.md.Take(msg.colours)
	m.draw.forget()
	m.resize()
}
