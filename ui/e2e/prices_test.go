//go:build unix

package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"channeldeck/api/sandbox"
)

// most is the number of key presses within which a price question must be answered.
const most = 20

// TestPriceInTwentyKeys finds the cheapest 8 s 1080p image-to-video clip in both
// languages, starting at the price list.
func TestPriceInTwentyKeys(t *testing.T) {
	t.Parallel()
	for lang, c := range map[string]struct{ label, question, said string }{
		"en": {"Quote", "8s 1080p i2v", "8 s · 1080p · image to video"},
		"zh": {"报价", "8秒1080p图生视频", "8 秒 · 1080p · 图生视频"},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			m := open(t, demo("--pane", "prices", "--lang", lang).sized(100, 30))
			m.wait(c.label, "Iris")
			keys := strings.Split(c.question, "")
			if n := 1 + len(keys); n > most {
				t.Fatalf("%d keys", n)
			}
			m.press("$")
			for _, k := range keys {
				m.write(k)
			}
			s := m.wait(c.said, "43.06")
			row, line, ok := s.find("▌")
			if !ok || !screen(line).has("Iris", "43.06") {
				t.Errorf("the cursor is on line %d, not on the cheapest:\n%s", row, s)
			}
		})
	}
}

// TestPriceInOneCommand asks the question of the pane as arguments, on a terminal and in
// a pipe.
func TestPriceInOneCommand(t *testing.T) {
	t.Parallel()
	for lang, c := range map[string]struct{ question, heads, reason string }{
		"en": {"8s 1080p i2v x20", "Total", "only 5, 10 s"},
		"zh": {"8秒 1080p 图生视频 20条", "总价", "仅支持 5、10 秒"},
	} {
		args := append([]string{"prices", "--demo", "--lang", lang}, strings.Fields(c.question)...)
		m := open(t, look{args: args}.sized(80, 30))
		s := m.wait(c.heads, c.reason)
		heads, _, _ := s.find(c.heads) // may be the second line of the headings
		if row, _, ok := s.find("Iris", "43.06", "861.2"); !ok || row != heads+1 {
			t.Errorf("row %d is not the cheapest:\n%s", row, s)
		}
		m = open(t, look{
			command: append([]string{"sh", "-c", `"$@" | cut -f 1,2,9,10 | grep ^1`, "sh", channeldeck}, args...),
		})
		if s := m.wait("vela-2"); !s.has("iris-matrix", "43.06", "861.2", "33.28", "665.6") {
			t.Errorf("in a pipe:\n%s", s)
		}
	}
	m := open(t, look{args: []string{"prices", "--demo", "8s", "imag2video"}})
	m.wait("“imag2video” not understood", "Did you mean image2video?", "multi-ref", "aurora-2-fast")
}

// TestPricesNeedNoKey shows prices with and without a configured key: the service
// receives none either way.
func TestPricesNeedNoKey(t *testing.T) {
	t.Parallel()
	const key = "test-key"
	for name, env := range map[string][]string{"without": nil, "with": {"CHANNELDECK_API_KEY=" + key}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := sandbox.New(sandbox.Options{APIKey: key})
			if err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			calls := 0
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				if calls++; r.Header.Get("X-Api-Key") != "" {
					t.Errorf("%s carries a key", r.URL.Path)
				}
				server.ServeHTTP(w, r)
			}))
			t.Cleanup(service.Close)
			m := open(t, look{args: []string{"--pane", "prices", "--base-url", service.URL}}.with(env...))
			m.wait("Aurora 1.0 Pro", "Per clip")
			m.press("r")
			m.poll("waiting for a second request", func() bool {
				mu.Lock()
				defer mu.Unlock()
				return calls > 1
			})
			m.do("q", "")
			if code := m.exit(); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// TestReferenceFilesAgainstTheModels describes a file and reads whether models accept it.
func TestReferenceFilesAgainstTheModels(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "prices").sized(140, 40))
	m.wait("Iris")
	m.press("i")
	m.write("14s 1920x1080 30fps 62MB mp4")
	m.wait("reject the files", "62 MB, at most 50 MB")
}

// The pane begins with the quote for a default question: the models that match with their
// price and total, the cheapest first. All models are one key away.
func TestPricesBeginWithAnAnswer(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "prices"))
	s := m.wait(
		"10 s · 720p · text to video · 10 clips",
		"7 models match, cheapest first",
		"Per clip ▲",
		"10 clips",
		"vela credits",
		"14 don't match",
	)
	if row, line, ok := s.find("▌"); !ok || !screen(line).has("Aurora 1.0 Lite", "10.8", "108") {
		t.Errorf("the cursor is on line %d, not on the cheapest:\n%s", row, s)
	}
	m.do("Tab", "593 prices", "Escape", "7 models match")
}
