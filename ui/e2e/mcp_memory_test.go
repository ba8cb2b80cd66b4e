//go:build unix

package e2e

import (
	"bufio"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// 100 calls at once take at most 120 MB, and all of them are answered, with less than 64 kB each.
func TestManyCallsOfAgentsTakeLittleMemory(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc: the peak of the memory of a process is known on Linux only")
	}
	s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 1000})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	cmd := exec.CommandContext(t.Context(), channeldeck, "mcp")
	cmd.Env = append(home(t), service(server.URL, testKey)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	const calls = 100
	go func() {
		fmt.Fprintln(
			in,
			`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18",`+
				`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		)
		for i := range calls {
			call := []string{
				`"accounts","arguments":{"limit":500}`,
				`"triage","arguments":null`,
				`"quote","arguments":{"question":"8s 1080p"}`,
				`"check","arguments":{"platform":"pinterest","title":"x"}`,
			}[i%4]
			fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%s}}`+"\n", i, call)
		}
	}()
	lines := bufio.NewReader(out)
	for range calls + 1 {
		line, err := lines.ReadString('\n')
		if err != nil || len(line) > 64<<10 || !strings.Contains(line, `"result":`) ||
			strings.Contains(line, `"isError":true`) {
			t.Fatalf("%d bytes, %v: %.300s", len(line), err, line)
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	peak := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindStringSubmatch(string(status))
	if kB, _ := strconv.Atoi(peak[1]); kB > 120_000 {
		t.Errorf("%d kB", kB)
	} else {
		t.Logf("%d kB", kB)
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
