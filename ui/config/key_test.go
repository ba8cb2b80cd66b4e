package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"channeldeck/ui/config/program"
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
		set        func(*system)
		kind       KeyKind
		place      string
		from       string
	}{
		{
			name:  "variable of the file",
			line:  "api_key_env = 'MY_KEY'",
			set:   func(w *system) { w.env["MY_KEY"] = testKey },
			kind:  KeyEnv,
			place: "MY_KEY",
			from:  confPath + ":3",
		},
		{
			name:  "file beside the configuration",
			line:  "api_key_file = 'mine.key'",
			set:   func(w *system) { w.put(home+"/.config/channeldeck/mine.key", testKey+"\n", 0o600) },
			kind:  KeyFile,
			place: home + "/.config/channeldeck/mine.key",
			from:  confPath + ":3",
		},
		{
			name:  "file at home",
			line:  "api_key_file = '~/k'",
			set:   func(w *system) { w.put(home+"/k", testKey+"\r\n", 0o400) },
			kind:  KeyFile,
			place: home + "/k",
			from:  confPath + ":3",
		},
		{
			name: "command",
			line: "api_key_command = ['pass', 'show', 'deck']",
			set:  func(w *system) { w.out = testKey + "\nurl: https://x.example\n" },
			kind: KeyCommand,
			from: confPath + ":3",
		},
		{
			name: "keyring",
			line: "api_key_keyring = true",
			set:  func(w *system) { w.ring["channeldeck/mine"] = testKey },
			kind: KeyKeyring,
			from: confPath + ":3",
		},
		{
			name:  "environment",
			line:  "api_key_keyring = true",
			set:   func(w *system) { w.env["CHANNELDECK_API_KEY"] = testKey },
			kind:  KeyEnv,
			place: "CHANNELDECK_API_KEY",
			from:  "CHANNELDECK_API_KEY",
		},
		{
			name:  "file of the environment",
			set:   func(w *system) { w.env["CHANNELDECK_API_KEY_FILE"] = "/k"; w.put("/k", testKey, 0o600) },
			kind:  KeyFile,
			place: "/k",
			from:  "CHANNELDECK_API_KEY_FILE",
		},
		{
			name:  "byte order mark and CRLF",
			line:  "api_key_file = '/k'",
			set:   func(w *system) { w.put("/k", byteOrderMark+testKey+"\r\nnotes\r\n", 0o600) },
			kind:  KeyFile,
			place: "/k",
			from:  confPath + ":3",
		},
		{
			name:  "flag over environment",
			flags: Flags{"api-key-file": "/k"},
			set:   func(w *system) { w.env["CHANNELDECK_API_KEY"] = "other"; w.put("/k", testKey, 0o600) },
			kind:  KeyFile,
			place: "/k",
			from:  "--api-key-file",
		},
		{name: "Windows has no such bits", line: "api_key_file = '/k'", set: func(w *system) {
			w.goos = "windows"
			w.env["CHANNELDECK_CONFIG"] = confPath
			w.put("/k", testKey, 0o666)
		}, kind: KeyFile, place: "/k", from: confPath + ":3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(mine(tt.line))
			tt.set(w)
			s := w.site(t, tt.flags)
			if s.Key.Kind != tt.kind || s.Key.Name != tt.place || s.Key.From.String() != tt.from {
				t.Errorf("place: %+v", s.Key)
			}
			if len(w.ran) > 0 {
				t.Error("the command ran before the key was needed")
			}
			waited := false
			key, err := s.APIKey(t.Context(), func() { waited = true })
			if err != nil || key.Reveal() != testKey {
				t.Errorf("got %q, %v", key.Reveal(), err)
			}
			if mayAsk := tt.kind == KeyCommand || tt.kind == KeyKeyring; waited != mayAsk {
				t.Errorf("waited: %v", waited)
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
		set        func(*system)
		kind       Kind
		says       string
	}{
		{name: "none", kind: NoKey, says: "mine"},
		{name: "keyring switched off", line: "api_key_keyring = false", kind: NoKey, says: "mine"},
		{name: "empty variable", line: "api_key_env = 'MY_KEY'", kind: KeyEnvEmpty, says: "sites.mine.api_key_env"},
		{name: "missing file", line: "api_key_file = '/k'", kind: KeyFileMissing, says: "sites.mine.api_key_file"},
		{
			name: "file that cannot be read",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.openErr = fs.ErrPermission },
			kind: KeyFileUnreadable,
			says: "/k",
		},
		{
			name: "open to the group",
			line: "api_key_file = \"/my 'k'\"",
			set:  func(w *system) { w.put("/my 'k'", testKey, 0o640) },
			kind: KeyFileOpen,
			says: `chmod 600 '/my '\''k'\'''`,
		},
		{
			name: "open to others",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.put("/k", testKey, 0o604) },
			kind: KeyFileOpen,
			says: "chmod 600 '/k'",
		},
		{
			name: "huge file",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.put("/k", strings.Repeat("k", maxKeyFile+1), 0o600) },
			kind: KeyFileUnreadable,
			says: "too large",
		},
		{
			name: "empty file",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.put("/k", " \n", 0o600) },
			kind: KeyMalformed,
			says: "sites.mine.api_key_file",
		},
		{
			name: "UTF-16",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.put("/k", "\xff\xfek\x00e\x00y\x00", 0o600) },
			kind: KeyFileUTF16,
			says: "sites.mine.api_key_file",
		},
		{
			name: "UTF-16 without a mark",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.put("/k", "\x00k\x00e\x00y", 0o600) },
			kind: KeyFileUTF16,
			says: "sites.mine.api_key_file",
		},
		{
			name: "zero-width space",
			line: "api_key_env = 'K'",
			set:  func(w *system) { w.env["K"] = "test\u200bkey" },
			kind: KeyInvisible,
			says: "sites.mine.api_key_env",
		},
		{
			name: "spaces",
			line: "api_key_file = '/k'",
			set:  func(w *system) { w.put("/k", "test key", 0o600) },
			kind: KeyMalformed,
			says: "sites.mine.api_key_file",
		},
		{
			name: "control characters",
			line: "api_key_env = 'K'",
			set:  func(w *system) { w.env["K"] = "test\x1bkey" },
			kind: KeyMalformed,
			says: "sites.mine.api_key_env",
		},
		{
			name: "not ASCII",
			line: "api_key_env = 'K'",
			set:  func(w *system) { w.env["K"] = "ключ" },
			kind: KeyMalformed,
			says: "sites.mine.api_key_env",
		},
		{
			name: "failing command",
			line: "api_key_command = ['pass', 'hidden-argument']",
			set:  func(w *system) { w.runErr = errors.New("exit status 1") },
			kind: KeyCommandFailed,
			says: "pass exit status 1",
		},
		{
			name: "silent command",
			line: "api_key_command = ['pass']",
			kind: KeyMalformed,
			says: "sites.mine.api_key_command",
		},
		{name: "empty keyring", line: "api_key_keyring = true", kind: KeyringEmpty, says: "mine"},
		{
			name: "broken keyring",
			line: "api_key_keyring = true",
			set:  func(w *system) { w.ringErr = errBroken },
			kind: KeyringFailed,
			says: "broken",
		},
		{name: "no D-Bus", line: "api_key_keyring = true", set: func(w *system) {
			w.ringErr = &exec.Error{Name: "dbus-launch", Err: exec.ErrNotFound}
		}, kind: KeyringMissing, says: "dbus-launch"},
		{
			name: "no display",
			line: "api_key_keyring = true",
			set:  func(w *system) { w.ringErr = &exec.ExitError{} },
			kind: KeyringMissing,
			says: "mine",
		},
		{name: "no bus at its address", line: "api_key_keyring = true", set: func(w *system) {
			w.ringErr = &net.OpError{Op: "dial", Net: "unix", Err: fs.ErrNotExist}
		}, kind: KeyringMissing, says: "dial"},
		{name: "no program for secrets", line: "api_key_keyring = true", set: func(w *system) {
			w.ringErr = errors.New("The name org.freedesktop.secrets was not provided by any .service files")
		}, kind: KeyringMissing, says: "mine"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(mine(tt.line))
			s := w.site(t, nil)
			if tt.set != nil {
				tt.set(w)
			}
			key, err := s.APIKey(t.Context(), nil)
			e := only(t, err)
			if e.Kind != tt.kind || !strings.Contains(e.Error(), tt.says) || !key.IsZero() {
				t.Errorf("got %v", err)
			}
			for _, secret := range []string{testKey, "test key", "hidden-argument"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error shows %q: %v", secret, err)
				}
			}
		})
	}
}

