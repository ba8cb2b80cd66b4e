// Package golden holds what tests make against files of theirs. With -update the
// files are written anew: look at each change.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating tells that files are to be written, not compared.
func Updating() bool { return *update }

// Equal fails where got is not what the file testdata/NAME holds.
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
		t.Fatalf("%v; run the test with -update and look at the file", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and look at the change.\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}
