package prices

import (
	"channeldeck/ui/resource/prices"

	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// answer is a handler that answers every call with the same body.
func answer(body string) http.Handler {
	return panetest.Answers(func(*http.Request) string { return body })
}

// catalog is a handler that answers with these models.
func catalog(models string) http.Handler {
	return answer(`{"code":0,"message":"ok","data":[` + models + `]}`)
}

func served(h http.Handler) panetest.Options { return panetest.Options{Handler: h} }

// hostile are models with all that a service should not send: text that acts on
// a terminal, names without end, unknown modes and scopes, numbers of any size.
var hostile = `
 {"name":"\u001b[2Jevil\u0007","label":"\u001b]0;owned\u0007red\u202egnp` + strings.Repeat("长", 100) +
	`","description":"\u001b[31mred\u0000",
  "tags":["\u001b[5mblink","` + strings.Repeat("tag", 40) +
	`"],"creditsScope":"\u202escope\n2","modes":["\u001b[Hmode","text2video"],"resolutions":["\t1080p\u0007"],
  "durations":[5,1e400,-3,0.5],"aspectRatios":["16\u0007:9"],"future":{"deep":["\u001b[1m",1e999]},
  "inputConstraints":{"videos":{"maxSizeMb":1e999,"formats":["\u001b[7mmp4"],"minHeight":3}},
  "pricing":[{"mode":"\u001b[Hmode","resolution":"\t1080p\u0007","duration":5,"price":9007199254740993,
"originPrice":18014398509481986,"discount":"\u001b[31m90%"},
   {"duration":0,"price":-1},{"price":1e300},{"duration":0.3,"price":33.333333333333333333},{"duration":5}]},
 {"name":"` + strings.Repeat("n", 100) + `"},
 {"name":""}`

// few are models that show every kind of answer on a small screen.
const few = `
 {"name":"long","label":"Long One","creditsScope":"general","modes":["image2video"],"resolutions":["1080P"],
"durations":[5,8],"tags":["new"],
  "defaults":{"resolution":"1080p","duration":8},"inputConstraints":{"videos":{"maxCount":1,"maxSizeMb":50,
"formats":["mp4"]}},
  "pricing":[{"duration":8,"price":80,"originPrice":100,"discount":0.5},{"duration":5,"price":30}]},
 {"name":"short","creditsScope":"general","modes":["image2video"],"resolutions":["1080p"],"durations":[4],
"pricing":[{"duration":4,"price":20}]},
 {"name":"other","creditsScope":"family","modes":["image2video","text2video"],"resolutions":["1080p","4k"],
"maxInputImages":2,
  "pricing":[{"mode":"image2video","duration":8,"price":5},{"mode":"text2video","resolution":"4k","duration":8,
"price":0}]},
 {"name":"bare"}`

// noPrices is a catalog without prices, labels and scopes, as some services have:
// the display name is in the description.
const noPrices = `
 {"name":"m-1","description":"Model One","modes":["text2video","image2video"],"resolutions":["720p","1080p"],
"durations":[5,10],"aspectRatios":["16:9"],"maxInputImages":2},
 {"name":"m-2","description":"A long description that says what the model is good for, and not what it is called.",
"modes":["video2video"],"durations":[4],
  "inputConstraints":{"videos":{"maxCount":1,"maxDuration":30}}}`

// at names the screen on top.
func at(m *Model) string {
	switch s := m.stack.Top().(type) {
	case lister:
		l := s.shownList()
		if l.typing {
			return "field"
		}
		return string(l.kind)
	case *pageScreen:
		return "page"
	case interface{ Inspect() }:
		return "inspector"
	}
	return "picker"
}

// begin returns the pane with the list of all models, above the first screen.
func begin(t testing.TB, w *panetest.World, width, height int) *Model {
	m := panetest.Begin(t, New, w, width, height)
	if top(m).kind == listQuote {
		panetest.Press(t, m, "tab")
	}
	return m
}

// shownList is a list, whatever its rows are.
type shownList struct {
	kind    list
	typing  bool
	rows    []*prices.Answer // without headings; with the prices only of a row that is no answer
	names   []string         // of the models, or of the modes of prices below a model
	current *prices.Answer   // nil without one
	table   interface {
		Position() int
		SelectedCount() int
		Column() string
	}
}

// top is the topmost list.
func top(m *Model) shownList { return pane.Topmost[lister](m.stack).shownList() }

type lister interface {
	pane.Screen
	shownList() shownList
}

func (l *listScreen[R]) shownList() shownList {
	s := shownList{kind: l.c.kind, typing: l.typing(), table: l.Table}
	for r := range l.Table.Rows() {
		s.rows = append(s.rows, l.c.answer(r))
		name := r.Base().Model.Name
		if row, ok := any(r).(*prices.Row); ok && row.Under {
			name = "." + row.Prices[0].Mode
		}
		s.names = append(s.names, name)
	}
	if r, ok := l.Table.Current(); ok {
		s.current = l.c.answer(r)
	}
	return s
}

// The cheapest 8 s 1080p image-to-video is found within 20 key presses.
func TestTwentyKeys(t *testing.T) {
	for lang, question := range map[words.Lang]string{
		words.English: "8s 1080p i2v",
		words.Chinese: "8秒1080p图生视频",
	} {
		m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 80, 22)
		panetest.Press(t, m, "$", "text:"+question)
		if keys := 1 + len([]rune(question)); keys > 20 {
			t.Errorf("%d keys", keys)
		}
		r := top(m).current
		ok := top(m).current != nil
		if !ok || r.Offer == nil || r.Rank != 1 || r.Model.Name != "iris-matrix" {
			t.Errorf("%s: the cursor is not on the best offer", lang)
		}
		if !strings.Contains(m.stack.View(), "43.06") {
			t.Errorf("%s: the price is not on the screen:\n%s", lang, m.stack.View())
		}
	}
}

