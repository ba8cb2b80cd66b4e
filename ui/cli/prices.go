package cli

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices"
	"channeldeck/ui/prices/media"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
)

// pricesOptions are the flags of the prices command.
type pricesOptions struct {
	model                                   string
	mode, resolution, aspect, tag, duration string
	scope, sort                             string
	accepts, input                          []string
	count                                   int
	desc                                    bool
	scoped                                  bool // --scope was given; "" are the models that name none
}

// answers reports whether there is one row for each model instead of one for each
// price.
func (o *pricesOptions) answers() bool { return o.count > 0 || len(o.input) > 0 }

func (a *app) pricesCommand() *cobra.Command {
	var o pricesOptions
	cmd := a.command("cli.prices", "prices", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		q, by, err := a.priceQuestion(cmd, &o)
		if err != nil {
			return err
		}
		return a.withService(cmd, noKey, func(ctx context.Context, s *service, f plain.Format) error {
			return a.prices(ctx, s, f, &o, q, by)
		})
	})
	fs := cmd.Flags()
	fs.StringVar(&o.model, "model", "", a.words.T("cli.flag.model"))
	fs.StringVar(&o.mode, "mode", "", a.words.T("cli.flag.mode"))
	fs.StringVar(&o.resolution, "resolution", "", a.words.T("cli.flag.resolution"))
	fs.StringVar(&o.duration, "duration", "", a.words.T("cli.flag.duration"))
	fs.StringVar(&o.aspect, "aspect", "", a.words.T("cli.flag.aspect"))
	fs.StringVar(&o.tag, "tag", "", a.words.T("cli.flag.tag"))
	fs.StringVar(&o.scope, "scope", "", a.words.T("cli.flag.scope"))
	fs.StringArrayVar(&o.accepts, "accepts", nil, a.words.T("cli.flag.accepts"))
	fs.IntVar(&o.count, "count", 0, a.words.T("cli.flag.count"))
	fs.StringVar(&o.sort, "sort", "", a.words.T("cli.flag.sort_prices"))
	fs.BoolVar(&o.desc, "desc", false, a.words.T("cli.flag.desc"))
	fs.StringArrayVar(&o.input, "input", nil, a.words.T("cli.flag.input"))
	values := func(c quote.Column) candidates {
		return fromService(func(ctx context.Context, _ partial, client *api.Client) ([]string, error) {
			models, err := client.VideoModels(ctx)
			return quote.NewValues(models).List(c), err
		}, func(_ partial, name *string) (string, string) { return *name, "" })
	}
	return a.serviceFlags(cmd, completions{
		"model": modelNames(), "sort": oneOf(sortNames()...), "accepts": oneOf("video", "audio"), "count": oneOf(), "duration": oneOf(),
		"mode": values(quote.ByMode), "resolution": values(quote.ByResolution), "aspect": values(quote.ByAspectRatio), "tag": values(quote.ByTag), "scope": values(quote.ByScope),
	})
}

// sortColumns are the values of --sort.
func sortColumns() map[string]quote.Column {
	return map[string]quote.Column{"price": quote.ByPrice, "per-second": quote.ByPerSecond, "discount": quote.ByDiscount, "name": quote.ByName}
}

func sortNames() []string { return []string{"price", "per-second", "discount", "name"} }

// priceQuestion checks the flags that need no catalog. The column is "" without
// --sort.
func (a *app) priceQuestion(cmd *cobra.Command, o *pricesOptions) (q quote.Question, by quote.Column, err error) {
	q.Count, o.scoped = o.count, cmd.Flags().Changed("scope")
	if cmd.Flags().Changed("count") && o.count < 1 {
		return q, "", a.badValue("--count", strconv.Itoa(o.count))
	}
	if o.duration != "" {
		var ok bool
		if q.Duration, ok = quote.ParseDuration(o.duration); !ok {
			return q, "", a.badValue("--duration", o.duration)
		}
	}
	for _, kind := range o.accepts {
		switch kind {
		case "video":
			q.AcceptsVideo = true
		case "audio":
			q.AcceptsAudio = true
		default:
			return q, "", a.invalidChoice("--accepts", kind, []string{"video", "audio"})
		}
	}
	for _, input := range o.input {
		if strings.TrimSpace(input) == "" {
			return q, "", a.badValue("--input", input)
		}
	}
	by, ok := sortColumns()[o.sort]
	if !ok && o.sort != "" {
		return q, "", a.invalidChoice("--sort", o.sort, sortNames())
	}
	if o.desc && o.answers() { // answers begin with the best
		other := "--count"
		if o.count == 0 {
			other = "--input"
		}
		return q, "", a.fail(ExitUsage, "cli.error.together", "First", "--desc", "Second", other)
	}
	return q, by, nil
}

// complete fills in the flags whose values the catalog defines. A value that the
// catalog does not use is an error that lists those it does.
func (a *app) complete(q *quote.Question, o *pricesOptions, c *quote.Catalog) error {
	given := map[quote.Column]string{quote.ByMode: o.mode, quote.ByResolution: o.resolution, quote.ByAspectRatio: o.aspect, quote.ByTag: o.tag, quote.ByScope: o.scope}
	for _, column := range quote.Facets() {
		value := strings.TrimSpace(given[column])
		if value == "" && !(column == quote.ByScope && o.scoped) {
			continue
		}
		known, ok := c.Values.Find(column, value)
		if !ok {
			return a.invalidChoice("--"+column.Flag(), text.Clean(value), choices(c.Values.List(column)))
		}
		q.Set(column, known, true)
	}
	if q.Duration.IsSet() && !o.answers() && len(c.Match(quote.Filter{Duration: q.Duration})) == 0 {
		return a.invalidChoice("--duration", o.duration, choices(c.Values.List(quote.ByDuration)))
	}
	return nil
}

