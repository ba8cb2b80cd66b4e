//go:build !windows

package doctor

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func TestMeasureWidths(t *testing.T) {
	in, typed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer typed.Close()
	if _, err := io.WriteString(typed, "jRk\x1b[3;5R\x1b[12;2R"); err != nil { // with keys that were pressed meanwhile
		t.Fatal(err)
	}
	var out bytes.Buffer
	widths, ok := MeasureWidths(in, &out, time.Minute, "中文", "x")
	if !ok || len(widths) != 2 || widths[0] != 4 || widths[1] != 1 {
		t.Errorf("%v %v", widths, ok)
	}
	if got := out.String(); got != "\r中文\x1b[6n\r\x1b[K\rx\x1b[6n\r\x1b[K" {
		t.Errorf("written %q", got)
	}
	if widths, ok := MeasureWidths(in, &out, time.Millisecond, "中文"); ok {
		t.Errorf("nobody answers, and yet %v", widths)
	}
	if _, ok := MeasureWidths(strings.NewReader(""), &out, time.Minute, "x"); ok {
		t.Error("an answer from nowhere")
	}
}
