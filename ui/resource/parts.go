package resource

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

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

// Parts returns the resource of the parts of the fleet, by which they are shown, copied and
// exported.
func Parts(v *View, name string) *Resource[*Part] {
	title := Text[*Part]("name", 100, 8, 40, theme.Plain, nil)
	title.Of = func(p *Part) Value {
		title := ReferenceValue(p.sentName(v), p.Name)
		title.KeepEnd = p.Name == p.ID
		return title
	}
	title.Pinned = true
	title.Grow = true
	if name == "overview.platforms" {
		title.Min = 0
		title.Short = Abbreviated
	}
	abnormal := partCount(v, "abnormal", 85, func(p *Part) int {
		return p.Abnormal
	})
	abnormal.Cell = func(p *Part) Cell { return abnormalCell(v, p) }
	change := Column[*Part]{
		ID:       "change",
		Right:    true,
		Max:      8,
		Priority: 70,
		Of: func(p *Part) Value {
			percent := p.Change.Followers().Percent()
			whole := v.wholeSpan(history.SpanMonth, percent)
			return NumberValue(percent).InFiles(whole).Toned(PercentCell(v, percent).Tone)
		},
		Write: func(change Value) string {
			return PercentCell(v, change.Number()).Text
		},
		Print: Value.File,
	}
	beside := Text("beside", 60, 8, 40, theme.Muted, func(p *Part) string {
		return v.NotCompared(p.Change.Followers(), v.Short)
	})
	beside.Hidden = true
	return &Resource[*Part]{
		Name: name,
		ID:   func(p *Part) string { return p.ID },
		Fields: slices.Concat(
			OfColumns[int](Always, "abnormal", "accounts"),
			OfColumn[api.Number](OrNull, "change30d", "change"),
			Nested(OrMissing, "compared", compared),
			Nested(Always, "counted", func(p *Part) jsontext.Value {
				return countedOf(p.Tally, 1) // the followers
			}),
			OfColumns[api.Number](OrNull, "fansCount"),
			OfColumns[string](OrNull, "id"),
			OfColumns[string](OrMissing, "localName"),
			OfColumns[string](OrNull, "name"),
		),
		Columns: slices.Concat(
			[]Column[*Part]{
				title,
				partCount(v, "accounts", 90, func(p *Part) int {
					return p.Accounts
				}),
				abnormal,
			},
			totalColumns(v, "fansCount", 80, func(p *Part) api.Total {
				return p.Followers()
			}),
			[]Column[*Part]{
				change,
				beside,
				exported("id", func(p *Part) Value { return TextValue(p.ID) }),
				exported("localName", func(p *Part) Value {
					return TextValue(p.Local)
				}),
			},
		),
	}
}

// MostAbnormal returns the parts with abnormal accounts, those with the most first.
func MostAbnormal(parts []*Part) []*Part {
	var all []*Part
	for _, p := range parts {
		if p.Abnormal > 0 {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *Part) int {
		return cmp.Compare(b.Abnormal, a.Abnormal)
	})
	return all
}

// sentName is the name without one that users gave here: that of the service, or else the ID.
func (p *Part) sentName(v *View) string {
	if p.Local == "" {
		return p.Name
	}
	return cmp.Or(v.Of(p.Site).Lists.GroupName(p.ID).Sent(), p.ID)
}

// compared is the change of a part in full.
func compared(p *Part) *fleet.ComparisonRecord { return changeOf(p.Change) }

// abnormalCell is a bar of the share of abnormal accounts and their number, as wide as the
// title of the column.
func abnormalCell(v *View, p *Part) Cell {
	n := v.Words.Int(p.Abnormal)
	if p.Abnormal == 0 {
		return Cell{Text: n, Tone: theme.Muted}
	}
	const width = 4
	share := bar.Of(
		&v.Theme.Glyphs,
		float64(p.Abnormal)/float64(max(p.Accounts, 1)),
		FullShare,
		width,
	)
	before := text.Blank(width - text.Width(share))
	after := text.Blank(max(width-text.Width(n), 1))
	return Cell{Text: share + before + after + n, Tone: theme.Bad}
}

// partCount is a column of a number of accounts.
func partCount(v *View, id string, priority int, of func(*Part) int) Column[*Part] {
	c := Count(v, id, priority, theme.Plain, func(p *Part) Value {
		return CountValue(of(p))
	})
	c.Max = 14
	return c
}

