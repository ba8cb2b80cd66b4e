package schema

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// TestPublicSchemas builds bodies for 100 schemas in our own words that are put
// together like well-known public ones. All must be valid but one, which no publishing form
// has: it refers back to a group of a pattern.
func TestPublicSchemas(t *testing.T) {
	f, err := os.Open("testdata/public.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	valid := 0
	all := 0
	for ; lines.Scan(); all++ {
		var entry struct {
			Name   string
			Schema json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &entry); err != nil {
			t.Fatalf("line %d: %v", all+1, err)
		}
		s := Read(entry.Schema)
		example, problem := s.Example()
		if problem != nil {
			t.Errorf("%s: %v", entry.Name, problem)
			continue
		}
		issues, problem := s.Check(example.Value)
		if len(issues) != len(example.Issues) || problem != nil {
			t.Errorf("%s: the check finds %s %v", entry.Name, formatAll(issues, nil), problem)
		}
		if len(issues) == 0 {
			valid++
		} else if entry.Name != "mirrored settings" {
			t.Errorf("%s is a draft: %s: %s", entry.Name, example.Value, formatAll(issues, nil))
		}
	}
	if all != 100 || valid != 99 {
		t.Errorf("%d of %d bodies are valid", valid, all)
	}
	t.Logf("%d of %d bodies are valid", valid, all)
}
