package options

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

const strict = `{"platform":"strict","displayName":"Strict","status":"available",` +
	`"mediaRules":{"imageFormats":["jpg"],"maxImageWidth":2,"maxFps":60}}`

// The key asks for files, reads them, and shows the verdict of every platform with the
// reason. A description serves where there are no files.
func TestFilesAreCheckedBeforePublishing(t *testing.T) {
	gif := "GIF89a\x03\x00\x02\x00\x00\x00\x00;"
	path := filepath.Join(t.TempDir(), "my photo.gif")
	if err := os.WriteFile(path, []byte(gif), 0o600); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[words.Lang][]string{
		words.English: {"✗ rejected", "width 3 px, at most 2 px", "gif, only jpg", "? Post: not checked:"},
		words.Chinese: {"✗ 不符合", "宽度 3 像素，须不大于 2 像素", "gif，仅支持 jpg", "? 作品：未检查："},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang, Handler: serve(data(platform, strict), data(board))})
		w.Context.LocalFiles = true
		m := panetest.Begin(t, New, w, 150, 30)
		panetest.Press(t, m, "i", "text:"+path, "enter", "/", "text:strict", "enter")
		for _, line := range want {
			if view := m.stack.View(); !strings.Contains(view, line) {
				t.Errorf("no %q in\n%s", line, view)
			}
		}
	}
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform, strict), data(board))})
	m := panetest.Begin(t, New, w, 140, 30)
	panetest.Press(t, m, "i", "text:"+path, "enter")
	_, isForm := m.stack.Top().(*postScreen)
	if view := m.stack.View(); !isForm || !strings.Contains(view, "is not on this machine: describe the file") {
		t.Errorf("a path was read for a user who has no files here:\n%s", view)
	}
	panetest.Press(t, m, "ctrl+u", "text:jpg 2x2; png 1x1", "enter")
	if view := m.stack.View(); m.stack.Depth() != 2 || !strings.Contains(view, "image 1") ||
		!strings.Contains(view, "image 2: png, only jpg; not checked: media") {
		t.Errorf("%d screens:\n%s", m.stack.Depth(), view)
	}
}

// Besides files, an account, texts and options can be typed; the verdict is that of the command
// check: account, platform, files, options and rules of the web client.
func TestVerdictOnAPost(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"✗ Cannot",
			"✗ Description of the image: too",
			"? Board: still missing",
			"? Cover: still missing, one image",
			"● Account: normal",
			"● Platform: available",
		},
		words.Chinese: {"✗ 不能发布", "✗ 替代文字：过长", "● 账号：正常", "? 图板：尚未填写"},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 300}})
		m := panetest.Begin(t, New, w, 170, 60)
		panetest.Pump(t, m, w.Site().Store.Accounts.Require())
		account := options.ExampleAccount(w.Site().Store.Accounts.List().Rows, "pinterest")
		panetest.Press(
			t,
			m,
			"i",
			"text:mp4 4s 1080x1920; account:"+account.ID+"; title:Spring; altText="+strings.Repeat("x", 501),
			"enter",
			"/",
			"text:pinterest",
			"enter",
		)
		for _, line := range want {
			if view := m.stack.View(); !strings.Contains(view, line) {
				t.Errorf("no %q in\n%s", line, view)
			}
		}
	}
}

// A post with options loads those of all platforms. An account that nobody has is refused in the form,
// and an option that no platform has by each platform.
func TestVerdictLoadsWhatItNeeds(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"✗ No account is called Nobody.", "✗ bordId: the platform has no such"},
		words.Chinese: {"✗ 没有名为 Nobody 的账号。", "✗ bordId：该平台没有此选项"},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 30}})
		m := panetest.Begin(t, New, w, 170, 60)
		if slices.ContainsFunc(w.Requests(), func(r string) bool { return strings.Contains(r, "pinterest") }) {
			t.Fatal("the options are loaded before")
		}
		panetest.Press(
			t,
			m,
			"i",
			"text:mp4 4s 1080x1920; account:Nobody; bordId=1; boardId=2",
			"enter",
		)
		panetest.Shows(t, m.stack.View(), want[0])
		panetest.Press(
			t,
			m,
			"ctrl+u",
			"enter",
			"/",
			"text:pinterest",
			"enter",
		)
		if !slices.ContainsFunc(w.Requests(), func(r string) bool { return strings.Contains(r, "pinterest") }) {
			t.Errorf("%s: the options were not requested: %q", lang, w.Requests())
		}
		panetest.Shows(t, m.stack.View(), want[1])
		if view := m.stack.View(); strings.Contains(view, "boardId: ") {
			t.Errorf("an option that the platform has:\n%s", view)
		}
	}
}

// twins gives all accounts of the sandbox one name.
func twins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := httptest.NewRecorder()
		next.ServeHTTP(sent, r)
		w.Header().Set("Content-Type", "application/json")
		// the test sees what arrived
		_, _ = w.Write(regexp.MustCompile(`"nickname":"[^"]*"`).ReplaceAll(
			sent.Body.Bytes(),
			[]byte(`"nickname":"Twin"`),
		))
	})
}

// Of several accounts of a platform with one name, the verdict takes none.
func TestVerdictOfSeveralAccounts(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "? Account: several accounts have",
		words.Chinese: "? 账号：有多个同名账号",
	} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 200}, Before: twins}),
			170,
			60,
		)
		panetest.Press(t, m, "i", "text:mp4 4s 1080x1920; account:Twin", "enter", "/", "text:douyin", "enter")
		if view := m.stack.View(); !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
}

func TestSplitPost(t *testing.T) {
	fields, set, files := splitPost(
		"a.mp4; account: Harbor Tea；标题：Spring\nboardId=1; \"b;c.png\" 2x2; text:x=1;封面：c.jpg",
	)
	want := map[string]string{
		accountField: "Harbor Tea",
		titleField:   "Spring",
		textField:    "x=1",
		coverField:   "c.jpg",
	}
	isSet := slices.Equal(set, []fleet.TypedOption{{Name: "boardId", Value: "1"}})
	if files != "a.mp4; \"b;c.png\" 2x2" || !maps.Equal(fields, want) || !isSet {
		t.Errorf("%q, %q, %q", files, fields, set)
	}
}

// Files without a name are numbered among those of their kind, as in Prices.
func TestFilesAreNumberedByKind(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {"image 1", "image 2"},
		words.Chinese: {"图片 1", "图片 2"},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 120, 40)
		panetest.Press(t, m, "i", "text:14s 1920x1080 mp4; 3 images jpg", "enter", "enter")
		view := m.stack.View()
		if !strings.Contains(view, want[0]) || strings.Contains(view, want[1]) {
			t.Errorf("%s: no %q, or a %q:\n%s", lang, want[0], want[1], view)
		}
	}
}
