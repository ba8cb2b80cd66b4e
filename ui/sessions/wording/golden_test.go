package wording

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/words"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func load(t testing.TB, name string) []api.MessageRecord {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "api", "transcript", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var records []api.MessageRecord
	if err := json.Unmarshal(text, &records); err != nil {
		t.Fatal(err)
	}
	return records
}

// oneMessage is a transcript of one assistant message with parts.
func oneMessage(parts ...string) *transcript.Transcript {
	rec := api.MessageRecord{ID: "r", SessionID: "s", Message: api.UIMessage{ID: "m", Role: "assistant"}}
	for _, p := range parts {
		rec.Message.Parts = append(rec.Message.Parts, jsontext.Value(p))
	}
	return transcript.New([]api.MessageRecord{rec}, false)
}

func english(t testing.TB) *words.Words {
	t.Helper()
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// markdown is the export of a transcript in English.
func markdown(t testing.TB, tr *transcript.Transcript, d transcript.Depth) string {
	t.Helper()
	var out bytes.Buffer
	if err := Markdown(&out, english(t), tr, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestMarkdown(t *testing.T) {
	for d := range transcript.DepthAll + 1 {
		golden.Equal(t, "v7."+d.String()+".golden.md", markdown(t, transcript.New(load(t, "v7.json"), false), d))
	}
}
