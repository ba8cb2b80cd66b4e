//go:build !windows

package cli

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/docs"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/race"
)

// notRunHere are the commands of the documents that TestDocumentedCommands does not run.
var notRunHere = map[string]string{
	"go install .": "takes long: TestREADMEStart in ui/e2e",
	"tar -xzf channeldeck_*_linux_amd64.tar.gz":  "needs a release: .ci/release",
	"sudo dpkg -i channeldeck_*_linux_amd64.deb": "needs a release: .ci/release",
	"go run . --demo":                                    "needs a terminal: TestREADMEStart in ui/e2e",
	"go test ./...":                                      "runs this test: .ci/run",
	"go test ./ui/accounts -update":                      "writes into the repository",
	"go test ./screenshots -update":                      "writes into the repository",
	"go test -run '^$' -bench . ./...":                   "takes minutes: .ci/run",
	"go test -run '^$' -bench . -benchtime 15x ./ui/e2e": "takes minutes: .ci/run",
	`setsid -w sh -c 'echo -19 > /proc/self/autogroup; go test -run "^$" -bench "BenchmarkStart$" -benchtime 15x ` +
		`./ui/e2e'`: "takes minutes: .ci/run",
	".ci/run": "runs this test",
	"mkdir data && cp keys config.toml data && sudo chown -R " +
		"65532:65532 data": "needs rights: TestImage in ui/e2e",
	`docker run -d -p 2222:2222 -v "$PWD/data:/data" -v ` +
		`/etc/ssl/certs:/etc/ssl/certs:ro \`: "needs a container tool: TestImage in ui/e2e",
	`-v "$PWD/china.key:/run/secrets/china.key:ro" -e TZ=Asia/Shanghai ` +
		`channeldeck`: "its second line",
	`psql -c "CREATE ROLE channeldeck LOGIN PASSWORD ` +
		`'secret'"`: "needs a server: TestMissingRights in api/history",
	`psql -c "CREATE DATABASE channeldeck"`: "needs a server: TestMissingRights in api/history",
	`psql -d channeldeck -c "GRANT USAGE, CREATE ON SCHEMA public TO ` +
		`channeldeck"`: "needs a server: TestMissingRights in api/history",
	`PGPASSWORD=secret CHANNELDECK_HISTORY="postgres://channeldeck@localhost/channeldeck` +
		`?sslmode=verify-full&sslrootcert=ca.crt" channeldeck doctor`: "needs a server with TLS",
	"channeldeck serve --authorized-keys keys --listen " +
		"0.0.0.0:2222": "does not end: TestServe… in ui/e2e, at other ports",
	"ssh -p 2222 host": "needs that server: TestServe… in ui/e2e",
	"ssh -p 2222 host prices --mode text2video -o json": "needs that server: TestServe… in ui/e2e",
}

// blocks returns the fenced blocks of a document in a language, without indentation
// and comments. Its translation has the same: TestTranslationsAgree in ui.
func blocks(t *testing.T, content, language string) []string {
	t.Helper()
	var list []string
	for _, m := range regexp.MustCompile("(?ms)^( *)```"+language+"\n(.*?)^ *```$").FindAllStringSubmatch(content, -1) {
		text := strings.ReplaceAll("\n"+m[2], "\n"+m[1], "\n")
		list = append(list, regexp.MustCompile(`(?m)[ \t]+# .*$`).ReplaceAllString(text, ""))
	}
	if len(list) == 0 {
		t.Fatalf("no block of %s", language)
	}
	return list
}

