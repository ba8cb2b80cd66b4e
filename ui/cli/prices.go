package cli

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// pricesCommand lists prices, ranks models for a question, or lists changes of prices.
type pricesCommand struct {
	app             *app
	asked           string // the question in the arguments
	model, duration string
	since           time.Duration            // print the changes since then; 0 for none
	values          map[quote.Column]*string // flags whose values the catalog defines
	accepts, input  []string
	count           int

	by       quote.Column // the ranking that --sort names, "" for none
	down     bool         // --desc of the ranking
	scoped   bool         // --scope was given; "" are the models that name none
	question quote.Question
	sites    []*app // that were asked
	answered []*app
	saved    fleet.Query
}

func newPrices(a *app) *cobra.Command {
	c := &pricesCommand{app: a, values: map[quote.Column]*string{}}
	cmd := command(
		a.words,
		"cli.prices",
		"prices ["+a.words.T("cli.prices.question")+"]",
		c.start,
	)
	cmd.Args = nil
	fs := cmd.Flags()
	w := a.words
	complete := completions{
		everyArgument: termsOfQuestions(),
		"model":       modelNames(),
		"accepts":     oneOf(accepted()...),
		"count":       oneOf(),
		"duration":    oneOf(),
		"since":       oneOf(),
	}
	for _, column := range []quote.Column{
		quote.ByMode,
		quote.ByResolution,
		quote.ByAspectRatio,
		quote.ByTag,
		quote.ByScope,
	} {
		c.values[column] = fs.String(column.Flag(), "", w.T("cli.flag."+column.Flag()))
		complete[column.Flag()] = catalogValues(column)
	}
	fs.StringVar(&c.model, "model", "", w.T("cli.flag.model"))
	fs.StringVar(&c.duration, "duration", "", w.T("cli.flag.duration"))
	fs.StringArrayVar(&c.accepts, "accepts", nil, w.T("cli.flag.accepts"))
	fs.IntVar(&c.count, "count", 0, w.T("cli.flag.count"))
	ageFlag(a, fs, &c.since, "since", w.T("cli.flag.since"))
	fs.StringArrayVar(&c.input, "input", nil, w.T("cli.flag.input"))
	// a question has them too
	rare(
		fs,
		"accepts",
		"aspect",
		"duration",
		"model",
		"resolution",
		"scope",
		"tag",
	)
	addListFlags(a, cmd, c.columns)
	addViewFlag(cmd, a, "prices")
	return a.readerFlags(cmd, complete)
}

// columns are those of the list that the flags ask for.
func (c *pricesCommand) columns(v *resource.View) interface{ Names() []string } {
	if c.since > 0 {
		return prices.ChangeResource(v)
	}
	if c.answers() {
		return prices.AnswerResource(v, false)
	}
	return prices.PriceResource(v)
}

// answers reports whether the output has a row for each model instead of each price.
func (c *pricesCommand) answers() bool {
	return c.asked != "" || c.count > 0 || len(c.input) > 0
}

// rankBy takes --sort and --desc from the flags of the list if they name a ranking,
// which keeps credits of different scopes apart.
func (c *pricesCommand) rankBy() {
	for _, by := range quote.Rankings() {
		if c.app.list.sort == string(by) || c.app.list.sort == by.Flag() {
			c.by = by
			c.app.list.sort = ""
		}
	}
	if c.app.list.sort == "" {
		c.down = c.app.list.desc
		c.app.list.desc = false
	}
}

// accepted are the values of --accepts.
func accepted() []string {
	return []string{string(quote.ByVideo), string(quote.ByAudio)}
}

// start checks the flags that need no catalog.
func (c *pricesCommand) start(cmd *cobra.Command, args []string) error {
	c.asked = strings.TrimSpace(strings.Join(args, " "))
	if err := c.checkQuestion(cmd); err != nil {
		return err
	}
	if c.since > 0 {
		return c.startSince(cmd)
	}
	var err error
	if c.saved, err = savedView(cmd, c.app, "prices"); err != nil {
		return err
	}
	c.app.list.show(&c.saved)
	c.app.list.match = c.saved.Match
	c.rankBy()
	c.scoped = cmd.Flags().Changed("scope")
	if err := c.readFlags(cmd); err != nil {
		return err
	}
	if err := notBlank(c.app.words, "--input", c.input); err != nil {
		return err
	}
	if c.down && c.answers() { // answers begin with the best
		other := "--input"
		if c.asked != "" {
			other = c.asked
		} else if c.count > 0 {
			other = "--count"
		}
		return conflictingFlags(c.app.words, "--desc", other)
	}
	return c.app.withSites(cmd, noKey, c.run)
}

