package pane_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// The line of a failed load has whole sentences, fewer where there is less room.
func TestLineOfAFailedLoadHasWholeSentences(t *testing.T) {
	err := &api.Error{Op: api.OpAccounts, Code: api.CodeUnauthorized, Message: "expired"}
	w := panetest.New(t, panetest.Options{})
	retry := pane.NewKeys(w.Context).Refresh
	for width, want := range map[int]string{
		200: "Showing data from 09:30. The server reported: expired (error 401). Check the API key",
		100: " ✗ Showing data from 09:30. The server reported: expired (error 401). Press r to retry",
		80:  " ✗ The server reported: expired (error 401). Press r to retry",
	} {
		line := ansi.Strip(w.Site().LineFailed(err, panetest.Now, retry, width))
		if !strings.Contains(line, want) {
			t.Errorf("at %d: %q", width, line)
		}
	}
}

// The key that helps is visible at every size, before the whole explanation is.
func TestErrorsShowTheKey(t *testing.T) {
	err := &api.Error{
		Op:        api.OpAccounts,
		Path:      "/api/v2/channels/accounts",
		Code:      api.CodeUnauthorized,
		Message:   strings.Repeat("a long message ", 9),
		RequestID: "req-1",
	}
	for lang, retry := range map[words.Lang]string{words.English: "Press r to retry", words.Chinese: "按 r 重试"} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		c := w.Context
		k := pane.NewKeys(c).Refresh
		for width := 20; width <= 200; width++ {
			line := ansi.Strip(w.Site().LineFailed(err, panetest.Now, k, width))
			if !strings.HasSuffix(line, retry) || text.Width(line) > width {
				t.Errorf("%s, %d columns: %q", lang, width, line)
			}
			for _, height := range []int{2, 3, 5, 8, 12, 20} {
				view := ansi.Strip(c.ViewExplained("Failed", c.View.Explain(err), "[r] retry", width, height))
				if !strings.Contains(view, "[r] retry") || !strings.Contains(view, "Failed") {
					t.Errorf("%s, %dx%d:\n%s", lang, width, height, view)
				}
				panetest.Exact(t, view, width, height)
			}
		}
	}
}

// A sentence that names a key takes several lines where one has no room for it.
func TestErrorsShowTheWholeKeySentence(t *testing.T) {
	const sentence = "Press :/ctrl+k and type “switch account” to choose an account."
	err := &api.Error{Op: api.OpAccounts, Code: api.CodeUnauthorized, Message: "not found"}
	c := panetest.New(t, panetest.Options{}).Context
	letters := strings.NewReplacer("│", "", " ", "", "\n", "")
	for width := 20; width <= 120; width++ {
		for _, height := range []int{8, 12, 20, 30} {
			view := ansi.Strip(c.ViewExplained("Failed", c.View.Explain(err), sentence, width, height))
			if !strings.Contains(letters.Replace(view), letters.Replace(sentence)) {
				t.Errorf("%dx%d:\n%s", width, height, view)
			}
			panetest.Exact(t, view, width, height)
		}
	}
}
