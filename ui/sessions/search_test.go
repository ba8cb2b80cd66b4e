package sessions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/pager"
)

// searched is a session of one message with a text, in which a query was searched.
func searched(t *testing.T, source, query string, options panetest.Options) *Model {
	t.Helper()
	m := New(panetest.New(t, options).Context)
	m.stack.SetSize(43, 30)
	record := api.MessageRecord{
		ID:      "r",
		Message: api.UIMessage{Role: "assistant", Parts: []jsontext.Value{jsontext.Value(textPart(source))}},
	}
	m.showDoc(newDocument("s", panetest.Now, transcript.New([]api.MessageRecord{record}, false)))
	panetest.Press(t, m, "/", "text:"+query, "enter")
	return m
}

// TestMatchesContinueOnTheNextLine has texts that are broken on the screen.
func TestMatchesContinueOnTheNextLine(t *testing.T) {
	long := "one two three four five six seven eight nine ten"
	for _, c := range []struct{ source, query, want string }{
		{long, "eight nine", "eight|nine"},
		{long, "EIGHT  nine", "eight|nine"},
		{"> " + long, "seven eight", "seven|eight"},
		{"- > > " + long, "six seven", "six seven"},
		{"```go\n" + long + "\n```", "seven eight", "seven eig|ht"},
		{"```go\nx := a | b │ c\n```", "a | b │ c", "a | b │ c"},
		{"a [b] (c) *d*", "[b]", "[b]"},
		{"一二三四五六七八九十一二三四五六七八九十甲乙丙", "九十甲", "九|十甲"},
		{long, "two four", ""},
	} {
		m := searched(t, c.source, c.query, panetest.Options{})
		var lines []string
		for _, c := range m.top().page.items {
			it := c.item()
			if it.Kind == transcript.ItemText {
				lines = append(lines, m.top().page.drawer.draw(it)...)
			}
		}
		var got []string
		for _, s := range (pager.Query{Text: c.query, Bar: "│"}).Find(lines) {
			got = append(got, ansi.Strip(ansi.Cut(lines[s.Line], s.From, s.To)))
			if s.N != 0 {
				t.Errorf("%q is found twice", c.query)
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q is found as %q, want %s, in\n%s", c.query, got, c.want, strings.Join(lines, "\n"))
		}
	}
}

func TestHitsForwardAndBack(t *testing.T) {
	m := searched(t, "one hit\n\ntwo hit\n\nthree hit", "hit", panetest.Options{})
	search := &m.top().search
	if len(search.hits) != 3 || search.at != 0 {
		t.Fatalf("hit %d of %d", search.at, len(search.hits))
	}
	for _, step := range []struct {
		key  string
		want int
	}{{"n", 1}, {"n", 2}, {"N", 1}, {"N", 0}} {
		if panetest.Press(t, m, step.key); search.at != step.want {
			t.Errorf("%s goes to hit %d, want %d", step.key, search.at, step.want)
		}
	}
}

// The keys of turns go to those of users: not to what an agent wrote before the first.
func TestTurnsOfUsers(t *testing.T) {
	m := New(panetest.New(t, panetest.Options{}).Context)
	m.stack.SetSize(80, 30)
	var records []api.MessageRecord
	for _, role := range []string{"assistant", "user", "assistant", "user"} {
		records = append(records, api.MessageRecord{
			ID:      fmt.Sprint(len(records)),
			Message: api.UIMessage{Role: role, Parts: []jsontext.Value{jsontext.Value(textPart(role))}},
		})
	}
	m.showDoc(newDocument("s", panetest.Now, transcript.New(records, false)))
	panetest.Press(t, m, "g")
	for _, step := range []struct {
		key  string
		want int
	}{{"]", 1}, {"]", 3}, {"[", 1}, {"[", 1}} {
		if panetest.Press(t, m, step.key); m.top().page.here().Message != step.want {
			t.Errorf("%s goes to message %d, want %d", step.key, m.top().page.here().Message, step.want)
		}
	}
	p := &m.top().page
	p.setDepth(transcript.DepthSummary)
	panetest.Press(t, m, "g", "enter")
	if p.depth != transcript.DepthTools {
		t.Errorf("enter in the summary leads to depth %v", p.depth)
	}
}

// The help of the key that follows says what it does next.
func TestFollowHelp(t *testing.T) {
	m := searched(t, "a", "a", panetest.Options{})
	for following, want := range map[bool]string{false: "key.sessions.follow", true: "key.sessions.unfollow"} {
		m.top().updates.following = following
		if got := m.top().followKey().Help().Desc; got != want {
			t.Errorf("following %t: %s", following, got)
		}
	}
}

// A search that returns as many sessions as it may does not count them: there may be more.
func TestFindCountsSessions(t *testing.T) {
	m := New(panetest.New(t, panetest.Options{}).Context)
	s := m.newFind("x")
	for n, want := range map[int]string{
		1:                   "1 session",
		archive.MaxHits - 1: "29 sessions",
		archive.MaxHits:     "the newest 30 sessions",
	} {
		s.load.Value = make([]*archive.Hit, n)
		if got := s.summary(100)[0]; !strings.HasSuffix(got, want) {
			t.Errorf("%d hits: %q, want %q", n, got, want)
		}
	}
}

// TestHitsInMarkdownAreDisplayed counts what is on screen, not what is in the source.
func TestHitsInMarkdownAreDisplayed(t *testing.T) {
	var source strings.Builder
	for i := range 100 {
		fmt.Fprintf(&source, "Line %d is a [link](/target) to **bold** text &amp; more.\n\n", i)
	}
	for query, want := range map[string]int{
		"line 77":                       1,
		"**bold**":                      0,
		"](":                            0,
		"&amp;":                         0,
		"(/target) to bold text & more": 100,
	} {
		m := searched(t, source.String(), query, panetest.Options{})
		if n := len(m.top().search.hits); n != want {
			t.Errorf("%q: %d hits, want %d", query, n, want)
		}
		checkHits(t, m)
	}
}

// TestHitsContinueOnTheNextLineOfAQuote has a line end in the source.
func TestHitsContinueOnTheNextLineOfAQuote(t *testing.T) {
	m := searched(t, "> one two\n> three four", "two three", panetest.Options{})
	if n := len(m.top().search.hits); n != 1 {
		t.Errorf("%d hits", n)
	}
	checkHits(t, m)
}

// checkHits goes to every hit and checks that it is on the line of the cursor.
func checkHits(t *testing.T, m *Model) {
	t.Helper()
	for i := range min(len(m.top().search.hits), 200) {
		if i > 0 {
			panetest.Press(t, m, "n")
		}
		h := m.top().search.hit(m.top().search.at)
		it := m.top().page.current()
		if it.Ref != h.Ref || it.Kind != h.Kind || it.Field != h.Field || it.N != h.N {
			t.Fatalf("hit %+v: the cursor is on %+v", h, it)
		}
		found := false
		for _, s := range m.top().search.marks().Find(m.top().page.drawer.draw(it)) {
			found = found || s.N == h.n && s.Line == m.top().page.Cursor.Line
		}
		if !found {
			t.Fatalf(
				"%q, hit %+v: the cursor is on line %d of\n%s",
				m.top().search.query,
				h,
				m.top().page.Cursor.Line,
				strings.Join(m.top().page.drawer.draw(it), "\n"),
			)
		}
	}
}

// TestHitsInHighlightedCode has a hit that spans several colours.
func TestHitsInHighlightedCode(t *testing.T) {
	m := searched(t, "```go\nfunc main() { return \"x\" }\n```\n", "func main() { return", panetest.Options{
		Palette: "dark",
		Profile: termenv.ANSI256,
	})
	view := m.stack.View()
	styles := m.theme
	if hit := styles.Hit.Render("func main() { return"); !strings.Contains(view, hit) {
		t.Errorf("%q is not in %q", hit, view)
	}
	if word := styles.Tone(theme.Good).Render(`"x"`); !strings.Contains(view, word) {
		t.Errorf("%q is not in %q", word, view)
	}
}

// The footer names what the keys do in an open field: esc restores the query before.
func TestSearchFooter(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("01"))
	panetest.Press(t, m, "/")
	var does []string
	for _, k := range m.stack.ShortHelp() {
		does = append(does, m.ctx.Help(k).Key+" "+m.ctx.Help(k).Desc)
	}
	if got := strings.Join(does, ", "); got != "enter apply, esc cancel" {
		t.Errorf("the footer is %q", got)
	}
}

// The last line names a message by whole parts, as many as have room: a cut time is none.
func TestStatusLineHasWholeParts(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("01"))
	panetest.Press(t, m, "/", "text:the", "enter")
	for width := 44; width <= 140; width++ {
		m.stack.SetSize(width, 30)
		lines := strings.Split(ansi.Strip(m.stack.View()), "\n")
		if last := lines[len(lines)-1]; strings.Contains(last, "…") {
			t.Errorf("at %d: %q", width, last)
		}
	}
}
