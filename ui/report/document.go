// Package report words and draws reports for clients: an HTML document without scripts and requests,
// Markdown, or JSON, all with the same numbers.
package report

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// maxRows is how many rows a table of a document has. JSON has all.
const maxRows = 100

// document is a report in words. Its texts are clean.
type document struct {
	Lang, Title string
	Facts       []string
	Cards       []card
	ChartTitle  string
	Chart       template.HTML
	ChartNote   string // when accounts joined or left
	Tables      []*table
	Foot        string
}

// card is a total with its change, and what accounts that are not compared brought and took.
type card struct{ Label, Value, Before, Change, Tone, Beside string }

type table struct {
	Title, Empty string
	Head         []head
	Rows         [][]string
	More         string // of the rows that are left out
}

type head struct {
	Title string
	Right bool
}

//go:embed report.tmpl.html
var page string

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
	t, err := template.New("report").Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(to, d)
}

// WriteMarkdown writes a report as Markdown, with the numbers of the chart as a table.
func WriteMarkdown(
	ctx context.Context, r *report.Report, v *resource.View, to io.Writer,
) error {
	d, err := written{r}.document(v)
	if err != nil {
		return err
	}
	totals := &table{
		Head: []head{
			{v.Words.T("report.total"), false},
			{v.Words.T("report.now"), true},
			{v.Words.T("report.before"), true},
			{v.Words.T("report.change"), true},
			{v.Words.T("report.beside"), false},
		},
	}
	for _, c := range d.Cards {
		totals.Rows = append(totals.Rows, []string{c.Label, c.Value, c.Before, c.Change, c.Beside})
	}
	d.Tables = append([]*table{totals, written{r}.daysTable(v)}, d.Tables...)
	return d.markdown(ctx, v, to)
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
		if len(t.Rows) == 0 {
			b.WriteString(escape(t.Empty) + "\n")
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

// Title is the title of a report that names what it covers.
func Title(s *report.Scope, v *resource.View) string {
	return v.Words.T("report.title", "Subject", Subject(s, v))
}

// Subject names what a report covers.
func Subject(s *report.Scope, v *resource.View) string {
	group := v.Lists.GroupName(s.Group)
	if s.View != "" {
		return v.Words.T("report.of_view", "Name", text.Line(s.View))
	}
	if s.Group != "" {
		return v.Words.T(
			"report.of_group",
			"Name", text.Line(cmp.Or(group.Local, group.Sent(), s.Group)),
		)
	}
	if s.Platform != "" {
		return v.PlatformName(s.Platform)
	}
	if s.Chosen != nil {
		return v.Words.N("accounts.total", len(s.Chosen))
	}
	return v.Words.T("report.of_all")
}

func (r written) document(v *resource.View) (d *document, err error) {
	w := v.Words
	d = &document{
		Lang:       w.Lang().Tag(),
		Title:      cmp.Or(text.Line(r.Title), Title(&r.Scope, v)),
		ChartTitle: w.T("report.followers"),
	}
	d.Facts = []string{
		r.period(v),
		w.N("report.accounts_now", len(r.Accounts), "Added", w.Int(r.Added), "Gone", w.Int(r.Gone)),
		r.complete(v),
		r.availability(v),
	}
	d.Facts = append(d.Facts, r.moves(v)...)
	if !r.Recorded.IsZero() {
		d.Facts = append(d.Facts, w.T("report.as_of", "Time", v.Time(r.Recorded)))
		d.Foot = w.T("report.foot", "Time", v.Time(r.Recorded))
	}
	for _, t := range r.Totals {
		c := card{
			Label:  totalName(v, t.Name),
			Value:  number(v, t.After),
			Before: number(v, t.Before),
			Change: change(v, t.Change),
		}
		c.Beside = v.Beside(&fleet.Change{
			Joined:   t.Joined,
			Left:     t.Left,
			First:    t.First,
			Lost:     t.Lost,
			MovedIn:  t.MovedIn,
			MovedOut: t.MovedOut,
		}, func(n api.Number) string { return number(v, n) })
		s := t.Change.Sign()
		if s != 0 && t.Change.IsSet() {
			isBetter := s > 0
			if t.Name == "abnormal" {
				isBetter = s < 0
			}
			c.Tone = "down"
			if isBetter {
				c.Tone = "up"
			}
		}
		d.Cards = append(d.Cards, c)
	}
	if d.Chart, err = chart(v, r.Days); err != nil {
		return nil, err
	}
	var steps []string
	for _, day := range r.Days {
		if day.Joined+day.Left > 0 {
			steps = append(steps, text.Join(" ", day.Date[5:], plusMinus(v, day)))
		}
	}
	if len(steps) > 0 {
		d.ChartNote = w.T("report.steps", "Days", strings.Join(steps, w.T("field.comma")))
	}
	d.Tables = []*table{
		r.worksTable(v),
		r.platformsTable(v),
		r.incidentsTable(v),
		r.troublesTable(v),
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
		if !t.Head[i].Right || slices.ContainsFunc(t.Rows, known) {
			continue
		}
		t.Head = slices.Delete(t.Head, i, i+1)
		for n, row := range t.Rows {
			t.Rows[n] = slices.Delete(row, i, i+1)
		}
	}
}

// cut leaves out rows of a long table.
func (t *table) cut(w *words.Words) {
	if n := len(t.Rows); n > maxRows {
		t.Rows = t.Rows[:maxRows]
		t.More = w.N("report.more", n-maxRows)
	}
}

// plusMinus is how many accounts joined and left on a day, "+2 −1".
func plusMinus(v *resource.View, d report.Day) string {
	var parts []string
	for _, n := range []int{d.Joined, -d.Left} {
		if n != 0 {
			parts = append(parts, change(v, api.Int(int64(n))))
		}
	}
	return strings.Join(parts, " ")
}

func (r written) daysTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.followers"),
		Head: []head{
			{w.T("report.day"), false},
			{totalName(v, "accounts"), true},
			{totalName(v, "abnormal"), true},
			{totalName(v, "fansCount"), true},
			{w.T("report.joined_left"), true},
		},
	}
	for _, d := range r.Days {
		row := []string{d.Date, "", "", "", ""}
		if d.Recorded {
			row = []string{
				d.Date,
				w.Int(d.Accounts),
				w.Int(d.Abnormal),
				number(v, d.Followers),
				plusMinus(v, d),
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r written) accountsTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.accounts"),
		Empty: w.T("report.no_accounts"),
		Head: []head{
			{w.T("report.account"), false},
			{w.T("report.platform"), false},
			{w.T("report.status"), false},
			{totalName(v, "fansCount"), true},
			{w.T("report.change"), true},
			{totalName(v, "workCount"), true},
			{totalName(v, "readCount"), true},
			{totalName(v, "likeCount"), true},
			{totalName(v, "commentCount"), true},
			{w.T("report.available"), true},
		},
	}
	for _, a := range r.Accounts {
		t.Rows = append(t.Rows, []string{
			v.AccountTitle(a.Row),
			v.PlatformName(a.Platform),
			v.HealthWord(a.Health),
			number(v, a.Followers),
			change(v, a.Change),
			number(v, a.Works),
			number(v, a.Reads),
			number(v, a.Likes),
			number(v, a.Comments),
			share(v, a.Availability),
		})
	}
	return t
}

func (r written) worksTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.works"),
		Empty: w.T("report.no_works"),
		Head: []head{
			{w.T("report.work"), false},
			{w.T("report.platform"), false},
			{w.T("report.metric"), false},
			{w.T("report.before"), true},
			{w.T("report.now"), true},
			{w.T("report.change"), true},
		},
	}
	const most = 20
	for _, work := range r.Works[:min(len(r.Works), most)] {
		t.Rows = append(t.Rows, []string{
			name(work.Title, work.ID),
			v.PlatformName(work.Platform),
			v.MetricName(work.Metric),
			number(v, work.Before),
			number(v, work.After),
			change(v, work.Change),
		})
	}
	return t
}

