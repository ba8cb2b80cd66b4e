package pane_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/pane"
	"channeldeck/ui/terminal"
	"channeldeck/ui/testkit/panetest"
)

// said returns the notice with which a command ends.
func said(t *testing.T, cmd tea.Cmd) pane.Notice {
	t.Helper()
	n, ok := cmd().(pane.Notice)
	if !ok {
		t.Fatal("it says nothing")
	}
	return n
}

func TestCopyJSONKeepsReceivedValues(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	sent := jsontext.Value("{\"n\":1.50,\"n\":12345678901234567890,\"s\":\"\\u0041\\/\xff\"}")
	n := said(t, pane.NewStack(w.Context, "accounts").Output.CopyJSON("a part", sent))
	if n.Level != pane.Done || !strings.Contains(n.Text, "a part") {
		t.Errorf("it says %q", n.Text)
	}
	want := "{\n  \"n\": 1.50,\n  \"n\": 12345678901234567890,\n  \"s\": \"\\u0041\\/\xff\"\n}"
	if got := w.Copied(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	n = said(t, pane.NewStack(w.Context, "accounts").Output.CopyJSON("a part", jsontext.Value("{")))
	if n.Level != pane.Failure || w.Copied() != want {
		t.Errorf("invalid JSON: notice %q, copied %q", n.Text, w.Copied())
	}
}

func TestCopyReportsItsOutcome(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	long := strings.Repeat("x", 50)
	n := said(t, pane.NewStack(w.Context, "accounts").Output.CopyShort(long))
	if strings.Contains(n.Text, long) || w.Copied() != long {
		t.Errorf("the notice is cut and the copy is not: %q, %q", n.Text, w.Copied())
	}
	c := *w.Context
	c.Copy = func(string) (terminal.Copied, error) { return "", &terminal.TooLargeError{Size: 2_000, Most: 1_000} }
	if n := said(
		t,
		pane.NewStack(&c, "accounts").Output.CopyText("it", "it"),
	); n.Level != pane.Failure || !strings.Contains(n.Text, "2,000") || !strings.Contains(n.Text, "1,000") {
		t.Errorf("too large: %q", n.Text)
	}
	for _, test := range []struct {
		where   terminal.Copied
		err     error
		overSSH bool
		level   pane.Level
		want    string
	}{
		{"", errors.New("no clipboard"), false, pane.Failure, "no clipboard"},
		{
			"",
			&terminal.BlockedError{SetClipboard: "external", AllowPassthrough: "off"},
			false,
			pane.Failure,
			"saved nowhere: tmux's set-clipboard is “external” and allow-passthrough is “off”",
		},
		{terminal.Sent, nil, false, pane.Done, "Copied: it"},
		{terminal.Sent, nil, true, pane.Done, "Sent to the terminal"},
		{terminal.InTmux, nil, false, pane.Done, "Copied: it"},
		{terminal.InTmux, nil, true, pane.Done, "Copied to tmux's paste buffer: it"},
		{terminal.TmuxUnknown, nil, true, pane.Warning, "Sent to tmux: it"},
	} {
		c.Copy = func(string) (terminal.Copied, error) { return test.where, test.err }
		c.OverSSH = test.overSSH
		if n := said(
			t,
			pane.NewStack(&c, "accounts").Output.CopyText("it", "it"),
		); n.Level != test.level || !strings.Contains(n.Text, test.want) {
			t.Errorf("%+v: %v %q", test, n.Level, n.Text)
		}
	}
}

func TestExport(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	encode := func(context.Context) ([]byte, error) { return []byte("a,b\n"), nil }
	name := "things-" + panetest.Now.Format("20060102-150405") + ".csv"
	n := said(t, pane.NewStack(w.Context, "accounts").Output.Export("things", "csv", encode))
	if content, ok := w.Saved(name); n.Level != pane.Done || !ok || content != "a,b\n" {
		t.Errorf("%q: %q", n.Text, content)
	}
	failing := func(context.Context) ([]byte, error) { return nil, errors.New("\x1b[2Jbroken") }
	if n := said(
		t,
		pane.NewStack(w.Context, "accounts").Output.Export("others", "csv", failing),
	); n.Level != pane.Failure || !strings.Contains(n.Text, "broken") || strings.Contains(n.Text, "\x1b") {
		t.Errorf("what failed: %q", n.Text)
	}
}
