package works

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Platforms that arrive while the account picker waits for the accounts do not
// fill it.
func TestAccountPickerWaitsForTheAccounts(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	d := &deck{New(world.Context), t, world, new(clockwork)}
	d.stack.SetSize(80, 20)
	platforms := d.Init()
	accounts := d.Update(panetest.KeyMsg("A"))
	d.press("text:1", "tab", "text:youtube", "tab", "do:works.from_list")
	panetest.Pump(t, d.Model, platforms)
	d.shows("Loading")
	panetest.Pump(t, d.Model, accounts)
	d.shows("Choose an account for", "● normal")
	if strings.Contains(d.stack.View(), "No account") {
		t.Errorf("no account can be chosen:\n%s", d.stack.View())
	}
}

func TestFormNamesTheAccount(t *testing.T) {
	d := begin(t, panetest.Options{}, 80, 20)
	open := func(platform string) *api.Account {
		list, err := d.world.Site().Store.Fleet.Client.Accounts(t.Context(), api.AccountQuery{
			Types: []string{platform},
		})
		if err != nil || len(list.List) == 0 {
			t.Fatalf("no account: %v", err)
		}
		a := list.List[0]
		d.goTo(pane.Target{Platform: platform, AccountID: a.ID})
		d.shows(a.Nickname)
		return a
	}
	first := open("douyin")
	open("bilibili")
	if d.wording.accountName(first.ID) != first.Nickname {
		t.Error("the name of the first account was forgotten")
	}
}

// Without works the footer offers only what needs none.
func TestFooterWithoutWorks(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	for _, k := range d.stack.ShortHelp() {
		if a := pane.ActionOf(k); a != pane.ActionOf(d.keys.Open) && a != pane.ActionOf(d.stack.Keys.Refresh) {
			t.Errorf("%q needs a work:\n%s", k.Help().Desc, d.stack.View())
		}
	}
	d.hides("╭─ Details ─")
}

func TestEscKeepsDraft(t *testing.T) {
	d := begin(t, panetest.Options{}, 80, 20)
	d.press("A", "text:730123", "tab", "text:douyin", "esc", "A")
	d.shows("Douyin", "730123")
	e := d.example("growing")
	d.open(e)
	d.press("A")
	if v := d.form().Value(fieldWork); v != "" {
		t.Errorf("the form still has %q, which was requested", v)
	}
	d.press("esc", "do:works.account", "esc", "A")
	if v := d.form().Value(fieldWork); v != "" {
		t.Errorf("the form has %q although nothing was typed", v)
	}
	d.press("text:99")
	d.goTo(pane.Target{Platform: "bilibili"})
	if d.press("esc"); d.top() != "form" || d.form().Value(fieldWork) != "99" {
		t.Errorf("esc does not lead to the form with %q:\n%s", "99", d.stack.View())
	}
}

func TestExportFromEveryView(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("growing"))
	for _, view := range []string{"enter", "tab", "esc", "t"} {
		if said := d.press(view, "e", "enter"); !strings.Contains(said, "Saved to works-") {
			t.Errorf("in view %q: %q", view, said)
		}
	}
}

// After a failure the form has the mistyped ID, the failed call is counted, and
// the account's new status is shown.
func TestFormAfterFailure(t *testing.T) {
	status := "1"
	handler := panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.Contains(r.URL.Path, "/works/"):
			status = "0"
			return failure(15006, "Expired", `{}`)
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			return `{"code":0,"message":"ok","data":[{"platform":"douyin"}]}`
		}
		return `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"douyin_1","userId":"u","type":"douyin",` +
			`"uid":"1","nickname":"云端工作室","groupId":"g","status":` + status + `}]}}`
	})
	d := begin(t, panetest.Options{Handler: handler}, 100, 30)
	d.goTo(pane.Target{Platform: "douyin", AccountID: "douyin_1"})
	d.shows("云端工作室 ● normal")
	d.press("text:7412", "enter", "enter")
	d.shows("1 API call")
	d.press("A")
	if v := d.form().Value(fieldWork); v != "7412" || d.form().Focus() != fieldWork {
		t.Errorf("the form has %q:\n%s", v, d.stack.View())
	}
	d.shows("云端工作室 ✗ abnormal")
}

