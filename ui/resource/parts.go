package resource

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// Part is a platform or a group: a part of the fleet.
type Part struct {
	*fleet.Tally
	Site, Name string
	Local      string            // the name of a group that users gave here; Name has it too, with its mark
	Change     *fleet.Comparison // over the period; empty without a history
}

// Parts is what is shown, copied and exported of the parts of the fleet.
func Parts(v *View, name string) *Resource[*Part] {
	title := Text("name", 100, 8, 40, theme.Plain, func(p *Part) string { return p.Name })
	title.Pinned, title.Grow = true, true
	if name == "overview.platforms" {
		title.Min, title.Short = 0, Abbreviated
	}
	title.Cell = func(p *Part) Cell { return Cell{Text: p.Name, KeepEnd: p.Name == p.ID} }
	abnormal := partCount("abnormal", 85, func(p *Part) int { return p.Abnormal }, v)
	abnormal.Cell = func(p *Part) Cell { return abnormalCell(v, p) }
	change := Number("change", 80, 8, func(n api.Number) string { return n.String() }, func(p *Part) api.Number { return p.Change.Followers().Percent() })
	change.Cell = func(p *Part) Cell { return PercentCell(v, p.Change.Followers().Percent()) }
	beside := Text("beside", 60, 8, 40, theme.Muted, func(p *Part) string { return v.Beside(p.Change.Followers(), v.Short) })
	beside.Hidden = true
	whole := func(p *Part) api.Number { return v.wholeSpan(history.SpanMonth, p.Change.Followers().Percent()) }
	change.Value = func(p *Part) string { return whole(p).String() }
	title.Value = func(p *Part) string {
		if p.Local != "" {
			return cmp.Or(v.Of(p.Site).Lists.GroupName(p.ID).Sent(), p.ID)
		}
		return p.Name
	}
	local := func(p *Part) string { return p.Local }
	return &Resource[*Part]{
		Name: name, ID: func(p *Part) string { return p.ID },
		Record: func(p *Part) any {
			record := map[string]any{"id": p.ID, "name": title.Value(p), "accounts": p.Accounts, "abnormal": p.Abnormal, "fansCount": p.Followers(), "change30d": whole(p)}
			if p.Local != "" {
				record["localName"] = p.Local
			}
			if !p.Change.From.IsZero() {
				record["compared"] = p.Change.Record()
			}
			return record
		},
		Columns: []Column[*Part]{
			title, partCount("accounts", 90, func(p *Part) int { return p.Accounts }, v), abnormal,
			Number("fansCount", 70, 8, v.Short, func(p *Part) api.Number { return p.Followers() }), change, beside,
			{ExportOnly: true, ID: "id", Exact: func(p *Part) string { return p.ID }},
			{ExportOnly: true, ID: "localName", Exact: local},
		},
	}
}

// abnormalCell is a bar of the share of abnormal accounts and their number, as wide as the
// title of the column.
func abnormalCell(v *View, p *Part) Cell {
	n := v.Words.Int(p.Abnormal)
	if p.Abnormal == 0 {
		return Cell{Text: n, Tone: theme.Muted}
	}
	const width = 4
	share := bar.Of(&v.Theme.Glyphs, float64(p.Abnormal)/float64(max(p.Accounts, 1)), FullShare, width)
	return Cell{Text: share + text.Blank(width-text.Width(share)) + text.Blank(max(width-text.Width(n), 1)) + n, Tone: theme.Bad}
}

// Count is a column of a number of accounts.
func partCount(id string, priority int, of func(*Part) int, v *View) Column[*Part] {
	return Column[*Part]{
		ID: id, Right: true, Max: 14, Priority: priority,
		Cell:  func(p *Part) Cell { return Cell{Text: v.Words.Int(of(p))} },
		Exact: func(p *Part) string { return strconv.Itoa(of(p)) },
		Order: By(func(p *Part) (int, bool) { return of(p), true }),
	}
}

// PercentCell is a change in percent with one decimal.
func PercentCell(v *View, n api.Number) Cell {
	size := abs(n).String() + "%"
	if abs(n).Mul(api.Int(10)).Cmp(api.Int(1)) < 0 { // its digits would not fit
		size = "<0.1%"
	}
	switch {
	case !n.IsSet():
		return Cell{}
	case n.Sign() == 0:
		return Cell{Text: "0%", Tone: theme.Muted}
	case n.Sign() < 0:
		return Cell{Text: v.Theme.Glyphs.Down + size, Tone: theme.Bad}
	}
	return Cell{Text: v.Theme.Glyphs.Up + size, Tone: theme.Good}
}

