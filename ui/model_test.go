package ui

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/crash"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// fake is a pane that records the messages it receives. What it shows is fixed, so
// that tests of overlays depend on no real pane.
type fake struct {
	body      string // "body" if empty
	full      []key.Binding
	things    []pane.Thing
	keys      []string
	capturing bool
	opened    pane.Target
	inits     int
	others    []tea.Msg
	stack     *pane.Stack
	widths    []int // that were set
}

func (f *fake) Init() tea.Cmd { f.inits++; return nil }

func (f *fake) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		f.keys = append(f.keys, msg.String())
		if msg.String() == "/" {
			f.capturing = true
		}
	case tea.MouseMsg:
		f.keys = append(f.keys, fmt.Sprint("mouse ", msg.X, msg.Y))
	default:
		f.others = append(f.others, msg)
	}
	return nil
}

func (f *fake) View() string              { return cmp.Or(f.body, "body") }
func (f *fake) ShortHelp() []key.Binding  { return nil }
func (f *fake) FullHelp() [][]key.Binding { return [][]key.Binding{f.full} }
func (f *fake) Things() []pane.Thing      { return f.things }
func (f *fake) Capturing() bool           { return f.capturing }
func (f *fake) State() pane.State         { return pane.State{} }
func (f *fake) Stack() *pane.Stack        { return f.stack }

func (f *fake) SetSize(width, _ int) {
	if width > 0 { // not before the first size of the stack
		f.widths = append(f.widths, width)
	}
}

func (f *fake) Open(t pane.Target) tea.Cmd {
	f.opened = t
	f.stack.Push(f)
	return nil
}

// made makes the stack of the pane, of which it is the screen too.
func (f *fake) made(c *pane.Context) *fake {
	f.stack = pane.NewStack(c, "fake")
	f.stack.Push(f)
	return f
}

func root(t *testing.T, lang words.Lang) (*Model, []*fake) {
	t.Helper()
	fakes := []*fake{{}, {}, {}}
	var makers []Maker
	for i, name := range []string{"accounts", "groups", "prices"} {
		makers = append(makers, Maker{Name: name, Make: func(c *pane.Context) pane.Pane { return fakes[i].made(c) }})
	}
	m := New(panetest.New(t, panetest.Options{Lang: lang}).Context, makers, "groups")
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 20})
	return m, fakes
}

func press(m *Model, keys ...tea.KeyMsg) {
	for _, k := range keys {
		m.Update(k)
	}
}

// Only the pane in front is laid out when the terminal changes its size; another one when it is shown.
func TestSizeOfPanes(t *testing.T) {
	m, fakes := root(t, words.English)
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	front := fakes[1].widths
	behind := fakes[0].widths
	if !slices.Equal(front[len(front)-2:], []int{100, 60}) || len(behind) > 0 {
		t.Errorf("the front pane got %v, one behind it %v", front, behind)
	}
	press(m, panetest.KeyMsg("1"))
	if got := fakes[0].widths; !slices.Equal(got, []int{60}) {
		t.Errorf("a pane that is shown got %v", got)
	}
}

// A group whose creation got no response before the program was killed may exist: the next
// start says so, once.
func TestDoubtfulGroupIsAnnounced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	killed := panetest.History(t, path, panetest.Now)
	killed.Entries().RememberNow(t.Context(), history.CreatingEntry("East", panetest.Now))
	for start, want := range []string{"“East” may have been created", ""} {
		h := panetest.History(t, path, panetest.Now)
		m := New(panetest.New(t, panetest.Options{History: h}).Context, Makers(), "accounts")
		found := m.doubtful()
		if got := (&fleet.Fleet{History: h}).Memory().UnfinishedGroups(t.Context()); len(got) > 0 != (want != "") {
			t.Errorf("start %d: the history has %d before they were shown", start, len(got))
		}
		if found != nil {
			m.Update(found)
		}
		if shown := m.notice.shown.Text; !strings.Contains(shown, want) || (want == "") != (shown == "") {
			t.Errorf("start %d: %q", start, shown)
		}
		h.Close(t.Context())
	}
}