func TestNoKeyIsSent(t *testing.T) {
	server, err := sandbox.New(sandbox.Options{APIKey: panetest.Key})
	if err != nil {
		t.Fatal(err)
	}
	var headers []http.Header
	w := panetest.New(t, panetest.Options{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		headers = append(headers, r.Header.Clone())
		server.ServeHTTP(rw, r)
	})})
	m := begin(t, w, 80, 22)
	panetest.Press(t, m, "r", "enter", "r")
	if len(headers) != 3 {
		t.Fatalf("%d requests", len(headers))
	}
	for _, h := range headers {
		if h.Get("X-Api-Key") != "" || strings.Contains(fmt.Sprint(h), panetest.Key) {
			t.Error("the key was sent")
		}
	}
}

func names(m *Model) string { return strings.Join(top(m).names, " ") }

func TestUnfoldSortAndFilterKeepPricesBelowTheirModel(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 38)
	panetest.Press(t, m, "L")
	if got := names(m); got != "long . . short . other .image2video .text2video bare" {
		t.Errorf("unfolded: %s", got)
	}
	for top(m).table.Column() != string(quote.ByPrice) {
		panetest.Press(t, m, "right")
	}
	panetest.Press(t, m, "s", "enter", "do:reverse")
	if got := names(m); got != "short . long . . other .text2video .image2video bare" {
		t.Errorf("by price: %s", got)
	}
	panetest.Press(t, m, "s", "enter")
	if got := names(m); got != "long . . short . other .image2video .text2video bare" {
		t.Errorf("by price, descending: %s", got)
	}
	panetest.Press(t, m, "/", "text:oth", "enter")
	if got := names(m); got != "other .image2video .text2video" {
		t.Errorf("filtered: %s", got)
	}
	panetest.Press(t, m, "esc", "H")
	if got := names(m); got != "long short other bare" {
		t.Errorf("folded: %s", got)
	}
	panetest.Press(t, m, "right", "home", "right")
	unfolded := m.stack.Top().(*catalogScreen).unfolded
	if unfolded["long"] == unfolded["short"] {
		t.Errorf("one model is unfolded, the other folded: %v", unfolded)
	}
}

