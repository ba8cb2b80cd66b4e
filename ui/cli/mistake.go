package cli

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// maxSuggestions bounds the names in a suggestion.
const maxSuggestions = 4

// suggest asks whether a user meant some of the names: those that begin with typed, or differ
// from it by two letters at most. It is "" where there are none.
func suggest(w *words.Words, typed string, names []string) string {
	const blank, most = "\u00a0", 100 // a blank would end the name of a command
	n := utf8.RuneCountInString(typed)
	if n < 2 || n > most {
		return ""
	}
	all := &cobra.Command{SuggestionsMinimumDistance: min(2, utf8.RuneCountInString(typed)/2)}
	for _, name := range names {
		if name = text.Line(name); name != "" {
			all.AddCommand(&cobra.Command{
				Use: strings.ReplaceAll(name, " ", blank),
				Run: func(*cobra.Command, []string) {},
			})
		}
	}
	near := all.SuggestionsFor(strings.ReplaceAll(typed, " ", blank))
	slices.SortFunc(near, func(a, b string) int { // a name of the interface before a title that is alike
		return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(b, a))
	})
	near = slices.CompactFunc(near, strings.EqualFold)
	if len(near) == 0 {
		return ""
	}
	return w.T(
		"cli.hint.did_you_mean",
		"Names", strings.ReplaceAll(
			strings.Join(near[:min(len(near), maxSuggestions)], ", "),
			blank,
			" ",
		),
	)
}

// suggestCommand is suggest for the subcommands of cmd.
func suggestCommand(w *words.Words, cmd *cobra.Command, typed string) string {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return suggest(w, typed, names)
}

// suggestFlag is suggest for the flags of cmd, with the dashes.
func suggestFlag(w *words.Words, cmd *cobra.Command, typed string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return suggest(w, typed, names)
}

// blankFlag returns the error of a flag with a blank value: where the variable of a script is empty,
// no flag would mean something else.
func blankFlag(w *words.Words, cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		blank := map[string]string{"string": "", "stringSlice": "[]"}
		empty, ok := blank[f.Value.Type()]
		if ok && strings.TrimSpace(f.Value.String()) == empty &&
			!slices.Contains([]string{"match", "scope"}, f.Name) {
			err = badValue(w, "--"+f.Name, "")
		}
	})
	return err
}

// maxArgument bounds the bytes of an argument: an agent can send any number of them.
const maxArgument = fleet.MaxQuery

// longFlags can be longer: the text of a post, lists of IDs, and programs, which no agent can send.
func longFlags() []string {
	return []string{"--text", "--title", "--id", "--jq"}
}

// longArgument returns the error of an argument beyond maxArgument.
func longArgument(w *words.Words, args []string) error {
	flag := ""     // whose value the next argument is
	ended := false // no flags follow
	for _, arg := range args {
		ended = ended || arg == "--"
		name, _, hasValue := strings.Cut(arg, "=")
		isFlag := strings.HasPrefix(arg, "--") && !ended
		if !isFlag {
			name = flag
		}
		if len(arg) > maxArgument && !slices.Contains(longFlags(), name) {
			if name == "" || len(name) > maxArgument {
				name = strings.ToValidUTF8(arg[:20], "") + "…"
			}
			return fail(w, ExitUsage, "cli.error.too_long", "What", text.Line(name))
		}
		flag = ""
		if isFlag && !hasValue {
			flag = name
		}
	}
	return nil
}

// choiceError is the error of a value that is none of the choices, which it lists. names are
// other names of the choices.
func choiceError(
	w *words.Words,
	flag, value string,
	choices []string,
	names ...string,
) *commandError {
	e := fail(
		w, ExitUsage, "cli.error.choice",
		"Flag", flag,
		"Value", text.Line(value),
		"Choices", strings.Join(choices, ", "),
	)
	e.hint = suggest(w, value, slices.Concat(choices, names))
	return e
}

// cleanID returns an ID that was typed as the service wrote it. One that a spreadsheet rounded
// is refused, as its last digits are lost.
func cleanID(w *words.Words, flag, value string) (string, error) {
	id := text.CleanID(value)
	if id == "" {
		return "", badValue(w, flag, "")
	}
	if api.IsRounded(id) {
		return "", fail(
			w, ExitUsage, "error.argument",
			"Field", flag,
			"Reason", w.T("error.reason.rounded"),
		)
	}
	return id, nil
}