// With an input method on, keys arrive as full-width characters. In a field they are text.
func TestFullWidthKeys(t *testing.T) {
	m, fakes := root(t, words.English)
	typed := func(s string) {
		for _, r := range s {
			press(m, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
	typed("ｊ【】》Ｇ１｛")
	_, told := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("￥")})
	m.Update(told())
	if got := m.View(); !strings.Contains(got, "“$” works only in Prices") {
		t.Errorf("￥ is not $:\n%s", got)
	}
	typed("。美　")
	if got := strings.Join(fakes[0].keys, "") + "," + strings.Join(fakes[1].keys, ""); got != "{$.美 ,j[]>G" {
		t.Errorf("the panes got %q", got)
	}
	typed("、？：ｑ、")
	if got := strings.Join(fakes[0].keys, ""); !strings.HasSuffix(got, " /？：ｑ、") || m.overlay != nil {
		t.Errorf("the field got %q", got)
	}
	fakes[0].capturing = false
	if typed("："); m.overlay == nil {
		t.Error("： opens no palette")
	}
	press(m, tea.KeyMsg{Type: tea.KeyEsc})
	if typed("？"); m.overlay == nil {
		t.Error("？ opens no help")
	}
}

func TestPastedTextIsText(t *testing.T) {
	m, fakes := root(t, words.English)
	paste := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("qqq"), Paste: true}
	m.Update(paste)
	if len(fakes[1].keys) != 0 {
		t.Errorf("pasted text acted as keys: %q", fakes[1].keys)
	}
	if view := m.View(); !strings.Contains(view, "qqq") {
		t.Errorf("the palette does not show it:\n%s", view)
	}
	press(m, tea.KeyMsg{Type: tea.KeyEsc})
	fakes[1].capturing = true
	press(m, paste)
	if got := strings.Join(fakes[1].keys, "|"); got != "[qqq]" {
		t.Errorf("the field got %q", got)
	}
}

func TestPanesStartOnceWhenShown(t *testing.T) {
	m, fakes := root(t, words.English)
	for _, key := range []string{"do:next_tab", "do:previous_tab", "1", "9"} {
		press(m, panetest.KeyMsg(key))
	}
	if m.tabs.front != 0 || fakes[0].inits != 1 || fakes[1].inits != 1 || fakes[2].inits != 1 {
		t.Errorf("front %d, inits %d %d %d", m.tabs.front, fakes[0].inits, fakes[1].inits, fakes[2].inits)
	}
}

func TestOpenGoesToThePane(t *testing.T) {
	m, fakes := root(t, words.English)
	m.Update(pane.Open{Target: pane.Target{Pane: "prices", Model: "m"}})
	if m.tabs.front != 2 || fakes[2].opened.Model != "m" {
		t.Errorf("front %d, opened %+v", m.tabs.front, fakes[2].opened)
	}
}

func TestMessagesReachAllStartedPanes(t *testing.T) {
	m, fakes := root(t, words.English)
	press(m, panetest.KeyMsg("1"))
	for _, msg := range []tea.Msg{"something", tea.WindowSizeMsg{Width: 100, Height: 30}} {
		m.Update(msg)
		for i, began := range []bool{true, true, false} {
			if heard := len(fakes[i].others) > 0 && fakes[i].others[len(fakes[i].others)-1] == msg; heard != began {
				t.Errorf("pane %d, which began: %v, heard of %v: %v", i, began, msg, heard)
			}
		}
	}
}

func TestNoticeExpires(t *testing.T) {
	m, _ := root(t, words.English)
	m.Update(pane.Notice{Level: pane.Done, Text: "first"})
	old := noticeOver{number: m.notice.number}
	m.Update(pane.Notice{Level: pane.Failure, Text: "sec\x07ond"})
	m.Update(old)
	if lines := strings.Split(m.View(), "\n"); !strings.Contains(lines[len(lines)-2], "second") {
		t.Errorf("above the footer is %q", lines[len(lines)-2])
	}
	press(m, panetest.KeyMsg("j"))
	if lines := strings.Split(m.View(), "\n"); strings.Contains(lines[len(lines)-2], "second") {
		t.Error("the notice outlives a key press")
	}
}

// A notice of several lines is complete, above a footer that stays.
func TestNoticeWrapsAboveTheFooter(t *testing.T) {
	for _, width := range []int{40, 60, 120} {
		m, _ := root(t, words.English)
		m.Update(tea.WindowSizeMsg{Width: width, Height: 16})
		footer := m.footer.View(m.tabs.inFront(), width)
		text := strings.Repeat("Nothing to paste into. Press / (filter) first. ", 3) + "The end."
		m.Update(pane.Notice{Level: pane.Warning, Text: text})
		view := m.View()
		panetest.Exact(t, view, width, 16)
		if got := squeezed(view); !strings.Contains(got, "! "+text) || !strings.HasSuffix(view, footer) ||
			strings.Count(view, "\n") != 15 {
			t.Errorf("%d cells:\n%s", width, view)
		}
	}
}

