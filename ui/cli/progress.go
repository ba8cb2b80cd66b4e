package cli

import (
	"fmt"

	"channeldeck/ui/text"
)

// bar is a line of progress on standard error, if that is a terminal.
type bar struct {
	a     *app
	width int // 0: not a terminal
	shown bool
}

func (a *app) progress() *bar {
	width, ok := terminal(a.Err)
	if ok && width == 0 {
		width = 80
	}
	return &bar{a: a, width: width}
}

// show replaces the line. It must not be called concurrently.
func (b *bar) show(line string) {
	if b.width > 0 {
		b.shown = true
		fmt.Fprint(b.a.Err, "\r"+text.Left(line, b.width-1))
	}
}

// end removes the line.
func (b *bar) end() {
	if b.shown {
		fmt.Fprint(b.a.Err, "\r"+text.Blank(b.width-1)+"\r")
	}
}
