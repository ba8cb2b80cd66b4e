// Package report words and draws reports for clients: an HTML document without scripts and requests,
// Markdown, or JSON, all with the same numbers.
package report

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/report"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// maxRows is how many rows a table of a document has, unless it has a limit of its own. JSON has all.
const maxRows = 100

// document is a report in words. Its texts are clean.
type document struct {
	Lang, Title string
	Facts       []string // of Markdown, which has no place for About, Result and Notes
	About       []string // what the report covers, in short
	Result      string   // the sentence that a client reads first
	Notes       []string // how changes are counted, and which accounts are not in them
	Cards       []card
	ChartTitle  string
	Charts      []drawing // of the same numbers, for a wide and for a narrow screen
	ChartNote   string    // where the axis begins
	Tables      []*table
	Foot        string
}

// card is a total with its change and its curve. NotCompared says how many accounts
// joined, left or moved, or have a number at one end only, and how much of the total they had.
type card struct {
	Label, Value, Before, Change, Tone, NotCompared string
	Curve                                           string // as SVG
}

// table is a table, or paragraphs, each with its subject.
type table struct {
	Title, Empty, Note string
	Head               []head
	Rows               [][]string
	Bars               []int // of the rows, in percent of the longest; none if they have no bars
	Strips             *strips
	Stories            []story
	More               string // of the rows that are left out
	most               int    // rows, 0 for maxRows
	hidden             int    // rows that are not in Rows, because there are that many
	known              []bool // the columns that have a value in a hidden row
	earlier            int    // the first row of what began before the history, 0 for none
}

// head is the head of a column.
type head struct {
	Title string
	Right bool
	Wide  bool // shown where there is room
	Bar   bool // beside the bar of the row
}

// class is the class of its cells in the style sheet.
func (h head) class() string {
	var class []string
	if h.Right {
		class = append(class, "right")
	}
	if h.Wide {
		class = append(class, "wide")
	}
	return strings.Join(class, " ")
}

// story is a paragraph about something that happened.
type story struct {
	About, Text string
	Open        bool
}

// Format is a format of a report, as -o names it.
type Format string

// The formats.
const (
	HTML     Format = "html"
	Markdown Format = "markdown"
	JSON     Format = "json"
)

// Formats lists the formats, the usual one first.
func Formats() []Format { return []Format{HTML, Markdown, JSON} }

// Extension is the extension of a file, with its dot.
func (f Format) Extension() string {
	if f == Markdown {
		return ".md"
	}
	return "." + string(f)
}

// written is a report to be put in words.
type written struct{ *report.Report }

// Write writes a report in a format.
func Write(
	ctx context.Context, r *report.Report, v *resource.View, f Format, to io.Writer,
) error {
	switch f {
	case Markdown:
		return WriteMarkdown(ctx, r, v, to)
	case JSON:
		content, err := api.Marshal(r)
		if err == nil {
			_, err = to.Write(append(content, '\n'))
		}
		return err
	}
	return WriteHTML(r, v, to)
}

// WriteHTML writes a report as one HTML document.
func WriteHTML(r *report.Report, v *resource.View, to io.Writer) error {
	d, err := written{r}.document(v)
	if err != nil {
		return err
	}
	return writePage([]*document{d}, to)
}

// WriteMarkdown writes a report as Markdown, with the numbers of the chart as a table.
func WriteMarkdown(
	ctx context.Context, r *report.Report, v *resource.View, to io.Writer,
) error {
	d, err := written{r}.document(v)
	if err != nil {
		return err
	}
	d.addTotals(written{r}, v)
	return d.markdown(ctx, v, to)
}

// addTotals adds what Markdown has in place of cards and charts: their numbers as tables.
func (d *document) addTotals(r written, v *resource.View) {
	earlier := r.countedBefore(v)
	if earlier != "" && r.counted(v) == "" {
		d.Facts = slices.Insert(d.Facts, len(d.Facts)-len(d.Notes)-2, earlier) // before the notes
	}
	totals := &table{
		Head: []head{
			{Title: v.Words.T("report.total")},
			{Title: v.Words.T("report.now"), Right: true},
			{Title: v.Words.T("report.before"), Right: true},
			{Title: v.Words.T("report.change"), Right: true},
			{Title: v.Words.T("report.beside")},
		},
	}
	for _, c := range d.Cards {
		totals.Rows = append(totals.Rows, []string{
			c.Label,
			c.Value,
			c.Before,
			c.Change,
			c.NotCompared,
		})
	}
	d.Tables = append([]*table{totals, r.daysTable(v)}, d.Tables...)
}

