package groups

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// reportWorld is the pane of groups with a history at a path, on the first group with an ID.
func reportWorld(t *testing.T, path string) (*panetest.World, *Model, string) {
	t.Helper()
	h := panetest.History(t, path, panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Sandbox: sandbox.Options{Accounts: 30}})
	var err error
	if w.Site().Reports, err = h.Entries().Recent(t.Context(), history.KindReport, 10); err != nil {
		t.Fatal(err)
	}
	m := panetest.Begin(t, New, w, 120, 30)
	panetest.Press(t, m, "g")
	l := m.stack.Top().(*listScreen)
	g, _ := l.Table.Current()
	return w, m, g.ID
}

// A report on a group is named by it. What was chosen is prefilled by the next report and in the
// next run: the title for the same group, the rest for all, and the file is beside the last one.
func TestReportIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	w, m, id := reportWorld(t, path)
	panetest.Pump(t, m, m.ctx.Sites.First().NameGroup(id, "晨光 Studio/1"))
	date := "-" + w.Context.View.Now().Format("2006-01-02")
	panetest.Press(t, m, "P")
	panetest.Shows(
		t, m.stack.View(), "[晨光 Studio/1] All accounts",
		"report-晨光-Studio-1"+date+".html",
	)

	dir := filepath.Join("out", "client")
	panetest.Press(t, m, "tab", "ctrl+u", "text:2 weeks", "tab", "right")
	panetest.Shows(t, m.stack.View(), "[中文]", "晨光 Studio/1")
	panetest.Press(
		t, m, "tab", "right", "tab", "ctrl+u", "text:Acme", "tab", "ctrl+u",
		"text:"+filepath.Join(dir, "mine.html"), "enter",
	)
	written := filepath.Join(dir, "mine.html")
	if page, ok := w.Saved(written); !ok || !strings.HasPrefix(page, "# Acme\n") ||
		!strings.Contains(page, "2026年5月6日 09:30 至今") {
		t.Fatalf("written: %v\n%.400s", ok, page)
	}
	panetest.Shows(t, m.stack.View(), "Report written", written)
	panetest.Press(t, m, "o") // no browser
	panetest.Press(t, m, "y")
	if got := w.Copied(); got != written {
		t.Errorf("copied %q", got)
	}
	panetest.Press(t, m, "P")
	panetest.Shows(
		t,
		m.stack.View(),
		"14d", // 2 weeks
		"[中文]",
		"[Markdown]",
		"Acme",
		filepath.Join(dir, "report-晨光-Studio-1"+date+".md"),
	)
	panetest.Press(t, m, "right")
	panetest.Shows(t, m.stack.View(), "[All accounts]", "全部账号", filepath.Join(dir, "report"+date+".md"))
	w.Site().History().Close(t.Context())

	_, m, again := reportWorld(t, path)
	panetest.Press(t, m, "P")
	panetest.Shows(t, m.stack.View(), "14d", "[中文]", "[Markdown]", "Acme", filepath.Join(dir, "report-"))
	panetest.Press(t, m, "esc", "down", "P")
	if view := m.stack.View(); again != id || strings.Contains(view, "Acme") || !strings.Contains(view, "14d") {
		t.Errorf("another group has the title of the first one:\n%s", view)
	}
}

// The extension follows the format. A mistake, or a file that cannot be written, keeps what was typed.
func TestReportKeepsWhatWasTyped(t *testing.T) {
	w, m, _ := reportWorld(t, filepath.Join(t.TempDir(), "h.db"))
	save := w.Context.Save
	w.Context.Save = func(string, []byte) (string, error) { return "", errors.New("disk full") }
	panetest.Press(
		t, m, "P", "tab", "ctrl+u", "text:soon", "tab", "tab", "tab", "ctrl+u", "text:Mine", "tab",
		"ctrl+u", "text:a.html", "enter",
	)
	panetest.Shows(t, m.stack.View(), "Enter a time span", "soon", "Mine", "a.html")
	panetest.Press(t, m, "ctrl+u", "text:3d", "tab", "tab", "right", "right", "enter")
	panetest.Shows(t, m.stack.View(), "Couldn't save: disk full", "3d", "[JSON]", "Mine", "a.json")
	w.Context.Save = save
	panetest.Press(t, m, "enter")
	content, ok := w.Saved("a.json")
	var r struct {
		Title string `json:"title"`
		From  string `json:"from"`
	}
	if err := json.Unmarshal([]byte(content), &r); !ok || err != nil || r.Title != "Mine" || r.From != "2026-05-17" {
		t.Errorf("written: %v, %+v, error %v\n%.300s", ok, r, err, content)
	}
	panetest.Shows(t, m.stack.View(), "Report written")
}

// A file opens in the program of the system. If the form was left meanwhile, a notice says where the
// report is.
func TestReportOpens(t *testing.T) {
	w, m, _ := reportWorld(t, filepath.Join(t.TempDir(), "h.db"))
	opened := ""
	w.Context.Browse = func(address string) error { opened = address; return nil }
	w.Context.Save = func(string, []byte) (string, error) { return "/tmp/晨 光.html", nil }
	panetest.Press(t, m, "P", "enter")
	panetest.Shows(t, m.stack.View(), "[o] open", "[y] copy the path", "/tmp/晨 光.html")
	if panetest.Press(t, m, "o"); opened != "file:///tmp/%E6%99%A8%20%E5%85%89.html" {
		t.Errorf("opened %q", opened)
	}
	panetest.Press(t, m, "P")
	writing := m.Update(panetest.KeyMsg("enter"))
	panetest.Shows(t, m.stack.View(), "Writing the report")
	panetest.Press(t, m, "x", "esc")
	if up := panetest.Pump(t, m, writing); !panetest.Notified(up, "Saved to /tmp/晨 光.html") ||
		strings.Contains(m.stack.View(), "Report written") {
		t.Errorf("%v\n%s", up, m.stack.View())
	}
	w.Context.Save = nil
	if up := panetest.Press(t, m, "P"); !panetest.Notified(up, "channeldeck report --since 30d --group '") {
		t.Errorf("without files: %v", up)
	}
}

// A report on a group is of the site of its row.
func TestReportOfOneOfSeveralSites(t *testing.T) {
	at := func(seed uint64) panetest.Options {
		return panetest.Options{
			History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
			Sandbox: sandbox.Options{Accounts: 30, Seed: seed},
		}
	}
	w := panetest.Sites(t, at(0), at(3))
	m := panetest.Begin(t, New, w, 150, 30)
	b := w.Context.Sites.Named("b")
	page := ""
	w.Context.Save = func(name string, content []byte) (string, error) {
		page = string(content)
		return name, nil
	}
	account := b.Store.Accounts.List().Rows[0]
	panetest.Pump(t, m, m.Open(pane.Target{Site: "b", GroupID: account.GroupID}))
	panetest.Press(t, m, "P")
	panetest.Shows(t, m.stack.View(), "Report ", "all sites a [b]")
	if panetest.Press(t, m, "enter"); !strings.Contains(page, account.Nickname) {
		t.Errorf("the report lacks %s:\n%.300s", account.Nickname, page)
	}
	panetest.Shows(t, m.stack.View(), "Report written")
	w.Context.Save = nil
	panetest.Press(t, m, "esc")
	if up := panetest.Press(t, m, "P"); len(up) != 1 ||
		!strings.Contains(fmt.Sprint(up), "--site 'b' --group '"+account.GroupID+"'") {
		t.Errorf("over SSH: %v", up)
	}
}