// TestDocumentedCommands runs the commands of all documents in a shell, with the
// documented configuration for a site that is the sandbox.
func TestDocumentedCommands(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed: this test runs the commands with it.")
	}
	home := t.TempDir()
	dir := t.TempDir()
	bin := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	login, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(dir, "keys"), string(ssh.MarshalAuthorizedKey(login)))
	placeholders := strings.NewReplacer(
		"https://service.example.cn",
		deploy(t, sandbox.Options{Accounts: 200}).URL,
		"SHA256:…", ssh.FingerprintSHA256(login),
	)
	files := docs.Files(t, "../..")
	settings := append(
		blocks(t, files["../../ui/config/README.md"], "toml"),
		blocks(t, files["../../ui/serve/README.md"], "toml")...,
	)
	write(filepath.Join(home, ".config/channeldeck/config.toml"), placeholders.Replace(strings.Join(settings, "\n")))
	write(filepath.Join(home, ".config/channeldeck/china.key"), testKey)
	if err := os.Symlink(os.Args[0], filepath.Join(bin, "channeldeck")); err != nil {
		t.Fatal(err)
	}
	env := append(
		[]string{"GOCOVERDIR=" + t.TempDir(), "HOME=" + home, "LANG=C.UTF-8", "PATH=" + bin + ":" + os.Getenv("PATH")},
		asChanneldeck...,
	)
	unused := maps.Clone(notRunHere)
	for _, line := range strings.Split(strings.Join(blocks(t, docs.English(t, "../.."), "sh"), "\n"), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if _, ok := notRunHere[line]; ok {
			delete(unused, line)
			continue
		}
		cmd := exec.Command("bash", "-c", "set -o pipefail\n"+line)
		cmd.Env = env
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != ExitChanged {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	for line := range unused {
		t.Errorf("no document has the command %q", line)
	}
}

// TestREADMEOutput compares the output in the READMEs with that of its command on a terminal.
func TestREADMEOutput(t *testing.T) {
	t.Parallel()
	type output struct{ path, lang, command, text string }
	var all []output
	for path, lang := range map[string]string{
		"../../README.md":               "en",
		"../../.github/README.zh-CN.md": "zh",
		"README.md":                     "en",
		"README.zh-CN.md":               "zh",
	} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		shown := regexp.MustCompile(
			"(?ms)^```\n\\$ (channeldeck [^\n]*)\n(.*?)^```$",
		).FindAllStringSubmatch(string(content), -1)
		if shown == nil {
			t.Fatalf("%s shows no output", path)
		}
		for _, m := range shown {
			all = append(all, output{path, lang, m[1], m[2]})
		}
	}
	for _, shown := range all {
		cmd := shell(t, "sh", "-c", "export CHANNELDECK_LANG="+shown.lang+"; "+shown.command)
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
		if err != nil {
			t.Fatal(err)
		}
		out, _ := io.ReadAll(terminal) // on Linux the end of a terminal is an error
		_ = terminal.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		got := regexp.MustCompile(`(?m) *\r$`).ReplaceAllString(ansi.Strip(string(out)), "")
		if got != shown.text {
			t.Errorf("%s: %s prints\n%s", shown.path, shown.command, got)
		}
	}
}

// TestDocumentedFlags checks the commands and flags that the texts of the documents name.
func TestDocumentedFlags(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	_, commands, _ := strings.Cut(run(t, nil, "--help", "--all").out, "\nCommands\n")
	commands, _, _ = strings.Cut(commands, "\n\n")
	var help strings.Builder
	help.WriteString(run(t, nil, "--help", "--all").out)
	for line := range strings.Lines(commands) {
		help.WriteString(run(t, nil, strings.Fields(line)[0], "--help", "--all").out)
	}
	help.WriteString(run(t, nil, "config", "init", "--help").out)
	help.WriteString(run(t, nil, "history", "clear", "--help").out)
	help.WriteString(run(t, nil, "groups", "create", "--help").out)
	seen := 0
	for _, m := range regexp.MustCompile("`(channeldeck |--)([^`]+)`").FindAllStringSubmatch(
		docs.English(t, "../.."),
		-1,
	) {
		seen++
		if m[1] == "--" {
			if flag, _, _ := strings.Cut(m[1]+m[2], "="); !regexp.MustCompile(`(?m)^ +(-\w, )?` +
				strings.Fields(flag)[0] + `\b`).MatchString(help.String()) {
				t.Errorf("no command has the flag %s", flag)
			}
			continue
		}
		args := strings.Fields(strings.NewReplacer("COMMAND ", "", " N ", " 9 ").Replace(m[2]))
		if got := run(t, nil, append(args, "--help")...); got.code != ExitDone {
			t.Errorf("%s: %s", m[0], got.err)
		}
	}
	if seen < 30 {
		t.Errorf("only %d commands and flags", seen)
	}
}

// The outputs in the documents are real: those of the demo at the time of the tests.
func TestDocumentedOutputs(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	outputs := map[string]string{} // of commands, which most pages share
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		renewed := string(page)
		for _, block := range blocks(t, string(page), "console") {
			line, want, _ := strings.Cut(strings.TrimPrefix(block, "\n$ channeldeck "), "\n")
			args, lines, cut := strings.Cut(line, " | head -")
			got, known := outputs[args]
			if !known {
				got = run(t, nil, strings.Fields(strings.ReplaceAll(args, "'", ""))...).out
				outputs[args] = got
			}
			if cut {
				n, err := strconv.Atoi(lines)
				if err != nil {
					t.Fatal(err)
				}
				all := strings.SplitAfterN(got, "\n", n+1)
				got = strings.Join(all[:min(n, len(all))], "")
			}
			if golden.Updating() {
				renewed = strings.Replace(renewed, indented(want), indented(got), 1)
			} else if strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("%s: %s prints\n%s\nand the document has\n%s", name, line, got, want)
			}
		}
		if golden.Updating() {
			if err := os.WriteFile(name, []byte(renewed), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// indented returns lines as they stand below an item of a list in a document.
func indented(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(lines) + "\n") {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}
