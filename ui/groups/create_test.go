package groups

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/faults"
	"channeldeck/ui/testkit/panetest"
)

// faulty returns a pane whose sandbox fails to create groups.
func faulty(t *testing.T, fault string) (*panetest.World, *Model) {
	t.Helper()
	o := panetest.Options{Sandbox: sandbox.Options{Accounts: 20}}
	if strings.Contains(fault, "timeout") {
		o.API = api.Settings{Timeout: time.Second}
	}
	if fault != "" {
		o.Before = faults.Before(t, fault)
	}
	w := panetest.New(t, o)
	return w, panetest.Begin(t, New, w, 100, 24)
}

func posts(w *panetest.World) int {
	n := 0
	for _, r := range w.Requests() {
		if strings.HasPrefix(r, "POST") {
			n++
		}
	}
	return n
}

func stored(w *panetest.World, name string) int {
	n := 0
	for _, g := range w.Sandbox.Groups() {
		if g.Name == name {
			n++
		}
	}
	return n
}

const east = "华东门店"

// After each failure the name is kept, and no group is created twice.
func TestFaultsOnCreate(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		fault   string
		stored  int
		unknown bool
	}{
		{"create:business500=1x", 0, false},
		{"create:http500=1x", 0, false},
		{"create:http502=1x", 0, true},
		{"create:timeout-before=1x", 0, true},
		{"create:timeout-after=1x", 1, true},
		{"create:unauthorized=1x", 0, false},
		{"create:invalid=1x", 0, false},
		{"create:reset-after=1x", 1, true},
	} {
		t.Run(tc.fault, func(t *testing.T) {
			t.Parallel()
			w, m := faulty(t, tc.fault)
			panetest.Press(t, m, "A", "text:"+east, "enter")
			if at(m) != "form" || m.form.Value(nameField) != east {
				t.Fatalf("on the %s, %q in the field", at(m), m.form.Value(nameField))
			}
			if posts(w) != 1 || stored(w, east) != tc.stored {
				t.Errorf("%d requests, %d groups stored", posts(w), stored(w, east))
			}
			if (m.unknown.name == east) != tc.unknown {
				t.Errorf("outcome unknown: %q", m.unknown.name)
			}
			if said := strings.Contains(m.stack.View(), "may or may not have been created"); said != tc.unknown {
				t.Errorf("said to be unknown: %v\n%s", said, m.stack.View())
			}
			m.stack.SetSize(40, 10)
			panetest.Press(t, m, "esc", "down", "A")
			if m.form.Value(nameField) != east {
				t.Error("the input is lost after a look elsewhere")
			}
			m.stack.SetSize(100, 24)
			if panetest.Press(t, m, "enter"); !tc.unknown {
				if stored(w, east) != 1 || at(m) != "inspector" {
					t.Errorf("the second try: %d stored, on the %s", stored(w, east), at(m))
				}
				return
			}
			if posts(w) != 1 || at(m) != "picker" {
				t.Fatalf("enter sent it again: %d requests, on the %s", posts(w), at(m))
			}
			panetest.Press(t, m, "enter") // keep
			if posts(w) != 1 || at(m) != "form" || m.form.Value(nameField) != east {
				t.Errorf("%d requests, on the %s, %q", posts(w), at(m), m.form.Value(nameField))
			}
			if panetest.Press(t, m, "esc", "A"); !strings.Contains(m.stack.View(), "may or may not have been created") {
				t.Errorf("the outcome is no longer shown as unknown:\n%s", m.stack.View())
			}
			panetest.Press(t, m, "enter", "down", "enter") // again, on purpose
			if posts(w) != 2 || stored(w, east) != tc.stored+1 {
				t.Errorf("%d requests, %d stored", posts(w), stored(w, east))
			}
		})
	}
}

func TestUnknownOutcomeCanBeDiscarded(t *testing.T) {
	t.Parallel()
	w, m := faulty(t, "create:timeout-after=1x")
	panetest.Press(t, m, "A", "text:"+east, "enter", "enter", "esc")
	if at(m) != "form" || m.form.Value(nameField) != east {
		t.Errorf("esc of the choice: on the %s, %q", at(m), m.form.Value(nameField))
	}
	panetest.Press(t, m, "enter", "down", "down", "enter")
	if at(m) != "list" || m.form.Value(nameField) != "" || posts(w) != 1 {
		t.Errorf("on the %s, %q, %d requests", at(m), m.form.Value(nameField), posts(w))
	}
	// Another name is sent without a question.
	panetest.Press(t, m, "A", "text:other", "enter")
	if stored(w, "other") != 1 {
		t.Error("another name was not sent")
	}
}

