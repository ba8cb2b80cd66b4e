package cli

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// judgement is a row of the command and of the tool, for all platforms.
type judgement struct{ Platform, Verdict, Why string }

// judge judges a post with the command and the tool, on one platform or on all. They must say the same.
func judge(t *testing.T, d *deployment, a *agent, p panetest.Post, platform string) (result, []judgement) {
	t.Helper()
	args := []string{"check", "--no-history", "--title", p.Title, "--text", p.Text} // a run would make a history
	in := map[string]any{"title": p.Title, "text": p.Text, "limit": 100}
	if platform != "" {
		args = append(args, "--platform", platform)
		in["platform"] = platform
	}
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
	got := run(t, d.env(), append(args, "-o", "json")...)
	var command, tool []any
	if err := json.Unmarshal([]byte(got.out), &command); err != nil || len(command) == 0 {
		t.Fatalf("%v: %v: %+v", args, err, got)
	}
	answer, said := a.call(t, "check", in)
	rows, _ := json.Marshal(answer.Rows)
	if err := json.Unmarshal(rows, &tool); err != nil || answer.Exit != got.code {
		t.Errorf("%v: %v: exit %d, not %d: %s", args, err, answer.Exit, got.code, textOf(said))
	}
	if !reflect.DeepEqual(command, tool) {
		t.Errorf("%v:\n%v\n%v", args, command, tool)
	}
	var verdicts []judgement
	if err := json.Unmarshal([]byte(got.out), &verdicts); err != nil {
		t.Fatal(err)
	}
	return got, verdicts
}

// The command and the tool of agents give the same verdicts, reasons and needs for 200 posts: every eighth one on all
// platforms, the others on one. A verdict of one platform is that among those of all. TestPaneJudgesAsTheFleet is
// about the pane.
func TestCommandAndToolAgree(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	a := newAgent(t, d.env(), "--no-history") // else each call records what it loads
	var platforms []string
	verdicts := map[string]int{}
	for i, p := range panetest.Posts(200) {
		if i%8 > 0 { // all platforms take long
			judge(t, d, a, p, platforms[i%len(platforms)])
			continue
		}
		_, all := judge(t, d, a, p, "")
		if len(all) != 14 {
			t.Fatalf("%d: %d platforms", i, len(all))
		}
		if platforms == nil {
			for _, v := range all {
				platforms = append(platforms, v.Platform)
			}
		}
		one := all[i%len(all)]
		verdicts[one.Verdict]++
		for _, wire := range []string{"$", "matches none of the options"} {
			if strings.Contains(one.Why, wire) {
				t.Errorf("%d: %q in %q", i, wire, one.Why)
			}
		}
		got, _ := judge(t, d, a, p, one.Platform)
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
