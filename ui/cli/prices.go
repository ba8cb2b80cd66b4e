package cli

import (
	"cmp"
	"context"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices"
	"channeldeck/ui/prices/media"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

type pricesOptions struct {
	model, duration string
	since           string                   // an age: print changes
	values          map[quote.Column]*string // flags whose values the catalog defines
	accepts, input  []string
	count           int
	by              quote.Column // the ranking that --sort names, "" for none
	desc            bool         // of the ranking
	scoped          bool         // --scope was given; "" are the models that name none
}

// answers reports whether the output has a row for each model instead of each price.
func (o *pricesOptions) answers() bool { return o.count > 0 || len(o.input) > 0 }

func (a *app) pricesCommand() *cobra.Command {
	o := pricesOptions{values: map[quote.Column]*string{}}
	cmd := a.command("cli.prices", "prices", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		if o.since != "" {
			return a.priceChanges(cmd, &o)
		}
		q, err := a.priceQuestion(cmd, &o)
		if err != nil {
			return err
		}
		return a.withService(cmd, noKey, func(ctx context.Context) error {
			return a.prices(ctx, &o, q)
		})
	})
	fs, w := cmd.Flags(), a.words
	complete := completions{"model": modelNames(), "accepts": oneOf(accepted()...), "count": oneOf(), "duration": oneOf(), "since": oneOf()}
	for _, c := range []quote.Column{quote.ByMode, quote.ByResolution, quote.ByAspectRatio, quote.ByTag, quote.ByScope} {
		o.values[c] = fs.String(c.Flag(), "", w.T("cli.flag."+c.Flag()))
		complete[c.Flag()] = catalogValues(c)
	}
	fs.StringVar(&o.model, "model", "", w.T("cli.flag.model"))
	fs.StringVar(&o.duration, "duration", "", w.T("cli.flag.duration"))
	fs.StringArrayVar(&o.accepts, "accepts", nil, w.T("cli.flag.accepts"))
	fs.IntVar(&o.count, "count", 0, w.T("cli.flag.count"))
	fs.StringVar(&o.since, "since", "", w.T("cli.flag.since"))
	fs.StringArrayVar(&o.input, "input", nil, w.T("cli.flag.input"))
	a.addListFlags(cmd, func() []string {
		c := a.view(nil)
		switch {
		case o.since != "":
			return columnNames(prices.ChangeSheet(w, nil).Columns)
		case o.answers():
			return columnNames(prices.AnswerSheet(c, nil).Columns)
		}
		return columnNames(prices.PriceSheet(c, nil).Columns)
	})
	return a.serviceFlags(cmd, complete)
}

// rankBy takes --sort and --desc from the flags of the list if they name a ranking,
// which keeps credits of different scopes apart.
func (a *app) rankBy(o *pricesOptions) {
	for _, c := range quote.Rankings() {
		if a.list.sort == string(c) || a.list.sort == c.Flag() {
			o.by, a.list.sort = c, ""
		}
	}
	if a.list.sort == "" {
		o.desc, a.list.desc = a.list.desc, false
	}
}

// accepted are the values of --accepts.
func accepted() []string { return []string{string(quote.ByVideo), string(quote.ByAudio)} }

// priceQuestion checks the flags that need no catalog.
func (a *app) priceQuestion(cmd *cobra.Command, o *pricesOptions) (q quote.Question, err error) {
	a.rankBy(o)
	q.Count, o.scoped = o.count, cmd.Flags().Changed("scope")
	if cmd.Flags().Changed("count") && o.count < 1 {
		return q, a.badValue("--count", strconv.Itoa(o.count))
	}
	q.Set(quote.ByDuration, o.duration, o.duration != "")
	if o.duration != "" && !q.Duration.IsSet() {
		return q, a.badValue("--duration", o.duration)
	}
	for _, kind := range o.accepts {
		if !slices.Contains(accepted(), kind) {
			return q, a.invalidChoice("--accepts", kind, accepted())
		}
		q.Set(quote.Column(kind), kind, true)
	}
	for _, input := range o.input {
		if strings.TrimSpace(input) == "" {
			return q, a.badValue("--input", input)
		}
	}
	if o.desc && o.answers() { // answers begin with the best
		other := "--count"
		if o.count == 0 {
			other = "--input"
		}
		return q, a.fail(ExitUsage, "cli.error.together", "First", "--desc", "Second", other)
	}
	return q, nil
}

// complete fills in the flags whose values the catalog defines. A value that is
// not in the catalog is an error, which lists the valid ones.
func (a *app) complete(q *quote.Question, o *pricesOptions, c *quote.Catalog) error {
	for _, column := range quote.Facets() {
		given := o.values[column]
		if given == nil || *given == "" && !(column == quote.ByScope && o.scoped) {
			continue
		}
		value, ok := c.Values.Find(column, strings.TrimSpace(*given))
		if !ok {
			return a.invalidChoice("--"+column.Flag(), text.Clean(*given), choices(c.Values.List(column)))
		}
		q.Set(column, value, true)
	}
	if q.Duration.IsSet() && !o.answers() && len(c.Match(quote.Filter{Duration: q.Duration})) == 0 {
		return a.invalidChoice("--duration", o.duration, choices(c.Values.List(quote.ByDuration)))
	}
	return nil
}

// choices are values of the catalog for an error message.
func choices(list []string) []string {
	const most = 30
	return texts(list[:min(len(list), most)], func(s *string) string { return cmp.Or(text.Clean(*s), `""`) })
}

