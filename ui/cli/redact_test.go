package cli

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// session --redact masks in every format and says how many were masked; all else is as without it.
func TestRedact(t *testing.T) {
	key := "ghp" + "_0123456789abcdefghijklmnopqrstuvwxyz"
	part := `{"type":"text","text":"Token ` + key + ` of ann@example.com \u4e2d\/"}`
	tool := `{"type":"tool-fetch","toolCallId":"c","state":"output-available","input":{"Authorization":"Bearer ` +
		`abcdef0123456789"},"output":{"n":1.50}}`
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"code":0,"message":"ok","data":[{"id":"1","sessionId":"s","message":{"id":"1",` +
			`"role":"assistant","parts":[` + part + `,` + tool + `]},"createdAt":"2026-03-02T08:00:00Z"}]}`))
	})
	d := &deployment{Server: httptest.NewServer(handler)}
	t.Cleanup(d.Close)
	env := withState(t, d.env())
	masks := strings.NewReplacer(key, "[masked]", "ann@example.com", "[masked]", "abcdef0123456789", "[masked]")
	for _, format := range []string{
		"",
		"-o json",
		"-o ndjson",
		"-o csv --columns id,headline",
		"--depth all",
		"-o markdown",
	} {
		args := append([]string{"session", "s"}, strings.Fields(format)...)
		plain := run(t, env, args...)
		got := run(t, env, append(args, "--redact")...)
		if got.code != ExitDone || got.out != masks.Replace(plain.out) || plain.out == got.out {
			t.Errorf("%s: %d\n%s\nwant\n%s", format, got.code, got.out, masks.Replace(plain.out))
		}
		if strings.HasSuffix(format, "json") && !json.Valid([]byte(got.out)) {
			t.Errorf("%s: %s", format, got.out)
		}
		if want := "channeldeck: 3 keys, tokens, cookies and addresses masked.\n"; got.err != want {
			t.Errorf("%s: %q", format, got.err)
		}
	}
	if stored := run(
		t,
		env,
		"session",
		"s",
		"--stored",
		"--redact",
	); stored.code != ExitDone || strings.Contains(stored.out, key) || !strings.Contains(stored.err, "3 keys") {
		t.Errorf("%+v", stored)
	}
	if got := run(t, env, "session", "s", "--redact", "--lang", "zh"); !strings.Contains(got.err, "已遮盖 3 处") {
		t.Errorf("%+v", got)
	}
	clean := deploy(t, sandbox.Options{Now: clock})
	if got := run(
		t,
		withState(t, clean.env()),
		"session",
		aSession,
		"--redact",
	); got.code != ExitDone || !strings.Contains(got.err, "masked.") {
		t.Errorf("%+v", got)
	}
}
