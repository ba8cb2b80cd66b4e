package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/ui/prices"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// asked is the question of the pane in the arguments, or a list of shots.
type asked struct {
	text   string   // with the shots of flags
	flags  []string // --shot
	budget string
	shots  quote.Shots // parsed
}

func (o *asked) addFlags(a *app, fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.flags, "shot", nil, a.words.T("cli.flag.shot"))
	fs.StringVar(&o.budget, "budget", "", a.words.T("cli.flag.budget"))
}

// readAsked joins the question and the shots. It refuses flags that say the same, or ask
// for something else.
func (c *pricesCommand) readAsked(cmd *cobra.Command, args []string) error {
	o := &c.asked
	var parts []string
	for _, part := range append([]string{strings.Join(args, " ")}, o.flags...) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	o.text = strings.Join(parts, " + ")
	if o.text == "" {
		switch {
		case len(o.flags) > 0:
			return badValue(c.words, "--shot", o.flags[0])
		case o.budget != "":
			return notAlone(c.words, "--budget", "--shot")
		}
		return nil
	}
	other := "“" + text.Clean(o.text) + "”"
	if len(o.flags) > 0 {
		other = "--shot"
	}
	for _, name := range []string{"since", "mode", "resolution", "duration", "aspect", "tag", "scope", "accepts", "count"} {
		if cmd.Flags().Changed(name) {
			return together(c.words, "--"+name, other)
		}
	}
	if n, err := api.ParseNumber(o.budget); o.budget != "" && (err != nil || n.Sign() <= 0) {
		return badValue(c.words, "--budget", o.budget)
	}
	return nil
}

// parse reads the question in the arguments. A part that is not understood is an error,
// which names the words that are known.
func (c *pricesCommand) parse(v *quote.Values) error {
	o := &c.asked
	shots, problems := quote.ParseShots(o.text, v)
	if len(problems) > 0 {
		return c.notUnderstood(problems[0], v)
	}
	if o.budget != "" {
		shots.Budget, _ = api.ParseNumber(o.budget) // checked before
	}
	o.shots = shots
	switch {
	case len(shots.List) == 0 && shots.Budget.IsSet():
		return notAlone(c.words, "--budget", "--shot")
	case shots.Several() && len(c.input) > 0:
		return together(c.words, "--input", "+")
	case len(shots.List) > 0:
		c.question = shots.List[0]
	}
	return nil
}

// printPlan prints what the shots cost.
func (c *pricesCommand) printPlan(ctx context.Context, catalog *quote.Catalog) error {
	if c.by != "" {
		c.list.sort = string(c.by)
	}
	r := resourceOf(c, func(v *resource.View) *resource.Resource[*prices.ShotRow] {
		return prices.ShotResource(v, &c.asked.shots, catalog.Values)
	}, func(r *prices.ShotRow) string { return r.Site })
	if _, terminal := terminalWidth(c.Out); terminal { // the other columns tell the kinds apart
		r.Brief = slices.DeleteFunc(r.Brief, func(id string) bool { return id == "kind" })
	}
	return printList(ctx, c.app, r, prices.ShotRows(catalog.Plan(c.asked.shots)))
}

// notUnderstood is the error of a part of a question.
func (c *pricesCommand) notUnderstood(p quote.Problem, v *quote.Values) error {
	e := &commandError{exit: ExitUsage, text: resource.QuestionProblem(c.words, p, true)}
	if p.Kind != quote.UnknownWord && p.Kind != quote.BareNumber {
		return e
	}
	var names []string
	lines := []string{c.words.T("cli.prices.known")}
	for _, by := range []quote.Column{quote.ByMode, quote.ByResolution, quote.ByAspectRatio, quote.ByTag, quote.ByScope, quote.ByName} {
		if list := choices(quote.Distinct(v.List(by))); len(list) > 0 {
			names = append(names, list...)
			lines = append(lines, c.words.T("prices.about", "What", c.words.T("prices.facet."+by.Flag()), "Say", strings.Join(list, ", ")))
		}
	}
	if near := suggest(c.words, p.Text, names); near != "" {
		lines = append([]string{near}, lines...)
	}
	e.hint = strings.Join(lines, "\n")
	return e
}

// termsOfQuestions completes to modes, resolutions and models, except those of which the
// question has one already.
func termsOfQuestions() candidates {
	return func(ctx context.Context, p partial) []cobra.Completion {
		var all []cobra.Completion
		asked, _ := quote.ParseQuestion(strings.Join(p.args, " "), quote.NewValues(nil))
		if asked.Mode == "" {
			all = append(all, catalogValues(quote.ByMode)(ctx, p)...)
		}
		if asked.Resolution == "" {
			all = append(all, catalogValues(quote.ByResolution)(ctx, p)...)
		}
		return append(all, modelNames()(ctx, p)...)
	}
}
