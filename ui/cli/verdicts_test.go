package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// The command and the tool of agents give the same verdicts, reasons and needs for 200 posts on all
// platforms, and the command those on one platform. TestPaneJudgesAsTheFleet is about the pane.
func TestCommandAndToolAgree(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	a := newAgent(t, d.env(), "--no-history") // else each call records what it loads
	type row struct {
		Platform, Verdict, Why string
		Needs                  []string
	}
	verdicts := map[string]int{}
	check := []string{"check", "--no-history"} // else each run makes a history
	for i, p := range panetest.Posts(200) {
		args := []string{"--title", p.Title, "--text", p.Text}
		in := map[string]any{"title": p.Title, "text": p.Text, "limit": 100}
		for _, f := range p.Files {
			args = append(args, "--file", f)
		}
		var options []string
		for _, o := range p.Options {
			options = append(options, o[0]+"="+o[1])
			args = append(args, "--option", o[0]+"="+o[1])
		}
		if p.Files != nil {
			in["files"] = p.Files
		}
		if options != nil {
			in["options"] = options
		}
		var command, tool []row
		got := run(t, d.env(), slices.Concat(check, []string{"-o", "json"}, args)...)
		if err := json.Unmarshal([]byte(got.out), &command); err != nil {
			t.Fatalf("%d: %v: %+v", i, err, got)
		}
		answer, _ := a.call(t, "check", in)
		rows, _ := json.Marshal(answer.Rows)
		if err := json.Unmarshal(rows, &tool); err != nil || len(tool) != 14 {
			t.Fatalf("%d: %v: %s", i, err, rows)
		}
		if fmt.Sprint(command) != fmt.Sprint(tool) {
			t.Errorf("%d: %+v\n%v\n%v", i, p, command, tool)
		}
		one := command[i%len(command)]
		verdicts[one.Verdict]++
		for _, wire := range []string{"$", "matches none of the options"} {
			if strings.Contains(one.Why, wire) {
				t.Errorf("%d: %q in %q", i, wire, one.Why)
			}
		}
		if i%4 > 0 { // a run for each platform takes long
			continue
		}
		got = run(t, d.env(), slices.Concat(check, []string{"--platform", one.Platform}, args)...)
		if strings.Contains(got.out, "the platform has no such option") && got.code == ExitInvalid {
			continue // an option of another platform, which is wrong where one platform is named
		}
		exit := map[string]int{"fits": ExitDone, "unknown": ExitChanged, "rejected": ExitInvalid}[one.Verdict]
		if got.code != exit {
			t.Errorf("%d: %s is %s: %+v", i, one.Platform, one.Verdict, got)
		}
	}
	if len(verdicts) != 3 {
		t.Errorf("the posts have only the verdicts %v", verdicts)
	}
}
