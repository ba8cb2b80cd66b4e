package scenario

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/ui/cli"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/panetest"
)

// program runs commands.
type program struct {
	*testing.T
	vars  map[string]string
	clock func() time.Time
	flags []string // of all commands

	mayLack bool // commands may say that lists lack accounts
}

// newProgram returns the program with a home directory of its own, for a service at an address.
func newProgram(t *testing.T, url string, clock func() time.Time) program {
	home := t.TempDir()
	vars := map[string]string{
		"HOME":                 home,
		"XDG_STATE_HOME":       home,
		"CHANNELDECK_BASE_URL": url,
		"CHANNELDECK_API_KEY":  panetest.Key,
		"LANG":                 "en_US.UTF-8",
	}
	return program{T: t, vars: vars, clock: clock}
}

// run runs a command and returns what it prints.
func (p *program) run(args ...string) string {
	p.Helper()
	printed, _ := p.runAll(args...)
	return printed
}

// runAll runs a command and returns what it prints, and what it says beside that.
func (p *program) runAll(args ...string) (printed, said string) {
	p.Helper()
	src := config.System()
	src.Getenv = func(name string) string { return p.vars[name] }
	var stdout, stderr bytes.Buffer
	code := cli.Run(p.Context(), cli.Env{
		Args:   slices.Concat(args, p.flags),
		In:     strings.NewReader(""),
		Out:    &stdout,
		Err:    &stderr,
		Config: src,
		Now:    p.clock,
	})
	isExpected := code == cli.ExitDone || code == cli.ExitChanged || code == cli.ExitIncomplete && p.mayLack
	if !isExpected {
		p.Fatalf("%v, %v: %d %s", p.clock(), args, code, stderr.String())
	}
	return stdout.String(), stderr.String()
}

// decode runs a command and decodes the JSON that it prints.
func (p *program) decode(to any, args ...string) {
	p.Helper()
	out := p.run(append(args, "-o", "json")...)
	if err := json.Unmarshal([]byte(out), to); err != nil {
		p.Fatalf("%v: %v: %s", args, err, out)
	}
}

// decodeRows are rows as the client has them.
func decodeRows[R any, P api.RowOf[R]](t *testing.T, rows string) []R {
	t.Helper()
	all, err := api.DecodeRows[R, P]([]byte(rows))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// decodeAccounts are accounts as the client has them.
func decodeAccounts(t *testing.T, list []*channel) (all []*api.Account) {
	t.Helper()
	rows := decodeRows[api.Account](t, rowsOf(list))
	for i := range rows {
		all = append(all, &rows[i])
	}
	return all
}
