//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui"
	frames "channeldeck/ui/terminal"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// growth is how much more than today's figure a test allows: a tenth.
func growth[N int | float64](figure N) N { return figure + figure/10 }

// Bytes matter on a slow connection, and are exact on every machine. The figures are the most
// bytes of a key today: lower them when it takes fewer.
func TestBytesOfAKeyPress(t *testing.T) {
	const down, page = "down", "pgdown"
	for _, test := range []struct {
		lang                    words.Lang
		width, height           int
		held, rested, page, end int
	}{
		{words.English, 120, 40, 284, 1842, 2431, 4638},
		{words.English, 200, 60, 343, 1594, 5496, 6527},
		{words.Chinese, 120, 40, 294, 1823, 2588, 4212},
		{words.Chinese, 200, 60, 348, 1618, 6001, 6832},
	} {
		t.Run(fmt.Sprintf("%s %dx%d", test.lang, test.width, test.height), func(t *testing.T) {
			r := newRoot(t, 2_500, panetest.Options{Lang: test.lang, Palette: "dark", Profile: termenv.TrueColor})
			var out frames.Screen
			out.Resize(test.width, test.height)
			panetest.Pump(t, r, r.Update(tea.WindowSizeMsg{Width: test.width, Height: test.height}))
			out.Draw(r.model.View())
			hold := func(key string) int { // the commands of a held key are lost, as the next key makes them void
				r.Update(panetest.KeyMsg(key))
				return len(out.Draw(r.model.View()))
			}
			rest := func(key string) int { // those of the last key are run
				panetest.Pump(t, r, r.Update(panetest.KeyMsg(key)))
				return len(out.Draw(r.model.View()))
			}
			var written []int
			for range 10 {
				written = append(written, hold(down), hold(down), rest(down), hold(page), rest(page))
			}
			kinds := []struct {
				name string
				most int
			}{{"a move", test.held}, {"a move", test.held}, {
				"a move and the inspector",
				test.rested,
			}, {"a page", test.page}, {"a page and the inspector", test.end}}
			sent := map[string][]int{}
			for i, n := range written {
				kind := kinds[i%len(kinds)]
				sent[kind.name] = append(sent[kind.name], n)
				if n == 0 || n > growth(kind.most) {
					t.Errorf("%s: %d bytes, want at most %d", kind.name, n, growth(kind.most))
				}
			}
			for name, n := range sent {
				slices.Sort(n)
				t.Logf("%s: %d bytes, at most %d", name, n[len(n)/2], n[len(n)-1])
			}
		})
	}
}

// At rest the program writes nothing.
func TestNothingIsWrittenAtRest(t *testing.T) {
	t.Parallel()
	l, text := accounts(2_500)
	w := start(t, l, channeldeck)
	w.wait(0, text)
	w.quiet(0, 300*time.Millisecond)
	w.key("j")
	w.quiet(w.seen(), time.Second) // the inspector follows the cursor
	if idle := w.quiet(w.seen(), 500*time.Millisecond); len(idle) > 0 {
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

func newRoot(t testing.TB, n int, o panetest.Options) *root {
	t.Helper()
	some := min(n, sandbox.MaxAccounts)
	service, err := sandbox.New(sandbox.Options{
		APIKey:   panetest.Key,
		Accounts: some,
		Now:      func() time.Time { return panetest.Now },
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := http.Handler(service)
	if n > some {
		// The rows are repeated with other IDs, for lists that are longer than the sandbox's longest.
		handler = awkward.Edit(service, awkward.AccountsPath, func(_ *http.Request, data *awkward.Accounts) {
			rows := data.List
			times := n / some
			for i := 1; i < times; i++ {
				for _, row := range rows {
					data.List = append(
						data.List,
						bytes.Replace(row, []byte(`","userId"`), fmt.Appendf(nil, `-%d","userId"`, i), 1),
					)
				}
			}
			data.Total *= times
		})
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	o.API = api.Settings{Transport: to(server.URL), MaxBody: 2 << 30}
	world := panetest.New(t, o)
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
		r.URL.Scheme = target.Scheme
		r.URL.Host = target.Host
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

// A key press allocates the same with ten times the accounts, and not much.
func TestKeyCostIsIndependentOfAccounts(t *testing.T) {
	few := newRoot(t, 2_500, panetest.Options{})
	many := newRoot(t, 25_000, panetest.Options{})
	for key, most := range map[string]float64{"down": 501, "pgdown": 702, "end": 485, "home": 501, "right": 972} {
		a := testing.AllocsPerRun(50, func() { few.press(key) })
		b := testing.AllocsPerRun(50, func() { many.press(key) })
		t.Logf("%s: %v and %v allocations", key, a, b)
		if a > growth(most) && !race.Enabled { // which empties pools
			t.Errorf("%s allocates %v times, at most %v", key, a, growth(most))
		}
		if b > 1.3*a+30 {
			t.Errorf("%s allocates %v times at 2,500 accounts and %v at 25,000", key, a, b)
		}
	}
}

// BenchmarkUpdateAndView measures a key and the next frame, without a terminal.
func BenchmarkUpdateAndView(b *testing.B) {
	sizes := []int{1_000, 10_000, 100_000, 1_000_000}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("accounts=%d", n), func(b *testing.B) {
			r := newRoot(b, n, panetest.Options{})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.press([]string{"down", "up"}[i/30%2])
			}
		})
	}
}
