//go:build unix

package e2e

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A screen reader gets lines of text, and after a key those that are new.
func TestPlain(t *testing.T) {
	t.Parallel()
	w := start(t, demo("--plain", "--pane", "accounts"), channeldeck)
	w.wait(0, "2,500 accounts")
	w.wait(0, "\r\n>")
	row := func(key string) string {
		t.Helper()
		_, from := w.send(key)
		w.wait(from, "\r\n")
		return string(w.since(from))
	}
	first := row("j")
	if strings.Count(first, "\n") != 1 || !strings.HasPrefix(first, ">") {
		t.Errorf("j printed %q, not the next row", first)
	}
	if again := row("k"); again == first || strings.Count(again, "\n") != 1 || !strings.HasPrefix(again, ">") {
		t.Errorf("k printed %q, not the row before", again)
	}
	for _, step := range []struct{ key, want string }{
		{":", "Command palette"},
		{"prices", "Prices"},
		{"\r", "Per clip"},
		{"?", "To begin with"},
		{"\x1b", "Per clip"},
	} {
		_, from := w.send(step.key)
		w.wait(from, step.want)
	}
	w.send("q")
	if code := w.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
	all := strings.NewReplacer(
		ansi.SetModeBracketedPaste,
		"",
		ansi.ResetModeBracketedPaste,
		"",
	).Replace(string(w.all()))
	for line := range strings.SplitSeq(strings.TrimSuffix(all, "\r\n"), "\r\n") {
		if strings.TrimSpace(line) == "" ||
			strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r >= '\u2500' && r < '\u2600' }) {
			t.Errorf("%q", line)
		}
	}
}
