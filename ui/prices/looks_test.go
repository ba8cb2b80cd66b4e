package prices

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// A quote has a section for each kind of credits and one for the models that cannot
// do it. Headings are no rows: the cursor skips them, and they are not counted.
func TestQuoteHasSections(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 38)
	panetest.Press(t, m, "$", "text:8s 1080p i2v x20", "enter")
	view := m.stack.View()
	at := func(s string) int { return strings.Index(view, s) }
	if order := []int{
		at("│  general credits"),
		at("Long One  "),
		at("family credits"),
		at("other "),
		at("2 don't match"),
		at("short     "),
		at("bare   "),
	}; !slices.IsSorted(order) || order[0] < 0 {
		t.Errorf("order %v:\n%s", order, view)
	}
	if !strings.Contains(view, "1/4") || names(m) != "long other short bare" {
		t.Errorf("%s\n%s", names(m), view)
	}
	for _, step := range []struct{ key, name string }{
		{"down", "other"},
		{"down", "short"},
		{"up", "other"},
		{"home", "long"},
		{"up", "long"},
		{"end", "bare"},
	} {
		if panetest.Press(t, m, step.key); top(m).table.Position() == 0 {
			t.Error("no position")
		}
		r := top(m).current
		ok := top(m).current != nil
		if !ok || r.Model == nil || r.Model.Name != step.name {
			t.Errorf("%s: %+v", step.key, r)
		}
	}
	if panetest.Press(t, m, "*"); top(m).table.SelectedCount() != 4 {
		t.Errorf("%d selected", top(m).table.SelectedCount())
	}
}

// The counter counts models, also with their prices below them.
func TestCounterCountsModels(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 38)
	panetest.Press(t, m, "L", "end", "up")
	if view := m.stack.View(); !strings.Contains(view, " 3/4 ") {
		t.Errorf("%s", view)
	}
}

// At all usual widths no title, mode, resolution or reason is cut.
func TestNothingIsCut(t *testing.T) {
	for _, lang := range words.Langs() {
		for _, keys := range [][]string{
			nil,
			{"tab"},
			{"O"},
			{"a", "text:8s 1080p i2v x20", "enter"},
			{"a", "text:8s", "enter"},
			{"i", "text:60MB mp4", "enter"},
		} {
			m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 80, 22)
			panetest.Press(t, m, keys...)
			for _, size := range [][2]int{{80, 22}, {120, 38}, {200, 58}} {
				m.stack.SetSize(size[0], size[1])
				for _, line := range strings.Split(m.stack.View(), "\n")[1:] { // the headline may be cut
					// names longer than their column's minimum
					if strings.Contains(line, "…") && !regexp.MustCompile("Juniper|Brook Multi|MB").MatchString(line) {
						t.Errorf("%s %v at %d: %s", lang, keys, size[0], line)
					}
				}
			}
		}
	}
}

// Beside spans of prices that get wider further down, no name is cut: the column of resolutions yields.
func TestNamesOfModelsAreWholeOnANarrowScreen(t *testing.T) {
	for _, lang := range words.Langs() {
		m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 60, 14)
		for range 8 {
			if view := m.stack.View(); strings.Contains(view, "…") {
				t.Fatalf("%s:\n%s", lang, view)
			}
			panetest.Press(t, m, "down", "down", "down")
		}
	}
}

// The reasons of all models begin in one column, also where one is longer than its room.
func TestReasonsBeginInOneColumn(t *testing.T) {
	only := regexp.MustCompile("(only|仅支持) ?")
	for _, lang := range words.Langs() {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 80, 22)
		for _, width := range []int{60, 80, 100, 120, 200} {
			m.stack.SetSize(width, 46)
			columns := map[int]bool{}
			reasons := 0
			for line := range strings.SplitSeq(ansi.Strip(m.stack.View()), "\n") {
				list, _, _ := strings.Cut(strings.TrimPrefix(line, "│"), "│")
				at := only.FindStringIndex(list)
				if at != nil {
					columns[text.Width(list[:at[0]])] = true
					reasons++
				}
			}
			if len(columns) != 1 || reasons < 5 {
				view := m.stack.View()
				t.Errorf("%s at %d: %d reasons begin in the columns %v:\n%s", lang, width, reasons, columns, view)
			}
		}
	}
}

