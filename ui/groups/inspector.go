package groups

import (
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/facts"
)

// blocks are the inspector of a group: its accounts, their sums, and the fields of
// 2.3 where it was created here.
func (m *Model) blocks(g row) []pane.Block {
	w, names := m.Words, []string{"hasBrowserConfig", "rank", "ip", "location", "countryCode", "proxyIp", "isDefault", "createdAt", "updatedAt"}
	fields := pane.Block{Title: w.T("groups.block_fields")}
	if g.created != nil {
		fields.Facts = m.Members(Name, g.created, names, func(string, *facts.Fact) {})
		fields.Lines = func(int) []string {
			return []string{" " + m.Theme.Tone(theme.Good).Render(m.Theme.Glyphs.New+" "+w.T("groups.new"))}
		}
	} else {
		fields.Facts = []facts.Fact{{Name: w.T("groups.column.id"), Value: g.ID}}
		fields.Lines = func(width int) []string { return m.Note(w.T("groups.only_id"), width) }
	}
	accounts := pane.Block{Title: w.T("groups.column.accounts"), Facts: m.health(g), Lines: func(width int) []string { return m.AbnormalShare(g.Abnormal, g.Accounts, width) }}
	return []pane.Block{accounts, {Title: w.T("groups.block_sums"), Facts: m.sums(g)}, fields}
}

// health is the number of a group's accounts by status.
func (m *Model) health(g row) []facts.Fact {
	w, glyphs := m.Words, m.Theme.Glyphs
	list := []facts.Fact{{Name: w.T("groups.total_accounts"), Value: w.Int(g.Accounts), Tone: theme.Strong, Right: true}}
	for _, h := range []struct {
		label, sign string
		n           int
		tone        theme.Tone
	}{
		{"groups.column.normal", glyphs.Normal, g.Normal, theme.Good},
		{"groups.column.abnormal", glyphs.Abnormal, g.Abnormal, theme.Bad},
		{"groups.other_status", glyphs.Unknown, g.Unknown, theme.Warn},
	} {
		if h.n > 0 {
			list = append(list, facts.Fact{Name: w.T(h.label), Value: h.sign + " " + w.Int(h.n), Tone: h.tone, Right: true})
		}
	}
	return list
}

// sums are the sums of a group's accounts, with the number of accounts that they
// cover where that is not all.
func (m *Model) sums(g row) []facts.Fact {
	w := m.Words
	var list []facts.Fact
	if g.Accounts == 0 {
		return nil
	}
	for i, id := range store.SummedFields() {
		s := g.Sums[i]
		f := facts.Fact{Name: w.T("groups.column." + id), Value: w.Exact(s.Number().String()), Right: true}
		switch {
		case s.Of() == 0:
			f.Missing = true
		case s.Of() < g.Accounts:
			f.Note = w.Int(s.Of()) + "/" + w.Int(g.Accounts)
		}
		list = append(list, f)
	}
	return list
}
