package cli

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// What the help of a session names works over SSH: commands, flags, examples and advice.
func TestHelpOverSSH(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 1, Now: clock})
	vars := withState(t, d.env())
	for _, lang := range []string{"en", "zh"} {
		vars["CHANNELDECK_LANG"] = lang
		for _, command := range remoteCommands() {
			args := strings.Fields(command)[1:]
			brief := runOverSSH(t, vars, append(args, "--help")...)
			got := runOverSSH(t, vars, append(args, "--help", "--all")...)
			if got.code != ExitDone || got.out == "" {
				t.Fatalf("%s: %+v", command, got)
			}
			got.out += brief.out
			for _, m := range namedInHelp.FindAllStringSubmatch(got.out, -1) {
				if slices.Contains(serverFlags(), m[2]) {
					t.Errorf("%s, %s: the help names %s", lang, command, m[0])
				}
				words := strings.Fields(m[1])
				if len(words) > 0 && !slices.Contains(remoteCommands(), "channeldeck "+words[0]) {
					t.Errorf("%s, %s: the help names %s", lang, command, m[0])
				}
			}
		}
	}
}