// readFlags reads the flags of the question whose values the catalog does not define.
func (c *pricesCommand) readFlags(cmd *cobra.Command) error {
	q := &c.question
	q.Count = c.count
	if cmd.Flags().Changed("count") && c.count < 1 {
		return badValue(c.app.words, "--count", strconv.Itoa(c.count))
	}
	q.Set(quote.ByDuration, c.duration, c.duration != "")
	if c.duration != "" && !q.Duration.IsSet() {
		return badValue(c.app.words, "--duration", c.duration)
	}
	for _, kind := range c.accepts {
		if !slices.Contains(accepted(), kind) {
			return choiceError(c.app.words, "--accepts", kind, accepted())
		}
		q.Set(quote.Column(kind), kind, true)
	}
	return nil
}

// complete fills in the flags whose values the catalog defines. A value that is
// not in the catalog is an error, which lists the valid ones.
func (c *pricesCommand) complete(catalog *quote.Catalog) error {
	if c.asked != "" {
		return c.parse(catalog.Values)
	}
	q := &c.question
	for _, column := range quote.Facets() {
		given := c.values[column]
		if given == nil || *given == "" && !(column == quote.ByScope && c.scoped) {
			continue
		}
		value, ok := catalog.Values.Find(column, strings.TrimSpace(*given))
		if !ok {
			return c.notListed(catalog, column, *given)
		}
		q.Set(column, value, true)
	}
	c.askSaved(catalog)
	if q.Duration.IsSet() && !c.answers() &&
		len(catalog.Match(quote.Filter{Duration: q.Duration})) == 0 {
		return c.notListed(catalog, quote.ByDuration, c.duration)
	}
	return nil
}

// askSaved adds the question of the view where the flags ask for nothing else.
func (c *pricesCommand) askSaved(catalog *quote.Catalog) {
	// a value may have left the catalog
	saved, _ := quote.ParseQuestion(
		c.saved.Question,
		catalog.Values,
	)
	for _, column := range quote.Facets() {
		if _, given := c.question.Value(column); given {
			continue
		}
		if value, ok := saved.Value(column); ok {
			c.question.Set(column, value, true)
		}
	}
	if c.count == 0 {
		c.count = saved.Count
		c.question.Count = saved.Count
	}
}

// notListed is the error of a value that the catalog does not use.
func (c *pricesCommand) notListed(catalog *quote.Catalog, by quote.Column, value string) error {
	list := catalog.Values.List(by)
	id := "prices.fact." + string(by) + "s"
	if len(list) == 0 && c.app.words.Has(id) {
		return fail(
			c.app.words, ExitUsage, "cli.prices.not_stated",
			"Flag", "--"+by.Flag(),
			"Value", text.Clean(value),
			"What", c.app.words.T(id),
		)
	}
	return choiceError(c.app.words, "--"+by.Flag(), text.Clean(value), choices(list))
}

// choices are values of the catalog for an error message.
func choices(list []string) []string {
	const most = 30
	return texts(list[:min(len(list), most)], func(s *string) string {
		return cmp.Or(text.Clean(*s), `""`)
	})
}

func (c *pricesCommand) run(ctx context.Context, sites []*app) error {
	lists, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (list quote.Listed, incomplete, err error) {
		list.Models, err = a.models(ctx)
		checkRows(a, pointers(list.Models))
		if len(sites) > 1 {
			list.Site = a.site
		}
		return list, nil, err
	})
	if err != nil {
		return err
	}
	if lists, err = c.named(lists); err != nil {
		return cmp.Or(failed, err)
	}
	c.sites = sites
	c.answered = answered
	return cmp.Or(c.print(ctx, quote.Join(lists...)), failed)
}

