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
