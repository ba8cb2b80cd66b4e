package cli

import (
	"strings"
	"testing"

	"channeldeck/ui/text"
)

// The texts of flags are in one column, also where the name of a value has wide letters.
func TestTextsOfFlagsAreInAColumn(t *testing.T) {
	t.Parallel()
	for lang, texts := range map[string][]string{
		"en": {"show what was recorded", "only these columns", "sort from high"},
		"zh": {"显示该时刻之前", "只输出这些列", "从高到低"},
	} {
		help := run(t, nil, "accounts", "--help", "--all", "--lang", lang).out
		column := 0
		for _, want := range texts {
			before, _, found := strings.Cut(help, want)
			if !found {
				t.Fatalf("%s: no %q in\n%s", lang, want, help)
			}
			at := text.Width(before[strings.LastIndexByte(before, '\n')+1:])
			if column == 0 {
				column = at
			}
			if at != column {
				t.Errorf("%s: %q is in column %d, others in %d\n%s", lang, want, at, column, help)
			}
		}
	}
}

// Printed tables have what people read first, and titles that fit the values.
func TestTitlesOfTables(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"groups":            "| Name | Local name | Accounts |",
		"sessions":          "| Last message | First message |",
		"forecast":          "| Platform | Half last | At least | At most | Ended | Accounts | Likely to end |",
		"options pinterest": "| Needs account |",
	} {
		got := run(t, nil, append(strings.Fields(args), "--demo", "--accounts", "60", "-o", "markdown")...)
		head, _, _ := strings.Cut(got.out, "\n")
		if !strings.Contains(head, want) {
			t.Errorf("%s: no %q in %q, %s", args, want, head, got.err)
		}
	}
}