// A notice leaves the border of a region whole.
func TestNoticeInTheBottomBorder(t *testing.T) {
	m, fakes := root(t, words.English)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	fakes[1].body = m.ctx.Frame(pane.Frame{}, "", 120, 38)
	for _, words := range []int{3, 18, 20, 40} {
		notice := strings.TrimSpace(strings.Repeat("word ", words))
		m.Update(pane.Notice{Level: pane.Done, Text: notice})
		view := m.View()
		panetest.Exact(t, view, 120, 40)
		lines := strings.Split(ansi.Strip(view), "\n")
		before := lines[37]
		bottom := lines[38]
		if !strings.HasPrefix(bottom, "╰─") || !strings.HasSuffix(bottom, "─╯") || !strings.HasPrefix(before, "│") ||
			!strings.HasSuffix(before, "│") {
			t.Errorf("the border is not whole:\n%s\n%s", before, bottom)
		}
		if !strings.Contains(bottom, "word ─") {
			t.Errorf("the notice is not followed by the border: %s", bottom)
		}
		if got := strings.Count(before+bottom, "word"); got != words {
			t.Errorf("%d words, want %d:\n%s\n%s", got, words, before, bottom)
		}
	}
}

func TestHelpListsAndNarrows(t *testing.T) {
	m, _ := root(t, words.English)
	press(m, panetest.KeyMsg("?"))
	if view := m.View(); !strings.Contains(view, "q         quit") || strings.Contains(view, "ctrl+c") {
		t.Errorf("the help does not begin with a few keys:\n%s", view)
	}
	press(m, panetest.KeyMsg("?"))
	if !strings.Contains(m.View(), "q ctrl+c") {
		t.Errorf("the help lacks a key:\n%s", m.View())
	}
	press(m, panetest.KeyMsg("p"), panetest.KeyMsg("a"), panetest.KeyMsg("s"))
	if v := m.View(); strings.Contains(v, "q ctrl+c") || !strings.Contains(v, "past moment") {
		t.Errorf("the help is not narrowed:\n%s", v)
	}
	press(m, panetest.KeyMsg("esc"))
	if !strings.Contains(m.View(), "body") {
		t.Error("the help is still there")
	}
}

func TestViewFillsTheTerminal(t *testing.T) {
	for _, lang := range words.Langs() {
		m, _ := root(t, lang)
		for _, size := range append(slices.Clone(panetest.Sizes), [2]int{20, 5}, [2]int{1, 1}) {
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, open := range []bool{false, true} {
				m.overlay = nil
				if open {
					press(m, panetest.KeyMsg("?"))
				}
				view := m.View()
				panetest.Exact(t, view, size[0], size[1])
				if n := strings.Count(view, "\n") + 1; n != size[1] {
					t.Errorf("%d lines at %v", n, size)
				}
				switch {
				case size[0] == 20 && lang == words.English:
					panetest.Shows(t, view, "Window too small (20×5). Resize to at least 40×12.")
				case size[0] == 120 && lang == words.English && open:
					panetest.Golden(t, "keys", view)
				case size[0] == 120 && lang == words.English:
					panetest.Shows(t, view, "channeldeck 1 Accounts 2 Groups 3 Prices sandbox – body")
				}
			}
		}
	}
}

