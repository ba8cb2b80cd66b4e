package transcript

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func tool(members string) string {
	return `{"type":"tool-x","toolCallId":"c","state":"output-available",` + members + `}`
}

// resultText is a result with its numbers.
func resultText(r Result) string {
	switch r.Kind {
	case ResultDiff:
		return fmt.Sprintf("+%d −%d", r.N, r.Total)
	case ResultTodos:
		return fmt.Sprintf("%d of %d done", r.N, r.Total)
	case ResultExit:
		return fmt.Sprintf("exit %d", r.N)
	case ResultCount:
		return fmt.Sprintf("%d results", r.N)
	}
	return r.Text
}

// TestShapes checks how inputs and outputs are shown that deserve better than JSON,
// and the result in the line of the folded call.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, members         string
		input, output, result string
	}{
		{
			"an edit",
			`"input":{"file_path":"a.go","old_string":"one\ntwo\nthree\n","new_string":"one\n2\nthree\nfour\n"},` +
				`"output":"ok"`,
			"a.go\n one\n-two\n+2\n three\n+four",
			"ok",
			"+2 −1",
		},
		{
			"an edit by other names",
			`"input":{"path":"a.go","oldText":"a","newText":"b","dryRun":true},"output":"ok"`,
			"a.go\n-a\n+b\ndryRun: true",
			"ok",
			"+1 −1",
		},
		{
			"several edits",
			`"input":{"path":"a","edits":[{"oldText":"a","newText":"b"},{"oldText":"c","newText":""}]},"output":1`,
			"a\n-a\n+b\n-c",
			"1",
			"+1 −2",
		},
		{
			"a patch",
			`"input":{"patch":"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"},"output":1`,
			"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2",
			"1",
			"+1 −1",
		},
		{
			"no path",
			`"input":{"old_string":"a","new_string":"b"},"output":1`,
			"{\n  \"old_string\": \"a\",\n  \"new_string\": \"b\"\n}",
			"1",
			"1",
		},
		{
			"a command that fails",
			`"input":{"command":"make test","timeout":5},"output":{"stdout":"ok a\n","stderr":"FAIL b","exitCode":2}`,
			"$ make test\ntimeout: 5",
			"ok a\nFAIL b\nexit 2",
			"exit 2",
		},
		{
			"a command that succeeds",
			`"input":{"command":"ls"},"output":{"stdout":"a\nb\n","stderr":"","exitCode":0,"interrupted":false}`,
			"$ ls",
			"a\nb\nexit 0\ninterrupted: false",
			"a b",
		},
		{"a command with plain text", `"input":{"command":"ls"},"output":"a\nb"`, "$ ls", "a\nb", "a b"},
		{
			"an exit code with output",
			`"input":{"command":"ls"},"output":{"exit_code":127,"output":"not found\n"}`,
			"$ ls",
			"not found\nexit 127",
			"exit 127",
		},
		{
			"an editor's command",
			`"input":{"command":"view","path":"/a"},"output":"text"`,
			"{\n  \"command\": \"view\",\n  \"path\": \"/a\"\n}",
			"text",
			"text",
		},
		{
			"to-dos",
			`"input":{"todos":[{"content":"one","status":"completed"},{"content":"two","status":"in_progress",` +
				`"activeForm":"Doing two"},{"content":"three","status":"pending"},{"content":"four",` +
				`"status":"cancelled"}]},"output":"ok"`,
			"[x] one\n[~] two\n    activeForm: \"Doing two\"\n[ ] three\n[cancelled] four",
			"ok",
			"1 of 4 done",
		},
		{
			"a file with line numbers",
			`"input":{"path":"a.go"},"output":"    9→package a\n   10→\n   11→func f()"`,
			"{\n  \"path\": \"a.go\"\n}",
			"    9→package a\n   10→\n   11→func f()",
			"9→package a 10→ 11→func f()",
		},
		{"numbers that are not of lines", `"input":1,"output":"1: a\n3: b"`, "1", "1: a\n3: b", "1: a 3: b"},
		{
			"content",
			`"input":1,"output":{"content":[{"type":"text","text":"hello"},{"type":"image","data":"iVBORw0KGgo=",` +
				`"mimeType":"image/png"}]}`,
			"1",
			"hello\nimage/png 8 B",
			"hello image/png 8 B",
		},
		{"an array of content", `"input":1,"output":[{"type":"text","text":"hello"}]`, "1", "hello", "hello"},
		{"a list", `"input":1,"output":[1,2,3]`, "1", "[\n  1,\n  2,\n  3\n]", "3 results"},
		{
			"a list in an object",
			`"input":1,"output":{"results":[{"a":1}],"tookMs":5}`,
			"1",
			"{\n  \"results\": [\n    {\n      \"a\": 1\n    }\n  ],\n  \"tookMs\": 5\n}",
			"1 results",
		},
		{"an empty list", `"input":1,"output":[]`, "1", "[]", "0 results"},
		{"an empty list of results", `"input":1,"output":{"results":[]}`, "1", "{\n  \"results\": []\n}", "0 results"},
		{
			"an empty list beside members",
			`"input":1,"output":{"written":"a.go","warnings":[]}`,
			"1",
			"{\n  \"written\": \"a.go\",\n  \"warnings\": []\n}",
			"written: a.go, warnings: []",
		},
		{
			"edits with other members",
			`"input":{"file_path":"a.go","edits":[{"old_string":"a","new_string":"b","replace_all":true},` +
				`{"old_string":"c","new_string":""}]},"output":"ok"`,
			"a.go\n-a\n+b\n-c\nedits.1.replace_all: true",
			"ok",
			"+1 −2",
		},
		{
			"a new file",
			`"input":{"file_path":"a.go","content":"package a\n\nvar x = 1\n","mode":420},"output":"ok"`,
			"a.go\npackage a\n\nvar x = 1\nmode: 420",
			"ok",
			"ok",
		},
		{
			"an editor's new file",
			`"input":{"command":"create","path":"a.py","file_text":"x = 1\n"},"output":"ok"`,
			"a.py\nx = 1\ncommand: \"create\"",
			"ok",
			"ok",
		},
		{
			"a file from a line on",
			`"input":1,"output":{"type":"text","file":{"filePath":"a.go","content":"func f()\n}\n","numLines":2,` +
				`"startLine":9,"totalLines":10}}`,
			"1",
			"a.go\n     9  func f()\n    10  }\ntype: \"text\"\nfile.numLines: 2\nfile.totalLines: 10",
			"9 func f() 10 }",
		},
		{
			"a script for a shell",
			`"input":{"command":["bash","-lc","go test ./... | tail"],"workdir":"/a"},"output":"a\nb"`,
			"$ go test ./... | tail\nworkdir: \"/a\"",
			"a\nb",
			"a b",
		},
		{
			"a command in words",
			`"input":{"command":["git","commit","-m","it's done"]},"output":1`,
			`$ git commit -m 'it'\''s done'`,
			"1",
			"1",
		},
		{
			"a plan",
			`"input":{"explanation":"e","plan":[{"step":"one","status":"completed"},{"step":"two",` +
				`"status":"pending"}]},"output":"Plan updated"`,
			"[x] one\n[ ] two\nexplanation: \"e\"",
			"Plan updated",
			"1 of 2 done",
		},
		{
			"new to-dos",
			`"input":1,"output":{"newTodos":[{"content":"one","status":"completed"}],"verified":true}`,
			"1",
			"[x] one\nverified: true",
			"1 of 1 done",
		},
		{
			"an applied patch",
			`"input":{"input":"*** Begin Patch\n*** Update File: a.go\n@@ func f\n-two\n+2\n*** End Patch\n"},` +
				`"output":1`,
			"*** Begin Patch\n*** Update File: a.go\n@@ func f\n-two\n+2\n*** End Patch",
			"1",
			"+1 −1",
		},
		{
			"a patch as text",
			`"input":"*** Begin Patch\n*** Add File: a.go\n+package a\n*** End Patch","output":1`,
			"*** Begin Patch\n*** Add File: a.go\n+package a\n*** End Patch",
			"1",
			"+1 −0",
		},
		{
			"resources",
			`"input":1,"output":{"content":[{"type":"resource","resource":{"uri":"file:///a.md",` +
				`"mimeType":"text/markdown","text":"# A\n"}},{"type":"resource_link","uri":"file:///b.png",` +
				`"name":"b","description":"a picture"}]}`,
			"1",
			"text/markdown file:///a.md 4 B\n# A\nb file:///b.png\ndescription: \"a picture\"",
			"text/markdown file:///a.md 4 B # A b file:///b.png description: \"a picture\"",
		},
		{
			"frames of a progress bar",
			`"input":{"command":"npm i"},"output":{"stdout":"\u001b[2K\u001b[1G- one\u001b[2K\u001b[1G| one\ndone\n",` +
				`"exitCode":0}`,
			"$ npm i",
			"| one\ndone\nexit 0",
			"| one done",
		},
		{
			"columns of a command's text",
			`"input":{"command":"ls"},"output":"a\tb\nabcdefgh\tc"`,
			"$ ls",
			"a       b\nabcdefgh        c",
			"a b abcdefgh c",
		},
		{"false", `"input":1,"output":false`, "1", "false", "false"},
	} {
		tr := oneMessage(tool(c.members))
		at := Ref{0, 0}
		if got := tr.FieldText(at, FieldInput); got != c.input {
			t.Errorf("%s: the input is\n%s\nwant\n%s", c.name, got, c.input)
		}
		if got := tr.FieldText(at, FieldOutput); got != c.output {
			t.Errorf("%s: the output is\n%s\nwant\n%s", c.name, got, c.output)
		}
		if got := resultText(tr.Part(at).Tool.Result(nil)); got != c.result {
			t.Errorf("%s: the result is %q, want %q", c.name, got, c.result)
		}
	}
}

