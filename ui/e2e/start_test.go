//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// A collection would double the time of the initialisation.
func TestNoCollectionDuringInitialisation(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(channeldeck, "version")
	cmd.Env = append(home(t), "GODEBUG=gctrace=1,inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "init channeldeck/ui/cli/tune ") {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "gc ") {
			t.Error(line)
		}
	}
}

// tracedStep matches the lines of a printed trace that are steps of the start.
var tracedStep = regexp.MustCompile(
	`(RegionBegin) .*Type="([^"]+)"|(Log) .*Category="([^"]*)" Message="([^"]+)"|(RangeBegin) .*Name="(GC concurrent ` +
		`mark phase)"`,
)

// traceOf starts the program, quits when a text is shown, and returns the path of its trace.
func traceOf(t *testing.T, l look, path, until string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace")
	w := start(t, l.with("TRACE="+file), path)
	w.wait(0, until)
	w.send("q")
	if err := w.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return file
}

// stepsOf returns the steps of a trace in their order.
func stepsOf(t *testing.T, file string) (steps []string) {
	t.Helper()
	out, err := exec.Command("go", "tool", "trace", "-d=parsed", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		// a million lines are something else, on which the expression takes seconds
		mayBeStep := strings.Contains(line, " RegionBegin ") ||
			strings.Contains(line, " Log ") ||
			strings.Contains(line, " RangeBegin ")
		if !mayBeStep {
			continue
		}
		parts := tracedStep.FindStringSubmatch(line)
		if parts == nil {
			continue
		}
		step := fmt.Sprint(parts[2], " ", parts[4], " ", parts[5], " ", parts[7])
		steps = append(steps, strings.Join(strings.Fields(step), " "))
	}
	return steps
}

// isLate reports whether the history was opened for rows that had not arrived in time: the trace, whose texts are
// in the file as they are, has that step only then. To print a trace takes longer than the start.
func isLate(t *testing.T, file string) bool {
	t.Helper()
	trace, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(trace, []byte("overdue"))
}

// misplaced describes the first of some steps that does not follow the one before it; "" for none. A step that is
// repeated counts from the one before it on.
func misplaced(steps []string, order ...string) string {
	from := 0
	for i, step := range order {
		at := slices.Index(steps[from:], step)
		if at < 0 {
			return fmt.Sprintf("%q does not follow %q", step, order[max(i-1, 0)])
		}
		from += at + 1
	}
	return ""
}

// The frame is drawn first, then the rows as they stream, then all of them. Only then the history is opened and
// the accounts are compared with it, which findings need, and at last they are recorded. Nothing before the list
// is a pane that is not shown, or a collection of garbage.
func TestOrderOfTheStart(t *testing.T) {
	if race.Enabled {
		t.Skip("rows take longer than the history waits for them")
	}
	path := filepath.Join(t.TempDir(), "traced")
	if err := build(path, "./testdata/traced"); err != nil {
		t.Fatal(err)
	}
	l := recorded(t, 2_500, 3)
	for pane, want := range map[string]struct {
		shows string // that the history was compared with
		order []string
	}{
		"accounts": {"≥ 3d", []string{
			"draw", "accounts arrives", "draw", "accounts loaded", "draw", "open the history", "read the history",
			"past loaded", "write the history",
		}},
		"overview": {" · 1/", []string{ // after the last visit or, on the first one, the first recording
			"draw", "accounts arrives", "accounts loaded", "draw", "open the history", "read the history",
			"past loaded", "find", "draw",
		}},
	} {
		t.Run(pane, func(t *testing.T) {
			wrong := ""
			for range 10 { // on a busy machine the rows come too late, or before the first frame
				file := traceOf(t, l.with("CHANNELDECK_START="+pane), path, want.shows)
				if isLate(t, file) {
					continue
				}
				steps := stepsOf(t, file)
				wrong = misplaced(steps, want.order...)
				shown := slices.Index(steps, "accounts loaded")
				for _, step := range steps[:max(shown, 0)] {
					later := []string{
						"open the history",
						"read the history",
						"write the history",
						"GC concurrent mark phase",
					}
					if slices.Contains(later, step) {
						wrong = fmt.Sprintf("%q comes before the list", step)
					}
				}
				for _, step := range steps {
					if strings.HasPrefix(step, "pane ") && step != "pane "+pane {
						wrong = fmt.Sprintf("%q is made, which nobody opened", step)
					}
				}
				if wrong == "" {
					return
				}
			}
			if wrong == "" {
				t.Skip("the machine is too busy: the rows never came before the history is opened for them")
			}
			t.Error(wrong)
		})
	}
}
