package sessions

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

// TestCallThatReturnedAnErrorIsAProblem checks the sign, the count and the jump.
func TestCallThatReturnedAnErrorIsAProblem(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(func() string {
		return messages(record("1", "user", textPart("go")),
			record(
				"2",
				"assistant",
				`{"type":"tool-run","toolCallId":"c","state":"output-available","input":{"command":"ls"},`+
					`"output":{"stdout":"","stderr":"no such file","exitCode":2}}`,
			))
	})})
	m := begin(t, w, 100, 20, "s")
	view := m.stack.View()
	for _, want := range []string{
		w.Context.Theme.Glyphs.Abnormal + " run",
		"returned an error",
		"no such file",
		"1 problem",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is missing in\n%s", want, view)
		}
	}
	panetest.Press(t, m, "do:sessions.next_problem")
	if m.top().page.here().Message != 1 || m.top().page.doc.t.Part(m.top().page.here()) == nil {
		t.Errorf("the jump went to %v", m.top().page.here())
	}
	panetest.Press(t, m, "x")
	if next := m.top().ShortHelp()[0].Help().Desc; next != "key.sessions.next_problem" {
		t.Errorf("among the problems, n is %s", next)
	}
}

func TestRunThatStoppedBeforeAnyOutput(t *testing.T) {
	for _, parts := range [][]string{{`{"type":"step-start"}`}, {textPart("Hello"), `{"type":"step-start"}`}} {
		w := panetest.New(t, panetest.Options{Handler: serve(func() string {
			return messages(record("1", "user", textPart("go")), record("2", "assistant", parts...))
		})})
		m := begin(t, w, 100, 20, "s")
		for range 4 {
			panetest.Press(t, m, "d")
			if view := m.stack.View(); strings.Count(view, "stopped before any output") != 1 ||
				!strings.Contains(view, "1 problem") {
				t.Errorf("%v: \n%s", m.top().page.depth, view)
			}
		}
		panetest.Press(t, m, "do:sessions.next_problem")
		if m.top().page.here().Message != 1 {
			t.Errorf("the jump went to %v", m.top().page.here())
		}
	}
}

// Behind the last problem the next one is the first.
func TestProblemsBeginAgain(t *testing.T) {
	failed := func(id string) string {
		return record(
			id,
			"assistant",
			`{"type":"tool-run","toolCallId":"c`+id+`","state":"output-error","input":{},"errorText":"no"}`,
		)
	}
	data := messages(failed("1"), failed("2"), record("3", "user", textPart("Thanks")))
	w := panetest.New(t, panetest.Options{Handler: serve(func() string { return data })})
	m := begin(t, w, 100, 20, "s")
	panetest.Press(t, m, "end")
	if at := m.top().page.here(); at.Message != 2 {
		t.Fatalf("the end is at %v", at)
	}
	panetest.Press(t, m, "x")
	if at := m.top().page.here(); at.Message != 0 {
		t.Errorf("behind the last problem x goes to %v, want the first", at)
	}
}
