//go:build unix

package ui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"channeldeck/ui/testkit/race"
)

// workflow has the members of a file in .github/workflows that the tests read.
type workflow struct {
	Jobs map[string]struct {
		Steps []struct{ Name, Uses, Run string }
	}
}

func readYAML(t *testing.T, path string, to any) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(content, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// commandsOf returns the commands of the steps of a workflow.
func commandsOf(t *testing.T, name string) (runs []string) {
	t.Helper()
	var w workflow
	readYAML(t, "../.github/workflows/"+name, &w)
	for _, job := range w.Jobs {
		for _, step := range job.Steps {
			runs = append(runs, step.Run)
		}
	}
	return runs
}

// TestWorkflows checks that CI runs what developers run, and that nothing is released
// while there is no licence.
func TestWorkflows(t *testing.T) {
	if runs := commandsOf(t, "ci.yml"); !slices.Contains(runs, ".ci/run") {
		t.Errorf("CI runs %q", runs)
	}
	runs := commandsOf(t, "release.yml")
	i := slices.IndexFunc(runs, func(run string) bool { return strings.Contains(run, "LICENSE") })
	check := slices.Index(runs, ".ci/release")
	build := slices.IndexFunc(runs, func(run string) bool { return strings.HasPrefix(run, ".ci/goreleaser release") })
	if i < 0 || check < i || build < check {
		t.Fatalf("the release runs %q", runs)
	}
	dir := t.TempDir()
	for _, licensed := range []bool{false, true} {
		cmd := exec.Command("bash", "-e", "-c", runs[i])
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if (err == nil) != licensed || strings.Contains(string(out), "::error::No licence") == licensed {
			t.Errorf("with a licence %t: %v\n%s", licensed, err, out)
		}
		if err := os.WriteFile(filepath.Join(dir, "LICENSE"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var release struct{ Release struct{ Draft bool } }
	if readYAML(t, "../.goreleaser.yaml", &release); !release.Release.Draft {
		t.Error("the release is not a draft")
	}
	templates, err := filepath.Glob("../.github/ISSUE_TEMPLATE/*.yml")
	if err != nil || len(templates) < 3 {
		t.Errorf("%q, %v", templates, err)
	}
	for _, path := range templates {
		readYAML(t, path, &map[string]any{})
	}
}

// TestLicencesAreCollected checks that the licences for the packages name every linked module.
func TestLicencesAreCollected(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	out, err := exec.Command("../.ci/licences").Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	modules, err := exec.Command(
		"go",
		"list",
		"-deps",
		"-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}",
		"channeldeck",
	).Output()
	if err != nil {
		t.Fatal(err)
	}
	_, all, _ := strings.Cut(string(out), "\n==== go1")
	for module := range strings.Lines(string(modules)) {
		if module = strings.TrimSpace(module); module != "" && !strings.Contains(all, "\n==== "+module+"\n") {
			t.Errorf("no licence of %s", module)
		}
	}
	for i, text := range strings.Split(all, "\n==== ") {
		if _, licence, _ := strings.Cut(text, "\n"); i > 0 && strings.TrimSpace(licence) == "" {
			t.Errorf("empty: %.80s", text)
		}
	}
}
