package archive

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/transcript"
)

// run is a run whose calls are parts of one message.
func run(parts ...string) *transcript.Transcript { return runAt("2026-05-20T09:00:00Z", parts...) }

func runAt(at string, parts ...string) *transcript.Transcript {
	rec := api.MessageRecord{ID: "r", SessionID: "s", CreatedAt: at, Message: api.UIMessage{ID: "m", Role: "assistant"}}
	for _, p := range parts {
		rec.Message.Parts = append(rec.Message.Parts, jsontext.Value(p))
	}
	end := rec
	end.ID = "e"
	end.CreatedAt = strings.Replace(at, ":00:00Z", ":01:30Z", 1)
	end.Message = api.UIMessage{
		ID:    "e",
		Role:  "assistant",
		Parts: []jsontext.Value{jsontext.Value(`{"type":"text","text":"end"}`)},
	}
	return transcript.New([]api.MessageRecord{rec, end}, false)
}

const (
	listed  = `{"type":"tool-list","toolCallId":"a","state":"output-available","input":{},"output":1}`
	refused = `{"type":"tool-publish","toolCallId":"b","state":"output-error","input":{},"errorText":"login of ` +
		`account 17 lost (req-8f2)"}`
	again = `{"type":"tool-update","toolCallId":"c","state":"output-available","input":{},"output":{"success":false,` +
		`"message":"login of account 23 lost (req-9a1)"}}`
	other = `{"type":"tool-publish","toolCallId":"d","state":"output-error","input":{},"errorText":"no cover"}`
)

func TestCauses(t *testing.T) {
	causes := Causes(run(listed, refused, again, other, strings.Replace(refused, `"b"`, `"e"`, 1)))
	if len(causes) != 2 || causes[0].Count != 3 || causes[0].First != (transcript.Ref{Message: 0, Part: 1}) ||
		causes[1].Count != 1 {
		t.Errorf("the causes are %+v", causes)
	}
	if causes := Causes(run(
		`{"type":"error","message":"limit 5"}`,
		`{"type":"error","message":"limit 7"}`,
		`{"type":"text","text":"a","state":"streaming"}`,
	)); len(causes) != 2 || causes[0].Count != 2 {
		t.Errorf("the causes of errors are %+v", causes)
	}
}
