package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"testing"
	"time"
)

const testKey = "test-key-1234"

// mine is a site whose table ends with the given line.
func mine(line string) string {
	return "[sites.mine]\nbase_url = 'https://mine.example'\n" + line
}

func TestAPIKey(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		flags      Flags
		set        func(*world)
		kind       KeyKind
		place      string
		from       string
	}{
		{name: "variable of the file", line: "api_key_env = 'MY_KEY'", set: func(w *world) { w.env["MY_KEY"] = testKey }, kind: KeyEnv, place: "MY_KEY", from: confPath + ":3"},
		{name: "file beside the configuration", line: "api_key_file = 'mine.key'", set: func(w *world) { w.put(home+"/.config/channeldeck/mine.key", testKey+"\n", 0o600) },
			kind: KeyFile, place: home + "/.config/channeldeck/mine.key", from: confPath + ":3"},
		{name: "file at home", line: "api_key_file = '~/k'", set: func(w *world) { w.put(home+"/k", testKey+"\r\n", 0o400) }, kind: KeyFile, place: home + "/k", from: confPath + ":3"},
		{name: "command", line: "api_key_command = ['pass', 'show', 'deck']", set: func(w *world) { w.out = testKey + "\nurl: https://x.example\n" }, kind: KeyCommand, place: "pass", from: confPath + ":3"},
		{name: "keyring", line: "api_key_keyring = true", set: func(w *world) { w.ring["channeldeck/mine"] = testKey }, kind: KeyKeyring, from: confPath + ":3"},
		{name: "environment", line: "api_key_keyring = true", set: func(w *world) { w.env["CHANNELDECK_API_KEY"] = testKey }, kind: KeyEnv, place: "CHANNELDECK_API_KEY", from: "CHANNELDECK_API_KEY"},
		{name: "file of the environment", set: func(w *world) { w.env["CHANNELDECK_API_KEY_FILE"] = "/k"; w.put("/k", testKey, 0o600) }, kind: KeyFile, place: "/k", from: "CHANNELDECK_API_KEY_FILE"},
		{name: "flag over environment", flags: Flags{"api-key-file": "/k"}, set: func(w *world) { w.env["CHANNELDECK_API_KEY"] = "other"; w.put("/k", testKey, 0o600) }, kind: KeyFile, place: "/k", from: "--api-key-file"},
		{name: "Windows has no such bits", line: "api_key_file = '/k'", set: func(w *world) {
			w.goos = "windows"
			w.env["CHANNELDECK_CONFIG"] = confPath
			w.put("/k", testKey, 0o666)
		}, kind: KeyFile, place: "/k", from: confPath + ":3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(mine(tt.line))
			tt.set(w)
			s := w.site(t, tt.flags)
			if s.Key.Kind != tt.kind || s.Key.Name != tt.place || s.Key.From.String() != tt.from {
				t.Errorf("place: %+v", s.Key)
			}
			if len(w.ran) > 0 {
				t.Error("the command ran before the key was needed")
			}
			key, err := s.APIKey(t.Context())
			if err != nil || key.Reveal() != testKey {
				t.Errorf("got %q, %v", key.Reveal(), err)
			}
			if tt.kind == KeyCommand && (len(w.ran) != 1 || strings.Join(w.ran[0], " ") != "pass show deck") {
				t.Errorf("ran %v", w.ran)
			}
		})
	}
}

