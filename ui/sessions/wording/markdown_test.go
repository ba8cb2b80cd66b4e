package wording

import (
	"strings"
	"testing"

	"channeldeck/api/transcript"
)

func TestInlineDataIsNeverShown(t *testing.T) {
	const secret = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo"
	long := strings.Repeat(secret, 10)
	tr := oneMessage(
		`{"type":"text","text":"a ![x](data:image/png;base64,`+secret+`) b"}`,
		`{"type":"file","mediaType":"image/png","url":"data:image/png;base64,`+secret+`"}`,
		`{"type":"tool-x","state":"output-available","input":{"image":"`+long+
			`","text":"see data:image/png;base64,`+secret+` here"},"output":"data:image/png;base64,`+secret+`"}`,
		`{"type":"tool-x","state":"output-error","errorText":"bad data:image/png;base64,`+secret+`"}`,
		`{"type":"data-x","data":{"deep":["data:image/png;base64,`+secret+`"]}}`,
		`{"type":"dynamic-tool","toolName":"m","state":"output-available",`+
			`"output":{"content":[{"type":"image","data":"`+secret+`","mimeType":"image/png"}]}}`,
		`{"type":"file","mimeType":"image/png","data":"`+secret+`"}`,
	)
	out := markdown(t, tr, transcript.DepthAll)
	if strings.Contains(out, "QUJD") {
		t.Errorf("the export contains base64:\n%s", out)
	}
	for _, d := range []transcript.Depth{transcript.DepthSummary, transcript.DepthTools} {
		for _, s := range tr.Summary() {
			if strings.Contains(s.Result+s.Meant, "QUJD") {
				t.Errorf("%v: the summary contains base64", d)
			}
		}
	}
	for _, m := range tr.Shelf() {
		if m.Inline && len(m.Data) == 0 {
			t.Errorf("%+v has no data", m)
		}
	}
}

func TestFencesAreLongerThanThoseInside(t *testing.T) {
	tr := oneMessage(
		`{"type":"tool-x","state":"output-error","errorText":"a\n`+"````"+`\nb"}`,
		`{"type":"text","text":"cut off:\n`+"```go"+`\nfunc main"}`,
		`{"type":"text","text":"after"}`,
	)
	out := markdown(t, tr, transcript.DepthTools)
	for _, want := range []string{"`````\na\n````\nb\n`````\n", "```go\nfunc main\n```\n\nafter"} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
}

func TestExportIsCleaned(t *testing.T) {
	tr := oneMessage(
		`{"type":"text","text":"a\u001b[31mb"}`,
		`{"type":"tool-x\u001b]0;t\u0007","state":"output-available","input":{"k":"\u001b[0m"},"output":"\u001b[2J"}`,
	)
	for d := range transcript.DepthAll + 1 {
		if out := markdown(t, tr, d); strings.Contains(out, "\x1b") {
			t.Errorf("an escape sequence is left in %q", out)
		}
	}
}