// A view's help lists only keys that work in it.
func TestHelpListsKeysOfTheView(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("growing"))
	k := &d.keys
	table := []int{metricsTab, snapshotsTab, compareTab}
	only := map[string][]int{
		k.NextMetric.Help().Desc:          {overviewTab, factsTab},
		k.Base.Help().Desc:                {overviewTab, factsTab},
		k.Metric.Help().Desc:              {compareTab},
		k.ByAge.Help().Desc:               {compareTab},
		d.stack.Keys.CopyCell.Help().Desc: table, d.stack.Keys.Sort.Help().Desc: table,
	}
	for tab := range tabCount {
		d.topWork().showTab(tab)
		shown := map[string]bool{}
		for _, b := range slices.Concat(d.stack.FullHelp()...) {
			shown[b.Help().Desc] = true
		}
		for desc, in := range only {
			if shown[desc] != slices.Contains(in, tab) {
				t.Errorf("tab %d: %q is shown: %t", tab, desc, shown[desc])
			}
		}
	}
}

// A draft for an account is restored when the form is opened for it again.
func TestDraftBelongsToItsAccount(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(response())}, 100, 30)
	from := pane.Target{Pane: Name, Platform: "douyin", AccountID: "douyin_1"}
	d.goTo(from)
	d.press("text:7412", "esc")
	d.goTo(from)
	if v := d.form().Value(fieldWork); v != "7412" {
		t.Errorf("the form has %q", v)
	}
	d.press("esc")
	d.goTo(pane.Target{Platform: "douyin", AccountID: "douyin_2"})
	if v := d.form().Value(fieldWork); v != "" {
		t.Errorf("the form of another account has %q", v)
	}
}

// The platform field accepts a display name in any case, and an unsupported
// platform is reported before a request, also while no other screen loaded them.
func TestPlatformField(t *testing.T) {
	world := panetest.New(t, panetest.Options{Handler: service(response())})
	d := &deck{New(world.Context), t, world, new(clockwork)}
	d.stack.SetSize(100, 30)
	d.goTo(pane.Target{Platform: "bilibili", AccountID: "douyin_1"})
	d.shows("bilibili doesn't support work details.")
	d.form().SetFocus(fieldPlatform)
	d.press("ctrl+u", "text:dOuYin", "tab")
	if v := d.form().Value(fieldPlatform); v != "Douyin" {
		t.Errorf("the platform is %q", v)
	}
	d.form().SetFocus(fieldPlatform)
	d.press("ctrl+u", "text:bilibili", "tab")
	d.shows("bilibili doesn't support work details.")
}

// A work that was left is on the start screen, from which enter opens it without
// a request.
func TestStartScreenListsOpenedWorks(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(response())}, 100, 30)
	d.goTo(pane.Target{Platform: "douyin", WorkID: "741", AccountID: "douyin_1"})
	d.press("enter", "esc")
	if d.shows("1 work", "A work", "Douyin"); d.top() != "start" {
		t.Fatalf("on top is %s", d.top())
	}
	if d.press("enter"); d.top() != "work" || len(d.calls()) != 1 {
		t.Errorf("on top is %s, calls %q", d.top(), d.calls())
	}
}

// The start screen of the demo lists its examples, which enter puts into the
// form.
func TestExampleFillsTheForm(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	world.Site().Examples = []pane.Thing{
		{Kind: pane.KindSession, Note: "a session"},
		{
			Kind:   pane.KindWork,
			Note:   "growing numbers",
			Target: pane.Target{Pane: Name, Platform: "douyin", WorkID: "7"},
		},
	}
	d := &deck{panetest.Begin(t, New, world, 100, 30), t, world, new(clockwork)}
	if d.shows("1 work", "growing numbers", "Douyin"); strings.Contains(d.stack.View(), "a session") {
		t.Errorf("a session is listed:\n%s", d.stack.View())
	}
	if d.press("enter"); d.top() != "form" || d.form().Value(fieldWork) != "7" || len(d.calls()) != 0 {
		t.Errorf("on top is %s, calls %q", d.top(), d.calls())
	}
}

// A link sets its platform and drops an account of the previous platform; an
// account that was typed before any platform stays.
func TestLinkSetsPlatform(t *testing.T) {
	for platform, account := range map[string]string{"bilibili": "", "": "mine"} {
		d := begin(t, panetest.Options{}, 100, 30)
		d.press("A")
		for _, f := range []struct{ id, value string }{
			{fieldPlatform, platform},
			{fieldAccount, "mine"},
			{fieldWork, "https://www.youtube.com/watch?v=dQw4w9WgXcQ"},
		} {
			d.form().SetFocus(f.id)
			d.press("text:" + f.value)
		}
		d.press("tab")
		p := d.form().Value(fieldPlatform)
		w := d.form().Value(fieldWork)
		a := d.form().Value(fieldAccount)
		if p != "YouTube" || w != "dQw4w9WgXcQ" || a != account {
			t.Errorf("from %q: platform %q, work %q, account %q", platform, p, w, a)
		}
	}
}

