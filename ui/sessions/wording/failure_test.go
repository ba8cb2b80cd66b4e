package wording

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api/transcript"
)

// TestOutputsThatAreErrors checks the one rule for calls that failed without
// saying so in their state, and everything that follows it.
func TestOutputsThatAreErrors(t *testing.T) {
	for _, c := range []struct {
		output string
		failed bool
		why    string
	}{
		{`{"content":[{"type":"text","text":"no such file"}],"isError":true}`, true, "no such file"},
		{`{"is_error":true,"message":"m"}`, true, "m"},
		{`{"stdout":"","stderr":"not found","exitCode":2}`, true, "not found"},
		{`{"exit_code":1}`, true, ""},
		{`{"code":127,"stdout":""}`, true, ""},
		{`{"success":false}`, true, ""},
		{`{"ok":false,"error":"quota"}`, true, "quota"},
		{`{"error":"quota"}`, true, "quota"},
		{`{"error":{"message":"quota","status":429}}`, true, "quota"},
		{`"{\"error\":\"quota\"}"`, true, "quota"},
		{
			`{"id":"m","role":"assistant","parts":[{"type":"text","text":"sorry"},{"type":"tool-look",` +
				`"state":"output-error","errorText":"blind"}]}`,
			true,
			"look: blind",
		},
		{
			`{"parts":[{"type":"tool-sub","state":"output-available","output":{"parts":[{"type":"tool-look",` +
				`"state":"output-available","output":{"ok":false}}]}}]}`,
			true,
			"sub: look: ",
		},
		{
			`[{"role":"user","parts":[{"type":"text","text":"look"}]},{"role":"assistant",` +
				`"parts":[{"type":"tool-look","state":"output-error","errorText":"blind"}]}]`,
			true,
			"look: blind",
		},
		{`{"stdout":"half","stderr":"","interrupted":true}`, true, ""},
		{`{"status":"failed","reason":"no quota"}`, true, "no quota"},
		{`{"stdout":"half","interrupted":false}`, false, ""},
		{`{"status":"failed","jobId":"j"}`, true, ""},
		{`{"status":"done","reason":"asked"}`, false, ""},
		{`[{"role":"assistant","parts":[{"type":"text","text":"fine"}]}]`, false, ""},
		{`{"content":[{"type":"text","text":"fine"}],"isError":false}`, false, ""},
		{`{"exitCode":0,"stdout":"","stderr":"a warning"}`, false, ""},
		{`{"code":404}`, false, ""},
		{`{"success":true,"error":null}`, false, ""},
		{`{"error":""}`, false, ""},
		{`{"error":{}}`, false, ""},
		{`{"results":[{"error":"deep inside"}]}`, false, ""},
		{`{"id":"m","parts":[{"type":"tool-look","state":"output-available","output":1}]}`, false, ""},
		{`["error"]`, false, ""},
		{`"error"`, false, ""},
		{`false`, false, ""},
	} {
		tr := oneMessage(`{"type":"tool-look","toolCallId":"c","state":"output-available","input":{},` +
			`"output":` + c.output + `}`)
		tool := tr.Messages[0].Parts[0].Tool
		want := transcript.OutcomeDone
		problems := 0
		if c.failed {
			want = transcript.OutcomeReturnedError
			problems = 1
		}
		if tool.Outcome != want || tool.Why() != c.why {
			t.Errorf("%s: outcome %s, why %q; want %s, %q", c.output, tool.Outcome, tool.Why(), want, c.why)
		}
		if n := len(tr.Problems()); n != problems {
			t.Errorf("%s: %d problems, want %d", c.output, n, problems)
		}
		if n := len(tr.Summary()[0].Problems); n != problems {
			t.Errorf("%s: %d problems in the summary, want %d", c.output, n, problems)
		}
		if shown := strings.Contains(
			markdown(t, tr, transcript.DepthConversation),
			"returned an error",
		); shown != c.failed {
			t.Errorf("%s: the conversation as Markdown shows the call: %t, want %t", c.output, shown, c.failed)
		}
	}
}

func TestRunsThatStoppedBeforeAnyOutput(t *testing.T) {
	step := `{"type":"step-start"}`
	said := `{"type":"text","text":"Hello"}`
	for _, c := range []struct {
		parts []string
		at    []transcript.Ref
	}{
		{nil, []transcript.Ref{{Message: 0, Part: -1}}},
		{[]string{step}, []transcript.Ref{{Message: 0, Part: -1}}},
		{[]string{step, step}, []transcript.Ref{{Message: 0, Part: -1}}},
		{[]string{step, said, step}, []transcript.Ref{{Message: 0, Part: 2}}},
		{[]string{step, said}, nil},
	} {
		tr := oneMessage(c.parts...)
		var at, summary []transcript.Ref
		for _, p := range tr.Problems() {
			if text := Problem(english(t), tr, p); !strings.Contains(text, "stopped before any output") {
				t.Errorf("%q: problem %q", c.parts, text)
			}
			at = append(at, p)
		}
		for _, s := range tr.Summary() {
			summary = append(summary, s.Problems...)
		}
		if !slices.Equal(at, c.at) || !slices.Equal(summary, c.at) {
			t.Errorf("%q: problems at %v, in the summary at %v, want %v", c.parts, at, summary, c.at)
		}
		for d := transcript.DepthConversation; d <= transcript.DepthAll; d++ {
			out := markdown(t, tr, d)
			if n := strings.Count(out, "stopped before any output"); n != len(c.at) {
				t.Errorf("%q: the Markdown at depth %v has %d of\n%s", c.parts, d, n, out)
			}
		}
	}
}
