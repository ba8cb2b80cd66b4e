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
		f.files = d.files
		f.problems = d.problems
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
		func(r *fileRow) resource.Cell {
			return resource.Cell{Text: r.Model.DisplayName()}
		})
	for i := range columns {
		if columns[i].ID == "label" {
			columns[i].Order = orderByTitle[*fileRow]
		}
	}
	columns = append(append(columns, verdictColumns(v, verdict)...), resource.Column[*fileRow]{
		ID:        "reason",
		TableOnly: true,
		Priority:  105,
		Cell: func(*fileRow) resource.Cell {
			return resource.Cell{Text: " "}
		}, // free draws the reason
	})
	return &resource.Resource[*fileRow]{
		Name:    Name,
		Columns: finished(columns),
		ID:      (*fileRow).key,
		Key:     (*fileRow).key,
		Record: func(r *fileRow) any {
			return fileRecord{
				Name:         r.Model.Name,
				Label:        r.Model.Label,
				CreditsScope: r.Model.CreditsScope,
				inputRecord:  *inputOf(&r.verdict),
			}
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
	slices.SortStableFunc(rows, func(a, b *fileRow) int {
		return a.verdict.Fit.Rank() - b.verdict.Fit.Rank()
	})
	return withHeadings(rows, func(r *fileRow) string {
		fit := r.verdict.Fit
		site := r.Model.Site
		return m.view.SiteText(
			m.words.N("prices.verdicts."+string(fit), count[section{fit, site}]),
			site,
		)
	}, func(heading string, below *fileRow) *fileRow {
		return &fileRow{entry: headingOf(heading, below)}
	})
}

// filesScreen is the list of the verdicts on the reference files.
type filesScreen struct{ *listScreen[*fileRow] }

// openFiles opens the field of the description, above the verdicts.
func (m *Model) openFiles() tea.Cmd {
	if _, ok := m.stack.Top().(*filesScreen); !ok {
		m.pushFiles()
	}
	return m.check.Open()
}

// pushFiles shows the verdicts.
func (m *Model) pushFiles() {
	s := &filesScreen{}
	v := m.view
	s.listScreen = newList(m, listConfig[*fileRow]{
		kind: listFiles,
		of:   fileResource(v),
		shown: func() []string {
			return []string{signColumn, "label", "reason"}
		},
		answer: func(r *fileRow) *Answer { return &Answer{entry: r.entry} },
		free: func(r *fileRow) (string, resource.Cell) {
			return "reason", reasonCell(v, &r.verdict)
		},
		field:  &m.check.field,
		blank:  func() bool { return len(m.check.files) == 0 },
		rows:   s.rows,
		about:  s.about,
		alerts: s.alerts,
		footer: m.answerFooter(),
	})
	m.stack.Push(s)
}

// Update reads the files on enter if something in the field was not understood.
func (s *filesScreen) Update(msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyMsg)
	confirmed := isKey && s.typing() && key.Matches(press, s.m.stack.Keys.Confirm)
	if confirmed && len(s.m.check.problems) > 0 {
		return s.m.readFiles()
	}
	return s.listScreen.Update(msg)
}

// about is the description of the files.
func (s *filesScreen) about(int) (line string, below []string) {
	if files := clean(s.m.check.Value()); files != "" {
		line = "  " + s.m.theme.Tone(theme.Accent).Render(files)
	}
	return line, nil
}

// alerts name what was not understood, and figures that the files do not state.
func (s *filesScreen) alerts() []note {
	c := s.m.view
	check := &s.m.check
	alerts := check.alerts(s.m.ctx)
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
	if !names || !m.ctx.LocalFiles {
		return pane.Notify(pane.Warning, problems(m.ctx, check.problems))
	}
	text := check.Value()
	values := m.catalog.Values
	return check.reading.Start(m.ctx.Base, m.view.Now, func(ctx context.Context, _ func(any)) (described, error) {
		read := func(path string) (media.File, error) {
			return media.Read(ctx, path)
		}
		files, problems := quote.ParseFiles(text, values, read)
		return described{text, files, problems}, ctx.Err()
	})
}

// onRead shows the verdicts on the files that were read. The field stays open if
// something was not understood.
func (m *Model) onRead() tea.Cmd {
	d := &m.check.reading.Value
	unread := m.check.reading.Running() || m.check.reading.Err != nil
	if unread || d.text != m.check.Value() {
		return nil
	}
	m.parse()
	if s, ok := m.stack.Top().(*filesScreen); ok && s.typing() && len(d.problems) == 0 {
		m.check.Keep()
		s.Arrange()
	}
	return nil
}
