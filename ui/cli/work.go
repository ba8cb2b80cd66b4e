package cli

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
	"channeldeck/ui/works"
	"channeldeck/ui/works/metrics"
)

// rateBases are the values of --rate-base, in the order of metrics.Bases.
func rateBases() []string { return []string{"views", "plays", "reach", "impressions"} }

// workCommand prints the details of a work.
type workCommand struct {
	*app
	account, base string
}

func newWork(a *app) *cobra.Command {
	c := &workCommand{app: a}
	cmd := command(a.words, "cli.work", "work PLATFORM WORK_ID", c.start)
	cmd.Flags().StringVar(&c.account, "account", "", a.words.T("cli.flag.account"))
	cmd.Flags().StringVar(&c.base, "rate-base", "", a.words.T("cli.flag.rate_base"))
	return a.serviceFlags(cmd, completions{"": platformNames(), "account": oneOf(), "rate-base": oneOf(rateBases()...)})
}

// start checks the flags before anything is sent.
func (c *workCommand) start(cmd *cobra.Command, args []string) error {
	rate := rateBase{metrics.Bases()[0], c.base != ""}
	if i := slices.Index(rateBases(), c.base); i >= 0 {
		rate.of = metrics.Bases()[i]
	} else if rate.given {
		return invalidChoice(c.words, "--rate-base", c.base, rateBases())
	}
	platform := text.CleanID(args[0])
	id, err := workID(c.words, platform, text.CleanID(args[1]))
	if err != nil {
		return err
	}
	return c.withService(cmd, requiredKey, func(ctx context.Context) error {
		return c.run(ctx, api.WorkQuery{Platform: platform, WorkID: id, AccountID: text.CleanID(c.account)}, rate)
	})
}

// rateBase is the base of the engagement rate.
type rateBase struct {
	of    string // one of metrics.Bases
	given bool   // then the rate is shown even if it is unknown
}

// workID returns the work ID of a link. A link without one is refused: it would be
// sent as an ID, and the request has effects.
func workID(w *words.Words, platform, typed string) (string, error) {
	link := metrics.ReadLink(typed)
	problem := works.LinkProblem(w, link, link.Site)
	if link.Kind == metrics.WorkLink && !metrics.SamePlatform(platform, link.Site) {
		problem = w.T("works.other_platform", "Site", link.Site, "Platform", text.Clean(platform))
	}
	if problem != "" {
		return "", &commandError{exit: ExitUsage, text: problem}
	}
	return link.ID, nil
}

// run makes one request for the work, if the platform list says that the platform
// supports it (4.6, rule 1).
func (c *workCommand) run(ctx context.Context, q api.WorkQuery, rate rateBase) error {
	platforms, err := c.client.Platforms(ctx)
	if err != nil {
		return err
	}
	if q.Platform, err = platformNamed(c.words, platforms, q.Platform); err != nil {
		return err
	}
	i := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == q.Platform })
	if platforms[i].WorkDetail() == api.Unsupported {
		return fail(c.words, ExitUnsupported, "works.unsupported", "Platform", text.Clean(q.Platform))
	}
	detail, err := c.client.WorkDetail(ctx, q)
	if err != nil {
		return err
	}
	checkRows(c.app, []api.WorkDetail{detail})
	if c.isJSON() {
		return printOne(ctx, c.app, &resource.Resource[api.WorkDetail]{Name: "work"}, detail)
	}
	r, rows := factResource(c.words), workFacts(c.view(nil), detail, q, rate)
	if !slices.ContainsFunc(rows, func(r fact) bool { return r.change != "" }) {
		r.Brief = []string{"field", "value"}
	}
	return printList(ctx, c.app, r, rows)
}

// fact is a line about a work: a field, or a metric with its change since the
// snapshot before.
type fact struct {
	field, value, change, perHour string
	title, show                   string // for reading
}

