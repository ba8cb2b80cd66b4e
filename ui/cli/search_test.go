package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/fold"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
)

// --match finds names first, IDs only as contiguous text of three and more characters, and the
// same characters however they are written: as the filters of panes do.
func TestSearchOfAccounts(t *testing.T) {
	t.Parallel()
	row := func(id, uid, nickname string) string {
		return `{"id":"` + id + `","userId":"u","type":"x","uid":"` + uid + `","nickname":"` + nickname +
			`","groupId":"g","status":1}`
	}
	env := fixed(t,
		row(
			"a",
			"730123",
			"小林的厨房",
		), row(
			"b",
			"997301",
			"臺灣美食",
		), row(
			"c",
			"xlcf55",
			"Harbor Tea",
		), row(
			"d",
			"d4",
			"ʜᴀʀʙᴏʀ Bᴀᴋᴇꜱ",
		), row("e", "e5", "Lily’s Cups"), row("f", "f6", "Granddad"), row("g", "1dad2", "Dad"),
	)
	for match, want := range map[string]string{
		"xlcf":         "a c",
		"7301":         "a b",
		"73":           "",
		"台湾":           "b",
		"臺灣":           "b",
		"harbor":       "c d",
		"HARBOR bakes": "d",
		"lily's":       "e",
		"lily’s":       "e",
		"dad":          "g f",
		"'dad":         "g f",
		"dad !grand":   "g",
		"!harbor !dad": "a b e",
		"'hbr":         "",
		"hbr":          "c d",
		"'73 !b":       "a",
	} {
		got := run(t, env, "accounts", "-o", "tsv", "--columns", "id", "--match", match)
		ids := strings.Join(strings.Fields(strings.TrimPrefix(got.out, "id\n")), " ")
		if got.code != ExitDone || ids != want {
			t.Errorf("%s: %q, want %q, exit %d %s", match, ids, want, got.code, got.err)
		}
	}
	got := run(
		t,
		deploy(t, sandbox.Options{Accounts: 2500, Now: clock}).env(),
		"accounts",
		"--match",
		"dad",
		"-o",
		"tsv",
	)
	for _, line := range strings.Split(strings.TrimSpace(got.out), "\n")[1:] {
		if !strings.Contains(fold.String(line), "dad") &&
			!strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("dad finds %q", line)
		}
	}
	if n := strings.Count(got.out, "\n"); n < 2 || n > 100 {
		t.Errorf("dad finds %d of 2,500", n)
	}
}

// One line means the same in --match, in a saved view and for an agent.
func TestOneLineEverywhere(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 120, Now: clock})
	env := withState(t, d.env())
	fill(t, env)
	env["CHANNELDECK_CONFIG"] = write(t, filepath.Join(t.TempDir(), "config.toml"), "", 0o600)
	a := newAgent(t, env)
	for _, line := range []string{
		"status:abnormal",
		"状态：异常 sort:id",
		"粉丝>1万 sort:-followers",
		"followers > 1k status:normal a sort:name",
		"平台:抖音,red sort:粉丝",
		"group:65cdc480397b1dcdaf025cc1 sort:id", "updated<36h sort:-updated", `name:"nora "`,
	} {
		write(t, env["CHANNELDECK_CONFIG"], "[views]\nv = '''accounts "+line+"'''\n", 0o600)
		var want []string
		for i, args := range [][]string{{"--match", line}, {"--view", "v"}} {
			got := run(t, env, append([]string{"accounts", "-o", "tsv", "--columns", "id"}, args...)...)
			ids := strings.Fields(strings.TrimPrefix(got.out, "id\n"))
			if i == 0 {
				want = ids
			}
			if len(ids) == 0 || got.code != ExitDone || !slices.Equal(ids, want) {
				t.Errorf("%s: %d %s\n%q\nwant\n%q", args, got.code, got.err, ids, want)
			}
		}
		var ids []string
		failed := false
		for page, more := 0, true; more; {
			got, result := a.call(t, "accounts", map[string]any{"query": line, "limit": 500, "offset": page})
			for _, row := range got.Rows {
				ids = append(ids, resource.MemberText(jsontext.Value(row), "id"))
			}
			failed = failed || result.IsError
			if more = got.Next != nil; more {
				page = *got.Next
			}
		}
		if failed || !slices.Equal(ids, want) {
			t.Errorf("an agent, %s:\n%q\nwant\n%q", line, ids, want)
		}
	}
}
