package cli

import (
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// A printed session is stored: it is listed, and printed again without the service.
func TestSessionsAreStored(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	env := withState(t, d.env())
	fresh := run(t, env, "session", aSession)
	d.Close()
	got := run(t, env, "sessions")
	if got.code != ExitDone || !strings.Contains(got.out, aSession) ||
		!strings.Contains(got.out, "Publish last night's clip") {
		t.Errorf("the list: %+v", got)
	}
	if got := run(t, env, "sessions", "--jq", ".[0].problems"); got.out != "6\n" {
		t.Errorf("the problems: %+v", got)
	}
	if got := run(
		t,
		env,
		"sessions",
		"--tools",
		"--jq",
		`.[0] | .tool, .failed, .errors[0].sessions`,
	); got.out != "publish_work\n2\n1\n" {
		t.Errorf("the tools: %+v", got)
	}
	if got := run(
		t,
		env,
		"sessions",
		"--tools",
		"--columns",
		"tool,share,error",
		"-o",
		"tsv",
	); !strings.HasPrefix(got.out, "tool\tshare\terror\npublish_work\t100\tCredentialExpired: ") {
		t.Errorf("columns of tools: %+v", got)
	}
	if got := run(
		t,
		env,
		"sessions",
		"--tools",
		"--search",
		"x",
	); got.code != ExitUsage || !strings.Contains(got.err, "--tools") {
		t.Errorf("tools and a search: %+v", got)
	}
	stored := run(t, env, "session", "--stored", aSession)
	if stored.code != ExitDone || stored.out != fresh.out || !strings.Contains(stored.err, "Stored ") {
		t.Errorf("stored: %+v", stored)
	}
	if got := run(
		t,
		env,
		"session",
		"--stored",
		hostile,
	); got.code != ExitNotFound || !strings.Contains(got.err, "channeldeck sessions") {
		t.Errorf("a session that is not stored: %+v", got)
	}
	if got := run(
		t,
		env,
		"session",
		aSession,
	); got.code != ExitDone || got.out != fresh.out || !strings.Contains(got.err, "Stored ") {
		t.Errorf("the service is gone, and the session is stored: %+v", got)
	}
	if got := run(
		t,
		env,
		"session",
		"https://x.example/api/ai/agent/sessions/"+aSession+"/messages",
	); got.code != ExitDone || got.out != fresh.out {
		t.Errorf("the address of the messages in place of the ID: %+v", got)
	}
	if got := run(
		t,
		env,
		"session",
		"a/b",
	); got.code != ExitUsage || !strings.Contains(got.err, "contains a slash") ||
		!strings.Contains(got.err, "Use the ID at its end: b") {
		t.Errorf("an ID with a slash: %+v", got)
	}
	if got := run(t, env, "session", "6a0bd93a0000a81e44ffffff"); got.code != ExitUnreachable {
		t.Errorf("the service is gone, and the session is not stored: %+v", got)
	}
}

// store_sessions = false stores nothing.
func TestSessionsAreNotStored(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	env := withState(t, d.env())
	env["CHANNELDECK_STORE_SESSIONS"] = "false"
	run(t, env, "session", aSession)
	if got := run(t, env, "sessions", "-o", "json"); got.code != ExitDone || strings.TrimSpace(got.out) != "[]" {
		t.Errorf("%+v", got)
	}
}
