package options

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// withForm returns the pane with the form of a post.
func withForm(t *testing.T, lang words.Lang, width, height int) *Model {
	t.Helper()
	w := panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 300}})
	m := panetest.Begin(t, New, w, width, height)
	panetest.Press(t, m, "i")
	return m
}

// platformsOn are the platforms of the list of verdicts.
func platformsOn(m *Model) (ids []string) {
	s, ok := m.stack.Top().(*filesScreen)
	if !ok {
		return nil
	}
	for r := range s.Table.Rows() {
		ids = append(ids, r.Platform.Platform)
	}
	return ids
}

// paste pastes a text into the field with the focus.
func paste(t *testing.T, m *Model, s string) {
	panetest.Pump(t, m, m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true}))
}

// The form keeps what was typed: after esc, after a look at the verdicts, and that of a platform while
// another one is chosen.
func TestPostFormKeepsWhatWasTyped(t *testing.T) {
	m := withForm(t, words.English, 120, 40)
	panetest.Press(t, m, "text:mp4 4s 1080x1920", "shift+tab", "shift+tab", " ", "text:pinterest", "enter")
	panetest.Press(t, m, "tab", "tab", "tab", "text:Spring", "tab", "tab", "tab", "text:b7")
	panetest.Shows(t, m.stack.View(), "[Pinterest]", "Spring", "Board", "b7")
	want := "mp4 4s 1080x1920 pinterest Spring b7"
	got := func() string {
		v := m.files.values
		return strings.Join([]string{
			v[filesField],
			v[platformField],
			v[titleField],
			v[optionField("pinterest", "boardId")],
		}, " ")
	}
	panetest.Press(t, m, "esc", "i")
	if panetest.Shows(t, m.stack.View(), "[Pinterest]", "Spring", "b7"); got() != want {
		t.Errorf("after esc: %q", got())
	}
	panetest.Press(t, m, "enter", "i")
	if panetest.Shows(t, m.stack.View(), "[Pinterest]", "Spring", "b7"); got() != want {
		t.Errorf("after the verdict: %q", got())
	}
	m.files.form.SetFocus(platformField)
	panetest.Press(t, m, "right")
	if m.hasField(optionField("pinterest", "boardId")) || m.files.values[platformField] == "pinterest" {
		t.Errorf("another platform has no board:\n%s", m.stack.View())
	}
	if panetest.Press(t, m, "left"); got() != want {
		t.Errorf("after another platform: %q", got())
	}
	panetest.Shows(t, m.stack.View(), "[Pinterest]", "Spring", "b7")
}

// A platform has fields for the options that it needs: numbers, texts, and choices where its schema
// lists the values. Only its own verdict is shown, on the options that were filled in.
func TestPostFormHasTheOptionsOfAPlatform(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"Who can see it", "public", "Promotes your own brand"},
		words.Chinese: {"谁可以看", "公开", "推广自有品牌"},
	} {
		m := withForm(t, lang, 120, 44)
		panetest.Press(t, m, "text:mp4 4s 1080x1920 30fps 9MB", "up", "up", " ", "text:tiktok", "enter")
		m.files.form.SetFocus(optionField("tiktok", "privacy_level"))
		panetest.Press(t, m, "right", "tab", "right", "tab", "right")
		panetest.Shows(t, m.stack.View(), want...)
		if view := m.stack.View(); strings.Contains(view, "privacy_level") {
			t.Errorf("a name of the wire:\n%s", view)
		}
		panetest.Press(t, m, "enter")
		if got := platformsOn(m); !slices.Equal(got, []string{"tiktok"}) {
			t.Fatalf("verdicts of %v:\n%s", got, m.stack.View())
		}
		r, _ := m.stack.Top().(*filesScreen).Table.Current()
		if r.Fit != media.Yes {
			t.Errorf("%s:\n%s", r.Fit, m.stack.View())
		}
	}
	m := withForm(t, words.English, 120, 44)
	panetest.Press(t, m, "up", "up", " ", "text:bilibili", "enter")
	m.files.form.SetFocus(optionField("bilibili", "tid"))
	panetest.Press(t, m, "text:music", "enter")
	panetest.Shows(t, m.stack.View(), "Category", "✗ Enter a number.")
}

