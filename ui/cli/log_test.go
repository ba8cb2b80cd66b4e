package cli

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// The log has what commands changed, in both languages.
func TestLog(t *testing.T) {
	env := withState(t, deploy(t, sandbox.Options{Accounts: 20, Now: clock}).env())
	if got := run(t, env, "log"); got.code != ExitDone || !strings.Contains(got.err, "Nothing was changed here yet.") {
		t.Errorf("%+v", got)
	}
	for _, name := range []string{"Spring", "Summer"} {
		if got := run(t, env, "groups", "create", name); got.code != ExitDone {
			t.Fatalf("%+v", got)
		}
	}
	if got := run(
		t,
		env,
		"log",
		"--columns",
		"what,name",
		"-o",
		"tsv",
	); got.code != ExitDone || got.out != "what\tname\ncreated\tSummer\ncreated\tSpring\n" &&
		got.out != "what\tname\ncreated\tSpring\ncreated\tSummer\n" {
		t.Errorf("%+v", got)
	}
	if got := run(
		t,
		env,
		"log",
		"-o",
		"markdown",
		"--lang",
		"zh",
	); !strings.Contains(got.out, "| 新建分组 | Spring |") {
		t.Errorf("%+v", got)
	}
	h := history.Open(historyOf(env, env["CHANNELDECK_BASE_URL"]))
	h.Entries().Log(history.Change{
		At:   clock().Add(time.Minute),
		What: history.NamedGroup,
		ID:   "g1",
		Name: "Harbor",
		Note: "Client",
	})
	h.Entries().Log(history.Change{At: clock().Add(2 * time.Minute), What: history.CopiedText, Name: "3 account IDs"})
	h.Close(t.Context())
	for lang, want := range map[string]string{
		"en": "copied\t3 account IDs\t\nnamed\tHarbor\tClient\n",
		"zh": "copied\t3 account IDs\t\nnamed\tHarbor\tClient\n",
	} {
		if got := run(
			t, env, "log", "--columns", "what,name,note", "-o", "tsv", "--lang", lang,
		); got.code != ExitDone || !strings.Contains(got.out, want) {
			t.Errorf("%+v", got)
		}
	}
	if got := run(
		t,
		env,
		"log",
		"-o",
		"markdown",
		"--lang",
		"zh",
	); !strings.Contains(got.out, "| 复制 | 3 account IDs |") || !strings.Contains(got.out, "| 命名分组 | Harbor |") {
		t.Errorf("%+v", got)
	}
	env["CHANNELDECK_HISTORY"] = "false"
	if got := run(t, env, "log"); got.code != ExitUsage {
		t.Errorf("without a history: %+v", got)
	}
}
