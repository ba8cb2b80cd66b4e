package cli

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"channeldeck/api/sandbox"
)

// unit is serve as the systemd unit of ui/serve/README.md runs it: with DynamicUser the user is
// unknown, and its home is /.
type unit struct {
	address string
	signer  gossh.Signer
	log     *bufio.Scanner
}

func startUnit(t *testing.T, dir string, env ...string) *unit {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can run a program as another user")
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	u := &unit{}
	if u.signer, err = gossh.NewSignerFromKey(private); err != nil {
		t.Fatal(err)
	}
	keys := write(t, filepath.Join(dir, "keys"), string(gossh.MarshalAuthorizedKey(key)), 0o644)
	cmd := exec.Command(
		"/proc/self/exe",
		"serve",
		"--listen",
		"127.0.0.1:0",
		"--authorized-keys",
		keys,
		"--host-key",
		filepath.Join(dir, "state", "host_key"),
	)
	cmd.Dir = "/"
	cmd.Env = append(append([]string{"HOME=/", "LANG=C.UTF-8"}, asChanneldeck...), env...)
	// the first dynamic user
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 61184, Gid: 61184}}
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have failed
		_ = cmd.Wait()
	})
	u.log = bufio.NewScanner(stderr)
	u.address, _ = u.until(t, "listening")["address"].(string)
	return u
}

// until returns the next line of the log with a message.
func (u *unit) until(t *testing.T, message string) map[string]any {
	t.Helper()
	for u.log.Scan() {
		var line map[string]any
		if err := json.Unmarshal(u.log.Bytes(), &line); err != nil {
			t.Fatalf("%v: %s", err, u.log.Text())
		}
		if line["msg"] == message {
			return line
		}
	}
	t.Fatalf("the log ended without %q", message)
	return nil
}

func (u *unit) run(t *testing.T, command string) (out, errs string) {
	t.Helper()
	client, err := gossh.Dial("tcp", u.address, &gossh.ClientConfig{
		Auth:            []gossh.AuthMethod{gossh.PublicKeys(u.signer)},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	session.Stdout = &stdout
	session.Stderr = &stderr
	if err := session.Run(command); err != nil {
		_, _ = io.WriteString(&stderr, err.Error())
	}
	return stdout.String(), stderr.String()
}

// The unit finds the configuration, its credential and the history in the directories of
// systemd. The credential has the mode of one with an ACL.
func TestServeAsAUnit(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	dir := t.TempDir()
	for path := dir; path != os.TempDir() && path != "/"; path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"conf", "cred", "state"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	state := filepath.Join(dir, "state")
	write(
		t,
		filepath.Join(dir, "conf", "config.toml"),
		"[sites.china]\nbase_url = '"+d.URL+"'\napi_key_file = 'china.key'\n",
		0o644,
	)
	write(t, filepath.Join(dir, "conf", "china.key"), "of root", 0o600)
	credential := write(t, filepath.Join(dir, "cred", "china.key"), testKey, 0o440)
	for path, mode := range map[string]os.FileMode{credential: 0o440, state: 0o700} {
		if err := os.Chown(path, 61184, 61184); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{
		"CONFIGURATION_DIRECTORY=" + filepath.Join(dir, "conf") + ":/etc/other",
		"CREDENTIALS_DIRECTORY=" + filepath.Join(dir, "cred"),
	}
	const command = "accounts --columns nickname,sevenDays"

	u := startUnit(t, dir, append(env, "STATE_DIRECTORY="+state+":/var/lib/other")...)
	out, errs := u.run(t, command)
	if strings.Count(out, "\n") < 3 || errs != "" {
		t.Errorf("got %q, %q", out, errs)
	}
	if _, err := os.Stat(filepath.Join(state, "channeldeck.db")); err != nil {
		t.Error(err)
	}

	// Without STATE_DIRECTORY the history would be below the home, which is /.
	u = startUnit(t, dir, env...)
	u.run(t, command)
	if line := u.until(t, "history unavailable"); !strings.Contains(line["reason"].(string), "/.local") {
		t.Errorf("got %v", line)
	}
}

// A setting that leaves every session without a history is in the log of the server, at its
// start and after a reload, and not only on the screens of the users.
func TestServeLogsTheHistorySetting(t *testing.T) {
	t.Parallel()
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("SIGHUP is ignored, as it is below nohup: a server does not reload then.")
	}
	dir := t.TempDir()
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	keys := write(t, filepath.Join(dir, "keys"), string(gossh.MarshalAuthorizedKey(key)), 0o600)
	file := write(
		t,
		filepath.Join(dir, "config.toml"),
		"history = 'postgres://u@127.0.0.1:1/db'\nhistory_password_command = 'pass show db'\n[sites.china]\n"+
			"base_url = 'https://service.example.cn'\n",
		0o600,
	)
	cmd := process(
		t, nil, "serve", "--config", file, "--listen", "127.0.0.1:0", "--authorized-keys", keys,
		"--host-key", filepath.Join(dir, "host_key"),
	)
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	log := unit{log: bufio.NewScanner(stderr)}
	check := func(until string) {
		t.Helper()
		if line := log.until(
			t,
			"history unavailable",
		); !strings.Contains(line["reason"].(string), "wrong_type history_password_command") {
			t.Errorf("got %v", line)
		}
		log.until(t, until)
	}
	check("listening")
	send(t, cmd, syscall.SIGHUP)
	check("reloaded")
}