// PercentCell is a change in percent with one decimal.
func PercentCell(v *View, n api.Number) Cell {
	size := abs(n).String()
	if !strings.Contains(size, ".") {
		size += ".0"
	}
	size += "%"
	if abs(n).Mul(api.Int(10)).Cmp(api.Int(1)) < 0 { // its digits would not fit
		size = "<0.1%"
	}
	if !n.IsSet() {
		return Cell{}
	}
	if n.Sign() == 0 {
		return Cell{Text: "0%", Tone: theme.Muted}
	}
	if n.Sign() < 0 {
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
		row := &MovingWork{
			WorkSnapshots: w,
			Site:          site,
			metric:        mainMetric(&w),
		}
		for i := 1; i < len(w.Snapshots); i++ {
			was := metrics.Read(&w.Snapshots[i-1], row.metric).Value
			is := metrics.Read(&w.Snapshots[i], row.metric).Value
			seconds := int64(w.Times[i].Sub(w.Times[i-1]) / time.Second)
			change := is.Sub(was)
			if change.IsSet() && seconds > 0 {
				row.rate = change.Mul(api.Int(3600)).Quo(api.Int(seconds)).Round(0)
				row.at = w.Times[i]
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

// Metric is the name of the metric that stands for the work.
func (w *MovingWork) Metric() string { return w.metric }

// title is the title of the work, or its id.
func (w *MovingWork) title() string {
	work, _ := w.Snapshots[len(w.Snapshots)-1].Work.Get()
	return cmp.Or(w.Title, metrics.Title(work), w.Query.WorkID)
}

// trendCells is the width of the sparkline of a work.
const trendCells = 8

// MovingWorks returns the resource of works that move, by which they are shown, copied and
// exported.
func MovingWorks(v *View) *Resource[*MovingWork] {
	title := Text("name", 100, 14, 60, theme.Plain, (*MovingWork).title)
	title.Pinned = true
	title.Grow = true
	platform := Word("platform", 70, 0, 18, theme.Muted, func(w *MovingWork) (code, name string) {
		return w.Query.Platform, v.Of(w.Site).PlatformName(w.Query.Platform)
	})
	platform.Short = Abbreviated
	trend := Column[*MovingWork]{
		ID:        "trend",
		TableOnly: true,
		Yields:    true,
		Max:       trendCells,
		Priority:  60,
		Cell: func(w *MovingWork) Cell {
			return Cell{Text: bar.Spark(&v.Theme.Glyphs, w.rates, trendCells), Tone: theme.Accent}
		},
	}
	metric := Word("metric", 95, 0, 12, theme.Muted, func(w *MovingWork) (code, name string) {
		return w.metric, v.MetricName(w.metric)
	})
	metric.Right = true // beside the number, which it names
	metric.With = "perHour"
	rate := Number("perHour", 94, 14, v.Short, func(w *MovingWork) api.Number {
		return w.rate
	})
	rate.With = "metric"
	rate.Cell = func(w *MovingWork) Cell { return rateCell(v, w.rate) }
	rate.Order = ByFunc(
		func(w *MovingWork) (*MovingWork, bool) { return w, w.rate.IsSet() },
		func(a, b *MovingWork) int { return b.Compare(a) },
	)
	return &Resource[*MovingWork]{
		Name: "overview.works",
		ID:   func(w *MovingWork) string { return w.Query.WorkID },
		Key: func(w *MovingWork) string {
			return w.Query.Platform + "/" + w.Query.WorkID
		},
		Fields: slices.Concat(
			OfColumns[string](OrNull, "at", "metric"),
			OfColumns[api.Number](OrNull, "perHour"),
			OfColumns[string](OrNull, "platform"),
			OfColumn[string](OrNull, "platformWorkId", "id"),
			OfColumn[string](OrNull, "title", "name"),
		),
		Columns: []Column[*MovingWork]{
			title,
			platform,
			trend,
			metric,
			rate,
			exported("at", func(w *MovingWork) Value {
				return TimeValue(w.at)
			}),
			exported("id", func(w *MovingWork) Value {
				return TextValue(w.Query.WorkID)
			}),
		},
	}
}

// rateCell is a change per hour.
func rateCell(v *View, rate api.Number) Cell {
	size := v.Short(abs(rate))
	switch rate.Sign() {
	case 1:
		return Cell{Text: "+" + size, Tone: theme.Good}
	case -1:
		return Cell{Text: "−" + size, Tone: theme.Bad}
	}
	return Cell{Text: size, Tone: theme.Muted}
}

// Line is the work with its change per hour, for a line of several. It is clean.
func (w *MovingWork) Line(v *View) string {
	const widest = 40 // cells of a title
	rate := signed(w.rate, func(n api.Number) string {
		return v.Short(n.Round(0))
	})
	return v.Words.T(
		"overview.moving_work",
		"Title", text.Cut(text.Line(w.title()), widest),
		"Rate", v.Theme.Glyphs.Plain(rate),
		"Metric", strings.ToLower(v.MetricName(w.metric)),
	)
}
