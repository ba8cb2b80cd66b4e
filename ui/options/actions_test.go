package options

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Enter keeps the search in JSON, esc in the field restores the one before; the next
// esc ends it, then leaves.
func TestSearchInJSON(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: serve(data(platform, hostileID), data(board))}),
		90,
		20,
	)
	for _, step := range []struct {
		keys  []string
		depth int
		line  string // of the search
	}{
		{[]string{"v", "/", "text:vid", "esc"}, 2, ""},
		{[]string{"/", "text:vide", "enter"}, 2, " / vide"},
		{[]string{"/", "text:o", "esc"}, 2, " / vide"},
		{[]string{"esc"}, 2, ""},
		{[]string{"esc"}, 1, ""},
		{[]string{"v", "/", "text:video", "enter", "v"}, 1, ""},
		{[]string{"v"}, 2, ""},
	} {
		panetest.Press(t, m, step.keys...)
		got := m.stack.View()[strings.LastIndex(m.stack.View(), "\n")+1:]
		if m.stack.Depth() != step.depth || (step.line != "") != strings.HasPrefix(got, " / ") ||
			step.line != "" && strings.TrimRight(got, " ") != step.line {
			t.Fatalf("after %v: %d screens, the last line is %q", step.keys, m.stack.Depth(), got)
		}
	}
}

// What was searched for in JSON is offered at the next visit.
func TestSearchInJSONIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	begin := func() *Model {
		w := panetest.New(t, panetest.Options{
			Handler: serve(data(platform), data(board)),
			History: panetest.History(t, path, panetest.Now),
		})
		searches, err := w.Site().History().Entries().Recent(t.Context(), history.KindSearch, 9)
		if err != nil {
			t.Fatal(err)
		}
		w.Context.RestoreQueries(searches)
		return panetest.Begin(t, New, w, 90, 20)
	}
	first := begin()
	panetest.Press(t, first, "v", "/", "text:video", "enter")
	first.own.History().Close(t.Context())
	second := begin()
	if panetest.Press(t, second, "v", "/", "up"); !strings.Contains(second.stack.View(), "/ video") {
		t.Errorf("up recalls nothing:\n%s", second.stack.View())
	}
}

// On the screen of a platform the keys that copy are about the option under the
// cursor; the key for the platform's JSON is labelled so.
func TestPlatformKeysActOnTheOption(t *testing.T) {
	for _, tt := range []struct {
		options, key, want string
	}{
		{data(board, tree), "y", "boardId"},
		{data(board, tree), "do:copy_json", `"name": "boardId"`},
	} {
		w := panetest.New(t, panetest.Options{Handler: serve(data(platform), tt.options)})
		m := panetest.Begin(t, New, w, 100, 30)
		if panetest.Press(t, m, "enter", "/", "text:board", "enter", tt.key); !strings.Contains(w.Copied(), tt.want) {
			t.Errorf("%s of %s copied %q", tt.key, tt.options, w.Copied())
		}
	}
	for _, lang := range words.Langs() {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Handler: serve(data(platform), data(board))}),
			100,
			30,
		)
		raw := func() (labels []string) {
			for _, b := range slices.Concat(append(m.stack.FullHelp(), m.stack.ShortHelp())...) {
				if b.Help().Key == "v" {
					labels = append(labels, m.ctx.Help(b).Desc)
				}
			}
			return labels
		}
		list := raw()
		panetest.Press(t, m, "enter")
		if here := raw(); len(here) != 2 || here[0] != here[1] || here[0] == list[0] {
			t.Errorf("v is labelled %q, in the list as %q", here, list)
		}
		if panetest.Press(t, m, "v"); !strings.Contains(m.stack.View(), `"authType": "oauth2"`) {
			t.Errorf("it shows\n%s", m.stack.View())
		}
	}
}

func TestMatrixIsRefreshed(t *testing.T) {
	extra := ""
	failing := ""
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case failing != "" && strings.Contains(r.URL.Path, failing+"/"):
			serve("", refused).ServeHTTP(w, r)
		case extra != "" && !strings.Contains(r.URL.Path, "pinBoard/"):
			serve(data(platform, `{"platform":"other"}`), data(tree, extra)).ServeHTTP(w, r)
		default:
			serve(data(platform, `{"platform":"other"}`), data(board, tree)).ServeHTTP(w, r)
		}
	})
	w := panetest.New(t, panetest.Options{Handler: h})
	m := panetest.Begin(t, New, w, 100, 30)
	panetest.Press(t, m, "m")
	_, line, _ := strings.Cut(m.stack.View(), "  Board ")
	if line, _, _ = strings.Cut(line, "\n"); len(w.Requests()) != 3 || !strings.Contains(line, m.theme.Glyphs.Normal) {
		t.Fatalf("%v:\n%s", w.Requests(), m.stack.View())
	}
	extra = `{"field":"newest","valueType":"list"}`
	failing = "pinBoard"
	cmd := m.Update(panetest.KeyMsg("r"))
	if m.stack.State().InFlight == 0 || !strings.Contains(m.stack.View(), "  Board ") {
		t.Errorf("during the refresh:\n%s", m.stack.View())
	}
	panetest.Pump(t, m, cmd)
	if n := len(w.Requests()); n != 6 {
		t.Errorf("%d requests: %v", n, w.Requests())
	}
	for _, want := range []string{"Newest", "  Board ", "Couldn't load options for Pin Board"} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%q is missing:\n%s", want, m.stack.View())
		}
	}
	if options := m.known("other"); len(options) != 2 || options[1].Field != "newest" {
		t.Errorf("the options of the other platform are %v", options)
	}
}