// In the list of platforms, the key opens the form for the platform that the user moved or filtered to, else for all.
func TestPostFormOfARow(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"i"}, ""},
		{[]string{"j", "j", "i"}, "douyin"},
		{[]string{"/", "text:pinterest", "enter", "i"}, "pinterest"},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
		panetest.Press(t, m, tt.keys...)
		focus := filesField
		if tt.want != "" {
			focus = accountField
		}
		if got := m.files.values[platformField]; got != tt.want || m.files.form.Focus() != focus {
			t.Errorf("%v: a form for %q at %s", tt.keys, got, m.files.form.Focus())
		}
	}
}

// The key on a platform opens the form for it, and one platform says what it needs of an empty post.
func TestPostFormOfThePlatformOnScreen(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
	panetest.Press(t, m, "i", "enter")
	panetest.Shows(t, m.stack.View(), "✗ Enter files or measures, or choose a platform")
	panetest.Press(t, m, "esc", "/", "text:pinterest", "enter", "enter", "i")
	panetest.Shows(t, m.stack.View(), "[Pinterest]", "Board")
	panetest.Press(t, m, "enter")
	if got := platformsOn(m); !slices.Equal(got, []string{"pinterest"}) {
		t.Errorf("verdicts of %v:\n%s", got, m.stack.View())
	}
	if r, _ := m.stack.Top().(*filesScreen).Table.Current(); r.Fit == media.Yes || len(r.Checks) < 4 {
		t.Errorf("%s, with %d checks:\n%s", r.Fit, len(r.Checks), m.stack.View())
	}
}

// What describes a file goes to the field of files, whichever field has the focus, behind what is there. What may be
// a name or a title stays in the field with the focus.
func TestPastedFileGoesToTheFiles(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
	panetest.Press(t, m, "j", "j", "i")
	paste(t, m, "14s 1920x1080 30fps 62MB mp4\n")
	if f := m.files.form; f.Value(accountField) != "" || f.Focus() != filesField {
		t.Errorf("account %q, at %s", f.Value(accountField), f.Focus())
	}
	m.files.form.SetFocus(platformField)
	paste(t, m, "title:Spring; 9MB jpg")
	m.files.form.SetFocus(accountField)
	paste(t, m, "Ada 14")
	m.files.form.SetFocus(textField)
	paste(t, m, "4s mp4")
	want := map[string]string{
		platformField: "douyin",
		accountField:  "Ada 14",
		filesField:    "14s 1920x1080 30fps 62MB mp4; 9MB jpg",
		titleField:    "Spring",
		textField:     "4s mp4",
	}
	for field, value := range want {
		if got := m.files.values[field]; got != value {
			t.Errorf("%s: %q, want %q", field, got, value)
		}
	}
}

// Pasted paths of files go to the field of files too, but not links, names, or what the field itself takes.
func TestPastedPathsGoToTheFiles(t *testing.T) {
	for _, tt := range []struct{ field, pasted, files string }{
		{accountField, "/home/ada/clip 1.mp4\n", "/home/ada/clip 1.mp4"},
		{accountField, "~/shots/cover", "~/shots/cover"},
		{platformField, "clip.mov 62MB; b.jpg", "clip.mov 62MB; b.jpg"},
		{moreField, "\"a;b.mp4\"", "\"a;b.mp4\""},
		{accountField, "https://example.com/a.mp4", ""},
		{accountField, "Ada.Coffee", ""},
		{accountField, "clip.mp4; Ada", ""},
		{coverField, "/tmp/cover.jpg", ""},
		{textField, "/tmp/a.mp4", ""},
	} {
		m := withForm(t, words.English, 120, 40)
		m.files.form.SetFocus(tt.field)
		paste(t, m, tt.pasted)
		got := m.files.form.Value(filesField)
		isMoved := m.files.form.Focus() == filesField
		if got != tt.files || isMoved != (tt.files != "") {
			t.Errorf("%q in %s: the files are %q, the focus is at %s", tt.pasted, tt.field, got, m.files.form.Focus())
		}
	}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
	panetest.Press(t, m, "i")
	m.files.form.SetFocus(platformField)
	panetest.Press(t, m, " ", "text:pinterest", "enter")
	field := optionField("pinterest", "boardId")
	m.files.form.SetFocus(field)
	paste(t, m, "/tmp/a.mp4")
	if got := m.files.form.Value(field); got != "/tmp/a.mp4" {
		t.Errorf("the field of an option has %q", got)
	}
}

