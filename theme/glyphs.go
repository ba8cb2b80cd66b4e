package theme

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Glyphs are the signs that are no words. Each is one cell wide unless it says
// otherwise, so that columns of them line up.
type Glyphs struct {
	Cursor   string // the row one is on
	Selected string // a row that is chosen
	Empty    string // a row that is not
	Normal   string // healthy
	Abnormal string
	Unknown  string
	Stale    string // numbers that are old
	Pending  string
	New      string
	Dash     string // no value
	Ellipsis string
	SortUp   string
	SortDown string
	Folded   string
	Open     string
	Bullet   string
	Between  string // between short facts on a line
	Bar      string // a filled cell of a progress bar
	BarRest  string
	Rule     string // a thin line
	Up, Down string // a change
	Left     string // there is more at the left
	Right    string
	Branch   string // two cells, a row below another
	User     string
	Arrows   [4]string // the keys up, down, left, right
	Border   lipgloss.Border
	Unicode  bool // all others, also braille dots, can be shown
}

// Plain writes the signs of sentences and numbers ("8 × 2 s", a text that was
// cut) with those that the terminal has. Each takes the cells that it took before.
func (g Glyphs) Plain(s string) string {
	if g.Unicode {
		return s
	}
	return plain.Replace(s)
}

var plain = strings.NewReplacer("…", "~", "–", "-", "—", "-", "−", "-", "·", "|", "•", "*", "×", "x", "≤", "<", "≥", ">", "→", ">", "←", "<",
	"“", `"`, "”", `"`, "‘", "'", "’", "'")

// Unicode are the glyphs for terminals with fonts that have them.
func Unicode() Glyphs {
	return Glyphs{
		Cursor: "▌", Selected: "✓", Empty: " ",
		Normal: "●", Abnormal: "✗", Unknown: "?", Stale: "!", Pending: "◌", New: "+",
		Dash: "–", Ellipsis: "…", SortUp: "↑", SortDown: "↓", Folded: "▸", Open: "▾",
		Bullet: "•", Between: "·", Bar: "█", BarRest: "░", Rule: "─", Up: "▲", Down: "▼",
		Left: "‹", Right: "›", Branch: "└ ", User: "❯", Border: lipgloss.RoundedBorder(),
		Arrows: [4]string{"↑", "↓", "←", "→"}, Unicode: true,
	}
}

// ASCII are the glyphs for all other terminals and for --ascii.
func ASCII() Glyphs {
	return Glyphs{
		Cursor: ">", Selected: "*", Empty: " ",
		Normal: "o", Abnormal: "x", Unknown: "?", Stale: "!", Pending: "~", New: "+",
		Dash: "-", Ellipsis: "~", SortUp: " ^", SortDown: " v", Folded: "+", Open: "-",
		Bullet: "*", Between: "|", Bar: "#", BarRest: ".", Rule: "-", Up: "^", Down: "v",
		Left: "<", Right: ">", Branch: "` ", User: ">", Border: lipgloss.ASCIIBorder(),
		Arrows: [4]string{"up", "down", "left", "right"},
	}
}
