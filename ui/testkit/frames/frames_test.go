package frames

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// lines is a model of three lines; a number changes the second.
type lines struct{ n int }

func (l lines) Init() tea.Cmd { return nil }

func (l lines) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if n, ok := msg.(int); ok {
		l.n = n
	}
	return l, nil
}

func (l lines) View() string { return fmt.Sprintf("first\nnumber %d\nlast", l.n) }

func TestRecordHasTheFrameOfEachMessage(t *testing.T) {
	got := Record(lines{}, 20, 3, 1, 1, 2)
	for i, want := range []string{"\x1b[2;8H1", "", "\x1b[2;8H2"} {
		if got[i] != want {
			t.Errorf("message %d: %q, want %q", i, got[i], want)
		}
	}
}
