package ui

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestCopyByTerminal(t *testing.T) {
	code := base64.StdEncoding.EncodeToString([]byte("账号 1"))
	for _, c := range []struct {
		name    string
		environ []string
		want    []string
	}{
		{"plain", []string{"TERM=xterm-256color"}, []string{"\x1b]52;c;" + code + "\x07"}},
		{"tmux", []string{"TERM=tmux-256color", "TMUX=/tmp/x,1,0"}, []string{"\x1b]52;c;" + code + "\x07", "\x1bPtmux;\x1b\x1b]52;c;" + code}},
		{"screen", []string{"TERM=screen"}, []string{"\x1bP\x1b]52;c;" + code}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := NewTerminal(&out, c.environ).Copy("账号 1"); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q lacks %q", out.String(), want)
				}
			}
		})
	}
}

func TestTooLargeCopyFails(t *testing.T) {
	var out bytes.Buffer
	terminal := NewTerminal(&out, nil)
	err := terminal.Copy(strings.Repeat("x", 60_000))
	if _, ok := errors.AsType[*pane.TooLargeError](err); !ok || out.Len() != 0 {
		t.Fatalf("error %v, %d bytes written", err, out.Len())
	}
	for _, lang := range words.Langs() {
		c := panetest.New(t, panetest.Options{Lang: lang}).Context
		c.Copy = terminal.Copy
		n, ok := c.CopyText("x", strings.Repeat("x", 60_000))().(pane.Notice)
		if !ok || n.Level != pane.Failure || !strings.Contains(n.Text, "60,000") {
			t.Errorf("%s: %+v", lang, n)
		}
	}
}
