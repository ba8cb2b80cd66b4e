package cli

import (
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

// maxValue bounds the bytes of a value.
const maxValue = 8 << 20

// valueToCheck validates the flags of the options command and reads --value.
func (a *app) valueToCheck(cmd *cobra.Command, o optionsOptions) ([]byte, error) {
	given := cmd.Flags().Changed
	switch {
	case given("example") && given("check"):
		return nil, a.fail(ExitUsage, "cli.error.together", "First", "--example", "Second", "--check")
	case given("check") && !given("value"):
		return nil, a.fail(ExitUsage, "cli.error.not_alone", "First", "--check", "Second", "--value")
	case given("value") && !given("check"):
		return nil, a.fail(ExitUsage, "cli.error.not_alone", "First", "--value", "Second", "--check")
	case given("filters") && !given("check"):
		return nil, a.fail(ExitUsage, "cli.error.not_alone", "First", "--filters", "Second", "--check")
	case !given("check"):
		return nil, nil
	}
	value := jsontext.Value(o.value)
	if o.value == "-" {
		read, err := io.ReadAll(io.LimitReader(a.In, maxValue+1))
		if err != nil {
			return nil, a.systemError("cli.error.value_unreadable", err)
		}
		if len(read) > maxValue {
			return nil, &commandError{exit: ExitUsage, text: a.words.T("cli.error.value_large", "Limit", a.words.Exact(strconv.Itoa(maxValue)))}
		}
		value = read
	}
	if !value.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return nil, &commandError{exit: ExitUsage, text: a.words.T("cli.error.value_no_json"), hint: a.words.T("cli.hint.value_no_json")}
	}
	return value, nil
}