func abs(n api.Number) api.Number {
	if n.Sign() < 0 {
		return n.Mul(api.Int(-1))
	}
	return n
}

// MovingWork is a work with the change per hour, between its two newest snapshots, of the metric
// that stands for it: views or, on platforms without them, impressions or reach.
type MovingWork struct {
	history.WorkSnapshots
	Site   string
	metric string
	rate   api.Number
	rates  []float64 // of all intervals, oldest first
	at     time.Time // of the newest snapshot
}

// MovingWorkRows returns the works of a site that have a rate, in the order of [MovingWork.Compare].
func MovingWorkRows(site string, works []history.WorkSnapshots) []*MovingWork {
	var rows []*MovingWork
	for _, w := range works {
		row := &MovingWork{WorkSnapshots: w, Site: site, metric: mainMetric(&w)}
		for i := 1; i < len(w.Snapshots); i++ {
			was, is := metrics.Read(&w.Snapshots[i-1], row.metric).Value, metrics.Read(&w.Snapshots[i], row.metric).Value
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
	slices.SortStableFunc(rows, (*MovingWork).Compare)
	return rows
}

// mainMetric is the metric that stands for a work.
func mainMetric(w *history.WorkSnapshots) string {
	entries := make([]*metrics.Entry, len(w.Snapshots))
	for i := range w.Snapshots {
		entries[i] = &metrics.Entry{Snapshot: w.Snapshots[i], At: w.Times[i]}
	}
	return metrics.Main(entries)
}

// Compare orders works by their metrics, which cannot be compared, and then the fastest first.
func (w *MovingWork) Compare(other *MovingWork) int {
	return cmp.Or(metrics.CompareNames(w.metric, other.metric), other.rate.Cmp(w.rate))
}

// title is the title of the work, or its id.
func (w *MovingWork) title() string {
	work, _ := w.Snapshots[len(w.Snapshots)-1].Work.Get()
	return cmp.Or(w.Title, metrics.Title(work), w.Query.WorkID)
}

// trendCells is the width of the sparkline of a work.
const trendCells = 8

// MovingWorks is what is shown, copied and exported of works that move.
func MovingWorks(v *View) *Resource[*MovingWork] {
	title := Text("name", 100, 10, 60, theme.Plain, (*MovingWork).title)
	title.Pinned, title.Grow = true, true
	platform := Text("platform", 70, 0, 18, theme.Muted, func(w *MovingWork) string { return v.Of(w.Site).PlatformName(w.Query.Platform) })
	platform.Short = Abbreviated
	platform.Value = func(w *MovingWork) string { return w.Query.Platform }
	metric := Text("metric", 95, 0, 12, theme.Muted, func(w *MovingWork) string { return v.MetricName(w.metric) })
	metric.Value = func(w *MovingWork) string { return w.metric }
	rate := Number("perHour", 94, 14, v.Short, func(w *MovingWork) api.Number { return w.rate })
	rate.Order = ByFunc(func(w *MovingWork) (*MovingWork, bool) { return w, w.rate.IsSet() }, func(a, b *MovingWork) int { return b.Compare(a) })
	rate.Cell = func(w *MovingWork) Cell {
		sign, tone := "", theme.Muted
		switch w.rate.Sign() {
		case 1:
			sign, tone = "+", theme.Good
		case -1:
			sign, tone = "−", theme.Bad
		}
		return Cell{Text: sign + v.Short(abs(w.rate)), Tone: tone}
	}
	return &Resource[*MovingWork]{
		Name: "overview.works", ID: func(w *MovingWork) string { return w.Query.WorkID },
		Key: func(w *MovingWork) string { return w.Query.Platform + "/" + w.Query.WorkID },
		Record: func(w *MovingWork) any {
			return map[string]any{"platform": w.Query.Platform, "platformWorkId": w.Query.WorkID, "title": w.title(), "metric": w.metric, "perHour": w.rate, "at": rfc3339(w.at)}
		},
		Columns: []Column[*MovingWork]{
			title, platform,
			{ID: "trend", TableOnly: true, Max: trendCells, Priority: 60, Cell: func(w *MovingWork) Cell {
				return Cell{Text: bar.Spark(&v.Theme.Glyphs, w.rates, trendCells), Tone: theme.Accent}
			}},
			metric, rate,
			{ExportOnly: true, ID: "at", Exact: func(w *MovingWork) string { return rfc3339(w.at) }},
			{ExportOnly: true, ID: "id", Exact: func(w *MovingWork) string { return w.Query.WorkID }},
		},
	}
}
