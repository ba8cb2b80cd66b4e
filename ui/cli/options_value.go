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
	if given("example") && given("check") {
		return nil, a.fail(ExitUsage, "cli.error.together", "First", "--example", "Second", "--check")
	}
	for _, pair := range [][2]string{{"check", "value"}, {"value", "check"}, {"filters", "check"}} {
		if given(pair[0]) && !given(pair[1]) {
			return nil, a.fail(ExitUsage, "cli.error.not_alone", "First", "--"+pair[0], "Second", "--"+pair[1])
		}
	}
	if !given("check") {
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