// A link is accepted in every field, typed or pasted.
func TestLinkInAnyField(t *testing.T) {
	const link = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
	for _, field := range []string{fieldPlatform, fieldWork, fieldAccount} {
		for _, pasted := range []bool{false, true} {
			d := begin(t, panetest.Options{}, 100, 30)
			d.press("A")
			d.form().SetFocus(field)
			if pasted {
				d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("看 " + link + " 。"), Paste: true})
			} else {
				d.press("text:"+link, "down")
			}
			f := d.form()
			if f.Focus() != fieldAccount {
				t.Errorf("focus on %s", f.Focus())
			}
			if f.Value(fieldPlatform) != "YouTube" || f.Value(fieldWork) != "dQw4w9WgXcQ" ||
				f.Value(fieldAccount) != "" {
				t.Errorf(
					"in %s: platform %q, work %q, account %q",
					field,
					f.Value(fieldPlatform),
					f.Value(fieldWork),
					f.Value(fieldAccount),
				)
			}
		}
	}
}

// A link that does not contain the work id is reported, not sent.
func TestLinkWithoutWorkID(t *testing.T) {
	for link, want := range map[string]string{
		"https://www.instagram.com/reel/CxYz_12-abC/":  "This Instagram link contains a code, not the work ID",
		"https://www.threads.net/t/CxYz_12-abC":        "short links don't contain the work ID",
		"https://www.facebook.com/page/posts/pfbid02a": "link contains a code, not the work ID",
	} {
		d := begin(t, panetest.Options{}, 90, 30)
		d.press("A", "text:"+link, "tab", "text:douyin", "tab", "enter")
		if d.shows(want); len(d.calls()) != 0 || d.top() != "form" {
			t.Errorf("%s: calls %q, on %s", link, d.calls(), d.top())
		}
	}
}

// A link that was typed before esc is replaced by its id when the form is submitted.
func TestDraftWithLink(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	account := d.example("growing").AccountID
	d.press(
		"A", "text:https://youtu.be/dQw4w9WgX00", "esc", "A", "ctrl+u", "text:YouTube", "enter",
		"text:"+account, "enter",
	)
	if calls := d.calls(); len(calls) != 1 ||
		!strings.HasSuffix(calls[0], "/works/youtube/dQw4w9WgX00?accountId="+account) {
		t.Errorf("calls %q:\n%s", calls, d.stack.View())
	}
}

// The footer of a comparison without a second work offers to open one, and no key that
// needs it.
func TestFooterWithoutASecondWork(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("growing"))
	d.topWork().showTab(compareTab)
	var keys []string
	for _, b := range d.stack.ShortHelp() {
		keys = append(keys, b.Help().Key)
	}
	if slices.Contains(keys, "m") || slices.Contains(keys, "t") || !slices.Contains(keys, "A") {
		t.Errorf("the footer has %q", keys)
	}
}

// The form begins at the field of the work, where a link and two keys are enough: its
// platform follows from the link, also from those that the demo shows. Without an account, which
// YouTube requires, enter requests nothing.
func TestOpenByLink(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	e := d.example("growing")
	d.press("A")
	if focus := d.form().Focus(); focus != fieldWork {
		t.Fatalf("focus on %s", focus)
	}
	d.Update(tea.KeyMsg{
		Type:  tea.KeyRunes,
		Runes: []rune("https://" + strings.ToLower(e.Platform) + ".example/post/" + e.ID),
		Paste: true,
	})
	if d.form().Focus() != fieldAccount || len(d.calls()) != 0 {
		t.Fatalf("focus on %s, calls %q", d.form().Focus(), d.calls())
	}
	if d.press("enter"); len(d.calls()) != 0 {
		t.Fatalf("without an account: calls %q", d.calls())
	}
	d.shows("Choose an account for YouTube")
	d.press("esc", "text:"+e.AccountID, "enter")
	if calls := d.calls(); len(calls) != 1 ||
		!strings.HasSuffix(calls[0], "/works/"+e.Platform+"/"+e.ID+"?accountId="+e.AccountID) {
		t.Errorf("calls %q:\n%s", calls, d.stack.View())
	}
}

