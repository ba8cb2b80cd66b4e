package prices

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
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
	d := &f.reading.Value
	if d.text == f.Value() {
		f.files = d.files
		f.problems = d.problems
	} else {
		f.files, f.problems = quote.ParseFiles(f.Value(), v, nil)
	}
}

// rows are the verdicts of the models that pass the filter, below headings:
// accepted, unknown, rejected.
func (s *filesScreen) rows() []*prices.FileVerdict {
	m := s.m
	var rows []*prices.FileVerdict
	type section struct {
		fit  media.Answer
		site string
	}
	count := map[section]int{}
	for _, model := range m.catalog.Models {
		if len(m.check.files) > 0 && len(model.Match(&m.question.Filter)) > 0 {
			r := &prices.FileVerdict{
				Entry:   prices.Entry{Model: model},
				Verdict: media.CheckModel(model.VideoModel, m.check.files),
			}
			count[section{r.Verdict.Fit, model.Site}]++
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b *prices.FileVerdict) int {
		return a.Verdict.Fit.Rank() - b.Verdict.Fit.Rank()
	})
	return prices.WithHeadings(rows, func(r *prices.FileVerdict) string {
		fit := r.Verdict.Fit
		site := r.Model.Site
		return m.view.SiteText(
			m.words.N("prices.verdicts."+string(fit), count[section{fit, site}]),
			site,
		)
	}, func(heading string, below *prices.FileVerdict) *prices.FileVerdict {
		return &prices.FileVerdict{Entry: prices.HeadingOf(heading, below)}
	})
}

// filesScreen is the list of the verdicts on the reference files.
type filesScreen struct {
	*listScreen[*prices.FileVerdict]
}

// openFiles opens the field of the description, above the verdicts.
func (m *Model) openFiles() tea.Cmd {
	_, ok := m.stack.Top().(*filesScreen)
	if !ok {
		m.pushFiles()
	}
	return m.check.Open()
}

// pushFiles shows the verdicts.
func (m *Model) pushFiles() {
	s := &filesScreen{}
	v := m.view
	s.listScreen = newList(m, listConfig[*prices.FileVerdict]{
		kind: listFiles,
		of:   prices.FileVerdictResource(v),
		shown: func() []string {
			return []string{prices.SignColumn, "label", "reason"}
		},
		answer: func(r *prices.FileVerdict) *prices.Answer {
			return &prices.Answer{Entry: r.Entry}
		},
		field:  &m.check.field,
		blank:  func() bool { return len(m.check.files) == 0 },
		rows:   s.rows,
		about:  s.about,
		alerts: s.alerts,
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
	files := text.Clean(s.m.check.Value())
	if files != "" {
		line = "  " + s.m.theme.Tone(theme.Accent).Render(files)
	}
	return line, nil
}

// alerts name what was not understood, and figures that the files do not state.
func (s *filesScreen) alerts() []prices.Note {
	c := s.m.view
	check := &s.m.check
	alerts := check.alerts(s.m.ctx)
	if check.reading.Running() {
		alerts = []prices.Note{{
			Tone: theme.Muted,
			Text: c.Theme.Glyphs.Pending + " " + c.Words.T("prices.reading"),
		}}
	}
	for _, figures := range resource.MissingFigures(c.Words, check.files) {
		alerts = append(alerts, prices.Note{
			Tone: theme.Warn,
			Text: c.Theme.Glyphs.Unknown + " " + figures,
		})
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
func (m *Model) onRead() {
	d := &m.check.reading.Value
	unread := m.check.reading.Running() || m.check.reading.Err != nil
	if unread || d.text != m.check.Value() {
		return
	}
	m.parse()
	s, ok := m.stack.Top().(*filesScreen)
	if ok && s.typing() && len(d.problems) == 0 {
		m.check.Keep()
		s.Arrange()
	}
}
