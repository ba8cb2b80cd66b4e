//go:build unix

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui"
	"channeldeck/ui/testkit/panetest"
)

// Bytes matter on a slow connection, and are exact on every machine.
func TestBytesOfAKeyPress(t *testing.T) {
	t.Parallel()
	l, text := accounts(2_500)
	w := start(t, l, channeldeck)
	w.wait(0, text)
	w.quiet(0, 300*time.Millisecond)
	for i, k := range []struct {
		key  string
		most int
	}{{"j", 640}, {"j", 640}, {"k", 640}, {"\x06", 8600}, {"\x06", 8600}, {"j", 640}, {"\x02", 8600}} {
		_, from := w.send(k.key)
		w.wait(from, drawn(40))
		if sent := len(w.since(from)); sent > k.most {
			t.Errorf("key %d, %q: %d bytes, at most %d", i, k.key, sent, k.most)
		}
	}
	w.quiet(w.seen(), 300*time.Millisecond) // the inspector follows the cursor
	from := w.seen()
	if idle := w.quiet(from, 500*time.Millisecond); len(idle) > 0 {
		t.Errorf("written while nobody did anything: %q", idle)
	}
}

// root returns a dashboard in this process that shows n accounts.
type root struct {
	testing.TB
	model tea.Model
}

func (r *root) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	r.model, cmd = r.model.Update(msg)
	return cmd
}

func newRoot(t testing.TB, n int) *root {
	t.Helper()
	service, err := sandbox.New(sandbox.Options{APIKey: panetest.Key, Accounts: n})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	world := panetest.New(t, panetest.Options{API: []api.Option{api.WithTransport(to(server.URL)), api.WithMaxBody(2 << 30)}})
	r := &root{t, ui.New(world.Context, ui.Makers(), "accounts")}
	panetest.Pump(t, r, r.Update(tea.WindowSizeMsg{Width: 120, Height: 40}))
	panetest.Pump(t, r, r.model.Init())
	return r
}

// to is a transport that sends every request to one server.
func to(base string) http.RoundTripper {
	target, err := url.Parse(base)
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host = target.Scheme, target.Host
		return http.DefaultTransport.RoundTrip(r)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// press handles a key and renders the next frame. What follows once the keys rest, the
// inspector, is left out.
func (r *root) press(key string) {
	r.Update(panetest.KeyMsg(key))
	if r.model.View() == "" {
		r.Fatal("nothing is shown")
	}
}

// A key press allocates the same with forty times the accounts, and not much.
func TestKeyCostIsIndependentOfAccounts(t *testing.T) {
	few, many := newRoot(t, 2_500), newRoot(t, 100_000)
	for key, most := range map[string]float64{"down": 750, "pgdown": 1200, "end": 850, "home": 750, "right": 1350} {
		a := testing.AllocsPerRun(50, func() { few.press(key) })
		b := testing.AllocsPerRun(50, func() { many.press(key) })
		t.Logf("%s: %v and %v allocations", key, a, b)
		if a > most {
			t.Errorf("%s allocates %v times, at most %v", key, a, most)
		}
		if b > 1.3*a+30 {
			t.Errorf("%s allocates %v times at 2,500 accounts and %v at 100,000", key, a, b)
		}
	}
}

// BenchmarkUpdateAndView measures a key and the next frame, without a terminal.
func BenchmarkUpdateAndView(b *testing.B) {
	sizes := []int{1_000, 10_000, 100_000, 1_000_000}
	if testing.Short() {
		sizes = sizes[:3]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("accounts=%d", n), func(b *testing.B) {
			r := newRoot(b, n)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.press([]string{"down", "up"}[i/30%2])
			}
		})
	}
}
