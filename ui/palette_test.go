package ui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/sandbox"
	"channeldeck/ui/accounts"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/words"
)

// driver lets a test drive the root like a pane: messages to the root are delivered
// to it.
type driver struct {
	t testing.TB
	m *Model
}

func (d driver) Update(msg tea.Msg) tea.Cmd {
	_, cmd := d.m.Update(msg)
	return cmd
}

func (d driver) ForRoot() []tea.Msg { return d.m.ctx.ForRoot() }

func (d driver) press(keys ...string) {
	for _, k := range keys {
		for _, up := range panetest.Press(d.t, d, k) {
			panetest.Pump(d.t, d, d.Update(up))
		}
	}
}

// items returns what the palette lists now.
func (d driver) items() []picker.Item {
	return newPalette(d.m.ctx, d.m.keys, &d.m.tabs, &d.m.recent).items.collect()
}

// open returns the whole dashboard on the sandbox.
func open(t *testing.T, lang words.Lang, first string, width, height int) driver {
	t.Helper()
	w := panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 300}})
	d := driver{t, New(w.Context, Makers(), first)}
	d.m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	panetest.Pump(t, d, d.m.Init())
	return d
}

func TestPaletteOpensItems(t *testing.T) {
	d := open(t, words.English, accounts.Name, 100, 30)
	all := d.m.View()
	d.press(":", "text:abnorm", "enter")
	if view := d.m.View(); !strings.Contains(view, "status: abnormal") || view == all {
		t.Errorf("the action was not done:\n%s", view)
	}
	d.press("esc", "ctrl+k", "text:bilibili")
	if view := d.m.View(); !strings.Contains(view, "Bilibili") {
		t.Fatalf("the platform is not found:\n%s", view)
	}
	d.press("enter")
	if view := d.m.View(); !strings.Contains(view, "platform: Bilibili") {
		t.Errorf("the platform was not opened:\n%s", view)
	}
	d.press("ctrl+k", "text:zzzzzz")
	if view := d.m.View(); !strings.Contains(view, "Search all sessions for “zzzzzz”") ||
		!strings.Contains(view, "Filter accounts by “zzzzzz”") {
		t.Errorf("nothing matches is not told:\n%s", view)
	}
	d.press("enter", "esc")
	if d.m.overlay != nil {
		t.Error("esc does not close it")
	}
}

// The name of a pane and what to show there open the pane filtered, in both languages; a text that
// nothing matches is offered to other searches.
func TestPaletteOpensFiltered(t *testing.T) {
	for lang, queries := range map[words.Lang][]string{
		words.English: {"accounts bilibili abnormal", "Accounts  status:abnormal platform:bilibili"},
		words.Chinese: {"账号 哔哩哔哩 异常", "账号\u3000异常\u3000哔哩哔哩", "accounts 平台：哔哩哔哩 状态：异常"},
	} {
		for _, query := range queries {
			d := open(t, lang, "groups", 120, 30)
			d.press(":", "text:"+query, "enter")
			view := d.m.View()
			if d.m.overlay != nil || d.m.tabs.all[d.m.tabs.front].Name != accounts.Name ||
				!strings.Contains(
					view,
					map[words.Lang]string{
						words.English: "platform: Bilibili   status: abnormal",
						words.Chinese: "平台：哔哩哔哩   状态：异常",
					}[lang],
				) {
				t.Errorf("%q:\n%s", query, view)
			}
		}
	}
	d := open(t, words.English, "groups", 120, 30)
	d.press(":", "text:zzzz q", "down", "enter")
	if view := d.m.View(); d.m.tabs.all[d.m.tabs.front].Name != accounts.Name || !strings.Contains(view, "zzzz q") {
		t.Errorf("accounts are not filtered:\n%s", view)
	}
	d = driver{
		t,
		New(
			panetest.New(t, panetest.Options{DemoHistory: true}).Context,
			Makers(),
			"groups",
		),
	}
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 30})
	panetest.Pump(t, d, d.m.Init())
	for _, query := range []string{"zzzz q", "sessions zzzz q"} {
		if d.press(
			":",
			"text:"+query,
			"enter",
		); d.m.tabs.all[d.m.tabs.front].Name != "sessions" || !strings.Contains(d.m.View(), "zzzz q") {
			t.Errorf("sessions are not searched for %q:\n%s", query, d.m.View())
		}
		d.press("3")
	}
}