// A user may enter the key itself where the name of its place belongs.
func TestKeyInPlaceOfANameIsNotRepeated(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		env        map[string]string
		flags      Flags
		kind       Kind
	}{
		{name: "variable", file: mine("api_key_env = '" + testKey + "'"), kind: KeyEnvEmpty},
		{name: "file", file: mine("api_key_file = '" + testKey + "'"), kind: KeyFileMissing},
		{
			name: "file of the environment",
			file: mine(""),
			env:  map[string]string{envAPIKeyFile: testKey},
			kind: KeyFileMissing,
		},
		{name: "flag", file: mine(""), flags: Flags{flagAPIKeyFile: testKey}, kind: KeyFileMissing},
		{name: "program", file: mine("api_key_command = ['" + testKey + "']"), kind: KeyCommandMissing},
		{name: "path of a program", file: mine("api_key_command = ['/" + testKey + "']"), kind: KeyCommandMissing},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.file)
			for k, v := range tt.env {
				w.env[k] = v
			}
			s := w.site(t, tt.flags)
			s.src.Run = program.Run
			_, err := s.APIKey(t.Context(), nil)
			if !IsKind(err, tt.kind) || strings.Contains(err.Error(), testKey) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestKeyFileThatFailsToRead(t *testing.T) {
	for _, f := range []brokenFile{{}, {statErr: errBroken}} {
		src := newSystem("").source()
		src.Open = func(string) (fs.File, error) { return f, nil }
		s := &Site{src: src, Key: KeyPlace{Kind: KeyFile, Name: "/k"}}
		if _, err := s.APIKey(t.Context(), nil); !errors.Is(err, errBroken) {
			t.Errorf("got %v", err)
		}
	}
}

