package groups

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/plain"
)

func (m *Model) chooseExport() {
	shown, _ := m.table.Counts()
	m.Choice.Format(m.ctx.Words.N("groups.choose_export", shown), func(f plain.Format) tea.Cmd {
		return m.ctx.ExportSheet("groups", f, export(slices.Collect(m.table.Rows())))
	}, plain.CSV, plain.Markdown, plain.JSON)
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
		r.sums[i] = g.sums[i].Number()
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

// export is groups for files. Their records are made when the file is.
type export []row

// Bytes writes them in a format, with dash for what is missing.
func (rows export) Bytes(ctx context.Context, f plain.Format, dash string) ([]byte, error) {
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
	return sheet.Bytes(ctx, f, dash)
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
		return m.ctx.CopyCell(m.table)
	case key.Matches(msg, m.keys.CopyJSON):
		var v any = g.created
		if g.created == nil {
			v = newRecord(g)
		}
		return m.ctx.CopyJSON(m.ctx.Words.T("groups.copied_json"), v)
	}
	return m.ctx.CopyShort(g.id)
}
