package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/words"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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

// oneMessage is a transcript of one assistant message with parts.
func oneMessage(parts ...string) *Transcript {
	rec := api.MessageRecord{ID: "r", SessionID: "s", Message: api.UIMessage{ID: "m", Role: "assistant"}}
	for _, p := range parts {
		rec.Message.Parts = append(rec.Message.Parts, jsontext.Value(p))
	}
	return New([]api.MessageRecord{rec}, false)
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
func markdown(t testing.TB, tr *Transcript, d Depth) string {
	t.Helper()
	var out bytes.Buffer
	if err := tr.Markdown(&out, english(t), d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var versions = []string{"v4", "v5", "v6", "v7"}

func TestMarkdown(t *testing.T) {
	for d := range depths {
		golden.Equal(t, "v7."+d.String()+".golden.md", markdown(t, New(load(t, "v7.json"), false), d))
	}
}
