package transcript

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// session makes a session of n messages as the service answers with: turns of a
// user's message and three of the assistant with reasoning, calls and text, some
// 600 bytes a message.
func session(n int) []api.MessageRecord {
	records := make([]api.MessageRecord, n)
	for i := range records {
		rec := &records[i]
		rec.ID = fmt.Sprintf("rec%06d", i)
		rec.SessionID = "5f0000000000000000000001"
		rec.RunID = api.Some(fmt.Sprintf("run%d", i/4))
		rec.CreatedAt = fmt.Sprintf("2026-01-%02dT%02d:%02d:%02dZ", 1+i/86400, i/3600%24, i/60%60, i%60)
		rec.Message.ID = fmt.Sprintf("msg%06d", i)
		if i%4 == 0 {
			rec.Message.Role = "user"
			rec.Message.Parts = values(fmt.Sprintf(
				`{"type":"text","text":"第 %d 步：请为这个视频写三个标题, and tell me which one fits the channel best. 🙂"}`,
				i,
			))
			continue
		}
		rec.Message.Role = "assistant"
		rec.StepNumber = api.Int(int64(i%4 - 1))
		rec.Message.Parts = values(
			`{"type":"step-start"}`,
			fmt.Sprintf(
				`{"type":"reasoning","text":"The titles of message %d must be short.\nLet me look at what did well `+
					`before.","state":"done"}`,
				i,
			),
			fmt.Sprintf(
				`{"type":"tool-search","toolCallId":"call_%d","state":"output-available","input":{"query":"titles `+
					`for cats %d","limit":5},"output":{"results":[{"id":"w%d","title":"Ten cats","views":12345,`+
					`"url":"https://cdn.example/v/%d.mp4"},{"title":"猫的一天","tags":["cat","日常"]}]}}`,
				i,
				i,
				i,
				i,
			),
			fmt.Sprintf(
				"{\"type\":\"text\",\"text\":\"I found **three** titles:\\n\\n1. Ten cats\\n2. 猫的一天\\n3. The cat "+
					"that came back (%d)\\n\",\"state\":\"done\"}",
				i,
			),
		)
	}
	return records
}

func values(parts ...string) []jsontext.Value {
	out := make([]jsontext.Value, len(parts))
	for i, p := range parts {
		out[i] = jsontext.Value(p)
	}
	return out
}

func BenchmarkNew5000(b *testing.B) {
	records := session(5000)
	b.ReportAllocs()
	for b.Loop() {
		New(records, false)
	}
}

func BenchmarkShelf5000(b *testing.B) {
	t := New(session(5000), false)
	b.ReportAllocs()
	for b.Loop() {
		t.Shelf()
	}
}

func BenchmarkNames5000(b *testing.B) {
	t := New(session(5000), false)
	for b.Loop() {
		t.Names(func(string) string { return "" })
	}
}

func BenchmarkSummary5000(b *testing.B) {
	t := New(session(5000), false)
	for b.Loop() {
		t.Summary()
	}
}

// The extremes: one line of a megabyte, many lines, many parts, deep JSON.
func BenchmarkExtremes(b *testing.B) {
	for name, parts := range extremes() {
		b.Run(name, func(b *testing.B) {
			rec := api.MessageRecord{ID: "r", Message: api.UIMessage{Role: "assistant", Parts: values(parts...)}}
			for b.Loop() {
				t := New([]api.MessageRecord{rec}, false)
				t.Summary()
				t.Shelf()
				t.Names(func(string) string { return "" })
			}
		})
	}
}

func extremes() map[string][]string {
	line := strings.Repeat("lorem ipsum ", 1<<20/12)
	many := make([]string, 2000)
	for i := range many {
		many[i] = fmt.Sprintf(
			`{"type":"tool-t%d","toolCallId":"%d","state":"output-available","input":%d,"output":null}`,
			i,
			i,
			i,
		)
	}
	deep := strings.Repeat(`{"a":[`, 100) + "1" + strings.Repeat("]}", 100)
	deeper := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	return map[string][]string{
		"line of 1 MB":   {`{"type":"text","text":"` + line + `"}`},
		"output of 1 MB": {`{"type":"tool-x","state":"output-available","output":"` + line + `"}`},
		"20,000 lines":   {`{"type":"text","text":"` + strings.Repeat(`a line of text\n`, 20000) + `"}`},
		"20,000 lines of JSON": {`{"type":"tool-x","state":"output-available","output":[` +
			strings.Repeat(`{"k":"v"},`, 7000) + `1]}`},
		"20,000 lines in JSON": {`{"type":"tool-x","state":"output-available","output":{"code":"` +
			strings.Repeat(`a line\n`, 20000) + `"}}`},
		"2,000 parts": many,
		"100 levels": {`{"type":"tool-x","state":"output-available","input":` + deep +
			`,"output":` + deep + `}`},
		"9,000 levels": {`{"type":"data-x","data":` + deeper + `}`},
		"1 MB of quotes": {`{"type":"tool-x","state":"output-available","output":"` +
			strings.Repeat(`\"`, 1<<19) + `"}`},
		"1 MB of URL marks":   {`{"type":"text","text":"` + strings.Repeat(`http://`, 1<<20/7) + `"}`},
		"1 MB of parentheses": {`{"type":"text","text":"http://a` + strings.Repeat(`)`, 1<<20) + `"}`},
		"1 MB of data marks":  {`{"type":"text","text":"` + strings.Repeat(`data:;base64,`, 1<<20/13) + `"}`},
		"1 MB of base64": {`{"type":"file","mediaType":"image/png","url":"data:image/png;base64,` +
			strings.Repeat("QUJD", 1<<18) + `"}`},
	}
}
