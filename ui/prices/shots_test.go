package prices

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

// shotNames are the rows of the list of shots.
func shotNames(m *Model) string {
	var list []string
	for r := range m.Top().(*quoteScreen).sums.Table.Rows() {
		list = append(list, r.kind()+" "+r.names()+" "+r.Total.String())
	}
	return strings.Join(list, ", ")
}

// Several shots in the field list the cheapest mix and the sums of each kind of credits;
// with one shot left, the quote is back.
func TestShots(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 38)
	panetest.Press(t, m, "$", "text:8s i2v x20 + 5s i2v budget:1600")
	if got, want := shotNames(m), "mix long 1630, model long 1630, mix other , refused short , refused other , refused bare "; got != want {
		t.Fatalf("%s\n%s", got, m.View())
	}
	panetest.Press(t, m, "enter")
	for _, want := range []string{"general credits", "Cheapest mix", "1,630", "Over budget", "Shot 2", "family credits", "shot 1: max 4 s", "3 can't do all shots", "budget 1,600", "1 model can do all shots."} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("no %q:\n%s", want, m.View())
		}
	}
	if panetest.Press(t, m, "i"); at(m) != "field" {
		t.Errorf("the key of the footer for files does nothing:\n%s", m.View())
	}
	panetest.Press(t, m, "esc", "down", "enter")
	if view := m.View(); !strings.Contains(view, "80 per clip") || !strings.Contains(view, "1,600 for 20 clips") || !strings.Contains(view, "30 per clip") {
		t.Errorf("the inspector has no prices:\n%s", view)
	}
	panetest.Press(t, m, "esc", "$", "ctrl+u", "text:8s i2v x20", "enter")
	if m.Top().(*quoteScreen).sums != nil || names(m) != "long other short bare" {
		t.Errorf("one shot is not a quote: %s\n%s", names(m), m.View())
	}
}

// Facets change the last shot, filters and the sort keep kinds of credits apart, and the
// catalog is not filtered by several shots.
func TestActionsOnShots(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m := begin(t, w, 120, 38)
	panetest.Press(t, m, "$", "text:8s i2v + t2v x2", "enter", "f", "text:4k", "enter")
	if got, want := m.ask.Value(), "8s image to video + 4K text to video x2"; got != want {
		t.Errorf("the field has %q, want %q", got, want)
	}
	if got, want := shotNames(m), "mix long , mix other 5, model other 5, refused long , refused short , refused bare "; got != want {
		t.Fatalf("%s\n%s", got, m.View())
	}
	panetest.Press(t, m, "right", "s", "enter", "S")
	if got, want := shotNames(m), "mix long , mix other 5, model other 5, refused long , refused short , refused bare "; got != want {
		t.Errorf("sorted: %s", got)
	}
	panetest.Press(t, m, "down", "e", "text:json", "enter")
	exported, _ := w.Saved("shots-" + panetest.Now.Format("20060102-150405") + ".json")
	if !strings.Contains(exported, `"shot":"4k text2video x2"`) && !strings.Contains(exported, `"shot": "4k text2video x2"`) {
		t.Errorf("exported: %s", exported)
	}
	panetest.Press(t, m, "esc")
	if names(m) != "long short other bare" {
		t.Errorf("the catalog is filtered: %s\n%s", names(m), m.View())
	}
}
