package sessions

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane/panetest"
	"channeldeck/ui/sessions/transcript"
)

// TestCodeIsColouredLater has code in sight that is drawn at once, gets its
// colours from a command, and has them from then on at every width.
func TestCodeIsColouredLater(t *testing.T) {
	source := "Look:\n\n```go\nfunc main() {\n\t// ends here\n}\n```\n\n```nonesuch\nfunc main() {}\n```\n"
	c := panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.ANSI256}).Context
	m := New(c)
	m.SetSize(60, 20)
	record := api.MessageRecord{ID: "r", Message: api.UIMessage{Role: "assistant", Parts: []jsontext.Value{jsontext.Value(textPart(source))}}}
	m.show(newDocument("s", panetest.Now, transcript.New([]api.MessageRecord{record})))
	keyword, comment := c.Theme.Tone(theme.Accent).Render("func"), c.Theme.Tone(theme.Faint).Render("// ends here")

	cmd := m.Update(nil)
	plain := m.View()
	if strings.Contains(plain, keyword) {
		t.Fatal("the code has its colours already")
	}
	if m.Update(nil) != nil {
		t.Error("a second command looks for the same colours")
	}

	panetest.Pump(t, m, cmd)
	view := m.View()
	if !strings.Contains(view, keyword) || !strings.Contains(view, comment) || strings.Count(view, keyword) != 1 {
		t.Errorf("the code has not its colours: %q", view)
	}
	if ansi.Strip(view) != ansi.Strip(plain) {
		t.Errorf("colours changed\n%s\nto\n%s", ansi.Strip(plain), ansi.Strip(view))
	}
	m.SetSize(50, 20)
	if !strings.Contains(m.View(), keyword) || m.Update(nil) != nil {
		t.Error("another width has lost the colours")
	}
}

// TestColoursOfAnotherSession come when that session is not open any more, and
// those of another pane are not its own.
func TestColoursOfAnotherSession(t *testing.T) {
	c := panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.ANSI256}).Context
	open := func(m *Model, id, source string) {
		record := api.MessageRecord{ID: id, Message: api.UIMessage{Role: "assistant", Parts: []jsontext.Value{jsontext.Value(textPart(source))}}}
		m.show(newDocument(id, panetest.Now, transcript.New([]api.MessageRecord{record})))
	}
	m, other := New(c), New(c)
	m.SetSize(60, 20)
	open(m, "a", "```go\nvar a\n```\n")
	late := m.Update(nil)
	open(m, "b", "Other text.\n\n```go\nfunc b\n```\n")
	plain := m.View()
	if m.Update(nil) != nil {
		t.Error("two commands look for colours at a time")
	}

	msg := late()
	if other.Update(msg) != nil || other.View() != New(c).View() {
		t.Error("a pane takes the colours of another")
	}
	next := m.Update(msg)
	if m.View() != plain {
		t.Errorf("the colours of another session changed\n%s\nto\n%s", plain, m.View())
	}
	panetest.Pump(t, m, next)
	if keyword := c.Theme.Tone(theme.Accent).Render("func"); !strings.Contains(m.View(), keyword) {
		t.Errorf("the session has not its own colours: %q", m.View())
	}
}
