package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/ui/config"
	"channeldeck/ui/serve"
)

// A new flag of a command that runs over SSH must be judged: those that reach
// files, keys or services of the server belong into serverFlags, the others here.
func TestFlagsOverSSH(t *testing.T) {
	harmless := strings.Fields(`
		account accepts ascii aspect check columns connect-timeout count depth desc duration example filters group help id input lang limit match mode model mouse no-history
		output pane platform rate-base refresh resolution scope since sort status tag theme timeout value`)
	env, _, _ := newEnv(t, nil)
	a := &app{Env: env, words: newWords(env)}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if slices.Contains(remoteCommands(), cmd.CommandPath()) {
			check := func(f *pflag.Flag) {
				if !slices.Contains(harmless, f.Name) && !slices.Contains(serverFlags(), f.Name) {
					t.Errorf("%s --%s is not judged", cmd.CommandPath(), f.Name)
				}
			}
			cmd.Flags().VisitAll(check)
			cmd.InheritedFlags().VisitAll(check)
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
}

// Only the server decides what a session may do.
func TestSessionsCannotLiftReadOnly(t *testing.T) {
	given := config.Flags{"read-only": "false", "site": "other", "limit": "1"}
	r := &remote{host: &host{flags: config.Flags{"read-only": "true"}}, session: &serve.Session{}}
	if got := r.flags(given); got["read-only"] != "true" || got["site"] != "" || got["limit"] != "1" {
		t.Errorf("got %v", got)
	}
	r.host.flags = config.Flags{} // the file of the configuration decides
	if value, set := r.flags(given)["read-only"]; set {
		t.Errorf("got %q", value)
	}
}
