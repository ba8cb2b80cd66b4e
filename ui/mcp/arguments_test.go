package mcp

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// oddJSON is a value that a client may send for any argument, as JSON.
func oddJSON(r *rand.Rand) string {
	values := []string{
		"null",
		"true",
		"{}",
		"[]",
		`[null,"",7]`,
		`["a",["b"]]`,
		"0",
		"-0",
		"-1",
		"1",
		"1.5",
		"500",
		"501",
		"1000000000",
		"1000000001",
		"9223372036854775807",
		"-9223372036854775808",
		"9.3e18",
		"1e300",
		"-1e300",
		"1e999",
		`""`,
		`" "`,
		`"\u0000"`,
		`"\ud800"`,
		`"0@0"`,
		`"0/a@9223372036854775807"`,
		`"9223372036854775808@0"`,
		`"7"`,
		`"--demo"`,
		`"--"`,
		`["--demo"]`,
	}
	switch r.IntN(4) {
	case 0:
		text, _ := json.Marshal(strings.Repeat("港a\"", r.IntN(50)))
		return string(text)
	case 1:
		text, _ := json.Marshal(string(rune(r.IntN(0x2ffff))) + string(rune(r.IntN(0x3ff))))
		return string(text)
	default:
		return values[r.IntN(len(values))]
	}
}

// Whatever a client sends for an argument is refused in words, or lies within the bounds of the schema.
func TestOddValuesOfArguments(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, tool := range tools() {
		required := ""
		names := []string{"limit", "offset", "rest", "other"}
		for _, p := range tool.params {
			names = append(names, p.name)
			if p.required {
				required += `,"` + p.name + `":"x"`
			}
		}
		resolved, err := tool.input(func(string) string { return "" }).Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		accepted := 0
		for _, name := range names {
			others := strings.Replace(required, `,"`+name+`":"x"`, "", 1)
			for range 2_000 {
				sent := `{"` + name + `":` + oddJSON(r) + others + `}`
				in, ok := readArguments([]byte(sent))
				if !ok || tool.check(w, in) != "" {
					continue
				}
				accepted++
				if err := resolved.Validate(in); err != nil {
					t.Fatalf("%s accepts %s: %v", tool.name, sent, err)
				}
				offset, limit := page(in)
				end := slices.Index(tool.args(in), "--")
				if offset < 0 || offset > maxOffset || limit < 1 || limit > maxRows || end < 0 ||
					slices.Contains(tool.args(in)[:end], "--demo") {
					t.Fatalf("%s with %s: %d rows from %d, %q", tool.name, sent, limit, offset, tool.args(in))
				}
			}
		}
		if accepted < 2_000 {
			t.Errorf("%s accepts %d values", tool.name, accepted)
		}
	}
}

// What is wrong with arguments is said with their names.
func TestWrongArguments(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]string{
		`{"offset":9223372036854775807}`: "offset must be a whole number from 0 to 1,000,000,000.",
		`{"offset":1e300}`:               "offset must be a whole number from 0 to 1,000,000,000.",
		`{"offset":-1}`:                  "offset must be",
		`{"limit":0}`:                    "limit must be a whole number from 1 to 500.",
		`{"limit":"7"}`:                  "limit must be",
		`{"query":7}`:                    "query must be text",
		`{"query":"` + strings.Repeat("x", maxText+1) + `"}`: "query must be text of at most 100,000 characters.",
		`{"rest":"x"}`:   "rest must be a place of cut",
		`{"bogus":true}`: "bogus is not an argument. The arguments are limit, offset, rest, query, at.",
		`[]`:             "The arguments are not an object.",
		`"x"`:            "The arguments are not an object.",
	} {
		_, m, _ := answerOf(t, newConfig(t, prints("[]")), "accounts", arguments)
		if !m.Result.IsError || !strings.HasPrefix(m.Result.Content[0].Text, want) {
			t.Errorf("%.80s: %+v", arguments, m)
		}
	}
	many := `{"kinds":[` + strings.Repeat(`"a",`, maxTexts) + `"a"]}`
	_, m, _ := answerOf(t, newConfig(t, prints("[]")), "triage", many)
	if !m.Result.IsError || !strings.HasPrefix(m.Result.Content[0].Text, "kinds must be a list of at most 200 texts") {
		t.Errorf("%d texts: %+v", maxTexts+1, m)
	}
	for _, arguments := range []string{
		`null`,
		`{"limit":null,"offset":null,"query":null,"at":"","rest":" "}`,
		`{"limit":50.0}`,
	} {
		if _, m, _ := answerOf(t, newConfig(t, prints("[]")), "accounts", arguments); m.Result.IsError {
			t.Errorf("%s: %+v", arguments, m)
		}
	}
}
