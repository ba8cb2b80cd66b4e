package overview

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// part is a platform or a group: a part of the fleet.
type part struct {
	ID, Name           string
	Local              string // the name of a group that users gave here; Name has it too, with its mark
	Accounts, Abnormal int
	Followers          api.Number
	Percent            api.Number // change of the followers of the same accounts over the period; unset if unknown
}

// partResource is what is shown, copied and exported of the parts of the fleet.
func partResource(v *resource.View, name string) *resource.Resource[part] {
	title := resource.Text("name", 100, 8, 40, theme.Plain, func(p part) string { return p.Name })
	title.Pinned, title.Grow = true, true
	title.Cell = func(p part) resource.Cell { return resource.Cell{Text: p.Name, KeepEnd: p.Name == p.ID} }
	abnormal := count("abnormal", 85, func(p part) int { return p.Abnormal }, v)
	abnormal.Cell = func(p part) resource.Cell { return abnormalCell(v, p) }
	change := resource.Number("change", 70, 8, func(n api.Number) string { return n.String() }, func(p part) api.Number { return p.Percent })
	change.Cell = func(p part) resource.Cell { return percentCell(v, p.Percent) }
	whole := func(p part) api.Number {
		if v.Lists.Covers(history.SpanMonth) > 0 { // files have no titles that say so
			return api.Number{}
		}
		return p.Percent
	}
	change.Value = func(p part) string { return whole(p).String() }
	title.Value = func(p part) string {
		if p.Local != "" {
			return cmp.Or(v.Lists.GroupName(p.ID).Created, p.ID)
		}
		return p.Name
	}
	local := func(p part) string { return p.Local }
	return &resource.Resource[part]{
		Name: name, ID: func(p part) string { return p.ID },
		Record: func(p part) any {
			record := map[string]any{"id": p.ID, "name": title.Value(p), "accounts": p.Accounts, "abnormal": p.Abnormal, "fansCount": p.Followers, "change30d": whole(p)}
			if p.Local != "" {
				record["localName"] = p.Local
			}
			return record
		},
		Columns: []resource.Column[part]{
			title, count("accounts", 90, func(p part) int { return p.Accounts }, v), abnormal,
			resource.Number("fansCount", 80, 8, v.Short, func(p part) api.Number { return p.Followers }), change,
			{ExportOnly: true, ID: "id", Exact: func(p part) string { return p.ID }},
			{ExportOnly: true, ID: "localName", Exact: local},
		},
	}
}

// abnormalCell is a bar of the share of abnormal accounts and their number, as wide as the
// title of the column.
func abnormalCell(v *resource.View, p part) resource.Cell {
	n := v.Words.Int(p.Abnormal)
	if p.Abnormal == 0 {
		return resource.Cell{Text: n, Tone: theme.Muted}
	}
	const width = 4
	share := bar.Of(&v.Theme.Glyphs, float64(p.Abnormal)/float64(max(p.Accounts, 1)), resource.FullShare, width)
	return resource.Cell{Text: share + text.Blank(width-text.Width(share)) + text.Blank(max(width-text.Width(n), 1)) + n, Tone: theme.Bad}
}

// count is a column of a number of accounts.
func count(id string, priority int, of func(part) int, v *resource.View) resource.Column[part] {
	return resource.Column[part]{
		ID: id, Right: true, Max: 14, Priority: priority,
		Cell:  func(p part) resource.Cell { return resource.Cell{Text: v.Words.Int(of(p))} },
		Exact: func(p part) string { return strconv.Itoa(of(p)) },
		Order: resource.By(func(p part) (int, bool) { return of(p), true }),
	}
}

// percentCell is a change in percent with one decimal.
func percentCell(v *resource.View, n api.Number) resource.Cell {
	size := abs(n).String() + "%"
	if abs(n).Mul(api.Int(10)).Cmp(api.Int(1)) < 0 { // its digits would not fit
		size = "<0.1%"
	}
	switch {
	case !n.IsSet():
		return resource.Cell{}
	case n.Sign() == 0:
		return resource.Cell{Text: "0%", Tone: theme.Muted}
	case n.Sign() < 0:
		return resource.Cell{Text: v.Theme.Glyphs.Down + size, Tone: theme.Bad}
	}
	return resource.Cell{Text: v.Theme.Glyphs.Up + size, Tone: theme.Good}
}

func abs(n api.Number) api.Number {
	if n.Sign() < 0 {
		return n.Mul(api.Int(-1))
	}
	return n
}

// parts returns the platforms and groups of the accounts, the largest first.
func (m *Model) parts() (platforms, groups []part) {
	list, changes := m.Store.Accounts.List(), m.Store.Past.Value.Changes(history.SpanMonth)
	for _, p := range list.Platforms {
		platforms = append(platforms, part{
			ID: p.ID, Name: m.PlatformName(p.ID), Accounts: p.Accounts, Abnormal: p.Abnormal, Followers: p.Followers(),
			Percent: changes.Platform(p.ID).Followers().Percent(),
		})
	}
	for _, g := range list.Groups {
		if g.ID == "" {
			continue
		}
		groups = append(groups, part{
			ID: g.ID, Name: m.GroupTitle(g.ID), Local: m.Lists.GroupName(g.ID).Local, Accounts: g.Accounts, Abnormal: g.Abnormal, Followers: g.Followers(),
			Percent: changes.Group(g.ID).Followers().Percent(),
		})
	}
	return platforms, groups
}

