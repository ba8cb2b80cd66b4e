package cli

import (
	"encoding/csv"
	"strconv"
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

// The change of the followers of a group is the sum of those of its accounts, in files, in tables that
// have its column and as of a moment. The demo has a history, in which all of them are known.
func TestGroupsHaveTheirChanges(t *testing.T) {
	t.Parallel()
	for _, at := range [][]string{nil, {"--at", "2d"}} {
		table := func(args ...string) []map[string]string {
			t.Helper()
			args = append(append(args, "--demo"), at...)
			got := run(t, nil, args...)
			rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
			if err != nil || got.code != ExitDone || len(rows) < 2 {
				t.Fatalf("%q: %v %+v", args, err, got)
			}
			return named(rows)
		}
		sums := map[string]int{}
		for _, a := range table("accounts", "-o", "csv", "--columns", "groupId,thirtyDays") {
			change, _ := strconv.Atoi(a["thirtyDays"]) // of a new account it is not known
			sums[a["groupId"]] += change
		}
		notes := 0
		for _, g := range table("groups", "-o", "csv") {
			if sum := sums[g["id"]]; g["change30d"] != strconv.Itoa(sum) || sum == 0 {
				t.Errorf("%q: group %s changed by %q, its accounts by %d", at, g["name"], g["change30d"], sum)
			}
			if g["beside"] != "" {
				notes++
			}
		}
		if notes == 0 {
			t.Errorf("%q: no group says what its change lacks", at)
		}
		for _, args := range []string{
			"-o json --columns change30d",
			"-o table --columns id,change30d",
			"-o markdown --columns id,change30d",
			"-o table --sort change30d --columns id,change30d",
		} {
			got := run(t, nil, append(append(strings.Fields("groups --demo "+args), at...), "--limit", "12")...)
			for id, sum := range sums {
				if id != "" && !strings.Contains(got.out, strconv.Itoa(sum)) {
					t.Errorf("%q %s lacks the change %d of group %s:\n%s", at, args, sum, id, got.out)
				}
			}
		}
	}
}

// named returns the rows below a header by its names.
func named(rows [][]string) []map[string]string {
	var all []map[string]string
	for _, row := range rows[1:] {
		by := map[string]string{}
		for i, name := range rows[0] {
			by[name] = row[i]
		}
		all = append(all, by)
	}
	return all
}