func TestSecondSubmitWhileSendingIsIgnored(t *testing.T) {
	w, m := faulty(t, "")
	panetest.Press(t, m, "A", "text:"+east)
	cmd := m.Update(panetest.KeyMsg("enter"))
	for _, k := range []string{"enter", "x", "enter"} {
		if again := m.Update(panetest.KeyMsg(k)); again != nil {
			t.Errorf("%s in flight does something", k)
		}
	}
	if m.form.Value(nameField) != east || !strings.Contains(m.stack.View(), "Creating") {
		t.Errorf("%q is in the form:\n%s", m.form.Value(nameField), m.stack.View())
	}
	panetest.Pump(t, m, cmd)
	if posts(w) != 1 || stored(w, east) != 1 {
		t.Errorf("%d requests, %d stored", posts(w), stored(w, east))
	}
}

func TestOnlyBlankNamesAreRejected(t *testing.T) {
	w, m := faulty(t, "")
	panetest.Press(t, m, "A", "enter", "text:   ", "enter")
	if posts(w) != 0 || at(m) != "form" {
		t.Errorf("%d requests, on the %s", posts(w), at(m))
	}
	long := strings.Repeat("长", 1365) // all that the field holds
	m.form.SetValue(nameField, "")
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(long), Paste: true})
	panetest.Press(t, m, "enter")
	if stored(w, long) != 1 {
		t.Error("a long name was not created")
	}
}

func TestCreatedIsShownAndMarked(t *testing.T) {
	w, m := faulty(t, "")
	panetest.Press(t, m, "/", "text:zzz", "enter") // a filter that the new group does not match
	up := panetest.Press(t, m, "A", "text:"+east, "enter")
	if len(up) != 1 || up[0].(pane.Notice).Level != pane.Done {
		t.Errorf("told: %v", up)
	}
	g := current(m)
	if at(m) != "inspector" || g.Sent == nil || g.Sent.Name != east {
		t.Fatalf("on the %s, %+v", at(m), g)
	}
	panetest.Press(t, m, "esc")
	if view := m.stack.View(); !strings.Contains(view, east) || !strings.Contains(view, m.theme.Glyphs.New+" "+east) {
		t.Errorf("not marked:\n%s", view)
	}
	up = panetest.Press(t, m, "a")
	if len(up) != 1 || up[0].(pane.Open).Target.GroupID != g.ID {
		t.Errorf("accounts of the platform: %v", up)
	}
	panetest.Press(t, m, "A", "text:"+east)
	if !strings.Contains(m.stack.View(), g.ID) {
		t.Errorf("the namesake is not pointed out:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "enter")
	panetest.Shows(t, m.stack.View(), "A group is already called “"+east+"”")
	if stored(w, east) != 1 || at(m) != "picker" {
		t.Errorf("%d stored, on the %s", stored(w, east), at(m))
	}
	panetest.Press(t, m, "enter") // change the name
	if at(m) != "form" || m.form.Value(nameField) != east {
		t.Errorf("on the %s, %q", at(m), m.form.Value(nameField))
	}
	if panetest.Press(t, m, "enter", "down", "down", "enter"); stored(w, east) != 2 {
		t.Error("a namesake is refused")
	}
	if panetest.Press(t, m, "r"); m.store.Accounts.Err != nil || strings.Count(m.stack.View(), east) == 0 {
		t.Error("a refresh forgets what was created")
	}
}

// The shares come before the location of a created group.
func TestShareComesBeforeLocation(t *testing.T) {
	_, m := faulty(t, "")
	m.stack.SetSize(120, 40)
	panetest.Press(t, m, "A", "text:"+east, "enter", "esc")
	if view := m.stack.View(); !strings.Contains(view, " Share ") {
		t.Errorf("no shares:\n%s", view)
	}
}

// A user on another screen gets a notice and stays there.
func TestCreateCompletesOnAnotherScreen(t *testing.T) {
	for fault, level := range map[string]pane.Level{"": pane.Done, "create:unauthorized=1x": pane.Failure} {
		_, m := faulty(t, fault)
		panetest.Press(t, m, "A", "text:"+east)
		cmd := m.Update(panetest.KeyMsg("enter"))
		m.Update(panetest.KeyMsg("esc"))
		up := panetest.Pump(t, m, cmd)
		if at(m) != "list" || len(up) != 1 || up[0].(pane.Notice).Level != level {
			t.Errorf("%s: on the %s, %v", fault, at(m), up)
		}
	}
}

// The service may still create the group: the program says so when it has ended.
func TestSessionEndsDuringCreation(t *testing.T) {
	w, m := faulty(t, "")
	ctx, end := context.WithCancel(w.Context.Base)
	w.Context.Base = ctx
	panetest.Press(t, m, "A", "text:"+east)
	cmd := m.Update(panetest.KeyMsg("enter"))
	end()
	panetest.Pump(t, m, cmd)
	if m.Unfinished() == "" {
		t.Error("nothing says that the group may have been created")
	}
}

// A creation with an unknown outcome is told to the next run, once; one that was refused is not.
func TestUnknownOutcomeIsRemembered(t *testing.T) {
	for fault, unknown := range map[string]bool{"create:http502=1x": true, "create:http500=1x": false, "": false} {
		o := panetest.Options{History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)}
		if fault != "" {
			o.Before = faults.Before(t, fault)
		}
		w := panetest.New(t, o)
		h := w.Site().History()
		_, _ = (&fleet.Fleet{
			Client:  w.Site().Store.Fleet.Client,
			History: h,
			Now:     func() time.Time { return panetest.Now },
		}).Groups().Create(t.Context(), east)
		h.Wait(t.Context())
		for _, want := range []bool{unknown, false} {
			entries := (&fleet.Fleet{History: h}).Memory().UnfinishedGroups(t.Context())
			if len(entries) == 1 != want || want && !strings.Contains(entries[0].Title(), east) {
				t.Errorf("%s: %v", fault, entries)
			}
			h.Entries().ForgetAll(entries)
			h.Wait(t.Context())
		}
	}
}

// A name that was typed and cancelled is gone.
func TestCancelledNameIsGone(t *testing.T) {
	w, m := faulty(t, "")
	panetest.Press(t, m, "A", "text:Autumn test", "esc", "A")
	if at(m) != "form" || m.form.Value(nameField) != "" {
		t.Fatalf("on the %s, %q in the field", at(m), m.form.Value(nameField))
	}
	panetest.Press(t, m, "text:Autumn test", "enter")
	if stored(w, "Autumn test") != 1 || posts(w) != 1 {
		t.Errorf("%d stored, %d requests", stored(w, "Autumn test"), posts(w))
	}
}

// A name that any known group has asks first: one that the service lists, in another case, and one
// that only this history gave it. The group itself can be shown instead.
func TestNameThatExistsAsks(t *testing.T) {
	h := listing(listed(fmt.Sprintf(`{"id":%q,"name":"Harbor"},{"id":%q,"name":"Nobody"}`, first, second)))
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
		Handler: h,
		History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
	}), 120, 40)
	panetest.Press(t, m, "do:groups.rename", "text:Mine", "enter")
	for _, name := range []string{"Harbor", " harbor", "Nobody", "mine"} {
		panetest.Press(t, m, "A", "text:"+name, "enter")
		panetest.Shows(t, m.stack.View(), "A group is already called", "Change the name")
		if panetest.Press(t, m, "esc", "esc"); at(m) != "list" {
			t.Fatalf("%s: on the %s", name, at(m))
		}
	}
	panetest.Press(t, m, "A", "text:nobody", "enter", "down", "enter")
	if g := current(m); at(m) != "inspector" || g.ID != second {
		t.Errorf("on the %s, at %s", at(m), g.ID)
	}
}

