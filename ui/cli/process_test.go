//go:build !windows

package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/testkit/parallel"
	"channeldeck/ui/testkit/postgres"
)

// asChanneldeck are the variables that make the test binary channeldeck. With the race
// detector a process would else end a second later.
var asChanneldeck = []string{"TEST_AS_CHANNELDECK=1", "GORACE=atexit_sleep_ms=0"}

// TestMain runs the test binary as channeldeck for tests that need a process.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_AS_CHANNELDECK") != "" {
		os.Exit(Main(nil))
	}
	completionTimeout = time.Minute
	parallel.Waiting()
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}

func process(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(append(env, asChanneldeck...), "GOCOVERDIR="+t.TempDir(), "HOME="+t.TempDir(), "LANG=C.UTF-8")
	t.Cleanup(func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill() // unless it has ended
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

// begun starts a process and waits for its first n bytes. rest is the output that
// follows.
func begun(t *testing.T, cmd *exec.Cmd, n int) (first string, rest io.ReadCloser) {
	t.Helper()
	rest, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, n)
	if _, err := io.ReadFull(rest, buf); err != nil {
		t.Fatal(err)
	}
	return string(buf), rest
}

func send(t *testing.T, cmd *exec.Cmd, signal os.Signal) {
	t.Helper()
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// interrupted runs a command and interrupts it during a request that gets no
// response.
func interrupted(t *testing.T, args ...string) result {
	t.Helper()
	requested := make(chan struct{}, 8) // a command may make several requests at once
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // without this the server does not notice that the client left
		requested <- struct{}{}
		<-r.Context().Done()
	}))
	defer server.Close()
	cmd := process(t, []string{"CHANNELDECK_BASE_URL=" + server.URL, "CHANNELDECK_API_KEY=" + testKey}, args...)
	var out, errs strings.Builder
	cmd.Stdout = &out
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-requested
	send(t, cmd, os.Interrupt)
	return result{exit(t, cmd), out.String(), errs.String()}
}

func TestSignalsEndTheSandbox(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		const address = "http://127.0.0.1:"
		cmd := process(t, nil, "sandbox", "--listen", "127.0.0.1:0")
		if first, _ := begun(t, cmd, len(address)); first != address {
			t.Fatal(first)
		}
		send(t, cmd, signal)
		if code := exit(t, cmd); code != ExitInterrupted {
			t.Errorf("%v: exit %d", signal, code)
		}
	}
}

// A reader that closes the pipe early, such as head, is not an error.
func TestClosedPipe(t *testing.T) {
	t.Parallel()
	cmd := process(t, nil, "accounts", "--demo", "--accounts", "3000", "-o", "ndjson")
	var errs strings.Builder
	cmd.Stderr = &errs
	_, out := begun(t, cmd, 100)
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

// An interruption during a request prints nothing.
func TestInterruptedRequest(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"accounts -o json",
		"accounts -o csv",
		"platforms",
		"options x",
		"work x 1",
		"session 6710a1e5c0de000000000001",
		"prices",
		"prices -o json",
		"doctor",
	} {
		if got := interrupted(t, strings.Fields(args)...); got != (result{code: ExitInterrupted}) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// An interrupted output ends with a whole line.
func TestInterruptedOutput(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ndjson", "json", "csv", "table", "markdown"} {
		cmd := process(t, nil, "accounts", "--demo", "--accounts", "4000", "-o", format)
		var errs strings.Builder
		cmd.Stderr = &errs
		first, out := begun(t, cmd, 100)
		send(t, cmd, os.Interrupt)
		rest, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		all := first + string(rest)
		if code := exit(t, cmd); code != ExitInterrupted || errs.Len() > 0 || !strings.HasSuffix(all, "\n") {
			t.Errorf("%s: exit %d, %q, %d bytes, the last %q", format, code, &errs, len(all), all[len(all)-30:])
		}
	}
}

// The group may exist although the user interrupted the command.
func TestInterruptedCreation(t *testing.T) {
	t.Parallel()
	got := interrupted(t, "groups", "create", "x", "--duplicate")
	if got.code != ExitInterrupted || got.out != "" || !strings.Contains(got.err, "outcome is unknown") {
		t.Errorf("%+v", got)
	}
}

// The group exists whether or not its fields could be printed.
func TestCreationIsReportedWhenOutputFails(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full")
	}
	closed := func(t *testing.T) *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		return w
	}
	full := func(t *testing.T) *os.File {
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for name, open := range map[string]func(*testing.T) *os.File{"closed pipe": closed, "full disk": full} {
		for _, format := range []string{"table", "json"} {
			out := open(t)
			cmd := process(t, nil, "groups", "create", "Spring", "--demo", "-o", format)
			var errs strings.Builder
			cmd.Stdout = out
			cmd.Stderr = &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			code := exit(t, cmd)
			out.Close()
			if code != ExitFailed || !strings.Contains(errs.String(), "The group “Spring” was created") {
				t.Errorf("%s, %s: exit %d: %s", name, format, code, &errs)
			}
			if format == "json" && !strings.HasPrefix(errs.String(), "{") {
				t.Errorf("%s: not JSON: %s", name, &errs)
			}
		}
	}
}

// The standard library reads the environment's proxy once in a process.
func TestDoctorNamesTheProxy(t *testing.T) {
	t.Parallel()
	const host = "127.0.0.1:1" // nothing listens there
	cmd := process(
		t,
		[]string{"HTTPS_PROXY=http://user:hunter2@" + host},
		"doctor",
		"--base-url",
		"https://service.example",
		"-o",
		"tsv",
	)
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != ExitUnreachable {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{
		"site.proxy\tok\tRequests go through the proxy " + host,
		"site.reach\tfailed\tThe proxy " + host + " refused the connection.",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "hunter2") {
		t.Errorf("the password is shown:\n%s", out)
	}
}
