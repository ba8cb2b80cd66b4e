package cli

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/works/metrics"
)

func (a *app) workCommand() *cobra.Command {
	var d demo
	var account string
	cmd := a.command("cli.work", "work PLATFORM WORK_ID", a.arguments(2), func(cmd *cobra.Command, args []string) error {
		platform := text.CleanID(args[0])
		id, err := a.workID(platform, text.CleanID(args[1]))
		if err != nil {
			return err
		}
		return a.ask(cmd, &d, keyNeeded, func(ctx context.Context, s *service, f plain.Format) error {
			return a.work(ctx, s, f, api.WorkQuery{Platform: platform, WorkID: id, AccountID: text.CleanID(account)})
		})
	})
	cmd.Flags().StringVar(&account, "account", "", a.words.T("cli.flag.account"))
	d.orDemo(a, cmd)
	a.completes(cmd, &d, completions{"": platformNames(), "account": oneOf()})
	return cmd
}

// workID takes the id out of a link to the work. A link that does not name one
// is refused: it is no id, and a call has effects.
func (a *app) workID(platform, typed string) (string, error) {
	link := metrics.ReadLink(typed)
	site, host := text.Clean(link.Site), text.Clean(link.Host)
	switch link.Kind {
	case metrics.WorkLink:
		if !metrics.SamePlatform(platform, link.Site) {
			return "", &usageError{text: a.words.T("works.other_platform", "Site", site, "Platform", text.Clean(platform))}
		}
		return link.ID, nil
	case metrics.CodeLink:
		return "", &usageError{text: a.words.T("works.link.code", "Site", site)}
	case metrics.ShortLink:
		return "", &usageError{text: a.words.T("works.link.short", "Site", site)}
	case metrics.OtherLink:
		return "", &usageError{text: a.words.T("works.link.other", "Site", site)}
	case metrics.UnknownSite:
		return "", &usageError{text: a.words.T("works.link.unknown", "Host", host)}
	}
	return typed, nil
}

// work asks once, after a look at whether the platform can tell (4.6, rule 1).
func (a *app) work(ctx context.Context, s *service, f plain.Format, q api.WorkQuery) error {
	platforms, err := s.client.Platforms(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == q.Platform })
	if i >= 0 && platforms[i].WorkDetail() == api.Unsupported {
		return &toldError{exit: ExitUnsupported, text: a.words.T("works.unsupported", "Platform", text.Clean(q.Platform))}
	}
	detail, err := s.client.WorkDetail(ctx, q)
	if err != nil {
		return err
	}
	if f == plain.JSON || f == plain.NDJSON {
		return output(ctx, a, s, "work", f, &plain.Sheet[api.WorkDetail]{Rows: []api.WorkDetail{detail}, Single: true})
	}
	sheet := a.workSheet(detail, q)
	changed := slices.ContainsFunc(sheet.Rows, func(r fact) bool { return r.change != "" })
	if isForPeople(f) && !changed {
		sheet.Columns = chosen(sheet.Columns, "field", "value")
	}
	return output(ctx, a, s, "work", f, sheet)
}

// fact is a line on a work: a field of its, or a metric with its change since
// the snapshot before.
type fact struct {
	field, value, change, perHour string
	title, show                   string // for people
}

// workSheet lists what is known of a work, and the metrics of its newest
// snapshot.
func (a *app) workSheet(d api.WorkDetail, q api.WorkQuery) *plain.Sheet[fact] {
	var history metrics.History
	history.Add(d, metrics.Call{At: a.Now(), Account: q.AccountID})
	sheet := &plain.Sheet[fact]{Columns: []plain.Column[fact]{
		{Name: "field", Value: func(r *fact) string { return r.field }, Show: func(r *fact) string { return cmp.Or(r.title, r.field) }},
		{Name: "value", Value: func(r *fact) string { return r.value }, Show: func(r *fact) string { return cmp.Or(r.show, r.value) }},
		{Name: "change", Right: true, Value: func(r *fact) string { return r.change }, Show: func(r *fact) string { return a.words.Exact(r.change) }},
		{Name: "perHour", Right: true, Value: func(r *fact) string { return r.perHour }, Show: func(r *fact) string { return a.words.Exact(r.perHour) }},
	}}
	work, _ := history.Work()
	for _, f := range []struct {
		name  string
		value api.Opt[string]
	}{
		{"title", work.Title}, {"id", work.ID}, {"url", work.URL}, {"mediaType", work.MediaType}, {"status", work.Status},
		{"publishedAt", work.PublishedAt}, {"fetchedAt", d.FetchedAt}, {"message", d.Message},
	} {
		if v, sent := f.value.Get(); sent || f.name != "message" {
			sheet.Rows = append(sheet.Rows, fact{field: f.name, value: v})
		}
	}
	if pending, sent := d.Pending().Get(); sent {
		sheet.Rows = append(sheet.Rows, fact{field: "pending", value: strconv.FormatBool(pending)})
	}
	sheet.Rows = append(sheet.Rows, a.metricFacts(&history)...)
	return sheet
}

// metricFacts are the metrics of the newest snapshot.
func (a *app) metricFacts(h *metrics.History) []fact {
	entries := h.Timed()
	if len(entries) == 0 {
		entries = h.Entries()
	}
	if len(entries) == 0 {
		return nil
	}
	newest := h.Find(entries[len(entries)-1].Number)
	var rows []fact
	for _, r := range h.Read(newest, metrics.Names(entries)) {
		row := fact{field: r.Name, value: r.Value.String(), show: a.words.Exact(r.Value.String())}
		if id := "works.metric." + r.Name; a.words.Has(id) {
			row.title = a.words.T(id)
		}
		if r.Change.Absolute.OK() {
			row.change = r.Change.Absolute.Value.String()
		}
		if r.Change.PerHour.OK() {
			row.perHour = strconv.FormatFloat(r.Change.PerHour.Value, 'f', 2, 64)
		}
		rows = append(rows, row)
	}
	if r := metrics.Engagement(h.Entries()[newest].Snapshot, metrics.Views); r.Rate.OK() {
		rows = append(rows, fact{
			field: "engagementRate", value: strconv.FormatFloat(r.Rate.Value, 'f', 6, 64),
			title: a.words.T("works.engagement", "Base", a.words.T("works.metric.viewCount")), show: strconv.FormatFloat(100*r.Rate.Value, 'f', 2, 64) + "%",
		})
	}
	return rows
}