func TestEscPopsOneScreen(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 80, 22)
	for _, step := range []struct{ key, at, names string }{
		{"tab", "prices", "long long short other other bare"},
		{"$", "field", ""},
		{"text:8s i2v", "field", "long other short bare"},
		{"enter", "quote", "long other short bare"},
		{"enter", "inspector", ""},
		{"esc", "quote", ""},
		{"esc", "prices", "long other bare"}, // still filtered
		{"esc", "prices", "long long short other other bare"},
		{"esc", "models", "long short other bare"},
		{"$", "field", "other long short bare"}, // the default question
		{"esc", "models", ""},                   // nothing was typed
		{"$", "field", ""},
		{"text:4k", "field", "other long short bare"},
		{"esc", "models", "long short other bare"}, // cancelled
		{"esc", "quote", "other long short bare"},
		{"esc", "quote", "other long short bare"}, // the first screen
		{"$", "field", ""},
		{"up", "field", "other long short bare"}, // recalled
		{"enter", "quote", ""},
		{"$", "field", ""},
		{"text: i2v", "field", ""},
		{"esc", "quote", "other long short bare"}, // the question before
	} {
		if panetest.Press(t, m, step.key); at(m) != step.at || step.names != "" && names(m) != step.names {
			t.Fatalf("%s: on the %s with %s, want %s with %s", step.key, at(m), names(m), step.at, step.names)
		}
	}
}

// What was typed is in the field when it is opened again.
func TestFieldsKeepText(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 80, 22)
	panetest.Press(t, m, "i", "text:mp4 62MB", "enter", "esc", "i")
	if at(m) != "field" || !strings.Contains(m.stack.View(), "mp4 62MB") || names(m) == "" {
		t.Errorf("on the %s:\n%s", at(m), m.stack.View())
	}
}

func TestFacetsBecomeQuestion(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 80, 22)
	choose := func(value string) {
		t.Helper()
		panetest.Press(t, m, "f", "text:"+value, "enter")
	}
	choose("4k")
	choose("family")
	if m.ask.Value() != `4K scope:"family"` || names(m) != "other" {
		t.Errorf("%q shows %s", m.ask.Value(), names(m))
	}
	choose("4k")
	if m.ask.Value() != `scope:"family"` {
		t.Errorf("taken back: %q", m.ask.Value())
	}
	choose("reference videos")
	if !m.question.AcceptsVideo || names(m) != "" {
		t.Errorf("%q shows %s", m.ask.Value(), names(m))
	}
	panetest.Press(t, m, "esc")
	if !m.question.IsZero() || m.ask.Value() != "" {
		t.Error("cleared")
	}
}

func TestRankings(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 200, 22)
	panetest.Press(t, m, "$", "text:i2v", "enter")
	if got := names(m); got != "short long other bare" {
		t.Errorf("by price: %s", got)
	}
	for top(m).table.Column() != string(quote.ByDiscount) {
		panetest.Press(t, m, "right")
	}
	panetest.Press(t, m, "s", "enter")
	if got := names(m); got != "long short other bare" {
		t.Errorf("by discount: %s", got)
	}
	if view := m.stack.View(); !strings.Contains(view, "3 models match.") {
		t.Errorf("by discount:\n%s", view)
	}
}