func TestLanguageOfFiles(t *testing.T) {
	for name, want := range map[string]string{
		"a.go":     "go",
		"/b/c.TSX": "TSX",
		"Makefile": "",
		"a.b`\nc":  "",
		"":         "json",
	} {
		tr := oneMessage(tool(`"input":{"path":` + strconv.Quote(name) + `,"content":"x"}`))
		if _, got := tr.Code(Ref{0, 0}, FieldInput); got != want {
			t.Errorf("%q is in %q, want %q", name, got, want)
		}
	}
}

// TestSubAgent has a message as an output: its parts follow the call, and its failed
// calls show even if it is folded.
func TestSubAgent(t *testing.T) {
	tr := oneMessage(tool(
		`"input":{"task":"look"},"output":{"id":"sub","role":"assistant","parts":[{"type":"text","text":"I looked."},`+
			`{"type":"tool-read","toolCallId":"d","state":"output-error","errorText":"no such file"},`+
			`{"type":"tool-sum","toolCallId":"e","state":"output-available","output":3},{"type":"text",`+
			`"text":"Nothing **found**."}]}`,
	),
		`{"type":"text","text":"end"}`)
	parts := tr.Messages[0].Parts
	if len(parts) != 6 || parts[1].Level != 1 || parts[5].Level != 0 || !parts[0].Tool.Nested {
		t.Fatalf("%d parts", len(parts))
	}
	if result := parts[0].Tool.Result(tr.Nested(Ref{0, 0})); result.Text != "Nothing found." {
		t.Errorf("the result is %+v", result)
	}
	if problems := tr.Problems(); len(problems) != 1 || problems[0] != (Ref{0, 0}) {
		t.Errorf("the problems are %+v", problems)
	}
	shown := func(d Depth, f *Folds) (got []int) {
		for j, v := range tr.Visible(0, d, f) {
			got = append(got, j*10+int(v))
		}
		return got
	}
	check := func(what string, got []int, want ...int) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
	}
	var f Folds
	check("folded", shown(DepthTools, &f), 1, 21, 52) // the call, its failed call, the text behind
	f.Toggle(DepthTools, tr.Key(Ref{0, 0}), tr.Part(Ref{0, 0}))
	check("open", shown(DepthTools, &f), 2, 12, 21, 31, 42, 52)
	f.ToggleRaw(DepthTools, tr.Key(Ref{0, 0}), tr.Part(Ref{0, 0}))
	check("as JSON", shown(DepthTools, &f), 4, 52)
	f = FoldAll(Hidden)
	f.Reveal(tr, DepthConversation, Ref{0, 3}, FieldOutput)
	check("with a hit in it", shown(DepthConversation, &f), 2, 12, 21, 32, 42, 52)
	out := dump(tr, DepthAll)
	for _, want := range []string{"> Nothing **found**.", "> read failed", `output.id: "sub"`} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestOutputWithOtherParts(t *testing.T) {
	tr := oneMessage(tool(`"input":1,"output":{"parts":["wheel","door"]}`))
	if n := len(tr.Messages[0].Parts); n != 1 {
		t.Errorf("%d parts", n)
	}
	if out := tr.FieldText(Ref{0, 0}, FieldOutput); !strings.Contains(out, "wheel") {
		t.Errorf("the output is %q", out)
	}
}

