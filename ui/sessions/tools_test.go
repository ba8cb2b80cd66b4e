package sessions

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// withStored returns a pane whose history has sessions of the sandbox.
func withStored(t testing.TB, path string, o panetest.Options, ends ...string) *Model {
	t.Helper()
	o.History = panetest.History(t, path, panetest.Now)
	w := panetest.New(t, o)
	for _, end := range ends {
		begin(t, w, 120, 30, example(end))
	}
	o.History.Wait(t.Context())
	return begin(t, w, 120, 40, "")
}

// Tab shows the tools of the stored sessions, enter the sessions in which one failed, and enter
// there its first failure.
func TestToolsOfStoredSessions(t *testing.T) {
	m := withStored(t, filepath.Join(t.TempDir(), "h.db"), panetest.Options{}, "01", "08")
	panetest.Press(t, m, "tab")
	s, ok := m.stack.Top().(*toolScreen)
	if !ok {
		t.Fatalf("tab leads to:\n%s", m.stack.View())
	}
	for _, want := range []string{
		"✗ 5 failed",
		"Most frequent error",
		"CredentialExpired",
		"TaskFailed: the reference image",
		"2 · 40%",
		"1× in 1 session since 17 May",
	} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("the tools lack %q:\n%s", want, m.stack.View())
		}
	}
	panetest.Press(t, m, "/", "text:publish_w", "enter", "enter")
	if _, ok := m.stack.Top().(*listScreen); !ok ||
		!strings.Contains(m.stack.View(), "publish_work failed in 1 session") {
		t.Fatalf("enter leads to:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "enter")
	r := m.top()
	if r == nil {
		t.Fatalf("enter in the list of sessions leads to:\n%s", m.stack.View())
	}
	if part := r.page.doc.t.Part(r.page.here()); part == nil || part.Tool == nil || part.Tool.Name != "publish_work" ||
		!part.Tool.Outcome.Problem() {
		t.Errorf("the place of the failure:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc", "esc")
	if m.stack.Top() != pane.Screen(s) {
		t.Errorf("esc leads to:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc", "tab")
	if m.stack.Top() != pane.Screen(m.start) {
		t.Errorf("v leads back to:\n%s", m.stack.View())
	}
}

// enter on a tool that never failed says so. The list is sorted, copied and exported as any
// other.
func TestListOfTools(t *testing.T) {
	h := filepath.Join(t.TempDir(), "h.db")
	m := withStored(t, h, panetest.Options{}, "01")
	panetest.Press(t, m, "tab", "G")
	s := m.stack.Top().(*toolScreen)
	current, _ := s.Table.Current()
	messages := panetest.Press(t, m, "enter")
	if current.Failed != 0 || m.stack.Top() != pane.Screen(s) ||
		!strings.Contains(fmt.Sprint(messages), current.Name+" did not fail") {
		t.Errorf("%+v, %v:\n%s", current, messages, m.stack.View())
	}
	m.stack.SetSize(80, 24)
	for tool := range s.Table.Rows() {
		if !strings.Contains(m.stack.View(), " "+tool.Name+" ") {
			t.Errorf("%q is not whole at 80 columns:\n%s", tool.Name, m.stack.View())
		}
	}
	panetest.EveryColumn(t, m.view, resource.Tools(m.view), append(s.load.Value, &history.Tool{}, &history.Tool{
		Name:   "slow",
		Calls:  1000,
		Failed: 1,
		Median: api.Int(3_600_000),
		Errors: []history.FrequentError{{Text: "no_result", Example: "no_result"}},
	}))
	if got := resource.ErrorText(m.view, history.FrequentError{Text: "no_result"}); got != "no result stored" {
		t.Errorf("an outcome is worded %q", got)
	}
	if got := resource.PercentText(m.view, &history.Tool{Calls: 1000, Failed: 4}); got != "0.4%" {
		t.Errorf("a small share is %s", got)
	}
}

// The inspector of a session says how many other sessions have an error.
func TestErrorsOfOtherSessions(t *testing.T) {
	n := 0
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Handler: serve(func() string {
		n++
		return messages(
			record("1", "user", textPart("go")),
			record(
				"2",
				"assistant",
				fmt.Sprintf(
					`{"type":"tool-render","toolCallId":"c","state":"output-error","errorText":"%d jobs are waiting"}`,
					n,
				),
			),
		)
	})})
	for _, id := range []string{"s1", "s2", "s3"} {
		begin(t, w, 120, 30, id)
	}
	h.Wait(t.Context())
	m := begin(t, w, 120, 30, "")
	if view := m.stack.View(); !strings.Contains(view, "jobs are waiting") ||
		!strings.Contains(view, "in 2 other sessions since 20 May") {
		t.Errorf("the inspector:\n%s", view)
	}
}

// Names of tools and errors are cleaned and limited.
func TestHostileTools(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Handler: serve(func() string {
		long := strings.Repeat("长", 50_000)
		return messages(record("1", "assistant",
			`{"type":"tool-\u001b[2Jevil\u202e`+long+`","toolCallId":"c","state":"output-error",`+
				`"errorText":"\u001b]0;x\u0007 \u202e`+long+`"}`,
			`{"type":"dynamic-tool","toolCallId":"d","state":"output-error"}`))
	})})
	begin(t, w, 120, 30, "s")
	h.Wait(t.Context())
	m := begin(t, w, 120, 30, "")
	panetest.Press(t, m, "tab")
	panetest.Fits(t, m)
	s := m.stack.Top().(*toolScreen)
	if len(s.load.Value) == 0 {
		t.Fatal("no tools")
	}
	for _, tool := range s.load.Value {
		if len(tool.Name) > 200 || len(tool.Errors) != 1 || len(tool.Errors[0].Example) > 1000 {
			t.Errorf("%.400q", fmt.Sprint(tool))
		}
	}
	panetest.Press(t, m, "G", "enter", "enter")
	if r := m.top(); r == nil || r.page.here().Part != 0 {
		t.Errorf("the failure:\n%s", m.stack.View())
	}
}

func TestToolScreens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	withStored(t, path, panetest.Options{}, "01", "08").own.History().Close(t.Context())
	panetest.Screen(t, "all_tools", func(t testing.TB, o panetest.Options) *Model {
		m := withStored(t, path, o)
		panetest.Press(t, m, "tab")
		return m
	})
}

// On a narrow terminal, where nothing is beside the list, the key of the inspector opens it below the list, and closes
// it.
func TestToolOfNarrowList(t *testing.T) {
	m := withStored(t, filepath.Join(t.TempDir(), "h.db"), panetest.Options{}, "01", "08")
	m.stack.SetSize(80, 24)
	panetest.Press(t, m, "tab", "I")
	for _, want := range []string{
		"Most frequent error",
		"CredentialExpired",
		"── generate_video",
		"1× in 1 session since 17 May",
	} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("no %q in\n%s", want, m.stack.View())
		}
	}
	panetest.Press(t, m, "I")
	if _, ok := m.stack.Top().(*toolScreen); !ok || strings.Contains(m.stack.View(), "since 17 May") {
		t.Errorf("the second key leads to\n%s", m.stack.View())
	}
}