// Modes and fields have names in the user's language on every screen.
func TestNoWireNamesOnScreen(t *testing.T) {
	wire := regexp.MustCompile(`\w+2video|multi-ref|maxCount|maxSizeMb|creditsScope|aspectRatio`)
	for _, lang := range words.Langs() {
		for _, keys := range [][]string{
			nil,
			{"tab"},
			{"O"},
			{"a", "text:8s 1080p i2v x20", "enter"},
			{"a"},
			{"f"},
			{"i", "text:60MB mp4", "enter"},
			{" ", " ", "m"},
		} {
			m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 200, 58)
			panetest.Press(t, m, keys...)
			for range 6 {
				if found := wire.FindString(strings.ReplaceAll(m.stack.View(), "i2v", "")); found != "" {
					t.Errorf("%s %v: %s", lang, keys, found)
				}
				panetest.Press(t, m, "down", "down", "down")
			}
		}
	}
}

// The cheapest offer of each kind of credits is in another colour, and its bar too.
func TestCheapestIsMarked(t *testing.T) {
	w := panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor})
	m := begin(t, w, 120, 38)
	panetest.Press(t, m, "$", "text:8s 1080p i2v", "enter", "down")
	good := w.Context.Theme.Tone(2 + 3).Open() // Good
	for _, line := range strings.Split(m.stack.View(), "\n") {
		plain := ansi.Strip(line)
		cheapest := strings.Contains(plain, "43.06") || strings.Contains(plain, "33.28")
		if offer := strings.Contains(plain, "█"); offer && cheapest != strings.Contains(line, good[2:len(good)-1]) {
			t.Errorf("marked %v: %q", !cheapest, line)
		}
	}
	for _, r := range top(m).rows {
		if share := r.Share(); r.Offer != nil && (share <= 0 || share > 1 || r.Cheapest() != (r.Rank == 1)) {
			t.Errorf("%s: %v of the most expensive, cheapest %v", r.Model.Name, share, r.Cheapest())
		}
	}
}

// The numbers of a column of the matrix have their decimal points below each other.
func TestMatrix(t *testing.T) {
	w := panetest.New(t, panetest.Options{Palette: "mono", Profile: termenv.ANSI})
	m := begin(t, w, 120, 38)
	panetest.Press(t, m, "$", "text:8s 1080p i2v", "enter")
	r := top(m).current
	for _, width := range []int{30, 42, 100} {
		lines := prices.MatrixLines(m.view, r.Model, r.Price(), "v", width)
		if first := ansi.Strip(lines[0]); !strings.HasPrefix(strings.TrimSpace(first), "image to video") {
			t.Errorf("the mode that was asked for is not the first: %q", first)
		}
		var points []int
		for _, line := range lines {
			if text.Width(line) > width {
				t.Errorf("%d cells in %d: %q", text.Width(line), width, line)
			}
			plain := ansi.Strip(line)
			if !regexp.MustCompile(`^ \d+p `).MatchString(plain) {
				points = nil // a heading
				continue
			}
			at := points[:0:0]
			for _, i := range regexp.MustCompile(`\d+(\.\d+)?`).FindAllStringIndex(plain[7:], -1) {
				number := plain[7:][i[0]:i[1]]
				at = append(at, i[1]-text.Fraction(number))
			}
			if points != nil && !slices.Equal(at, points) {
				t.Errorf("points at %v below %v:\n%s", at, points, ansi.Strip(strings.Join(lines, "\n")))
			}
			points = at
		}
	}
}

// The price that is quoted is marked in the matrix, and no other: Iris at 8 s and 1080p, also
// where its rows name no mode.
func TestMatrixMarksQuote(t *testing.T) {
	w := panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor})
	m := begin(t, w, 120, 38)
	mark := w.Context.Theme.Table.Cursor
	marked := func() (list []string) {
		r := top(m).current
		for _, line := range m.blocks(r)[1].Lines(44) {
			for _, part := range strings.Split(line, mark.Open())[1:] {
				number := regexp.MustCompile(`^[0-9.]+`).FindString(part)
				list = append(list, strings.Fields(ansi.Strip(line))[0]+" "+number)
			}
		}
		return list
	}
	panetest.Press(t, m, "$", "text:8s 1080p i2v", "enter")
	if got := strings.Join(marked(), ", "); got != "1080p 43.06" {
		t.Errorf("marked: %s", got)
	}
	if panetest.Press(
		t,
		m,
		"$",
		"ctrl+u",
		"text:5s 540p",
		"enter",
	); !strings.Contains(strings.Join(marked(), ", "), "540p") {
		t.Errorf("marked: %s\n%s", marked(), m.stack.View())
	}
	panetest.Press(t, m, "esc", "esc")
	if got := marked(); got != nil {
		t.Errorf("marked without a quote: %s", got)
	}
}

