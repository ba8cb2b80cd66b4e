package ui_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"channeldeck/ui/testkit/race"
)

// Files of Go, tests too, have at most 600 lines, and lines at most 120 columns.
func TestFilesAndLinesAreShort(t *testing.T) {
	race.Sweep(t)
	const (
		maxLines   = 600
		maxColumns = 120
		tab        = "    "
	)
	files := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		files++
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		number := 0
		for line := range strings.Lines(string(content)) {
			number++
			line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", tab)
			if columns := utf8.RuneCountInString(line); columns > maxColumns {
				t.Errorf("%s:%d has %d columns: break it", name, number, columns)
			}
		}
		if number > maxLines {
			t.Errorf("%s has %d lines: split it", name, number)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("no file was found")
	}
}