func TestAPIKeyErrors(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		set        func(*world)
		kind       Kind
		says       string
	}{
		{name: "none", kind: NoKey, says: "site mine has no API key"},
		{name: "keyring switched off", line: "api_key_keyring = false", kind: NoKey, says: "CHANNELDECK_API_KEY"},
		{name: "empty variable", line: "api_key_env = 'MY_KEY'", kind: KeyEnvEmpty, says: "MY_KEY"},
		{name: "missing file", line: "api_key_file = '/k'", kind: KeyFileUnreadable, says: "/k"},
		{name: "open to the group", line: "api_key_file = \"/my 'k'\"", set: func(w *world) { w.put("/my 'k'", testKey, 0o640) }, kind: KeyFileOpen, says: `chmod 600 '/my '\''k'\'''`},
		{name: "open to others", line: "api_key_file = '/k'", set: func(w *world) { w.put("/k", testKey, 0o604) }, kind: KeyFileOpen, says: "chmod 600 '/k'"},
		{name: "huge file", line: "api_key_file = '/k'", set: func(w *world) { w.put("/k", strings.Repeat("k", maxKeyFile+1), 0o600) }, kind: KeyFileUnreadable, says: "too large"},
		{name: "empty file", line: "api_key_file = '/k'", set: func(w *world) { w.put("/k", " \n", 0o600) }, kind: KeyMalformed, says: "/k"},
		{name: "blanks", line: "api_key_file = '/k'", set: func(w *world) { w.put("/k", "test key", 0o600) }, kind: KeyMalformed, says: "/k"},
		{name: "control characters", line: "api_key_env = 'K'", set: func(w *world) { w.env["K"] = "test\x1bkey" }, kind: KeyMalformed, says: "K"},
		{name: "not ASCII", line: "api_key_env = 'K'", set: func(w *world) { w.env["K"] = "ключ" }, kind: KeyMalformed, says: "K"},
		{name: "failing command", line: "api_key_command = ['pass', 'hidden-argument']", set: func(w *world) { w.runErr = errors.New("exit status 1") }, kind: KeyCommandFailed, says: "pass failed: exit status 1"},
		{name: "silent command", line: "api_key_command = ['pass']", kind: KeyMalformed, says: "pass"},
		{name: "empty keyring", line: "api_key_keyring = true", kind: KeyringEmpty, says: "mine"},
		{name: "broken keyring", line: "api_key_keyring = true", set: func(w *world) { w.ringErr = errBroken }, kind: KeyringFailed, says: "broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(mine(tt.line))
			if tt.set != nil {
				tt.set(w)
			}
			key, err := w.site(t, nil).APIKey(t.Context())
			e := only(t, err)
			if e.Kind != tt.kind || !strings.Contains(e.Error(), tt.says) || !key.IsZero() {
				t.Errorf("got %v", err)
			}
			for _, secret := range []string{testKey, "test key", "hidden-argument"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error shows %q: %v", secret, err)
				}
			}
			if tt.kind == KeyFileOpen && !strings.HasPrefix(e.Command, "chmod 600 ") {
				t.Errorf("command %q", e.Command)
			}
		})
	}
}

func TestKeyFileThatFailsToRead(t *testing.T) {
	for _, f := range []brokenFile{{}, {statErr: errBroken}} {
		src := newWorld("").source()
		src.Open = func(string) (fs.File, error) { return f, nil }
		s := &Site{src: src, Key: KeyPlace{Kind: KeyFile, Name: "/k"}}
		if _, err := s.APIKey(t.Context()); !IsKind(err, KeyFileUnreadable) || !errors.Is(err, errBroken) {
			t.Errorf("got %v", err)
		}
	}
}

func TestTwoKeysInTheEnvironment(t *testing.T) {
	w := newWorld(mine(""))
	w.env["CHANNELDECK_API_KEY"], w.env["CHANNELDECK_API_KEY_FILE"] = testKey, "/k"
	if _, err := w.load(t, nil).Site(); !IsKind(err, SeveralKeys) || strings.Contains(err.Error(), testKey) {
		t.Errorf("got %v", err)
	}
}