// The inspector has every value that the service sent for a model.
func TestInspectorHasEverything(t *testing.T) {
	for _, models := range []string{"", hostile} {
		o := panetest.Options{}
		if models != "" {
			o.Handler = catalog(models)
		}
		m := begin(t, panetest.New(t, o), 120, 38)
		for _, r := range top(m).rows {
			shown := r.Model.DisplayName() + " " + m.view.Prices().ModeName("")
			for _, b := range m.blocks(r) {
				if b.Lines != nil {
					shown += strings.Join(b.Lines(1000), "\n")
				}
				for _, f := range b.Facts {
					shown += f.Name + " " + f.Value + "\n"
				}
			}
			shown = strings.Join(strings.Fields(text.Clean(strings.ReplaceAll(shown, ",", ""))), " ")
			for _, f := range quote.Facts(r.Model.VideoModel) {
				for _, v := range f.Values {
					if f.Path == "modes" {
						v = m.view.Prices().ModeName(v)
					} else if f.Path == "resolutions" || f.Path == "defaults.resolution" {
						v = resource.Resolution(v)
					} else if f.Path == "creditsScope" {
						v = m.view.Prices().ScopeName(quote.Scope(strings.TrimSpace(v)))
					}
					if v = strings.Join(
						strings.Fields(text.Clean(strings.ReplaceAll(v, ",", ""))),
						" ",
					); !strings.Contains(shown, v) {
						t.Errorf("%s: %s %q is missing in %s", r.Model.Name, f.Path, v, shown)
					}
				}
			}
		}
	}
}

// From 160 columns on the facets are toggles for the mouse.
func TestToggles(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 160, 44)
	on := func(f toggle) bool {
		value, ok := m.question.Value(f.column)
		return ok && value == f.value
	}
	for _, f := range m.toggles(160) {
		for _, want := range []bool{true, false} {
			zone, found := m.ctx.Zones.At(f.x+f.width-1, 1+f.line, m.stack.View)
			if !found {
				t.Fatalf("%s cannot be clicked", f.value)
			}
			zone.Click()
			if on(f) != want {
				t.Errorf("after a click, %s is a filter: %v", f.value, !want)
			}
		}
	}
	line := strings.Split(m.stack.View(), "\n")[1]
	for _, f := range m.toggles(160) {
		if f.line == 0 && !strings.HasPrefix(ansi.Cut(line, f.x+2, 160), m.view.Prices().ModeName(f.value)) {
			t.Errorf("%s is not at %d: %s", f.value, f.x, line)
		}
	}
	if len(m.toggles(159)) > 0 {
		t.Error("toggles on a narrow screen")
	}
}

// Each sentence about the ranking is on the screen at every width.
func TestRankingIsComplete(t *testing.T) {
	for _, lang := range words.Langs() {
		for _, width := range []int{40, 60, 80, 120} {
			m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), width, 22)
			panetest.Press(t, m, "$", "text:8s 1080p i2v x20", "enter")
			screen := strings.Join(strings.Fields(ansi.Strip(m.stack.View())), "")
			if ranking := strings.Join(
				strings.Fields(m.stack.Top().(*quoteScreen).ranking()),
				"",
			); !strings.Contains(screen, ranking) {
				t.Errorf("%s at %d lacks %q:\n%s", lang, width, ranking, m.stack.View())
			}
		}
	}
}

// A filter that matches nothing is told from a question that was not asked yet.
func TestEmptyFilterOfQuote(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 30)
	panetest.Press(t, m, "/", "text:zzzz", "enter")
	screen := m.stack.View()
	if !strings.Contains(screen, "No prices match") || strings.Contains(screen, "Type what you want") {
		t.Errorf("the list says:\n%s", screen)
	}
	panetest.Press(t, m, "esc")
	if strings.Contains(m.stack.View(), "No prices match") {
		t.Errorf("the filter is still on:\n%s", m.stack.View())
	}
}

