package cli

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// Every command that prints writes the same into the file of --to, which CSV changes only for
// spreadsheets.
func TestOutputIntoAFile(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env := withState(t, deploy(t, sandbox.Options{Accounts: 20, Now: clock}).env())
	if got := run(t, env, "record"); got != (result{}) {
		t.Fatalf("%+v", got)
	}
	for _, command := range []string{
		"accounts",
		"groups",
		"platforms",
		"options pinterest",
		"options pinterest --example boardId",
		"check --platform pinterest",
		"prices",
		"prices 8s 1080p i2v",
		"triage",
		"forecast",
		"session 6710a1e5c0de000000000001",
		"sessions",
		"sessions --tools",
		"status",
		"report -o markdown --lang zh",
		"history show",
		"history export",
		"history path",
		"config show",
		"config keys",
		"version",
		"schema accounts",
		"skill",
		"completion bash",
		"accounts -o json",
		"accounts -o ndjson --jq .id",
		"accounts -o csv --bom",
	} {
		file := filepath.Join(t.TempDir(), "out")
		want := run(t, env, strings.Fields(command)...)
		got := run(t, env, append(strings.Fields(command), "--to", file)...)
		text, err := os.ReadFile(file)
		if want.out == "" || got.out != "" || got.code != want.code || string(text) != want.out {
			t.Errorf(
				"%s: exit %d, printed %q, a file of %d bytes (%v), want %d: %s",
				command,
				got.code,
				got.out,
				len(text),
				err,
				len(want.out),
				got.err,
			)
		}
	}
	file := filepath.Join(t.TempDir(), "out.csv")
	write(t, file, "before", 0o600)
	for args, says := range map[string]string{
		"accounts --status nope":    "nope",
		"record":                    "prints nothing",
		"mcp":                       "--to",
		"serve --authorized-keys x": "--to",
		"accounts -o json --labels": "--labels",
		"accounts -o json --bom":    "--bom",
	} {
		got := run(t, env, append(strings.Fields(args), "--to", file)...)
		if text, err := os.ReadFile(file); err != nil || string(text) != "before" || got.code != ExitUsage ||
			!strings.Contains(got.err, says) {
			t.Errorf("%s: %+v, the file has %q (%v)", args, got, text, err)
		}
	}
}

// Files for spreadsheets begin with a byte order mark and keep all digits of IDs; a pipe has
// exact values. The extension of the file is its format, and --labels gives it the titles that the
// dashboard has.
func TestFilesForSpreadsheets(t *testing.T) {
	t.Parallel()
	env := withState(t, deploy(t, sandbox.Options{Accounts: 60, Now: clock}).env())
	of := func(name string, args ...string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), name)
		if got := run(t, env, append(args, "--to", file)...); got != (result{}) {
			t.Fatalf("%q: %+v", args, got)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	accounts := []string{
		"accounts", "--platform", "pinterest", "--columns", "uid,fansCount", "--sort", "uid",
		"--limit", "1",
	}
	id := strings.Split(run(t, env, append(accounts, "-o", "tsv")...).out, "\n")[1]
	uid, followers, _ := strings.Cut(id, "\t")
	if len(uid) < 12 || strings.Trim(uid, "0123456789") != "" {
		t.Fatalf("the uid is %q", uid)
	}
	if got, want := of("a.csv", accounts...), "\ufeffuid,fansCount\r\n\"=\"\""+uid+"\"\"\","+followers+
		"\r\n"; got != want {
		t.Errorf("a file has %q, want %q", got, want)
	}
	if got, want := run(
		t,
		env,
		append(accounts, "-o", "csv")...,
	).out, "uid,fansCount\r\n"+uid+","+followers+"\r\n"; got != want {
		t.Errorf("a pipe has %q, want %q", got, want)
	}
	if got := run(
		t,
		env,
		"accounts",
		"--columns",
		"id",
		"--id",
		`="`+uid+`"`,
	); got.code != ExitNotFound || !strings.Contains(got.err, "ID "+uid) {
		t.Errorf("an ID from a spreadsheet: %+v", got)
	}
	for lang, want := range map[string]string{"en": "UID,Followers", "zh": "平台 UID,粉丝"} {
		for _, name := range []string{"a.csv", "a.tsv"} {
			heading, _, _ := strings.Cut(
				strings.TrimPrefix(of(name, append(accounts, "--labels", "--lang", lang)...), "\ufeff"),
				"\n",
			)
			if got := strings.ReplaceAll(strings.TrimSpace(heading), "\t", ","); got != want {
				t.Errorf("%s in %s: %q, want %q", name, lang, got, want)
			}
		}
	}
	if got := of("a.json", accounts...); !strings.HasPrefix(got, "[") {
		t.Errorf("JSON: %q", got)
	}
	if got := of("a.md", accounts...); !strings.HasPrefix(got, "| UID |") {
		t.Errorf("Markdown: %q", got)
	}
}

