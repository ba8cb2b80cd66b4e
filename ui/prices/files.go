package prices

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/prices/media"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// described is a description of reference files, with the files that it names
// read.
type described struct {
	text     string
	files    []quote.File
	problems []quote.Problem
}

// readFiles reads the files that the description names, outside Update. Without
// any, it reports what was not understood.
func (m *Model) readFiles() tea.Cmd {
	names := slices.ContainsFunc(m.describe.problems, func(p quote.Problem) bool {
		return p.Kind == quote.NotRead || p.Kind == quote.NoFile || p.Kind == quote.Unreadable
	})
	if !names || !m.LocalFiles {
		return pane.Notify(pane.Warning, m.problems(m.describe.problems))
	}
	d, values := described{text: m.describe.Value()}, m.catalog().Values
	return m.reading.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (described, error) {
		d.files, d.problems = quote.ParseFiles(d.text, values, func(path string) (quote.File, error) { return media.Read(ctx, path) })
		return d, ctx.Err()
	})
}

// onRead shows the verdicts on the files that were read. The field stays open if
// something was not understood.
func (m *Model) onRead() tea.Cmd {
	d := &m.reading.Value
	if m.reading.Running() || m.reading.Err != nil || d.text != m.describe.Value() {
		return nil
	}
	m.parse()
	if l, ok := m.Top().(*listScreen); ok && l.kind == listFiles && l.typing() && len(d.problems) == 0 {
		m.describe.Keep()
		l.Arrange()
	}
	return nil
}

// MissingFigures name the unknown figures of files that were read, and how to type
// them.
func MissingFigures(w *words.Words, files []quote.File) []string {
	var list []string
	for i := range files {
		f := &files[i]
		missing := f.Missing()
		if f.Path == "" || len(missing) == 0 {
			continue
		}
		var what, example []string
		for _, figure := range missing {
			what = append(what, w.T("prices.missing."+figure))
			example = append(example, w.T("prices.missing.example."+figure))
		}
		id := "prices.missing"
		if f.NoProbe {
			id = "prices.missing.ffprobe"
		}
		name := text.Cut(clean(filepath.Base(f.Path)), 30)
		list = append(list, w.T(id, "File", name, "What", strings.Join(what, w.T("prices.comma")), "Example", strings.Join(example, " ")))
	}
	return list
}