func TestOpen(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m := New(w.Context)
	m.stack.SetSize(80, 22)
	open := m.Open(pane.Target{Pane: Name, Model: "other"})
	panetest.Pump(t, m, m.Init())
	panetest.Pump(t, m, open)
	if at(m) != "models" || names(m) != "other" || m.stack.Depth() != 2 {
		t.Errorf("the model is opened once the catalog is loaded: on the %s\n%s", at(m), m.stack.View())
	}
	if len(m.Things()) != 4 || m.Things()[0].Target != (pane.Target{Pane: Name, Model: "long"}) ||
		m.Things()[0].Label != "Long One" {
		t.Errorf("things: %v", m.Things())
	}
	panetest.Press(t, m, "esc", "$", "text:4s", "enter")
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Model: "other"}))
	if at(m) != "inspector" || names(m) != "other" {
		t.Errorf("whatever the filter is: on the %s\n%s", at(m), m.stack.View())
	}
	if panetest.Press(t, m, "esc"); at(m) != "quote" || m.stack.Depth() != 1 || m.ask.Value() != "4s" {
		t.Errorf("one esc leaves the model and keeps the question: on the %s\n%s", at(m), m.stack.View())
	}
	panetest.Press(t, m, "esc")
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Model: "gone"}))
	if !strings.Contains(m.stack.View(), "No model “gone”") {
		t.Errorf("an unknown model:\n%s", m.stack.View())
	}
	if panetest.Press(t, m, "esc"); at(m) != "quote" {
		t.Errorf("on the %s", at(m))
	}
	if cmd := m.Open(pane.Target{Pane: Name}); cmd != nil || at(m) != "quote" {
		t.Error("no model")
	}
}

func TestAutomaticRefresh(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few), Refresh: time.Minute})
	w.Context.Columns = map[string][]string{Name: {"name", "price"}}
	m := begin(t, w, 80, 22)
	timers := w.Timers()
	if len(timers) != 1 || timers[0].After != time.Minute {
		t.Fatalf("timers: %v", timers)
	}
	panetest.Pump(t, m, func() tea.Msg { return timers[0].Msg })
	if len(w.Requests()) != 2 || len(w.Timers()) != 2 {
		t.Errorf("%v, %d timers", w.Requests(), len(w.Timers()))
	}
	if !strings.Contains(m.stack.View(), "short") || strings.Contains(m.stack.View(), "Long One") {
		t.Errorf("the columns are not those of the configuration:\n%s", m.stack.View())
	}
}

func TestRefreshKeepsTheCursor(t *testing.T) {
	first := true
	w := panetest.New(t, panetest.Options{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		models := few
		if !first {
			models = strings.NewReplacer(
				`"price":80`,
				`"price":90.5`,
				`"price":20`,
				`"price":10`,
				`"maxSizeMb":50`,
				`"maxSizeMb":40`,
				`{"name":"bare"}`,
				`{"name":"fresh"}`,
			).Replace(few)
		}
		catalog(models).ServeHTTP(rw, r)
	})})
	m := begin(t, w, 120, 22)
	first = false
	panetest.Press(t, m, "down", "r")
	if r := top(m).current; r.Model.Name != "short" {
		t.Error("the cursor stays on its model")
	}
	panetest.Shows(t, m.stack.View(), "▸ Long One 30–90.5 6–11.31", "▌ ▸ short 10 2.5", "fresh – – – –")
}

