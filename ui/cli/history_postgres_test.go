package cli

import (
	"crypto/tls"
	"encoding/binary"
	"encoding/pem"
	"io"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

// login is a PostgreSQL server that asks for a password, remembers it and refuses it.
type login struct {
	tls *tls.Config // nil for a server without TLS

	mu        sync.Mutex
	passwords []string // those that arrived over TLS end with " TLS"
}

func (l *login) serve(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return // the test has ended
		}
		go func() {
			defer conn.Close()
			_ = l.talk(conn) // a client that refuses the certificate leaves
		}()
	}
}

func (l *login) talk(conn net.Conn) error {
	const tlsRequest = 80877103
	secured := ""
	body, err := message(conn)
	if err == nil && binary.BigEndian.Uint32(body) == tlsRequest {
		if l.tls == nil {
			_, err = conn.Write([]byte("N"))
		} else if _, err = conn.Write([]byte("S")); err == nil {
			conn = tls.Server(conn, l.tls)
			secured = " TLS"
		}
		if err == nil {
			_, err = message(conn)
		}
	}
	if err != nil {
		return err
	}
	kind := make([]byte, 1)
	if _, err := conn.Write([]byte{'R', 0, 0, 0, 8, 0, 0, 0, 3}); err != nil { // the password in clear text, please
		return err
	}
	if _, err := io.ReadFull(conn, kind); err != nil {
		return err
	}
	if body, err = message(conn); err != nil {
		return err
	}
	l.mu.Lock()
	l.passwords = append(l.passwords, strings.TrimSuffix(string(body), "\x00")+secured)
	l.mu.Unlock()
	refusal := "SFATAL\x00C28P01\x00Mpassword authentication failed\x00\x00"
	_, err = conn.Write(append(binary.BigEndian.AppendUint32([]byte("E"), uint32(len(refusal)+4)), refusal...))
	return err
}

// message reads a message after its kind.
func message(conn io.Reader) ([]byte, error) {
	size := make([]byte, 4)
	if _, err := io.ReadFull(conn, size); err != nil {
		return nil, err
	}
	body := make([]byte, min(binary.BigEndian.Uint32(size)-4, 1<<16))
	_, err := io.ReadFull(conn, body)
	return body, err
}

// The output of history_password_command is the password that the server gets, over
// TLS as the URL says.
func TestHistoryPasswordCommand(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(nil) // for its certificate of 127.0.0.1
	t.Cleanup(web.Close)
	dir := t.TempDir()
	root := write(
		t,
		filepath.Join(dir, "root.pem"),
		string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw})),
		0o600,
	)
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	for _, test := range []struct {
		name, query string
		tls         *tls.Config
		want        string // password; "" for no login
	}{
		{"no TLS", "sslmode=disable", nil, "hunter2"},
		{"TLS is missing", "sslmode=require", nil, ""},
		{"unchecked certificate", "sslmode=require", web.TLS, "hunter2 TLS"},
		{"unknown certificate", "sslmode=verify-full", web.TLS, ""},
		{"known certificate", "sslmode=verify-full&sslrootcert=" + root, web.TLS, "hunter2 TLS"},
	} {
		t.Run(test.name, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			server := &login{tls: test.tls}
			go server.serve(listener)
			env := withState(t, d.env())
			settings := "history = 'postgres://u@" + listener.Addr().String() + "/db?" + test.query + "'\n" +
				"history_password_command = ['printf', 'hunter2\\nmore']\n"
			env["CHANNELDECK_CONFIG"] = write(t, filepath.Join(dir, "config.toml"), settings, 0o600)
			got := run(t, env, "record")
			server.mu.Lock()
			defer server.mu.Unlock()
			if sent := strings.Join(server.passwords, ", "); sent != test.want {
				t.Errorf("passwords %q", sent)
			}
			if got.code != ExitFailed || !strings.Contains(got.err, "history") ||
				strings.Contains(got.err+got.out, "hunter2") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// A program that prints without end is no source of a key or a password.
func TestEndlessCommands(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	for _, test := range []struct{ lang, want string }{
		{"en", "yes printed more than 4 kB"},
		{"zh", "yes 的输出超过 4 kB"},
	} {
		env := withState(t, d.env())
		env["CHANNELDECK_LANG"] = test.lang
		env["CHANNELDECK_CONFIG"] = write(
			t,
			filepath.Join(t.TempDir(), "config.toml"),
			"history = 'postgres://u@127.0.0.1:1/db'\nhistory_password_command = ['yes']\n",
			0o600,
		)
		if got := run(t, env, "history", "show"); got.code != ExitFailed || !strings.Contains(got.err, test.want) {
			t.Errorf("password: %+v", got)
		}
		delete(env, "CHANNELDECK_API_KEY")
		env["CHANNELDECK_CONFIG"] = write(
			t,
			filepath.Join(t.TempDir(), "config.toml"),
			"[sites.mine]\nbase_url = 'https://127.0.0.1:1'\napi_key_command = ['yes']\n",
			0o600,
		)
		delete(env, "CHANNELDECK_BASE_URL")
		if got := run(t, env, "accounts"); got.code != ExitUsage || !strings.Contains(got.err, test.want) {
			t.Errorf("key: %+v", got)
		}
	}
}

// A configuration with a password in the URL is refused without printing it.
func TestPasswordInHistoryURL(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	for _, value := range []string{"postgres://u:hunter2@h/db", "host=h password=hunter2"} {
		env := withState(t, d.env())
		env["CHANNELDECK_CONFIG"] = write(
			t,
			filepath.Join(t.TempDir(), "config.toml"),
			"history = '"+value+"'\n",
			0o600,
		)
		for _, args := range [][]string{{"record"}, {"history", "path"}, {"doctor"}, {"config", "show"}} {
			if got := run(t, env, args...); got.code == ExitDone ||
				!strings.Contains(got.out+got.err, "without a password") ||
				strings.Contains(got.out+got.err, "hunter2") {
				t.Errorf("%q, %v: %+v", value, args, got)
			}
		}
	}
}

// A server of the history that accepts a connection and then is silent does not keep a command
// from printing: it says that it goes on without the history.
func TestSilentHistory(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() // nobody accepts: the system does
	env := d.env()
	env["CHANNELDECK_HISTORY"] = "postgres://u@" + listener.Addr().String() + "/db?sslmode=disable"
	begun := time.Now()
	for _, args := range [][]string{{"accounts", "-o", "csv"}, {"options", "xhs", "-o", "json"}, {"triage"}} {
		got := run(t, env, args...)
		if strings.Count(got.err, "history") != 1 ||
			args[0] == "accounts" && (got.code != ExitDone || strings.Count(got.out, "\n") != 4) {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if took := time.Since(begun); took > 9*time.Second { // what lib/pq waits for one connection
		t.Errorf("the commands took %v", took)
	}
}
