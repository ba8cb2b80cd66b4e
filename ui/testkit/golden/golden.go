// Package golden compares test output with files. The flag -update writes the
// files; review each change.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
		t.Errorf(
			"%s differs; run with -update and review the change.\ngot:\n%s\nwant:\n%s",
			path,
			got,
			want,
		)
	}
}

// Sheet collects texts that belong together, such as a screen at all sizes, for
// one golden file. Blanks at the ends of lines are removed.
type Sheet struct{ b strings.Builder }

// Add adds a text under a heading.
func (s *Sheet) Add(heading, text string) {
	fmt.Fprintf(&s.b, "=== %s\n", heading)
	s.AddLines(text)
}

// AddLines adds a text without a heading.
func (s *Sheet) AddLines(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		s.b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// Golden compares the sheet with the file testdata/NAME.golden.
func (s *Sheet) Golden(t testing.TB, name string) {
	t.Helper()
	Equal(t, name+".golden", s.b.String())
}