func TestCopyAndExport(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m := begin(t, w, 120, 22)
	stamp := panetest.Now.Format("20060102-150405")
	for _, step := range []struct{ keys, want string }{
		{"right|do:copy_cell", "Long One"}, // without the signs of the tree
		{"down|do:copy_cell|up|left", "Long One"},
		{"y", "long"},
		{
			"do:copy_json",
			`{"name":"long","label":"Long One","tags":["new"],"creditsScope":"general","modes":["image2video"],` +
				`"resolutions":["1080P"],"durations":[5,8],` +
				`"inputConstraints":{"videos":{"maxCount":1,"formats":["mp4"],"maxSizeMb":50}},` +
				`"defaults":{"resolution":"1080p","duration":8},` +
				`"pricing":[{"duration":8,"price":80,"originPrice":100,"discount":0.5},{"duration":5,"price":30}]}`,
		},
		{"tab|do:copy_cell", "Long One"},
		{
			"do:copy_json",
			`{"name":"long","label":"Long One","creditsScope":"general","mode":null,"resolution":null,` +
				`"aspectRatio":null,"duration":8,"price":80,"originPrice":100,"perSecond":10,"discount":0.2}`,
		},
		{
			"down|down|enter|do:copy_json",
			`{"name":"short","label":null,"creditsScope":"general","mode":null,"resolution":null,"aspectRatio":null,` +
				`"duration":4,"price":20,"originPrice":null,"perSecond":5,"discount":null}`,
		},
	} {
		panetest.Press(t, m, strings.Split(step.keys, "|")...)
		if got := compacted(w.Copied()); got != step.want {
			t.Errorf("%s\n got %q\nwant %q", step.keys, got, step.want)
		}
	}
	for _, step := range []struct{ keys, want string }{
		{
			"esc|$|text:8s 1080p i2v x2|enter",
			"\ufeffrank,name,label,creditsScope,mode,resolution,aspectRatio,duration,price,originPrice,perSecond," +
				"discount,total,rule,note\n" +
				"1,long,Long One,general,,,,8,80,100,10,0.2,160,,\n" +
				"1,other,,family,image2video,,,8,5,,0.625,,10,,\n" +
				",short,,general,,,,,,,,,,atMost,max 4 s\n" +
				",bare,,,,,,,,,,,,noPrices,no prices\n",
		},
		{
			"esc|esc|i|text:60MB mp4|enter",
			"\ufeffname,label,creditsScope,verdict,constraint\nshort,,general,unknown,accepts\nother,,family,unknown," +
				"accepts\nbare,,,unknown,accepts\nlong,Long One,general,rejected,maxSizeMb\n",
		},
	} {
		panetest.Press(t, m, strings.Split(step.keys, "|")...)
		if got := exported(t, m, w, Name); got != step.want {
			t.Errorf("%s\n got %q\nwant %q", step.keys, got, step.want)
		}
	}
	panetest.Press(t, m, "e", "text:markdown", "enter")
	if got, _ := w.Saved("prices-" + stamp + ".md"); !strings.Contains(got, "| short") ||
		!strings.Contains(got, "videos: not documented") {
		t.Errorf("as Markdown: %s", got)
	}
	panetest.Press(t, m, "esc", "e", "text:json", "enter")
	if got, ok := w.Saved("prices-" + stamp + ".json"); !ok || !strings.Contains(got, `"price":null`) {
		t.Errorf("as JSON: %s", got)
	}
}

// The names of the prices that are compared are whole, however narrow the terminal is.
func TestComparedPricesHaveWholeNames(t *testing.T) {
	rows := `"pricing":[{"mode":"flf2video","resolution":"1080p","duration":10,"price":3}]`
	models := `{"name":"a",` + rows + `},{"name":"b",` + rows + `}`
	w := panetest.New(t, served(catalog(models)))
	m := begin(t, w, 50, 40)
	panetest.Press(t, m, " ", " ", "m")
	view := m.stack.View()
	for _, want := range []string{"first and last", "frame 1080p 10 s"} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is missing in\n%s", want, view)
		}
	}
}

func TestEveryKeyHasHelp(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 80, 22)
	for _, keys := range [][]string{
		nil,
		{"$"},
		{"esc", "i"},
		{"esc", "/"},
		{"esc", "f"},
		{"esc", "enter"},
		{"esc", "$", "text:8s", "enter"},
		{"$", "text: + 5s", "enter"},
	} {
		panetest.Press(t, m, keys...)
		if len(m.stack.ShortHelp()) == 0 {
			t.Errorf("%v: no footer", keys)
		}
		for _, group := range append(m.stack.FullHelp(), m.stack.ShortHelp()) {
			for _, k := range group {
				if m.ctx.Help(k).Desc == "" || strings.HasPrefix(m.ctx.Help(k).Desc, "key.") {
					t.Errorf("%v: %v has no help", k.Keys(), k.Help())
				}
			}
		}
	}
}

