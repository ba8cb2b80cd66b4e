package cli

import (
	"crypto/tls"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/words"
)

// diagnose returns the checks of a run by name.
func diagnose(t *testing.T, env map[string]string, args ...string) (map[string]local.Check, result) {
	t.Helper()
	got := run(t, env, append([]string{"doctor", "-o", "json"}, args...)...)
	var rows []local.Check
	if err := json.Unmarshal([]byte(got.out), &rows); err != nil {
		t.Fatal(err, got.out, got.err)
	}
	by := map[string]local.Check{}
	for _, r := range rows {
		if _, twice := by[r.Check]; twice && r.Status != local.Failed {
			t.Errorf("%s is reported twice", r.Check)
		}
		by[r.Check] = r
	}
	if strings.Contains(got.out+got.err, testKey) {
		t.Errorf("the key: %s%s", got.out, got.err)
	}
	return by, got
}

// A colour that is hard to read is a warning, and obeyed.
func TestDoctorChecksColours(t *testing.T) {
	t.Parallel()
	file := write(
		t,
		filepath.Join(t.TempDir(), "c.toml"),
		"[theme]\nname = 'contrast'\nbad = 52\ngood = '#00ff00'\n",
		0o600,
	)
	rows, _ := diagnose(t, nil, "--config", file, "--demo")
	if got := rows["config.colours"]; got.Status != local.Warning ||
		!strings.Contains(
			got.Detail,
			"theme.bad is hard to read in the palette contrast: its contrast is 1.5, less than 4.5.",
		) ||
		strings.Contains(got.Detail, "good") {
		t.Errorf("%+v", got)
	}
	if got := rows["config.theme"]; got.Detail != "contrast (from "+file+":2)" {
		t.Errorf("%+v", got)
	}
}

func TestDoctorChecksTheConfiguration(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	dir := t.TempDir()
	file := write(
		t,
		filepath.Join(dir, "c.toml"),
		"timeout = '9s'\n[keys]\nfilter = ['q']\n[accounts]\ncolumns = ['shoe']\n[sites.here]\nbase_url = '"+
			d.URL+"'\napi_key_file = 'here.key'\n",
		0o600,
	)
	key := write(t, filepath.Join(dir, "here.key"), testKey, 0o600)
	rows, got := diagnose(t, nil, "--config", file)
	if got.code != ExitUsage || rows["config.file"].Status != local.Passed ||
		rows["config.timeout"].Detail != "9s (from "+file+":1)" {
		t.Errorf("%+v", got)
	}
	if rows["config.keys"].Status != local.Failed || rows["config.accounts.columns"].Status != local.Failed ||
		rows["site.key"].Status != local.Passed ||
		rows["api.key"].Status != local.Passed {
		t.Errorf("%+v", rows)
	}
	if err := os.Chmod(key, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o620, 0o602, 0o666} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		rows, _ = diagnose(t, nil, "--config", file)
		if r := rows["config.file"]; r.Status != local.Warning || r.Hint != "chmod go-w '"+file+"'" {
			t.Errorf("a file that others can write, %o: %+v", mode, r)
		}
	}
	if r := rows["site.key"]; r.Status != local.Failed || r.Hint != "chmod 600 '"+key+"'" {
		t.Errorf("a key that others can read: %+v", r)
	}
	if _, asked := rows["api.key"]; asked || rows["site.reach"].Status != local.Passed {
		t.Errorf("without the key: %+v", rows)
	}
	rows, got = diagnose(t, nil, "--config", write(t, file, "theme = 'pink'", 0o600))
	if got.code != ExitUsage || rows["config"].Status != local.Failed ||
		!strings.Contains(rows["config"].Detail, "pink") {
		t.Errorf("%+v", got)
	}
}

func TestDoctorOfFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args   string
		check  string
		status local.Status
		says   string
	}{
		{"--demo", "api.key", local.Passed, "accepted"},
		{"--base-url http://127.0.0.1:1", "site.reach", local.Failed, "refused the connection"},
		{"--base-url http://127.0.0.1:1", "site.key", local.Warning, "No API key"},
	} {
		rows, got := diagnose(t, nil, strings.Fields(tt.args)...)
		if r := rows[tt.check]; r.Status != tt.status || !strings.Contains(r.Detail, tt.says) {
			t.Errorf("%s: %s is %+v\n%s", tt.args, tt.check, r, got.out)
		}
	}
	for _, tt := range []struct {
		fault  string
		check  string
		status local.Status
		says   string
	}{
		{"unauthorized=1", "api.key", local.Failed, "401"},
		{"platforms:http502=1", "api.platforms", local.Failed, "502"},
		{"platforms:duplicate=1", "api.platforms", local.Failed, "twice"},
		{"platforms:wrongshape=1", "api.platforms", local.Failed, "expected a list, got a string"},
	} {
		rows, got := diagnose(t, deploy(t, sandbox.Options{Accounts: 20}, tt.fault).env(), "--timeout", "2s")
		if r := rows[tt.check]; r.Status != tt.status || !strings.Contains(r.Detail, tt.says) {
			t.Errorf("%s: %s is %+v\n%s", tt.fault, tt.check, r, got.out)
		}
	}
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	rows, got := diagnose(t, map[string]string{"CHANNELDECK_BASE_URL": d.URL})
	if _, checked := rows["api.key"]; checked || rows["site.reach"].Status != local.Passed || got.code != ExitDone {
		t.Errorf("without a key: %+v", rows)
	}
	broken := deploy(t, sandbox.Options{Accounts: 20}, "models:http502=1")
	rows, _ = diagnose(t, map[string]string{"CHANNELDECK_BASE_URL": broken.URL}, "--timeout", "2s")
	if r := rows["api.video-models"]; r.Status != local.Failed || !strings.Contains(r.Detail, "502") {
		t.Errorf("without a key, and a catalog that fails: %+v", rows)
	}
}