// A key typed right after one that leads to another pane reaches that pane: it is in front
// before any command has run.
func TestNextKeyReachesTheNewPane(t *testing.T) {
	d := open(t, words.English, accounts.Name, 100, 30)
	front := func() string { return d.m.tabs.all[d.m.tabs.front].Name }
	for _, step := range []struct{ before, key, want string }{
		{"2|:|text:bilibili", "enter", "accounts"},
		{"", "do:accounts.options", "options"},
		{"", "esc", "accounts"},
		{":|text:compare platforms", "enter", "options"},
	} {
		if step.before != "" {
			d.press(strings.Split(step.before, "|")...)
		}
		d.m.Update(panetest.KeyMsg(step.key))
		if front() != step.want {
			t.Errorf("%s after %s: %s is in front, not %s", step.key, step.before, front(), step.want)
		}
	}
}

// TestPaletteOpensIDs opens things that were never on screen, and an account by an id
// that is not part of its name.
func TestPaletteOpensIDs(t *testing.T) {
	d := open(t, words.English, accounts.Name, 100, 30)
	id := d.m.ctx.Sites.First().Store.Accounts.List().Rows[0].ID
	d.press(":", "text:"+id, "enter")
	if view := d.m.View(); !strings.Contains(view, " 1 of 300") {
		t.Errorf("%q was not opened:\n%s", id, view)
	}
	const session = "6710a1e5c0de000000000008"
	d.press(":", "text:"+session[:23])
	if view := d.m.View(); d.m.overlay.(*paletteBox).Len() != 1 || !strings.Contains(view, "▌  Open as a work") {
		t.Errorf("a part of an id is offered as a session:\n%s", view)
	}
	d.press("text:" + session[23:])
	if view := d.m.View(); !strings.Contains(view, "▌  "+session) {
		t.Fatalf("no session in the palette:\n%s", view)
	}
	d.press("enter")
	if view := d.m.View(); !strings.Contains(view, "7 messages") {
		t.Errorf("the session was not opened:\n%s", view)
	}
	d.press(":", "text:"+session)
	if n := strings.Count(d.m.View(), session); n != 2 { // in the field and beside the title
		t.Errorf("it is there %d times", n)
	}
}

// squeezed is a view without runs of blanks, bars and borders: columns never narrow, so their
// widths depend on the order in which responses arrived.
func squeezed(view string) string {
	bars := strings.NewReplacer("▏", "", "▎", "", "▍", "", "▌", "", "▋", "", "▊", "", "▉", "", "█", "", "─", "")
	return strings.Join(strings.Fields(bars.Replace(view)), " ")
}

func TestBackRestoresTheView(t *testing.T) {
	d := open(t, words.English, accounts.Name, 300, 30)
	d.press("/", "text:a", "enter", "down", "down", "down")
	before := d.m.View()
	d.press(":", "text:douyin", "enter", "down")
	if d.m.View() == before {
		t.Fatal("nothing was opened")
	}
	d.press("esc")
	if after := d.m.View(); squeezed(after) != squeezed(before) {
		t.Errorf("not where one was:\n%s\nbefore:\n%s", after, before)
	}
	d.press("esc")
	if strings.Contains(d.m.View(), "/ a") {
		t.Error("esc does not drop the filter that is left")
	}
}

func TestBackOverPanes(t *testing.T) {
	m, fakes := root(t, words.English)
	back := func() {
		if _, cmd := m.Update(panetest.KeyMsg("backspace")); cmd != nil {
			m.Update(cmd())
		}
	}
	m.Update(pane.Open{Target: pane.Target{Pane: "prices", Model: "m"}})
	m.Update(pane.Open{Target: pane.Target{Pane: "accounts", AccountID: "a"}})
	if back(); m.tabs.front != 2 {
		t.Errorf("pane %d is in front", m.tabs.front)
	}
	back()
	if back(); m.tabs.front != 1 || fakes[0].opened.AccountID != "a" {
		t.Errorf("pane %d is in front", m.tabs.front)
	}
}

