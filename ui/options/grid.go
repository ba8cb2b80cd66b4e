package options

import (
	"cmp"
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/options/matrix"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/widget/table"
)

// line is a line of the matrix: a capability, an option or, where it is turned,
// a platform.
type line struct {
	id, label, name string // name is the identifier on the wire
	cells           []api.Support
}

// grid is the matrix in one of its two directions.
type grid struct {
	titles []line // of the columns, without cells
	lines  []line
	cut    bool
}

// newGrid lays out what is known of all platforms: capabilities and options
// below each other, platforms beside each other; turned, the other way round.
func newGrid(c *pane.Context, sources []matrix.Source, turned bool) grid {
	mx := matrix.Of(sources)
	things := make([]line, len(mx.Columns))
	for i, col := range mx.Columns {
		things[i] = line{id: "capability " + col.Name, label: capabilityLabel(c, col.Name), name: col.Name}
		if col.Kind == matrix.Option {
			things[i] = line{id: "option " + col.Name, label: cmp.Or(col.Label, col.Name), name: col.Name}
		}
	}
	platforms := make([]line, len(mx.Rows))
	for i, r := range mx.Rows {
		platforms[i] = line{id: r.Platform.Platform, label: r.Platform.Name(c.Words.Lang().Tag()), name: r.Platform.Platform}
	}
	g := grid{titles: platforms, lines: things, cut: mx.Cut}
	if turned {
		g.titles, g.lines = things, platforms
	}
	for i := range g.lines {
		g.lines[i].cells = make([]api.Support, len(g.titles))
		for j := range g.titles {
			if turned {
				g.lines[i].cells[j] = mx.Rows[i].Cells[j]
			} else {
				g.lines[i].cells[j] = mx.Rows[j].Cells[i]
			}
		}
	}
	return g
}

// table is the grid to look at.
func (g *grid) table(c *pane.Context, k *keyMap, turned bool) *table.Table[*line] {
	columns := []table.Column[*line]{
		{
			ID: "label", Title: c.Words.T("options.column." + g.corner(turned)), Min: 16, Max: 32, Priority: 200, Pinned: true,
			Cell: func(l *line) table.Cell { return table.Cell{Text: l.label} }, Search: func(l *line) string { return l.label },
			Order: table.By(func(l *line) (string, bool) { return l.label, true }),
		},
		{
			ID: "name", Title: c.Words.T("options.column.platform"), Max: 24, Priority: 1,
			Cell: func(l *line) table.Cell { return table.Cell{Text: l.name, Tone: theme.Muted} }, Search: func(l *line) string { return l.name },
			Order: table.By(func(l *line) (string, bool) { return l.name, true }),
		},
	}
	for i, t := range g.titles {
		columns = append(columns, table.Column[*line]{
			ID: t.id, Title: t.label, Max: 32, Priority: 100,
			Cell:  func(l *line) table.Cell { return supportCell(c, l.cells[i]) },
			Exact: func(l *line) string { return supportWord(c, l.cells[i]) },
			Order: table.By(func(l *line) (int, bool) { return -int(l.cells[i]), l.cells[i] != api.SupportNotStated }),
		})
	}
	return table.New(table.Config[*line]{Theme: c.Theme, Keys: k.Unmarked(), Columns: columns, Context: c.Base, Key: func(l *line) string { return l.id }})
}

func (g *grid) corner(turned bool) string {
	if turned {
		return "name"
	}
	return "thing"
}

// showMatrix makes the matrix anew from what is known. Where it has the same
// columns, cursor, order and the choice of columns stay.
func (m *Model) showMatrix() tea.Cmd {
	if m.screen != atMatrix {
		return nil
	}
	before := m.grid
	m.grid = newGrid(m.ctx, m.sources(), m.turned)
	if same := func(a, b line) bool { return a.id == b.id && a.label == b.label }; m.matrix == nil || !slices.EqualFunc(before.titles, m.grid.titles, same) {
		m.matrix = m.grid.table(m.ctx, &m.keys, m.turned)
	}
	m.resize()
	rows := make([]*line, len(m.grid.lines))
	for i := range rows {
		rows[i] = &m.grid.lines[i]
	}
	return tea.Batch(m.matrix.SetRows(rows), m.query().Over(m.matrix))
}

func (m *Model) openMatrix() tea.Cmd {
	m.screen = atMatrix
	return tea.Batch(m.showMatrix(), m.loadSurvey(false))
}

// encodeGrid writes lines of the grid with the columns that are chosen.
func encodeGrid(ctx context.Context, c *pane.Context, f plain.Format, g *grid, lines []*line, chosen map[string]bool) ([]byte, error) {
	sheet := plain.Sheet[*line]{Rows: lines, Columns: []plain.Column[*line]{
		{Name: "label", Value: func(l **line) string { return (*l).label }},
		{Name: "name", Value: func(l **line) string { return (*l).name }},
	}}
	for i, t := range g.titles {
		if !chosen[t.id] {
			continue
		}
		sheet.Columns = append(sheet.Columns, plain.Column[*line]{
			Name: t.name, Title: t.label,
			Value: func(l **line) string { return [...]string{"", "no", "yes"}[(*l).cells[i]] },
			Show:  func(l **line) string { return supportCell(c, (*l).cells[i]).Text },
		})
	}
	return sheet.Bytes(ctx, f, c.Theme.Glyphs.Dash)
}
