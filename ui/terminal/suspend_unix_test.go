//go:build unix

package terminal

import (
	"fmt"
	"io"
	"syscall"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

type idle struct{}

func (idle) Init() tea.Cmd                         { return nil }
func (n idle) Update(tea.Msg) (tea.Model, tea.Cmd) { return n, nil }
func (idle) View() string                          { return "" }

// A change of the size before Bubble Tea listens for changes is not lost.
func TestSizeIsReadAgainDuringTheStart(t *testing.T) {
	j := newJobControl(t.Context(), nil, false)
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGWINCH); err != nil {
		t.Fatal(err)
	}
	var p *tea.Program
	asked := false
	quitWhenAsked := func(_ tea.Model, msg tea.Msg) tea.Msg {
		if fmt.Sprintf("%T", msg) == fmt.Sprintf("%T", tea.WindowSize()()) {
			asked = true
			return tea.Quit()
		}
		return msg
	}
	p = tea.NewProgram(
		idle{},
		tea.WithContext(t.Context()),
		tea.WithInput(nil),
		tea.WithOutput(io.Discard),
		tea.WithFilter(quitWhenAsked),
	)
	go j.watch(p)
	if _, err := p.Run(); err != nil || !asked {
		t.Errorf("asked %v: %v", asked, err)
	}
}
