package sessions

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// FuzzDrawing takes any bytes as parts: lines fit the width and do not control the
// terminal, and no key or search panics.
func FuzzDrawing(f *testing.F) {
	for _, part := range []string{
		`{"type":"text","text":"a **b** \u001b[31m"}`,
		`{"type":"reasoning","text":"a\nb","state":"streaming"}`,
		`{"type":"tool-x","state":"output-error","errorText":"e\r\n\u202e"}`,
		`{"type":"tool-x","state":"output-available","input":"{\"a\":[1]}","output":{"content":[{"type":"text",` +
			`"text":"e"}],"isError":true}}`,
		`{"type":"file","url":"data:image/png;base64,AAAA"}`,
		`{"type":"source-url","url":"http://e"}`,
		`{"type":"data-error","data":[[[]]]}`,
		`{"type":"step-start","e":1}`,
		`null`,
		`{`,
	} {
		f.Add([]byte(part), 40, "e")
	}
	c := panetest.New(f, panetest.Options{}).Context
	f.Fuzz(func(t *testing.T, part []byte, width int, query string) {
		width = 1 + (width&0x7fffffff)%150
		m := New(c)
		m.stack.SetSize(width, 10)
		rec := api.MessageRecord{
			ID:      "r",
			Message: api.UIMessage{Role: "assistant", Parts: []jsontext.Value{part, part}, Unknown: part},
		}
		m.showDoc(newDocument("s", panetest.Now, transcript.New([]api.MessageRecord{rec, rec}, false)))
		m.top().search.index.Value = newIndex(t.Context(), c.Theme, copyOf(m.top().page.doc), 0, 2, func(any) {})
		m.top().search.of = m.top().page.doc
		for range 4 {
			m.top().page.setDepth(m.top().page.depth.Turn(1))
			for _, line := range strings.Split(whole(m), "\n") {
				if n := text.Width(line); n > m.top().page.drawer.width {
					t.Fatalf("%q has %d cells of %d", line, n, m.top().page.drawer.width)
				}
				if clean := text.Clean(line); clean != line {
					t.Fatalf("%q controls the terminal", line)
				}
			}
			m.top().search.look(query)
			for range min(len(m.top().search.hits), 3) {
				m.top().search.next(1)
				panetest.Exact(t, m.stack.View(), width, 10)
			}
			for _, k := range []string{"enter", "G", "pgup", "x", "n", "]", "h", "l", "H", "L", "=", "v"} {
				m.stack.Update(panetest.KeyMsg(k))
			}
			panetest.Exact(t, m.stack.View(), width, 10)
		}
	})
}
