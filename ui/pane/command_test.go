package pane_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// own is an own command of all panes.
func own(key, output string, run ...string) *config.Command {
	c := &config.Command{Run: run}
	c.Name.V, c.Key.V, c.Output.V, c.Each.V = "Own "+key, key, output, true
	return c
}

// withCommands returns a list of two rows in a pane with own commands, and a function that
// presses a key and returns the notices which follow.
func withCommands(t *testing.T, commands ...*config.Command) (*pane.Stack, func(key string) []pane.Notice) {
	ctx := panetest.New(t, panetest.Options{}).Context
	ctx.Commands = commands
	s := pane.NewStack(ctx, "accounts")
	column := resource.Column[row]{
		ID:    "name",
		Title: "Name",
		Cell:  func(r row) resource.Cell { return resource.Cell{Text: r.name} },
	}
	l := pane.NewList(s, pane.ListConfig[row]{
		Resource: &resource.Resource[row]{
			Name: "accounts", Columns: []resource.Column[row]{column}, ID: func(r row) string { return r.id },
			Record: func(r row) any {
				return struct {
					ID   string `json:"id"`
					Name string `json:"name"`
				}{r.id, r.name}
			},
		},
		Title: func(r row) string { return r.name }, Blocks: func(row) []resource.Block { return nil }, Select: true,
		Empty: func(bool) string { return "no rows" }, State: func() pane.State { return pane.State{At: panetest.Now} },
	})
	s.Push(l)
	s.SetSize(120, 20)
	l.SetRows([]row{{"a1", "Zoe"}, {"a2", "-rf"}})
	return s, func(key string) []pane.Notice { return noticesOf(t, s, key) }
}

// noticesOf presses a key and returns the notices that follow.
func noticesOf(t *testing.T, s *pane.Stack, key string) (notices []pane.Notice) {
	t.Helper()
	err := panetest.Run(t.Context(), func(msg tea.Msg) tea.Cmd {
		if n, ok := msg.(pane.Notice); ok {
			notices = append(notices, n)
		}
		return s.Update(msg)
	}, s.Update(panetest.KeyMsg(key)))
	if err != nil {
		t.Fatal(err)
	}
	return notices
}

func last(t *testing.T, notices []pane.Notice, level pane.Level, want string) {
	t.Helper()
	if n := len(notices); n == 0 || notices[n-1].Level != level || notices[n-1].Text != want {
		t.Errorf("got %+v, want %q", notices, want)
	}
}

func TestOwnCommands(t *testing.T) {
	confirmed := own("f3", config.OutputNone, "true")
	confirmed.Confirm.V = true
	all := own("f4", config.OutputNotice, "cat")
	all.Each.V = false
	elsewhere := own("f5", config.OutputNotice, "true")
	elsewhere.Panes.V = []string{"works"}
	s, press := withCommands(t, own(
		"f1",
		config.OutputNotice,
		"echo",
		"{name}",
	), own("f2", config.OutputPager, "sh", "-c", "seq 1 50; printf '\\033[2Jred'"), confirmed, all, elsewhere,
		own(
			"f6",
			config.OutputNotice,
			"sh",
			"-c",
			"echo one; echo two >&2; echo three; echo four; exit 4",
		), own("f7", config.OutputTerminal, "edit", "{id}"), own("f8", config.OutputNotice, "/none/such"))
	last(t, press("f1"), pane.Done, "Own f1: Zoe")
	help := s.FullHelp()
	if keys := help[len(help)-1]; len(keys) != 7 || keys[0].Help().Desc != "Own f1" {
		t.Errorf("the help has %v", keys)
	}
	press("enter")
	if !slices.ContainsFunc(s.ShortHelp(), func(b key.Binding) bool { return b.Help().Desc == "Own f1" }) {
		t.Errorf("the inspector's footer has no command: %v", s.ShortHelp())
	}
	last(t, press("f6"), pane.Failure, "Own f6 failed: exit status 4: two / three / four")
	press("esc")
	last(t, press("f8"), pane.Failure, "Own f8 failed: “/none/such” was not found.")
	if press("f3"); !strings.Contains(s.View(), "Run “true” for 1 row?") {
		t.Errorf("not asked:\n%s", s.View())
	}
	last(t, press("y"), pane.Done, "Own f3: done.")
	if press("f2"); s.Depth() != 2 || !strings.Contains(s.View(), "Own f2") || !strings.Contains(s.View(), " 17") ||
		strings.Contains(s.View(), "\x1b[2J") {
		t.Errorf("no pager:\n%s", s.View())
	}
	if press("G"); !strings.Contains(s.View(), "red") {
		t.Errorf("the end is not shown:\n%s", s.View())
	}
	press("esc")
	press("*")
	last(t, press("f4"), pane.Done, `Own f4 (2 rows): {"id":"a1","name":"Zoe"} / {"id":"a2","name":"-rf"}`)
	if got := press("f1"); len(got) != 1 || got[0].Level != pane.Warning || !strings.Contains(got[0].Text, "row a2") {
		t.Errorf("an option was not refused: %+v", got)
	}
	last(t, press("f6"), pane.Failure, "Own f6 failed for 2 of 2 rows. a1: exit status 4: two / three / four")
	last(t, press("f7"), pane.Warning, "Own f7 needs a terminal.")
	var ran []string
	s.Context().RunProgram = func(p program.Program, done func(error) tea.Msg) tea.Cmd {
		ran = append(ran, p.Argv[1])
		return func() tea.Msg { return done(map[string]error{"a2": errors.New("broke\x1b[2J")}[p.Argv[1]]) }
	}
	last(t, press("f7"), pane.Failure, "Own f7 failed for 1 of 2 rows. a2: broke.")
	if strings.Join(ran, " ") != "a1 a2" {
		t.Errorf("ran for %q", ran)
	}
	if got := press("f5"); got != nil {
		t.Errorf("a command of another pane: %+v", got)
	}
	if press("/"); len(s.CommandKeys()) != 0 {
		t.Error("commands work while the filter is typed")
	}
}

