package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/accounts"
	"channeldeck/ui/testkit/panetest"
)

// BenchmarkPalette opens the palette over 100,000 accounts, and types into it.
func BenchmarkPalette(b *testing.B) {
	w := panetest.New(b, panetest.Options{
		Sandbox: sandbox.Options{Accounts: 100_000},
		API:     api.Settings{MaxBody: 2 << 30},
	})
	m := New(w.Context, Makers(), accounts.Name)
	d := driver{nil, m}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(b, d, m.Init())
	panetest.Press(b, d, ":")
	// The index is built while the user looks at the palette: its first search waits.
	indexed := func() {
		m.Update(panetest.KeyMsg("x"))
		m.Update(panetest.KeyMsg("backspace"))
	}
	b.Run("open", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.overlay = nil
			m.Update(panetest.KeyMsg(":"))
			m.View()
			b.StopTimer()
			indexed()
			b.StartTimer()
		}
	})
	for _, typed := range []string{"douyin", "acco", "3", "douyin_1"} {
		b.Run("type="+typed, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				m.overlay = nil
				m.Update(panetest.KeyMsg(":"))
				indexed()
				b.StartTimer()
				for _, r := range typed {
					m.Update(panetest.KeyMsg(string(r)))
					m.View()
				}
			}
		})
	}
}

// BenchmarkPaletteAfterPaste types and deletes a letter, and moves the cursor, after 1,000 characters
// were pasted into the palette.
func BenchmarkPaletteAfterPaste(b *testing.B) {
	for name, text := range map[string]string{
		"word":    strings.Repeat("x", 1000),
		"same":    strings.Repeat("o ", 500),
		"letters": strings.Repeat("a b c d e ", 100),
		"words":   strings.Repeat("accounts status ", 62),
		"shared":  strings.Repeat("复制打开抖音，看看小王的作品 open ", 50)[:1000],
		"reverse": strings.Repeat("!zq", 2) + strings.Repeat(" !qx", 248),
	} {
		w := panetest.New(b, panetest.Options{Sandbox: sandbox.Options{Accounts: 2500}})
		m := New(w.Context, Makers(), accounts.Name)
		d := driver{nil, m}
		m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		panetest.Pump(b, d, m.Init())
		panetest.Press(b, d, ":")
		m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
		for keys, presses := range map[string][2]string{
			"edit": {"backspace", "a"},
			"move": {"down", "up"},
		} {
			b.Run(name+"/"+keys, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					m.Update(panetest.KeyMsg(presses[i%2]))
					_ = m.View()
				}
			})
		}
	}
}
