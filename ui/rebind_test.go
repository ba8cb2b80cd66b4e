package ui

import (
	"reflect"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

func TestRebind(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	makers := []Maker{{Name: "a", Make: func(c *pane.Context) Pane {
		c.Bind("detail", "enter")
		c.Bind("confirm", "enter")
		c.Bind("sort", "s")
		return &fake{}
	}}, {Name: "b", Make: func(c *pane.Context) Pane {
		c.Bind("sort", "s")
		c.Bind("refresh", "r")
		return &fake{}
	}}}
	for _, tt := range []struct {
		own  map[string][]string
		want []KeyProblem
	}{
		{nil, nil},
		{map[string][]string{"sort": {"o", "space", "f5", "ctrl+s", "alt+x", "↓"}}, nil},
		{map[string][]string{"quit": {}}, nil},
		{map[string][]string{"detail": {"o"}, "confirm": {"o"}}, nil}, // they have the same key by default
		{map[string][]string{"refresh": {"enter"}}, nil},              // never active together with detail
		{map[string][]string{"sort": {"enter"}}, []KeyProblem{{KeyTaken, "sort", "enter", []string{"confirm", "detail"}}}},
		{map[string][]string{"sort": {"r"}}, []KeyProblem{{KeyTaken, "sort", "r", []string{"refresh"}}}},
		{map[string][]string{"sort": {"r"}, "refresh": {"s"}}, nil}, // swapped
		{map[string][]string{"sort": {"x"}, "refresh": {"x"}}, []KeyProblem{{KeyTaken, "sort", "x", []string{"refresh"}}}},
		{map[string][]string{"sort": {"q"}}, []KeyProblem{{KeyTaken, "sort", "q", []string{"quit"}}}},
		{map[string][]string{"sort": {"shift+s", ""}}, []KeyProblem{{NoSuchKey, "sort", "shift+s", nil}, {NoSuchKey, "sort", "", nil}}},
		{map[string][]string{"buy": {"b"}}, []KeyProblem{{NoSuchAction, "buy", "", nil}}},
	} {
		c := *ctx
		if got := Rebind(&c, makers, tt.own); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%v: %+v", tt.own, got)
		}
		if c.Bound != nil || len(c.Keys) != len(tt.own) {
			t.Errorf("%v: the context has %v", tt.own, c.Keys)
		}
	}
	c := *ctx
	Rebind(&c, makers, map[string][]string{"sort": {"space", "o"}})
	if got := Bindings(&c, makers)["sort"]; !reflect.DeepEqual(got, Binding{[]string{"s"}, []string{" ", "o"}}) {
		t.Errorf("%v", got)
	}
}

// The key of a tab is its number, also with other keys.
func TestReboundTabs(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	makers := []Maker{}
	for _, name := range []string{"accounts", "groups"} {
		makers = append(makers, Maker{Name: name, Make: func(*pane.Context) Pane { return &fake{} }})
	}
	if wrong := Rebind(ctx, makers, map[string][]string{"tab": {"f1", "f2", "f3"}}); wrong != nil {
		t.Fatal(wrong)
	}
	m := New(ctx, makers, "")
	for _, k := range []string{"f2", "f3"} {
		m.Update(panetest.KeyMsg(k))
		if m.front != 1 {
			t.Errorf("%s: pane %d is in front", k, m.front)
		}
	}
}

// Other keys for closing and for help work everywhere.
func TestReboundBackAndHelp(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	if wrong := Rebind(ctx, Makers(), map[string][]string{"back": {"ctrl+g"}, "help": {"f1"}}); wrong != nil {
		t.Fatal(wrong)
	}
	d := driver{t, New(ctx, Makers(), "accounts")}
	d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	panetest.Pump(t, d, d.m.Init())
	d.press("f1", "?", "?")
	if d.m.overlay == nil || !strings.Contains(d.m.View(), "No matching shortcut") {
		t.Errorf("a question mark is not typed into the help:\n%s", d.m.View())
	}
	if d.press("ctrl+g"); d.m.overlay != nil {
		t.Error("the key for back does not close the help")
	}
	if d.press("f1", "f1"); d.m.overlay != nil {
		t.Error("the key for help does not close it again")
	}
	before := d.m.View()
	d.press(":", "text:bilibili", "enter", "ctrl+g")
	if after := d.m.View(); squeezed(after) != squeezed(before) {
		t.Errorf("the key for back does not go back:\n%s", after)
	}
}
