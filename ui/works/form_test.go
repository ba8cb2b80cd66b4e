package works

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// While the accounts are on their way to be chosen from, the platforms come:
// they are not what was asked for.
func TestAListThatComesBeforeTheOneAskedFor(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	m := New(world.Context)
	m.SetSize(80, 20)
	platforms := m.Init()
	panetest.Press(t, m, "o", "text:douyin", "tab", "text:1", "tab")
	accounts := m.Update(panetest.KeyMsg("ctrl+o"))
	if panetest.Pump(t, m, platforms); !m.Choice.Waiting(fieldAccount) {
		t.Fatalf("the platforms are offered in place of the accounts:\n%s", m.View())
	}
	if panetest.Pump(t, m, accounts); !strings.Contains(m.View(), "Account to ask douyin with") {
		t.Errorf("the accounts are not offered:\n%s", m.View())
	}
}

func TestTheFormNamesTheAccountOneComesFrom(t *testing.T) {
	d := begin(t, panetest.Options{}, 80, 20)
	open := func(platform string) api.Account {
		list, err := d.world.Context.Client.Accounts(t.Context(), api.AccountQuery{Types: []string{platform}})
		if err != nil || len(list.List) == 0 {
			t.Fatalf("no account: %v", err)
		}
		a := list.List[0]
		panetest.Pump(t, d.Model, d.Open(pane.Target{Pane: Name, Platform: platform, AccountID: a.ID}))
		d.shows(a.Nickname)
		return a
	}
	first := open("douyin")
	open("bilibili")
	if d.accountName(first.ID) != first.Nickname {
		t.Error("the name of the first is forgotten")
	}
}

func TestEscKeepsWhatWasTyped(t *testing.T) {
	d := begin(t, panetest.Options{}, 80, 20)
	d.press("o", "text:douyin", "tab", "text:730123", "esc", "o")
	d.shows("douyin", "730123")
	e := d.example("grow by the second", true)
	d.open(e)
	d.press("o")
	if v := d.form.Value(fieldWork); v != "" {
		t.Errorf("the form still has %q, which was asked for", v)
	}
	d.press("esc", "a", "esc", "o")
	if v := d.form.Value(fieldWork); v != "" {
		t.Errorf("the form has %q although nothing was typed", v)
	}
	d.press("text:99")
	back := d.Remember()
	panetest.Pump(t, d.Model, d.Open(pane.Target{Pane: Name, Platform: "bilibili"}))
	if panetest.Pump(t, d.Model, back()); d.mode != asking || d.form.Value(fieldWork) != "99" {
		t.Errorf("back is not the form with %q:\n%s", "99", d.View())
	}
}

func TestExportFromEveryView(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("grow by the second", true))
	for _, view := range []string{"f", "m", "d", "n"} {
		if said := d.press(view, "e", "enter"); !strings.Contains(said, "Saved to work-") {
			t.Errorf("in view %q: %q", view, said)
		}
	}
}

// A mistyped id is there to be mended, the failed call is counted, and the form
// tells what has become of the account.
func TestAfterAFailureTheFormHasWhatWasTyped(t *testing.T) {
	status := "1"
	handler := panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.Contains(r.URL.Path, "/works/"):
			status = "0"
			return failure(15006, "Expired", `{}`)
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			return `{"code":0,"message":"ok","data":[{"platform":"douyin"}]}`
		}
		return `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"douyin_1","userId":"u","type":"douyin","uid":"1","nickname":"云端工作室","groupId":"g","status":` + status + `}]}}`
	})
	d := begin(t, panetest.Options{Handler: handler}, 100, 30)
	panetest.Pump(t, d.Model, d.Open(pane.Target{Pane: Name, Platform: "douyin", AccountID: "douyin_1"}))
	d.shows("云端工作室 ● normal")
	d.press("text:7412", "enter", "enter")
	d.shows("1 call")
	d.press("o")
	if v := d.form.Value(fieldWork); v != "7412" || d.form.Focus() != fieldWork {
		t.Errorf("the form has %q:\n%s", v, d.View())
	}
	d.shows("云端工作室 ✗ abnormal")
}

