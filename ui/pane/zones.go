package pane

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
)

// Zones are the parts of the screen that do something when they are clicked. They are
// found when a click arrives: the screen is drawn once more, with an escape sequence
// around each of them. At any other time Mark returns its text unchanged.
type Zones struct {
	marking bool
	all     []Zone
}

// Zone is a part of the screen: one that presses a key, one that does something else, or a
// cell of a scroll bar.
type Zone struct {
	Key   tea.KeyMsg
	Click Click
	Bar   BarCell
}

// Click is the action of a zone of a pane. It is sent to the pane as a message.
type Click func() tea.Cmd

// BarCell is a cell of a scroll bar: one of Rows from the top, the first one being 0.
type BarCell struct {
	Row, Rows int
	Scroll    Scroll
}

// Lines returns by how many lines to scroll so that the thumb is at the cell.
func (b BarCell) Lines() int {
	from, to := b.Scroll.thumb(b.Rows)
	room := b.Rows - (to - from)
	hidden := b.Scroll.Of - (b.Scroll.To - b.Scroll.From + 1)
	at := b.Row - (to-from)/2
	if from <= b.Row && b.Row < to {
		return 0
	}
	if at <= 0 {
		return -b.Scroll.Of
	}
	if at >= room {
		return b.Scroll.Of
	}

	return (at*hidden+room-1)/room + 1 - b.Scroll.From
}

// Mark makes a text on one line call click when it is clicked, as part of Update.
func (z *Zones) Mark(s string, click func() tea.Cmd) string {
	return z.mark(s, Zone{Click: click})
}

// Key makes a text press the key of a binding when it is clicked. Nothing is clicked in
// nil Zones.
func (z *Zones) Key(s string, b key.Binding) string {
	if !z.marking || len(b.Keys()) == 0 {
		return s
	}
	press, ok := KeyMsg(b.Keys()[0])
	if !ok {
		return s
	}
	return z.mark(s, Zone{Key: press})
}

func (z *Zones) mark(s string, zone Zone) string {
	if !z.marking {
		return s
	}
	z.all = append(z.all, zone)
	return "\x1b[" + strconv.Itoa(len(z.all)) + "z" + s + "\x1b[0z"
}

// marks finds the sequences around zones: the number of a zone, and 0 behind it.
var marks = regexp.MustCompile("\x1b\\[([0-9]+)z")

// At returns the zone at a cell of the screen, which draw draws.
func (z *Zones) At(x, y int, draw func() string) (zone Zone, found bool) {
	z.marking = true
	lines := strings.Split(draw(), "\n")
	all := z.all
	z.marking = false
	z.all = nil
	if y < 0 || y >= len(lines) {
		return Zone{}, false
	}
	line := lines[y]
	number := 0
	for _, m := range marks.FindAllStringSubmatchIndex(line, -1) {
		if text.Width(line[:m[0]]) > x {
			break
		}
		number, _ = strconv.Atoi(line[m[2]:m[3]]) // all are digits
	}
	if number == 0 {
		return Zone{}, false
	}
	return all[number-1], true
}
