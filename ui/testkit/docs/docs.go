// Package docs finds the Markdown files of the module for the tests that check them.
package docs

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Files returns the Markdown files below root, the top of the module, with their
// content. Test data is not among them, but what describes test data is.
func Files(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		if err != nil {
			return err
		}
		if entry.IsDir() && (name == ".git" || name == ".assets" || name == "dist") {
			return fs.SkipDir
		}
		if !entry.Type().IsRegular() || filepath.Ext(name) != ".md" ||
			filepath.Base(filepath.Dir(path)) == "testdata" {
			return nil
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// English returns the text of all English files below root.
func English(t testing.TB, root string) string {
	t.Helper()
	var b strings.Builder
	files := Files(t, root)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(path, ".zh-CN.md") {
			b.WriteString(files[path])
		}
	}
	return b.String()
}