// The line of the command check, pasted or typed, fills the fields.
func TestPastedLineFillsTheForm(t *testing.T) {
	m := withForm(t, words.English, 120, 40)
	m.stack.View()
	paste(t, m, "a.mp4 4s 1080x1920; title:Spring; text:Hello; boardId=b7; cover: c.jpg")
	want := map[string]string{
		filesField: "a.mp4 4s 1080x1920",
		titleField: "Spring",
		textField:  "Hello",
		coverField: "c.jpg",
		moreField:  "boardId=b7",
	}
	for id, value := range want {
		if got := m.files.form.Value(id); got != value {
			t.Errorf("%s: %q, not %q", id, got, value)
		}
	}
	m = withForm(t, words.Chinese, 120, 40)
	panetest.Press(t, m, "up", "up", " ", "text:pinterest", "enter")
	m.files.form.SetFocus(filesField)
	paste(t, m, "4秒 1080x1920；标题：春天；boardId=b7")
	if got := m.files.form.Value(optionField("pinterest", "boardId")); got != "b7" {
		t.Errorf("the board is %q:\n%s", got, m.stack.View())
	}
	panetest.Shows(t, m.stack.View(), "春天", "4秒 1080x1920")
}

// An option concerns only the platforms that have it: on another one it is no reason against the post.
func TestOptionOfAnotherPlatform(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "– Board: not on this platform",
		words.Chinese: "– 图板：不适用于该平台",
	} {
		verdicts := map[string]string{}
		for _, more := range []string{"", "; boardId=b7"} {
			m := withForm(t, lang, 170, 60)
			panetest.Press(t, m, "text:mp4 14s 1920x1080 30fps 62MB"+more, "enter")
			s := m.stack.Top().(*filesScreen)
			for r := range s.Table.Rows() {
				before, found := verdicts[r.Platform.Platform]
				isSame := string(r.Fit) == before || r.Platform.Platform == "pinterest"
				if found && !isSame {
					t.Errorf("%s: %s with a board, %s without", r.Platform.Platform, r.Fit, before)
				}
				verdicts[r.Platform.Platform] = string(r.Fit)
			}
			panetest.Press(t, m, "/", "text:douyin", "enter")
			if view := m.stack.View(); strings.Contains(view, want) != (more != "") {
				t.Errorf("%q:\n%s", more, view)
			}
		}
		if len(verdicts) != 14 {
			t.Errorf("%d platforms", len(verdicts))
		}
	}
}

// Accounts are chosen with their state; one says which platform is meant, and is refused for another.
func TestAccountOfAPost(t *testing.T) {
	m := withForm(t, words.English, 120, 40)
	rows := m.store.Accounts.List().Rows
	i := slices.IndexFunc(rows, func(a *api.Account) bool {
		return a.Type == "douyin" && a.Health() == api.HealthAbnormal
	})
	m.files.form.SetFocus(accountField)
	panetest.Press(t, m, " ", "text:"+rows[i].Nickname)
	panetest.Shows(t, m.stack.View(), "✗ abnormal", rows[i].Nickname)
	panetest.Press(t, m, "enter")
	panetest.Shows(t, m.stack.View(), "[Douyin]", "✗ abnormal")
	panetest.Press(t, m, "enter")
	panetest.Shows(t, m.stack.View(), "✗ Account: abnormal")
	if got := platformsOn(m); !slices.Equal(got, []string{"douyin"}) {
		t.Errorf("verdicts of %v", got)
	}
	panetest.Press(t, m, "i")
	m.files.form.SetFocus(platformField)
	if panetest.Press(t, m, "right"); m.files.form.Value(accountField) != "" {
		t.Errorf("an account of another platform stays:\n%s", m.stack.View())
	}
	m.files.form.SetFocus(accountField)
	panetest.Press(t, m, "text:"+rows[i].ID, "enter")
	panetest.Shows(t, m.stack.View(), "This account belongs to Douyin")
}

// An account that was chosen is shown by its name where only accounts of other platforms share it, and by its ID
// where another account of its platform does.
func TestChosenAccountHasItsName(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 9}, Before: twins})
	m := panetest.Begin(t, New, w, 120, 40)
	panetest.Pump(t, m, m.Visit())
	panetest.Press(t, m, "i")
	ofPlatform := map[string][]*api.Account{}
	for _, a := range m.store.Accounts.List().Rows {
		ofPlatform[a.Type] = append(ofPlatform[a.Type], a)
	}
	tested := map[bool]int{}
	for _, rows := range ofPlatform {
		want := "Twin"
		if len(rows) > 1 {
			want = rows[0].ID
		}
		m.setPlatform("")
		m.setField(accountField, "")
		m.files.form.SetFocus(accountField)
		panetest.Press(t, m, " ", "text:"+m.view.PlatformName(rows[0].Type))
		chosen := m.stack.View()
		panetest.Press(t, m, "enter")
		got := m.files.values[accountField]
		isRow := got == want || len(rows) > 1 && got != "Twin" && got != ""
		if !isRow || len(m.accountsNamed()) != 1 || m.accountsNamed()[0].Type != rows[0].Type {
			t.Errorf("%s: the account is %q, want %q:\n%s", rows[0].Type, got, want, chosen)
		}
		if said := m.said(&readPost{PreflightRequest: m.request()}); !strings.Contains(said, "Twin") {
			t.Errorf("the post is said to be %q", said)
		}
		tested[len(rows) > 1]++
	}
	if len(tested) != 2 {
		t.Errorf("the platforms have %v", tested)
	}
}

