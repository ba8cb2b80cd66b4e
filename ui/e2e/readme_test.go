//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestREADMEStart runs the command at the start of the README that TestDocumentedCommands in ui/cli does not run.
// What TestMain builds would be installed as the README says.
func TestREADMEStart(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	target := exec.Command("go", "list", "-f", "{{.Target}}", root)
	target.Env = append(os.Environ(), "GOBIN=/bin")
	if out, err := target.Output(); err != nil || string(out) != "/bin/channeldeck\n" {
		t.Errorf("go install puts the program into %q, error %v", out, err)
	}
	env := []string{goFlags()} // an empty home has no caches
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOTMPDIR"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	link := exec.Command("go", "run", ".", "version") // go keeps the program: a busy machine may take minutes
	link.Dir = root
	link.Env = append(os.Environ(), env...)
	if out, err := link.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	m := open(t, look{command: []string{"sh", "-c", "cd '" + root + "' && go run . --demo"}, env: env})
	m.wait("1/2,500")
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
