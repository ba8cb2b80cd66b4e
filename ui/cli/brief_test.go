package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

// Only what lasts until its user ends it collects garbage often: the dashboard and the servers.
func TestCommandsThatEnd(t *testing.T) {
	lasting := map[string]bool{
		"channeldeck":         true,
		"channeldeck mcp":     true,
		"channeldeck sandbox": true,
		"channeldeck serve":   true,
	}
	env, _, _ := newEnv(t, nil)
	root := newApp(env, newWords(env)).root()
	found := 0
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		if lasting[path] {
			found++
		}
		if endsByItself(cmd) == lasting[path] {
			t.Errorf("%s ends by itself: %v", path, endsByItself(cmd))
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
	if found != len(lasting) {
		t.Errorf("%d of %d commands that last", found, len(lasting))
	}
}

// The runtime is told of a command that ends, but not of the ones that a server for agents runs.
func TestCommandTellsThatItEnds(t *testing.T) {
	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"version"}, 1},
		{[]string{"version", "--help"}, 0},
		{[]string{"nothing"}, 0},
	} {
		told := 0
		env, _, _ := newEnv(t, nil, test.args...)
		env.brief = func() { told++ }
		Run(t.Context(), env)
		if told != test.want {
			t.Errorf("%q tells it %d times", test.args, told)
		}
	}
}
