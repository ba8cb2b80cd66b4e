package cli

import (
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// An example has the ID of an account of the user, and says whose it is. Rules that only the web
// client states are named apart from the options of the service.
func TestExampleWithAnAccount(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	got := run(t, d.env(), "options", "pinterest", "--example", "boardId", "--jq", ".body.accountId")
	id := strings.TrimSpace(got.out)
	if name := strings.TrimSpace(run(t, d.env(), "accounts", "--id", id, "--platform", "pinterest", "--status", "normal", "--jq", ".[].nickname").out); got.code != ExitDone || name == "" || !strings.Contains(got.err, id+" in the examples is the ID of your account "+name+".") {
		t.Errorf("%+v, name %q", got, name)
	}
	for lang, want := range map[string]string{"en": "known from the web client (2026-06): a board is required", "zh": "网页端已知规则（2026-06）：必须选择图板"} {
		if got := run(t, d.env(), "options", "pinterest", "--lang", lang); got.code != ExitDone || !strings.Contains(got.err, want) || strings.Contains(got.out, "2026-06") {
			t.Errorf("%+v", got)
		}
	}
	if got := run(t, d.env(), "options", "pinterest", "-o", "json"); got.err != "" {
		t.Errorf("for programs: %q", got.err)
	}
}