// A platform that is open while the matrix is refreshed shows the new options.
func TestOpenPlatformFollowsARefreshOfTheMatrix(t *testing.T) {
	options := data(board)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve(data(platform), options).ServeHTTP(w, r)
	})
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: h}), 100, 30)
	panetest.Press(t, m, "m")
	options = data(board, tree)
	cmd := m.Update(panetest.KeyMsg("r"))
	panetest.Press(t, m, "esc", "enter")
	if panetest.Pump(t, m, cmd); !strings.Contains(m.stack.View(), "Category") {
		t.Errorf("the new option is missing:\n%s", m.stack.View())
	}
}

// The filter searches what the list shows, parts open below their option, and nothing is selected.
func TestLinesAreFilteredAndOpened(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
	panetest.Press(t, m, "/", "text:twitter", "enter", "enter")
	if view := m.stack.View(); strings.Contains(view, "Minutes") || !strings.Contains(view, "▸ Poll") {
		t.Fatalf("the parts of a poll are shown before they are opened:\n%s", view)
	}
	panetest.Press(t, m, "/", "text:poll", "enter", "enter")
	lines := m.stack.Top().(*platformScreen).Table
	if r, ok := lines.Current(); !ok || r.Options[0] != "poll" || !r.Open {
		t.Errorf("the poll is not open:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc")
	view := m.stack.View()
	for _, part := range []string{"▾ Poll", "Choices", "Minutes"} {
		if !strings.Contains(view, part) {
			t.Errorf("no %q in\n%s", part, view)
		}
	}
	if panetest.Press(t, m, " ", "*"); lines.SelectedCount() != 0 {
		t.Error("rows are selected, and nothing can be done with them")
	}
}

// On an option the key of the schema shows the schema of the options, on other lines the platform.
func TestSchemaOfALine(t *testing.T) {
	for line, want := range map[string]string{"poll": `"$schema"`, "video": `"platform": "twitter"`} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
		panetest.Press(t, m, "/", "text:twitter", "enter", "enter", "/", "text:"+line, "enter", "v")
		rest := m.stack.View()
		_, rest, _ = strings.Cut(rest, "{")
		first, _, _ := strings.Cut(rest, ",")
		if !strings.Contains(first, want) {
			t.Errorf("%s: the schema begins with %q, want %s", line, first, want)
		}
	}
}

// An automatic refresh also loads the options on screen, below other screens too.
func TestAutomaticRefreshOfThePlatformOnScreen(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board))})
	w.Context.Refresh = time.Minute
	w.ResetStore()
	m := panetest.Begin(t, New, w, 100, 22)
	panetest.Press(t, m, "enter")
	before := len(w.Requests())
	panetest.Pump(t, m, timer(w))
	panetest.Press(t, m, "v")
	panetest.Pump(t, m, timer(w))
	got := w.Requests()[before:]
	if len(got) != 4 || !strings.HasSuffix(got[1], "/publish-options") ||
		!strings.HasSuffix(got[3], "/publish-options") {
		t.Errorf("requests %v", got)
	}
}

// functions is a platform with a capability that has parameters.
const functions = `{"platform":"facebook","capabilities":{"engagement":{"functions":[{"name":"like","parameters":` +
	`{"querySchema":{"type":"object","properties":{"accountId":{"description":"动作执行账号 ID"}}}}}]}}}`

// TestParametersStayInTheJSON follows the fold to the raw view and the copy.
func TestParametersStayInTheJSON(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(functions), data())})
	m := panetest.Begin(t, New, w, 120, 40)
	if view := m.stack.View(); strings.Contains(view, "querySchema") || !strings.Contains(view, "▸ 1 parameter") {
		t.Errorf("not folded:\n%s", view)
	}
	panetest.Press(t, m, "do:copy_json")
	if !strings.Contains(w.Copied(), `"description": "动作执行账号 ID"`) {
		t.Errorf("copied %q", w.Copied())
	}
	if panetest.Press(
		t,
		m,
		"v",
		"/",
		"text:动作执行账号",
		"enter",
	); !strings.Contains(m.stack.View(), "动作执行账号 ID") {
		t.Errorf("not in the raw view:\n%s", m.stack.View())
	}
}

// The description of an option and the texts of a schema name their language where it is another one.
func TestSchemasNameTheirLanguage(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{
			Handler: serve(data(platform), data(`{"field":"tid","valueType":"tree","description":"视频分区"}`)),
		}),
		120,
		40,
	)
	panetest.Press(t, m, "enter", "/", "text:category", "enter")
	if !strings.Contains(m.stack.View(), "视频分区 (in Chinese)") {
		t.Errorf("the option is\n%s", m.stack.View())
	}
	m = panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: serve(data(
		`{"platform":"x","optionSchema":{"type":"object","properties":{"source":{"type":"string",`+
			`"description":"由后端上传"}}}}`,
	), data())}), 120, 40)
	panetest.Press(t, m, "enter", "/", "text:source", "enter")
	if view := m.stack.View(); !strings.Contains(view, "由后端上传 (in Chinese)") {
		t.Errorf("the line is\n%s", view)
	}
}