// A pasted link without a work ID is explained at once.
func TestPastedLinkWithoutWorkID(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	d.press("A")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("https://pin.it/abc"), Paste: true})
	d.shows("short links don't contain the work ID")
}

// The form says which platforms have work details and what they require before anything is
// filled in, and of a pasted link of another platform why it is in vain and what to do instead.
func TestPlatformsWithoutWorkDetails(t *testing.T) {
	for _, tt := range []struct {
		site     sandbox.Site
		lang     words.Lang
		overview []string
		links    map[string]string
	}{
		{
			"",
			words.English,
			[]string{
				"9 of 14 platforms have work details. Each query needs a normal account of the platform.",
				"Not supported: Bilibili, Douyin, LinkedIn, RedNote.",
				"Coming soon: WeChat Official.",
			},
			map[string]string{
				"https://www.bilibili.com/video/BV1xx411c7mD": "Bilibili doesn't support work details. Look at the " +
					"work on Bilibili itself.",
				"https://v.douyin.com/abc/":      "Douyin doesn't support work details.",
				"https://mp.weixin.qq.com/s/abc": "WeChat Official is coming soon",
			},
		},
		{
			sandbox.China,
			words.English,
			[]string{"2 of 14 platforms", "Only at the other site: YouTube, Pinterest"},
			map[string]string{
				"https://www.youtube.com/watch?v=dQw4w9WgXcQ": "This site doesn't serve YouTube. Query the work at " +
					"the other site",
				"https://www.linkedin.com/posts/a_b": "LinkedIn doesn't support work details.",
			},
		},
		{
			sandbox.China,
			words.Chinese,
			[]string{"14 个平台中有 2 个支持作品详情", "YouTube、Pinterest、"},
			map[string]string{
				"https://www.youtube.com/watch?v=dQw4w9WgXcQ": "本站点不提供 YouTube",
				"https://b23.tv/abc":                          "哔哩哔哩不支持作品详情",
			},
		},
	} {
		d := begin(t, panetest.Options{Lang: tt.lang, Sandbox: sandbox.Options{Site: tt.site}}, 120, 40)
		d.press("A")
		d.shows(tt.overview...)
		for link, want := range tt.links {
			d.press("esc", "A", "ctrl+u")
			d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(link), Paste: true})
			if d.shows(want); len(d.calls()) != 0 {
				t.Errorf("%s: calls %q", link, d.calls())
			}
			if d.press("enter"); len(d.calls()) != 0 || d.top() != "form" {
				t.Errorf("%s: calls %q on %s", link, d.calls(), d.top())
			}
			d.form().SetValue(fieldPlatform, "")
			d.form().SetValue(fieldWork, "")
		}
	}
}

// The form says that no account of a platform is normal where one is required.
func TestNoNormalAccount(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(response())}, 100, 30)
	d.press("A", "text:741", "tab", "text:douyin", "tab")
	d.shows("No normal account of Douyin.")
	d.press("do:works.from_list")
	d.shows("Choose an account for Douyin", "No normal account of Douyin.", "✗ abnormal")
	d.press("esc", "enter")
	if d.shows("Choose an account for Douyin"); len(d.calls()) != 0 {
		t.Errorf("calls %q", d.calls())
	}
}

// The platform of a link is filled in when the platforms arrive after the link.
func TestLinkBeforePlatforms(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	d := &deck{New(world.Context), t, world, new(clockwork)}
	d.stack.SetSize(100, 30)
	platforms := d.Init()
	d.press("A")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("https://youtu.be/dQw4w9WgX00"), Paste: true})
	if p := d.form().Value(fieldPlatform); p != "" {
		t.Fatalf("platform %q", p)
	}
	panetest.Pump(t, d.Model, platforms)
	if p := d.form().Value(fieldPlatform); p != "YouTube" {
		t.Errorf("platform %q", p)
	}
}

// The ID of a recent work is enough: its platform and account are known.
func TestIDOfRecentWork(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	world.Site().Examples = []pane.Thing{{
		Kind:   pane.KindWork,
		Target: pane.Target{Pane: Name, Platform: "douyin", WorkID: "741", AccountID: "douyin_1"},
	}}
	d := &deck{panetest.Begin(t, New, world, 100, 30), t, world, new(clockwork)}
	d.press("A", "text:741", "tab")
	if f := d.form(); f.Value(fieldPlatform) != "Douyin" || f.Value(fieldAccount) != "douyin_1" {
		t.Errorf("platform %q, account %q", f.Value(fieldPlatform), f.Value(fieldAccount))
	}
}
