package frames

import (
	"context"
	"fmt"
	"testing"
	"time"

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
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	got, err := Record(ctx, lines{}, 20, 3, 1, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"\x1b[2;8H1\x1b[3;H", "", "\x1b[2;8H2\x1b[3;H"} {
		if got[i] != want {
			t.Errorf("message %d: %q, want %q", i, got[i], want)
		}
	}
}

func TestRecordEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Record(ctx, lines{}, 20, 3, 1); err == nil {
		t.Error("no error")
	}
}