// Many processes are not started by one key.
func TestManyRowsAreAskedFor(t *testing.T) {
	s, press := withCommands(t, own("f1", config.OutputNone, "true"))
	l := s.Top().(*pane.List[row])
	rows := make([]row, 11)
	for i := range rows {
		rows[i].id = strings.Repeat("x", i+1)
	}
	l.SetRows(rows)
	press("*")
	if press("f1"); !strings.Contains(s.View(), "Run “true” for 11 rows?") {
		t.Errorf("not asked:\n%s", s.View())
	}
	last(t, press("enter"), pane.Done, "Own f1: done for 11 rows.")
	l.SetRows(nil)
	last(t, press("f1"), pane.Info, "Own f1: there is no row to run it for.")
}

func TestCommandProblems(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	binders := []pane.Binder{
		func(c *pane.Context) { c.Bind("sort"); c.Bind("select") },
		func(c *pane.Context) { c.Bind("refresh") },
	}
	in := func(key string, panes ...string) *config.Command {
		c := own(key, config.OutputNone, "true")
		c.Panes.V = panes
		return c
	}
	commands := []*config.Command{
		in("s"), in("s", "b"), in("r", "a"), in("space", "a"), in("shift+s"), in(""),
		in("f1", "a"), in("f1", "b"), in("f1"),
	}
	problems, of := pane.CommandProblems(ctx, []string{"a", "b"}, binders, commands)
	var got []string
	for i, p := range problems {
		got = append(got, strings.Join(append([]string{commands[of[i]].Key.V, p.Key}, p.Others...), " "))
	}
	if want := "s s sort|s s Own s|space space select|shift+s shift+s|f1 f1 Own f1"; strings.Join(got, "|") != want {
		t.Errorf("got %s", strings.Join(got, "|"))
	}
}

// linkedScreen has links.
type linkedScreen struct {
	blank
	links []string
}

func (s linkedScreen) Links() func() []string {
	return func() []string { return s.links }
}