// Keys that do nothing in a view are not told there.
func TestKeysOfAViewWorkInIt(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("grow by the second", true))
	k := &d.keys
	only := map[string][]view{
		k.Plot.Help().Desc: {metricsView}, k.Base.Help().Desc: {metricsView}, k.Metric.Help().Desc: {compareView}, k.ByAge.Help().Desc: {compareView},
		k.CopyCell.Help().Desc: {metricsView, snapshotsView, compareView}, k.Sort.Help().Desc: {metricsView, snapshotsView, compareView},
	}
	for v := range views {
		d.look(v)
		told := map[string]bool{}
		for _, b := range slices.Concat(d.FullHelp()...) {
			told[b.Help().Desc] = true
		}
		for does, in := range only {
			if v == chartView && !d.canDraw() { // it shows the snapshots
				continue
			}
			if told[does] != slices.Contains(in, v) {
				t.Errorf("view %d: %q is told: %t", v, does, told[does])
			}
		}
	}
}

// What was typed for an account is there when one comes from it again.
func TestTheDraftOfAnAccount(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(answerOf())}, 100, 30)
	from := pane.Target{Pane: Name, Platform: "douyin", AccountID: "douyin_1"}
	panetest.Pump(t, d.Model, d.Open(from))
	d.press("text:7412", "esc")
	panetest.Pump(t, d.Model, d.Open(from))
	if v := d.form.Value(fieldWork); v != "7412" {
		t.Errorf("the form has %q", v)
	}
	d.press("esc")
	panetest.Pump(t, d.Model, d.Open(pane.Target{Pane: Name, Platform: "douyin", AccountID: "douyin_2"}))
	if v := d.form.Value(fieldWork); v != "" {
		t.Errorf("the form of another account has %q", v)
	}
}

// The name of a platform does as well as its id, and what a platform cannot do is
// said before it is asked, also where nobody has looked at the platforms before.
func TestThePlatformOfTheForm(t *testing.T) {
	world := panetest.New(t, panetest.Options{Handler: service(answerOf())})
	d := &deck{New(world.Context), t, world, new(clockwork)}
	d.SetSize(100, 30)
	panetest.Pump(t, d.Model, d.Open(pane.Target{Pane: Name, Platform: "weibo", AccountID: "douyin_1"}))
	d.shows("has no details of works")
	d.focus(fieldPlatform)
	d.press("ctrl+u", "text:dOuYin", "tab")
	if v := d.form.Value(fieldPlatform); v != "douyin" {
		t.Errorf("the platform is %q", v)
	}
}

func TestBackFromAWorkToNothingKeepsIt(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(answerOf())}, 100, 30)
	back := d.Remember()
	panetest.Pump(t, d.Model, d.Open(pane.Target{Pane: Name, Platform: "douyin", WorkID: "741", AccountID: "douyin_1"}))
	d.press("enter")
	panetest.Pump(t, d.Model, back())
	d.shows("A work")
}

// A link to a work of another platform takes that platform, and leaves an account
// of the one before behind; one that was typed before any platform stays.
func TestALinkTakesItsPlatform(t *testing.T) {
	for platform, account := range map[string]string{"bilibili": "", "": "mine"} {
		d := begin(t, panetest.Options{}, 100, 30)
		d.press("o")
		for _, f := range []struct{ id, value string }{{fieldPlatform, platform}, {fieldAccount, "mine"}, {fieldWork, "https://www.youtube.com/watch?v=dQw4w9WgXcQ"}} {
			d.focus(f.id)
			d.press("text:" + f.value)
		}
		d.press("tab")
		if p, w, a := d.form.Value(fieldPlatform), d.form.Value(fieldWork), d.form.Value(fieldAccount); p != "YouTube" || w != "dQw4w9WgXcQ" || a != account {
			t.Errorf("from %q: platform %q, work %q, account %q", platform, p, w, a)
		}
	}
}
