package options

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/api/post"
	"channeldeck/api/quote"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/words"

	"github.com/charmbracelet/x/ansi"
)

// The pane shows the verdicts, reasons and needs of 200 posts that [fleet.Fleet.PreflightAll] gives,
// which the command and the tool of agents print.
func TestPaneJudgesAsTheFleet(t *testing.T) {
	t.Parallel()
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 140, 40)
	panetest.Pump(t, m, m.loadAll(false))
	for i, p := range panetest.Posts(200) {
		it := post.Post{Title: p.Title, Body: p.Text}
		for _, f := range p.Files {
			files, problems := quote.ParseFiles(f, quote.NewValues(nil), nil)
			if len(problems) > 0 {
				t.Fatal(f, problems)
			}
			it.Files = append(it.Files, files...)
		}
		r := fleet.PreflightRequest{Post: &it}
		for _, o := range p.Options {
			r.Options = append(r.Options, fleet.TypedOption{Name: o[0], Value: o[1]})
		}
		all, err := w.Site().Store.Fleet.PreflightAll(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, one := range all {
			verdict := options.JudgePost(one)
			want[one.Platform.Platform] = fmt.Sprint(verdict.Fit, options.Why(m.view, verdict))
		}
		s := m.newFiles(readPost{PreflightRequest: r})
		panetest.Pump(t, m, s.fill())
		shown := 0
		for row := range s.Table.Rows() {
			if row.IsTitle() {
				continue
			}
			shown++
			got := fmt.Sprint(row.Fit, options.Why(m.view, row))
			if id := row.Platform.Platform; got != want[id] {
				t.Errorf("%d: %+v on %s: %s, want %s", i, p, id, got, want[id])
			}
		}
		if shown != len(want) {
			t.Errorf("%d: %d platforms of %d", i, shown, len(want))
		}
	}
}

// judged shows the verdicts of all platforms on a video.
func judged(t *testing.T, lang words.Lang, width, height int) string {
	w := panetest.New(t, panetest.Options{Lang: lang})
	m := panetest.Begin(t, New, w, width, height)
	panetest.Press(t, m, "i", "text:14s 1920x1080 30fps 62MB mp4", "enter")
	return ansi.Strip(m.stack.View())
}

// No reason of a verdict is cut while the screen has blank lines. Where it has none, the end is an ellipsis.
func TestReasonsOfVerdictsAreWhole(t *testing.T) {
	for _, lang := range words.Langs() {
		for _, size := range [][2]int{{80, 24}, {100, 40}, {120, 36}, {200, 46}} {
			screen := judged(t, lang, size[0], size[1])
			if strings.Contains(screen, "…") {
				t.Errorf("%s at %v: a reason is cut:\n%s", lang, size, screen)
			}
		}
	}
	screen := judged(t, words.English, 60, 14)
	line := ""
	for one := range strings.SplitSeq(screen, "\n") {
		if strings.Contains(one, "LinkedIn") {
			line = strings.TrimRight(one, " ▐")
		}
	}
	if !strings.HasSuffix(line, "…") || text.Width(line) < 55 {
		t.Errorf("the reason ends with %q:\n%s", line, screen)
	}
	title, _, _ := strings.Cut(screen, "\n")
	if !strings.Contains(title, "All platforms · 14s 1920x1080 30fps 62MB mp4") {
		t.Errorf("the post is cut beside a blank rule:\n%s", screen)
	}
}

// The inspector has what a platform does with a post unless the user chooses, and its reasons stand below
// each other and not below their signs.
func TestInspectorOfVerdict(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 60, 30)
	panetest.Press(t, m, "i", "text:14s 1920x1080 30fps 62MB mp4", "enter", "/", "text:linkedin", "enter", "enter")
	screen := ansi.Strip(m.stack.View())
	want := " – Who can see it: public, unless you choose connections\n   only"
	if !strings.Contains(strings.ReplaceAll(screen, "▐", " "), want) {
		t.Errorf("no %q:\n%s", want, screen)
	}
}

// The inspector begins with the words of the list, and a post for one platform is not counted.
func TestInspectorNamesTheSection(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {"? Needs more", "can take it ·"},
		words.Chinese: {"? 还需补充", "个可以发布 ·"},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		m := panetest.Begin(t, New, w, 120, 30)
		panetest.Press(t, m, "i", "text:14s 1920x1080 30fps 62MB mp4", "enter", "/", "text:pinterest", "enter")
		panetest.Shows(t, ansi.Strip(m.stack.View()), want[0], want[1])
		panetest.Press(t, m, "i", "shift+tab", "shift+tab", "right", "enter")
		screen := ansi.Strip(m.stack.View())
		panetest.Shows(t, screen, "YouTube · 14s")
		if strings.Contains(screen, want[1]) {
			t.Errorf("%s: one platform is counted:\n%s", lang, screen)
		}
	}
}

// An inspector of nothing has no scroll thumb.
func TestInspectorOfNothing(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 30)
	if !strings.Contains(m.stack.View(), "▐") {
		t.Fatal("the inspector of a platform does not scroll")
	}
	panetest.Press(t, m, "/", "text:zzzz", "enter")
	if screen := m.stack.View(); strings.Contains(screen, "▐") {
		t.Errorf("an empty inspector scrolls:\n%s", screen)
	}
}

// The platforms of the accounts that a post can have stand in a column.
func TestPlatformsBesideAccounts(t *testing.T) {
	items := []picker.Item{{Label: "Ada Bakes"}, {Label: "上海美食日记"}}
	besideNames(items, []string{"TikTok", "Douyin"})
	if got := items[0].Label + "|" + items[1].Label; got != "Ada Bakes     TikTok|上海美食日记  Douyin" {
		t.Errorf("the labels are %s", got)
	}
}

// What is wrong with an option is said without the language of schemas, which are behind their key.
func TestVerdictsOnOptionsInWords(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "Author: not in the form that the platform asks for: see its schema",
		words.Chinese: "发布者：格式不符合平台要求，见平台的 schema",
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 200, 40)
		panetest.Press(t, m, "i", "text:14s mp4; authorUrn=abc", "enter", "/", "text:linkedin", "enter")
		screen := ansi.Strip(m.stack.View())
		panetest.Shows(t, screen, want)
		if strings.Contains(screen, "^urn") {
			t.Errorf("a pattern of a schema:\n%s", screen)
		}
		panetest.Press(t, m, "v")
		panetest.Shows(t, m.stack.View(), `"pattern": "^urn:li:person:`)
	}
}
