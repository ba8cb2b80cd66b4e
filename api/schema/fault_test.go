package schema

import (
	"fmt"
	"strings"
	"testing"
)

func TestFaultOf(t *testing.T) {
	for doc, want := range map[string]string{
		`{"a":`:            "end 1:6",
		`"abc`:             "end 1:5",
		"{\n \"名\": x}":    "character 2:7 x",
		`{"a":1,}`:         `character 1:8 } want "`,
		`{"a":1 "b":2}`:    `character 1:8 " want , }`,
		"\"a\nb\"":         `character 1:3 \n`,
		`{"a":1,"a":2}`:    "name 1:8",
		"\"\xff\"":         "utf8 1:2",
		`{"a":1} x`:        "character 1:9 x",
		` {"a":[1,"x"]}  `: "",
	} {
		got := ""
		if f := FaultOf([]byte(doc)); f != nil {
			got = strings.TrimSpace(fmt.Sprintf("%s %d:%d %s", f.Kind, f.Line, f.Column, f.Got))
			if len(f.Want) > 0 {
				got += " want " + strings.Join(f.Want, " ")
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}
