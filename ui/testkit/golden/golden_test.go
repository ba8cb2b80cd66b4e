package golden

import (
	"flag"
	"os"
	"testing"
)

// quiet counts failures instead of failing.
type quiet struct {
	testing.TB
	errors, fatal int
}

func (q *quiet) Errorf(string, ...any) { q.errors++ }
func (q *quiet) Fatalf(string, ...any) { q.fatal++ }

func TestEqual(t *testing.T) {
	t.Chdir(t.TempDir())
	set := func(value string) {
		if err := flag.Set("update", value); err != nil {
			t.Fatal(err)
		}
	}
	was := flag.Lookup("update").Value.String()
	t.Cleanup(func() { set(was) })

	set("false")
	q := &quiet{TB: t}
	if Equal(q, "a", "text"); q.fatal != 1 {
		t.Error("a missing file does not fail")
	}
	set("true")
	Equal(t, "sub/a", "text")
	set("false")
	Equal(t, "sub/a", "text")
	q = &quiet{TB: t}
	if Equal(q, "sub/a", "text\n"); q.errors != 1 || q.fatal != 0 {
		t.Errorf("another text gives %d errors", q.errors)
	}
}

func TestSheet(t *testing.T) {
	t.Chdir(t.TempDir())
	var s Sheet
	s.Add("first", "a  \nb")
	s.AddLines("")
	s.Add("second", "c")
	if err := os.Mkdir("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/sheet.golden", []byte("=== first\na\nb\n\n=== second\nc\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Golden(t, "sheet")
}