// markdown writes title, facts and tables.
func (d *document) markdown(ctx context.Context, v *resource.View, to io.Writer) error {
	var b bytes.Buffer
	b.WriteString("# " + escape(d.Title) + "\n\n")
	for _, fact := range d.Facts {
		b.WriteString("- " + escape(fact) + "\n")
	}
	for _, t := range d.Tables {
		b.WriteByte('\n')
		if t.Title != "" {
			b.WriteString("## " + escape(t.Title) + "\n\n")
		}
		if t.Strips != nil {
			if err := t.Strips.markdown(ctx, v, &b); err != nil {
				return err
			}
		}
		for _, s := range t.Stories {
			b.WriteString("- **" + escape(s.About) + "** " + escape(s.Text) + "\n")
		}
		if len(t.Rows) == 0 {
			if len(t.Stories) == 0 {
				b.WriteString(escape(t.Empty) + "\n")
			}
			continue
		}
		if err := t.sheet().Write(ctx, &b, plain.Markdown, plain.Screen{
			Dash: v.Theme.Glyphs.Dash,
		}); err != nil {
			return err
		}
		if t.More != "" {
			b.WriteString("\n" + escape(t.More) + "\n")
		}
	}
	_, err := b.WriteTo(to)
	return err
}

func (t *table) sheet() *plain.Sheet {
	s := &plain.Sheet{Rows: make([]int32, len(t.Rows))}
	for i := range s.Rows {
		s.Rows[i] = int32(i)
	}
	for i, h := range t.Head {
		s.Columns = append(s.Columns, plain.Column{
			ID:    h.Title,
			Title: h.Title,
			Right: h.Right,
			Value: func(row int32) resource.Value {
				return resource.TextValue(t.Rows[row][i])
			},
		})
	}
	return s
}

// escape keeps a text outside of tables from being read as Markdown or HTML.
func escape(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`,
		"#", `\#`, "|", `\|`,
	).Replace(s)
}

// Title names what a report covers: the name of a group is that of the client.
func Title(s *report.Scope, v *resource.View) string {
	group := v.Lists.GroupName(s.Group)
	if s.View != "" {
		return text.Line(s.View)
	}
	if s.Group != "" {
		return text.Line(cmp.Or(group.Local, group.Sent(), s.Group))
	}
	if s.Platform != "" {
		return v.PlatformName(s.Platform)
	}
	if s.Chosen != nil {
		return v.Words.N("accounts.total", len(s.Chosen))
	}
	return v.Words.T("report.of_all")
}

// title is the title that the user chose, or else names what the report covers.
func (r written) title(v *resource.View) string {
	return cmp.Or(text.Line(r.Title), Title(&r.Scope, v))
}

func (r written) document(v *resource.View) (d *document, err error) {
	w := v.Words
	d = &document{
		Lang:       w.Lang().Tag(),
		Title:      r.title(v),
		About:      r.about(v),
		Result:     r.result(v),
		Notes:      r.notes(v),
		Cards:      r.cards(v),
		ChartTitle: w.T("report.followers"),
		Foot:       w.T("report.foot", "Time", v.Time(r.Recorded)),
	}
	d.Facts = slices.Concat(
		[]string{d.Result},
		d.About,
		d.Notes,
		[]string{r.availability(v), w.T("report.as_of", "Time", v.Time(r.Recorded))},
	)
	if d.Charts, d.ChartNote, err = r.charts(v); err != nil {
		return nil, err
	}
	for i := range d.Cards {
		name := r.Totals[i].Name
		colour := blue
		if name == "abnormal" {
			colour = red
		}
		if d.Cards[i].Curve, err = spark(r.curve(name), colour); err != nil {
			return nil, err
		}
	}
	d.Tables = []*table{
		r.platformsTable(v),
		r.incidentsTable(v),
		r.abnormalTable(v),
		r.recoveredTable(v),
		r.worksTable(v),
		r.accountsTable(v),
	}
	for _, t := range d.Tables {
		t.dropUnknown()
		t.cut(w)
	}
	return d, nil
}

// dropUnknown leaves out columns of numbers of which none is known.
func (t *table) dropUnknown() {
	if len(t.Rows) == 0 {
		return
	}
	for i := len(t.Head) - 1; i >= 0; i-- {
		known := func(row []string) bool { return row[i] != "" }
		knownHidden := t.hidden > 0 && t.known[i]
		if !t.Head[i].Right || knownHidden || slices.ContainsFunc(t.Rows, known) {
			continue
		}
		t.Head = slices.Delete(t.Head, i, i+1)
		for n, row := range t.Rows {
			t.Rows[n] = slices.Delete(row, i, i+1)
		}
	}
}

// add adds a row. Of the rows of a long table that are not shown, only their number and the columns that have a
// value are kept: there may be 100,000.
func (t *table) add(row []string) {
	if len(t.Rows) < cmp.Or(t.most, maxRows) {
		t.Rows = append(t.Rows, row)
		return
	}
	if t.hidden == 0 {
		t.known = make([]bool, len(row))
	}
	for i, cell := range row {
		t.known[i] = t.known[i] || cell != ""
	}
	t.hidden++
}

// cut leaves out rows of a long table, and says so.
func (t *table) cut(w *words.Words) {
	most := cmp.Or(t.most, maxRows)
	if n := len(t.Rows) + t.hidden; n > most {
		t.Rows = t.Rows[:most]
		t.More = w.N("report.more", n-most)
		if earlier := n - max(t.earlier, most); t.earlier > 0 && earlier > 0 {
			t.More += w.N("report.more_earlier", earlier)
		}
		t.More += w.T("report.more_in_json")
	}
}
