// Package emulator is a terminal for tests: it shows what a program wrote to it.
package emulator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// Terminal is what a terminal shows after all that was written to it. It knows the
// sequences that Bubble Tea and ui/terminal use for frames.
type Terminal struct {
	// Columns is the terminal's own idea of the width of a character; nil for that
	// of package ansi.
	Columns func(character string, cols int) int

	rows     [][]glyph
	row, col int // col is the width of the screen while the cursor waits to wrap
	style    cellbuf.Style
	link     string
	other    []string // sequences that change no cell
	rest     string   // of a sequence whose end is still to come
}

type glyph struct {
	text   string
	style  cellbuf.Style
	link   string
	second bool
}

// New returns an empty terminal.
func New(width, height int) *Terminal {
	e := &Terminal{}
	e.Resize(width, height)
	return e
}

// Resize keeps what is in the upper left of the screen.
func (e *Terminal) Resize(width, height int) {
	rows := make([][]glyph, height)
	for i := range rows {
		rows[i] = make([]glyph, width)
		e.erase(rows[i])
		if i < len(e.rows) {
			copy(rows[i], e.rows[i])
		}
		if last := &rows[i][width-1]; ansi.StringWidth(last.text) > 1 && !last.second {
			*last = glyph{text: " "}
		}
	}
	e.rows, e.row, e.col = rows, min(e.row, height-1), min(e.col, width)
}

func (e *Terminal) erase(cells []glyph) {
	for i := range cells {
		cells[i] = glyph{text: " ", style: cellbuf.Style{Bg: e.style.Bg}}
	}
}

// Write never fails.
func (e *Terminal) Write(p []byte) (int, error) {
	text := e.rest + string(p)
	e.rest = ""
	parser := ansi.NewParser()
	for len(text) > 0 {
		seq, cols, n, state := ansi.DecodeSequence(text, ansi.NormalState, parser)
		if state != ansi.NormalState || !utf8.FullRuneInString(text) {
			e.rest = text
			break
		}
		text = text[n:]
		width := len(e.rows[0])
		first := max(param(parser, 0), 1)
		switch {
		case cols > 0:
			if e.Columns != nil {
				cols = e.Columns(seq, cols)
			}
			e.put(seq, cols)
		case seq == "\r":
			e.col = 0
		case seq == "\n":
			if e.row++; e.row == len(e.rows) {
				e.row--
				e.rows = append(e.rows[1:], make([]glyph, width))
				e.erase(e.rows[e.row])
			}
		case !strings.HasPrefix(seq, "\x1b["):
			if target, ok := strings.CutPrefix(seq, "\x1b]8;;"); ok {
				e.link = strings.TrimRight(target, "\a")
			} else {
				e.other = append(e.other, seq)
			}
		case strings.HasSuffix(seq, "H"):
			e.row, e.col = min(first, len(e.rows))-1, min(max(param(parser, 1), 1), width)-1
		case strings.HasSuffix(seq, "C"):
			e.col = min(e.col+first, width-1)
		case seq == ansi.EraseLineRight:
			e.erase(e.rows[e.row][min(e.col, width-1):])
		case seq == ansi.EraseEntireLine:
			e.erase(e.rows[e.row])
		case seq == ansi.EraseScreenBelow:
			e.erase(e.rows[e.row][min(e.col, width-1):])
			for _, row := range e.rows[e.row+1:] {
				e.erase(row)
			}
		case seq == ansi.EraseEntireScreen:
			for _, row := range e.rows {
				e.erase(row)
			}
		case seq == ansi.SetModeAltScreenSaveCursor:
			e.row, e.col = 0, 0
			for _, row := range e.rows {
				e.erase(row)
			}
		case strings.HasSuffix(seq, "m"):
			cellbuf.ReadStyle(parser.Params(), &e.style)
		default:
			e.other = append(e.other, seq)
		}
	}
	return len(p), nil
}

func param(p *ansi.Parser, i int) int {
	n, _ := p.Param(i, 0)
	return n
}

// put writes a character. What it covers half of a wide character becomes blank.
func (e *Terminal) put(text string, cols int) {
	width := len(e.rows[0])
	if cols = min(cols, width); e.col+cols > width {
		e.Write([]byte("\r\n"))
	}
	row := e.rows[e.row]
	for i := range cols {
		at := e.col + i
		if row[at].second {
			row[at-1].text = " "
		}
		if at+1 < width && row[at+1].second {
			row[at+1] = glyph{text: " ", style: row[at+1].style}
		}
		row[at] = glyph{text, e.style, e.link, i > 0}
	}
	e.col += cols
}

// Difference describes the first difference between two terminals, "" for none.
func (e *Terminal) Difference(other *Terminal) string {
	for i, row := range e.rows {
		for j := range row {
			if a, b := row[j], other.rows[i][j]; a != b {
				return fmt.Sprintf("row %d, column %d: %+v, want %+v", i, j, a, b)
			}
		}
	}
	if e.row != other.row || min(e.col, len(e.rows[0])-1) != min(other.col, len(e.rows[0])-1) {
		return fmt.Sprintf("the cursor is at %d, %d, want %d, %d", e.row, e.col, other.row, other.col)
	}
	if e.style != other.style || e.link != other.link || !slices.Equal(e.other, other.other) {
		return "the state differs: " + strconv.Quote(fmt.Sprint(e.style, e.link, e.other)) + ", want " + strconv.Quote(fmt.Sprint(other.style, other.link, other.other))
	}
	return ""
}

// Text returns the lines of the screen without trailing blanks.
func (e *Terminal) Text() string {
	var b strings.Builder
	for _, row := range e.rows {
		line := ""
		for _, g := range row {
			if !g.second {
				line += g.text
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