func TestClickOnATab(t *testing.T) {
	m, fakes := root(t, words.English)
	x := strings.Index(m.View(), "Prices")
	m.Update(tea.MouseMsg{X: x, Y: 0, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if m.tabs.front != 2 {
		t.Errorf("pane %d is in front", m.tabs.front)
	}
	m.Update(tea.MouseMsg{X: 3, Y: 5, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if got := strings.Join(fakes[2].keys, "|"); got != "mouse 3 4" {
		t.Errorf("the pane got %q", got)
	}
}

func TestKeysOfPanesDoNotCollideWithGlobalOnes(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	global := map[string]string{}
	for _, b := range flatten(newKeyMap(ctx).FullHelp()) {
		for _, k := range pane.KeysOf(b) {
			if global[k] != "" {
				t.Errorf("%s is %q and %q", k, global[k], ctx.Help(b).Desc)
			}
			global[k] = ctx.Help(b).Desc
		}
		if ctx.Help(b).Desc == "" {
			t.Errorf("no help for %v", b.Keys())
		}
	}
	for _, maker := range Makers() {
		p := maker.Make(ctx)
		own := map[string]string{}
		p.Stack().SetSize(120, 38)
		for _, b := range flatten(p.Stack().FullHelp()) {
			if ctx.Help(b).Desc == "" {
				t.Errorf("%s: no help for %v", maker.Name, b.Keys())
			}
			for _, k := range pane.KeysOf(b) {
				if other := global[k]; other != "" && !p.Stack().Takes(panetest.KeyMsg(k)) {
					t.Errorf("%s: %s is %q here and %q everywhere", maker.Name, k, ctx.Help(b).Desc, other)
				}
				if other := own[k]; other != "" {
					t.Errorf("%s: %s is %q and %q", maker.Name, k, other, ctx.Help(b).Desc)
				}
				own[k] = ctx.Help(b).Desc
			}
		}
	}
}

// loader is a pane with a load.
type loader struct {
	fake
	load tea.Cmd
}

func (l *loader) Init() tea.Cmd { return l.load }

// A pane is made when it is shown, when it must start before, or when the palette lists what it can do.
func TestPanesAreMadeWhenNeeded(t *testing.T) {
	began := make(chan struct{})
	made := ""
	maker := func(name string) Maker {
		return Maker{Name: name, Make: func(c *pane.Context) pane.Pane {
			made += name + " "
			return new(fake).made(c)
		}}
	}
	watching := maker("overview")
	watching.Watches = func(c *pane.Context) bool { return c.ReadOnly }
	for _, watches := range []bool{false, true} {
		front := Maker{Name: "accounts", Make: func(c *pane.Context) pane.Pane {
			l := &loader{load: func() tea.Msg { close(began); return nil }}
			l.made(c)
			return l
		}}
		made = ""
		began = make(chan struct{})
		c := panetest.New(t, panetest.Options{}).Context
		c.ReadOnly = watches
		m := NewLoading(c, []Maker{watching, front, maker("groups"), maker("prices")}, "accounts")
		<-began // before Init
		m.Init()
		m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		m.Update(spin{})
		if made != "" || m.View() == "" {
			t.Errorf("%sare made for the first screen", made)
		}
		for _, step := range []struct{ key, want string }{
			{"down", ""},
			{"3", "groups "},
			{"2", "groups "},
			{"3", "groups "},
			{":", "groups overview prices "},
		} {
			m.Update(panetest.KeyMsg(step.key))
			if watches {
				step.want = "overview " + strings.Replace(step.want, "overview ", "", 1)
			}
			if made != step.want {
				t.Errorf("watches %v: after %q: made %q, want %q", watches, step.key, made, step.want)
			}
		}
	}
}

// The garbage of the start is collected once the first list is shown, unless other sessions share the process.
func TestGarbageOfTheStartIsCollected(t *testing.T) {
	for _, own := range []bool{true, false} {
		c := panetest.New(t, panetest.Options{}).Context
		if own {
			c.CanSuspend = func() bool { return true }
		}
		m := NewLoading(c, []Maker{{
			Name: "accounts",
			Make: func(c *pane.Context) pane.Pane { return new(fake).made(c) },
		}}, "accounts")
		m.Init()
		down := tea.KeyMsg{Type: tea.KeyDown}
		var got []bool
		for _, msg := range []tea.Msg{spin{}, down, down} {
			got = append(got, collects(m.settle(msg)))
		}
		if want := []bool{false, own, false}; !slices.Equal(got, want) {
			t.Errorf("own %v: collected %v, want %v", own, got, want)
		}
	}
}

// collects reports whether a command, which may be nil, collects garbage.
func collects(cmd tea.Cmd) bool {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if cmd != nil {
		cmd()
	}
	runtime.ReadMemStats(&after)
	return after.NumForcedGC > before.NumForcedGC
}

func TestPrefetchPassesPanicsOn(t *testing.T) {
	cmd := eager(func() tea.Msg { panic("broken") })
	defer crash.Recover(func(p *crash.Panic) {
		if p.Value != "broken" {
			t.Errorf("got %v", p)
		}
	})
	cmd()
	t.Error("no panic")
}
