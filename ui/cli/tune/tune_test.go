package tune

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"
)

// TestMain prints the percentage that is in force after some collections, in a child.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_PRINT_PERCENT") == "" {
		os.Exit(m.Run())
	}
	if os.Getenv("TEST_COMMAND") != "" {
		Command()
	}
	size, _ := strconv.Atoi(os.Getenv("TEST_LIVE_MB"))
	live := make([]byte, size<<20)
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	for metrics.Read(percent); percent[0].Value.Uint64() == first; metrics.Read(percent) {
		runtime.GC()
	}
	fmt.Print(percent[0].Value.Uint64())
	runtime.KeepAlive(live)
}

func TestPercent(t *testing.T) {
	for _, test := range []struct{ gogc, live, command, want string }{
		{"", "1", "", "35"},
		{"", "50", "", "31"},
		{"", "64", "", "18"},
		{"", "200", "", "8"},
		{"", "1", "yes", "300"},
		{"", "50", "yes", "47"},
		{"", "58", "yes", "30"},
		{"", "66", "yes", "14"},
		{"", "74", "yes", "10"},
		{"", "300", "yes", "8"},
		{"80", "1", "", "80"},
		{"500", "64", "yes", "500"},
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(
			os.Environ(),
			"TEST_PRINT_PERCENT=1",
			"GOGC="+test.gogc,
			"TEST_LIVE_MB="+test.live,
			"TEST_COMMAND="+test.command,
		)
		if got, err := cmd.Output(); string(got) != test.want || err != nil {
			t.Errorf("%+v: %s, error %v", test, got, err)
		}
	}
}
