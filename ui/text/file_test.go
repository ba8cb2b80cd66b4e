package text

import (
	"strings"
	"testing"
)

func TestFileName(t *testing.T) {
	for id, want := range map[string]string{
		"pinterest": "pinterest", "a/../b": "a____b", "": "", "CON.": "CON_", "视频号": "___", "\x1b]0;x\x07": "__0_x_",
		strings.Repeat("a", 100): strings.Repeat("a", 64),
	} {
		if got := FileName(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}
