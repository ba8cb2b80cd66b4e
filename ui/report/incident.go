package report

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// IncidentMarkdown writes an incident as a post-mortem in Markdown.
func IncidentMarkdown(
	ctx context.Context,
	v *resource.View,
	i *fleet.IncidentFile,
	to io.Writer,
) error {
	return incident(v, i).markdown(ctx, v, to)
}

func incident(v *resource.View, file *fleet.IncidentFile) *document {
	w := v.Words
	i := resource.Incident{IncidentFile: file, View: v}
	began := v.Interval(i.Began)
	d := &document{Title: w.T("incident.title", "Subject", i.Subject(), "Time", began)}
	d.Facts = i.Story()
	recovery := &table{
		Title: w.T("incident.recovery"),
		Head: []head{
			{Title: w.T("incident.recorded")},
			{Title: w.T("incident.still"), Right: true},
			{Title: w.T("incident.curve")},
		},
	}
	const widest = 20 // cells
	for _, m := range i.Curve() {
		bar := strings.Repeat(
			v.Theme.Glyphs.Bar,
			(m.Abnormal*widest+len(i.Turned)-1)/len(i.Turned),
		)
		recovery.Rows = append(recovery.Rows, []string{v.Time(m.At), w.Int(m.Abnormal), bar})
	}
	d.Tables = append([]*table{recovery}, incidentCounts(v, file)...)
	d.Tables = append(d.Tables, turnedTable(v, file), changedTable(v, file))
	for _, t := range d.Tables {
		t.cut(w)
	}
	return d
}

// incidentCounts counts how many accounts of each platform, group and owner turned, the most first,
// where there are several; of a group also how many of its accounts had been normal.
func incidentCounts(v *resource.View, i *fleet.IncidentFile) (all []*table) {
	letters := fold.Collation()
	normal := map[string]int{}
	for _, g := range i.Groups {
		normal[g.GroupID] = g.Normal
	}
	for _, by := range []struct {
		title  string
		of     func(*api.Account) string
		name   func(string) string
		normal map[string]int
	}{
		{"report.platform", func(a *api.Account) string { return a.Type }, v.PlatformName, nil},
		{
			"incident.group",
			func(a *api.Account) string { return a.GroupID },
			v.GroupTitle,
			normal,
		},
		{"incident.owner", func(a *api.Account) string { return a.UserID }, text.Line, nil},
	} {
		counts := map[string]int{}
		for _, t := range i.Turned {
			counts[by.of(t.Account)]++
		}
		if len(counts) < 2 {
			continue
		}
		ids := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(
				counts[b]-counts[a],
				cmp.Compare(letters(by.name(a)), letters(by.name(b))),
				cmp.Compare(a, b),
			)
		})
		t := &table{
			Head: []head{
				{Title: v.Words.T(by.title)},
				{Title: v.Words.T("incident.column.turned"), Right: true},
			},
		}
		if by.normal != nil {
			t.Head = append(t.Head, head{Title: v.Words.T("incident.column.normal"), Right: true})
		}
		for _, id := range ids {
			row := []string{by.name(id), v.Words.Int(counts[id])}
			if by.normal != nil {
				row = append(row, v.Words.Int(by.normal[id]))
			}
			t.Rows = append(t.Rows, row)
		}
		all = append(all, t)
	}
	return all
}

func turnedTable(v *resource.View, i *fleet.IncidentFile) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.accounts"),
		Head: []head{
			{Title: w.T("report.account")},
			{Title: w.T("report.platform")},
			{Title: w.T("report.ended")},
			{Title: w.T("report.lasted"), Right: true},
		},
	}
	for _, one := range i.Turned {
		ended := w.T("report.still_open")
		until := history.Interval{After: v.Now(), Before: v.Now()}
		if !one.Ended.Before.IsZero() {
			ended = interval(v, one.Ended)
			until = one.Ended
		}
		if one.Gone {
			ended = w.T("report.gone", "Time", ended)
		}
		t.Rows = append(t.Rows, []string{
			v.AccountTitle(one.Account),
			v.PlatformName(one.Account.Type),
			ended,
			v.Length(history.Lasted(i.Began, until)),
		})
	}
	return t
}

// changedTable lists the other changes in the time of the incident.
func changedTable(v *resource.View, i *fleet.IncidentFile) *table {
	w := v.Words
	t := &table{
		Title: w.T("incident.meanwhile"),
		Empty: w.T("incident.nothing"),
		Head: []head{
			{Title: w.T("incident.changed")},
			{Title: w.T("report.platform")},
			{Title: w.T("incident.recorded")},
		},
	}
	for _, c := range slices.Concat(i.Options, i.Prices) {
		var times []string
		for _, at := range c.Times {
			times = append(times, v.Time(at))
		}
		what, platform := v.ChangeMeanwhile(&c)
		t.Rows = append(t.Rows, []string{what, platform, w.List(times)})
	}
	return t
}
