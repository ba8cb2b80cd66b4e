package options

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/options"
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
const conditional = `{"field":"boardId","label":"Board","valueType":"list","createSchema":{"type":"object",` +
	`"required":["accountId"],` +
	`"properties":{"accountId":{"type":"string"},"privacy":{"enum":["PUBLIC","PROTECTED"]},` +
	`"contact":{"type":"string"}},` +
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

// The screens of all platforms show no line of a schema: it is behind a key of its own.
func TestSchemasStayBehindTheirKey(t *testing.T) {
	t.Parallel()
	schemas := regexp.MustCompile(
		`(?i)(create|filter|option)Schema|anyOf|oneOf|allOf|additionalProperties|数组|\$ref|"(type|enum|properties)"|\{"`,
	)
	for _, lang := range words.Langs() {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 200, 60)
		panetest.Pump(t, m, m.Visit())
		for i := range m.store.Platforms.Value {
			id := m.store.Platforms.Value[i].Platform
			panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: id}))
			s := m.stack.Top().(*platformScreen)
			panetest.Press(t, m, "L", "home")
			_, rows := s.Table.Counts()
			for range rows + 1 {
				if shown := schemas.FindString(m.stack.View()); shown != "" {
					t.Fatalf("%s of %s:\n%s", shown, id, m.stack.View())
				}
				panetest.Press(t, m, "down")
			}
			panetest.Press(t, m, "esc")
		}
	}
}

// The parts of an option unfold with the keys of all folds.
func TestPartsOfAnOptionFold(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 50)
	panetest.Press(t, m, "/", "text:twitter", "enter", "enter", "/", "text:poll", "enter")
	s := m.stack.Top().(*platformScreen)
	rows := func() (n int) {
		for range s.Table.Rows() {
			n++
		}
		return n
	}
	folded := rows()
	for _, keys := range [][2]string{{"right", "left"}, {"enter", "enter"}, {"L", "H"}, {"l", "h"}} {
		if panetest.Press(t, m, keys[0]); rows() <= folded {
			t.Errorf("%s unfolds nothing:\n%s", keys[0], m.stack.View())
		}
		if panetest.Press(t, m, keys[1]); rows() != folded {
			t.Errorf("%s folds nothing:\n%s", keys[1], m.stack.View())
		}
	}
}
