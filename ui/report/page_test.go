package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/net/html"

	"channeldeck/api/fleet"
)

// documentOf is a document that has text at each place for a text.
func documentOf(text string) *document {
	columns := []head{
		{
			Title: text,
			Right: true,
			Wide:  true,
			Bar:   true,
		},
		{Title: text},
	}
	levels := &strips{
		Title: text,
		From:  text,
		To:    text,
		Levels: []levelWord{{
			Level: fleet.LevelHigh,
			Word:  text,
		}},
		Rows: []strip{{
			Name: text,
			Said: text,
			Cells: []cell{{
				Level: fleet.LevelHigh,
				Title: text,
			}},
		}},
	}
	return &document{
		Lang:   text,
		Title:  text,
		About:  []string{text, text},
		Result: text,
		Notes:  []string{text},
		Cards: []card{{
			Label:  text,
			Value:  text,
			Change: text,
			Tone:   text,
			Curve:  "<svg></svg>",
		}},
		ChartTitle: text,
		Charts:     []drawing{{Class: text, SVG: "<svg></svg>"}},
		ChartNote:  text,
		Tables: []*table{
			{
				Title: text,
				Note:  text,
				More:  text,
				Head:  columns,
				Rows: [][]string{
					{text, text},
					{"", text},
				},
				Bars:   []int{100, 0},
				Strips: levels,
			},
			{
				Title: text,
				Stories: []story{
					{About: text, Text: text, Open: true},
					{About: text, Text: text},
				},
			},
			{
				Title: text,
				Empty: text,
			},
		},
		Foot: text,
	}
}

// pageOf is the page of a document, as written and as a list of what a browser reads in it.
func pageOf(t *testing.T, d *document) (page, parsed string) {
	t.Helper()
	var b strings.Builder
	if err := writePage([]*document{d}, &b); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for n := range root.Descendants() {
		fmt.Fprintln(&list, n.Type, strings.TrimSpace(n.Data), n.Attr)
	}
	return b.String(), list.String()
}

// A text is read as the same text at each place of the page, whatever it has, and never as an element, an
// attribute or the end of one.
func TestTextsOfThePageAreEscaped(t *testing.T) {
	const harmless = "Qinghe"
	_, want := pageOf(t, documentOf(harmless))
	if n := strings.Count(want, harmless); n < 30 {
		t.Fatalf("the page has only %d of the texts", n)
	}
	for _, text := range []string{
		`<script>alert(1)</script>`,
		`</title></style></p><i>`,
		`"><b onclick="`,
		`' onclick='`,
		`&lt;&amp;amp;`,
		`a=b` + "`+-->",
		"\xff<\xc3",
	} {
		page, got := pageOf(t, documentOf(text))
		diff := udiff.Unified("want", "got", strings.ReplaceAll(want, harmless, text), got)
		if diff != "" {
			t.Errorf("%q is read as something else:\n%s", text, diff)
		}
		if strings.Contains(page, "<script") {
			t.Errorf("the page has %q", text)
		}
	}
	page, _ := pageOf(t, documentOf("a\x00b"))
	if strings.Contains(page, "\x00") || !strings.Contains(page, "a\ufffdb") {
		t.Error("a NUL is not replaced")
	}
}

// Each paragraph, card and row of a table is a line, so that pages can be compared. Missing values are dashes, and
// only rows of more than 0 % have a bar.
func TestPageHasALineForEachRow(t *testing.T) {
	d := &document{
		Lang:  "en",
		Title: "Qinghe",
		About: []string{"Report", "30 days"},
		Cards: []card{{
			Label:  "Followers",
			Tone:   "up",
			Change: "+1",
		}},
		Tables: []*table{
			{
				Title: "Platforms",
				Head: []head{
					{Title: "Platform"},
					{Title: "Followers", Right: true, Bar: true},
				},
				Rows: [][]string{
					{"Douyin", "12"},
					{"X", ""},
				},
				Bars: []int{100, 0},
			},
			{Title: "Incidents", Empty: "None"},
		},
	}
	page, _ := pageOf(t, d)
	_, got, _ := strings.Cut(page, "<body>\n")
	const want = `<main>
<h1>Qinghe</h1>
<p class="about">Report · 30 days</p>
<div class="cards n1"><div class="card"><span>Followers</span><b>–</b><span class="up">+1</span></div>
</div>
<h2>Platforms</h2>
<table>
<thead><tr><th class="">Platform</th><th class="bars"></th><th class="right">Followers</th></tr></thead>
<tbody><tr><td class="">Douyin</td><td class="bars"><div class="bar"><i style="width:100%"></i></div></td>` +
		`<td class="right">12</td></tr>
<tr><td class="">X</td><td class="bars"></td><td class="right">–</td></tr>
</tbody>
</table>
<h2>Incidents</h2>
<p class="note">None</p>
</main>
</body>
</html>
`
	if got != want {
		t.Errorf("the page is\n%s\nnot\n%s", got, want)
	}
}
