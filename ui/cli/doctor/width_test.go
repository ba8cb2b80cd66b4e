//go:build !windows

package doctor

import (
	"bytes"
	"context"
	"errors"
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
	widths, err := MeasureWidths(in, &out, time.Minute, "中文", "x")
	if err != nil || len(widths) != 2 || widths[0] != 4 || widths[1] != 1 {
		t.Errorf("%v %v", widths, err)
	}
	if got := out.String(); got != "\r中文\x1b[6n\r\x1b[K\rx\x1b[6n\r\x1b[K" {
		t.Errorf("written %q", got)
	}
	if widths, err := MeasureWidths(in, &out, time.Millisecond, "中文"); !errors.Is(err, ErrSilent) {
		t.Errorf("without a response: %v, %v", widths, err)
	}
	if _, err := MeasureWidths(strings.NewReader(""), &out, time.Minute, "x"); err == nil {
		t.Error("a width without a response")
	}
	if _, err := io.WriteString(typed, "k\x03"); err != nil {
		t.Fatal(err)
	}
	if _, err := MeasureWidths(in, &out, time.Minute, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("Ctrl-C: %v", err)
	}
}
