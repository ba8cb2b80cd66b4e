package works

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Recent is a work that was opened in this run or earlier, that has stored snapshots, or that is an example
// of the demo; or the heading of those that were never measured.
type Recent struct {
	Site, Platform, AccountID, ID string

	Label   string
	Source  string   // from where the work is known
	Watched bool     // its numbers are loaded again and again
	Section *Section // of a heading, else nil

	Metric    string     // that stands for a work with snapshots, else ""
	Count     api.Number // its newest stored value
	PerHour   api.Number // its change, unset if unknown
	Published time.Time  // zero if unknown
}

// Section is the heading of the works that were never measured.
type Section struct {
	Count  int
	Folded bool
}

// recents makes the columns of rows that have a Recent each.
type recents[R any] struct {
	v  *resource.View
	of func(R) *Recent
}

// Recents returns the resource of works, by which they are shown, copied and exported, for rows that have a
// Recent each.
func Recents[R any](v *resource.View, of func(R) *Recent) *resource.Resource[R] {
	c := recents[R]{v, of}
	source := resource.Text("source", 70, 0, 12, theme.Muted, func(r R) string {
		return v.Words.Optional("recent." + of(r).Source)
	})
	source.Hidden = true
	id := resource.Text("id", 80, 0, 40, theme.Muted, func(r R) string {
		return of(r).ID
	})
	id.Hidden = true
	return &resource.Resource[R]{
		Name: "works.recent",
		ID:   func(r R) string { return of(r).ID },
		Key: func(r R) string {
			if of(r).Section != nil {
				return "section"
			}
			return of(r).Platform + "/" + of(r).ID
		},
		Fields: slices.Concat(
			resource.OfColumns[string](resource.OrMissing, "platform"),
			resource.OfColumns[string](resource.OrNull, "id"),
			resource.Nested(resource.OrMissing, "accountId", func(r R) string {
				return of(r).AccountID
			}),
			resource.OfColumns[string](resource.OrMissing, "metric"),
			resource.OfColumns[api.Number](resource.OrMissing, "count", "perHour"),
		),
		Columns: append(append(c.names(), c.numbers()...), id, source),
	}
}

// names say which work a row is.
func (c recents[R]) names() []resource.Column[R] {
	v := c.v
	watched := resource.Column[R]{
		ID:        "watched",
		TableOnly: true,
		Max:       1,
		Priority:  99,
		Pinned:    true,
		Sign:      true,
		Cell: func(row R) resource.Cell {
			g := &v.Theme.Glyphs
			r := c.of(row)
			if r.Watched {
				return resource.Cell{Text: g.Bullet, Tone: theme.Accent}
			}
			if r.Section != nil && r.Section.Folded {
				return resource.Cell{Text: g.Folded}
			}
			if r.Section != nil {
				return resource.Cell{Text: g.Open}
			}
			return resource.Cell{Text: " "}
		},
	}
	title := resource.Text("title", 100, 20, 90, theme.Plain, func(r R) string {
		return c.of(r).Label
	})
	title.Pinned = true
	title.Grow = true
	title.Cell = func(row R) resource.Cell {
		r := c.of(row)
		if r.Section != nil {
			return resource.Cell{Text: v.Words.T("works.never_measured"), Tone: theme.Strong}
		}
		return resource.Cell{Text: r.Label}
	}
	platform := resource.Word("platform", 90, 0, 20, theme.Muted, func(row R) (code, name string) {
		r := c.of(row)
		return r.Platform, v.Of(r.Site).PlatformName(r.Platform)
	})
	platform.Short = resource.Abbreviated
	return []resource.Column[R]{watched, title, platform}
}

// numbers are the newest value of the metric that stands for a work, its change per hour, and the age of the
// work.
func (c recents[R]) numbers() []resource.Column[R] {
	v := c.v
	metric := resource.Word("metric", 96, 0, 12, theme.Muted, func(row R) (code, name string) {
		r := c.of(row)
		if r.Count.IsSet() {
			name = v.MetricName(r.Metric)
		}
		return r.Metric, name
	})
	metric.With = "count"
	valueOf := func(r R) api.Number { return c.of(r).Count }
	count := resource.Number("count", 95, 8, v.Short, valueOf)
	count.With = "metric"
	count.Order = c.byMetric(valueOf)
	rateOf := func(r R) api.Number { return c.of(r).PerHour }
	perHour := resource.Number("perHour", 94, 9, v.Rate, rateOf)
	perHour.With = "metric"
	perHour.Order = c.byMetric(rateOf)
	perHour.Cell = func(r R) resource.Cell {
		n := rateOf(r)
		tone := theme.Muted
		switch n.Sign() {
		case 1:
			tone = theme.Good
		case -1:
			tone = theme.Bad
		}
		return resource.Cell{Text: Plus(n) + v.Rate(n), Tone: tone}
	}
	age := resource.Column[R]{
		ID:       "age",
		Right:    true,
		Max:      8,
		Priority: 85,
		Of: func(r R) resource.Value {
			return resource.TimeValue(c.of(r).Published).Toned(theme.Muted)
		},
		Write: func(t resource.Value) string {
			return v.Words.Age(v.Now().Sub(t.Interval().Before))
		},
	}
	return []resource.Column[R]{metric, count, perHour, age}
}

// byMetric sorts works by a number of their metrics. Those of different metrics cannot be
// compared, so the works with the same one stand together.
func (c recents[R]) byMetric(of func(R) api.Number) resource.Order[R] {
	known := func(r R) (R, bool) { return r, of(r).IsSet() }
	return resource.ByFunc(known, func(a, b R) int {
		return cmp.Or(
			metrics.CompareNames(c.of(b).Metric, c.of(a).Metric),
			of(a).Cmp(of(b)),
		)
	})
}
