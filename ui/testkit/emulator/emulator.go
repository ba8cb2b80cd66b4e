// Package emulator is a terminal for tests: it shows what a program wrote to it.
package emulator

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// Terminal emulates a terminal: it has the screen after all that was written to it. It supports the
// sequences that Bubble Tea and ui/terminal use for frames.
type Terminal struct {
	// Columns is the terminal's own idea of the width of a character; nil for that
	// of package ansi.
	Columns func(character string, cols int) int
	// Runes makes it a terminal that draws the parts of an emoji beside each other; it does
	// not show marks.
	Runes bool

	cells    cellbuf.Buffer
	row, col int // col is the width of the screen while the cursor waits to wrap
	style    cellbuf.Style
	link     cellbuf.Link
	noWrap   bool     // a line does not go on in the next one
	other    []string // sequences that change no cell
	rest     string   // of a sequence whose end is still to come
}

// New returns an empty terminal.
func New(width, height int) *Terminal {
	e := &Terminal{}
	e.Resize(width, height)
	return e
}

// Disputing returns a terminal that counts ❤️ as two cells and a family as one emoji, one that
// counts ❤️ as one and each person, and one that draws every cluster in three cells.
func Disputing(width, height int) []*Terminal {
	list := []*Terminal{New(width, height), New(width, height), New(width, height)}
	list[1].Runes = true
	list[2].Columns = func(cluster string, cols int) int {
		if len([]rune(cluster)) > 1 {
			return 3
		}
		return cols
	}
	return list
}

// Resize keeps what is in the upper left of the screen.
func (e *Terminal) Resize(width, height int) {
	e.cells.Resize(width, height)
	for _, line := range e.cells.Lines {
		if line.At(width-1).Width > 1 {
			line.Set(width-1, nil)
		}
	}
	e.row = min(e.row, height-1)
	e.col = min(e.col, width)
}

// erase makes the cells of some rows blank, from a column on.
func (e *Terminal) erase(from, row, rows int) {
	e.cells.FillRect(
		e.blank(),
		cellbuf.Rect(
			min(from, e.cells.Width()-1),
			row,
			e.cells.Width(),
			rows,
		),
	)
}

func (e *Terminal) blank() *cellbuf.Cell {
	return &cellbuf.Cell{Rune: ' ', Width: 1, Style: cellbuf.Style{Bg: e.style.Bg}}
}

// Write never fails.
func (e *Terminal) Write(p []byte) (int, error) {
	text, part := whole(e.rest + string(p))
	e.rest = part
	parser := ansi.NewParser()
	for len(text) > 0 {
		seq, cols, n, state := ansi.DecodeSequence(text, ansi.NormalState, parser)
		if state != ansi.NormalState {
			e.rest = text + part
			break
		}
		text = text[n:]
		width := e.cells.Width()
		height := e.cells.Height()
		first := max(param(parser, 0), 1)
		switch {
		case seq[0] >= utf8.RuneSelf && e.Runes:
			for _, r := range seq {
				if cols := ansi.StringWidth(string(r)); cols > 0 {
					e.put(string(r), cols)
				}
			}
		case cols > 0:
			if e.Columns != nil {
				cols = e.Columns(seq, cols)
			}
			e.put(seq, cols)
		case seq == "\r":
			e.col = 0
		case seq == "\n":
			if e.row++; e.row == height {
				e.row--
				e.cells.DeleteLine(0, 1, e.blank())
			}
		case !strings.HasPrefix(seq, "\x1b["):
			if target, ok := strings.CutPrefix(seq, "\x1b]8;;"); ok {
				e.link.URL = strings.TrimRight(target, "\a")
			} else {
				e.other = append(e.other, seq)
			}
		case strings.HasSuffix(seq, "H"):
			e.row = min(first, height) - 1
			e.col = min(max(param(parser, 1), 1), width) - 1
		case strings.HasSuffix(seq, "C"):
			e.col = min(e.col+first, width-1)
		case strings.HasSuffix(seq, "G"):
			e.col = min(first, width) - 1
		case seq == ansi.ResetModeAutoWrap, seq == ansi.SetModeAutoWrap:
			e.noWrap = seq == ansi.ResetModeAutoWrap
		case strings.HasSuffix(seq, "X"):
			e.cells.FillRect(e.blank(), cellbuf.Rect(e.col, e.row, min(first, width-e.col), 1))
		case seq == ansi.EraseLineRight:
			e.erase(e.col, e.row, 1)
		case seq == ansi.EraseEntireLine:
			e.erase(0, e.row, 1)
		case seq == ansi.EraseScreenBelow:
			e.erase(e.col, e.row, 1)
			e.erase(0, e.row+1, height-e.row-1)
		case seq == ansi.EraseEntireScreen:
			e.erase(0, 0, height)
		case seq == ansi.SetModeAltScreenSaveCursor:
			e.row = 0
			e.col = 0
			e.erase(0, 0, height)
		case strings.HasSuffix(seq, "m"):
			cellbuf.ReadStyle(parser.Params(), &e.style)
		default:
			e.other = append(e.other, seq)
		}
	}
	return len(p), nil
}

