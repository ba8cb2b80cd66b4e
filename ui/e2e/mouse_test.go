//go:build unix

package e2e

import (
	"fmt"
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
	m.click("211 abnormal")
	m.wait("1/211")
	m.click("status: abnormal")
	m.gone("clear filter") // in the footer, which is drawn last; it moves the next key
	m.wait("1/2,500")
	m.click("p platforms")
	m.wait("Filter by platform")
	m.click("esc cancel")
	m.gone("Filter by platform")
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
