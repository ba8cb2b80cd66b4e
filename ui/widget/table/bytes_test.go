package table

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/terminal"
	"channeldeck/ui/text"
)

// screen is a table as a pane shows it: a line above, the counter below.
type screen struct{ table *Table[channel] }

func (s screen) Init() tea.Cmd { return nil }

func (s screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		s.table.SetSize(size.Width, size.Height-2)
	}
	return s, s.table.Update(msg)
}

func (s screen) View() string {
	shown, total := s.table.Counts()
	return fmt.Sprintf("accounts\n%s\n%d: %d of %d", s.table.View(), s.table.Position(), shown, total)
}

// record returns what is written to a terminal for each message.
func record(s screen, msgs ...tea.Msg) (written []string) {
	var out terminal.Screen
	out.Resize(120, 40)
	for _, msg := range append([]tea.Msg{tea.WindowSizeMsg{Width: 120, Height: 40}}, msgs...) {
		s.Update(msg)
		written = append(written, string(out.Draw(s.View())))
	}
	return written[1:]
}

// A move of the cursor writes two rows and the counter, a page one screen of
// text: what a person waits for on a slow line.
func TestCursorMoveWritesFewBytes(t *testing.T) {
	th := theme.For(io.Discard, []string{"TERM=xterm-256color", "COLORTERM=truecolor"}, theme.Choice{Name: "dark"})
	down := tea.KeyMsg{Type: tea.KeyDown}
	page := tea.KeyMsg{Type: tea.KeyPgDown}
	s := screen{newTable(th, channels(2500))}
	s.table.ShowColumns([]string{"name", "platform", "fans", "group", "health"}, true)
	written := record(s, down, down, page, page, down)
	for i, want := range []int{330, 330, 3400, 3900, 400} {
		t.Logf("%d bytes", len(written[i]))
		if len(written[i]) > want || written[i] == "" {
			t.Errorf("key %d wrote %d bytes, more than %d: %q", i, len(written[i]), want, written[i])
		}
	}
	if rows := regexp.MustCompile(`\x1b\[\d+;\d+H|\r\n`).FindAllString(written[1], -1); len(rows) != 3 {
		t.Errorf("a cursor move wrote in %d rows, want 3: %q", len(rows), written[1])
	}
	if idle := record(s, struct{}{}); idle[0] != "" {
		t.Errorf("a message that changes nothing wrote %q", idle[0])
	}
	for _, l := range strings.Split(s.table.View(), "\n") {
		if text.Width(l) > 120 {
			t.Errorf("a line of %d cells", text.Width(l))
		}
	}
}
