package accounts

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 40)
	panetest.EveryColumn(t, w.Context.View, resource.Accounts(w.Context.View), m.store.Accounts.List().Rows)
}

// Fields of newer deployments have labels, and the handle is found by the filter.
func TestFieldsOfNewerDeployments(t *testing.T) {
	newer := account(2, `,"account":"@harbor_bakes","clientType":"web","loginTime":"2026-05-19T09:30:00Z"`)
	for lang, want := range map[words.Lang][]string{
		words.English: {"Handle", "Client", "Signed in"},
		words.Chinese: {"平台账号", "客户端", "登录时间"},
	} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Handler: answer(list(2, account(1, ""), newer))}),
			120,
			40,
		)
		panetest.Press(t, m, "/", "text:harbor_b", "enter")
		a, _ := rowsOf(m).Current()
		if shown, _ := rowsOf(m).Counts(); shown != 1 || a.ID != "a:2" {
			t.Fatalf("%d rows, %s", shown, a.ID)
		}
		lines := strings.Join(pane.BlockLines(m.view, m.blocks(a), 100, 99), "\n")
		for _, label := range append(want, "@harbor_bakes", "web", "2026-05-19 09:30") {
			if !strings.Contains(lines, label) {
				t.Errorf("no %q:\n%s", label, lines)
			}
		}
		if strings.Contains(lines, m.words.T("field.unlisted")) ||
			strings.Contains(lines, m.words.T("accounts.block_others")) {
			t.Errorf("undocumented:\n%s", lines)
		}
		if shown, _ := rowsOf(m).Columns(); slices.ContainsFunc(shown, func(c resource.Column[row]) bool {
			return c.ID == "account"
		}) {
			t.Error("the handle is a column at first")
		}
	}
}