// The line ends at the end of the streams of a command are left out, but no backslash before an n is.
func TestStreams(t *testing.T) {
	for output, want := range map[string]string{
		`{"stdout":"a\n\n","stderr":"b\n","exitCode":0}`:      "a\nb\nexit 0",
		`{"stdout":"","stderr":"b\\n","exitCode":2}`:          "b\\n\nexit 2",
		`{"stdout":"a\\\n","stderr":"\u000A"}`:                "a\\",
		`{"stdout":"\n","stderr":"","exitCode":0}`:            "exit 0",
		`{"stdout":"\n\n","stderr":""}`:                       "",
		`{"stdout":"50%\r100%\n","stderr":"é","exitCode":0}`:  "100%\né\nexit 0",
		`{"output":"a\tb\u000a","exit_code":1}`:               "a       b\nexit 1",
		`{"stdout":"` + strings.Repeat(`x \n`, 50_000) + `"}`: strings.TrimRight(strings.Repeat("x \n", 50_000), "\n"),
	} {
		tr := oneMessage(`{"type":"tool-x","toolCallId":"c","state":"output-available","input":{},` +
			`"output":` + output + `}`)
		if got := tr.FieldText(Ref{0, 0}, FieldOutput); got != want {
			t.Errorf("%.60s: %.60q, want %.60q", output, got, want)
		}
	}
}
