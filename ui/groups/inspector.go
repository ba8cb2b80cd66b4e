package groups

import (
	"cmp"
	"slices"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// blocks are the inspector of a group: its accounts, their sums, its own fields
// (section 2.3), and the platforms of its accounts.
func (m *Model) blocks(g row) []resource.Block {
	w, names := m.Words, []string{"hasBrowserConfig", "rank", "ip", "location", "countryCode", "proxyIp", "isDefault", "createdAt", "updatedAt"}
	fields := resource.Block{Title: w.T("groups.block_fields")}
	if g.created != nil {
		fields.Facts = m.Members(Name, g.created, names, func(string, *resource.Fact) {})
		fields.Lines = func(int) []string {
			return []string{" " + m.Theme.Tone(theme.Good).Render(m.Theme.Glyphs.New+" "+w.T("groups.new"))}
		}
	} else {
		fields.Facts = []resource.Fact{{Name: w.T("groups.column.id"), Value: g.ID}}
		fields.Lines = func(width int) []string { return m.Note(w.T("groups.only_id"), width) }
	}
	accounts := resource.Block{Title: w.T("groups.column.accounts"), Facts: m.health(g), Lines: func(width int) []string { return m.AbnormalShare(g.Abnormal, g.Accounts, width) }}
	platforms := resource.Block{Title: w.T("groups.block_platforms")}
	if g.Accounts > 0 {
		platforms.Lines = func(width int) []string { return m.platformLines(m.platformsOf(g.ID), width) }
	}
	return []resource.Block{accounts, {Title: w.T("groups.block_sums"), Facts: m.sums(g)}, fields, platforms}
}

// byPlatform are the platforms of a group's accounts, of one list of accounts.
type byPlatform struct {
	list   *store.AccountList
	group  string
	counts []store.PlatformCount
}

// maxPlatforms is the number of platforms that are shown for a group.
const maxPlatforms = 20

// platformsOf returns the platforms of a group's accounts, those with the most abnormal
// ones first.
func (m *Model) platformsOf(group string) []store.PlatformCount {
	list := m.Store.Accounts.List()
	if m.byPlatform.list == list && m.byPlatform.group == group {
		return m.byPlatform.counts
	}
	at := map[string]int{}
	var counts []store.PlatformCount
	for _, a := range list.Rows {
		if a.GroupID != group {
			continue
		}
		i, known := at[a.Type]
		if !known {
			i, counts = len(counts), append(counts, store.PlatformCount{Platform: a.Type})
			at[a.Type] = i
		}
		counts[i].Count++
		if a.Health() == api.HealthAbnormal {
			counts[i].Abnormal++
		}
	}
	slices.SortFunc(counts, func(a, b store.PlatformCount) int {
		return cmp.Or(cmp.Compare(b.Abnormal, a.Abnormal), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Platform, b.Platform))
	})
	m.byPlatform = byPlatform{list, group, counts[:min(len(counts), maxPlatforms)]}
	return m.byPlatform.counts
}

// platformLines lists the platforms with the number of accounts, and the number of
// abnormal ones with a bar.
func (m *Model) platformLines(counts []store.PlatformCount, width int) []string {
	w, t, names, numbers := m.Words, m.Theme, 0, 0
	for _, p := range counts {
		names = max(names, text.Width(text.Clean(m.PlatformName(p.Platform))))
		numbers = max(numbers, text.Width(w.Int(p.Count)))
	}
	names = min(names, width/2)
	var lines []string
	for _, p := range counts {
		line := " " + t.Field.Label.Render(text.Left(text.Clean(m.PlatformName(p.Platform)), names)) + "  " + text.Right(w.Int(p.Count), numbers)
		if p.Abnormal > 0 {
			bad := t.Glyphs.Abnormal + " " + text.Left(w.Int(p.Abnormal), text.Width(w.Int(counts[0].Abnormal)))
			room := min(width-text.Width(line)-text.Width(bad)-5, 16)
			line += "  " + t.Tone(theme.Bad).Render(bad+"  "+bar.Of(&t.Glyphs, float64(p.Abnormal), float64(counts[0].Abnormal), room))
		}
		lines = append(lines, text.Cut(line, width))
	}
	return lines
}

// health is the number of a group's accounts by status.
func (m *Model) health(g row) []resource.Fact {
	w, glyphs := m.Words, m.Theme.Glyphs
	list := []resource.Fact{{Name: w.T("groups.total_accounts"), Value: w.Int(g.Accounts), Tone: theme.Strong, Right: true}}
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
			list = append(list, resource.Fact{Name: w.T(h.label), Value: h.sign + " " + w.Int(h.n), Tone: h.tone, Right: true})
		}
	}
	return list
}

// sums are the sums of a group's accounts, with the number of accounts that they
// cover where that is not all.
func (m *Model) sums(g row) []resource.Fact {
	w := m.Words
	var list []resource.Fact
	if g.Accounts == 0 {
		return nil
	}
	for i, id := range store.SummedFields() {
		s := g.Sums[i]
		f := resource.Fact{Name: w.T("groups.column." + id), Value: w.Exact(s.Number().String()), Right: true}
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