// A key that stands beside a base URL goes to that origin and no other.
func TestKeyStaysWithItsOrigin(t *testing.T) {
	file := mine("api_key_env = 'MY_KEY'")
	for _, tt := range []struct {
		name, file string
		env        map[string]string
		flags      Flags
		refused    bool
	}{
		{name: "flag names another host", file: file, flags: Flags{"base-url": "https://other.example"}, refused: true},
		{name: "environment names another host", file: file, env: map[string]string{envBaseURL: "https://other.example"}, refused: true},
		{name: "without TLS", file: file, flags: Flags{"base-url": "http://mine.example"}, refused: true},
		{name: "same origin, another path", file: file, flags: Flags{"base-url": "https://mine.example:443/deck"}},
		{name: "the key is given too", file: file, env: map[string]string{envAPIKey: testKey}, flags: Flags{"base-url": "https://other.example"}},
		{name: "the file has no base URL", file: "[sites.mine]\napi_key_env = 'MY_KEY'", flags: Flags{"base-url": "https://other.example"}},
		{name: "environment's pair against a flag", env: map[string]string{envBaseURL: "https://a.example", envAPIKey: testKey}, flags: Flags{"base-url": "https://b.example"}, refused: true},
		{name: "environment's pair", file: file, env: map[string]string{envBaseURL: "https://a.example", envAPIKey: testKey}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(tt.file)
			w.env["MY_KEY"] = testKey
			for k, v := range tt.env {
				w.env[k] = v
			}
			key, err := w.site(t, tt.flags).APIKey(t.Context())
			switch {
			case tt.refused && (!IsKind(err, KeyElsewhere) || !key.IsZero()):
				t.Errorf("the key went along: %v", err)
			case !tt.refused && (err != nil || key.Reveal() != testKey):
				t.Errorf("got %v", err)
			}
		})
	}
}

// With CHANNELDECK_SITE the variables speak of that site alone.
func TestEnvironmentOfAnotherSite(t *testing.T) {
	w := newWorld(twoSites)
	w.env[envSite], w.env[envAPIKey] = "china", testKey
	if s := w.site(t, nil); s.Key.Kind != KeyEnv {
		t.Errorf("china: %+v", s.Key)
	}
	if s := w.site(t, Flags{"site": "international"}); s.Key.Kind != KeyNone {
		t.Errorf("international was given the key of china: %+v", s.Key)
	}
}

func TestSlowCommand(t *testing.T) {
	for _, tt := range []struct {
		name  string
		ctx   func(context.Context) (context.Context, context.CancelFunc)
		check func(error) bool
	}{
		{"too slow", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithDeadline(ctx, time.Unix(0, 0))
		}, func(err error) bool { return IsKind(err, KeyCommandSlow) }},
		{"cancelled", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return ctx, cancel
		}, func(err error) bool { return err == context.Canceled }},
	} {
		ctx, cancel := tt.ctx(t.Context())
		defer cancel()
		w := newWorld(mine("api_key_command = ['pass']"))
		if _, err := w.site(t, nil).APIKey(ctx); !tt.check(err) {
			t.Errorf("%s: %v", tt.name, err)
		}
		w = newWorld(mine("api_key_keyring = true"))
		stuck := make(chan struct{})
		s := w.site(t, nil)
		s.src.Keyring = stuckRing{stuck}
		if _, err := s.APIKey(ctx); !IsKind(err, KeyringFailed) || !errors.Is(err, ctx.Err()) {
			t.Errorf("%s: keyring: %v", tt.name, err)
		}
		close(stuck)
	}
}

// stuckRing waits as a keyring does that asks the person.
type stuckRing struct{ until chan struct{} }

func (r stuckRing) Get(string, string) (string, error) { <-r.until; return "", nil }
func (stuckRing) Set(string, string, string) error     { return nil }

func TestSecretHidesItself(t *testing.T) {
	s := NewSecret(testKey)
	holder := struct {
		Key    Secret
		hidden Secret
		Many   []Secret
		ptr    *Secret
	}{s, s, []Secret{s}, &s}

	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%p", "%t"} {
		fmt.Fprintf(&out, verb+verb+verb, s, holder, &holder)
	}
	fmt.Fprint(&out, s.String(), errors.New(s.String()))
	for _, v := range []any{s, holder, map[string]Secret{"k": s}} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(data)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "key", s, "holder", holder)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "key", s, "holder", holder)
	if text := out.String(); strings.Contains(text, testKey) || strings.Contains(text, fmt.Sprintf("%x", testKey)) {
		t.Errorf("the key shows in:\n%s", text)
	}
	if s.Reveal() != testKey || s.IsZero() || !(Secret{}).IsZero() {
		t.Error("the key is lost")
	}
	if short := NewSecret("k"); fmt.Sprint(short) != fmt.Sprint(s) {
		t.Error("the length shows")
	}
}
