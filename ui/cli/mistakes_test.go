package cli

import (
	"context"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/setup"
	"channeldeck/ui/testkit/panetest"
)

// walker drives the set-up screen as panetest drives a pane.
type walker struct{ m *setup.Model }

func (w walker) Update(msg tea.Msg) tea.Cmd {
	_, cmd := w.m.Update(msg)
	return cmd
}

// failing is a network where every connection fails in the same way.
type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

// Every common mistake in the set-up screen ends with a message that says what to do,
// or is repaired. Nothing that was typed is lost.
func TestSetupMistakes(t *testing.T) {
	t.Parallel()
	service := deploy(t, sandbox.Options{Accounts: 20, Now: clock}).URL
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!doctype html><title>Sign in</title>")
	}))
	defer page.Close()
	untrusted := httptest.NewUnstartedServer(nil)
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	defer untrusted.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	noHost := failing{&net.DNSError{Err: "no such host", Name: "service.example", IsNotFound: true}}
	noProxy := http.DefaultTransport.(*http.Transport).Clone()
	noProxy.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(closed.URL) }
	for name, tt := range map[string]struct {
		base, key string
		transport http.RoundTripper
		says      []string // none: it works
	}{
		"the key of the other deployment": {
			base: service,
			key:  "other-key",
			says: []string{"401", "a key for one site doesn't work on the other"},
		},
		"a trailing /api": {base: service + "/api/", key: testKey},
		"no scheme": {
			base:      "service.example",
			key:       testKey,
			transport: noHost,
			says:      []string{"https://service.example", "was not found"},
		},
		"a wrong host": {
			base:      "https://service.example",
			key:       testKey,
			transport: noHost,
			says:      []string{"service.example was not found", "Check the base URL"},
		},
		"http instead of https": {
			base:      "http://service.example",
			key:       testKey,
			transport: noHost,
			says:      []string{"not sent over plain http to service.example", "Use https"},
		},
		"https to a port without TLS": {
			base: strings.Replace(service, "http:", "https:", 1),
			key:  testKey,
			says: []string{"doesn't use TLS on this port", "scheme and port"},
		},
		"a proxy that does not work": {
			base:      "http://service.example",
			transport: noProxy,
			says:      []string{"proxy", "Check HTTPS_PROXY"},
		},
		"a certificate of nobody": {
			base: untrusted.URL,
			key:  testKey,
			says: []string{"signed by an unknown authority", "install its root certificate"},
		},
		"a wrong port": {
			base: closed.URL,
			key:  testKey,
			says: []string{"refused the connection", "Check the base URL and that the server is running"},
		},
		"a web page": {
			base: page.URL,
			key:  testKey,
			says: []string{"a web page (“Sign in”)", "Check the base URL"},
		},
		"a path of the service": {
			base: service + "/console",
			key:  testKey,
			says: []string{"The server doesn't know this path: check the base URL"},
		},
		"spaces around the key":   {base: " " + service + " ", key: " " + testKey + " "},
		"quotes around the key":   {base: service, key: `"` + testKey + `"`},
		"the header with the key": {base: service, key: "X-Api-Key: " + testKey},
		"a Bearer prefix":         {base: service, key: "Bearer " + testKey},
		"a space in the key": {
			base: service,
			key:  "test key",
			says: []string{"An API key is one line of printable characters without spaces"},
		},
		"no key":      {base: service},
		"no base URL": {key: testKey, says: []string{"Enter the base URL"}},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			env, _, _ := newEnv(t, map[string]string{"HOME": home})
			a := newApp(env, newWords(env))
			a.cfg, _ = config.Load(env.Config, nil)
			a.transport = tt.transport
			a.log = slog.New(slog.DiscardHandler)
			var tried error
			w := walker{setup.New(panetest.New(t, panetest.Options{}).Context, setup.Service{
				Try: func(ctx context.Context, site config.NewSite) error {
					tried = try(ctx, site, a.clientSettings())
					return tried
				},
				Save:    a.cfg.Save,
				Explain: func(err error) string { return oneLine(a.words, err) },
			})}
			w.Update(tea.WindowSizeMsg{Width: 200, Height: 40})
			keys := []string{"enter"}
			for _, field := range []string{tt.base, tt.key} {
				if field != "" {
					keys = append(keys, "text:"+field)
				}
				keys = append(keys, "enter")
			}
			panetest.Press(t, w, keys...)
			if len(tt.says) == 0 {
				saved, err := os.ReadFile(filepath.Join(home, ".config/channeldeck/config.toml"))
				if err != nil || !strings.Contains(string(saved), "base_url = '"+service+"'") || w.m.Outcome() == "" {
					t.Fatalf("%s, %v\n%s", saved, err, w.m.View())
				}
				if key, err := os.ReadFile(filepath.Join(
					home,
					".config/channeldeck/china.key",
				)); tt.key != "" && (err != nil || string(key) != testKey+"\n") {
					t.Errorf("the key is saved as %q, %v", key, err)
				}
				return
			}
			view := strings.Join(strings.Fields(w.m.View()), " ")
			for _, text := range tt.says {
				if !strings.Contains(strings.NewReplacer("│ ", "", " │", "").Replace(view), text) {
					t.Errorf("no %q (%v) in\n%s", text, tried, w.m.View())
				}
			}
			if w.m.Outcome() != "" || !strings.Contains(view, strings.TrimSpace(tt.base)) {
				t.Errorf("the input is lost:\n%s", w.m.View())
			}
			if tt.key != "" && strings.Contains(view, tt.key) {
				t.Errorf("the key is on the screen:\n%s", w.m.View())
			}
		})
	}
}

// Who has no configuration makes one, and who has one without a site adds it there.
func TestNoSiteIsConfigured(t *testing.T) {
	t.Parallel()
	file := write(t, filepath.Join(t.TempDir(), "c.toml"), "timeout = '9s'\n", 0o600)
	for path, hint := range map[string]string{
		"":   "Run “channeldeck config init”",
		file: "Add a site with its base_url and API key to " + file,
	} {
		env := map[string]string{"HOME": t.TempDir()}
		if path != "" {
			env["CHANNELDECK_CONFIG"] = path
		}
		got := run(t, env, "accounts")
		if got.code != ExitUsage || !strings.Contains(got.err, "No site is configured.\n  "+hint) {
			t.Errorf("%q: %+v", path, got)
		}
	}
}
