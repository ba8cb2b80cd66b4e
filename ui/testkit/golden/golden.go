// Package golden compares test output with files. The flag -update writes the
// files; review each change.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// Updating reports whether files are written instead of compared.
func Updating() bool { return *update }

// Equal compares got with the file testdata/NAME.
func Equal(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if Updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update and review the file", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and review the change.\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}
