package tune

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"testing"
)

// TestMain prints the percentage that is in force after the first collection, in a child.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_PRINT_PERCENT") == "" {
		os.Exit(m.Run())
	}
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	for metrics.Read(percent); percent[0].Value.Uint64() == 300; metrics.Read(percent) {
		runtime.GC()
	}
	fmt.Print(percent[0].Value.Uint64())
}

func TestPercent(t *testing.T) {
	for gogc, want := range map[string]string{"": "35", "80": "80", "400": "400"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "TEST_PRINT_PERCENT=1", "GOGC="+gogc)
		if got, err := cmd.Output(); string(got) != want || err != nil {
			t.Errorf("with GOGC=%q: %s, error %v, want %s", gogc, got, err, want)
		}
	}
}
