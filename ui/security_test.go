package ui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// licences maps permissive licences to a sentence of each.
var licences = []struct{ name, sentence string }{
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"Apache-2.0", "Apache License Version 2.0"},
	{"BSD", "Redistribution and use in source and binary forms, with or without modification, are permitted"},
	{"FTL", "This license was inspired by the BSD, Artistic, and IJG (Independent JPEG Group) licenses"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
}

// TestLicences lists the licences of all modules that are linked into the
// program and fails for one that is not permissive.
func TestLicences(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	out, err := exec.Command(
		"go",
		"list",
		"-deps",
		"-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}",
		"channeldeck",
	).Output()
	if err != nil {
		t.Fatal(err)
	}
	blanks := regexp.MustCompile(`\s+`)
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		module, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if module == "" || seen[module] {
			continue
		}
		seen[module] = true
		files, err := filepath.Glob(filepath.Join(dir, "[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		texts, err := filepath.Glob(filepath.Join(dir, "licenses", "*.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range slices.Concat(files, texts) {
			if info, err := os.Stat(path); err != nil || info.IsDir() {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range licences {
				if strings.Contains(blanks.ReplaceAllString(string(text), " "), l.sentence) {
					found = l.name
				}
			}
		}
		if found == "" {
			t.Errorf("%s: no permissive licence in %v", module, files)
		}
		t.Logf("%s %s", found, module)
	}
	if len(seen) < 20 {
		t.Errorf("only %d modules are linked", len(seen))
	}
}

// TestSecurityPromises checks that the tests named in SECURITY.md exist.
func TestSecurityPromises(t *testing.T) {
	content, err := os.ReadFile("../.github/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(string(content), -1)
	if len(names) < 15 {
		t.Fatalf("SECURITY.md names %d tests", len(names))
	}
	var tests strings.Builder
	err = filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.Contains(tests.String(), "func "+name[1]+"(") {
			t.Errorf("no test is named %s", name[1])
		}
	}
}
