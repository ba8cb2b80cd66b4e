package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
)

func (a *app) pricesCommand() *cobra.Command {
	var o pricesOptions
	var d demo
	cmd := a.command("cli.prices", "prices", a.none, func(cmd *cobra.Command, _ []string) error {
		q, by, err := a.priceQuestion(cmd, &o)
		if err != nil {
			return err
		}
		return a.ask(cmd, &d, noKey, func(ctx context.Context, s *service, f plain.Format) error {
			return a.prices(ctx, s, f, o, q, by)
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
	fs.StringVar(&o.input, "input", "", a.words.T("cli.flag.input"))
	d.orDemo(a, cmd)
	a.completes(cmd, &d, completions{
		"model": modelNames(), "sort": oneOf(sortNames()...), "accepts": oneOf("video", "audio"), "input": oneOf(), "count": oneOf(), "duration": oneOf(),
		"mode":       catalogWords(func(v *quote.Vocabulary) []string { return v.Modes }),
		"resolution": catalogWords(func(v *quote.Vocabulary) []string { return v.Resolutions }),
		"aspect":     catalogWords(func(v *quote.Vocabulary) []string { return v.AspectRatios }),
		"tag":        catalogWords(func(v *quote.Vocabulary) []string { return v.Tags }),
		"scope": catalogWords(func(v *quote.Vocabulary) []string {
			var names []string
			for _, s := range v.Scopes {
				names = append(names, string(s))
			}
			return names
		}),
	})
	return cmd
}

// catalogWords are values that the catalog uses.
func catalogWords(of func(*quote.Vocabulary) []string) candidates {
	return named(func(ctx context.Context, _ typing, c *api.Client) ([]string, error) {
		models, err := c.VideoModels(ctx)
		return of(quote.NewVocabulary(models)), err
	}, func(_ typing, name *string) (string, string) { return *name, "" })
}

// prices prints rows of the catalog; for a number of clips or for reference
// files one answer a model.
func (a *app) prices(ctx context.Context, s *service, f plain.Format, o pricesOptions, q quote.Question, by quote.Column) error {
	models, err := s.client.VideoModels(ctx)
	if err != nil {
		return err
	}
	if o.model != "" {
		model, err := a.model(ctx, models, o.model)
		if err != nil {
			return err
		}
		if (f == plain.JSON || f == plain.NDJSON) && !o.question() {
			return output(ctx, a, s, "prices", f, &plain.Sheet[*api.VideoModel]{Rows: []*api.VideoModel{model}, Single: true})
		}
		models = []api.VideoModel{*model}
	}
	catalog := quote.New(models)
	files, err := a.files(o.input, catalog.Vocabulary())
	if err != nil {
		return err
	}
	if o.question() {
		return a.answers(ctx, s, f, answers(a.words, catalog, q, by, files), len(files) > 0)
	}
	rows := catalog.Match(q.Filter)
	if by != "" || o.desc || !q.IsZero() {
		quote.Sort(rows, cmp.Or(by, quote.ByPrice), o.desc || by == quote.ByDiscount) // the largest discount comes first either way
	}
	sheet := prices.Sheet(a.words, rows)
	for i := range sheet.Columns {
		c := &sheet.Columns[i]
		c.Show = a.showPrice(c.Name, c.Right, c.Value)
	}
	if isForPeople(f) {
		sheet.Columns = chosen(sheet.Columns, priceColumns()...)
	}
	if len(rows) == 0 && isForPeople(f) {
		a.say(a.words.T("cli.prices.nothing"))
	}
	return output(ctx, a, s, "prices", f, sheet)
}

// priceColumns are those for people; programs get all.
func priceColumns() []string {
	return []string{"name", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "discount", "creditsScope"}
}

func chosen[R any](all []plain.Column[R], names ...string) []plain.Column[R] {
	return slices.DeleteFunc(all, func(c plain.Column[R]) bool { return !slices.Contains(names, c.Name) })
}

// showPrice writes a cell for people.
func (a *app) showPrice(name string, right bool, value func(*prices.Record) string) func(*prices.Record) string {
	switch {
	case name == string(quote.ByDiscount):
		return func(r *prices.Record) string { return prices.Percent(quote.AmountOf(r.Discount)) }
	case right:
		return func(r *prices.Record) string { return a.words.Exact(value(r)) }
	}
	return nil
}

// model is the one of a name, whatever the case of its letters.
func (a *app) model(ctx context.Context, models []api.VideoModel, name string) (*api.VideoModel, error) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(models, func(m api.VideoModel) bool { return same(m.Name, name) }); i >= 0 {
			return &models[i], nil
		}
	}
	e := &toldError{exit: ExitNotFound, text: a.words.T("prices.no_such_model", "Name", text.Clean(name)), hint: a.words.T("cli.prices.models")}
	x := fuzzy.NewIndex(ctx, len(models), 1, func(i, _ int) string { return models[i].Name })
	if x == nil {
		return nil, ctx.Err()
	}
	found, err := x.Search(name, nil).Find(ctx)
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
