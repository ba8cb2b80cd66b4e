package config

import (
	"reflect"
	"slices"
	"testing"

	"channeldeck/api/fleet"
)

const viewsFile = `theme = "dark" # nice

[views] # what I read
# first
morning = "accounts platform:douyin,'x#1' sort:-followers" # every day
"早间 检查"  = 'prices question:"8s 1080p" vela'

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
	v, err := c.SavedView("accounts", "morning")
	if id, desc := v.Query.SortColumn(); err != nil || id != "fansCount" || !desc ||
		!slices.Equal(v.Query.Platforms, []string{"douyin", "'x#1'"}) {
		t.Errorf("%v: %+v", err, v)
	}
	if v, err := c.SavedView(
		"prices",
		"早间 检查",
	); err != nil || v.Query.Question != "8s 1080p" || v.Query.Match != "vela" {
		t.Errorf("%v: %+v", err, v)
	}
	if _, err := c.SavedView("prices", "morning"); !IsKind(err, NoSuchView) ||
		!slices.Equal(Errors(err)[0].Choices, []string{"早间 检查"}) {
		t.Errorf("got %v", err)
	}
}

// Mistakes in views have their line and column.
func TestMistakesInViews(t *testing.T) {
	at := func(line, column int) Origin { return Origin{Layer: File, Name: confPath, Line: line, Column: column} }
	for text, want := range map[string]Error{
		"[views]\na = 'works'": {Kind: BadValue, Key: "views.a", Value: "works", From: at(2, 1)},
		"[views]\n\n a = 'accounts status:ill'": {
			Kind:   BadTerm,
			Key:    "views.a",
			Reason: "status:ill",
			Value:  "ill",
			From:   at(3, 2),
		},
		"[views]\na = 'accounts followrs>9'": {
			Kind:   BadTerm,
			Key:    "views.a",
			Reason: "followrs>9",
			Value:  "followrs",
			From:   at(2, 1),
		},
		"[views]\na = 'overview baseline:3d'": {
			Kind:   BadTerm,
			Key:    "views.a",
			Reason: "baseline:3d",
			From:   at(2, 1),
		},
		"[views]\na = 'groups status:normal'": {
			Kind:   ForeignTerm,
			Key:    "views.a",
			Reason: "status:normal",
			Value:  "groups",
			From:   at(2, 1),
		},
		"[views]\n'a/b' = 'groups'":                   {Kind: BadViewName, Key: "views.a/b", From: at(2, 1)},
		"[views]\na = 1":                              {Kind: WrongType, Key: "views.a", From: at(2, 1)},
		"[views]\na = ''":                             {Kind: BadValue, Key: "views.a", From: at(2, 1)},
		"[views.a]\nlist = 'groups'\nstatus = 'x'":    {Kind: WrongType, Key: "views.a", From: at(1, 8)},
		"views = 'a'":                                 {Kind: WrongType, Key: "views", From: at(1, 1)},
		"[[views]]\nname = 'a'\nlist = 'accounts'":    {Kind: WrongType, Key: "views", From: at(1, 3)},
		"[views]\na = {list = 'groups'}\nb = 'grups'": {Kind: WrongType, Key: "views.a", From: at(2, 1)},
	} {
		_, err := Load(newSystem(text).source(), nil)
		all := Errors(err)
		if len(all) == 0 {
			t.Errorf("%q: no mistake", text)
			continue
		}
		got := Error{Kind: all[0].Kind, Key: all[0].Key, Value: all[0].Value, Reason: all[0].Reason, From: all[0].From}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func TestSaveView(t *testing.T) {
	for _, tt := range []struct {
		name, before, after string
		view                SavedView
	}{
		{
			"no file", "", "[views]\nall = \"groups a \\\"\\\\\\\"b\\\\\\\"\\\" \\u001B it's sort:name\"\n",
			SavedView{Name: "all", List: "groups", Query: fleet.Query{Match: "a \"b\" \x1b it's", Sort: "name"}},
		},
		{
			"a name in quotes, behind a last line without an end",
			"theme = 'dark'",
			"theme = 'dark'\n\n[views]\n'晚 间' = 'prices'\n",
			SavedView{Name: "晚 间", List: "prices"},
		},
		{
			"one that exists", viewsFile, `theme = "dark" # nice

[views] # what I read
# first
morning = 'accounts platform:youtube status:abnormal followers>100k columns:id,name' # every day
"早间 检查"  = 'prices question:"8s 1080p" vela'

# the end
[accounts]
columns = ["id"]
`, SavedView{Name: "morning", List: "accounts", Query: fleet.Query{
				Platforms: []string{"youtube"},
				Status:    fleet.Abnormal,
				Columns:   []string{"id", "name"},
				Terms:     []fleet.Term{{Column: "followers", Op: ">", Value: "100k"}},
			}},
		},
		{
			"another one",
			"[views]\na = 'groups'\n\n[keys]\n",
			"[views]\na = 'groups'\nb = 'groups'\n\n[keys]\n",
			SavedView{Name: "b", List: "groups"},
		},
		{
			"a last one without an end",
			"[views]\na = 'groups'",
			"[views]\na = 'groups sort:name'\n",
			SavedView{Name: "a", List: "groups", Query: fleet.Query{Sort: "name"}},
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
	}
	for before, kind := range map[string]Kind{
		"views.a = 'groups'":     CannotEdit,
		"views = {a = 'groups'}": CannotEdit,
		"[views.a]\nlist = 'x'":  CannotEdit,
		"lang =":                 Syntax,
	} {
		w := newSystem(before)
		c, _ := Load(w.source(), nil)
		if err := c.SaveView(SavedView{Name: "a", List: "prices"}); !IsKind(err, kind) ||
			w.text(t, confPath) != before {
			t.Errorf("%q: %v\n%s", before, err, w.text(t, confPath))
		}
	}
	if err := newSystem("").load(t, nil).SaveView(SavedView{Name: "a/b"}); !IsKind(err, BadViewName) {
		t.Errorf("got %v", err)
	}
}

func TestDeleteView(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{
			"早间 检查",
			"[views]\n# mine\n\"早间 检查\" = 'groups' # daily\nb = 'groups'\n",
			"[views]\n# mine\nb = 'groups'\n",
		},
		{"a", "lang = 'en'\n\n[views]\na = 'groups'", "lang = 'en'\n\n[views]\n"},
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
	for _, before := range []string{"views.a = 'groups'\n", "views = {a = 'groups'}\n"} {
		w := newSystem(before)
		if err := w.load(t, nil).DeleteView("a"); !IsKind(err, CannotRemove) || w.text(t, confPath) != before {
			t.Errorf("%q: %v, and the file has %q", before, err, w.text(t, confPath))
		}
	}
}