// whole cuts off the bytes of a character whose end is still to come, which would count as a
// part of the character before them.
func whole(text string) (complete, part string) {
	for at := len(text) - 1; at >= max(len(text)-utf8.UTFMax, 0); at-- {
		if utf8.RuneStart(text[at]) {
			if !utf8.FullRuneInString(text[at:]) {
				return text[:at], text[at:]
			}
			break
		}
	}
	return text, ""
}

func param(p *ansi.Parser, i int) int {
	n, _ := p.Param(i, 0)
	return n
}

// put writes a character. What it covers half of a wide character becomes blank.
func (e *Terminal) put(text string, cols int) {
	width := e.cells.Width()
	cols = min(cols, width)
	if e.col+cols > width {
		if e.noWrap {
			return
		}
		e.Write([]byte("\r\n"))
	}
	for i := range cols {
		e.cells.SetCell(e.col+i, e.row, nil)
	}
	letters := []rune(text)
	e.cells.SetCell(e.col, e.row, &cellbuf.Cell{
		Rune:  letters[0],
		Comb:  letters[1:],
		Width: cols,
		Style: e.style,
		Link:  e.link,
	})
	e.col += cols
}

// Difference describes the first difference between two terminals, "" for none.
func (e *Terminal) Difference(other *Terminal) string {
	for y, line := range e.cells.Lines {
		for x := range line {
			a := visible(line.At(x))
			b := visible(other.cells.Cell(x, y))
			if !a.Equal(&b) {
				return fmt.Sprintf("row %d, column %d: %+v, want %+v", y, x, a, b)
			}
		}
	}
	last := e.cells.Width() - 1
	if e.row != other.row || min(e.col, last) != min(other.col, last) {
		return fmt.Sprintf(
			"the cursor is at %d, %d, want %d, %d",
			e.row,
			e.col,
			other.row,
			other.col,
		)
	}
	if e.style != other.style || e.link != other.link || !slices.Equal(e.other, other.other) {
		return fmt.Sprintf(
			"the state differs: %q, want %q",
			fmt.Sprint(e.style, e.link, e.other),
			fmt.Sprint(other.style, other.link, other.other),
		)
	}
	return ""
}

// visible returns a cell without what nobody sees of a blank: the colour and the weight of letters.
func visible(c *cellbuf.Cell) cellbuf.Cell {
	v := *c
	if c.Rune == ' ' && len(c.Comb) == 0 {
		v.Style.Attrs &^= cellbuf.BoldAttr | cellbuf.FaintAttr | cellbuf.ItalicAttr
		if v.Style.Attrs&cellbuf.ReverseAttr == 0 && v.Style.UlStyle == 0 {
			v.Style.Fg = nil
		}
	}
	return v
}

// Row returns the characters of a row by the columns in which they begin.
func (e *Terminal) Row(y int) []string {
	row := make([]string, e.cells.Width())
	for x := range row {
		c := e.cells.Cell(x, y)
		if c.Width > 0 {
			row[x] = c.String()
		}
	}
	return row
}

// Text returns the lines of the screen without trailing blanks.
func (e *Terminal) Text() string {
	var b strings.Builder
	for _, line := range e.cells.Lines {
		b.WriteString(line.String() + "\n")
	}
	return b.String()
}
