package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// Every command that fails prints one line, perhaps a hint, and no data.
func TestExitCodesOfCommands(t *testing.T) {
	t.Parallel()
	const session = "6710a1e5c0de000000000001"
	for _, tt := range []struct {
		args string
		code int
		says string
	}{
		{"session 6710a1e5c0de0000000000ff --demo", ExitNotFound, "18104"},
		{"session no-such-form --demo", ExitInvalid, "10002"},
		{"session a/b --demo", ExitUsage, "slash"},
		{"session --demo", ExitUsage, "channeldeck session needs SESSION_ID."},
		{"session a b --demo", ExitUsage, "channeldeck session takes no argument b."},
		{"session " + session + " --depth deep --demo", ExitUsage, "summary, conversation, tools, all"},
		{"work youtube dQw4w9WgXcQ --demo --account youtube_UCwTiupUPwYLa61cy3915829", ExitNotFound, "15070"},
		{"work tiktok 1 --demo --account nobody", ExitNotFound, "12600"},
		{"work bilibili 1 --demo", ExitUnsupported, "Bilibili doesn't support work details"},
		{"work nowhere 1 --demo", ExitUsage, "Unknown platform: nowhere."},
		{"work youtube dQw4w9WgX00 --demo", ExitUsage, "require an account"},
		{"work tiktok https://vm.tiktok.com/abc --demo", ExitUsage, "short link"},
		{"work bilibili https://b23.tv/abc --demo", ExitUnsupported, "Bilibili doesn't support work details"},
		{
			"work YouTube https://www.bilibili.com/video/BV1xx411c700 --demo",
			ExitUsage,
			"from Bilibili, but the platform is YouTube",
		},
		{"work tiktok https://elsewhere.example/1 --demo", ExitUsage, "elsewhere.example"},
		{"work tiktok .. --demo", ExitUsage, "“..”"},
		{"work bilibili", ExitUsage, "channeldeck work needs WORK_ID."},
		{"options nowhere --demo", ExitUsage, "Unknown platform: nowhere."},
		{"options pinterest --example shoe --demo", ExitNotFound, "Pinterest has no option shoe."},
		{"options bilibili --example tid --demo", ExitNotFound, "has no such schema"},
		{"options pinterest --check boardId --value {} --demo", ExitInvalid, "1 problem"},
		{"options pinterest --check boardId --value { --demo", ExitUsage, "--value is not JSON."},
		{`options youtube --check categoryId --filters --value {"regionCode":5} --demo`, ExitInvalid, "1 problem"},
		{"options pinterest --filters --demo", ExitUsage, "--filters requires --check."},
		{"options pinterest --check boardId --demo", ExitUsage, "requires --"},
		{"options pinterest --value 1 --demo", ExitUsage, "requires --"},
		{
			"options pinterest --check a --value 1 --example b --demo",
			ExitUsage,
			"--example and --check can't be combined.",
		},
		{"groups create a b --demo", ExitUsage, "takes no argument b"},
		{"groups create a --read-only --demo", ExitUsage, "read-only"},
		{"groups destroy", ExitUsage, "channeldeck groups has no command destroy."},
		{"platforms x --demo", ExitUsage, "takes no argument"},
		{"prices --model vela --demo", ExitNotFound, "Did you mean"},
		{"prices --model qqqqqq --demo", ExitNotFound, "lists the models"},
		{"prices --sort cost --demo", ExitUsage, "originPrice, perSecond, discount"},
		{"prices --accepts smell --demo", ExitUsage, "video, audio"},
		{"prices --duration long --demo", ExitUsage, "--duration"},
		{"prices --duration 1e999999999 --demo", ExitUsage, "--duration"},
		{"prices --duration 0 --demo", ExitUsage, "--duration"},
		{"prices --count 0 --demo", ExitUsage, "--count"},
		{"prices --input blue --demo", ExitUsage, "no such file: blue"},
		{"prices --input= --demo", ExitUsage, "--input"},
		{"accounts --limit -1 --demo", ExitUsage, "--limit"},
		{"accounts --sort shoe --demo", ExitUsage, "--sort"},
		{"man", ExitUsage, "needs DIRECTORY"},
		{"completion", ExitUsage, "needs SHELL"},
		{"doctor --base-url http://127.0.0.1:1", ExitUnreachable, "1 of"},
		{"doctor", ExitUsage, "1 of"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			got := run(t, nil, append(strings.Split(tt.args, " "), "--timeout", "5s")...)
			checkFailure(t, got, tt.code, tt.says)
			if data := strings.Contains(tt.args, "doctor") ||
				strings.Contains(tt.args, "--check boardId --value {} ") ||
				strings.Contains(tt.args, "--filters --value"); data != (got.out != "") {
				t.Errorf("on standard output: %q", got.out)
			}
		})
	}
}

