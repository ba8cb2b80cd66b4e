package mcp

import "testing"

// The schema of a tool is one page by default. With smaller answers it has pages, which are
// together the whole.
func TestSchemasHavePages(t *testing.T) {
	t.Parallel()
	c := newConfig(t, prints("[]"))
	small := c
	small.MaxBytes = 8 << 10
	for _, tool := range tools() {
		uri := "channeldeck://schema/" + tool.name
		s := server{c}
		want := string(s.output(tool))
		if whole, next := readPage(t, c, uri); whole != want || next != "" {
			t.Errorf("%s: %d bytes of %d, then %q", tool.name, len(whole), len(want), next)
		}
		all := ""
		for next := uri; next != ""; {
			var page string
			page, next = readPage(t, small, next)
			all += page
		}
		if all != want {
			t.Errorf("%s: %d bytes of %d in pages", tool.name, len(all), len(want))
		}
	}
	got := ask(
		t,
		c,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"channeldeck://schema/nothing"}}`,
	)
	if got[1.0].Error.Message != "Resource not found" {
		t.Errorf("a tool that does not exist: %+v", got)
	}
}
