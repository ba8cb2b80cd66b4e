// Command minimal is the least that a program of Bubble Tea can be: the floor
// that benchmarks compare channeldeck with.
package main

import (
	"fmt"
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

type model int

func (m model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyMsg); ok {
		if k.String() == "q" {
			return m, tea.Quit
		}
		m++
	}
	return m, nil
}

func (m model) View() string { return fmt.Sprintf("minimal %d", m) }

func main() {
	if _, err := tea.NewProgram(model(0), tea.WithAltScreen()).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
