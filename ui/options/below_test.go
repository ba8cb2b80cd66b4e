package options

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// On a narrow terminal the inspector of a line is below the list, which still says what is required: of the platform,
// and of a post for all platforms.
func TestNarrowListKeepsItsSentences(t *testing.T) {
	for lang, want := range map[words.Lang][2][]string{
		words.English: {
			{"Requirement", "one from the account's list", "web, 2026-06", "── Board"},
			{"Why", "a post can't have images and a video", "── YouTube"},
		},
		words.Chinese: {
			{"要求", "从账号的列表中选择", "网页端，2026-06", "── 图板"},
			{"原因", "图片和视频不能同时发布", "── YouTube"},
		},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 80, 22)
		panetest.Press(t, m, "/", "text:pinterest", "enter", "enter", "enter")
		check := func(screen int) {
			t.Helper()
			for _, s := range want[screen] {
				if !strings.Contains(m.stack.View(), s) {
					t.Errorf("%s: no %q in\n%s", lang, s, m.stack.View())
				}
			}
		}
		check(0)
		panetest.Press(t, m, "esc", "esc", "esc", "i", "text:14s 1920x1080 mp4; 3 images jpg", "enter", "enter")
		check(1)
	}
}

// The wheel scrolls the inspector below the list, and a click in the list goes back to it.
func TestMouseInTheInspectorBelow(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "/", "text:pinterest", "enter", "enter", "enter")
	depth := m.stack.Depth()
	before := m.stack.View()
	m.stack.Update(tea.MouseMsg{
		X:      5,
		Y:      20,
		Button: tea.MouseButtonWheelDown,
		Action: tea.MouseActionPress,
	})
	lines := strings.Split(before, "\n")
	after := strings.Split(m.stack.View(), "\n")
	half := len(lines) / 2
	if strings.Join(after[:half], "\n") != strings.Join(lines[:half], "\n") || m.stack.View() == before {
		t.Errorf("after the wheel:\n%s\nbefore:\n%s", m.stack.View(), before)
	}
	m.stack.Update(tea.MouseMsg{
		X:      5,
		Y:      7,
		Button: tea.MouseButtonLeft,
		Action: tea.MouseActionPress,
	})
	if m.stack.Depth() != depth-1 {
		t.Errorf("a click leaves %d of %d screens:\n%s", m.stack.Depth(), depth, m.stack.View())
	}
}
