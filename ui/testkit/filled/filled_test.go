package filled_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"channeldeck/ui/testkit/filled"
)

// A kind is filled once, and again if that failed; every path gets its content.
func TestFill(t *testing.T) {
	var files filled.Files
	dir := t.TempDir()
	fills := 0
	errFill := errors.New("it ended")
	for i, step := range []struct {
		kind  string
		err   error
		fills int
		want  string
	}{
		{"a", errFill, 1, ""},
		{"a", nil, 2, "a2"},
		{"a", nil, 2, "a2"},
		{"b", nil, 3, "b3"},
		{"a", nil, 3, "a2"},
	} {
		path := filepath.Join(dir, strconv.Itoa(i))
		err := files.Fill(step.kind, path, func() error {
			fills++
			if step.err != nil {
				return step.err
			}
			return os.WriteFile(path, []byte(step.kind+strconv.Itoa(fills)), 0o600)
		})
		content, _ := os.ReadFile(path)
		if !errors.Is(err, step.err) || fills != step.fills || string(content) != step.want {
			t.Errorf("step %d: %q after %d fills, error %v", i, content, fills, err)
		}
	}
}
