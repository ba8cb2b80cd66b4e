package pane

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// A filter by one of several values is on where it is chosen, and toggles its own value.
func TestFacetAmongValues(t *testing.T) {
	toggled := ""
	toggle := func(id string) tea.Cmd {
		toggled = id
		return nil
	}
	for id, isOn := range map[string]bool{"douyin": true, "youtube": false} {
		f := Facet{ID: id, Count: 3}.Among([]string{"bilibili", "douyin"}, toggle)
		f.Toggle()
		if f.On != isOn || toggled != id || f.Count != 3 {
			t.Errorf("%s: %+v, toggled %q", id, f, toggled)
		}
	}
}
