package markdown

import (
	"context"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	gtext "github.com/yuin/goldmark/text"

	"channeldeck/theme"
)

// Code is a block of code in a language.
type Code struct{ Language, Text string }

// Colours are blocks of code with what is what in them.
type Colours map[Code][]run

// run is some bytes of one tone.
type run struct {
	size int
	tone theme.Tone
}

// Limits of what is coloured, and of what is kept of it: more than any screen
// shows, for what is in sight and was dropped would be coloured again, for ever.
const (
	mostCode     = 16 << 10  // bytes of a block
	mostWaiting  = 64        // blocks
	mostColoured = 512 << 10 // bytes of all blocks
)

// Uncoloured are the blocks of code that were drawn without their colours since
// it was asked last, those drawn last first. [Colour] takes its time, 4 kB of
// hostile code some seconds: it is not for the goroutine that draws.
func (r *Renderer) Uncoloured() []Code {
	waiting := r.uncoloured
	r.uncoloured = nil
	slices.Reverse(waiting)
	return waiting
}

// Take takes colours over: what is drawn from now on has them. No line becomes
// another by it.
func (r *Renderer) Take(c Colours) {
	if r.coloured > mostColoured {
		clear(r.colours)
		r.coloured = 0
	}
	for code, runs := range c {
		r.colours[code] = runs
		r.coloured += len(code.Text)
	}
}

// Colour finds out what is what in blocks of code, until ctx ends. A block that
// takes all the time there is stays without colours; those behind it are left
// out.
func Colour(ctx context.Context, blocks []Code) Colours {
	c := Colours{}
	for i, code := range blocks {
		runs := code.runs(ctx)
		if ctx.Err() != nil && i > 0 {
			break
		}
		c[code] = runs
	}
	return c
}

// runs is nil where nothing is known of the language, or not in time.
func (c Code) runs(ctx context.Context) (runs []run) {
	lexer := lexers.Get(c.Language)
	if lexer == nil {
		return nil
	}
	defer func() {
		if recover() != nil { // a grammar that is at its wits' end panics
			runs = nil
		}
	}()
	rest := c.Text + "\n" // some grammars know a line by its end
	next, err := lexer.Tokenise(nil, rest)
	if err != nil {
		return nil
	}
	for token := next(); token != chroma.EOF; token = next() {
		after, ok := strings.CutPrefix(rest, token.Value)
		if !ok || ctx.Err() != nil {
			return nil
		}
		tone := toneOf(token.Type)
		if last := len(runs) - 1; last >= 0 && runs[last].tone == tone {
			runs[last].size += len(token.Value)
		} else {
			runs = append(runs, run{len(token.Value), tone})
		}
		rest = after
	}
	return runs
}

// toneOf is the tone of a kind of token.
func toneOf(t chroma.TokenType) theme.Tone {
	switch {
	case t.InCategory(chroma.Comment) && !t.InSubCategory(chroma.CommentPreproc):
		return theme.Faint
	case t == chroma.KeywordConstant, t.InSubCategory(chroma.LiteralNumber):
		return theme.Warn
	case t.InCategory(chroma.Keyword), t.InCategory(chroma.Comment), t == chroma.NameTag, t == chroma.NameAttribute,
		t == chroma.GenericHeading, t == chroma.GenericSubheading:
		return theme.Accent
	case t.InSubCategory(chroma.LiteralString), t == chroma.GenericInserted:
		return theme.Good
	case t == chroma.GenericDeleted:
		return theme.Bad
	}
	return theme.Plain
}

// codeIn draws lines of the source as code.
func (w *writer) codeIn(lines *gtext.Segments, language string) {
	w.code(Code{Language: strings.ToLower(language), Text: strings.TrimSuffix(string(lines.Value(w.src)), "\n")})
}

// code draws a block of code behind a bar, so that it stands apart without
// colours, which come later.
func (w *writer) code(code Code) {
	bar := w.faint().Render(w.theme.Glyphs.Border.Left) + " "
	room := w.room() - 2
	if room < 8 {
		bar, room = "", w.room()
	}
	for _, line := range w.r.painted(code).chop(room) {
		w.line(bar + line)
	}
}

// painted is code with the colours there are by now.
func (r *Renderer) painted(c Code) styled {
	s := styled{text: c.Text}
	runs, known := r.colours[c]
	switch {
	case c.Language == "":
		runs = []run{{len(c.Text), theme.Code}}
	case !known && len(c.Text) <= mostCode && !slices.Contains(r.uncoloured, c):
		if len(r.uncoloured) == mostWaiting {
			r.uncoloured = r.uncoloured[1:]
		}
		r.uncoloured = append(r.uncoloured, c)
	}
	at := 0
	for _, run := range runs {
		s.turn(at, r.theme.Tone(run.tone).Open())
		at += run.size
	}
	s.turn(at, "")
	return s
}
