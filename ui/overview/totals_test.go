package overview

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/testkit/panetest"
)

// Sums of followers that some accounts do not have are lower bounds: on the wall, of an incident too, of platforms and
// groups, above the chart and in the summary.
func TestSumsOfSomeAccountsAreLowerBounds(t *testing.T) {
	o := options(t, panetest.Options{})
	accounts := now()
	for i := range accounts {
		accounts[i] = strings.Replace(accounts[i], `"fansCount":60,`, "", 1)
	}
	o.Handler = service(accounts, fmt.Sprintf(catalog, 12))
	m := panetest.Begin(t, New, panetest.New(t, o), 200, 58)
	shows := func(width, height int, texts ...string) {
		t.Helper()
		m.stack.SetSize(width, height)
		view := strings.Join(strings.Fields(ansi.Strip(m.stack.View())), " ")
		for _, text := range texts {
			if !strings.Contains(view, text) {
				t.Errorf("%d columns: no %q in\n%s", width, text, m.stack.View())
			}
		}
	}
	shows(200, 58, "≥ 120", "youtube 1 0 500", "─ ≥ 13.6k")
	shows(120, 38, "≥ 13.6k followers")
	panetest.Press(t, m, "do:overview.wall")
	shows(120, 38, "· ≥ 120 followers still affected", "≥ 120", " 500 ", "─ ≥ 13.6k")
}
