package cli

import (
	"strings"
	"testing"
)

// One malformed row or field hides nothing else, and a warning names it.
func TestMalformedRowsArePrinted(t *testing.T) {
	t.Parallel()
	const good = `{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":1}`
	for _, tt := range []struct {
		args, data  string
		out, report string
	}{
		{
			"accounts --columns id,nickname,status -o tsv",
			`{"total":2,"list":[` + good + `,{"id":"b","nickname":"m","status":{"x":1}}]}`,
			"b\tm\t\n",
			"1 row is malformed: row 2, field status.",
		},
		{
			"accounts -o ndjson",
			`{"total":2,"list":[` + good + `,{"id":"b","nickname":5,"status":{"x":1}}]}`,
			`{"id":"b","nickname":5,"status":{"x":1}}`,
			"row 2, field nickname.",
		},
		{"platforms -o tsv", `[{"platform":"x","status":5},{"platform":"y"}]`, "\ny\t", "row 1, field status."},
		{"prices -o tsv", `[{"name":"m","pricing":[{"price":"free"},{"price":7}]}]`, "7", "field pricing.0.price."},
		{"options x -o tsv", `[{"field":"a","label":{}},{"field":"b"}]`, "\nb\t", "field label."},
		{
			"session 6710a1e5c0de000000000001 -o tsv",
			`[{"id":5,"message":{"role":"user","parts":[{"type":"text","text":"hello"}]}}]`,
			"hello",
			"field id.",
		},
	} {
		got := run(t, answering(t, `{"code":0,"message":"ok","data":`+tt.data+`}`), strings.Fields(tt.args)...)
		if got.code != ExitIncomplete || !strings.Contains(got.out, tt.out) || !strings.Contains(got.err, tt.report) {
			t.Errorf("%s: exit %d\n%s%s", tt.args, got.code, got.out, got.err)
		}
	}
}
