package options

import (
	"bytes"
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// openPlatform shows a platform and asks for its options, where they are not
// known yet.
func (m *Model) openPlatform(id string) tea.Cmd {
	for i := range m.platforms.Value {
		if p := &m.platforms.Value[i]; p.Platform == id {
			m.platform, m.screen = p, atPlatform
			m.list.MoveTo(id)
			m.about.Top()
			cmd := m.showOptions()
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
	content, err := indented(v)
	if err != nil {
		return pane.Notify(pane.Failure, text.Clean(err.Error()))
	}
	m.rawJSON, m.rawBack, m.screen = string(content), m.screen, atRaw
	m.raw.SetJSON(content)
	m.resize()
	return nil
}

func indented(v any) ([]byte, error) {
	return json.Marshal(v, jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func (m *Model) onRawKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.raw.Capturing():
	case key.Matches(msg, m.keys.Back), key.Matches(msg, m.keys.Raw):
		m.screen = m.rawBack
		m.resize()
		return nil
	case key.Matches(msg, m.keys.CopyJSON):
		return m.ctx.CopyText(m.ctx.Words.T("options.copied_json", "Name", m.title()), m.rawJSON)
	}
	return m.raw.Update(msg)
}

// copyText copies a short text, which the notice names.
func (m *Model) copyText(s string) tea.Cmd {
	return m.ctx.CopyText(text.Cut(text.Clean(s), 40), s)
}

func (m *Model) copyJSON(v any, name string) tea.Cmd {
	content, err := indented(v)
	if err != nil {
		return pane.Notify(pane.Failure, m.ctx.Words.T("notice.copy_failed", "Reason", text.Clean(err.Error())))
	}
	return m.ctx.CopyText(m.ctx.Words.T("options.copied_json", "Name", text.Cut(text.Clean(name), 30)), string(content))
}

// filterable is the table that is filtered on this screen, nil for none.
func (m *Model) filterable() filterable {
	switch m.screen {
	case atList:
		return m.list
	case atMatrix:
		if m.matrix != nil {
			return m.matrix
		}
	}
	return nil
}

type filterable interface {
	SetFilter(string) tea.Cmd
	Filter() string
	Update(tea.Msg) tea.Cmd
}

func (m *Model) beginFilter() tea.Cmd {
	m.filtering = true
	m.query.SetValue(m.filterable().Filter())
	m.query.CursorEnd()
	m.resize()
	return m.query.Focus()
}

// onFilterKey narrows with every letter. Enter keeps the filter, esc drops it.
func (m *Model) onFilterKey(msg tea.KeyMsg) tea.Cmd {
	done, cmd := m.keys.TypeFilter(msg, &m.query, m.filterable())
	if done {
		m.filtering = false
		m.resize()
	}
	return cmd
}

// choose opens a picker; then gets what was chosen.
func (m *Model) choose(title string, items []picker.Item, multi bool, then func(ids []string) tea.Cmd) {
	m.choice = m.ctx.Picker(m.keys.Keys, title, items, multi)
	m.chosen = then
}

func (m *Model) onChoiceKey(msg tea.KeyMsg) tea.Cmd {
	choice := m.choice
	result, cmd := choice.Update(msg)
	if result == picker.Open {
		return cmd
	}
	m.choice = nil
	if result == picker.Confirmed {
		return tea.Batch(cmd, m.chosen(choice.Chosen()))
	}
	return cmd
}

func chooseColumns[R any](m *Model, t *table.Table[R]) {
	m.choose(m.ctx.Words.T("columns.choose"), pane.ColumnItems(t), true, func(ids []string) tea.Cmd {
		t.Choose(ids)
		return nil
	})
}

// chooseExport asks for the format of what is shown.
func (m *Model) chooseExport() {
	items := []picker.Item{{ID: string(plain.Markdown), Label: "Markdown"}, {ID: string(plain.CSV), Label: "CSV"}}
	if m.screen == atList {
		items = append(items, picker.Item{ID: string(plain.JSON), Label: "JSON"})
	}
	m.choose(m.ctx.Words.T("options.choose_export"), items, false, func(ids []string) tea.Cmd {
		return m.export(plain.Format(ids[0]))
	})
}

// export writes what is shown into a new file, off the update loop.
func (m *Model) export(f plain.Format) tea.Cmd {
	c := m.ctx
	name, encode := "platforms", func(ctx context.Context) ([]byte, error) { return nil, nil }
	if m.screen == atMatrix {
		g, lines, chosen := m.grid, slices.Collect(m.matrix.Rows()), map[string]bool{}
		for _, col := range m.matrix.Columns() {
			chosen[col.ID] = col.Chosen
		}
		name, encode = "matrix", func(ctx context.Context) ([]byte, error) { return encodeGrid(ctx, c, f, &g, lines, chosen) }
	} else {
		var platforms []*api.Platform
		for r := range m.list.Rows() {
			platforms = append(platforms, r.Platform)
		}
		encode = func(ctx context.Context) ([]byte, error) {
			var b bytes.Buffer
			err := PlatformSheet(c.Words.Lang().Tag(), platforms).Write(ctx, &b, f, plain.Screen{Dash: c.Theme.Glyphs.Dash})
			return b.Bytes(), err
		}
	}
	ending := string(f)
	if f == plain.Markdown {
		ending = "md"
	}
	name += "-" + c.Now().Format("20060102-150405") + "." + ending
	return func() tea.Msg {
		content, err := encode(c.Base)
		if err != nil {
			return pane.Notice{Level: pane.Failure, Text: c.Words.T("notice.save_failed", "Reason", text.Clean(err.Error()))}
		}
		return c.SaveFile(name, content)()
	}
}