// The headings of --labels are words, and name what mere numbers count.
func TestHeadingsOfLabels(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env := withState(t, deploy(t, sandbox.Options{Accounts: 20, Now: clock}).env())
	if got := run(t, env, "record"); got != (result{}) {
		t.Fatalf("%+v", got)
	}
	name := regexp.MustCompile(`^[a-z]|[a-z][A-Z]`)
	for command, units := range map[string][]string{
		"accounts":            nil,
		"groups":              nil,
		"platforms":           nil,
		"options pinterest":   nil,
		"prices":              nil,
		"prices 8s 1080p i2v": nil,
		"triage":              nil,
		"status":              nil,
		"log":                 nil,
		"rules":               nil,
		"history show":        nil,
		"doctor":              nil,
		"forecast":            {"Half last (hours)", "Within (hours)"},
		"incidents":           {"Duration (hours)", "Availability (%)"},
		"sessions":            {"Duration (seconds)"},
		"sessions --tools":    {"% failed", "Median (milliseconds)"},
	} {
		words := append(strings.Fields(command), "-o", "tsv", "--labels")
		got := run(t, env, words...)
		heading, _, _ := strings.Cut(got.out, "\n")
		chinese, _, _ := strings.Cut(run(t, env, append(words, "--lang", "zh")...).out, "\n")
		if english, other := unitsOf(heading), unitsOf(chinese); !slices.Equal(english, other) {
			t.Errorf("%s: columns %v of %q have a unit, and %v of %q", command, english, heading, other, chinese)
		}
		for _, title := range strings.Split(heading, "\t") {
			if name.MatchString(title) || title == "" {
				t.Errorf("%s: the heading %q (%s)", command, title, got.err)
			}
		}
		for _, want := range units {
			if !strings.Contains(heading, want) {
				t.Errorf("%s: no %q in %q", command, want, heading)
			}
		}
	}
	zh := run(t, env, "incidents", "-o", "csv", "--labels", "--lang", "zh")
	if !strings.Contains(zh.out, "持续（小时）") {
		t.Errorf("%+v", zh)
	}
}

// unitsOf returns the numbers of the columns whose headings have a unit, behind them or as a sign.
func unitsOf(heading string) (columns []int) {
	for i, title := range strings.Split(heading, "\t") {
		if strings.ContainsAny(title, "%(（") {
			columns = append(columns, i)
		}
	}
	return columns
}

// The file of --to keeps its mode, and a link whose target does not exist stays a link.
func TestOutputKeepsModeAndLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "shared.csv"), "before", 0o600)
	link := filepath.Join(dir, "link.csv")
	if err := errors.Join(os.Chmod(file, 0o664), os.Symlink("target.csv", link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link} {
		got := run(t, nil, "groups", "--demo", "--accounts", "20", "--to", path)
		if text, err := os.ReadFile(path); err != nil || got.code != ExitDone ||
			!strings.Contains(string(text), "abnormal") {
			t.Errorf("%s: %+v, the file has %q (%v)", path, got, text, err)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o664 {
		t.Errorf("the mode is %v, error %v", info.Mode(), err)
	}
	if target, err := os.Readlink(link); err != nil || target != "target.csv" {
		t.Errorf("the link leads to %q, error %v", target, err)
	}
}
