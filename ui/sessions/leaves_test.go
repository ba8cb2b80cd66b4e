package sessions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	jsonv2 "github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/testkit/panetest"
)

// marker gives every leaf of a JSON value a unique marker.
type marker struct {
	n     int
	found []string // of the record that is being marked
}

func (m *marker) next() string {
	m.n++
	s := fmt.Sprintf("zq%dx", m.n)
	m.found = append(m.found, s)
	return s
}

// structural are the members that decide what a part is: they cannot be changed.
var structural = []string{
	"type", "state", "role", "sourceType", "status", "createdAt", "sessionId", "stepNumber",
	"startIndex", "endIndex", "inputEncoding",
}

func (m *marker) mark(name string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			v[key] = m.mark(key, v[key])
		}
	case []any:
		for i := range v {
			v[i] = m.mark(name, v[i])
		}
	case json.Number:
		if name == "endIndex" {
			return json.Number("100000") // not within a marker
		}
		if !slices.Contains(structural, name) {
			m.n++
			s := fmt.Sprint(7_000_000 + m.n)
			m.found = append(m.found, s)
			return json.Number(s)
		}
	case string:
		inline := strings.HasPrefix(v, "data:") || name == "data"
		if named := strings.HasPrefix(v, "tool-") ||
			strings.HasPrefix(v, "data-"); inline ||
			slices.Contains(structural, name) && !(named && v != "tool-invocation") {
			return v
		}
		lines := strings.Split(v, "\n")
		for i, line := range lines {
			if line != "" || len(lines) == 1 {
				lines[i] = line + m.next()
			}
		}
		return strings.Join(lines, "\n")
	}
	return v
}

func sortedKeys(v map[string]any) []string {
	keys := make([]string, 0, len(v))
	for key := range v {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// marked returns the records of a file with their markers. Every record gets a run,
// so that its heading can be found.
func marked(t *testing.T, source []byte) ([]api.MessageRecord, [][]string) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	var stored []map[string]any
	if err := decoder.Decode(&stored); err != nil {
		t.Fatal(err)
	}
	var m marker
	var markers [][]string
	for i, record := range stored {
		m.found = nil
		record["runId"] = fmt.Sprintf("run%d", i)
		m.mark("", record)
		markers = append(markers, m.found)
	}
	text, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	var records []api.MessageRecord
	if err := jsonv2.Unmarshal(text, &records); err != nil {
		t.Fatal(err)
	}
	return records, markers
}

// squeezed is text without what wrapping adds.
func squeezed(s string) string {
	return strings.NewReplacer(" ", "", "\n", "", "│", "", ">", "").Replace(ansi.Strip(s))
}

// TestEveryLeafIsShown gives each leaf of the recorded messages a unique marker and
// looks for it under its message: in the Markdown at full depth, and on screen.
func TestEveryLeafIsShown(t *testing.T) {
	for _, name := range []string{"v4", "v5", "v6", "v7", "claude"} {
		t.Run(name, func(t *testing.T) {
			source, err := os.ReadFile("../../api/transcript/testdata/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			records, markers := marked(t, source)
			tr := transcript.New(records, false)
			w := panetest.New(t, panetest.Options{})
			var out bytes.Buffer
			if err := wording.Markdown(&out, w.Context.Words, tr, transcript.DepthAll); err != nil {
				t.Fatal(err)
			}
			plain := out.String()
			parts := make([]string, len(records)) // of the Markdown, by message
			for i := range records {
				run := "`" + records[i].RunID.Or("") + "`"
				at := strings.Index(plain, run)
				if at < 0 {
					t.Fatalf("message %d has no heading with %s", i, run)
				}
				if i > 0 {
					parts[i-1] = plain[:at]
				}
				plain = plain[at:]
			}
			parts[len(parts)-1] = plain
			check := func(where string, text func(i int) string) {
				for i, all := range markers {
					shown := squeezed(text(i))
					if tr.Messages[i].Role == transcript.RoleTool { // results are shown with their calls
						shown += squeezed(text(i - 1))
					}
					for _, mark := range all {
						if !strings.Contains(shown, mark) {
							leaf, _ := jsonv2.Marshal(records[i])
							at := bytes.Index(leaf, []byte(mark))
							t.Errorf(
								"%s: %q of message %d is not shown: %s",
								where,
								mark,
								i,
								leaf[max(at-60, 0):at+len(mark)],
							)
						}
					}
				}
			}
			check("Markdown", func(i int) string { return parts[i] })
			for _, width := range []int{80, 120} {
				m := New(w.Context)
				m.stack.SetSize(width, 30)
				m.showDoc(newDocument("s", panetest.Now, tr))
				m.top().page.setDepth(transcript.DepthAll)
				check(fmt.Sprintf("screen of %d columns", width), func(i int) string {
					var lines []string
					for _, c := range m.top().page.items {
						it := c.item()
						if it.Message == i {
							lines = append(lines, m.top().page.drawer.draw(it)...)
						}
					}
					return strings.Join(lines, "\n")
				})
			}
		})
	}
}