// Whoever can write the configuration could run a program as its reader.
func TestSharedConfigurationNamesNoProgram(t *testing.T) {
	for _, mode := range []fs.FileMode{0o664, 0o646} {
		w := newSystem("")
		w.put(confPath, mine("api_key_command = ['pass']"), mode)
		c, err := Load(w.source(), nil)
		if e := only(t, err); e.Kind != KeyCommandShared || e.Command != "chmod go-w '"+confPath+"'" {
			t.Errorf("%v: %v", mode, err)
		}
		if s, err := c.Site(); s != nil || !IsKind(err, KeyCommandShared) {
			t.Errorf("%v: a site was returned: %v", mode, err)
		}
		w.put(confPath, mine("api_key_env = 'K'"), mode)
		w.site(t, nil)
	}
	w := newSystem("")
	w.put(confPath, mine("api_key_command = ['pass']"), 0o644)
	w.site(t, nil)
}

func TestTwoKeysInTheEnvironment(t *testing.T) {
	w := newSystem(mine(""))
	w.env["CHANNELDECK_API_KEY"], w.env["CHANNELDECK_API_KEY_FILE"] = testKey, "/k"
	if _, err := w.load(t, nil).Site(); !IsKind(err, SeveralKeys) || strings.Contains(err.Error(), testKey) {
		t.Errorf("got %v", err)
	}
}

// A key goes to the origin that was configured with it and to no other.
func TestKeyStaysWithItsOrigin(t *testing.T) {
	file := mine("api_key_env = 'MY_KEY'")
	for _, tt := range []struct {
		name, file string
		env        map[string]string
		flags      Flags
		refused    bool
	}{
		{name: "flag names another host", file: file, flags: Flags{"base-url": "https://other.example"}, refused: true},
		{
			name:    "environment names another host",
			file:    file,
			env:     map[string]string{envBaseURL: "https://other.example"},
			refused: true,
		},
		{name: "without TLS", file: file, flags: Flags{"base-url": "http://mine.example"}, refused: true},
		{name: "same origin, another path", file: file, flags: Flags{"base-url": "https://mine.example:443/deck"}},
		{
			name:    "key of the environment, URL of the file",
			file:    file,
			env:     map[string]string{envAPIKey: testKey},
			flags:   Flags{"base-url": "https://other.example"},
			refused: true,
		},
		{name: "both as flags", file: file, flags: Flags{"base-url": "https://other.example", flagAPIKeyFile: "/k"}},
		{
			name:  "the file has no base URL",
			file:  "[sites.mine]\napi_key_env = 'MY_KEY'",
			flags: Flags{"base-url": "https://other.example"},
		},
		{
			name:    "environment's pair against a flag",
			env:     map[string]string{envBaseURL: "https://a.example", envAPIKey: testKey},
			flags:   Flags{"base-url": "https://b.example"},
			refused: true,
		},
		{
			name: "environment's pair",
			file: file,
			env:  map[string]string{envBaseURL: "https://a.example", envAPIKey: testKey},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.file)
			w.put("/k", testKey, 0o600)
			w.env["MY_KEY"] = testKey
			for k, v := range tt.env {
				w.env[k] = v
			}
			key, err := w.site(t, tt.flags).APIKey(t.Context(), nil)
			switch {
			case tt.refused && (!IsKind(err, KeyElsewhere) || !key.IsZero()):
				t.Errorf("the key was sent: %v", err)
			case !tt.refused && (err != nil || key.Reveal() != testKey):
				t.Errorf("got %v", err)
			}
		})
	}
}

