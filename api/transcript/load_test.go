package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"channeldeck/api"
	"channeldeck/ui/testkit/memory"
	"channeldeck/ui/testkit/transcripts"

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

var versions = []string{"v4", "v5", "v6", "v7"}

// dump returns the lines that a depth shows, unfolded.
func dump(t *Transcript, d Depth) string {
	var out strings.Builder
	folds := FoldAll(Open)
	for it := range t.Items(d, &folds) {
		quote := ""
		p := t.Part(it.Ref)
		if p != nil {
			quote = strings.Repeat("> ", int(p.Level))
		}
		switch it.Kind {
		case ItemMessage:
			out.WriteString("## " + string(t.Messages[it.Message].Role) + "\n")
		case ItemHead:
			out.WriteString(quote + p.Label())
			if p.Tool != nil {
				out.WriteString(" " + string(p.Tool.Outcome) + " " + p.Tool.Why())
			}
			if p.Card() != nil {
				out.WriteString(" " + p.Card().Title + " " + p.Card().Why)
			}
			out.WriteString("\n")
		case ItemText:
			out.WriteString(quote + p.Text + "\n")
		case ItemField:
			out.WriteString(quote + t.FieldText(it.Ref, it.Field) + "\n")
		}
	}
	return out.String()
}

// A long output is laid out in a text that grows once: one that grows again and again takes twice its size.
func TestMemoryOfALongOutput(t *testing.T) {
	for form, session := range transcripts.Outputs(2 << 20) {
		got, err := api.ReadRows[api.MessageRecord](strings.NewReader(
			strings.TrimSuffix(strings.TrimPrefix(session, `{"code":0,"message":"ok","data":`), "}"),
		))
		if err != nil {
			t.Fatal(err)
		}
		tr := New(got, false)
		text := ""
		n := memory.Allocated(func() { text = tr.FieldText(Ref{0, 0}, FieldOutput) })
		if len(text) < 1<<20 || n > uint64(len(text))*9/4 {
			t.Errorf("%s: %d bytes are allocated for %d", form, n, len(text))
		}
	}
}

// A session of 20,000 messages has 70,000 parts and 15,000 calls: each byte of them counts.
func TestPartsAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(Part{}); size > 112 {
		t.Errorf("a part takes %d bytes", size)
	}
	if size := unsafe.Sizeof(Tool{}); size > 144 { // a size in which Go allocates
		t.Errorf("a call takes %d bytes", size)
	}
	if size := unsafe.Sizeof(Message{}); size > 192 {
		t.Errorf("a message takes %d bytes", size)
	}
}
