package cli

import (
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// A name that a group has is refused with the sentence that says how to create another group, in
// both languages.
func TestCreateGroupOfAnExistingName(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 30, Now: clock})
	env := withState(t, d.env())
	create := func(want int, says string, args ...string) {
		t.Helper()
		got := run(t, env, append([]string{"groups", "create"}, args...)...)
		if got.code != want || !strings.Contains(got.err, says) {
			t.Errorf("%q: %+v, want exit %d and %q", args, got, want, says)
		}
	}
	create(ExitDone, "", "Spring")
	create(ExitInvalid, "A group is already called “Spring”", "Spring")
	create(ExitInvalid, "add --duplicate", " spring ")
	create(ExitInvalid, "已有 1 个分组名为“Spring”", "Spring", "--lang", "zh")
	if groups := d.service.Groups(); len(groups) != 1 {
		t.Errorf("refused names created groups: %v", groups)
	}
	create(ExitDone, "", "Spring", "--duplicate")
	create(ExitInvalid, "2 groups are already called “Spring”", "Spring")
	if groups := d.service.Groups(); len(groups) != 2 {
		t.Errorf("groups %v, want 2", groups)
	}
}

// Without groups, the command that creates one is advised where it works.
func TestGroupsAdviseWhatWorks(t *testing.T) {
	t.Parallel()
	d := rewrite(t, 5, func(path, body string) string {
		if strings.HasSuffix(path, "/accounts") {
			return `{"code":0,"message":"","data":{"total":0,"list":[]}}`
		}
		if strings.HasSuffix(path, "/account-groups") {
			return `{"code":404,"message":"Not Found","data":{}}`
		}
		return body
	})
	for _, lang := range []string{"en", "zh"} {
		for flag, advised := range map[string]bool{"--timeout=30s": true, "--read-only": false} {
			got := run(t, d.env(), "groups", "--lang", lang, flag)
			if got.code != ExitDone || got.err == "" || strings.Contains(got.err, "groups create") != advised {
				t.Errorf("%s %s: %+v", lang, flag, got)
			}
		}
	}
}