// What is wrong with a field is said below it, and nothing is sent on.
func TestPostFormSaysWhatIsWrong(t *testing.T) {
	m := withForm(t, words.English, 120, 44)
	panetest.Press(t, m, "text:4 mp4", "enter")
	panetest.Shows(t, m.stack.View(), "✗ “4” needs a unit")
	panetest.Press(t, m, "ctrl+u", "text:mp4 4s")
	m.files.form.SetFocus(coverField)
	panetest.Press(t, m, "text:4 jpg", "enter")
	panetest.Shows(t, m.stack.View(), "✗ “4” needs a unit")
	panetest.Press(t, m, "ctrl+u")
	m.files.form.SetFocus(moreField)
	panetest.Press(t, m, "text:public", "enter")
	panetest.Shows(t, m.stack.View(), "✗ Write options as NAME=VALUE")
	if _, ok := m.stack.Top().(*postScreen); !ok || m.files.values[filesField] != "mp4 4s" {
		t.Errorf("%q:\n%s", m.files.values[filesField], m.stack.View())
	}
}

// The form fits small screens, with the field that has the focus in view.
func TestPostFormFits(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 16}, {40, 12}} {
			m := withForm(t, lang, size[0], size[1])
			panetest.Press(t, m, "up", "up", " ", "text:pinterest", "enter")
			for range m.files.fields {
				panetest.Exact(t, m.stack.View(), size[0], size[1])
				if !strings.Contains(m.stack.View(), m.theme.Glyphs.Cursor+" ") {
					t.Errorf("%v: %s is out of sight:\n%s", size, m.files.form.Focus(), m.stack.View())
				}
				panetest.Press(t, m, "tab")
			}
		}
	}
}

// What an operator asks takes at most eight keys, with the one for the pane, and is answered without a
// name of the wire.
func TestQuestionsOfAnOperator(t *testing.T) {
	wire := regexp.MustCompile(`\b[a-z]+(?:[A-Z][a-z]+)+\b|\b[a-z]+_[a-z_]+\b|[Ss]chema|数组`)
	const most = 8 - 1 // the key of the pane
	for lang, want := range map[words.Lang][3][]string{
		words.English: {
			{"Must", "Board", "one from the account's list", "Cover", "Cannot"},
			{"Can take it", "Needs more", "title, text, category", "Cannot"},
			{"Needs more", "Account: normal", "Content: still missing"},
		},
		words.Chinese: {
			{"必填", "图板", "封面", "不支持"},
			{"可以发布", "还需补充", "标题、正文、分类", "不能发布"},
			{"还需补充", "账号：正常", "尚未填写"},
		},
	} {
		questions := [3][]string{
			{"/", "p", "i", "n", "enter", "enter"},              // what does Pinterest need?
			{"i", "text:14s 1920x1080 30fps 62MB mp4", "enter"}, // where can this clip go, and why not elsewhere?
			{"j", "j", "enter", "i", " ", "enter", "enter"},     // what is still missing for Douyin with an account?
		}
		for i, keys := range questions {
			for _, size := range [][2]int{{120, 38}, {80, 22}} {
				w := panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 300}})
				m := panetest.Begin(t, New, w, size[0], size[1])
				panetest.Pump(t, m, m.Visit())
				panetest.Press(t, m, keys...)
				if len(keys) > most {
					t.Errorf("%d keys", len(keys)+1)
				}
				view := m.stack.View()
				if size[0] < pane.FrameWidth { // the inspector is a screen
					panetest.Press(t, m, "enter")
					view += m.stack.View()
				}
				panetest.Shows(t, view, want[i]...)
				inspected := m.words.T("checklist.column.name") + "  boardId" // the inspector has the name
				if name := wire.FindString(strings.ReplaceAll(view, inspected, "")); name != "" {
					t.Errorf("%q is a name of the wire:\n%s", name, view)
				}
			}
		}
	}
}
