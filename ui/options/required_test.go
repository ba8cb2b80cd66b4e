package options

import (
	"channeldeck/ui/resource/options"

	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/api/schema"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Members stand among those that are required or the others, those of alternatives below their
// alternative.
func TestSplit(t *testing.T) {
	for raw, want := range map[string]string{
		`{"properties":{"a":{},"b":{"properties":{"c":{}},"required":["c"]}},"required":["b"]}`:                                          "[b c] [a]",
		`{"anyOf":[{"properties":{"a":{},"b":{"properties":{"c":{}}}},"required":["a"]},{"properties":{"d":{}}}],"properties":{"e":{}}}`: "[anyOf1 a] [anyOf1 b c anyOf2 d e]",
		`{"oneOf":[{"type":"string"},{"required":["a"],"properties":{"a":{}}}]}`:                                                         "[oneOf1 oneOf2 a] []",
		`{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}`:                                                              "[if a then] []",
		`true`: "[] []",
	} {
		name := func(list []schema.Field) []string {
			names := []string{}
			for _, f := range list {
				switch f.Role {
				case "properties":
					names = append(names, f.Name)
				case "anyOf", "oneOf":
					names = append(names, fmt.Sprint(f.Role, f.Index+1))
				default:
					names = append(names, f.Role)
				}
			}
			return names
		}
		required, optional := split(schema.Read([]byte(raw)).Fields())
		if got := fmt.Sprint(name(required), name(optional)); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

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

// The page of a platform begins with what must be filled in, and names rules that the service does
// not state apart from it. The examples of an option have the ID of an account of the user, and a
// condition of a schema is a sentence.
func TestRequiredFirst(t *testing.T) {
	for lang, want := range map[words.Lang][4]string{
		words.English: {
			"Required",
			"Limits",
			"Known from the web client, not from the service (2026-06)",
			"a repost needs its source",
		},
		words.Chinese: {"必填", "限制", "来自网页端、并非服务说明的规则（2026-06）", "转载须注明来源"},
	} {
		w := panetest.New(t, panetest.Options{
			Lang:    lang,
			Sandbox: sandbox.Options{Accounts: 300},
			Before:  withOptions(conditional),
		})
		m := panetest.Begin(t, New, w, 160, 120)
		panetest.Press(t, m, "/", "text:bilibili", "enter", "enter")
		page := m.stack.View()
		at := 0
		required := map[words.Lang]string{words.English: "tid  required", words.Chinese: "tid  必填"}[lang]
		if i := strings.Index(page, required); i < 0 || i > strings.Index(page, want[1]) {
			t.Errorf("%q at byte %d of\n%s", required, i, page)
		}
		for _, s := range append(want[:], w.Context.Words.T("options.section.capabilities")) {
			i := strings.Index(page[at:], s)
			if i < 0 {
				t.Fatalf("%s: no %q after byte %d of\n%s", lang, s, at, page)
			}
			at += i
		}
		panetest.Press(t, m, "esc", "esc", "/", "text:pinterest", "enter", "enter", "enter")
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
	read := m.Update(panetest.KeyMsg("enter"))
	panetest.Pump(t, m, w.Site().Store.Accounts.Refresh())
	panetest.Pump(t, m, read)
	account := options.ExampleAccount(w.Site().Store.Accounts.List().Rows, "pinterest")
	if view := m.stack.View(); !strings.Contains(view, `"accountId": "`+account.ID+`"`) {
		t.Error(view)
	}
}
