package cli

import (
	"strings"
	"testing"
	"unicode"

	"channeldeck/api/fold"
	"channeldeck/api/sandbox"
)

// --match finds names first, IDs only as contiguous text of three and more characters, and the
// same characters however they are written: as the filters of panes do.
func TestSearchOfAccounts(t *testing.T) {
	row := func(id, uid, nickname string) string {
		return `{"id":"` + id + `","userId":"u","type":"x","uid":"` + uid + `","nickname":"` + nickname + `","groupId":"g","status":1}`
	}
	env := fixed(t,
		row("a", "730123", "小林的厨房"), row("b", "997301", "臺灣美食"), row("c", "xlcf55", "Harbor Tea"), row("d", "d4", "ʜᴀʀʙᴏʀ Bᴀᴋᴇꜱ"), row("e", "e5", "Lily’s Cups"), row("f", "f6", "Granddad"), row("g", "1dad2", "Dad"),
	)
	for match, want := range map[string]string{
		"xlcf": "a c", "7301": "a b", "73": "", "台湾": "b", "臺灣": "b", "harbor": "c d", "HARBOR bakes": "d", "lily's": "e", "lily’s": "e",
		"dad": "g f", "'dad": "g f", "dad !grand": "g", "!harbor !dad": "a b e", "'hbr": "", "hbr": "c d", "'73 !b": "a",
	} {
		got := run(t, env, "accounts", "-o", "tsv", "--columns", "id", "--match", match)
		ids := strings.Join(strings.Fields(strings.TrimPrefix(got.out, "id\n")), " ")
		if got.code != ExitDone || ids != want {
			t.Errorf("%s: %q, want %q, exit %d %s", match, ids, want, got.code, got.err)
		}
	}
	got := run(t, deploy(t, sandbox.Options{Accounts: 2500, Now: clock}).env(), "accounts", "--match", "dad", "-o", "tsv")
	for _, line := range strings.Split(strings.TrimSpace(got.out), "\n")[1:] {
		if !strings.Contains(fold.String(line), "dad") && !strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("dad finds %q", line)
		}
	}
	if n := strings.Count(got.out, "\n"); n < 2 || n > 100 {
		t.Errorf("dad finds %d of 2,500", n)
	}
}
