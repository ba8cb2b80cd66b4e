package schema

import (
	"encoding/json"
	"os"
	"testing"
)

// TestDraft7 runs the standard cases of JSON Schema draft-07, in our own words:
// every keyword, references within the document, ECMAScript patterns, formats.
func TestDraft7(t *testing.T) {
	raw, err := os.ReadFile("testdata/draft7.json")
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		About          string
		Schema         json.RawMessage
		Valid, Invalid []json.RawMessage
	}
	if err := json.Unmarshal(raw, &groups); err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, g := range groups {
		s := Read(g.Schema)
		check := func(values []json.RawMessage, valid bool) {
			for _, v := range values {
				count++
				issues, problem := s.Check(v)
				if problem != nil || (len(issues) == 0) != valid {
					t.Errorf(
						"%s: %s against %s: valid should be %t: %v %s",
						g.About,
						v,
						g.Schema,
						valid,
						problem,
						formatAll(issues, nil),
					)
				}
				for _, i := range issues {
					if i.Kind == Unchecked {
						t.Errorf("%s: %s was not checked: %s", g.About, v, i.Text)
					}
				}
			}
		}
		check(g.Valid, true)
		check(g.Invalid, false)
	}
	if count < 790 {
		t.Errorf("only %d cases", count)
	}
}