// The doctor reports certificates and plain HTTP.
func TestDoctorOfTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(nil)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it would log the failed handshake
	server.StartTLS()
	defer server.Close()
	rows, got := diagnose(t, map[string]string{"CHANNELDECK_BASE_URL": server.URL})
	if r := rows["site.reach"]; r.Status != local.Failed || !strings.Contains(r.Detail, "certificate") ||
		got.code != ExitUnreachable {
		t.Errorf("an untrusted certificate: %+v", got)
	}
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	state := &tls.ConnectionState{Version: tls.VersionTLS13}
	state.PeerCertificates = append(state.PeerCertificates, server.Certificate())
	end := server.Certificate().NotAfter
	for now, want := range map[time.Time]local.Status{
		end.Add(-time.Hour):                     local.Warning,
		end.AddDate(0, 0, -14).Add(time.Second): local.Warning,
		end.AddDate(0, 0, -14):                  local.Passed,
		end.Add(-1000 * time.Hour):              local.Passed,
	} {
		x := &examination{app: newApp(Env{Now: func() time.Time { return now }}, w)}
		x.checkCertificate(state)
		if r := x.checks[0]; r.Status != want || !strings.Contains(r.Detail, "TLS 1.3") {
			t.Errorf("%+v", r)
		}
	}
	client, err := api.New("http://192.0.2.1", api.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	x := &examination{app: newApp(Env{}, w)}
	x.app.client = client
	x.checkConnection(&observer{response: &http.Response{Proto: "HTTP/1.1"}}, nil)
	if x.checks[1].Status != local.Warning {
		t.Errorf("%+v", x.checks)
	}
}

// The exit code of several failures is that of the first one.
func TestDoctorOfSeveralFailures(t *testing.T) {
	t.Parallel()
	file := write(t, filepath.Join(t.TempDir(), "c.toml"), "theme = 'pink'", 0o600)
	rows, got := diagnose(t, nil, "--config", file, "--base-url", "http://127.0.0.1:1")
	if rows["config"].Status != local.Failed || rows["site.reach"].Status != local.Failed {
		t.Fatalf("%+v", rows)
	}
	if got.code != ExitUsage {
		t.Errorf("exit %d, want %d", got.code, ExitUsage)
	}
}

// The smallest window in which the dashboard works passes.
func TestDoctorChecksTheSize(t *testing.T) {
	t.Parallel()
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	s := openScreen(t)
	for _, tt := range []struct {
		size pty.Winsize
		want local.Status
	}{
		{pty.Winsize{Cols: minWidth, Rows: minHeight}, local.Passed},
		{pty.Winsize{Cols: minWidth - 1, Rows: minHeight}, local.Failed},
		{pty.Winsize{Cols: minWidth, Rows: minHeight - 1}, local.Failed},
		{pty.Winsize{}, local.Warning},
	} {
		if err := pty.Setsize(s.ptm, &tt.size); err != nil {
			t.Fatal(err)
		}
		x := &doctorCommand{examination: examination{app: newApp(Env{}, w)}}
		x.checkSize(int(s.tty.Fd()))
		if got := x.checks[0].Status; got != tt.want {
			t.Errorf("%d x %d: %s, want %s", tt.size.Cols, tt.size.Rows, got, tt.want)
		}
	}
}

func TestDoctorOnATerminal(t *testing.T) {
	t.Parallel()
	s, done := start(
		t,
		map[string]string{"TERM": "xterm-256color", "TMUX": "x"},
		"doctor",
		"--demo",
		"--accounts",
		"20",
	)
	got := s.wait(t, "accepted")
	if code := ended(t, done); code != ExitDone {
		t.Errorf("exit %d: %s", code, got)
	}
	for _, want := range []string{"120 × 40", "256 colours", "through tmux"} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("no %q in\n%q", want, got)
		}
	}
}

// What becomes of a copied text in tmux is told from its version and its options.
func TestDoctorForetellsTheClipboard(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "tmux"), []byte("#!/bin/sh\necho \"$OPTIONS\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	for options, want := range map[string]string{
		"3.4|external|off": "tmux's paste buffer",
		"3.1|on|off":       "tmux's paste buffer",
		"3.1|external|on":  "OSC 52 through tmux; the terminal must allow it",
		"3.1|external|off": "tmux drops copied text: set-clipboard is external and allow-passthrough is off",
		"":                 "tmux could not be asked",
	} {
		s, done := start(
			t,
			map[string]string{"TERM": "tmux-256color", "TMUX": "x", "OPTIONS": options, "PATH": os.Getenv("PATH")},
			"doctor",
			"--demo",
			"--accounts",
			"20",
		)
		got := strings.Join(strings.Fields(s.wait(t, "accepted")), " ")
		if code := ended(t, done); code != ExitDone || !strings.Contains(got, want) {
			t.Errorf("%s: exit %d, no %q in\n%s", options, code, want, got)
		}
	}
}
