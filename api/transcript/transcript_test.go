package transcript

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

func TestDataURLSize(t *testing.T) {
	for _, c := range []struct {
		url, mediaType string
		size           int64
	}{
		{"data:image/png;base64,QUJD", "image/png", 3},
		{"data:image/png;base64,QUI=", "image/png", 2},
		{"data:image/png;base64,QQ==", "image/png", 1},
		{"data:image/png;base64,QQ%3D%3D", "image/png", 1},
		{"data:image/png;name=a%20b.png;base64,QUJD", "image/png", 3},
		{"data:,hello%20there", "text/plain", 11},
		{"DATA:Text/HTML;charset=utf-8,<b>", "text/html", 3},
	} {
		d, ok := inlineFile([]byte(c.url), "")
		if !ok || d.MediaType != c.mediaType || d.Size != c.size {
			t.Errorf("%s: %+v %v, want %s, %d bytes", c.url, d, ok, c.mediaType, c.size)
		}
	}
	for _, s := range []string{"data:", "data:image/png;base64", "date:,x", "x", strings.Repeat("data:", 200)} {
		if d, ok := inlineFile([]byte(s), ""); ok {
			t.Errorf("%q was parsed as a data URL: %+v", s, d)
		}
	}
}

func TestBytesOfInlineData(t *testing.T) {
	for data, want := range map[string]string{
		"data:image/png;base64,QUJD": "ABC",
		"data:;base64,QQ%3D%3D":      "A",
		"data:,a%20b":                "a b",
		"QUI=":                       "AB",
		"_-8":                        "\xff\xef",
		"QU\nJD":                     "ABC",
	} {
		f := &File{Inline: true, Data: []byte(data)}
		if got, err := f.Bytes(); err != nil || string(got) != want {
			t.Errorf("%q is %q, %v, want %q", data, got, err, want)
		}
	}
	if _, err := (&File{Inline: true, Data: []byte("data:;base64,!!")}).Bytes(); err == nil {
		t.Error("invalid base64 was decoded")
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1 kB", 1234: "1.2 kB", 12345: "12.3 kB", 999_499: "999 kB",
		999_500: "1 MB", 5e6: "5 MB", 3.2e12: "3200 GB",
	} {
		if got := Size(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestURLs(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"see https://a.example/b, and (http://c.example/d).", []string{"https://a.example/b", "http://c.example/d"}},
		{"[x](https://a.example/b_(c)) HTTPS://A.example!", []string{"https://a.example/b_(c)", "HTTPS://A.example"}},
		{"访问https://a.example/b即可，或http://c.example。", []string{"https://a.example/b", "http://c.example"}},
		{"https://a.example/图片.png", []string{"https://a.example/图片.png"}},
		{"**https://a.example** <https://b.example>", []string{"https://a.example", "https://b.example"}},
		{"ftp://a.example https:// x://y http://", nil},
	} {
		got := urls(c.text)
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	tr := oneMessage(
		`{"type":"tool-a","state":"output-available","input":{"accountIds":["douyin:1","x y"],"model":"Seedance 2",`+
			`"to":[{"profile":"https://x.example/u/771?tab=1"},"999",771]},"output":{"platform":"douyin",`+
			`"work":{"id":"w1","title":"t"},"snapshots":[{"platformWorkId":"w1"},{"platformWorkId":"w2"}]}}`,
		`{"type":"tool-b","state":"output-available","output":"{\"total\":1,\"list\":[{\"id\":\"bili:9\",`+
			`\"uid\":\"9\",\"nickname\":\"a b\"}]}"}`,
		`{"type":"data-x","data":{"session_id":"s-2","workId":"w3","before":{"workId":"w2"}}}`,
	)
	want := []Name{
		{NameAccount, "douyin:1", "", true},
		{NameModel, "Seedance 2", "", true},
		{NameAccount, "bilibili:77", "", true},
		{NameWork, "w1", "douyin", false},
		{NameWork, "w2", "douyin", false},
		{NameAccount, "bili:9", "", false},
		{NameSession, "s-2", "", false},
		{NameWork, "w3", "", false},
	}
	got := tr.Names(func(s string) string { return map[string]string{"771": "bilibili:77"}[s] })
	if len(got) != len(want) {
		t.Fatalf("%d names, want %d: %+v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("name %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestShelfListsMediaOnce(t *testing.T) {
	tr := oneMessage(
		`{"type":"text","text":"https://a.example/1.png"}`,
		`{"type":"tool-draw","state":"output-available","output":{"images":["https://a.example/1.png",`+
			`"https://a.example/2"],"coverUrl":"https://a.example/3"}}`,
		`{"type":"file","mediaType":"video/mp4","filename":"two.mp4","url":"https://a.example/2"}`,
	)
	got := tr.Shelf()
	if len(got) != 3 {
		t.Fatalf("%d media, want 3: %+v", len(got), got)
	}
	for i, want := range []struct {
		class Class
		count int
		name  string
	}{{ClassImage, 2, ""}, {ClassImage, 2, "two.mp4"}, {ClassImage, 1, ""}} {
		m := got[i]
		if m.Class != want.class || m.Count != want.count || m.Name != want.name || m.Call == nil ||
			m.Made != (Ref{0, 1}) {
			t.Errorf("media %d: %+v", i, m)
		}
	}
}

func TestFolds(t *testing.T) {
	tr := oneMessage(
		`{"type":"text","text":"x"}`,
		`{"type":"tool-a","state":"output-available","output":1}`,
		`{"type":"step-start"}`,
	)
	view := func(f *Folds, d Depth, part int) Extent {
		r := Ref{0, part}
		return f.Extent(d, tr.Key(r), tr.Part(r))
	}
	var f Folds
	check := func(what string, d Depth, want ...Extent) {
		t.Helper()
		for part, w := range want {
			if got := view(&f, d, part); got != w {
				t.Errorf("%s: part %d at %v is %d, want %d", what, part, d, got, w)
			}
		}
	}
	check("at first", DepthConversation, Open, Hidden, Hidden)
	check("at first", DepthTools, Open, Folded, Open)
	check("at first", DepthAll, Full, Full, Full)
	f = FoldAll(Folded)
	check("all folded", DepthAll, Folded, Folded, Full)
	check("all folded", DepthConversation, Folded, Hidden, Hidden)
	f = FoldAll(Open)
	check("all open", DepthTools, Open, Open, Open)
	f = FoldAll(Hidden)
	tool := tr.Key(Ref{0, 1})
	f.Toggle(DepthTools, tool, tr.Part(Ref{0, 1}))
	check("one open", DepthTools, Open, Open, Open)
	f.Toggle(DepthTools, tool, tr.Part(Ref{0, 1}))
	check("and folded", DepthTools, Open, Folded, Open)
	f = FoldAll(Hidden)
	f.Reveal(tr, DepthConversation, Ref{0, 1}, FieldOutput)
	check("a hit unfolds its part", DepthConversation, Open, Open, Hidden)
	f.Reveal(tr, DepthConversation, Ref{0, 1}, FieldExtra)
	check("and its other members", DepthConversation, Open, Full, Hidden)
}

func TestFoldSurvivesARefresh(t *testing.T) {
	older := New(session(8), false)
	newer := New(session(12), false)
	var f Folds
	at := Ref{1, 2}
	f.Set(older.Key(at), Full)
	if got := f.Extent(DepthTools, newer.Key(at), newer.Part(at)); got != Full {
		t.Errorf("after a refresh the part is %d, want full", got)
	}
	if r, ok := newer.Locate(older.Key(Ref{7, 3})); !ok || r != (Ref{7, 3}) {
		t.Errorf("the place is %v %v after a refresh", r, ok)
	}
}

func TestDiff(t *testing.T) {
	older := session(8)
	newer := session(10)
	newer[7].Message.Parts = append(newer[7].Message.Parts, jsontext.Value(`{"type":"text","text":"more"}`))
	for _, c := range []struct {
		older, newer []api.MessageRecord
		added        int
		changed      bool
	}{
		{older, newer, 2, true},
		{newer, older, 0, true},
		{older, newer[:8], 0, true},
		{older, session(8), 0, false},
		{older, older[:7], 0, true},
	} {
		if added, changed := Diff(New(c.older, false), New(c.newer, false)); added != c.added || changed != c.changed {
			t.Errorf(
				"from %d to %d records: %d added, changed %t; want %d, %t",
				len(c.older),
				len(c.newer),
				added,
				changed,
				c.added,
				c.changed,
			)
		}
	}
}

func TestDepths(t *testing.T) {
	d := DepthSummary
	for range depths {
		back, ok := ParseDepth(d.String())
		if !ok || back != d {
			t.Errorf("%v reads as %v, %v", d, back, ok)
		}
		d = d.Turn(1)
	}
	if d != DepthSummary {
		t.Errorf("after the last depth comes %v", d)
	}
	if _, ok := ParseDepth("deep"); ok {
		t.Error("deep is a depth")
	}
}

func TestExtremesKeepEverything(t *testing.T) {
	for name, parts := range extremes() {
		tr := oneMessage(parts...)
		if n := len(tr.Messages[0].Parts); n != len(parts) {
			t.Errorf("%s: %d parts, want %d", name, n, len(parts))
		}
	}
	lines := strings.Split(
		layout(jsontext.Value(strings.Repeat(`{"a":[`, 100)+`"end"`+strings.Repeat("]}", 100))),
		"\n",
	)
	if len(lines) != 401 {
		t.Errorf("100 levels are %d lines, want 401", len(lines))
	}
	if lines[200] != strings.Repeat("  ", maxIndent)+`"end"` {
		t.Errorf("the innermost line is %q", lines[200])
	}
}

func TestTimesWithoutAZoneAreInUTC(t *testing.T) {
	for sent, want := range map[string]string{
		"2026-05-20T09:30:00+08:00": "2026-05-20T01:30:00Z",
		"2026-05-20T09:30:00":       "2026-05-20T09:30:00Z",
		"2026-05-20 09:30:00":       "2026-05-20T09:30:00Z",
		"":                          "", "yesterday": "",
	} {
		m := New(
			[]api.MessageRecord{{ID: "1", CreatedAt: sent, Message: api.UIMessage{Role: "user"}}},
			false,
		).Messages[0]
		if got := m.Time; want == "" && !got.IsZero() || want != "" && got.Format(time.RFC3339) != want {
			t.Errorf("%q: %v, want %q", sent, got, want)
		}
	}
}