// named keeps the model that --model names: of several sites, that of each which has it.
func (c *pricesCommand) named(lists []quote.Listed) (kept []quote.Listed, err error) {
	if c.model == "" {
		return lists, nil
	}
	for _, list := range lists {
		model, missing := modelNamed(c.app.words, list.Models, c.model)
		if missing == nil {
			kept = append(kept, quote.Listed{Site: list.Site, Models: []api.VideoModel{*model}})
		} else if err = missing; exitCode(err) != ExitNotFound {
			return nil, err
		}
	}
	if len(kept) > 0 {
		return kept, nil
	}
	return nil, err
}

// resourceOf returns a resource whose rows have their site where there are several.
func resourceOf[R any](
	c *pricesCommand,
	of func(*resource.View) *resource.Resource[R],
	site func(R) string,
) *resource.Resource[R] {
	return listOf(
		of,
		c.answered,
		make([]resource.Lists, len(c.answered)),
		c.sites,
		site,
	)
}

func siteOfPrice(r *prices.Row) string { return r.Model.Site }

// print prints what the flags ask for.
func (c *pricesCommand) print(ctx context.Context, catalog *quote.Catalog) error {
	if c.model != "" && len(c.sites) == 1 && c.app.isJSON() && !c.answers() {
		return printOne(
			ctx,
			c.app,
			resource.Whole[*api.VideoModel]("prices"),
			catalog.Models[0].VideoModel,
		)
	}
	if err := c.complete(catalog); err != nil {
		return err
	}
	files, err := describedFiles(ctx, c.app, "--input", c.input, catalog.Values)
	if err != nil {
		return err
	}
	unpriced := len(catalog.Models) > 0 && !catalog.Priced()
	if unpriced {
		c.app.say(c.app.words.T("prices.no_prices_at_all"))
	}
	if len(catalog.Models) == 0 {
		c.app.emptyText = c.app.words.T("cli.prices.no_models")
	} else if !c.answers() { // answers have the reason of each model
		c.app.emptyText = c.app.words.T("cli.prices.nothing")
	}
	if c.answers() {
		return c.printAnswers(ctx, c.ranked(catalog, files), len(files) > 0)
	}
	if unpriced {
		r := resourceOf(c, prices.ModelResource, siteOfPrice)
		return printList(ctx, c.app, r, prices.ModelRows(catalog.Match(c.question.Filter)))
	}

	r := resourceOf(c, prices.PriceResource, siteOfPrice)
	prices.ShowVariants(r, catalog.Match(c.question.Filter))
	return printList(ctx, c.app, r, c.matching(catalog))
}

// printAnswers prints answers, which have verdicts if there are reference files.
func (c *pricesCommand) printAnswers(
	ctx context.Context,
	rows []*prices.Answer,
	files bool,
) error {
	_, terminal := terminalWidth(c.app.Out)
	of := func(v *resource.View) *resource.Resource[*prices.Answer] {
		r := prices.AnswerResource(v, files && len(rows) > 0)
		if terminal && !files {
			r.Brief = prices.BriefAnswer(&c.question)
		}
		return r
	}
	r := resourceOf(c, of, func(a *prices.Answer) string {
		return a.Model.Site
	})
	return printList(ctx, c.app, r, rows)
}

// ranked returns the models that answer the question.
func (c *pricesCommand) ranked(catalog *quote.Catalog, files []media.File) []*prices.Answer {
	rows := prices.Answers(catalog, c.question, cmp.Or(c.by, quote.ByPrice), files)
	if len(files) == 0 {
		return rows
	}
	unmatched := func(r *prices.Answer) bool {
		return len(r.Model.Match(&c.question.Filter)) == 0
	}
	return slices.DeleteFunc(rows, unmatched)
}

