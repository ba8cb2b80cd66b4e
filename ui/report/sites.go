package report

import (
	"context"
	"io"
	"slices"

	"channeldeck/api"
	"channeldeck/api/report"
	"channeldeck/ui/resource"
)

// Part is the report of one of several sites, with the view of its rows.
type Part struct {
	report.SiteReport
	View *resource.View
}

// WriteSites writes the reports of several sites as one document: first what they have together, then the report of
// each. JSON is a list of the reports.
func WriteSites(ctx context.Context, parts []Part, f Format, to io.Writer) error {
	if f == JSON {
		return writeRecords(parts, to)
	}
	documents := []*document{cover(parts)}
	for _, p := range parts {
		d, err := written{p.Report}.document(p.View)
		if err != nil {
			return err
		}
		d.Title += " · " + p.Site
		documents = append(documents, d)
	}
	if f != Markdown {
		return writePage(documents, to)
	}
	for i, d := range documents {
		if i > 0 {
			p := parts[i-1]
			d.addTotals(written{p.Report}, p.View)
			if _, err := io.WriteString(to, "\n"); err != nil {
				return err
			}
		}
		if err := d.markdown(ctx, parts[0].View, to); err != nil {
			return err
		}
	}
	return nil
}

// writeRecords writes the reports as a list, each with its site.
func writeRecords(parts []Part, to io.Writer) error {
	records := make([]any, len(parts))
	for i, p := range parts {
		records[i] = resource.WithSite(p.Site, p.Report)
	}
	content, err := api.Marshal(records)
	if err != nil {
		return err
	}
	_, err = to.Write(append(content, '\n'))
	return err
}

// coverTitle is the title of what several sites have together: of accounts that were chosen, their number at all
// sites.
func coverTitle(parts []Part) string {
	first := parts[0]
	own := written{first.Report}
	chosen := 0
	for _, p := range parts {
		chosen += len(p.Scope.Chosen)
	}
	isNamed := first.Title != "" || first.Scope.View != ""
	if chosen == 0 || isNamed {
		return own.title(first.View)
	}
	return first.View.Words.N("accounts.total", chosen)
}

// cover is the first part of a report of several sites: what each has, and all together. Changes of different
// periods have no sum.
func cover(parts []Part) *document {
	first := parts[0]
	v := first.View
	w := v.Words
	t := &table{
		Title: w.T("report.sites"),
		Head: []head{
			{Title: w.T("field.site")},
			{Title: totalName(v, "accounts"), Right: true},
			{Title: totalName(v, "abnormal"), Right: true},
			{Title: totalName(v, api.CountFans.String()), Right: true},
			{Title: w.T("report.change"), Right: true},
			{Title: w.T("report.measured"), Wide: true},
		},
	}
	row := func(name string, sum report.Sum, measured string) {
		t.Rows = append(t.Rows, []string{
			name,
			w.Int(sum.Accounts),
			w.Int(sum.Abnormal),
			total(v, sum.Followers),
			change(v, sum.Change),
			measured,
		})
	}
	var all []report.SiteReport
	for _, p := range parts {
		row(p.Site, p.Sum(), moment(v, p.Since))
		all = append(all, p.SiteReport)
	}
	sum := report.SumOf(all)
	measured := ""
	if sum.Change.IsSet() {
		measured = moment(v, first.Since)
	}
	row(w.T("report.total"), sum, measured)
	period := w.T("report.since_last", "Since", moment(v, first.Begin))
	d := &document{
		Lang:   w.Lang().Tag(),
		Title:  coverTitle(parts),
		About:  []string{w.T("report.kind"), period, w.N("accounts.total", sum.Accounts)},
		Notes:  []string{w.T("report.sites_note")},
		Tables: []*table{t},
	}
	d.Facts = slices.Concat(d.About, d.Notes)
	return d
}
