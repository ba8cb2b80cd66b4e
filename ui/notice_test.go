package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/overview"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A notice covers nothing in any pane: it stands over blank lines or in a border, or the screen is drawn above it as
// on a terminal that has fewer rows. Once it is gone all is as before.
func TestNoticeCoversNothing(t *testing.T) {
	t.Parallel()
	const said = "Copied 11 IDs to the clipboard of the terminal, one per line, and more that takes a second line."
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		d := open(t, lang, overview.Name, 80, 24)
		for _, size := range []struct{ width, height int }{{120, 40}, {80, 24}, {60, 16}} {
			d.m.Update(tea.WindowSizeMsg{Width: size.width, Height: size.height})
			for i, tab := range d.m.tabs.all {
				d.press(tabKey(i))
				if isBeside := strings.Contains(d.m.View(), "╭─"); !isBeside {
					d.press("I") // the inspector beside a list that has no border
				}
				before := d.plain()
				for _, text := range []string{"Copied.", said} {
					d.m.Update(pane.Notice{Level: pane.Done, Text: text})
					noticed := strings.Split(ansi.Strip(d.m.View()), "\n")
					panetest.Exact(t, d.m.View(), size.width, size.height)
					if !strings.Contains(strings.Join(strings.Fields(strings.Join(noticed, " ")), " "), text[:6]) {
						t.Fatalf("%s has no notice", tab.Name)
					}
					d.m.Update(noticeOver{number: d.m.notice.number})
					if d.m.View() != before {
						t.Errorf("%s in %v changed:\n%s", tab.Name, size, d.m.View())
					}
					all := strings.Join(noticed, "\n")
					isFramed := strings.Contains(all, "\n╰")
					if !isFramed && strings.Count(all, "╭") != strings.Count(all, "╰") {
						t.Errorf("%s in %v has a box without its lower border:\n%s", tab.Name, size, all)
					}
					if missing := coveredBy(d, noticed, size.width, size.height); missing != "" {
						t.Errorf("%s in %v: %q is covered:\n%s", tab.Name, size, missing, strings.Join(noticed, "\n"))
					}
				}
			}
		}
	}
}

// coveredBy returns a line that neither the screen nor one of a few rows less shows without a notice as the lines do.
func coveredBy(d driver, noticed []string, width, height int) (missing string) {
	defer d.m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	for rows := range 4 {
		d.m.Update(tea.WindowSizeMsg{Width: width, Height: height - rows})
		lines := strings.Split(ansi.Strip(d.m.View()), "\n")
		lines = lines[:len(lines)-1] // without the footer
		at := slices.IndexFunc(lines, func(line string) bool {
			return strings.Trim(line, " ─│╰╯▐") != "" && !slices.Contains(noticed, line)
		})
		if at < 0 {
			return ""
		}
		missing = lines[at]
	}
	return missing
}
