//go:build unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"channeldeck/ui/text"
)

// mouse sends what a terminal sends for the left button: pressed at a cell, moved to a row,
// and released there.
func (m *terminal) mouse(x, y, to int) {
	m.Helper()
	report := fmt.Sprintf("\x1b[<0;%d;%dM", x+1, y+1)
	if to != y {
		report += fmt.Sprintf("\x1b[<32;%d;%dM", x+1, to+1)
	}
	m.write(report + fmt.Sprintf("\x1b[<0;%d;%dm", x+1, to+1))
}

// click clicks a text of the screen.
func (m *terminal) click(text string) {
	m.Helper()
	y, line, _ := m.wait(text).find(text)
	before, _, _ := strings.Cut(line, text)
	m.mouse(utf8.RuneCountInString(before)+1, y, y)
}

func TestMouse(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--mouse"))
	m.wait("1/2,500")
	m.click("215 abnormal")
	m.wait("1/215")
	m.click("status: abnormal")
	m.gone("clear filter") // in the footer, which is drawn last; it moves the next key
	m.wait("1/2,500")
	m.click("f filter by")
	m.wait("Filter by")
	m.click("esc cancel")
	m.gone("Filter by")
	bar := func() (x, y int) {
		y, line, _ := m.screen().find("▐")
		before, _, _ := strings.Cut(line, "▐")
		return text.Width(before), y
	}
	x, y := bar()
	thumb := func(row int) {
		t.Helper()
		m.until("the thumb of the scroll bar", func(s screen) bool {
			at, _, _ := s.find("▐")
			return at == row
		})
	}
	m.mouse(x, y+20, y+34)
	thumb(y + 34)
	x, _ = bar() // longer names may have made the list wider
	m.mouse(x, y+34, y)
	thumb(y)
	if flags := m.ask("#{mouse_any_flag}#{mouse_button_flag}#{mouse_all_flag}"); flags != "110" {
		t.Errorf("the mouse modes are %s, want events of buttons and drags only", flags)
	}
	m.click("7 Prices")
	m.wait("21 models")
}

// Wheel and click act through ssh as in a local terminal, unless the server's configuration or
// a flag of the session leaves the mouse to the terminal.
func TestMouseThroughSSH(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("mouse = false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const modes = "#{mouse_any_flag}#{mouse_button_flag}#{mouse_all_flag}"
	h := serveFor(t, nil, []string{"anna"}, demoFlags...)
	m := h.view(t, "anna")
	m.wait("1/2,500")
	if flags := m.ask(modes); flags != "110" {
		t.Errorf("the mouse modes are %s", flags)
	}
	top := m.screen().line(5)
	m.write("\x1b[<65;20;10M")
	m.until("the wheel to scroll", func(s screen) bool { return s.line(5) != top })
	m.write("\x1b[<64;20;10M")
	m.until("the wheel to scroll back", func(s screen) bool { return s.line(5) == top })
	m.click("215 abnormal")
	m.wait("status: abnormal", "/215")
	off := serveFor(t, nil, []string{"anna"}, append(demoFlags, "--config", config)...)
	for _, command := range [][]string{
		off.client("anna", "-tt"),
		append(h.client("anna", "-tt"), "--", "--mouse=false"),
	} {
		m := open(t, look{command: command})
		m.wait("1/2,500")
		if flags := m.ask(modes); flags != "000" {
			t.Errorf("the mouse modes are %s without the mouse", flags)
		}
	}
}
