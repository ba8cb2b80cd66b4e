package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

const savedViews = `
[views]
ill = 'accounts status:abnormal platform:douyin,bilibili columns:id,status,type sort:-type'
"大 groups" = 'groups columns:id sort:-accounts'
clips = 'prices question:1080p columns:resolution,total sort:total'
news = 'overview abnormal columns:finding'
`

// Lists use saved views; flags change what a view says.
func TestCommandsUseViews(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 600, Now: clock})
	env := d.env()
	env["CHANNELDECK_CONFIG"] = write(t, filepath.Join(t.TempDir(), "config.toml"), savedViews, 0o600)
	print := func(code int, args ...string) (rows []string) {
		t.Helper()
		got := run(t, env, append(args, "-o", "tsv")...)
		if got.code != code {
			t.Fatalf("%v: exit %d: %s", args, got.code, got.err)
		}
		rows = strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
		return rows
	}
	rows := print(ExitDone, "accounts", "--view", "ill")
	if rows[0] != "id\tstatus\ttype" || len(rows) < 4 || !strings.HasSuffix(rows[1], "\t0\tdouyin") ||
		!strings.HasSuffix(rows[len(rows)-1], "\t0\tbilibili") {
		t.Errorf("accounts:\n%s", strings.Join(rows, "\n"))
	}
	if less := print(
		ExitDone,
		"accounts",
		"--view",
		"ill",
		"--platform",
		"douyin",
		"--columns",
		"type",
	); less[0] != "type" || len(less) >= len(rows) {
		t.Errorf("accounts with flags:\n%s", strings.Join(less, "\n"))
	}
	by := print(ExitDone, "groups", "--view", "大 groups")
	all := print(ExitDone, "groups", "--columns", "id", "--sort", "accounts", "--desc")
	if strings.Join(by, " ") != strings.Join(all, " ") {
		t.Errorf("groups:\n%s", strings.Join(by, "\n"))
	}
	if rows := print(
		ExitDone,
		"prices",
		"--view",
		"clips",
	); len(rows) < 2 || strings.Trim(strings.Join(rows[1:], ""), "018pP") != "" {
		t.Errorf("prices:\n%s", strings.Join(rows, "\n"))
	}
	if rows := print(
		ExitChanged,
		"triage",
		"--view",
		"news",
	); rows[0] != "finding" || strings.Trim(strings.Join(rows[1:], ""), "abnorml") != "" {
		t.Errorf("triage:\n%s", strings.Join(rows, "\n"))
	}
}

// A view that cannot be used is an error that says why, and nothing is sent.
func TestMistakesInSavedViews(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 30, Now: clock})
	env := d.env()
	path := write(
		t,
		filepath.Join(t.TempDir(), "config.toml"),
		savedViews+"wrong = 'accounts sort:x columns:id,wide'\n",
		0o600,
	)
	env["CHANNELDECK_CONFIG"] = path
	for args, want := range map[string]string{
		"accounts --view ill2":  "This list has no view “ill2”; it has ill, wrong.",
		"prices --view ill":     "This list has no view “ill”; it has clips.",
		"accounts --view wrong": path + ":7:1: views.wrong: the list has no column “wide”",
	} {
		got := run(t, env, strings.Fields(args)...)
		if got.code != ExitUsage || !strings.Contains(strings.Join(strings.Fields(got.err), " "), want) {
			t.Errorf("%s: exit %d: %s", args, got.code, got.err)
		}
	}
	if n := len(d.requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}