// share is the availability of accounts, which may be unknown.
func share(v *resource.View, of [2]api.Number) string {
	return cmp.Or(v.Availability(of), v.Words.T("report.unknown"))
}

func (r written) platformsTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.by_platform"),
		Empty: w.T("report.no_accounts"),
		Head: []head{
			{w.T("report.platform"), false},
			{totalName(v, "accounts"), true},
			{w.T("report.available"), true},
		},
	}
	platforms := slices.Clone(r.Platforms)
	letters := fold.Collation()
	slices.SortStableFunc(platforms, func(a, b report.Platform) int {
		return cmp.Or(
			cmp.Compare(b.Accounts, a.Accounts),
			cmp.Compare(letters(v.PlatformName(a.Platform)), letters(v.PlatformName(b.Platform))),
		)
	})
	for _, p := range platforms {
		t.Rows = append(t.Rows, []string{
			v.PlatformName(p.Platform),
			w.Int(p.Accounts),
			share(v, p.Availability),
		})
	}
	return t
}

func (r written) incidentsTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.incidents"),
		Empty: w.T("report.no_incidents"),
		Head: []head{
			{w.T("incident.column.what"), false},
			{w.T("incident.column.began"), false},
			{w.T("incident.column.ended"), false},
			{w.T("report.lasted"), true},
			{w.T("incident.column.turned"), true},
			{w.T("incident.column.still"), true},
		},
	}
	for _, i := range r.Incidents {
		ended := w.T("report.still_open")
		if i.Ended != nil {
			ended = interval(v, *i.Ended)
		}
		t.Rows = append(t.Rows, []string{
			resource.Incident{IncidentFile: i.File, View: v}.Subject(),
			interval(v, i.Began),
			ended,
			v.Length(i.Lasted),
			w.Int(len(i.Accounts)),
			w.Int(i.Still),
		})
	}
	return t
}