// The palette lists neither cursor movements nor itself, and no command twice.
func TestPaletteLeavesOutWhatNeedsNoPalette(t *testing.T) {
	d := open(t, words.English, accounts.Name, 100, 30)
	seen := map[string]bool{}
	for _, item := range d.items() {
		name := item.Section + " " + item.Label
		if item.Section != "Commands" {
			continue
		}
		if seen[name] {
			t.Errorf("%q is listed twice", name)
		}
		seen[name] = true
	}
	for _, label := range []string{
		"up", "down", "page up", "top", "left", "half a page up", "commands", "next pane",
		"pane by number",
	} {
		if seen["Commands "+label] {
			t.Errorf("%q is listed", label)
		}
	}
	if !seen["Commands sort"] || !seen["Commands quit"] {
		t.Errorf("commands are missing: %v", seen)
	}
}

// Things that were opened come first, the newest on top, and not again in their
// section.
func TestPaletteListsRecentItemsFirst(t *testing.T) {
	d := open(t, words.English, accounts.Name, 100, 30)
	d.press(":", "text:bilibili", "enter", ":", "text:harbor bakes", "enter")
	items := d.items()
	if len(items) < 3 || items[0].Section != "Recent" || items[0].Label != "Harbor Bakes" ||
		!strings.HasPrefix(items[0].Note, "account") ||
		items[1].Label != "Bilibili" || items[2].Section == "Recent" {
		t.Fatalf("the palette begins with %+v", items[:min(len(items), 3)])
	}
	for _, item := range items[2:] {
		if item.Value == items[0].Value || item.Value == items[1].Value {
			t.Errorf("%q is listed again in %q", item.Label, item.Section)
		}
	}
	for i := range 2 * maxRecent {
		d.m.recent.add(pane.Target{
			Pane:      "works",
			Platform:  "douyin",
			WorkID:    strconv.Itoa(i),
			AccountID: strconv.Itoa(i),
		})
	}
	if len(d.m.recent.targets) != maxRecent || d.m.recent.targets[0].WorkID != strconv.Itoa(2*maxRecent-1) {
		t.Errorf("%d recent targets, the first %v", len(d.m.recent.targets), d.m.recent.targets[0])
	}
	before := d.m.recent.targets[1]
	before.AccountID = "another"
	if d.m.recent.add(before); len(d.m.recent.targets) != maxRecent || d.m.recent.targets[0] != before {
		t.Errorf("the same work is remembered twice: %v", d.m.recent.targets)
	}
}

func TestPaletteFitsEverySize(t *testing.T) {
	for _, lang := range words.Langs() {
		m, fakes := root(t, lang)
		fakes[1].body = strings.Repeat(strings.Repeat("the pane behind 面板 ", 10)+"\n", 60)
		for i := range 30 {
			name := fmt.Sprint("Ada ", i)
			fakes[1].things = append(fakes[1].things,
				pane.Thing{
					Kind:   pane.KindAccount,
					Label:  name,
					Note:   "abc",
					Target: pane.Target{Pane: "accounts", AccountID: name},
				},
				pane.Thing{
					Kind:   pane.KindModel,
					Label:  "阿波罗 a" + name,
					Target: pane.Target{Pane: "prices", Model: name},
				})
		}
		press(m, panetest.KeyMsg(":"), panetest.KeyMsg("a"))
		for _, size := range panetest.Sizes {
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			view := m.View()
			panetest.Exact(t, view, size[0], size[1])
			if lang == words.English && size == [2]int{120, 40} {
				panetest.Golden(t, "palette", view)
			}
		}
	}
}

// The palette lists the works and sessions of the demo by their titles, each with its platform by name and its ID.
func TestPaletteListsExamplesByTitle(t *testing.T) {
	race.Sweep(t)
	for _, lang := range words.Langs() {
		w := panetest.New(t, panetest.Options{Lang: lang})
		w.Site().Examples = examples(w, lang)
		d := driver{t, New(w.Context, Makers(), accounts.Name)}
		d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		panetest.Pump(t, d, d.m.Init())
		for _, e := range w.Site().Examples {
			want := e.Note + " +"
			query := e.Target.SessionID
			if e.Kind == pane.KindWork {
				want += regexp.QuoteMeta(w.Context.View.PlatformName(e.Target.Platform)) + " "
				query = e.Target.WorkID
			}
			d.press(":", "text:"+query)
			if view := ansi.Strip(d.m.View()); !regexp.MustCompile(want + regexp.QuoteMeta(query)).MatchString(view) {
				t.Errorf("%s: no %q:\n%s", lang, want, view)
			}
			d.press("esc", "esc")
		}
	}
}
