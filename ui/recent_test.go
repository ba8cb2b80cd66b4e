package ui

import (
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/accounts"
	"channeldeck/ui/groups"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/works"
)

// The second visit offers what the first one opened, created and searched: in the
// palette by title, and in the search fields.
func TestRecentItemsOfEarlierVisits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	var service *awkward.Server
	visit := func() driver {
		w := panetest.New(t, panetest.Options{
			History: panetest.History(t, path, panetest.Now),
			Sandbox: sandbox.Options{Accounts: 20},
		})
		service = w.Sandbox
		d := driver{t, New(w.Context, Makers(), accounts.Name)}
		d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		panetest.Pump(
			t,
			d,
			tea.Batch(d.m.tabs.show(d.m.tabs.front), recall(t.Context(), d.m.ctx.Sites.First())),
		) // Init also waits for problems
		return d
	}
	const session = "6710a1e5c0de000000000008"
	first := visit()
	var work sandbox.Example
	for _, e := range service.Examples(false) {
		if e.Call == sandbox.CallWorks && e.Name == "growing" {
			work = e
		}
	}
	open := func(target pane.Target) { panetest.Pump(t, first, first.m.open(target)) }
	first.press("/", "text:cedar", "enter", "/", "ctrl+u", "text:"+panetest.Key, "enter")
	open(pane.Target{Pane: sessions.Name, SessionID: session})
	open(pane.Target{Pane: works.Name, Platform: work.Platform, WorkID: work.ID, AccountID: work.AccountID})
	first.press("enter")
	first.m.ctx.Save = func(string, []byte) (string, error) { return "/out/first.html", nil }
	first.press("P", "tab", "ctrl+u", "text:9d", "enter", "esc")
	open(pane.Target{Pane: groups.Name, GroupID: "none"})
	first.press("A", "text:Spring campaign", "enter")
	first.m.ctx.Sites.First().History().Close(t.Context())

	second := visit()
	for tab, want := range map[string]string{"works": work.ID, "sessions": session} {
		panetest.Pump(t, second, second.m.tabs.show(second.m.tabs.index(tab)))
		if got := second.m.View(); !strings.Contains(got, want) {
			t.Errorf("%s does not list what the earlier visit opened:\n%s", tab, got)
		}
	}
	panetest.Pump(t, second, second.m.tabs.show(second.m.tabs.index(accounts.Name)))
	second.press("/", "up") // not the key, which was typed last
	if got := second.m.View(); !strings.Contains(got, " / cedar") {
		t.Errorf("the earlier filter is not offered:\n%s", got)
	}
	second.press("esc", "P")
	if got := second.m.View(); !strings.Contains(got, " 9d") || !strings.Contains(got, "/out/report-20") {
		t.Errorf("the period and the directory of the last report are not offered:\n%s", got)
	}
	second.press("esc", "ctrl+k")
	view := second.m.View()
	for _, want := range []string{"Recent", "session · 6710a1e5", "Spring campaign", "work · WeChat Channels  "} {
		if !strings.Contains(view, want) {
			t.Errorf("the palette lacks %q:\n%s", want, view)
		}
	}
	second.press("text:" + work.ID)
	if view := second.m.View(); !strings.Contains(view, work.Shows) {
		t.Errorf("the palette does not find the work by its ID:\n%s", view)
	}
	second.press("ctrl+u", "text:"+session, "enter")
	if got := second.m.View(); !strings.Contains(got, "7 messages") {
		t.Errorf("the session of the earlier visit is not opened:\n%s", got)
	}
}
