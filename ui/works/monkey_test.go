package works

import (
	"math/rand/v2"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
)

// press2000 presses 2,000 random keys except enter, with pastes, clicks and resizes
// between, while time passes.
func press2000(d *deck, seed uint64) {
	names := []string{
		"up",
		"down",
		"left",
		"right",
		"pgup",
		"pgdown",
		"home",
		"end",
		"esc",
		"tab",
		"shift+tab",
		"backspace",
		"delete",
		"do:works.from_list",
		"ctrl+a",
		"ctrl+u",
		"ctrl+j",
		"ctrl+k",
		"ctrl+n",
		"ctrl+p",
		"ctrl+d",
		"f5",
		" ",
		"/",
		"?",
		":",
		"*",
		"[",
		"]",
		".",
		"a/b",
		"https://youtu.be/dQw4w9WgX00",
	}
	for c := 'a'; c <= 'z'; c++ {
		if c != 'y' { // which answers a question, as enter does
			names = append(names, string(c))
		}
		names = append(names, string(c-'a'+'A'))
	}
	dice := rand.New(rand.NewPCG(seed, 4))
	width := 100
	height := 30
	for range 2000 {
		switch dice.IntN(20) {
		case 0:
			text := names[dice.IntN(len(names))] + "\r\n" + names[dice.IntN(len(names))]
			panetest.Pump(d.t, d.Model, d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}))
		case 1:
			button := []tea.MouseButton{
				tea.MouseButtonLeft,
				tea.MouseButtonWheelUp,
				tea.MouseButtonWheelDown,
				tea.MouseButtonRight,
			}[dice.IntN(4)]
			panetest.Pump(
				d.t,
				d.Model,
				d.Update(tea.MouseMsg{
					X:      dice.IntN(100),
					Y:      dice.IntN(30),
					Button: button,
					Action: tea.MouseActionPress,
				}),
			)
		case 2:
			width = dice.IntN(220)
			height = dice.IntN(70)
			d.stack.SetSize(width, height)
		case 3:
			d.clock.pass(time.Duration(dice.IntN(1000)) * time.Second)
			if timers := d.world.Timers(); len(timers) > 0 {
				panetest.Pump(d.t, d.Model, d.Update(timers[len(timers)-1].Msg))
			}
		default:
			d.press(names[dice.IntN(len(names))])
		}
		panetest.Exact(d.t, d.stack.View(), width, max(height, 1))
	}
}

func TestOnlyEnterSendsRequests(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		d := begin(t, panetest.Options{}, 100, 30)
		if press2000(d, seed); len(d.calls()) != 0 {
			t.Errorf("seed %d, from the start: %q", seed, d.calls())
		}
		d = begin(t, panetest.Options{}, 100, 30)
		d.open(d.example("growing"))
		d.open(d.example("steady"))
		d.again(time.Hour)
		if press2000(d, seed); len(d.calls()) != 3 {
			t.Errorf("seed %d, with works open: %q", seed, d.calls())
		}
	}
}

// With enter and y, the answer to a question, among the keys, no key sends more than
// one request.
func TestOneRequestPerKey(t *testing.T) {
	t.Parallel()
	d := begin(t, panetest.Options{}, 100, 30)
	d.open(d.example("growing"))
	d.open(d.example("hostile"))
	dice := rand.New(rand.NewPCG(9, 9))
	width := 100
	height := 30
	names := []string{
		"enter", "enter", "esc", "r", "w", "A", "a", ">", "m", "t", "v", "do:works.by_age", "do:works.metric",
		"do:works.base", " ", "[",
		"]", "left", "right", "up", "down", "home", "end", "c", "s", "S", "e", "y", "Y", "do:copy_json",
		"do:works.link", "H", "L", "=",
		"do:works.from_list", "tab", "shift+tab",
	}
	for range 1500 {
		name := names[dice.IntN(len(names))]
		before := len(d.calls())
		d.press(name)
		if got := len(d.calls()) - before; got > 1 || got == 1 && name != "enter" && name != "y" {
			t.Fatalf("%s makes %d calls", name, got)
		}
		if dice.IntN(30) == 0 {
			width = dice.IntN(220)
			height = dice.IntN(70)
			d.stack.SetSize(width, height)
		}
		panetest.Exact(t, d.stack.View(), width, max(height, 1))
	}
}
