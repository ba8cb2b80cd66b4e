package cli

import (
	"context"
	"fmt"
	"testing"

	"channeldeck/api/history"
	"channeldeck/ui/demo"
	"channeldeck/ui/testkit/filled"
)

// pasts are the histories of demos that tests have filled, by what they depend on.
var pasts filled.Files

// copiedDemo returns what fills the history of a demo that has some flags: with a copy of one that was filled before,
// if there is one.
func copiedDemo(of demoFlags) demoFill {
	return func(ctx context.Context, from demo.Source, into history.Config) error {
		kind := fmt.Sprintf("%+v %t %s %q %s %d %t",
			of, from.Chinese, into.Language, into.User, into.StaleAfter, into.KeepBytes, into.NoSessions)
		return pasts.Fill(kind, into.Path, func() error { return demo.Fill(ctx, from, into) })
	}
}

// runWithOwnDemo is run with a demo that fills its own history, as that of a user does.
func runWithOwnDemo(t *testing.T, args ...string) result {
	t.Helper()
	w, out, err := newEnv(t, nil, args...)
	w.fillDemo = nil
	code := Run(t.Context(), w)
	return result{code, out.String(), err.String()}
}