// Only web addresses reach the browser, and without one the link is copied.
func TestOpenLinks(t *testing.T) {
	for _, tt := range []struct {
		links []string
		want  string // opened
		says  string
	}{
		{nil, "", "There is no link here."},
		{
			[]string{
				"", "javascript:alert(1)", "file:///etc/passwd", "--incognito", "-x", "https:",
				"ftp://x.example", "https://x.example/\x1b]0;y\a", " https://x.example",
			},
			"",
			"There is no link here.",
		},
		{
			[]string{"https://x.example/a b?c=d&e=$(f)", "https://x.example/a b?c=d&e=$(f)"},
			"https://x.example/a%20b?c=d&e=$(f)",
			"Opened in the browser: https://x.example/a%20b?c=d&e=$(f)",
		},
		{
			[]string{"https://a.example/", "http://b.example/"},
			"http://b.example/",
			"Opened in the browser: http://b.example/",
		},
	} {
		w := panetest.New(t, panetest.Options{})
		opened := ""
		w.Context.Browse = func(address string) error { opened = address; return nil }
		s := pane.NewStack(w.Context, "works")
		s.Push(linkedScreen{links: tt.links})
		s.SetSize(100, 20)
		notices := noticesOf(t, s, "o")
		if s.Depth() == 2 {
			noticesOf(t, s, "down")
			notices = noticesOf(t, s, "enter")
		}
		if opened != tt.want || len(notices) != 1 || notices[0].Text != tt.says {
			t.Errorf("%q: opened %q, %+v", tt.links, opened, notices)
		}
		s.Context().Browse = nil
		if len(tt.links) == 2 && tt.links[0] == tt.links[1] {
			if notices := noticesOf(t, s, "o"); w.Copied() != tt.want ||
				!strings.Contains(notices[0].Text, "open it in your own browser") {
				t.Errorf("copied %q, %+v", w.Copied(), notices)
			}
		}
	}
}

// The box of an error names the request and the site, where there is room.
func TestErrorsNameTheRequest(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	err := &api.Error{
		Op:      api.OpAccounts,
		Path:    "/api/v2/channels/accounts",
		Code:    api.CodeUnauthorized,
		Message: "no\x1b[2J",
	}
	if view := c.ViewExplained("Failed", c.View.Explain(err), "", 100, 30); strings.Contains(view, "Requested") {
		t.Errorf("a site that is not known:\n%s", view)
	}
	c.View.Origin = explain.Origin{Site: "china", Address: "https://cn.example", Key: "api_key_file /home/ann/cn.key"}
	view := c.ViewExplained("Failed", c.View.Explain(err), "", 100, 30)
	for _, want := range []string{
		"Requested: accounts (/api/v2/channels/accounts) from china,",
		"https://cn.example",
		"The key",
		"/home/ann/cn.key.",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
	if view := c.ViewExplained(
		"Failed",
		c.View.Explain(err),
		"",
		40,
		8,
	); strings.Contains(view, "Requested") || !strings.Contains(view, "cn.key") {
		t.Errorf("in a small body:\n%s", view)
	}
	if x := c.View.Explain(&api.Error{
		Op:   api.OpAccounts,
		Code: api.CodeTooManyRequests,
	}); strings.Contains(x.Hint, "key") {
		t.Errorf("the key is named for another error: %+v", x)
	}
}

// A program gets the site of the row that it runs for, or of the screen that was opened from a row.
func TestCommandsOfSeveralSites(t *testing.T) {
	c := panetest.Sites(t, panetest.Options{}, panetest.Options{}).Context
	c.Commands = []*config.Command{own("f5", config.OutputTerminal, "true")}
	var env []string
	c.RunProgram = func(p program.Program, _ func(error) tea.Msg) tea.Cmd {
		env = p.Env
		return nil
	}
	s := pane.NewStack(c, "accounts")
	list := func(of *pane.Stack, site func(row) string) *pane.List[row] {
		column := resource.Column[row]{
			ID:    "name",
			Title: "Name",
			Cell:  func(r row) resource.Cell { return resource.Cell{Text: r.name} },
		}
		l := pane.NewList(of, pane.ListConfig[row]{
			Resource: &resource.Resource[row]{
				Columns: []resource.Column[row]{column},
				ID:      func(r row) string { return r.id },
				Record:  func(r row) any { return struct{}{} },
			},
			Site:  site,
			Empty: func(bool) string { return "" },
			State: func() pane.State { return pane.State{At: panetest.Now} },
		})
		of.Push(l)
		s.SetSize(120, 20)
		l.SetRows([]row{{"1", "b"}})
		return l
	}
	runs := func(site string) {
		t.Helper()
		if noticesOf(t, s, "f5"); !slices.Contains(env, "CHANNELDECK_SITE="+site) {
			t.Errorf("a command for a row of %s gets %v", site, env)
		}
	}
	list(s, nil)
	runs("a")
	list(s, func(r row) string { return r.name })
	runs("b")
	list(s.OfSite(c.Sites.Named("b")), nil)
	runs("b")
	s.OfSite(c.Sites.Named("b")).Goto(pane.Target{Pane: "works", WorkID: "1"})
	if c.ForRoot()[0].(pane.Open).Target.Site != "b" {
		t.Error("what another site opens is not of that site")
	}
}
