package groups

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The names of created groups survive: the service does not list them.
func TestCreatedGroupsAreRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func() *Model {
		return panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}),
			120,
			30,
		)
	}
	m := visit()
	panetest.Press(t, m, "A", "text:Spring campaign", "enter")
	m.ctx.Sites.First().History().Close(t.Context())
	m = visit()
	if view := m.stack.View(); !strings.Contains(view, "Spring campaign") || strings.Contains(view, "1 new") {
		t.Errorf("the group of the earlier run is missing or new:\n%s", view)
	}
}

// A local name that the history cannot store is not given, and the user is told why.
func TestLocalNameThatIsNotStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{
			History: panetest.History(t, path, panetest.Now),
			Sandbox: sandbox.Options{Accounts: 50},
		}),
		120,
		30,
	)
	m.ctx.Sites.First().History().Wait(t.Context())
	accept := panetest.RefuseWrites(t, path)
	if up := panetest.Press(
		t,
		m,
		"do:groups.rename",
		"text:Spring team",
		"enter",
	); !panetest.Notified(up, "Not saved.", panetest.Refused) || strings.Contains(m.stack.View(), "Spring team") {
		t.Errorf("notices %v:\n%s", up, m.stack.View())
	}
	accept()
	if up := panetest.Press(
		t,
		m,
		"do:groups.rename",
		"text:Spring team",
		"enter",
	); len(up) > 0 || !strings.Contains(m.stack.View(), "Spring team") {
		t.Errorf("notices %v:\n%s", up, m.stack.View())
	}
}

// A group gets a local name with a key. It is marked in the list, survives the program, and
// has a field of its own in files, where the name is that of the service.
func TestLocalName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func() *Model {
		return panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{
				History: panetest.History(t, path, panetest.Now),
				Sandbox: sandbox.Options{Accounts: 50},
			}),
			120,
			30,
		)
	}
	m := visit()
	id := current(m).ID
	panetest.Press(t, m, "do:groups.rename")
	if view := m.stack.View(); !strings.Contains(view, "Local name of Default group") {
		t.Fatalf("no question:\n%s", view)
	}
	panetest.Press(t, m, "text: Mine ", "enter")
	m.ctx.Sites.First().History().Close(t.Context())
	m = visit()
	view := m.stack.View()
	if title := "Mine " + m.theme.Glyphs.Local; strings.Count(view, title) != 2 ||
		!strings.Contains(view, "only channeldeck shows") {
		t.Errorf("the name is not in the list and the inspector:\n%s", view)
	}
	for _, c := range m.resource.Columns {
		switch got := c.TextOf(current(m)); c.ID {
		case "name":
			if got != "Default group" {
				t.Errorf("the name of the service is %q", got)
			}
		case "localName":
			if got != "Mine" {
				t.Errorf("the local name is %q", got)
			}
		}
	}
	object := fmt.Sprintf("%s", m.resource.JSON(current(m)))
	if !strings.Contains(object, `"localName":"Mine"`) {
		t.Errorf("JSON %s", object)
	}
	if panetest.Press(
		t,
		m,
		"do:groups.rename",
		"ctrl+u",
		"enter",
	); m.view.Lists.GroupName(id).Local != "" || strings.Contains(m.stack.View(), "Mine") {
		t.Errorf("the name is still there:\n%s", m.stack.View())
	}
}

// Without a history there are no local names.
func TestNoLocalNameWithoutHistory(t *testing.T) {
	_, m := faulty(t, "")
	if up := panetest.Press(t, m, "do:groups.rename"); len(up) != 1 || at(m) != "list" {
		t.Errorf("on the %s, told %v", at(m), up)
	}
}

// A full bar is half of the accounts, and the percentage stands before it.
func TestShareIsAbsolute(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	for _, c := range resource.Groups(w.Context.View).Columns {
		if c.ID != "share" {
			continue
		}
		for abnormal, want := range map[int]string{0: "0%", 1: "0.4%", 125: "50%", 249: "99%", 250: "100%"} {
			g := &resource.Group{Tally: &fleet.Tally{Tally: api.Tally{Accounts: 250, Abnormal: abnormal}}}
			if got := c.CellOf(g).Text; got != want || c.Bar(g)/c.Full != float64(abnormal)/125 {
				t.Errorf("%d of 250: %s and a bar of %v, want %s", abnormal, got, c.Bar(g)/c.Full, want)
			}
		}
		return
	}
	t.Error("no column of the share")
}

// A wide terminal shows the change of each group, its share of abnormal accounts as a bar, and its platforms, the
// most frequent first; those without room are counted.
func TestWideList(t *testing.T) {
	t.Parallel()
	for lang, want := range map[words.Lang]string{
		words.English: "Douyin 14, RedNote 12, Kwai 11 +9 more",
		words.Chinese: "抖音 14、小红书 12、快手 11，另 9 个",
	} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 300}, DemoHistory: true}),
			200,
			30,
		)
		title := cmp.Or(m.view.SpanTitle(history.SpanMonth), m.words.T("groups.column.change30d"))
		if head := strings.Split(m.stack.View(), "\n")[2]; !strings.Contains(head, title) {
			t.Errorf("no column %q in %q", title, head)
		}
		row := strings.Split(m.stack.View(), "\n")[3]
		if !strings.Contains(row, want) || !strings.Contains(row, "7% █") {
			t.Errorf("no %q beside a bar of the share:\n%s", want, m.stack.View())
		}
	}
}

// The change of the followers of a group stands below their sum.
func TestChangeIsBelowTheFollowers(t *testing.T) {
	o := panetest.Options{Sandbox: sandbox.Options{Accounts: 300}, DemoHistory: true}
	m := panetest.Begin(t, New, panetest.New(t, o), 120, 40)
	list := m.stack.Top().(*listScreen)
	g, _ := list.Table.Current()
	var names []string
	for _, b := range m.blocks(g) {
		if b.Title != m.words.T("groups.block_sums") {
			continue
		}
		for _, f := range b.Facts {
			names = append(names, f.Name)
		}
	}
	want := []string{
		m.words.T("accounts.column.fansCount"),
		cmp.Or(m.view.SpanTitle(history.SpanMonth), m.words.T("groups.column.change30d")),
	}
	if len(names) < 2 || !slices.Equal(names[:2], want) {
		t.Errorf("the sums are %q, want %q first", names, want)
	}
}
