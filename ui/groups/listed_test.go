package groups

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// listing answers with an account of the first group, and with a list of groups.
func listing(groups string) http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		if strings.HasSuffix(r.URL.Path, "/account-groups") {
			return groups
		}
		return list(1, account(1, first, ""))
	})
}

func listed(rows string) string { return `{"code":0,"message":"ok","data":[` + rows + `]}` }

// The list and the inspector show what the service says of its groups, also of those without
// accounts, with a local name beside the name of the service.
func TestListedGroups(t *testing.T) {
	h := listing(listed(fmt.Sprintf(
		`{"id":%q,"name":"Harbor","rank":7,"isDefault":true},{"id":%q,"name":"Nobody","rank":9,`+
			`"proxyIp":"198.51.100.7"}`,
		first,
		second,
	)))
	for lang, want := range map[words.Lang][]string{
		words.English: {"Harbor · default", "Rank", "7", "Default group"},
		words.Chinese: {"Harbor · 默认", "排序值", "7", "默认分组"},
	} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{
				Handler: h,
				Lang:    lang,
				History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
			}),
			120,
			40,
		)
		view := m.stack.View()
		for _, text := range append(want, "Nobody") {
			if !strings.Contains(view, text) {
				t.Errorf("%s: no %q:\n%s", lang, text, view)
			}
		}
		panetest.Press(t, m, "do:groups.rename", "text:Mine", "enter")
		if label := "Mine " + m.theme.Glyphs.Local + " · " + want[0]; !strings.Contains(m.stack.View(), label) {
			t.Errorf("%s: no %q:\n%s", lang, label, m.stack.View())
		}
		if panetest.Press(
			t,
			m,
			"/",
			"text:harbor",
			"enter",
		); current(m).ID != first || !strings.Contains(m.stack.View(), "Mine") {
			t.Errorf("%s: the name of the service does not find it:\n%s", lang, m.stack.View())
		}
	}
}

// Without a list of groups, in any form, they have their IDs, and nothing is reported.
func TestNoListedGroups(t *testing.T) {
	for name, groups := range map[string]string{
		"code 404": `{"code":404,"message":"Not Found","data":{}}`,
		"garbage":  "[[",
		"empty":    listed(""),
		"nameless": listed(fmt.Sprintf(`{"id":%q,"rank":1}`, first)),
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: listing(groups)}), 120, 40)
		if view := m.stack.View(); !strings.Contains(view, first) || strings.Contains(view, "404") ||
			strings.Contains(view, "Couldn't") {
			t.Errorf("%s:\n%s", name, view)
		}
	}
}
