package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// listKeys are the keys that lead to the screens of a pane that is only a list: its filter and its
// pickers. listFields are those of text fields among them.
var (
	listKeys   = []string{"", "/", "c", "e"}
	listFields = []string{"/", "c", "e"}
)

// screensOf returns the keys of screenKeys for a pane, or those of a list.
func screensOf(pane string) []string {
	if keys, ok := screenKeys[pane]; ok {
		return keys
	}
	return listKeys
}

// fieldsOf returns the keys of fieldKeys for a pane, or those of a list.
func fieldsOf(pane string) []string {
	if keys, ok := fieldKeys[pane]; ok {
		return keys
	}
	return listFields
}

// screenKeys lists keys that lead from a pane in which something is open to each of its
// screens: details, fields, forms, pickers, views. A pane that is only a list has no entry.
var screenKeys = map[string][]string{
	"accounts": {
		"", "/", "V", "/ text:a enter", "f", "f enter", "f text:id enter", ">", "Y", "b", "c", "e", "enter", "tab",
		"x", "space", "v",
	},
	"groups": {"", "/", "c", "e", "V", "Y", "enter", "x", "A", "A text:x enter"},
	"options": {
		"",
		"/",
		"c",
		"e",
		"i",
		"i text:mp4 enter",
		"v",
		"v /",
		"v / text:a enter",
		"m",
		"m o",
		"m /",
		"m c",
		"m e",
		"enter",
		"/ text:pinterest enter enter",
		"/ text:pinterest enter enter /",
		"/ text:pinterest enter enter c",
		"/ text:pinterest enter enter e",
		"/ text:pinterest enter enter / text:board enter v", "/ text:pinterest enter enter / text:board enter v " +
			"do:options.check_body",
		"/ text:threads enter enter / text:location enter v " +
			"do:options.check_filter", "/ text:pinterest enter enter v v",
	},
	"works": {
		"", "A", "A do:works.from_list", "do:works.account", "do:works.works", "r", "w", "Y", "tab tab",
		"tab tab c", "tab", "t", "t c", "t e", "m", "v",
	},
	"sessions": {
		"", "A", "/", "/ text:shot enter", "d", "x", "do:sessions.media", "do:sessions.media /",
		"do:sessions.media / text:png enter", "do:sessions.media c", "do:sessions.media e",
		"do:sessions.jump", "do:sessions.names", ">", "Y", "e", "w",
	},
	"prices": {
		"",
		"/",
		"V",
		"$",
		"$ text:8s enter",
		"$ text:8s enter enter",
		"i",
		"i text:mp4 enter",
		"f",
		"c",
		"e",
		"enter",
		"v",
		"tab",
		"tab tab",
		"tab right",
		"tab enter",
		"space",
	},
	"overview": {
		"", "/", "V", "/ text:a enter", "c", "e", "b", "x", "Y", ">", "H", "down down .", "tab", "tab /",
		"tab c", "tab e", "shift+tab",
	},
}

// fieldKeys lists those of screenKeys that lead to a text field, as pickers have too.
var fieldKeys = map[string][]string{
	"accounts": {"/", "V", "f", "f enter", "f text:id enter", ">", "Y", "c", "e"},
	"groups":   {"/", "c", "e", "V", "Y", "A"},
	"options": {
		"/",
		"c",
		"e",
		"i",
		"v /",
		"m /",
		"m c",
		"m e",
		"/ text:pinterest enter enter /",
		"/ text:pinterest enter enter c",
		"/ text:pinterest enter enter e",
		"/ text:pinterest enter enter / text:board enter v do:options.check_body",
		"/ text:threads enter enter / text:location enter v do:options.check_filter",
	},
	"works": {
		"A", "A do:works.from_list", "do:works.account", "do:works.works", "w", "Y", "tab tab c", "t c", "t e",
	},
	"sessions": {
		"A", "/", "do:sessions.media /", "do:sessions.media c", "do:sessions.media e", "do:sessions.jump",
		"do:sessions.names", ">", "Y", "e",
	},
	"prices":   {"/", "V", "$", "i", "f", "c", "e"},
	"overview": {"/", "V", "c", "e", "Y", ">", "tab /", "tab c", "tab e"},
}