// The catalog may have been loaded by another pane before.
func TestStartWithALoadedCatalog(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	begin(t, w, 120, 38)
	if view := begin(t, w, 120, 38).stack.View(); !strings.Contains(view, "Long One") {
		t.Errorf("no models:\n%s", view)
	}
}

// The pane begins with the answer to a default question, which toggles and facets change,
// and esc comes back to it.
func TestAnswerToTheDefaultQuestion(t *testing.T) {
	row := func(name, scope, mode, resolution, price string) string {
		return fmt.Sprintf(
			`{"name":%q,"creditsScope":%q,"modes":[%q],"pricing":[{"mode":%q,"resolution":%q,"duration":5,`+
				`"price":%s}]}`,
			name,
			scope,
			mode,
			mode,
			resolution,
			price,
		)
	}
	models := []string{
		row("costly", "general", "text2video", "720p", "30"),
		row("cheap", "general", "text2video", "720p", "12"),
		row("own", "family", "text2video", "720p", "7"),
		row("other", "general", "image2video", "1080p", "1"),
	}
	w := panetest.New(t, panetest.Options{Handler: catalog(strings.Join(models, ","))})
	m := panetest.Begin(t, New, w, 120, 40)
	q := m.catalog.DefaultQuestion()
	if q.Mode != "text2video" || q.Resolution != "720p" || q.Duration.String() != "5" || q.Count != 10 {
		t.Errorf("the default question is %+v", q)
	}
	first := m.stack.View()
	for _, want := range []string{
		"5 s · 720p · text to video · 10 clips  3 models match, cheapest first.",
		"10 clips",
		"120",
		"300",
		"1 doesn't match",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q:\n%s", want, first)
		}
	}
	if got := names(m); got != "cheap costly own other" {
		t.Errorf("the answer: %s", got)
	}
	if panetest.Press(t, m, "f", "text:1080", "enter"); m.ask.Value() != "5s 1080p text to video x10" {
		t.Errorf("a facet changes the question to %q", m.ask.Value())
	}
	if panetest.Press(t, m, "esc"); m.stack.View() != first {
		t.Errorf("after esc:\n%s", m.stack.View())
	}
	if panetest.Press(t, m, "$", "esc"); m.stack.View() != first {
		t.Errorf("after a question that was not asked:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "/", "text:c", "enter", "tab")
	if got := names(m); at(m) != "models" || got != "cheap costly" {
		t.Errorf("the %s under the same filter: %s", at(m), got)
	}
	if panetest.Press(t, m, "esc", "esc", "esc"); m.stack.View() != first {
		t.Errorf("back from the models:\n%s", m.stack.View())
	}
}

// A catalog without a price for a default question begins with its models.
func TestNoDefaultQuestion(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: catalog(noPrices)}), 120, 40)
	if at(m) != "models" || names(m) != "m-1 m-2" {
		t.Errorf("the pane begins with %s:\n%s", at(m), m.stack.View())
	}
	if panetest.Press(t, m, "esc"); at(m) != "quote" || !strings.Contains(m.stack.View(), "8s 1080p") {
		t.Errorf("without a question:\n%s", m.stack.View())
	}
}

// The line above the answers says that the cheapest is first only as long as it is, and one clip has no total.
func TestLineOfAnswersSaysTheirOrder(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 160, 40)
	s, ok := m.stack.Top().(*quoteScreen)
	if !ok {
		t.Fatal("no answers in front")
	}
	const cheapest = "cheapest first"
	for _, desc := range []bool{false, true} {
		s.Table.SortBy("price", desc)
		if says := strings.Contains(m.stack.View(), cheapest); says == desc {
			t.Errorf("descending %v: %q is there: %v\n%s", desc, cheapest, says, m.stack.View())
		}
	}
	for count, want := range map[int]bool{0: false, 1: false, 2: true} {
		m.question = quote.Question{Count: count}
		m.question.Mode = "text2video"
		if got := slices.Contains(s.initialColumns(), "total"); got != want {
			t.Errorf("%d clips: a column of the total %v", count, got)
		}
	}
}
