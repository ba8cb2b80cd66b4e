package cli

import (
	"strings"
	"testing"

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
	if got := run(t, env, "log", "--columns", "what,name", "-o", "tsv"); got.code != ExitDone || got.out != "what\tname\ncreated\tSummer\ncreated\tSpring\n" && got.out != "what\tname\ncreated\tSpring\ncreated\tSummer\n" {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "log", "-o", "markdown", "--lang", "zh"); !strings.Contains(got.out, "| 新建分组 | Spring |") {
		t.Errorf("%+v", got)
	}
	env["CHANNELDECK_HISTORY"] = "false"
	if got := run(t, env, "log"); got.code != ExitUsage {
		t.Errorf("without a history: %+v", got)
	}
}