func (a *app) prices(ctx context.Context, o *pricesOptions, q quote.Question) error {
	models, err := a.client.VideoModels(ctx)
	if err != nil {
		return err
	}
	checkRows(a, models)
	if o.model != "" {
		model, err := a.model(models, o.model)
		if err != nil {
			return err
		}
		if a.isJSON() && !o.answers() {
			return output(ctx, a, "prices", &plain.Sheet[*api.VideoModel]{Rows: []*api.VideoModel{model}, Single: true})
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
	c := a.view(nil)
	if len(models) > 0 && !catalog.Priced() {
		a.say(a.words.T("prices.no_prices_at_all"))
		if !o.answers() {
			return output(ctx, a, "prices", prices.ModelSheet(c, catalog.Match(q.Filter)))
		}
	}
	if o.answers() {
		rows := prices.Answers(catalog, q, cmp.Or(o.by, quote.ByPrice), files)
		if len(files) > 0 { // only models that match the filters
			rows = slices.DeleteFunc(rows, func(r *prices.Row) bool { return len(r.Model.Match(&q.Filter)) == 0 })
		}
		return a.printPrices(ctx, prices.AnswerSheet(c, rows))
	}
	rows := catalog.Match(q.Filter)
	if o.by != "" || o.desc || !q.IsZero() {
		rows = slices.Clone(rows)
		quote.Sort(rows, cmp.Or(o.by, quote.ByPrice), o.desc || o.by == quote.ByDiscount) // the largest discount comes first in both directions
	}
	return a.printPrices(ctx, prices.PriceSheet(c, rows))
}

// printPrices prints a sheet, and says if it is empty.
func (a *app) printPrices(ctx context.Context, sheet *plain.Sheet[*prices.Row]) error {
	if len(sheet.Rows) == 0 {
		a.say(a.words.T("cli.prices.nothing"))
	}
	return output(ctx, a, "prices", sheet)
}

// files reads --input. Text that is not understood is an error, because a script would not
// notice a warning.
func (a *app) files(ctx context.Context, input []string, v *quote.Values) ([]quote.File, error) {
	if len(input) == 0 {
		return nil, nil
	}
	files, problems := quote.ParseFiles(strings.Join(input, "\n"), v, func(path string) (quote.File, error) {
		if a.remote != nil {
			return quote.File{}, fs.ErrNotExist // paths would be those of the server
		}
		return media.Read(ctx, path)
	})
	if len(problems) > 0 {
		return nil, &commandError{exit: ExitUsage, text: "--input: " + prices.Problem(a.words, problems[0], true), hint: a.words.T("cli.hint.input")}
	}
	for _, line := range prices.MissingFigures(a.words, files) {
		a.say(line)
	}
	return files, nil
}

// model finds a model by its name, regardless of case.
func (a *app) model(models []api.VideoModel, name string) (*api.VideoModel, error) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, func(a, b string) bool { return text.Fold(a) == text.Fold(b) }} {
		if i := slices.IndexFunc(models, func(m api.VideoModel) bool { return same(m.Name, name) }); i >= 0 {
			return &models[i], nil
		}
	}
	names := texts(models, func(m *api.VideoModel) string { return text.Clean(m.Name) })
	e := a.fail(ExitNotFound, "prices.no_such_model", "Name", text.Clean(name))
	e.hint = cmp.Or(a.nearest(name, names), a.words.T("cli.prices.models"))
	return nil, e
}

// priceChanges runs prices --since: it compares the catalog with the one of the
// history at an earlier time, or with the first one of the history. Changes are
// exit code ExitChanged.
func (a *app) priceChanges(cmd *cobra.Command, o *pricesOptions) error {
	age, err := config.ParseAge(o.since)
	if err != nil {
		return a.badValue("--since", o.since)
	}
	for name := range configFlags(cmd.Flags()) {
		if cmd.LocalFlags().Lookup(name) != nil && cmd.InheritedFlags().Lookup(name) == nil && !slices.Contains([]string{"since", "model", "columns", "sort", "desc", "limit"}, name) {
			return a.fail(ExitUsage, "cli.error.together", "First", "--since", "Second", "--"+name)
		}
	}
	return a.withHistory(cmd, noKey, func(ctx context.Context, h *history.DB) error {
		models, err := a.client.VideoModels(ctx)
		if err != nil {
			return err
		}
		checkRows(a, models)
		older, since, err := a.catalogSince(ctx, h, a.Now().Add(-age))
		h.RecordCatalog(a.Now(), models)
		if err != nil {
			return err
		}
		if older == nil {
			a.say(a.words.T("cli.prices.no_history"))
			older = quote.New(models)
		} else if since.After(a.Now().Add(-age)) {
			a.say(a.words.T("cli.prices.history_begins", "Time", a.words.Time(since.In(a.Now().Location()))))
		}
		changes := quote.Changes(older, quote.New(models))
		if o.model != "" {
			model, err := a.model(models, o.model)
			if err != nil {
				return err
			}
			changes = slices.DeleteFunc(changes, func(c *quote.Change) bool { return c.Model.Name != model.Name })
		}
		err = output(ctx, a, "prices", prices.ChangeSheet(a.words, changes))
		if err != nil || len(changes) == 0 {
			return err
		}
		return &commandError{exit: ExitChanged, text: a.words.N("cli.prices.changed", len(changes))}
	})
}

// catalogSince returns the catalog of the history at a time, or the first one after
// it, or nil if the history has no catalog.
func (a *app) catalogSince(ctx context.Context, h *history.DB, at time.Time) (*quote.Catalog, time.Time, error) {
	summaries, _, err := h.Summaries(ctx)
	i := slices.IndexFunc(summaries, func(s history.Summary) bool { return s.Kind == "model" })
	if err != nil || i < 0 {
		return nil, at, err
	}
	if first := summaries[i].First; first.After(at) {
		at = first
	}
	models, err := h.CatalogAt(ctx, at)
	return quote.New(models), at, err
}
