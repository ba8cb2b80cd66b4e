package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/demo"
)

// withPast returns the environment of a service whose history is that of the demo.
func withPast(t *testing.T, accounts int) map[string]string {
	t.Helper()
	d := deploy(t, sandbox.Options{Accounts: accounts, Now: clock})
	env := withState(t, d.env())
	client, err := api.New(d.URL, api.Settings{APIKey: testKey})
	if err != nil {
		t.Fatal(err)
	}
	err = demo.Fill(t.Context(), demo.Source{Client: client, Sandbox: d.service, Now: clock()}, history.Config{
		Path:     filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"),
		Site:     d.URL,
		Key:      testKey,
		Language: "en-US",
		Now:      clock,
	})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// A report is written from a history of thirty days, in both languages and all formats, with
// the same total.
func TestReport(t *testing.T) {
	t.Parallel()
	env := withPast(t, 60)
	dir := t.TempDir()
	write := func(exitCode int, args ...string) string {
		t.Helper()
		got := run(t, env, append([]string{"report", "--since", "7d"}, args...)...)
		if got.code != exitCode || exitCode == ExitDone && got.err != "" {
			t.Fatalf("%q: exit %d\n%s", args, got.code, got.err)
		}
		return got.out
	}
	found := regexp.MustCompile(
		`"name":"fansCount","before":\d+,"after":(\d+)`,
	).FindStringSubmatch(write(ExitDone, "-o", "json"))
	if found == nil {
		t.Fatal("the JSON has no followers")
	}
	if markdown := write(
		ExitDone,
		"-o",
		"markdown",
		"--lang",
		"en",
	); !strings.Contains(strings.ReplaceAll(markdown, ",", ""), "| Followers | ≥ "+found[1]+" |") {
		t.Errorf("no %s followers in\n%s", found[1], markdown)
	}
	for lang, title := range map[string]string{"en": "All accounts", "zh": "全部账号"} {
		if out := write(ExitDone, "--lang", lang, "--to", filepath.Join(dir, "r.html")); out != "" {
			t.Errorf("it prints %q", out)
		}
		page, err := os.ReadFile(filepath.Join(dir, "r.html"))
		if err != nil || !strings.Contains(string(page), "<h1>"+title+"</h1>") ||
			!strings.Contains(strings.ReplaceAll(string(page), ",", ""), "<b>≥ "+found[1]+"</b>") ||
			!strings.Contains(string(page), "<svg") {
			t.Errorf("error %v, %d bytes in %s", err, len(page), lang)
		}
	}
	if out := write(
		ExitDone,
		"--platform",
		"抖音",
		"--lang",
		"en",
		"-o",
		"markdown",
	); !strings.HasPrefix(out, "# Douyin\n") {
		t.Errorf("of a platform:\n%.200s", out)
	}
	config := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(
		config,
		[]byte("[views]\nRed = 'accounts platform:小红书 status:normal'\n"),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	view := write(ExitDone, "--config", config, "--view", "Red", "-o", "json")
	if !strings.HasPrefix(view, `{"view":"Red"`) || !strings.Contains(view, `"platform":"xhs"`) ||
		strings.Contains(view, `"platform":"douyin"`) ||
		strings.Contains(view, `"name":"abnormal","before":null`) {
		t.Errorf("of a view:\n%.300s", view)
	}
	for _, args := range [][]string{
		{"--view", "none"},
		{"--platform", "x", "--group", "y"},
		{"-o", "csv"},
		{"--platform", "none"},
	} {
		write(ExitUsage, args...)
	}
	write(ExitNotFound, "--group", "none")
}