// checkFailure checks that a command failed with an exit code, one line and perhaps a hint, which do not steer
// the terminal.
func checkFailure(t *testing.T, got result, code int, says string) {
	t.Helper()
	if strings.ContainsAny(got.err, "\x1b\u202e\u009b") {
		t.Errorf("the terminal is steered: %q", got.err)
	}
	if got.code != code || !strings.Contains(got.err, says) || !strings.HasPrefix(got.err, "channeldeck: ") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
	if n := strings.Count(got.err, "\n"); n > 3 {
		t.Errorf("%d lines: %s", n, got.err)
	}
}

// A service that fails leads to the exit code of its failure, in every command.
func TestExitCodesOfFaults(t *testing.T) {
	t.Parallel()
	const session = "session 6710a1e5c0de000000000001"
	for _, tt := range []struct {
		args, fault string
		code        int
		says        string
	}{
		{"accounts", "unauthorized=1", ExitUnauthorized, "Check the API key;"},
		{"accounts", "invalid=1", ExitInvalid, "10002"},
		{"accounts", "business500=1", ExitUnreachable, "500"},
		{"accounts", "hostile=1", ExitUnreachable, "error 500"},
		{"accounts", "http502=1", ExitUnreachable, "HTTP 502"},
		{"accounts --timeout 1s", "timeout-before=1", ExitUnreachable, "--timeout"},
		{"accounts", "notjson=1", ExitUnreachable, "a web page (“Sign in to the network”)"},
		{"accounts", "wrongshape=1", ExitUnreachable, "expected an object, got a string"},
		{"accounts", "redirect=1", ExitUnreachable, "redirect"},
		{"accounts", "deep=1", ExitUnreachable, "nested too deeply"},
		{"accounts --max-body 1MB", "bomb=1", ExitUnreachable, ""},
		{session, "unauthorized=1", ExitUnauthorized, "401"},
		{session + " --timeout 3s", "truncated=9x", ExitUnreachable, ""},
		{"groups create a", "create:business500=1", ExitUnreachable, "500"},
		{"groups create a", "create:reset-after=1", ExitUnreachable, "outcome is unknown"},
		{"platforms", "platforms:notjson=1", ExitUnreachable, "Unexpected response (HTTP 200 OK): a web page"},
		{"prices --timeout 5s", "models:http502=9x", ExitUnreachable, "502"},
		{"doctor", "unauthorized=1", ExitUnauthorized, "1 of"},
		{"doctor", "platforms:wrongshape=1", ExitUnreachable, "1 of"},
	} {
		t.Run(tt.args+" "+tt.fault, func(t *testing.T) {
			t.Parallel()
			got := run(t, deploy(t, sandbox.Options{Accounts: 20}, tt.fault).env(), strings.Split(tt.args, " ")...)
			checkFailure(t, got, tt.code, tt.says)
			if data := tt.args == "doctor"; data != (got.out != "") {
				t.Errorf("on standard output: %q", got.out)
			}
		})
	}
}