// choices are values of the catalog for an error message.
func choices(list []string) []string {
	const most = 30
	out := make([]string, 0, most)
	for _, s := range list[:min(len(list), most)] {
		if s = text.Clean(s); s == "" {
			s = `""`
		}
		out = append(out, s)
	}
	return out
}

// prices prints prices, or the models' answers.
func (a *app) prices(ctx context.Context, s *service, f plain.Format, o *pricesOptions, q quote.Question, by quote.Column) error {
	models, err := s.client.VideoModels(ctx)
	if err != nil {
		return err
	}
	checkRows(a, s, models)
	if o.model != "" {
		model, err := a.model(ctx, models, o.model)
		if err != nil {
			return err
		}
		if (f == plain.JSON || f == plain.NDJSON) && !o.answers() {
			return output(ctx, a, s, "prices", f, &plain.Sheet[*api.VideoModel]{Rows: []*api.VideoModel{model}, Single: true})
		}
		models = []api.VideoModel{*model}
	}
	catalog := quote.New(models)
	if err := a.complete(&q, o, catalog); err != nil {
		return err
	}
	files, err := a.files(ctx, o.input, catalog.Values)
	if err != nil {
		return err
	}
	c := &pane.Context{Words: a.words, Theme: theme.For(a.Out, a.Environ, theme.Choice{Name: s.config.Theme.V, ASCII: s.config.ASCII.V})}
	if len(models) > 0 && !catalog.Priced() {
		a.say(a.words.T("prices.no_prices_at_all"))
		if !o.answers() {
			return output(ctx, a, s, "prices", f, prices.ModelSheet(c, catalog.Match(q.Filter)))
		}
	}
	if o.answers() {
		rows := prices.Answers(catalog, q, cmp.Or(by, quote.ByPrice), files)
		if len(files) > 0 { // it was asked which of the models that match accept the files
			matching := map[*quote.Model]bool{}
			for _, p := range catalog.Match(q.Filter) {
				matching[p.Model] = true
			}
			rows = slices.DeleteFunc(rows, func(r *prices.Row) bool { return !matching[r.Model] })
		}
		return a.printPrices(ctx, s, f, prices.AnswerSheet(c, rows), "rank", "name", "mode", "resolution", "aspectRatio", "duration", "price", "total", "creditsScope", "verdict", "constraint", "note")
	}
	rows := catalog.Match(q.Filter)
	if by != "" || o.desc || !q.IsZero() {
		rows = slices.Clone(rows)
		quote.Sort(rows, cmp.Or(by, quote.ByPrice), o.desc || by == quote.ByDiscount) // the largest discount comes first in both directions
	}
	return a.printPrices(ctx, s, f, prices.PriceSheet(c, rows), "name", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "discount", "creditsScope")
}

// printPrices prints a sheet, for people only some of its columns.
func (a *app) printPrices(ctx context.Context, s *service, f plain.Format, sheet *plain.Sheet[*prices.Row], forPeople ...string) error {
	if isForReading(f) {
		sheet.Columns = chosen(sheet.Columns, forPeople...)
	}
	if len(sheet.Rows) == 0 {
		a.say(a.words.T("cli.prices.nothing"))
	}
	return output(ctx, a, s, "prices", f, sheet)
}

func chosen[R any](all []plain.Column[R], names ...string) []plain.Column[R] {
	return slices.DeleteFunc(all, func(c plain.Column[R]) bool { return !slices.Contains(names, c.Name) })
}

// files reads --input. What is not understood is an error: a script does not see a
// remark.
func (a *app) files(ctx context.Context, input []string, v *quote.Values) ([]quote.File, error) {
	if len(input) == 0 {
		return nil, nil
	}
	files, problems := quote.ParseFiles(strings.Join(input, "\n"), v, func(path string) (quote.File, error) { return media.Read(ctx, path) })
	if len(problems) > 0 {
		return nil, &commandError{exit: ExitUsage, text: "--input: " + prices.Problem(a.words, problems[0], true), hint: a.words.T("cli.hint.input")}
	}
	if len(files) == 0 {
		return nil, &commandError{exit: ExitUsage, text: a.words.T("cli.error.value", "Flag", "--input", "Value", strings.Join(input, " ")), hint: a.words.T("cli.hint.input")}
	}
	for _, line := range prices.MissingFigures(a.words, files) {
		a.say(line)
	}
	return files, nil
}

// model finds a model by its name, regardless of case.
func (a *app) model(ctx context.Context, models []api.VideoModel, name string) (*api.VideoModel, error) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(models, func(m api.VideoModel) bool { return same(m.Name, name) }); i >= 0 {
			return &models[i], nil
		}
	}
	e := &commandError{exit: ExitNotFound, text: a.words.T("prices.no_such_model", "Name", text.Clean(name)), hint: a.words.T("cli.prices.models")}
	x := fuzzy.NewIndex(ctx, len(models), 1, func(i, _ int) string { return models[i].Name })
	if x == nil {
		return nil, ctx.Err()
	}
	found, err := x.Search(name, nil, 0).Find(ctx)
	if err != nil {
		return nil, err
	}
	if rows := found.Rows(); len(rows) > 0 {
		const most = 5
		var like []string
		for _, i := range rows[:min(most, len(rows))] {
			like = append(like, text.Clean(models[i].Name))
		}
		e.hint = a.words.T("cli.hint.did_you_mean", "Names", strings.Join(like, ", "))
	}
	return nil, e
}
