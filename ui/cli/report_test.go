//go:build !windows

package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A report is written from the history of the demo by a process, in both languages and
// all formats, with the same total.
func TestReportOfTheDemo(t *testing.T) {
	dir := t.TempDir()
	write := func(exitCode int, args ...string) string {
		t.Helper()
		cmd := process(t, os.Environ(), append([]string{"report", "--demo", "--seed", "1", "--accounts", "60", "--since", "7d"}, args...)...)
		var out strings.Builder
		cmd.Stdout, cmd.Stderr, cmd.Dir = &out, &out, dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if code := exit(t, cmd); code != exitCode {
			t.Fatalf("%q: exit %d\n%s", args, code, out.String())
		}
		return out.String()
	}
	found := regexp.MustCompile(`"name":"fansCount","before":\d+,"after":(\d+)`).FindStringSubmatch(write(ExitDone, "-o", "json"))
	if found == nil {
		t.Fatal("the JSON has no followers")
	}
	if markdown := write(ExitDone, "-o", "markdown", "--lang", "en"); !strings.Contains(strings.ReplaceAll(markdown, ",", ""), "| Followers | "+found[1]+" |") {
		t.Errorf("no %s followers in\n%s", found[1], markdown)
	}
	for lang, title := range map[string]string{"en": "Channel report: all accounts", "zh": "运营报告：全部账号"} {
		if out := write(ExitDone, "--lang", lang, "--to", "r.html"); out != "" {
			t.Errorf("it prints %q", out)
		}
		page, err := os.ReadFile(filepath.Join(dir, "r.html"))
		if err != nil || !strings.Contains(string(page), "<h1>"+title+"</h1>") || !strings.Contains(strings.ReplaceAll(string(page), ",", ""), "<b>"+found[1]+"</b>") || !strings.Contains(string(page), "<svg") {
			t.Errorf("error %v, %d bytes in %s", err, len(page), lang)
		}
	}
	if out := write(ExitDone, "--platform", "抖音", "--lang", "en", "-o", "markdown"); !strings.HasPrefix(out, "# Channel report: Douyin\n") {
		t.Errorf("of a platform:\n%.200s", out)
	}
	config := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(config, []byte("[views.Red]\nlist = \"accounts\"\nplatform = [\"xiaohongshu\"]\nstatus = \"normal\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	view := write(ExitDone, "--config", config, "--view", "Red", "-o", "json")
	if !strings.HasPrefix(view, `{"view":"Red"`) || !strings.Contains(view, `"platform":"xiaohongshu"`) || strings.Contains(view, `"platform":"douyin"`) || strings.Contains(view, `"name":"abnormal","before":null`) {
		t.Errorf("of a view:\n%.300s", view)
	}
	for _, args := range [][]string{{"--view", "none"}, {"--platform", "x", "--group", "y"}, {"-o", "csv"}, {"--platform", "none"}} {
		write(ExitUsage, args...)
	}
	write(ExitNotFound, "--group", "none")
}
