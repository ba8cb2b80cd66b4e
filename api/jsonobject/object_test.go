package jsonobject

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/testkit/memory"
)

func TestMembersTakenAreGoneAndTheRestKeepsItsOrder(t *testing.T) {
	o := Of(jsontext.Value(`{"a":1,"b":"x\u0041","a":"again","c":[1, {"d":2}],"e":true}`))
	if got := string(o.Take(IsString, "a")); got != `"again"` {
		t.Errorf("the text named a is %s", got)
	}
	if got := o.TakeString("missing", "b"); got != "xA" {
		t.Errorf("b is %q", got)
	}
	if !o.TakeBool("e") || o.Find(Any, "e") != nil {
		t.Error("e was not taken")
	}
	o.Add("inner.", Of(jsontext.Value(`{"f":null}`)))
	rest := ""
	for _, m := range o {
		rest += string(m.Name) + "=" + string(m.Value) + " "
	}
	if want := `a=1 c=[1, {"d":2}] inner.f=null `; rest != want {
		t.Errorf("the rest is %s, want %s", rest, want)
	}
}

func TestValuesThatAreNotCompleteHaveNoMembers(t *testing.T) {
	for _, v := range []string{"", "null", "7", `"{}"`, `{"a":1`, `{"a":1,"b`, `[1,2`, `{"a"}`, `[1 2]`} {
		o := Of(jsontext.Value(v))
		e := Elements(jsontext.Value(v))
		if len(o)+len(e) != 0 {
			t.Errorf("%s: members %v, elements %v", v, o, e)
		}
	}
}

// TestReaderKeepsNoBufferOfItsOwn checks that what it returned outlasts the next reading.
func TestReaderKeepsNoBufferOfItsOwn(t *testing.T) {
	var r Reader
	first, ok := r.Elements([]byte(` [ {"a":"b"} , 2 ] `), nil)
	second, also := r.Object([]byte(`{"name":[3,4]}`), nil)
	if !ok || !also || string(first[0]) != `{"a":"b"}` || string(first[1]) != "2" ||
		string(second[0].Value) != "[3,4]" {
		t.Errorf("%s, %v", first, second)
	}
}

// String reads a long text in pieces, and the same as Text.
func TestStringOfALongText(t *testing.T) {
	for _, unit := range []string{
		`a line\n`, `\n`, `\ud83d\ude00 `, `猫 \"x\" `, `\\ `, `blank\u0020less\t`, "\xff \\n", `plain `,
	} {
		v := jsontext.Value(`"` + strings.Repeat(unit, 300<<10/len(unit)) + `"`)
		if got, want := String(v), string(Text(v)); got != want || len(got) < 50<<10 {
			t.Errorf("%q: %d bytes, want %d", unit, len(got), len(want))
		}
	}
}

// A long text with escapes is held once, beside a small buffer.
func TestMemoryOfALongText(t *testing.T) {
	v := jsontext.Value(`"` + strings.Repeat(`a line of a log\n`, 1<<20/17) + `"`)
	if n := memory.Allocated(func() { String(v) }); n > uint64(len(v))*5/4 {
		t.Errorf("%d bytes are allocated for %d", n, len(v))
	}
}

func TestCount(t *testing.T) {
	for v, want := range map[string]int{"[]": 0, `[1, [2,3], {"a":[4]}]`: 3, "{}": 0, "[1,": 0, "": 0, "7": 0} {
		if got := Count(jsontext.Value(v)); got != want || got != len(Elements(jsontext.Value(v))) {
			t.Errorf("%s has %d elements, want %d", v, got, want)
		}
	}
}
