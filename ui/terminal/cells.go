package terminal

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/width"

	"channeldeck/ui/text"
)

// cell is one cell of a line.
type cell struct {
	text string // its character; a wide character is in both of its cells
	// the parameters of SGR since the last reset, "" for the default style and for a blank that
	// looks the same
	style  string
	second bool // of a wide character
}

var blank = cell{text: " "}

// joint separates the parameters of several SGR sequences in a style.
const joint = "m\x1b["

// maxStyle bounds the length of a style.
const maxStyle = 256

// shape holds the properties of a line besides its cells.
type shape struct {
	valid   bool // it has nothing but text and styles, and ends in the default style
	settled bool // every terminal gives its characters the same widths
	erased  bool // the rest of the line was erased after it
}

// parse appends the cells of a line of UTF-8, which are only right if it is valid and
// settled.
func parse(cells []cell, line string) ([]cell, shape) {
	style := ""
	onBlanks := ""
	linked := false
	settled := true
	line, erased := strings.CutSuffix(line, ansi.EraseLineRight)
	for len(line) > 0 {
		c := line[0]
		if ' ' <= c && c <= '~' && (len(line) == 1 || line[1] < utf8.RuneSelf) {
			c := cell{text: line[:1], style: style}
			if c.text == " " {
				c.style = onBlanks
			}
			cells = append(cells, c)
			line = line[1:]
			continue
		}
		if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
			params, after, ok := strings.Cut(rest, "m")
			if !ok || strings.Trim(params, "0123456789;:") != "" {
				return cells, shape{}
			}
			line = after
			style = restyle(style, params)
			settled = settled && len(style) <= maxStyle
			if onBlanks = style; !lookOf(style).showsOnBlanks() {
				onBlanks = ""
			}
			continue
		}
		if rest, ok := strings.CutPrefix(line, "\x1b]8;;"); ok {
			target, after, ok := strings.Cut(rest, "\a")
			if !ok || strings.ContainsFunc(target, func(r rune) bool { return r < ' ' }) {
				return cells, shape{}
			}
			line = after
			linked = target != ""
			settled = false
			continue
		}
		char, cols := ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
		cols = text.ClusterCells(char, cols)
		line = line[len(char):]
		r, size := utf8.DecodeRuneInString(char)
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return cells, shape{}
		}
		settled = settled && size == len(char) && cols > 0 && cols == columns(r)
		for i := range cols {
			cells = append(cells, cell{char, style, i > 0})
		}
	}
	return cells, shape{style == "" && !linked, settled, erased}
}

// restyle returns the style after an SGR sequence.
func restyle(style, params string) string {
	for {
		first, rest, more := strings.Cut(params, ";")
		if strings.Trim(first, "0") != "" {
			break
		}
		if style = ""; !more {
			return ""
		}
		params = rest
	}
	if style == "" {
		return params
	}
	return style + joint + params
}

// look holds the parameters of a style.
type look struct {
	ink, ground string // parameters of the colours of letters and of the background
	others      string // the other parameters, each after a semicolon
	known       bool   // the style is one sequence and nothing in it was turned off again
}

// lookOf takes a style apart.
func lookOf(style string) look {
	l := look{known: !strings.Contains(style, joint)}
	for style != "" {
		param, rest, _ := strings.Cut(style, ";")
		to := &l.others
		switch n, err := strconv.Atoi(param); {
		case n == 38 || n == 48:
			if param, rest = colour(style); param == "" {
				return look{}
			}
			fallthrough
		case 30 <= n && n <= 37, 90 <= n && n <= 97, 40 <= n && n <= 47, 100 <= n && n <= 107:
			to = &l.ink
			if n/10%10 == 4 || n >= 100 {
				to = &l.ground
			}
			*to = ""
		case err != nil || n == 0 || n > 9: // turns something off, or is not known here
			l.known = false
			fallthrough
		default:
			param = ";" + param
		}
		*to += param
		style = rest
	}
	return l
}

// colour cuts the parameters of a colour out of a palette, or of any colour, from the beginning of a style.
func colour(style string) (params, rest string) {
	parts := strings.Split(style, ";")
	n := 5
	if len(parts) > 1 && parts[1] == "5" {
		n = 3
	}
	if len(parts) < n {
		return "", ""
	}
	return strings.Join(parts[:n], ";"), strings.Join(parts[n:], ";")
}

// showsOnBlanks reports whether a blank is more than a blank in it.
func (l look) showsOnBlanks() bool {
	return !l.known || l.ground != "" || strings.Trim(l.others, ";123") != "" // bold, faint, italic
}

// to returns the parameters that turn a look into another one without a reset, "" if they are not known.
func (l look) to(next look) string {
	added, grows := strings.CutPrefix(next.others, l.others)
	if !l.known || !next.known || !grows {
		return ""
	}
	params := ""
	if l.ink != next.ink {
		params += ";" + cmp.Or(next.ink, "39")
	}
	if l.ground != next.ground {
		params += ";" + cmp.Or(next.ground, "49")
	}
	return strings.TrimPrefix(params+added, ";")
}

// glyphs are the signs of the theme whose width Unicode leaves to the terminal. They
// are narrow: where they are not, the whole layout needs the theme's ASCII signs.
const glyphs = "·×–—•…−≤≥‹›↑↓←→▲▼▸▾●○◌✎✓✗❯"

// columns returns the number of cells that all terminals give a character, 0 where
// they differ: emoji, symbols, and letters that are wide in some East Asian settings.
func columns(r rune) int {
	if '─' <= r && r <= '▟' || strings.ContainsRune(glyphs, r) {
		return 1
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		if 0x2e80 <= r && r <= 0xffff || r >= 0x20000 {
			return 2
		}
	case width.Neutral, width.EastAsianNarrow, width.EastAsianHalfwidth:
		if r < 0x2000 || 0x2800 <= r && r <= 0x28ff || 0x2e80 <= r && r <= 0xffff {
			return 1
		}
	}
	return 0
}

// trim removes blanks at the end.
func trim(cells []cell) []cell {
	for len(cells) > 0 && cells[len(cells)-1] == blank {
		cells = cells[:len(cells)-1]
	}
	return cells
}