// The cheapest of some clips can be asked for in words.
func TestCheapestOfClips(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 30)
	panetest.Press(t, m, "$", "text:the cheapest of 20 clips", "enter")
	screen := ansi.Strip(m.stack.View())
	if !strings.Contains(screen, "20 clips") || strings.Contains(screen, "not understood") {
		t.Errorf("the answer is:\n%s", screen)
	}
}

// The reasons of verdicts on files have a title, and those that are too long for their column continue on a
// line below. Numbers of files have their measure word in Chinese.
func TestReasonsOfFiles(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"Reason", "images: 3, at most 2"},
		words.Chinese: {"原因", "图片：3 张，最多 2 张"},
	} {
		m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 100, 45)
		panetest.Press(t, m, "i", "text:14s 1920x1080 30fps 62MB mp4; 3 images jpg", "enter")
		screen := ansi.Strip(m.stack.View())
		for _, one := range want {
			if !strings.Contains(screen, one) {
				t.Errorf("%s: no %q:\n%s", lang, one, screen)
			}
		}
	}
}

// A question that is typed letter by letter is answered as one that is pasted: texts of the questions before do not
// take the room of names.
func TestTypedQuestionsLeaveNoWidths(t *testing.T) {
	const question = "14s 1920x1080 30fps 62MB mp4"
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		pasted := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 60, 14)
		panetest.Press(t, pasted, "i", "text:"+question, "enter")
		typed := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 60, 14)
		panetest.Press(t, typed, "i")
		for _, letter := range question {
			panetest.Press(t, typed, "text:"+string(letter))
			_ = typed.stack.View() // measures the columns
		}
		panetest.Press(t, typed, "enter")
		is := ansi.Strip(typed.stack.View())
		if want := ansi.Strip(pasted.stack.View()); is != want {
			t.Errorf("%s: typed:\n%s\npasted:\n%s", lang, is, want)
		}
	}
}

// On a low screen, the question in the rule has the room of the number of models, which the counter tells too.
func TestQuestionInRule(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 60, 14)
	panetest.Press(t, m, "$", "text:8s 1080p i2v x20", "enter")
	screen := ansi.Strip(m.stack.View())
	if !strings.Contains(screen, "image to video · 20 clips ") {
		t.Errorf("the question is cut:\n%s", screen)
	}
}

// While a field is typed into, the footer has its keys, also where nothing matches what is typed.
func TestFooterOfAField(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 30)
	for _, keys := range [][]string{{"$", "text:8s"}, {"enter", "/", "text:zzzz", "enter", "$"}} {
		panetest.Press(t, m, keys...)
		var shown []string
		for _, b := range m.stack.Top().(interface{ ShortHelp() []key.Binding }).ShortHelp() {
			shown = append(shown, b.Help().Key)
		}
		if strings.Join(shown, " ") != "enter esc" {
			t.Errorf("after %v the footer has %v:\n%s", keys, shown, m.stack.View())
		}
	}
}

// A list without rows names the key that clears the filter. While the filter is typed into, the key restores the
// one before, and in the field of the quote it ends the edit.
func TestNoMatchWhileTyping(t *testing.T) {
	for lang, want := range map[words.Lang][3]string{
		words.English: {
			"Nothing matches so far. Press esc to undo what you typed.",
			"No prices match the quote and the filter. Press esc to clear them.",
			"No prices match the quote and the filter. ",
		},
		words.Chinese: {
			"暂无匹配项。按 esc 撤销输入的内容。",
			"没有符合询价和筛选条件的价格。按 esc 清除条件。",
			"没有符合询价和筛选条件的价格。 ",
		},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 120, 30)
		for i, keys := range [][]string{{"/", "text:zzzz"}, {"enter"}, {"$"}} {
			panetest.Press(t, m, keys...)
			view := m.stack.View()
			if !strings.Contains(view, want[i]) {
				t.Errorf("%s: after %v no %q:\n%s", lang, keys, want[i], view)
			}
		}
	}
}
