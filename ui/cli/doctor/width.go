package doctor

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/muesli/cancelreader"
)

// MeasureWidths asks a terminal in raw mode how many cells it moves its cursor
// by for each text: it writes the text at the start of a line, asks where the
// cursor is, and clears the line. false where no answer comes in time.
func MeasureWidths(in io.Reader, out io.Writer, patience time.Duration, texts ...string) ([]int, bool) {
	reader, err := cancelreader.NewReader(in)
	if err != nil {
		return nil, false
	}
	timer := time.AfterFunc(patience, func() { reader.Cancel() })
	defer timer.Stop()
	answers := bufio.NewReader(reader)
	widths := make([]int, 0, len(texts))
	for _, text := range texts {
		const whereIsTheCursor, clear = "\x1b[6n", "\r\x1b[K"
		if _, err := io.WriteString(out, "\r"+text+whereIsTheCursor+clear); err != nil {
			return nil, false
		}
		column, ok := cursorColumn(answers)
		if !ok {
			return nil, false
		}
		widths = append(widths, column-1)
	}
	return widths, true
}

// cursorColumn reads ESC [ row ; column R, and passes over what was typed
// meanwhile.
func cursorColumn(r *bufio.Reader) (int, bool) {
	for {
		answer, err := r.ReadString('R')
		if err != nil {
			return 0, false
		}
		var row, column int
		if i := strings.LastIndex(answer, "\x1b["); i >= 0 {
			if _, err := fmt.Sscanf(answer[i:], "\x1b[%d;%dR", &row, &column); err == nil && column > 0 {
				return column, true
			}
		}
	}
}
