//go:build unix

package e2e

import (
	"os/exec"
	"strings"
	"testing"
)

// A collection would double the time of the initialisation.
func TestNoCollectionDuringInitialisation(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(channeldeck, "version")
	cmd.Env = append(home(t), "GODEBUG=gctrace=1,inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "init channeldeck/ui/cli/tune ") {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "gc ") {
			t.Error(line)
		}
	}
}
