package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// checkQuestion refuses flags that say the same as the question in the arguments, or ask for something
// else.
func (c *pricesCommand) checkQuestion(cmd *cobra.Command) error {
	if c.asked == "" {
		return nil
	}
	for _, name := range []string{
		"since", "mode", "resolution", "duration", "aspect", "tag", "scope", "accepts", "count",
	} {
		if cmd.Flags().Changed(name) {
			return conflictingFlags(c.app.words, "--"+name, "“"+text.Clean(c.asked)+"”")
		}
	}
	return nil
}

// parse reads the question in the arguments. A part that is not understood is an error,
// which names the words that are known.
func (c *pricesCommand) parse(v *quote.Values) error {
	q, problems := quote.ParseQuestion(c.asked, v)
	if len(problems) > 0 {
		return c.notUnderstood(problems[0], v)
	}
	if !q.IsZero() {
		c.question = q
	}
	return nil
}

// problemText says what is wrong with a part of a question or a description of files. A command that
// ends for it ignores nothing.
func problemText(w *words.Words, p quote.Problem) string {
	if p.Kind == quote.Contradicts {
		return w.T("cli.error.contradict", "Text", text.Clean(p.Text))
	}
	return resource.QuestionProblem(w, p, true)
}

// notUnderstood is the error of a part of a question.
func (c *pricesCommand) notUnderstood(p quote.Problem, v *quote.Values) error {
	e := &commandError{exit: ExitUsage, text: problemText(c.app.words, p)}
	if p.Kind != quote.UnknownWord && p.Kind != quote.BareNumber {
		return e
	}
	var names []string
	lines := []string{c.app.words.T("cli.prices.known")}
	for _, by := range []quote.Column{
		quote.ByMode,
		quote.ByResolution,
		quote.ByAspectRatio,
		quote.ByTag,
		quote.ByScope,
		quote.ByName,
	} {
		list := choices(quote.Distinct(v.List(by)))
		if len(list) > 0 {
			names = append(names, list...)
			lines = append(
				lines,
				c.app.words.T(
					"prices.about",
					"What", c.app.words.T("prices.facet."+by.Flag()),
					"Say", strings.Join(list, ", "),
				),
			)
		}
	}
	near := suggest(c.app.words, p.Text, names)
	if near != "" {
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
