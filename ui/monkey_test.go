package ui

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/faults"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// monkey makes random messages.
type monkey struct {
	*rand.Rand
	keys []tea.KeyMsg
}

func newMonkey(seed uint64, m *Model, p pane.Pane) *monkey {
	k := &monkey{Rand: rand.New(rand.NewPCG(seed, 1))}
	for _, b := range flatten(append(p.Stack().FullHelp(), m.keys.FullHelp()...)) {
		for _, name := range b.Keys() {
			if msg, ok := pane.KeyMsg(name); ok && name != "ctrl+z" {
				k.keys = append(k.keys, msg)
			}
		}
	}
	for _, name := range []string{
		"enter", "enter", "esc", "esc", "tab", "backspace", "up", "down", "left", "right",
		"pgdown", "8", "s", "界", "é",
	} {
		k.keys = append(k.keys, panetest.KeyMsg(name))
	}
	return k
}

// presses is the number of random keys of a test, and seed where they begin. With the
// race detector, under which a key takes ten times as long, there are fewer of them but
// others every day.
func presses(all int) int {
	if race.Enabled {
		return all / 4
	}
	return all
}

func seed(number int) uint64 {
	if race.Enabled {
		return uint64(time.Now().Unix())/86400<<8 | uint64(number)
	}
	return uint64(number)
}

var sizes = [...][2]int{{20, 5}, {40, 12}, {80, 24}, {120, 40}, {200, 60}, {1, 1}}

func (k *monkey) next() tea.Msg {
	switch n := k.IntN(100); {
	case n < 2:
		size := sizes[k.IntN(len(sizes))]
		return tea.WindowSizeMsg{Width: size[0], Height: size[1]}
	case n < 4:
		return tea.MouseMsg{
			X:      k.IntN(120),
			Y:      k.IntN(40),
			Button: tea.MouseButton(k.IntN(6)),
			Action: tea.MouseAction(k.IntN(3)),
		}
	case n < 5:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("粘贴 \x1b[31m 8s 1080p\n"), Paste: true}
	case n < 8:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'j'}}
	}
	return k.keys[k.IntN(len(k.keys))]
}

// TestMonkey presses 5,000 seeded keys in every pane, with resizes, clicks and
// pasted text between, while a fifth of the responses fail, in
// different ways and without delay.
func TestMonkey(t *testing.T) {
	count := presses(3_000)
	if testing.Short() {
		count = 500
	}
	before := runtime.NumGoroutine()
	t.Run("panes", func(t *testing.T) {
		for i, maker := range Makers() {
			t.Run(maker.Name, func(t *testing.T) {
				t.Parallel()
				w := panetest.New(t, panetest.Options{
					Sandbox: sandbox.Options{Accounts: 60}, API: api.Settings{Retries: -1},
					Before: faults.Before(
						t,
						"business500=0.04",
						"notjson=0.04",
						"truncated=0.04",
						"hostile=0.04",
						"unauthorized=0.04",
					),
				})
				base, cancel := context.WithCancel(w.Context.Base)
				defer cancel()
				w.Context.Base = base
				m := New(w.Context, []Maker{maker}, maker.Name)
				d := driver{t, m}
				m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
				panetest.Pump(t, d, m.Init())
				k := newMonkey(seed(i), m, m.tabs.made(0))
				width := 80
				height := 24
				for n := range count {
					msg := k.next()
					if size, ok := msg.(tea.WindowSizeMsg); ok {
						width = size.Width
						height = size.Height
					}
					for _, up := range panetest.Pump(t, d, d.Update(msg)) {
						panetest.Pump(t, d, d.Update(up))
					}
					if n%20 == 0 {
						panetest.Exact(t, m.View(), width, height)
					}
					if t.Failed() {
						t.Fatalf("seed %d: after %d messages, the last %v", seed(i), n+1, msg)
					}
				}
			})
		}
	})
	noGoroutineIsLeft(t, before)
}

// noGoroutineIsLeft waits until the goroutines of tests have ended.
func noGoroutineIsLeft(t *testing.T, before int) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	deadline := time.After(10 * time.Second)
	for runtime.NumGoroutine() > before {
		select {
		case <-tick.C:
		case <-deadline:
			stacks := make([]byte, 1<<16)
			t.Fatalf(
				"%d goroutines are left of %d:\n%s",
				runtime.NumGoroutine(),
				before,
				stacks[:runtime.Stack(stacks, true)],
			)
		}
	}
}
