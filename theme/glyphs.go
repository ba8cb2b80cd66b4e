package theme

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Glyphs are the signs of the screens. Each is one cell wide, except Branch, the
// sort arrows, which begin with a blank, and the names of the arrow keys.
type Glyphs struct {
	Cursor, Selected, Empty    string // of rows
	Normal, Abnormal, Unknown  string // states of accounts
	Stale, Pending, New        string
	Raised, Gap                string // of a day: more accounts than usual were abnormal; nothing was recorded
	Local                      string // a name that users gave here
	Dash                       string // a missing value
	Ellipsis, Bullet, Between  string // Between separates short facts
	SortUp, SortDown, Up, Down string // Up and Down are changes of numbers
	Folded, Open, Branch, User string // Branch begins a row below another
	Bar, BarRest, Rule, Thumb  string
	Break                      string // of an axis that does not begin at 0
	// parts of a cell of a bar, the thinnest first; none where only whole cells can be shown
	BarParts    []string
	Spinner     [4]string
	Spark       [8]string // the levels of a sparkline, the lowest first
	Left, Right string    // more content at the left, at the right
	Arrows      [4]string // the keys up, down, left, right
	Border      lipgloss.Border
	Unicode     bool // all other signs, also braille dots, can be shown
}

// Plain replaces the signs in sentences and numbers, such as × and …, by those that
// the terminal has, of the same width.
func (g Glyphs) Plain(s string) string {
	if g.Unicode {
		return s
	}
	return plain.Replace(s)
}

var plain = strings.NewReplacer(
	"…", "~", "–", "-", "—", "-", "−", "-", "·", "|", "•", "*", "×", "x",
	"≤ ", "<=", "≥ ", ">=", "≤", "<", "≥", ">", "→", ">", "←", "<",
	"“", `"`, "”", `"`, "‘", "'", "’", "'",
)

// Unicode returns the glyphs for most terminals.
func Unicode() Glyphs {
	return Glyphs{
		Cursor:   "▌",
		Selected: "✓",
		Empty:    " ",
		Normal:   "●",
		Abnormal: "✗",
		Unknown:  "?",
		Stale:    "!",
		Pending:  "◌",
		Raised:   "○",
		Gap:      "·",
		New:      "+",
		Local:    "✎",
		Dash:     "–",
		Ellipsis: "…",
		SortUp:   " ▲",
		SortDown: " ▼",
		Folded:   "▸",
		Open:     "▾",
		Bullet:   "•",
		Between:  "·",
		Bar:      "█",
		BarRest:  "░",
		BarParts: []string{"▏", "▎", "▍", "▌", "▋", "▊", "▉"},
		Rule:     "─",
		Thumb:    "▐",
		Break:    "~",
		Spinner:  [4]string{"⠋", "⠙", "⠴", "⠦"},
		Spark:    [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
		Up:       "▲",
		Down:     "▼",
		Left:     "‹",
		Right:    "›",
		Branch:   "└ ",
		User:     "❯",
		Border:   lipgloss.RoundedBorder(),
		Arrows:   [4]string{"↑", "↓", "←", "→"},
		Unicode:  true,
	}
}

// ASCII returns the glyphs for other terminals and for --ascii.
func ASCII() Glyphs {
	return Glyphs{
		Cursor:   ">",
		Selected: "*",
		Empty:    " ",
		Normal:   "o",
		Abnormal: "x",
		Unknown:  "?",
		Stale:    "!",
		Pending:  "~",
		Raised:   "!",
		Gap:      ".",
		New:      "+",
		Local:    "@",
		Dash:     "-",
		Ellipsis: "~",
		SortUp:   " ^",
		SortDown: " v",
		Folded:   "+",
		Open:     "-",
		Bullet:   "*",
		Between:  "|",
		Bar:      "#",
		BarRest:  ".",
		BarParts: []string{":", "="},
		Rule:     "-",
		Thumb:    "#",
		Break:    "~",
		Spinner:  [4]string{"|", "/", "-", `\`},
		Spark:    [8]string{"_", ".", ":", "-", "=", "+", "*", "#"},
		Up:       "^",
		Down:     "v",
		Left:     "<",
		Right:    ">",
		Branch:   "` ",
		User:     ">",
		Border:   lipgloss.ASCIIBorder(),
		Arrows:   [4]string{"up", "down", "left", "right"},
	}
}

// console returns the glyphs that the fonts of the Linux console have: those of code page 437.
func console() Glyphs {
	g := ASCII()
	g.Cursor = "▌"
	g.Thumb = "▐"
	g.Rule = "─"
	g.Break = "~"
	g.Border = lipgloss.NormalBorder()
	g.Selected = "√"
	g.Bar = "█"
	g.BarRest = "░"
	g.BarParts = []string{"▌"}
	g.Branch = "└ "
	g.Up = "▲"
	g.Down = "▼"
	g.SortUp = " ▲"
	g.SortDown = " ▼"
	return g
}
