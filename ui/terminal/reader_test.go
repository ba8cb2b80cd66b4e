package terminal

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
)

func TestReaderPrintsNewLines(t *testing.T) {
	var out bytes.Buffer
	term := New(&out, nil)
	term.ForReader(theme.ASCII())
	write := func(sequence string) {
		t.Helper()
		if _, err := term.Write([]byte(sequence)); err != nil {
			t.Fatal(err)
		}
	}
	shown := func(view ...string) string {
		out.Reset()
		term.mu.Lock()
		term.view = strings.Join(view, "\n")
		term.draw()
		term.mu.Unlock()
		return out.String()
	}
	write(ansi.SetModeAltScreenSaveCursor)
	write(ansi.HideCursor)
	write(ansi.CursorHomePosition + "a frame of Bubble Tea")
	if out.Len() > 0 {
		t.Errorf("printed before the first view: %q", out.String())
	}
	for _, step := range []struct {
		name, want string
		view       []string
	}{
		{"all of the first view", " 3 accounts\r\nAccounts 1/3\r\n> x Ada\r\n  o Bo\r\n",
			[]string{
				" 3 accounts",
				"-- Accounts ------------ 1/3 -",
				"\x1b[7m> x Ada\x1b[0m      #",
				"  o Bo       ",
				"",
				"_____",
				" ##:.",
			}},
		{
			"nothing for the same view",
			"",
			[]string{" 3 accounts", "-- Accounts ------------ 1/3 -", "> x Ada", "  o Bo"},
		},
		{
			"only the row under the cursor",
			"> o Bo\r\n",
			[]string{" 3 accounts", "-- Accounts ------------ 2/3 -", "  x Ada", "> o Bo"},
		},
		{
			"only the row that scrolled in",
			"> o Cy\r\n",
			[]string{" 3 accounts", "-- Accounts ------------ 3/3 -", "  o Bo", "> o Cy"},
		},
		{
			"the row at which the cursor was",
			"> o Bo\r\n",
			[]string{" 3 accounts", "-- Accounts ------------ 2/3 -", "> o Bo", "  o Cy"},
		},
		{"a load once", "~ Loading accounts 1 s\r\n", []string{"~ Loading accounts 1 s"}},
		{"not its seconds", "", []string{"~ Loading accounts 2 s"}},
		{"a number beside a sparkline", "45 accounts ___:\r\n", []string{"45 accounts ___:"}},
		{"another number there", "46 accounts ___:\r\n", []string{"46 accounts ___:"}},
		{"a number that changed", "Followers 12\r\n", []string{"Followers 12"}},
		{"another one", "Followers 13\r\n", []string{"Followers 13"}},
		{"no control characters", "ab\r\n", []string{"a\x07b\x1b]0;title\x07"}},
	} {
		if got := shown(step.view...); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	out.Reset()
	write(ansi.SetModeBracketedPaste)
	write(ansi.ResetModeAltScreenSaveCursor)
	if out.String() != ansi.SetModeBracketedPaste {
		t.Errorf("written: %q", out.String())
	}
	if got := shown("Followers 14"); got != "" {
		t.Errorf("printed while another program has the terminal: %q", got)
	}
	write(ansi.SetModeAltScreenSaveCursor)
	if got := shown("Followers 14", "Works 2"); got != "Followers 14\r\nWorks 2\r\n" {
		t.Errorf("printed afterwards: %q", got)
	}
}

// A row is printed again if something but its age changed.
func TestReaderLeavesOutAges(t *testing.T) {
	r := reader{glyphs: theme.ASCII()}
	now := time.Date(2026, 11, 26, 9, 30, 0, 0, time.UTC)
	for _, step := range []struct {
		name, want string
		elapsed    time.Duration
		view       []string
	}{
		{"the first view", "> x Ada 59m 3d\r\n  o Bo 8 分钟前\r\n", 0, []string{"> x Ada 59m 3d", "  o Bo 8 分钟前"}},
		{"ages that grew", "", 5 * time.Minute, []string{"> x Ada  1h 3d", "  o Bo 13 分钟前"}},
		{
			"a row with another state",
			"  x Bo 13 分钟前\r\n",
			time.Second,
			[]string{"> x Ada  1h 3d", "  x Bo 13 分钟前"},
		},
		{"an age that began again", "> x Ada  2m 3d\r\n", time.Second, []string{"> x Ada  2m 3d", "  x Bo 13 分钟前"}},
		{"the cursor, and an age", "> x Bo 14 分钟前\r\n", time.Minute, []string{"  x Ada  3m 3d", "> x Bo 14 分钟前"}},
		{"durations of several rows", "> Clip 8s\r\n  Clip 9s\r\n", time.Second, []string{"> Clip 8s", "  Clip 9s"}},
		{"the cursor at another duration", "> Clip 9s\r\n", time.Second, []string{"  Clip 8s", "> Clip 9s"}},
		{
			"another duration beside one",
			"> Clip 10s\r\n",
			time.Second,
			[]string{"  Clip 8s", "  Clip 9s", "> Clip 10s"},
		},
		{"an age in words", "  o Cy 3 days old\r\n", time.Second, []string{"> Clip 10s", "  o Cy 3 days old"}},
		{"an older one", "", 51 * day, []string{"> Clip 10s", "  o Cy 54 days old"}},
		{"a younger one", "  o Cy 1 hour old\r\n", time.Minute, []string{"> Clip 10s", "  o Cy 1 hour old"}},
		{"a fraction", "", time.Hour + 30*time.Minute, []string{"> Clip 10s", "  o Cy 2.5 hours old"}},
		{
			"a range",
			"  o Cy down for 12.8-35 hours\r\n",
			time.Second,
			[]string{"> Clip 10s", "  o Cy down for 12.8-35 hours"},
		},
		{"a range that grew", "", time.Hour, []string{"> Clip 10s", "  o Cy down for 13-36 hours"}},
		{
			"another range",
			"  o Cy down for 3-36 hours\r\n",
			time.Second,
			[]string{"> Clip 10s", "  o Cy down for 3-36 hours"},
		},
		{"a duration that is no age", "> Clip 30s\r\n", time.Second, []string{"> Clip 30s"}},
	} {
		now = now.Add(step.elapsed)
		if got := string(r.draw(strings.Join(step.view, "\n"), now)); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
