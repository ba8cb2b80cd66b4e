package config

import (
	"reflect"
	"slices"
	"testing"
)

const viewsFile = `theme = "dark" # nice

# what I read first
[views.morning] # every day
list     = "accounts"
# only these
platform = ["douyin", 'x#1']  # two
sort     = "-followers" # largest first
columns  = ["name", "followers"]

[views."早间 检查"]
list = "prices"
question = "8s 1080p"
baseline = "7d"

# the end
[accounts]
columns = ["id"]
`

func TestViews(t *testing.T) {
	c := newSystem(viewsFile).load(t, nil)
	views, err := c.Views()
	if err != nil || len(views) != 2 {
		t.Fatalf("%v: %+v", err, views)
	}
	v, err := c.View("accounts", "morning")
	if id, desc := v.SortColumn(); err != nil || id != "followers" || !desc || !slices.Equal(v.Platforms.V, []string{"douyin", "x#1"}) || v.Columns.From.Line != 9 {
		t.Errorf("%v: %+v", err, v)
	}
	if v, err := c.View("prices", "早间 检查"); err != nil || v.Question.V != "8s 1080p" || v.Baseline.V != "7d" {
		t.Errorf("%v: %+v", err, v)
	}
	if _, err := c.View("prices", "morning"); !IsKind(err, NoSuchView) || !slices.Equal(Errors(err)[0].Choices, []string{"早间 检查"}) {
		t.Errorf("got %v", err)
	}
}

// Mistakes in views have their line and column.
func TestMistakesInViews(t *testing.T) {
	for text, want := range map[string]Error{
		"[views.a]\nlist = 'works'":                {Kind: BadValue, Key: "views.a.list", Value: "works", From: Origin{Layer: File, Line: 2, Column: 1}},
		"[views.a]\n\n status = 'ill'":             {Kind: BadValue, Key: "views.a.status", Value: "ill", From: Origin{Layer: File, Line: 3, Column: 2}},
		"[views.a]\nchanged = 3":                   {Kind: BadValue, Key: "views.a.changed", Value: "3", From: Origin{Layer: File, Line: 2, Column: 1}},
		"[views.a]\nbaseline = '1y'":               {Kind: BadValue, Key: "views.a.baseline", Value: "1y", From: Origin{Layer: File, Line: 2, Column: 1}},
		"[views.a]\ncolours = ['id']":              {Kind: UnknownKey, Key: "views.a.colours", From: Origin{Layer: File, Line: 2, Column: 1}},
		"[views.'a/b']\nlist = 'groups'":           {Kind: BadViewName, Key: "views.a/b", From: Origin{Layer: File, Line: 1, Column: 8}},
		"[views]\na = 1":                           {Kind: WrongType, Key: "views.a", From: Origin{Layer: File, Line: 2, Column: 1}},
		"views = 'a'":                              {Kind: WrongType, Key: "views", From: Origin{Layer: File, Line: 1, Column: 1}},
		"[[views]]\nname = 'a'\nlist = 'accounts'": {Kind: WrongType, Key: "views", From: Origin{Layer: File, Line: 1, Column: 3}},
	} {
		_, err := Load(newSystem(text).source(), nil)
		all := Errors(err)
		if len(all) != 1 {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := Error{Kind: all[0].Kind, Key: all[0].Key, Value: all[0].Value, From: all[0].From}
		if want.From.Name = confPath; !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func TestSaveView(t *testing.T) {
	set := func(s string) Value[string] { return Value[string]{V: s} }
	list := func(s ...string) Value[[]string] { return Value[[]string]{V: s} }
	const all = "list = 'groups'\nmatch = \"a \\\"b\\\" \\u001B\"\nid = ['1', '2']\nchanged = true\nsort = 'name'\n"
	for _, tt := range []struct {
		name, before, after string
		view                View
	}{
		{"no file", "", "[views.all]\n" + all, View{Name: "all", List: set("groups"), Match: set("a \"b\" \x1b"), IDs: list("1", "2"), Changed: Value[bool]{V: true}, Sort: set("name")}},
		{
			"a name in quotes, behind a last line without an end", "theme = 'dark'", "theme = 'dark'\n\n[views.'晚间']\nlist = 'prices'\n",
			View{Name: "晚间", List: set("prices")},
		},
		{
			"one that exists", viewsFile, `theme = "dark" # nice

# what I read first
[views.morning] # every day
list     = "accounts"
# only these
platform = ['youtube']  # two
columns  = ["name", "followers"]
status = 'abnormal'

[views."早间 检查"]
list = "prices"
question = "8s 1080p"
baseline = "7d"

# the end
[accounts]
columns = ["id"]
`, View{Name: "morning", List: set("accounts"), Platforms: list("youtube"), Status: set("abnormal"), Columns: list("name", "followers")},
		},
		{
			"a last one without an end", "[views.a]\nlist = 'groups'", "[views.a]\nlist = 'groups'\nsort = 'name'\n",
			View{Name: "a", List: set("groups"), Sort: set("name")},
		},
	} {
		w := newSystem(tt.before)
		for range 2 {
			if err := w.load(t, nil).SaveView(tt.view); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if got := w.text(t, confPath); got != tt.after {
				t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.after)
			}
		}
		if v, err := w.load(t, nil).View(tt.view.List.V, tt.view.Name); err != nil || !reflect.DeepEqual(v.settings(), tt.view.settings()) {
			t.Errorf("%s: %v, %+v", tt.name, err, v)
		}
	}
	for before, kind := range map[string]Kind{
		"[views.a]\ncolumns = [\n 'id',\n]\n": CannotEdit,
		"views.a.list = 'groups'":             CannotEdit,
		"views = {a = {list = 'groups'}}":     CannotEdit,
		"lang =":                              Syntax,
	} {
		w := newSystem(before)
		c, _ := Load(w.source(), nil)
		if err := c.SaveView(View{Name: "a", List: set("prices")}); !IsKind(err, kind) || w.text(t, confPath) != before {
			t.Errorf("%q: %v\n%s", before, err, w.text(t, confPath))
		}
	}
	if err := newSystem("").load(t, nil).SaveView(View{Name: "a/b"}); !IsKind(err, BadViewName) {
		t.Errorf("got %v", err)
	}
}

func TestDeleteView(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"morning", viewsFile, `theme = "dark" # nice

# what I read first

[views."早间 检查"]
list = "prices"
question = "8s 1080p"
baseline = "7d"

# the end
[accounts]
columns = ["id"]
`},
		{"a", "[views.a]\nlist = 'groups'", ""},
		{"a", "lang = 'en'\n\n[views.'a'] # mine\nlist = 'groups'\n# between\nsort = 'name'\n\n# of b\n[views.b]\nlist = 'groups'\n", "lang = 'en'\n\n# of b\n[views.b]\nlist = 'groups'\n"},
		{"gone", "lang = 'en'\n", "lang = 'en'\n"},
	} {
		w := newSystem(tt.before)
		if err := w.load(t, nil).DeleteView(tt.name); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := w.text(t, confPath); got != tt.after {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.after)
		}
	}
	for _, before := range []string{"views.a.list = 'groups'\n", "views = {a = {list = 'groups'}}\n", "[views.a]\ncolumns = [\n'id',\n[\n]]\n"} {
		w := newSystem(before)
		c, _ := Load(w.source(), nil)
		if c == nil {
			continue
		}
		if err := c.DeleteView("a"); !IsKind(err, CannotRemove) || w.text(t, confPath) != before {
			t.Errorf("%q: %v, and the file has %q", before, err, w.text(t, confPath))
		}
	}
}
