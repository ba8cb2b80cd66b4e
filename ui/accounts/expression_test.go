package accounts

import (
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/panetest"
)

// The line of the filter takes expressions beside text. What is not understood leaves the rows
// as they are, and says so; tab completes names.
func TestExpressionsInTheFilterLine(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 200}}), 120, 20)
	count := func() int {
		shown, _ := rowsOf(m).Counts()
		return shown
	}
	all := count()
	panetest.Press(t, m, "/", "text:stat")
	if view := m.View(); !strings.Contains(view, "tab status:") {
		t.Fatalf("no completion in\n%s", view)
	}
	panetest.Press(t, m, "tab", "text:abnormal")
	ill := count()
	if ill == 0 || ill >= all || top(m).Query.Value() != "status:abnormal" {
		t.Fatalf("%d of %d rows for %q", ill, all, top(m).Query.Value())
	}
	panetest.Press(t, m, "text: followrs>9")
	if view := m.View(); count() != ill || !strings.Contains(view, "understand the filter followrs>9") {
		t.Errorf("%d rows for a mistake\n%s", count(), view)
	}
	panetest.Press(t, m, "esc", "esc")
	if count() != all {
		t.Errorf("%d of %d rows after esc", count(), all)
	}
	v := config.View{Name: "ill"}
	v.List.V, v.Match.V = Name, "status:abnormal"
	panetest.Pump(t, m, top(m).ShowView(v))
	if count() != ill {
		t.Errorf("%d rows of a view with an expression, want %d", count(), ill)
	}
}