func (r written) troublesTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.troubles"),
		Empty: w.T("report.no_troubles"),
		Head: []head{
			{w.T("report.account"), false},
			{w.T("report.platform"), false},
			{w.T("report.began"), false},
			{w.T("report.ended"), false},
			{w.T("report.lasted"), true},
		},
	}
	for i := range r.Troubles {
		x := &r.Troubles[i]
		who := w.N("accounts.total", len(x.Accounts))
		if len(x.Accounts) == 1 {
			who = v.AccountTitle(x.Row)
		}
		began := w.T("report.before_history")
		ended := w.T("report.still_open")
		if x.Ended != nil {
			ended = interval(v, *x.Ended)
		}
		if x.Began != nil {
			began = interval(v, *x.Began)
		}
		if x.Gone {
			ended = w.T("report.gone", "Time", ended)
		}
		t.Rows = append(t.Rows, []string{
			who,
			v.PlatformName(x.Platform),
			began,
			ended,
			v.Length(x.Lasted),
		})
	}
	return t
}

// interval is when something happened: a time, or the recordings between which it did.
func interval(v *resource.View, i history.Interval) string {
	if i.After.IsZero() || i.IsMoment() {
		return v.Time(i.Before)
	}
	return v.Time(i.After) + " – " + v.Time(i.Before)
}

// name is a name from the service in one clean line, else an ID.
func name(s, id string) string {
	return cmp.Or(text.Cut(strings.TrimSpace(text.Line(s)), 60), text.Line(id))
}

func totalName(v *resource.View, total string) string { return v.Words.T("report.total." + total) }

func number(v *resource.View, n api.Number) string {
	return v.Words.Exact(n.Round(2).String())
}

// change is a number with its sign.
func change(v *resource.View, n api.Number) string {
	return resource.Signed(n, func(n api.Number) string { return number(v, n) })
}

func shortest(n float64) string {
	return strconv.FormatFloat(n, 'f', -1, 64)
}
