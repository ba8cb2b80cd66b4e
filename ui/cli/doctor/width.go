package doctor

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/muesli/cancelreader"
)

// ErrSilent is returned by MeasureWidths if the terminal does not respond in time.
var ErrSilent = errors.New("the terminal does not report its cursor position")

// MeasureWidths measures how many cells a terminal in raw mode moves its cursor
// for each text: it writes the text at the start of a line, queries the cursor
// position, and clears the line. Ctrl-C ends it with context.Canceled.
func MeasureWidths(in io.Reader, out io.Writer, patience time.Duration, texts ...string) ([]int, error) {
	reader, err := cancelreader.NewReader(in)
	if err != nil {
		return nil, err
	}
	timer := time.AfterFunc(patience, func() { reader.Cancel() })
	defer timer.Stop()
	answers := bufio.NewReader(reader)
	widths := make([]int, 0, len(texts))
	for _, text := range texts {
		const whereIsTheCursor, clear = "\x1b[6n", "\r\x1b[K"
		if _, err := io.WriteString(out, "\r"+text+whereIsTheCursor+clear); err != nil {
			return nil, err
		}
		column, err := cursorColumn(answers)
		if err != nil {
			return nil, err
		}
		widths = append(widths, column-1)
	}
	return widths, nil
}

// cursorColumn reads ESC [ row ; column R and skips anything else that was typed.
func cursorColumn(r *bufio.Reader) (int, error) {
	const ctrlC = 3
	var answer []byte
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return 0, ErrSilent
		case b == ctrlC:
			return 0, context.Canceled
		}
		answer = append(answer, b)
		if b != 'R' {
			continue
		}
		var row, column int
		if i := bytes.LastIndex(answer, []byte("\x1b[")); i >= 0 {
			if _, err := fmt.Sscanf(string(answer[i:]), "\x1b[%d;%dR", &row, &column); err == nil && column > 0 {
				return column, nil
			}
		}
	}
}
