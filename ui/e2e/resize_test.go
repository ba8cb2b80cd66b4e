//go:build unix

package e2e

import "testing"

func TestResize(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500")
	m.write("jjj")
	m.wait("4/2,500")
	m.resize(40, 12)
	m.wait("4/2,500", "q quit")
	m.resize(30, 8)
	m.wait("30×8", "40×12")
	m.resize(200, 60)
	s := m.wait("4/2,500", "q quit")
	if len(s.lines()) != 60 {
		t.Errorf("%d lines", len(s.lines()))
	}
	m.do("q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// Keys work on a screen that is too small.
func TestTinyScreen(t *testing.T) {
	t.Parallel()
	m := open(t, demo().sized(20, 5))
	m.wait("20×5")
	for _, keys := range []string{
		"jjGgsSx*", "/nora\t", "\x1b", "?", "\x1b", "p", "\x1b", "c", "\x1b", "e", "\x1b", "\r",
		"\x1b", "123456789",
	} {
		m.write(keys)
		if s := m.screen(); !s.has("20×5") {
			t.Errorf("after %q:\n%s", keys, s)
		}
	}
	m.resize(1, 1)
	m.resize(120, 40)
	m.wait("Accounts") // and a list to choose from, where an escape and the next key came as one
	m.press("C-c")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}
