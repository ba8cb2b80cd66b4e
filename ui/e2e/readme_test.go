//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestREADMEStart runs the commands at the start of the README that
// TestDocumentedCommands in ui/cli does not run.
func TestREADMEStart(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	install := exec.Command("go", "install", ".")
	install.Dir = root
	install.Env = append(os.Environ(), "GOBIN="+bin, goFlags())
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("go install: %v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(bin, "channeldeck")); err != nil {
		t.Error(err)
	}
	env := []string{goFlags()} // an empty home has no caches
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOTMPDIR"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	m := open(t, look{command: []string{"sh", "-c", "cd '" + root + "' && go run . --demo"}, env: env})
	m.wait("1/2,500")
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
