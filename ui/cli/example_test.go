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
	env := answeringPaths(t, map[string]string{
		"/platforms": `{"code":0,"message":"ok","data":[{"platform":"pinterest","status":"available"}]}`,
		"/publish-options": `{"code":0,"message":"ok","data":[{"field":"boardId","valueType":"list","createSchema":` +
			`{"type":"object","required":["accountId"],"properties":{"accountId":{"type":"string"}}}}]}`,
		"/accounts": `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"pinterest_7","userId":"u",` +
			`"type":"pinterest",` +
			`"uid":"7","nickname":"Harbor Tea","groupId":"g","status":1}]}}`,
	})
	got := run(t, env, "options", "pinterest", "--example", "boardId", "--jq", ".body.accountId")
	said := "pinterest_7 in the examples is the ID of your account Harbor Tea."
	if got.code != ExitDone || strings.TrimSpace(got.out) != "pinterest_7" || !strings.Contains(got.err, said) {
		t.Errorf("%+v", got)
	}
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	for lang, want := range map[string]string{
		"en": "known from the web client (2026-06): Title (required)\n",
		"zh": "网页端已知规则（2026-06）：标题必填\n",
	} {
		if got := run(
			t,
			d.env(),
			"options",
			"pinterest",
			"--lang",
			lang,
		); got.code != ExitDone || !strings.Contains(got.err, want) || strings.Contains(got.out, "2026-06") {
			t.Errorf("%+v", got)
		}
	}
	for _, platform := range []string{"pinterest", "bilibili"} { // the service requires a board and a category
		got := run(t, d.env(), "options", platform)
		if strings.Contains(got.err, "Board") || strings.Contains(got.err, "Category") {
			t.Errorf("a rule of the service is said to be known from the web client only: %s", got.err)
		}
	}
	if got := run(t, d.env(), "options", "pinterest", "-o", "json"); got.err != "" {
		t.Errorf("for programs: %q", got.err)
	}
}
