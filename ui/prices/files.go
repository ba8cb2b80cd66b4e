package prices

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// fileCheck is the description of reference files, which the inspectors of all lists
// check against the limits of their model.
type fileCheck struct {
	field
	files   []media.File // in the field
	reading store.Loader[described]
}

// described is a description of reference files, with the files that it names
// read.
type described struct {
	text     string
	files    []media.File
	problems []quote.Problem
}

// parse reads the field. Files are not read again while the text is the same.
func (f *fileCheck) parse(v *quote.Values) {
	if d := &f.reading.Value; d.text == f.Value() {
		f.files, f.problems = d.files, d.problems
	} else {
		f.files, f.problems = quote.ParseFiles(f.Value(), v, nil)
	}
}

// fileRow is the verdict of a model on the reference files.
type fileRow struct {
	entry
	verdict media.ModelVerdict
}

// fileRecord is the JSON of a verdict.
type fileRecord struct {
	Name         string          `json:"name"`
	Label        api.Opt[string] `json:"label"`
	CreditsScope api.Opt[string] `json:"creditsScope"`
	inputRecord  `json:",inline"`
}

// fileResource is the verdicts of models on reference files.
func fileResource(v *resource.View) *resource.Resource[*fileRow] {
	verdict := func(r *fileRow) *media.ModelVerdict { return &r.verdict }
	columns := modelColumns(v,
		func(r *fileRow) resource.Cell { return v.VerdictSign(r.verdict.Fit) },
		func(r *fileRow) resource.Cell { return resource.Cell{Text: r.Model.DisplayName()} })
	for i := range columns {
		if columns[i].ID == "label" {
			columns[i].Order = orderByTitle[*fileRow]
		}
	}
	columns = append(append(columns, verdictColumns(v, verdict)...), resource.Column[*fileRow]{
		ID: "reason", TableOnly: true, Priority: 105, Cell: func(*fileRow) resource.Cell { return resource.Cell{Text: " "} }, // free draws the reason
	})
	return &resource.Resource[*fileRow]{
		Name: Name, Columns: finished(columns), ID: (*fileRow).key, Key: (*fileRow).key,
		Record: func(r *fileRow) any {
			return fileRecord{r.Model.Name, r.Model.Label, r.Model.CreditsScope, *inputOf(&r.verdict)}
		},
	}
}

// rows are the verdicts of the models that pass the filter, below headings:
// accepted, unknown, rejected.
func (s *filesScreen) rows() []*fileRow {
	m := s.m
	var rows []*fileRow
	type section struct {
		fit  media.Answer
		site string
	}
	count := map[section]int{}
	for _, model := range m.catalog.Models {
		if len(m.check.files) > 0 && len(model.Match(&m.question.Filter)) > 0 {
			r := &fileRow{entry{Model: model}, media.CheckModel(model.VideoModel, m.check.files)}
			count[section{r.verdict.Fit, model.Site}]++
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b *fileRow) int { return a.verdict.Fit.Rank() - b.verdict.Fit.Rank() })
	return withHeadings(rows, func(r *fileRow) string {
		fit, site := r.verdict.Fit, r.Model.Site
		return m.SiteText(m.Words.N("prices.verdicts."+string(fit), count[section{fit, site}]), site)
	}, func(heading string, below *fileRow) *fileRow { return &fileRow{entry: headingOf(heading, below)} })
}

// filesScreen is the list of the verdicts on the reference files.
type filesScreen struct{ *listScreen[*fileRow] }

// openFiles opens the field of the description, above the verdicts.
func (m *Model) openFiles() tea.Cmd {
	if _, ok := m.Top().(*filesScreen); !ok {
		s := &filesScreen{}
		v := m.Context.View
		s.listScreen = newList(m, listConfig[*fileRow]{
			kind: listFiles, of: fileResource(v), answer: func(r *fileRow) *Answer { return &Answer{entry: r.entry} },
			shown: func() []string { return []string{signColumn, "label", "reason"} },
			free:  func(r *fileRow) (string, resource.Cell) { return "reason", reasonCell(v, &r.verdict) },
			field: &m.check.field, blank: func() bool { return len(m.check.files) == 0 },
			rows: s.rows, about: s.about, alerts: s.alerts, footer: m.answerFooter(),
		})
		m.Push(s)
	}
	return m.check.Open()
}

// Update reads the files on enter if something in the field was not understood.
func (s *filesScreen) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyMsg); ok && s.typing() && len(s.m.check.problems) > 0 && key.Matches(press, s.m.Keys.Confirm) {
		return s.m.readFiles()
	}
	return s.listScreen.Update(msg)
}

// about is the description of the files.
func (s *filesScreen) about(int) (line string, below []string) {
	if files := clean(s.m.check.Value()); files != "" {
		line = "  " + s.m.Theme.Tone(theme.Accent).Render(files)
	}
	return line, nil
}

// alerts name what was not understood, and figures that the files do not state.
func (s *filesScreen) alerts() []note {
	c, check := s.m.Context.View, &s.m.check
	alerts := check.alerts(s.m.Context)
	if check.reading.Running() {
		alerts = []note{{theme.Muted, c.Theme.Glyphs.Pending + " " + c.Words.T("prices.reading")}}
	}
	for _, figures := range resource.MissingFigures(c.Words, check.files) {
		alerts = append(alerts, note{theme.Warn, c.Theme.Glyphs.Unknown + " " + figures})
	}
	return alerts
}

// readFiles reads the files that the description names, outside Update. Without
// any, it reports what was not understood.
func (m *Model) readFiles() tea.Cmd {
	check := &m.check
	names := slices.ContainsFunc(check.problems, func(p quote.Problem) bool {
		return p.Kind == quote.NotRead || p.Kind == quote.NoFile || p.Kind == quote.Unreadable
	})
	if !names || !m.LocalFiles {
		return pane.Notify(pane.Warning, problems(m.Context, check.problems))
	}
	d, values := described{text: check.Value()}, m.catalog.Values
	return check.reading.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (described, error) {
		d.files, d.problems = quote.ParseFiles(d.text, values, func(path string) (media.File, error) { return media.Read(ctx, path) })
		return d, ctx.Err()
	})
}

// onRead shows the verdicts on the files that were read. The field stays open if
// something was not understood.
func (m *Model) onRead() tea.Cmd {
	d := &m.check.reading.Value
	if m.check.reading.Running() || m.check.reading.Err != nil || d.text != m.check.Value() {
		return nil
	}
	m.parse()
	if s, ok := m.Top().(*filesScreen); ok && s.typing() && len(d.problems) == 0 {
		m.check.Keep()
		s.Arrange()
	}
	return nil
}
