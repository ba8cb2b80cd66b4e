package cli

import (
	"cmp"
	"fmt"

	"channeldeck/ui/text"
)

const clearLine = "\r\x1b[K"

// progress shows a line on standard error, if that is a terminal, in place of the
// last one. "" removes it.
func (a *app) progress(line string) {
	if width, ok := terminal(a.Err); ok {
		fmt.Fprint(a.Err, clearLine+text.Cut(line, cmp.Or(width, 80)-1))
	}
}