// The key in the environment belongs to the site that CHANNELDECK_SITE names, or
// the default of the file, and goes to no other.
func TestKeyOfTheEnvironmentBelongsToOneSite(t *testing.T) {
	withDefault := "site = 'china'\n" + twoSites
	for _, tt := range []struct {
		name, file string
		env        map[string]string
		flags      Flags
		refused    bool
	}{
		{name: "default", file: withDefault},
		{name: "default, named", file: withDefault, flags: Flags{"site": "china"}},
		{name: "other than the default", file: withDefault, flags: Flags{"site": "international"}, refused: true},
		{name: "CHANNELDECK_SITE", file: withDefault, env: map[string]string{envSite: "international"}},
		{
			name:    "other than CHANNELDECK_SITE",
			file:    withDefault,
			env:     map[string]string{envSite: "international"},
			flags:   Flags{"site": "china"},
			refused: true,
		},
		{name: "no default", file: twoSites, flags: Flags{"site": "china"}, refused: true},
		{name: "the only site", file: mine("")},
		{
			name:  "no site in the file",
			env:   map[string]string{envBaseURL: "https://x.example"},
			flags: Flags{"site": "china"},
		},
		{name: "only a base URL", flags: Flags{"base-url": "https://x.example"}},
		{
			name:  "with a key of its own",
			file:  withDefault + "api_key_env = 'OWN'\n",
			env:   map[string]string{"OWN": testKey, envAPIKey: "other"},
			flags: Flags{"site": "international"},
		},
	} {
		for _, variable := range []string{envAPIKey, envAPIKeyFile} {
			t.Run(tt.name+" "+variable, func(t *testing.T) {
				w := newSystem(tt.file)
				w.put("/k", testKey, 0o600)
				w.env[variable] = map[string]string{envAPIKey: testKey, envAPIKeyFile: "/k"}[variable]
				for k, v := range tt.env {
					if variable == envAPIKey || k != envAPIKey {
						w.env[k] = v
					}
				}
				key, err := w.site(t, tt.flags).APIKey(t.Context(), nil)
				switch {
				case tt.refused && (!IsKind(err, KeyOfOtherSite) || only(t, err).Key != variable || !key.IsZero()):
					t.Errorf("the key was given: %v", err)
				case !tt.refused && (err != nil || key.Reveal() != testKey):
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

// Ctrl-C ends the program, and the context a moment later.
func TestInterruptedCommand(t *testing.T) {
	w := newSystem(mine("api_key_command = ['pass']"))
	w.runErr = context.Canceled
	if _, err := w.site(t, nil).APIKey(t.Context(), nil); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// A program has ten seconds to print a key or a password.
func TestCommandHasTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newSystem("history_password_command = ['vault']\n" + mine("api_key_command = ['pass']"))
		c := w.load(t, nil)
		c.src.Run = func(ctx context.Context, _ program.Program, started func()) ([]byte, error) {
			started()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		s, err := c.Site()
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = s.APIKey(t.Context(), nil)
		if e := only(t, err); e.Kind != KeyCommandSlow || e.Value != "pass" || time.Since(began) != 10*time.Second {
			t.Errorf("key: %v after %v", err, time.Since(began))
		}
		password, err := c.HistoryPassword()
		if err != nil {
			t.Fatal(err)
		}
		began = time.Now()
		_, err = password(t.Context())
		if e := only(t, err); e.Kind != KeyCommandSlow || e.Value != "vault" || time.Since(began) != 10*time.Second {
			t.Errorf("password: %v after %v", err, time.Since(began))
		}
	})
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
		w := newSystem(mine("api_key_command = ['pass']"))
		w.runErr = ctx.Err()
		if _, err := w.site(t, nil).APIKey(ctx, nil); !tt.check(err) {
			t.Errorf("%s: %v", tt.name, err)
		}
		w = newSystem(mine("api_key_keyring = true"))
		stuck := make(chan struct{})
		s := w.site(t, nil)
		s.src.Keyring = func(string, string) (string, error) { <-stuck; return "", nil }
		if _, err := s.APIKey(ctx, nil); !errors.Is(err, ctx.Err()) {
			t.Errorf("%s: keyring: %v", tt.name, err)
		}
		close(stuck)
	}
}

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
