package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// spare is the number of blank cells that could show more of a truncated text.
const spare = 4

// regions returns the rows of the regions of a view, without borders; each line
// outside of them is a region of its own.
func regions(view string) [][]string {
	lines := strings.Split(view, "\n")
	var all [][]string
	inside := make([]bool, len(lines))
	for top, line := range lines {
		for x := 0; ; {
			before, rest, ok := strings.Cut(line, "╭")
			if !ok {
				break
			}
			x += text.Width(before) + 1
			title, after, _ := strings.Cut(rest, "╮")
			right := x + text.Width(title)
			var rows []string
			for y := top; y < len(lines); y++ {
				inside[y] = true
				if ansi.Cut(lines[y], x-1, x) == "╰" {
					break
				}
				if y > top {
					rows = append(rows, ansi.Cut(lines[y], x, right))
				}
			}
			if !strings.Contains(title, "│") { // else a box covers the frame
				all = append(all, []string{title}, rows)
			}
			line = after
			x = right + 1
		}
	}
	for y := 1; y < len(lines)-1; y++ { // between the header and the footer
		switch {
		case inside[y]:
		case strings.HasPrefix(lines[y], "──"):
			all = append(all, lines[y:y+1])
			end := y + 1
			for end < len(lines)-1 && !strings.HasPrefix(lines[end], "──") {
				end++
			}
			all = append(all, lines[y+1:end])
			y = end - 1
		default:
			all = append(all, lines[y:y+1])
		}
	}
	return all
}

// wasted returns a truncated row of a region that has blank cells to spare, "" for
// none: cells that are blank, or part of a rule, in all its rows. The gap between two
// columns and the margin are not to spare. An ellipsis after a blank, as that of a
// load in progress, truncates nothing.
func wasted(rows []string) string {
	at := slices.IndexFunc(rows, func(row string) bool {
		i := strings.Index(row, text.Ellipsis)
		return i > 0 && row[i-1] != ' '
	})
	if at < 0 {
		return ""
	}
	var filled []bool
	for _, row := range rows {
		x := 0
		row = ansi.Strip(row)
		for from, to := range text.Letters(row) {
			for range text.Width(row[from:to]) {
				if x == len(filled) {
					filled = append(filled, false)
				}
				filled[x] = filled[x] || strings.Trim(row[from:to], " ─▐") != ""
				x++
			}
		}
	}
	blank := 0
	run := 0
	for _, f := range filled {
		if run++; f {
			run = 0
		}
		if run > 3 {
			blank++
		}
	}
	if blank < spare {
		return ""
	}
	return rows[at]
}

func TestWasted(t *testing.T) {
	for view, want := range map[string]bool{
		"╭───────────────╮\n│ a long…       │\n│ b             │\n╰──────────────╯": true,
		"╭───────────────╮\n│ a long… 123456│\n│ b         1234│\n╰──────────────╯": false,
		"╭───────────────╮\n│ a…        1234│\n│ b          123│\n╰──────────────╯": true,
		"╭──────────────╮\n│ Loading …     │\n│ b             │\n╰──────────────╯":  false,
		"╭─ a long… ────────╮\n│                  │\n╰──────────────────╯":          true,
		"header\n one… two                four\nfooter":                               true,
		"header\n── Title ──────────\n Name…           1\n Name            2\nfooter": true,
	} {
		got := ""
		for _, rows := range regions(view) {
			got += wasted(rows)
		}
		if (got != "") != want {
			t.Errorf("%q is wasted in\n%s", got, view)
		}
	}
}

// tour are keys that open most screens.
var tour = []string{
	"1", "enter", "esc", "W", "esc", "2", "enter", "esc", "C", "C", "x", "x", "3", "enter", "esc",
	"4", "enter", "enter", "esc", "esc", "m", "esc", "end", "up", "up", "enter", "enter", "esc", "esc",
	"5", "A", "esc", "enter", "m", "esc", "6", "enter", "d", "x", "esc", "do:sessions.media", "esc", "esc",
	"7", "enter", "esc", "z", "v", "esc", "$", "text:8 s 1080p image2video", "enter", "enter", "esc", "esc",
}

// boxes are keys that open boxes over the screens.
var boxes = []string{
	"1", "?", "esc", "b", "esc", "2", "V", "esc", "p", "esc", "c", "esc", "s", "esc", "P", "esc", "3", "A", "esc",
	"5", "w", "esc", "t", "esc", "6", "Y", "esc", "7", "m", "esc", "S", "esc", ":", "esc",
}

// examples are the works and sessions that the panes offer to open.
func examples(w *panetest.World, lang words.Lang) (list []pane.Thing) {
	for _, e := range w.Sandbox.Examples(lang == words.Chinese) {
		thing := pane.Thing{
			Kind:   pane.KindSession,
			Note:   e.Shows,
			Target: pane.Target{Pane: "sessions", SessionID: e.ID},
		}
		if e.Call == sandbox.CallWorks {
			thing.Kind = pane.KindWork
			thing.Target = pane.Target{Pane: "works", Platform: e.Platform, WorkID: e.ID, AccountID: e.AccountID}
		}
		list = append(list, thing)
	}
	return list
}

// In no width from 40 to 220 does a screen truncate a text in a region that has blank
// cells to spare. A key tries some of the widths, the next one others.
func TestNoTextIsTruncatedBesideBlanks(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	const step = 30
	for _, lang := range words.Langs() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			d, w := filled(t, panetest.Options{Lang: lang, DemoHistory: true})
			w.Site().Examples = examples(w, lang)
			for i, keys := range slices.Concat(tour, boxes) {
				d.press(keys)
				for width := 40 + i%step; width <= 220; width += step {
					height := max(16, width*3/10)
					d.m.Update(tea.WindowSizeMsg{Width: width, Height: height})
					for _, rows := range regions(d.m.View()) {
						if row := wasted(rows); row != "" {
							t.Errorf("after %s, %dx%d: %q is truncated:\n%s", keys, width, height, row, d.m.View())
						}
					}
				}
			}
		})
	}
}
