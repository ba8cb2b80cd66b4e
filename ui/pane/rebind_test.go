package pane_test

import (
	"reflect"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

func TestRebind(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	binders := []pane.Binder{func(c *pane.Context) {
		c.Bind("detail")
		c.Bind("confirm")
		c.Bind("sort")
		c.Bind("quit")
	}, func(c *pane.Context) {
		c.Bind("sort")
		c.Bind("refresh")
		c.Bind("quit")
	}}
	for _, tt := range []struct {
		own  map[string][]string
		want []pane.KeyProblem
	}{
		{nil, nil},
		{map[string][]string{"sort": {"o", "space", "f5", "ctrl+s", "alt+x", "↓"}}, nil},
		{map[string][]string{"quit": {}}, nil},
		{map[string][]string{"sort": {"backspace", "alt+space"}}, nil},
		{map[string][]string{"detail": {"o"}, "confirm": {"o"}}, nil}, // they have the same key by default
		{map[string][]string{"refresh": {"enter"}}, nil},              // never active together with detail
		{
			map[string][]string{"sort": {"enter"}},
			[]pane.KeyProblem{{
				Fault:  pane.KeyTaken,
				Action: "sort",
				Key:    "enter",
				Others: []string{"confirm", "detail"},
			}},
		},
		{
			map[string][]string{"sort": {"space"}, "refresh": {"space"}},
			[]pane.KeyProblem{{Fault: pane.KeyTaken, Action: "sort", Key: "space", Others: []string{"refresh"}}},
		},
		{
			map[string][]string{"sort": {"r"}},
			[]pane.KeyProblem{{Fault: pane.KeyTaken, Action: "sort", Key: "r", Others: []string{"refresh"}}},
		},
		{map[string][]string{"sort": {"r"}, "refresh": {"s"}}, nil}, // swapped
		{
			map[string][]string{"sort": {"x"}, "refresh": {"x"}},
			[]pane.KeyProblem{{Fault: pane.KeyTaken, Action: "sort", Key: "x", Others: []string{"refresh"}}},
		},
		{
			map[string][]string{"sort": {"q"}},
			[]pane.KeyProblem{{Fault: pane.KeyTaken, Action: "sort", Key: "q", Others: []string{"quit"}}},
		},
		{
			map[string][]string{"sort": {"shift+s", ""}},
			[]pane.KeyProblem{
				{Fault: pane.NoSuchKey, Action: "sort", Key: "shift+s"},
				{Fault: pane.NoSuchKey, Action: "sort", Key: ""},
			},
		},
		{map[string][]string{"buy": {"b"}}, []pane.KeyProblem{{Fault: pane.NoSuchAction, Action: "buy"}}},
	} {
		c := *ctx
		if got := pane.Rebind(&c, binders, tt.own); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%v: %+v", tt.own, got)
		}
		if c.Bound != nil || len(c.Keys) != len(tt.own) {
			t.Errorf("%v: the context has %v", tt.own, c.Keys)
		}
	}
	c := *ctx
	pane.Rebind(&c, binders, map[string][]string{"sort": {"space", "o"}})
	if got := pane.Bindings(&c, binders)["sort"]; !reflect.DeepEqual(got, pane.Binding{
		Standard: []string{"s"},
		Keys:     []string{" ", "o"},
	}) {
		t.Errorf("%v", got)
	}
}

// Panes are not made at every start to check own commands that nobody has.
func TestNoCommandsNeedNoPanes(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	bind := func(*pane.Context) { t.Error("a pane was made") }
	if problems, _ := pane.CommandProblems(ctx, []string{"accounts"}, []pane.Binder{bind}, nil); problems != nil {
		t.Error(problems)
	}
}
