package cli

import (
	"strings"
	"testing"
)

// Only the sections that are named are listed, by the command and the tool, and other names are refused with
// those that there are.
func TestTriageOfSections(t *testing.T) {
	t.Parallel()
	args := []string{"triage", "--demo", "-o", "csv", "--columns", "section,finding"}
	all := run(t, nil, args...)
	counts := func(out string) map[string]int {
		n := map[string]int{}
		for line := range strings.Lines(out) {
			section, _, _ := strings.Cut(line, ",")
			n[section]++
		}
		delete(n, "section")
		return n
	}
	want := counts(all.out)
	if len(want) != 3 {
		t.Fatalf("the demo has %v", want)
	}
	for _, sections := range []string{"new", "open", "expected", "new,open"} {
		got := counts(run(t, nil, append(args, "--section", sections)...).out)
		names := strings.Split(sections, ",")
		for _, name := range names {
			if got[name] != want[name] {
				t.Errorf("--section %s: %v, want those of %v", sections, got, want)
			}
		}
		if len(got) != len(names) {
			t.Errorf("--section %s: %v", sections, got)
		}
	}
	wrong := run(t, nil, "triage", "--demo", "--section", "quiet")
	if wrong.code != ExitUsage || !strings.Contains(wrong.err, "new, open, expected") {
		t.Errorf("%+v", wrong)
	}
	a := newAgent(t, nil, "--demo")
	opened, _ := a.call(t, "triage", map[string]any{"sections": []any{"open"}, "limit": 1})
	if opened.Total != want["open"] {
		t.Errorf("the tool has %d open findings, the command %d", opened.Total, want["open"])
	}
	_, both := a.call(t, "triage", map[string]any{"incident": "weibo", "sections": []any{"open"}})
	if !both.IsError {
		t.Error("an incident has no sections")
	}
}
