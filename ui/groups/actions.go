package groups

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
)

// choose opens a picker; then gets what was chosen, unasked is where one goes
// who chooses nothing.
func (m *Model) choose(title string, items []picker.Item, multi bool, then func(ids []string) tea.Cmd, unasked mode) {
	m.choice = m.ctx.Picker(m.keys.Keys, title, items, multi)
	m.chosen, m.unasked = then, unasked
	m.mode = choosing
}

func (m *Model) onChoiceKey(msg tea.KeyMsg) tea.Cmd {
	result, cmd := m.choice.Update(msg)
	switch result {
	case picker.Confirmed:
		m.browse()
		return tea.Batch(cmd, m.chosen(m.choice.Chosen()))
	case picker.Cancelled:
		m.mode = m.unasked
		m.resize()
	}
	return cmd
}

func (m *Model) chooseColumns() {
	m.choose(m.ctx.Words.T("columns.choose"), pane.ColumnItems(m.table), true, func(ids []string) tea.Cmd {
		m.table.Choose(ids)
		return nil
	}, browsing)
}

func (m *Model) chooseExport() {
	items := []picker.Item{{ID: string(plain.CSV), Label: "CSV"}, {ID: string(plain.Markdown), Label: "Markdown"}, {ID: string(plain.JSON), Label: "JSON"}}
	shown, _ := m.table.Counts()
	m.choose(m.ctx.Words.N("groups.choose_export", shown), items, false, func(ids []string) tea.Cmd {
		return m.export(plain.Format(ids[0]), slices.Collect(m.table.Rows()))
	}, browsing)
}

// export writes the groups shown into a new file, off the update loop.
func (m *Model) export(format plain.Format, rows []row) tea.Cmd {
	c := m.ctx
	ending := string(format)
	if format == plain.Markdown {
		ending = "md"
	}
	name := "groups-" + c.Now().Format("20060102-150405") + "." + ending
	return func() tea.Msg {
		content, err := encode(c.Base, format, rows)
		if err != nil {
			return pane.Notice{Level: pane.Failure, Text: c.Words.T("notice.save_failed", "Reason", text.Clean(err.Error()))}
		}
		return c.SaveFile(name, content)()
	}
}

// record is a group for files: what the service sent of it, where it was
// created here, and what its accounts come to.
type record struct {
	ID            string            `json:"id"`
	Group         *api.AccountGroup `json:"group,omitzero"`
	Accounts      int               `json:"accounts"`
	Normal        int               `json:"normal"`
	Abnormal      int               `json:"abnormal"`
	OtherStatus   int               `json:"otherStatus"`
	Sums          jsontext.Value    `json:"sums"`
	sums          [sums]api.Number
	name, country string
	location, ip  string
}

func newRecord(g row) record {
	r := record{ID: g.id, Group: g.created, Accounts: g.accounts, Normal: g.normal, Abnormal: g.abnormal, OtherStatus: g.unknown}
	object := []byte{'{'}
	for i, id := range sumIDs() {
		r.sums[i] = g.sums[i].number()
		if !r.sums[i].IsSet() {
			continue
		}
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(object, `"`+id+`":`+r.sums[i].String()...)
	}
	r.Sums = append(object, '}')
	if c := g.created; c != nil {
		r.name, r.country, r.location, r.ip = c.Name, c.CountryCode.Or(""), c.Location.Or(""), c.IP.Or("")
	}
	return r
}

func encode(ctx context.Context, f plain.Format, rows []row) ([]byte, error) {
	column := func(name string, value func(*record) string) plain.Column[record] {
		return plain.Column[record]{Name: name, Value: value}
	}
	count := func(name string, value func(*record) int) plain.Column[record] {
		return plain.Column[record]{Name: name, Right: true, Value: func(r *record) string { return api.Int(int64(value(r))).String() }}
	}
	columns := []plain.Column[record]{
		column("id", func(r *record) string { return r.ID }),
		column("name", func(r *record) string { return r.name }),
		count("accounts", func(r *record) int { return r.Accounts }),
		count("normal", func(r *record) int { return r.Normal }),
		count("abnormal", func(r *record) int { return r.Abnormal }),
		count("otherStatus", func(r *record) int { return r.OtherStatus }),
	}
	for i, id := range sumIDs() {
		columns = append(columns, plain.Column[record]{Name: id, Right: true, Value: func(r *record) string { return r.sums[i].String() }})
	}
	columns = append(columns,
		column("ip", func(r *record) string { return r.ip }),
		column("location", func(r *record) string { return r.location }),
		column("countryCode", func(r *record) string { return r.country }),
	)
	sheet := plain.Sheet[record]{Columns: columns}
	for _, g := range rows {
		sheet.Rows = append(sheet.Rows, newRecord(g))
	}
	var b bytes.Buffer
	err := sheet.Write(ctx, &b, f, plain.Screen{})
	return b.Bytes(), err
}

// copy puts the id, the cell or the group as JSON on the clipboard: as the
// service sent it, where it was created here.
func (m *Model) copy(msg tea.KeyMsg) tea.Cmd {
	g, ok := m.table.Current()
	if !ok {
		return nil
	}
	switch {
	case key.Matches(msg, m.keys.CopyCell):
		if _, cell, ok := m.table.CurrentCell(); ok {
			return m.ctx.CopyText(text.Cut(text.Clean(cell), 40), cell)
		}
		return nil
	case key.Matches(msg, m.keys.CopyJSON):
		var v any = g.created
		if g.created == nil {
			v = newRecord(g)
		}
		content, err := json.Marshal(v, jsontext.WithIndent("  "))
		if err != nil {
			return pane.Notify(pane.Failure, m.ctx.Words.T("notice.copy_failed", "Reason", text.Clean(err.Error())))
		}
		return m.ctx.CopyText(m.ctx.Words.T("groups.copied_json"), string(content))
	}
	return m.ctx.CopyText(text.Cut(text.Clean(g.id), 40), g.id)
}