// matching returns the prices that pass the filters.
func (c *pricesCommand) matching(catalog *quote.Catalog) []*prices.Row {
	rows := catalog.Match(c.question.Filter)
	sorted := c.by != "" || c.down || !c.question.IsZero()
	if sorted {
		by := cmp.Or(c.by, quote.ByPrice)
		down := c.down || c.by == quote.ByDiscount // the largest discount comes first in both directions
		rows = slices.Clone(rows)
		slices.SortStableFunc(rows, func(a, b *quote.Row) int {
			return by.Compare(a, b, down)
		})
	}
	return prices.PriceRows(rows)
}

// modelNamed finds a model by its name or its label, regardless of case. A label that several
// models have names none.
func modelNamed(w *words.Words, models []api.VideoModel, name string) (*api.VideoModel, error) {
	folded := func(s string) string { return fold.String(strings.TrimSpace(s)) }
	for _, same := range []func(m api.VideoModel) bool{
		func(m api.VideoModel) bool { return m.Name == name },
		func(m api.VideoModel) bool { return folded(m.Name) == folded(name) },
		func(m api.VideoModel) bool {
			return folded(m.Label.Or("")) == folded(name)
		},
	} {
		switch found := slices.DeleteFunc(
			slices.Clone(models),
			func(m api.VideoModel) bool { return !same(m) },
		); len(found) {
		case 0:
		case 1:
			return &found[0], nil
		default:
			list := texts(found, func(m *api.VideoModel) string {
				return text.Clean(m.Name)
			})
			return nil, fail(
				w, ExitUsage, "cli.prices.several_models",
				"Name", text.Clean(name),
				"Models", strings.Join(list, ", "),
			)
		}
	}
	var names []string
	for _, m := range models {
		names = append(names, m.Name, m.Label.Or(""))
	}
	e := fail(w, ExitNotFound, "prices.no_such_model", "Name", text.Clean(name))
	e.hint = cmp.Or(suggest(w, name, names), w.T("cli.prices.models"))
	return nil, e
}

func (c *pricesCommand) startSince(cmd *cobra.Command) error {
	beside := []string{"since", atFlag, "model", "columns", "sort", "desc", "limit"}
	for name := range configFlags(cmd.Flags()) {
		own := cmd.LocalFlags().Lookup(name) != nil && cmd.InheritedFlags().Lookup(name) == nil
		if own && !slices.Contains(beside, name) {
			return conflictingFlags(c.app.words, "--since", "--"+name)
		}
	}
	c.app.emptyText = c.app.words.T("cli.prices.unchanged")
	var changed atomic.Int64
	err := printHistories(c.app, cmd, nil, func(
		ctx context.Context, a *app, h *history.DB,
	) (*resource.Resource[*quote.Change], []*quote.Change, error) {
		changes, err := c.changes(ctx, a, h)
		changed.Add(int64(len(changes)))
		return prices.ChangeResource(a.view(nil)), changes, err
	})
	if err != nil || changed.Load() == 0 {
		return err
	}
	return &commandError{
		exit: ExitChanged,
		text: c.app.words.N("cli.prices.changed", int(changed.Load())),
	}
}

// changes compares the catalog of a site with the one of its history before the time of --since, or
// with the first one of the history.
func (c *pricesCommand) changes(
	ctx context.Context,
	a *app,
	h *history.DB,
) ([]*quote.Change, error) {
	at := a.Now().Add(-c.since)
	compared, err := a.fleetOf(h).PricesSince(ctx, at)
	if compared == nil {
		return nil, err
	}
	models := compared.Models
	changes := compared.List
	checkRows(a, pointers(models))
	if err != nil {
		return nil, err
	}
	if compared.Since.IsZero() {
		a.say(c.app.words.T("cli.prices.no_history"))
	} else if compared.Since.After(at) {
		a.say(c.app.words.T(
			"cli.prices.history_begins",
			"Time", c.app.words.Time(compared.Since.In(a.Now().Location())),
		))
	}
	if c.model == "" {
		return changes, nil
	}
	name := c.model
	gone := func(change *quote.Change) bool { return change.Model.Name == name }
	if model, err := modelNamed(c.app.words, models, name); err == nil {
		name = model.Name
	} else if !slices.ContainsFunc(changes, gone) {
		return nil, err
	}
	return slices.DeleteFunc(changes, func(change *quote.Change) bool {
		return change.Model.Name != name
	}), nil
}
