package options

import (
	"channeldeck/ui/resource/options"

	"io"
	"net/http"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// withOptions answers the requests for publish options with one response, and leaves all others to
// the sandbox.
func withOptions(options string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, "/publish-options") {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, data(options)) // the test sees what arrived
		})
	}
}

// conditional is an option for an account with a condition.
const conditional = `{"field":"boardId","label":"Board","valueType":"list","createSchema":{"type":"object","required":["accountId"],` +
	`"properties":{"accountId":{"type":"string"},"privacy":{"enum":["PUBLIC","PROTECTED"]},"contact":{"type":"string"}},` +
	`"if":{"required":["privacy"],"properties":{"privacy":{"const":"PROTECTED"}}},"then":{"required":["contact"]}}}`

// The screen of a platform begins with what must be there, in the labels of the language, and names
// rules that the service does not state with their source. The examples behind v have the ID of an
// account of the user, and a condition of a schema is a sentence.
func TestRequiredFirst(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"Must", "Category", "Title", "web, 2026-06", "Media", "Videos", "May", "Cannot"},
		words.Chinese: {"必填", "分区", "标题", "网页端，2026-06", "素材", "视频", "可选", "不支持"},
	} {
		w := panetest.New(t, panetest.Options{
			Lang:    lang,
			Sandbox: sandbox.Options{Accounts: 300},
			Before:  withOptions(conditional),
		})
		m := panetest.Begin(t, New, w, 160, 40)
		panetest.Press(t, m, "/", "text:bilibili", "enter", "enter")
		view := m.stack.View()
		at := 0
		for _, s := range want {
			i := strings.Index(view[at:], s)
			if i < 0 {
				t.Fatalf("%s: no %q after byte %d of\n%s", lang, s, at, view)
			}
			at += i
		}
		panetest.Press(t, m, "esc", "esc", "/", "text:pinterest", "enter", "enter")
		panetest.Press(t, m, "v")
		account := options.ExampleAccount(w.Site().Store.Accounts.List().Rows, "pinterest")
		if account == nil {
			t.Fatalf("no account in\n%s", m.stack.View())
		}
		condition := map[words.Lang]string{
			words.English: `If privacy is "PROTECTED", contact is required.`,
			words.Chinese: `如果 privacy 为 "PROTECTED"，则必须填写 contact。`,
		}[lang]
		for _, s := range []string{
			`"accountId": "` + account.ID + `"`,
			w.Context.Words.T("options.example_account", "ID", account.ID, "Name", account.Nickname),
			condition,
		} {
			if view := m.stack.View(); !strings.Contains(view, s) {
				t.Errorf("%s: no %q in\n%s", lang, s, view)
			}
		}
	}
}

// An account that arrives while the schemas are read is in the examples.
func TestExampleWithALateAccount(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}, Before: withOptions(conditional)})
	m := panetest.Begin(t, New, w, 160, 120)
	panetest.Press(t, m, "/", "text:pinterest", "enter", "enter")
	read := m.Update(panetest.KeyMsg("v"))
	panetest.Pump(t, m, w.Site().Store.Accounts.Refresh())
	panetest.Pump(t, m, read)
	account := options.ExampleAccount(w.Site().Store.Accounts.List().Rows, "pinterest")
	if view := m.stack.View(); !strings.Contains(view, `"accountId": "`+account.ID+`"`) {
		t.Error(view)
	}
}
