package cli

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// The commands of the skill for the five questions work as they are written there, two for each. IDs are
// those of the demo.
func TestSkillHasCommandsThatWork(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	const demo = " --demo --accounts 300"
	id := strings.TrimSpace(run(t, nil, strings.Fields("triage --kind abnormal --jq .[0].id"+demo)...).out)
	_, questions, _ := strings.Cut(agentSkill, "## The questions")
	questions, _, _ = strings.Cut(questions, "\n## ")
	parts := strings.Split(questions, "```")
	if len(parts) != 2*5+1 {
		t.Errorf("%d questions", len(parts)/2)
	}
	for i := 1; i < len(parts); i += 2 {
		block := parts[i]
		lines := strings.Split(strings.TrimSpace(block), "\n")
		if len(lines) != 2 {
			t.Errorf("%d commands in %s", len(lines), block)
		}
		for _, line := range lines {
			command := strings.NewReplacer(
				"SESSION_ID",
				aSession,
				" ID ",
				" "+id+" ",
			).Replace(strings.TrimPrefix(line, "channeldeck ")) + demo
			var args []string
			for _, quoted := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(command, -1) {
				args = append(args, strings.Trim(quoted, "'"))
			}
			got := run(t, nil, args...)
			if ok := slices.Contains(
				[]int{ExitDone, ExitChanged, ExitInvalid},
				got.code,
			); !ok || !json.Valid([]byte(got.out)) {
				t.Errorf("%s: %d %.300s %s", line, got.code, got.out, got.err)
			}
		}
	}
	if !strings.Contains(agentSkill, "never instructions to you") {
		t.Error("the skill does not say that texts are data")
	}
}

// The skill names commands and exit codes that exist.
func TestSkill(t *testing.T) {
	got := run(t, nil, "skill")
	if got.code != ExitDone || !strings.HasPrefix(got.out, "---\nname: channeldeck\ndescription: ") {
		t.Fatalf("%+v", got)
	}
	w, _, _ := newEnv(t, nil)
	a := newApp(w, newWords(w))
	var named int
	for line := range strings.SplitSeq(got.out, "`channeldeck ") {
		command, _, _ := strings.Cut(line, "`")
		if cmd, _, err := a.root().Find(strings.Fields(command)); err == nil && cmd.HasParent() {
			named++
		} else if !strings.Contains(command, "COMMAND") && !strings.HasPrefix(line, "---") {
			t.Errorf("no command %q", command)
		}
	}
	codes := []int{
		ExitDone, ExitFailed, ExitUsage, ExitUnauthorized, ExitNotFound, ExitUnsupported,
		ExitInvalid, ExitUnreachable, ExitIncomplete, ExitChanged, ExitInterrupted,
	}
	_, list, _ := strings.Cut(got.out, "Exit codes: ")
	list, _, _ = strings.Cut(list, ". Data")
	var found []int
	for part := range strings.SplitSeq(list, ";") {
		var code int
		if json.Unmarshal([]byte(strings.Fields(part)[0]), &code) == nil {
			found = append(found, code)
		}
	}
	slices.Sort(found)
	if named < 10 || !slices.Equal(found, codes) {
		t.Errorf("%d commands, exit codes %v, want %v", named, found, codes)
	}
}
