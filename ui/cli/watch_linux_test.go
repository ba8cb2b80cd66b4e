package cli

import (
	"bufio"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// A server passes new findings to on_finding while nobody is connected, each once, also if it checks
// again, is started again, or record runs.
func TestServeChecksWithoutSessions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var status atomic.Int32
	status.Store(1)
	loads := make(chan struct{}, 100)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/accounts") {
			_, _ = fmt.Fprint(w, `{"code":0,"message":"ok","data":[]}`)
			return
		}
		_, _ = fmt.Fprintf(
			w,
			`{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"u","type":"x","uid":"1",`+
				`"nickname":"Harbor","groupId":"g","status":%d}]}}`,
			status.Load(),
		)
		loads <- struct{}{}
	}))
	t.Cleanup(service.Close)
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	keys := write(t, filepath.Join(dir, "keys"), string(gossh.MarshalAuthorizedKey(key)), 0o600)
	pipe := filepath.Join(dir, "pipe")
	told := filepath.Join(dir, "told")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	heard, err := os.OpenFile(pipe, os.O_RDWR, 0) // a reader alone would wait for a writer
	if err != nil {
		t.Fatal(err)
	}
	defer heard.Close()
	file := write(
		t,
		filepath.Join(dir, "config.toml"),
		fmt.Sprintf(
			"refresh = '1s'\non_finding = ['sh', '-c', 'tee -a %s > %s']\n[sites.a]\nbase_url = '%s'\n"+
				"api_key_env = 'KEY'\n",
			told,
			pipe,
			service.URL,
		),
		0o600,
	)
	env := []string{"KEY=" + testKey, "XDG_STATE_HOME=" + dir, "TZ=UTC", "PATH=" + os.Getenv("PATH")}
	record := func() {
		t.Helper()
		if out, err := process(t, env, "record", "--config", file).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		<-loads
	}
	record()
	status.Store(0)
	lines := bufio.NewReader(heard)
	for start := range 2 {
		cmd := process(
			t, env, "serve", "--config", file, "--listen", "127.0.0.1:0", "--authorized-keys",
			keys, "--host-key", filepath.Join(dir, "host_key"),
		)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if start == 0 {
			line, err := lines.ReadString('\n')
			var found []struct{ Finding string }
			if err != nil || json.Unmarshal([]byte(line), &found) != nil || len(found) != 1 ||
				found[0].Finding != "turnedAbnormal" {
				t.Errorf("%v: the program got %s", err, line)
			}
		}
		<-loads
		<-loads // of a later check, so the first one has ended
		send(t, cmd, syscall.SIGTERM)
		if code := exit(t, cmd); code != ExitDone && code != ExitInterrupted {
			t.Errorf("exit %d", code)
		}
		for len(loads) > 0 {
			<-loads
		}
	}
	record()
	if text, err := os.ReadFile(told); err != nil || strings.Count(string(text), "turnedAbnormal") != 1 {
		t.Errorf("%v: the program got\n%s", err, text)
	}
}