// The form offers to copy the IDs of the accounts that are selected, or that another pane opens it
// for: the service puts no account into a group.
func TestIDsOfSelectedAccounts(t *testing.T) {
	open := map[string]func(*Model){
		"the key": func(m *Model) {
			m.store.Selected = func() []*api.Account { return m.store.Accounts.List().Rows[:2] }
			panetest.Press(t, m, "A")
		},
		"another pane": func(m *Model) {
			panetest.Pump(t, m, m.Open(pane.Target{
				Pane:       Name,
				AccountIDs: pane.JoinIDs(m.store.Accounts.List().Rows[:2]),
			}))
		},
	}
	for name, open := range open {
		w, m := faulty(t, "")
		rows := m.store.Accounts.List().Rows
		open(m)
		panetest.Shows(t, m.stack.View(), "put into groups in the", "[Copy when created")
		up := panetest.Press(t, m, "text:"+east, "enter", "enter")
		if want := rows[0].ID + "\n" + rows[1].ID; w.Copied() != want || stored(w, east) != 1 {
			t.Errorf("%s: copied %q, not %q, %d stored", name, w.Copied(), want, stored(w, east))
		}
		if !panetest.Notified(up, "Created") || !panetest.Notified(up, "2 IDs of the selected accounts") {
			t.Errorf("%s: %v", name, up)
		}
		w, m = faulty(t, "")
		open(m)
		panetest.Press(t, m, "text:"+east, "enter", "right", "enter")
		if w.Copied() != "" || stored(w, east) != 1 {
			t.Errorf("%s: copied %q against the wish, %d stored", name, w.Copied(), stored(w, east))
		}
	}
	_, m := faulty(t, "")
	panetest.Press(t, m, "A")
	if view := m.stack.View(); strings.Contains(view, "Copy when created") {
		t.Errorf("nothing is selected:\n%s", view)
	}
}

// The IDs are those of the accounts of the site that is chosen, which is theirs to begin with.
func TestIDsAtOneOfSeveralSites(t *testing.T) {
	w := panetest.Sites(t, panetest.Options{}, panetest.Options{})
	m := panetest.Begin(t, New, w, 100, 24)
	b := m.sites[1].store.Accounts.List().Rows[:1]
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Site: "b", AccountIDs: pane.JoinIDs(b)}))
	panetest.Press(t, m, "text:East", "enter", "enter", "enter")
	if len(m.sites[1].created) != 1 || m.sites[1].taken[0] != b[0].ID {
		t.Errorf("%d groups at b for %q", len(m.sites[1].created), m.sites[1].taken)
	}
}
