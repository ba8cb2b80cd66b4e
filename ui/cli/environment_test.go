//go:build !windows

package cli

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

func TestZonesOfRules(t *testing.T) {
	winter := time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)
	summer := time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)
	for rule, want := range map[string]string{
		"CST-8":                  "20:00 CST 20:00 CST",
		"<+08>-8":                "20:00 +08 20:00 +08",
		"EST5EDT,M3.2.0,M11.1.0": "07:00 EST 08:00 EDT",
		"IST-5:30":               "17:30 IST 17:30 IST",
		"Nowhere/Land":           "",
		"CST":                    "",
		"CST-8\nEST5":            "",
		"8":                      "",
	} {
		got := ""
		if zone := ruleZone(rule); zone != nil {
			got = winter.In(zone).Format("15:04 MST ") + summer.In(zone).Format("15:04 MST")
		}
		if got != want {
			t.Errorf("%s is %q, want %q", rule, got, want)
		}
	}
}

// The zone of TZ is that of the times; one that is none is told once.
func TestZoneOfTheEnvironment(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5})
	env := withState(t, d.env())
	recording, _, errs := newEnv(t, env, "record")
	recording.Now = func() time.Time { return time.Now().Add(-25 * time.Hour) }
	if code := Run(t.Context(), recording); code != ExitDone {
		t.Fatal(errs)
	}
	var environ []string
	for name, value := range env {
		environ = append(environ, name+"="+value)
	}
	hours := map[string]int{}
	for _, tz := range []string{"UTC", "CST-8", ":UTC", "/does/not/exist", "Nowhere/Land"} {
		// findings are an exit code
		out, _ := process(t, append(slices.Clone(environ), "TZ="+tz), "triage", "--since", "24h").CombinedOutput()
		_, since, _ := strings.Cut(string(out), "changes since ")
		at, err := time.Parse("2006-01-02 15:04", since[:min(16, len(since))])
		if err != nil {
			t.Fatalf("%s: %v\n%s", tz, err, out)
		}
		hours[tz] = int(at.Sub(time.Now().UTC().Add(-24 * time.Hour)).Round(time.Hour).Hours())
		n := strings.Count(string(out), "names no time zone")
		wrong := strings.Contains(tz, "/")
		if wrong != (n == 1) {
			t.Errorf("%s: said %d times\n%s", tz, n, out)
		}
	}
	if hours["UTC"] != 0 || hours["CST-8"] != 8 || hours["Nowhere/Land"] != 0 {
		t.Errorf("hours from UTC: %v", hours)
	}
}

func TestWithoutHome(t *testing.T) {
	for _, args := range []string{
		"history path",
		"triage --unseen --base-url https://x.example",
		"history export --base-url https://x.example",
	} {
		env := map[string]string{"HOME": "", "CHANNELDECK_API_KEY": "key"}
		if got := run(
			t,
			env,
			strings.Fields(args)...,
		); got.code != ExitUsage || !strings.Contains(got.err, "HOME isn't set") ||
			strings.Contains(got.err, "turned off") {
			t.Errorf("%s: %+v", args, got)
		}
	}
	for _, args := range []string{
		"config path",
		"config init",
		"config edit",
		"config init --base-url https://x.example",
	} {
		if got := run(
			t,
			map[string]string{"HOME": "", "CHANNELDECK_API_KEY": testKey},
			strings.Fields(args)...,
		); got.code != ExitUsage || !strings.Contains(got.err, "HOME isn't set") ||
			!strings.Contains(got.err, "XDG_CONFIG_HOME") {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := run(
		t,
		map[string]string{"HOME": ""},
		"doctor",
		"--demo",
		"--accounts",
		"20",
	); !strings.Contains(got.out, "configuration: HOME isn't set") {
		t.Errorf("doctor: %+v", got)
	}
	dir := t.TempDir()
	if got := run(
		t,
		map[string]string{"HOME": "", "XDG_STATE_HOME": dir, "XDG_CONFIG_HOME": dir},
		"history",
		"path",
	); got.out != dir+"/channeldeck/channeldeck.db\n" {
		t.Errorf("with XDG_STATE_HOME: %+v", got)
	}
	if got := run(
		t,
		map[string]string{"HOME": "", "CHANNELDECK_HISTORY": "false"},
		"history",
		"path",
	); !strings.Contains(got.err, "turned off") {
		t.Errorf("turned off: %+v", got)
	}
}

func TestProxyOfAllSchemes(t *testing.T) {
	t.Parallel()
	service, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 5})
	if err != nil {
		t.Fatal(err)
	}
	hosts := make(chan string, 100)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hosts <- r.Host
		service.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	args := []string{"prices", "--base-url", "http://site.example"}
	run := func(env ...string) (asked []string, out []byte, err error) {
		out, err = process(t, env, args...).CombinedOutput()
		for len(hosts) > 0 {
			asked = append(asked, <-hosts)
		}
		return asked, out, err
	}
	for _, env := range []string{"ALL_PROXY=" + proxy.URL, "all_proxy=" + strings.TrimPrefix(proxy.URL, "http://")} {
		if asked, out, err := run(env); err != nil || len(asked) == 0 || asked[0] != "site.example" {
			t.Errorf("%s: %v, asked %q\n%s", env, err, asked, out)
		}
	}
	for _, env := range [][]string{
		{"ALL_PROXY=" + proxy.URL, "HTTP_PROXY=http://127.0.0.1:1"},
		{"ALL_PROXY=" + proxy.URL, "NO_PROXY=site.example"},
	} {
		if asked, out, err := run(env...); err == nil || len(asked) > 0 {
			t.Errorf("%s: %v, asked %q\n%s", env, err, asked, out)
		}
	}
	for _, env := range []string{
		"HTTP_PROXY=http://user:secret@[bad",
		"all_proxy=ftp://user:secret@proxy:1",
		"http_proxy=user:secret@prox y",
	} {
		name, _, _ := strings.Cut(env, "=")
		_, out, err := run(env)
		if err == nil || !strings.Contains(string(out), "The variable "+name+" holds no address") ||
			strings.Contains(string(out), "secret") {
			t.Errorf("%s: %v\n%s", env, err, out)
		}
	}
}
