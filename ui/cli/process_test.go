//go:build !windows

package cli

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestMain lets the test's own binary be channeldeck, for tests that need a
// process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_AS_CHANNELDECK") != "" {
		os.Exit(Main())
	}
	os.Exit(m.Run())
}

func process(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(env, "TEST_AS_CHANNELDECK=1", "GOCOVERDIR="+t.TempDir(), "HOME="+t.TempDir(), "LANG=C.UTF-8")
	t.Cleanup(func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill() // it has ended by now, or the test has failed
		}
	})
	return cmd
}

func exit(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	err := cmd.Wait()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func TestSignalsEndTheSandbox(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := process(t, nil, "sandbox", "--listen", "127.0.0.1:0")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
			t.Fatal(line, err)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := exit(t, cmd); code != ExitInterrupted {
			t.Errorf("%v: exit %d", signal, code)
		}
	}
}

func TestInterruptWhileWaiting(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	defer server.Close()
	cmd := process(t, []string{"CHANNELDECK_BASE_URL=" + server.URL, "CHANNELDECK_API_KEY=" + testKey}, "accounts", "-o", "json")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exit(t, cmd); code != ExitInterrupted || out.Len() > 0 || errs.Len() > 0 {
		t.Errorf("exit %d, %q, %q", code, &out, &errs)
	}
}

// A reader that leaves early, as head does, is no reason for a complaint.
func TestReaderLeaves(t *testing.T) {
	t.Parallel()
	cmd := process(t, nil, "accounts", "--demo", "--accounts", "3000", "-o", "ndjson")
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if code := exit(t, cmd); code == ExitDone || errs.Len() > 0 {
		t.Errorf("exit %d: %s", code, &errs)
	}
}

func TestMainPrintsTheVersion(t *testing.T) {
	t.Parallel()
	out, err := process(t, nil, "version").Output()
	if err != nil || !strings.HasPrefix(string(out), "channeldeck ") {
		t.Errorf("%s, %v", out, err)
	}
}

// Ctrl-C while the service is asked, or while much is printed, leaves whole
// lines and says nothing.
func TestInterruptOfCommands(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 8)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	defer server.Close()
	for _, args := range []string{
		"platforms", "options x", "work x 1", "session 6710a1e5c0de000000000001", "prices", "prices -o json", "doctor", "accounts -o csv",
	} {
		cmd := process(t, []string{"CHANNELDECK_BASE_URL=" + server.URL, "CHANNELDECK_API_KEY=" + testKey}, strings.Fields(args)...)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-asked
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if code := exit(t, cmd); code != ExitInterrupted || out.Len() > 0 || errs.Len() > 0 {
			t.Errorf("%s: exit %d, %q, %q", args, code, &out, &errs)
		}
	}
}

func TestInterruptWhilePrinting(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ndjson", "json", "csv", "table", "markdown"} {
		cmd := process(t, nil, "accounts", "--demo", "--accounts", "20000", "-o", format)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var errs strings.Builder
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		begun := make([]byte, 100)
		if _, err := io.ReadFull(out, begun); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		all := string(begun) + string(rest)
		if code := exit(t, cmd); code != ExitInterrupted || errs.Len() > 0 || !strings.HasSuffix(all, "\n") {
			t.Errorf("%s: exit %d, %q, %d bytes, the last %q", format, code, &errs, len(all), all[len(all)-30:])
		}
	}
}

// A group may have been created although the person gave up waiting.
func TestInterruptOfACreation(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server does not see the client leave
		close(asked)
		<-r.Context().Done()
	}))
	defer server.Close()
	cmd := process(t, []string{"CHANNELDECK_BASE_URL=" + server.URL, "CHANNELDECK_API_KEY=" + testKey}, "groups", "create", "x")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exit(t, cmd); code != ExitInterrupted || out.Len() > 0 || !strings.Contains(errs.String(), "outcome is unknown") {
		t.Errorf("exit %d, %q, %q", code, &out, &errs)
	}
}