// newParts returns the list of platforms or of groups. enter opens the accounts of one.
func (m *Model) newParts(s *screen, name string, accounts func(id string) pane.Target) *pane.List[part] {
	return pane.NewList(m.Stack, pane.ListConfig[part]{
		Resource: partResource(m.Context.View, name), Heading: m.Words.T(name), State: m.State, Refresh: s.refresh,
		Empty:  m.Empty("accounts.no_match", m.Words.T("accounts.none", "Key", m.Keys.Refresh.Help().Key)),
		Open:   pane.Action[part]{Key: m.keys.Open, Row: func(p part) tea.Cmd { return m.Goto(accounts(p.ID)) }},
		Footer: s.footer,
	})
}

// workRow is a work with its views per hour between its two newest snapshots.
type workRow struct {
	history.WorkSnapshots
	rate  api.Number
	rates []float64 // of all intervals, oldest first
	at    time.Time // of the newest snapshot
}

// newWorkRows returns the works that have a rate, the fastest first.
func newWorkRows(works []history.WorkSnapshots) []workRow {
	var rows []workRow
	for _, w := range works {
		row := workRow{WorkSnapshots: w}
		for i := 1; i < len(w.Snapshots); i++ {
			was, is := metrics.Read(&w.Snapshots[i-1], "viewCount").Value, metrics.Read(&w.Snapshots[i], "viewCount").Value
			seconds := int64(w.Times[i].Sub(w.Times[i-1]) / time.Second)
			if change := is.Sub(was); change.IsSet() && seconds > 0 {
				row.rate, row.at = change.Mul(api.Int(3600)).Quo(api.Int(seconds)).Round(0), w.Times[i]
				rate, _ := row.rate.Float64()
				row.rates = append(row.rates, rate)
			}
		}
		if len(row.rates) > 0 {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b workRow) int { return b.rate.Cmp(a.rate) })
	return rows
}

// title is the title of the work, or its id.
func (w workRow) title() string {
	work, _ := w.Snapshots[len(w.Snapshots)-1].Work.Get()
	return cmp.Or(w.Title, metrics.Title(work), w.Query.WorkID)
}

// trendCells is the width of the sparkline of a work.
const trendCells = 8

// workResource is what is shown, copied and exported of works that move.
func workResource(v *resource.View) *resource.Resource[workRow] {
	title := resource.Text("name", 100, 12, 60, theme.Plain, workRow.title)
	title.Pinned, title.Grow = true, true
	platform := resource.Text("platform", 70, 6, 18, theme.Muted, func(w workRow) string { return v.PlatformName(w.Query.Platform) })
	platform.Value = func(w workRow) string { return w.Query.Platform }
	rate := resource.Number("viewsPerHour", 90, 14, v.Short, func(w workRow) api.Number { return w.rate })
	rate.Cell = func(w workRow) resource.Cell {
		sign, tone := "", theme.Muted
		switch w.rate.Sign() {
		case 1:
			sign, tone = "+", theme.Good
		case -1:
			sign, tone = "−", theme.Bad
		}
		return resource.Cell{Text: sign + v.Words.T("overview.per_hour", "N", v.Short(abs(w.rate))), Tone: tone}
	}
	return &resource.Resource[workRow]{
		Name: "overview.works", ID: func(w workRow) string { return w.Query.WorkID },
		Key: func(w workRow) string { return w.Query.Platform + "/" + w.Query.WorkID },
		Record: func(w workRow) any {
			return map[string]any{"platform": w.Query.Platform, "platformWorkId": w.Query.WorkID, "title": w.title(), "viewsPerHour": w.rate, "at": rfc3339(w.at)}
		},
		Columns: []resource.Column[workRow]{
			title, platform,
			{ID: "trend", TableOnly: true, Max: trendCells, Priority: 60, Cell: func(w workRow) resource.Cell {
				return resource.Cell{Text: bar.Spark(&v.Theme.Glyphs, w.rates, trendCells), Tone: theme.Accent}
			}},
			rate,
			{ExportOnly: true, ID: "at", Exact: func(w workRow) string { return rfc3339(w.at) }},
			{ExportOnly: true, ID: "id", Exact: func(w workRow) string { return w.Query.WorkID }},
		},
	}
}

func (m *Model) newWorks(s *screen) *pane.List[workRow] {
	return pane.NewList(m.Stack, pane.ListConfig[workRow]{
		Resource: workResource(m.Context.View), Heading: m.Words.T("overview.works"), State: func() store.State { return store.State{At: m.fleet.At} }, Refresh: s.refresh,
		Empty: func(filtered bool) string {
			message := "overview.no_works"
			if !m.fleet.Loaded() {
				message = "overview.reading"
			}
			return m.Empty("triage.no_match", m.Words.T(message))(filtered)
		},
		Open: pane.Action[workRow]{Key: m.keys.Open, Row: func(w workRow) tea.Cmd {
			q := w.Query
			return m.Goto(pane.Target{Pane: "works", Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID})
		}},
		Link: func(w workRow) string {
			work, _ := w.Snapshots[len(w.Snapshots)-1].Work.Get()
			return work.URL.Or("")
		},
		Footer: s.footer,
	})
}