// TestKeysMeanTheSame visits every screen of every pane and checks the keys of its
// help: each has a text, none is bound twice or is a global key, common keys have
// their meaning, and esc leads back.
func TestKeysMeanTheSame(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range words.Langs() {
		for at, maker := range Makers() {
			for _, keys := range screensOf(maker.Name) {
				t.Run(fmt.Sprintf("%s/%s/%s", lang, maker.Name, keys), func(t *testing.T) {
					t.Parallel()
					d, _ := filled(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 30}}, maker.Name)
					before := d.m.View()
					if d.press(keysOf(keys)...); keys != "" && d.m.View() == before {
						t.Error("the keys change nothing")
					}
					if d.m.tabs.front != at {
						t.Fatalf("the keys lead to pane %d", d.m.tabs.front+1)
					}
					if slices.Contains(fieldsOf(maker.Name), keys) != d.m.tabs.typing() {
						t.Errorf("fieldKeys has the field: %v", !d.m.tabs.typing())
					}
					lookAtKeys(t, d)
					for range 5 {
						if isAtBottom(d.m.tabs.made(at)) {
							return
						}
						panetest.Press(t, d.m.tabs.made(at), "esc")
					}
					t.Errorf("esc does not lead out:\n%s", d.m.View())
				})
			}
		}
	}
}

// isAtBottom reports whether esc has nothing left to close in a pane.
func isAtBottom(p pane.Pane) bool {
	return p.Stack().Depth() == 1
}

// keysOf splits a list of keys; "space" is the key of that name.
func keysOf(list string) []string {
	keys := strings.Fields(list)
	for i := range keys {
		if keys[i] == "space" {
			keys[i] = " "
		}
	}
	return keys
}

func lookAtKeys(t *testing.T, d driver) {
	t.Helper()
	p := d.m.tabs.inFront()
	full := flatten(p.Stack().FullHelp())
	short := flatten([][]key.Binding{p.Stack().ShortHelp()})
	if len(short) == 0 {
		t.Error("the footer shows no key")
	}
	told := func(list []key.Binding, b key.Binding) bool {
		return slices.ContainsFunc(list, func(o key.Binding) bool { return o.Help() == b.Help() })
	}
	taken := map[string]string{}
	always := d.m.keys.at(d.m.ctx, p).leftBy(p).FullHelp()
	if d.m.tabs.typing() || p.Stack().Asking() { // only these work in a field and at a question
		always = [][]key.Binding{{d.m.keys.PaletteInField, d.m.keys.ForceQuit, d.m.keys.Suspend}}
	}
	for _, b := range flatten(always) {
		for _, k := range pane.KeysOf(b) {
			taken[k] = d.m.ctx.Help(b).Desc
		}
	}
	for _, b := range short {
		for _, k := range pane.KeysOf(b) {
			if d.m.tabs.typing() && len(k) == 1 && k != " " {
				t.Errorf("%q is text here, but the footer shows it for %q", k, d.m.ctx.Help(b).Desc)
			}
		}
		if !told(full, b) {
			t.Errorf("the footer has %q, the help does not", d.m.ctx.Help(b).Desc)
		}
	}
	for _, b := range full {
		does := d.m.ctx.Help(b).Desc
		if does == "" || strings.HasPrefix(does, "key.") {
			t.Errorf("%v has no words", b.Keys())
		}
		for _, k := range pane.KeysOf(b) {
			if other, ok := taken[k]; ok {
				t.Errorf("%q is for %q and for %q", k, does, other)
			}
			taken[k] = does
		}
	}
}
