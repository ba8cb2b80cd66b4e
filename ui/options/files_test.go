package options

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

const strict = `{"platform":"strict","displayName":"Strict","capabilities":{},"mediaRules":{"image":{"formats":["jpg"],"maxWidth":2}}}`

// The key asks for files, reads them, and shows the verdict of every platform with the
// reason. A description serves where there are no files.
func TestFilesAreCheckedBeforePublishing(t *testing.T) {
	gif := "GIF89a\x03\x00\x02\x00\x00\x00\x00;"
	path := filepath.Join(t.TempDir(), "my photo.gif")
	if err := os.WriteFile(path, []byte(gif), 0o600); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[words.Lang][]string{
		words.English: {"✗ rejected", "width 3 px, at most 2 px", "gif, only jpg", "Unknown limits: size"},
		words.Chinese: {"✗ 不符合", "宽度 3 像素，须不大于 2 像素", "gif，仅支持 jpg", "限制未知：大小"},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang, Handler: serve(data(platform, strict), data(board))})
		w.Context.LocalFiles = true
		m := panetest.Begin(t, New, w, 150, 30)
		panetest.Press(t, m, "i", "text:"+path, "enter", "/", "text:strict", "enter")
		for _, line := range want {
			if view := m.View(); !strings.Contains(view, line) {
				t.Errorf("no %q in\n%s", line, view)
			}
		}
	}
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform, strict), data(board))})
	m := panetest.Begin(t, New, w, 140, 30)
	panetest.Press(t, m, "i", "text:"+path, "enter")
	if m.Depth() != 1 {
		t.Error("a path was read for a user who has no files here")
	}
	panetest.Press(t, m, "i", "ctrl+u", "text:jpg 2x2; png 1x1", "enter")
	if view := m.View(); m.Depth() != 2 || !strings.Contains(view, "image 1") || !strings.Contains(view, "image 2: png, only jpg") {
		t.Errorf("%d screens:\n%s", m.Depth(), view)
	}
}