func factResource(w *words.Words) *resource.Resource[fact] {
	return &resource.Resource[fact]{Name: "work", Columns: []resource.Column[fact]{
		{ID: "field", Value: func(r fact) string { return r.field }, Show: func(r fact) string { return cmp.Or(r.title, r.field) }},
		{ID: "value", Value: func(r fact) string { return r.value }, Show: func(r fact) string { return cmp.Or(r.show, r.value) }},
		{ID: "change", Right: true, Value: func(r fact) string { return r.change }, Show: func(r fact) string { return w.Exact(r.change) }},
		{ID: "perHour", Right: true, Value: func(r fact) string { return r.perHour }, Show: func(r fact) string { return w.Exact(r.perHour) }},
	}}
}

// workFacts lists the fields of a work and the metrics of its newest snapshot.
func workFacts(v *resource.View, d api.WorkDetail, q api.WorkQuery, rate rateBase) []fact {
	var history metrics.History
	var rows []fact
	w := v.Words
	history.Add(d, v.Now())
	add := func(name, value string) {
		row := fact{field: name, value: value, title: w.Optional("works.fact." + name)}
		switch name {
		case "publishedAt", "snapshotAt", "fetchedAt":
			if at, ok := api.ParseTime(value); ok {
				row.show = v.Time(at)
			}
		case "pending":
			row.show = yesOrNo(w, value)
		case "mediaType", "status":
			row.show = w.Optional("works.value." + value)
		}
		rows = append(rows, row)
	}
	optional := func(name string, value api.Opt[string]) {
		if v, sent := value.Get(); sent {
			add(name, v)
		}
	}
	work, _ := history.Work()
	add("title", work.Title.Or(""))
	optional("description", work.Description)
	for name, v := range api.Members(work.Unknown) { // such as the author
		add(name, jsonText(v))
	}
	add("id", work.ID.Or(q.WorkID))
	add("url", work.URL.Or(""))
	optional("coverUrl", work.CoverURL)
	add("mediaType", work.MediaType.Or(""))
	add("status", work.Status.Or(""))
	add("publishedAt", work.PublishedAt.Or(""))
	newest := len(history.Entries()) - 1
	if newest >= 0 {
		optional("snapshotAt", history.Entries()[newest].Snapshot.SnapshotAt)
	}
	optional("snapshotId", d.SnapshotID)
	add("fetchedAt", d.FetchedAt.Or(""))
	if pending, sent := d.Pending().Get(); sent {
		add("pending", strconv.FormatBool(pending))
	}
	for name := range api.Members(d.Extra) {
		if name != "pending" { // which has a line of its own
			add("extra", string(d.Extra))
			break
		}
	}
	optional("message", d.Message)
	if newest >= 0 {
		rows = append(rows, metricFacts(w, &history, newest, rate)...)
	}
	return rows
}

func metricFacts(w *words.Words, h *metrics.History, at int, base rateBase) []fact {
	var rows []fact
	for _, r := range h.Read(at, metrics.Names(h.Entries())) {
		row := fact{field: r.Name, value: r.Value.String(), show: w.Exact(r.Value.String())}
		if r.Why == metrics.NotANumber {
			row.value, row.show = r.Received(), ""
		}
		row.title = w.Optional("works.metric." + r.Name)
		row.change = r.Change.Absolute.Value.String()
		if hourly, ok := r.Change.PerHour.Value.Float64(); ok {
			row.perHour = strconv.FormatFloat(hourly, 'f', 2, 64)
		}
		rows = append(rows, row)
	}
	r := metrics.Engagement(&h.Entries()[at].Snapshot, base.of)
	row := fact{field: "engagementRate", title: w.T("works.engagement", "Base", strings.ToLower(w.T("works.metric."+base.of)))}
	rate, known := r.Rate.Value.Float64()
	if known {
		row.value, row.show = strconv.FormatFloat(rate, 'f', 6, 64), strconv.FormatFloat(100*rate, 'f', 2, 64)+"%"
	}
	if known || base.given {
		rows = append(rows, row)
	}
	return rows
}
