package transcript

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/testkit/golden"

	"github.com/go-json-experiment/json"
)

func load(t testing.TB, name string) []api.MessageRecord {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var records []api.MessageRecord
	if err := json.Unmarshal(text, &records); err != nil {
		t.Fatal(err)
	}
	return records
}

var versions = []string{"v4", "v5", "v6", "v7"}

// TestModel holds every part type and tool state of each version.
func TestModel(t *testing.T) {
	for _, v := range versions {
		golden.Equal(t, v+".model.golden", describe(New(load(t, v+".json"))))
	}
}

func TestMarkdown(t *testing.T) {
	for _, v := range versions {
		for d := range depths {
			var out bytes.Buffer
			if err := New(load(t, v+".json")).Markdown(&out, MarkdownOptions{Depth: d, Words: testWords()}); err != nil {
				t.Fatal(err)
			}
			if v == "v7" || d == DepthAll {
				golden.Equal(t, v+"."+d.String()+".golden.md", out.String())
			}
		}
	}
}

// describe writes all that the model says.
func describe(t *Transcript) string {
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	say("session %s", t.SessionID)
	for i := range t.Messages {
		m := &t.Messages[i]
		say("\nmessage %d id=%s role=%d %q run=%q step=%q time=%s newRun=%v newStep=%v", i, m.ID, m.Role, m.RoleText, m.Run, m.Step, m.Time.UTC().Format("15:04:05.000"), m.NewRun, m.NewStep)
		for _, n := range m.Notes {
			say("  note %+v", n)
		}
		for j := range m.Parts {
			p := &m.Parts[j]
			say("  part %d kind=%d type=%q text=%q interrupted=%v name=%q views=%d%d%d", j, p.Kind, p.Type, p.Text, p.Interrupted, p.Name, DepthConversation.View(p), DepthTools.View(p), DepthAll.View(p))
			if p.Tool != nil {
				say("    tool id=%q name=%q title=%q state=%d %q outcome=%d executed=%v approval=%+v", p.Tool.CallID, p.Tool.Name, p.Tool.Title, p.Tool.State, p.Tool.StateText, p.Tool.Outcome, p.Tool.ProviderExecuted, p.Tool.Approval)
				say("    brief %q → %q why %q", Brief(p.Tool.Given(), 60), Brief(p.Tool.Output, 60), p.Tool.Why())
			}
			if p.File != nil {
				say("    file name=%q type=%q url=%q inline=%v size=%d host=%q", p.File.Name, p.File.MediaType, p.File.URL, p.File.Inline, p.File.Size, p.File.Host())
			}
			if p.Source != nil {
				say("    source %+v", *p.Source)
			}
			for f := range fields {
				if text := t.FieldText(Ref{i, j}, f); text != "" && f != FieldText {
					say("    field %d: %s", f, strings.ReplaceAll(text, "\n", "\n    | "))
				}
			}
		}
		for _, x := range m.Extra {
			say("  extra %s = %s", x.Name, appendLayout(nil, x.Value))
		}
	}
	say("\nturns %v", t.UserTurns())
	for _, p := range t.Problems() {
		say("problem %v kind=%d %q", p.Ref, p.Kind, p.Text)
	}
	for _, m := range t.Shelf() {
		made := ""
		if m.Call != nil {
			made = fmt.Sprintf(" made by %s at %v", m.Call.Name, m.Made)
		}
		say("media class=%d name=%q type=%q url=%q inline=%v size=%d first=%v count=%d%s", m.Class, m.Name, m.MediaType, m.URL, m.Inline, m.Size, m.First, m.Count, made)
	}
	for _, n := range t.Names() {
		say("name %+v", n)
	}
	return out.String()
}

func testWords() Words {
	return Words{
		Title: "Session", Run: "run", Step: "step",
		Role:    func(r Role, text string) string { return fmt.Sprintf("role %d %s", r, text) },
		Outcome: func(o Outcome) string { return fmt.Sprintf("outcome %d", o) },
		Note:    func(n Note) string { return fmt.Sprintf("note %d of %d %s", n.Kind, n.Other, n.By) },
		Problem: func(p Problem) string {
			if p.Tool != nil {
				return p.Tool.Label() + ": " + p.Text
			}
			return fmt.Sprintf("problem %d", p.Kind)
		},
		Input: "Input", Output: "Output", Error: "Error", Reason: "Reason", Reasoning: "Reasoning",
		CutOff: "cut off", NoContent: "no content", Files: "Files", Sources: "Sources", Data: "Data",
		Unknown: "Unknown", Metadata: "More", Called: "called", Meant: "meant", Result: "result",
	}
}
