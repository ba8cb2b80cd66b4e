package ui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/encoding/charmap"

	"channeldeck/theme"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// received are the characters of all responses.
type received struct {
	mu    sync.Mutex
	runes map[rune]bool
}

func (d *received) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := httptest.NewRecorder()
		next.ServeHTTP(got, r)
		d.mu.Lock()
		for _, c := range got.Body.String() {
			d.runes[c] = true
		}
		d.mu.Unlock()
		for name, values := range got.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(got.Code)
		_, _ = got.Body.WriteTo(w) // the client may be gone
	})
}

func (d *received) has(c rune) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.runes[c]
}

// No screen has a sign that the font of the terminal lacks: with --ascii and TERM=linux there
// are letters, Chinese punctuation marks, and symbols of the data that stand for no sign.
func TestEverySignIsInTheFont(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	own := fmt.Sprint(theme.Unicode()) + "…–—−·•×≤≥→←“”‘’"
	for _, lang := range words.Langs() {
		for _, look := range []string{"ascii", "console"} {
			t.Run(fmt.Sprint(lang, "/", look), func(t *testing.T) {
				t.Parallel()
				data := &received{runes: map[rune]bool{}}
				d, w := filled(t, panetest.Options{
					Lang:    lang,
					ASCII:   look == "ascii",
					Console: look == "console",
					Before:  data.before,
				})
				w.Site().Examples = examples(w, lang)
				inFont := func(c rune) bool {
					if _, ok := charmap.CodePage437.EncodeRune(c); ok && look == "console" {
						return true
					}
					return c <= '~' || look == "console" && strings.ContainsRune("•▲▼", c)
				}
				seen := map[rune]bool{}
				check := func(after string) {
					t.Helper()
					for _, size := range [][2]int{{60, 16}, {120, 40}, {200, 60}} {
						d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
						view := ansi.Strip(d.m.View())
						for _, c := range view {
							word := unicode.In(c, unicode.L, unicode.M, unicode.Nd) || c >= '\u3000' && c < '\u3040' ||
								c >= '\uff00' && c <= '\uffef'
							if inFont(c) || seen[c] || !strings.ContainsRune(own, c) && (word || data.has(c)) {
								continue
							}
							seen[c] = true
							t.Errorf("after %s at %v, %q is drawn:\n%s", after, size, c, view)
						}
					}
				}
				for _, key := range tour {
					d.press(key)
					check(key)
				}
				for _, keys := range [][]string{
					{"?"}, {":"}, {"2", "p"}, {"2", "c"}, {"2", "s"}, {"2", "e"}, {"2", "P"},
					{"3", "n"}, {"5", "w"}, {"6", "/"}, {"6", "Y"}, {"7", "m"}, {"S"},
				} {
					d.press(keys...)
					check(strings.Join(keys, " "))
					d.press("esc", "esc")
				}
			})
		}
	}
}
