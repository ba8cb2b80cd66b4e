package ui

import (
	"net/http"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A service without accounts, platforms and models leaves one sentence in each list, which says
// what to do.
func TestEmptyStates(t *testing.T) {
	t.Parallel()
	nothing := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := `[]`
		if strings.Contains(r.URL.Path, "accounts") {
			data = `{"total":0,"list":[]}`
		}
		_, _ = w.Write([]byte(`{"code":0,"message":"ok","data":` + data + `}`))
	})
	for keys, want := range map[string]map[words.Lang]string{
		"1": {words.English: "No accounts yet. Connect one in the web console, " +
			"then press r.", words.Chinese: "按 r"},
		"2": {words.English: "No accounts yet. Connect one in the web console, " +
			"then press r.", words.Chinese: "按 r"},
		"2 do:accounts.platforms": {words.English: "There is nothing to choose yet.", words.Chinese: "暂无可选项。"},
		"3":                       {words.English: "No groups yet. Press A to create one.", words.Chinese: "按 A"},
		"4": {words.English: "The platform list is empty. Press r to " +
			"check again.", words.Chinese: "按 r"},
		"4 m": {words.English: "The platform list is empty. Press r to check again.", words.Chinese: "按 r"},
		"5": {
			words.English: "No work is open. Press A to open one by platform and ID, or by link.",
			words.Chinese: "按 A",
		},
		"6": {words.English: "No session is open. Press A to open one by ID.", words.Chinese: "按 A"},
		"7": {words.English: "No video models. Press r to check again.", words.Chinese: "按 r"},
	} {
		for lang, sentence := range want {
			w := panetest.New(t, panetest.Options{Lang: lang, Handler: nothing})
			d := driver{t, New(w.Context, Makers(), "overview")}
			d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
			panetest.Pump(t, d, d.m.Init())
			d.press(strings.Fields(keys)...)
			if n := strings.Count(d.m.View(), sentence); n != 1 {
				t.Errorf("%s: %d times %q:\n%s", keys, n, sentence, d.m.View())
			}
		}
	}
}
