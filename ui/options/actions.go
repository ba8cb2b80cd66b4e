package options

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// openPlatform shows a platform and asks for its options, where they are not
// known yet.
func (m *Model) openPlatform(id string) tea.Cmd {
	for i := range m.platforms.Value {
		if p := &m.platforms.Value[i]; p.Platform == id {
			m.platform, m.screen = p, atPlatform
			m.list.MoveTo(id)
			m.about.Top()
			cmd := tea.Batch(m.offerQuery.Set(""), m.showOptions())
			m.resize()
			if m.known[id] != nil {
				return cmd
			}
			return tea.Batch(cmd, m.loadOptions())
		}
	}
	return pane.Notify(pane.Warning, m.ctx.Words.T("options.no_platform", "Platform", text.Clean(id)))
}

// options are those of the platform at hand.
func (m *Model) options() []api.PublishOption {
	if m.platform == nil {
		return nil
	}
	return m.known[m.platform.Platform]
}

// showOptions puts the options of the platform at hand into their table.
func (m *Model) showOptions() tea.Cmd {
	list := m.options()
	rows := make([]offer, len(list))
	for i := range list {
		rows[i] = &list[i]
	}
	return m.offers.SetRows(rows)
}

func (m *Model) openOption(o offer) tea.Cmd {
	m.option, m.screen = o, atOption
	m.doc.Top()
	m.resize()
	return m.loadReading()
}

// read is what the schemas of the option at hand come to, nil while they are
// being read.
func (m *Model) read() *reading {
	r := m.reading.Value
	if r == nil || m.option == nil || m.reading.Running() || r.field != m.option.Field || r.platform != m.platform.Platform {
		return nil
	}
	return r
}

func (m *Model) openRaw(v any) tea.Cmd {
	content, err := pane.JSON(v)
	if err != nil {
		return pane.Notify(pane.Failure, text.Clean(err.Error()))
	}
	m.rawJSON, m.rawBack, m.screen = string(content), m.screen, atRaw
	m.raw.SetJSON(content)
	m.resize()
	return nil
}

func (m *Model) onRawKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.raw.Capturing():
	case key.Matches(msg, m.keys.Back) && m.raw.Query() != "":
		m.raw.Clear()
		return nil
	case key.Matches(msg, m.keys.Back), key.Matches(msg, m.keys.Raw):
		m.screen = m.rawBack
		m.resize()
		return nil
	case key.Matches(msg, m.keys.CopyJSON):
		return m.ctx.CopyText(m.ctx.Words.T("options.copied_json", "Name", m.title()), m.rawJSON)
	}
	return m.raw.Update(msg)
}

func (m *Model) copyJSON(v any, name string) tea.Cmd {
	return m.ctx.CopyJSON(m.ctx.Words.T("options.copied_json", "Name", text.Cut(text.Clean(name), 30)), v)
}

// query is the filter of the table on this screen; of a screen without one, one
// that is not typed and empty.
func (m *Model) query() *pane.Query {
	switch m.screen {
	case atList:
		return &m.listQuery
	case atPlatform:
		return &m.offerQuery
	case atMatrix:
		if m.turned {
			return &m.turnedQuery
		}
		return &m.matrixQuery
	}
	return &pane.Query{}
}

func (m *Model) beginFilter() tea.Cmd {
	cmd := m.query().Begin()
	m.resize()
	return cmd
}

// chooseExport asks for the format of what is shown.
func (m *Model) chooseExport() {
	title := m.ctx.Words.T("options.choose_export")
	switch m.screen {
	case atMatrix:
		m.Choice.Format(title, m.exportMatrix, plain.Markdown, plain.CSV)
	case atPlatform:
		m.Choice.Format(title, m.exportOptions, plain.Markdown, plain.CSV, plain.JSON)
	default:
		m.Choice.Format(title, m.exportList, plain.Markdown, plain.CSV, plain.JSON)
	}
}

func (m *Model) exportMatrix(f plain.Format) tea.Cmd {
	c, g, lines, chosen := m.ctx, m.grid, slices.Collect(m.matrix.Rows()), map[string]bool{}
	for _, col := range m.matrix.Columns() {
		chosen[col.ID] = col.Chosen
	}
	return c.Export("matrix", f.Extension(), func(ctx context.Context) ([]byte, error) { return encodeGrid(ctx, c, f, &g, lines, chosen) })
}

func (m *Model) exportList(f plain.Format) tea.Cmd {
	var platforms []*api.Platform
	for r := range m.list.Rows() {
		platforms = append(platforms, r.Platform)
	}
	return m.ctx.ExportSheet("platforms", f, PlatformSheet(m.ctx.Words.Lang().Tag(), platforms))
}

func (m *Model) exportOptions(f plain.Format) tea.Cmd {
	return m.ctx.ExportSheet("options-"+text.FileName(m.platform.Platform), f, OptionSheet(slices.Collect(m.offers.Rows())))
}