// A platform whose entry lists no capabilities is queried, and may refuse (15080).
func TestUnsupportedByTheService(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := `{"code":15080,"message":"no","data":{"platform":"x","capability":"work.getDetail"},` +
			`"requestId":"r-1","timestamp":1}`
		if strings.HasSuffix(r.URL.Path, "/platforms") {
			body = `{"code":0,"message":"ok","data":[{"platform":"x","capabilities":{}}]}`
		}
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	got := run(
		t,
		serviceAt(server.URL),
		"work",
		"x",
		"1",
		"-o",
		"json",
	)
	if got.code != ExitUnsupported || !strings.Contains(got.err, `"code":15080`) ||
		!strings.Contains(got.err, `"requestId":"r-1"`) ||
		got.out != "" {
		t.Errorf("%+v", got)
	}
}

// --value can come from standard input. The problems are data.
func TestCheckFromStandardInput(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	example := run(t, d.env(), "options", "pinterest", "--example", "boardId", "-o", "json").out
	_, body, _ := strings.Cut(example, `"body":`)
	for in, code := range map[string]int{
		strings.TrimSuffix(strings.TrimSpace(body), "}"): ExitDone,
		`[]`: ExitInvalid,
		`{`:  ExitUsage,
		``:   ExitUsage,
		`"` + strings.Repeat("x", maxValue) + `"`: ExitUsage,
	} {
		w, out, errs := newEnv(t, d.env(), "options", "pinterest", "--check", "boardId", "--value", "-", "-o", "json")
		w.In = strings.NewReader(in)
		if got := Run(t.Context(), w); got != code {
			t.Errorf("%.40q: exit %d, %s", in, got, errs)
		}
		if code == ExitDone && out.String() != "[]\n" ||
			code == ExitInvalid && !strings.Contains(out.String(), `"path":"$"`) {
			t.Errorf("%.40q: %s", in, out)
		}
	}
	// Where values are not created, filters are checked.
	if got := run(
		t,
		d.env(),
		"options",
		"youtube",
		"--check",
		"categoryId",
		"--value",
		`{"regionCode":5}`,
	); got.code != ExitInvalid {
		t.Errorf("%+v", got)
	}
}

// An error names what was requested, from which site, and for a refused key where it comes
// from, but never the key.
func TestErrorsNameTheRequest(t *testing.T) {
	const wrong = "wrong-key-1234"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"code":401,"message":"unauthorized `+wrong+`","requestId":"r-1"}`)
	}))
	defer server.Close()
	dir := t.TempDir()
	key := write(t, filepath.Join(dir, "cn.key"), wrong, 0o600)
	for _, tt := range []struct {
		setting, from string
		env           map[string]string
		args          []string
	}{
		{setting: "api_key_file = 'cn.key'", from: "api_key_file " + key},
		{setting: "api_key_env = 'MY_KEY'", env: map[string]string{"MY_KEY": wrong}, from: "api_key_env MY_KEY"},
		{setting: "api_key_command = ['echo', '" + wrong + "']", from: "api_key_command"},
		{env: map[string]string{"CHANNELDECK_API_KEY": wrong}, from: "CHANNELDECK_API_KEY"},
		{args: []string{"--api-key-file", key}, from: "--api-key-file " + key},
	} {
		env := map[string]string{"CHANNELDECK_CONFIG": write(
			t,
			filepath.Join(dir, "c.toml"),
			"[sites.china]\nbase_url = '"+server.URL+"'\n"+tt.setting+"\n",
			0o600,
		)}
		for name, value := range tt.env {
			env[name] = value
		}
		got := run(t, env, append([]string{"session", "6710a1e5c0de000000000001"}, tt.args...)...)
		for _, want := range []string{
			"The key comes from " + tt.from + ".\n",
			"  Requested: messages of a session (/api/",
			"6710a1e5c0de000000000001",
			"from china, " + server.URL + "\n",
		} {
			if got.code != ExitUnauthorized || !strings.Contains(got.err, want) || strings.Contains(got.err, wrong) {
				t.Errorf("%s: no %q in %+v", tt.from, want, got)
			}
		}
		if got := run(
			t,
			env,
			append([]string{"accounts", "-o", "json"}, tt.args...)...,
		); !strings.Contains(got.err, `"request":"Requested: accounts (/api/v2/channel`) ||
			strings.Contains(got.err, wrong) {
			t.Errorf("%s, as JSON: %+v", tt.from, got)
		}
	}
}
