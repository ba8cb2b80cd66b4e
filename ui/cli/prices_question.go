package cli

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/prices"
	"channeldeck/ui/prices/quote"
)

// pricesOptions are what the prices command was asked for.
type pricesOptions struct {
	model                                   string
	mode, resolution, aspect, tag, duration string
	scope, sort, input                      string
	accepts                                 []string
	count                                   int
	desc                                    bool
}

// question reports whether the answer is one a model, and not rows.
func (o *pricesOptions) question() bool { return o.count > 0 || o.input != "" }

// sortColumns are the values of --sort.
func sortColumns() map[string]quote.Column {
	return map[string]quote.Column{"price": quote.ByPrice, "per-second": quote.ByPerSecond, "discount": quote.ByDiscount, "name": quote.ByName}
}

func sortNames() []string { return []string{"price", "per-second", "discount", "name"} }

// priceQuestion checks what was asked for before anything is sent. The column is
// "" where --sort was not given.
func (a *app) priceQuestion(cmd *cobra.Command, o *pricesOptions) (quote.Question, quote.Column, error) {
	q := quote.Question{Count: o.count, Filter: quote.Filter{Mode: o.mode, Resolution: o.resolution, AspectRatio: o.aspect, Tag: o.tag}}
	bad := func(flag, value string) (quote.Question, quote.Column, error) {
		return q, "", &usageError{text: a.words.T("cli.error.value", "Flag", flag, "Value", value)}
	}
	if cmd.Flags().Changed("count") && o.count < 1 {
		return bad("--count", strconv.Itoa(o.count))
	}
	if o.duration != "" {
		seconds, ok := parseSeconds(o.duration)
		if !ok {
			return bad("--duration", o.duration)
		}
		q.Duration = seconds
	}
	if cmd.Flags().Changed("scope") {
		q.Scope = api.Some(quote.Scope(o.scope)) // "" are models that name none
	}
	for _, kind := range o.accepts {
		switch kind {
		case "video":
			q.AcceptsVideo = true
		case "audio":
			q.AcceptsAudio = true
		default:
			return q, "", a.notOf("--accepts", kind, []string{"video", "audio"})
		}
	}
	by, ok := sortColumns()[o.sort]
	if !ok && o.sort != "" {
		return q, "", a.notOf("--sort", o.sort, sortNames())
	}
	if o.desc && o.question() { // answers begin with the best
		other := "--count"
		if o.count == 0 {
			other = "--input"
		}
		return q, "", &usageError{text: a.words.T("cli.error.together", "First", "--desc", "Second", other)}
	}
	if cmd.Flags().Changed("input") && strings.TrimSpace(o.input) == "" {
		return bad("--input", o.input)
	}
	return q, by, nil
}

// parseSeconds reads 8, 8s and 2.5.
func parseSeconds(s string) (quote.Amount, bool) {
	digits := strings.TrimSuffix(s, "s")
	const longest = 9
	if digits == "" || len(digits) > longest || strings.Trim(digits, "0123456789.") != "" {
		return quote.Amount{}, false
	}
	r, ok := new(big.Rat).SetString(digits)
	if !ok || r.Sign() <= 0 {
		return quote.Amount{}, false
	}
	return quote.NewAmount(r), true
}

// files reads --input. Unlike a person in front of a screen, a script does not
// see what was not understood: it is an error.
func (a *app) files(input string, v *quote.Vocabulary) ([]quote.File, error) {
	if input == "" {
		return nil, nil
	}
	files, problems := quote.ParseFiles(input, v)
	if len(problems) > 0 {
		return nil, &usageError{text: "--input: " + prices.SayProblem(a.words, problems[0]), hint: a.words.T("cli.hint.input")}
	}
	if len(files) == 0 {
		return nil, &usageError{text: a.words.T("cli.error.value", "Flag", "--input", "Value", input), hint: a.words.T("cli.hint.input")}
	}
	return files, nil
}
