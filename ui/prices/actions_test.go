package prices

import (
	"channeldeck/ui/resource/prices"

	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api/quote"
	"channeldeck/ui/plain"
	"channeldeck/ui/testkit/panetest"
)

// compacted returns copied JSON without blanks.
func compacted(s string) string {
	if v := jsontext.Value(s); v.IsValid() && v.Compact() == nil {
		return string(v)
	}
	return s
}

// keysOf lists the keys of bindings.
func keysOf(groups ...[]key.Binding) []string {
	var keys []string
	for _, group := range groups {
		for _, b := range group {
			keys = append(keys, b.Keys()...)
		}
	}
	return keys
}

// exported is the file that the export of the screen saves as CSV.
func exported(t *testing.T, m *Model, w *panetest.World, name string) string {
	t.Helper()
	panetest.Press(t, m, "e", "text:csv", "enter")
	content, ok := w.Saved(name + "-" + panetest.Now.Format("20060102-150405") + ".csv")
	if !ok {
		t.Errorf("no file of %s was saved", name)
	}
	return strings.ReplaceAll(content, "\r\n", "\n")
}

func TestCopiedPageHasNoColours(t *testing.T) {
	w, models := changing(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor})
	m := begin(t, w, 120, 22)
	*models = fewLater
	panetest.Press(t, m, "r")
	if panetest.Press(t, m, " ", " ", "m"); at(m) != "page" || !strings.Contains(m.stack.View(), "\x1b[") {
		t.Fatal("no page in colours")
	}
	panetest.Press(t, m, "y")
	if got := w.Copied(); !strings.Contains(got, "different") || strings.Contains(got, "\x1b") {
		t.Errorf("copied %q", got)
	}
}

// Exports contain a price once, even if its model is unfolded.
func TestExportOfUnfoldedModels(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m := begin(t, w, 120, 22)
	folded := exported(t, m, w, Name)
	panetest.Press(t, m, "L")
	if got := exported(t, m, w, Name); got != folded || strings.Count(got, "\n") != 7 {
		t.Errorf("unfolded %s\nfolded %s", got, folded)
	}
}

// On every page the key for export opens the same choice as in the list, as far
// as it makes sense.
func TestExportOfPages(t *testing.T) {
	const line = "long,Long One,general,,,,"
	for _, c := range []struct{ keys, title, file, csv string }{
		{
			"enter",
			"Export 2 rows",
			Name,
			"\ufeffname,label,creditsScope,mode,resolution,aspectRatio,duration,price,originPrice,perSecond," +
				"discount\n" +
				line + "8,90.5,100,11.3125,0.095\n" + line + "5,30,,6,\n",
		},
		{
			" | |m",
			"Export 3 rows",
			Name,
			"\ufeffname,label,creditsScope,mode,resolution,aspectRatio,duration,price,originPrice,perSecond," +
				"discount\n" +
				line + "8,90.5,100,11.3125,0.095\n" + line + "5,30,,6,\nshort,,general,,,,4,10,,2.5,\n",
		},
	} {
		w, models := changing(t, panetest.Options{})
		m := begin(t, w, 120, 22)
		*models = fewLater
		panetest.Press(t, m, append([]string{"r"}, strings.Split(c.keys, "|")...)...)
		if !slices.Contains(keysOf(m.stack.FullHelp()...), "e") {
			t.Errorf("%s: the help lacks the export", c.keys)
		}
		panetest.Press(t, m, "e")
		view := m.stack.View()
		if at(m) != "picker" || !strings.Contains(view, c.title) {
			t.Fatalf("%s: no choice %q:\n%s", c.keys, c.title, view)
		}
		panetest.Press(t, m, "esc")
		if got := exported(t, m, w, c.file); got != c.csv {
			t.Errorf("%s\n got %q\nwant %q", c.keys, got, c.csv)
		}
	}
}

// Changes of prices have a record and columns for files.
func TestChanges(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	m := begin(t, w, 120, 22)
	before := m.catalog.Catalog
	*models = fewLater
	panetest.Press(t, m, "r")
	changes := quote.Changes(before, m.catalog.Catalog)
	r := prices.ChangeResource(m.view)
	got, err := json.Marshal(r.JSON(changes[0]))
	const dearer = `{"change":"dearer","name":"long","label":"Long One","mode":null,"resolution":null,` +
		`"aspectRatio":null,"duration":8,"priceBefore":80,"priceAfter":90.5,"fact":null,"before":[],"after":[]}`
	if err != nil || string(got) != dearer {
		t.Errorf("%s %v", got, err)
	}
	csv, err := plain.Of(r, changes).Bytes(t.Context(), plain.CSV, "")
	const want = "change,name,label,mode,resolution,aspectRatio,duration," +
		"priceBefore,priceAfter,fact,before,after,variant\n" +
		"dearer,long,Long One,,,,8,80,90.5,,,,\n" +
		"limit,long,Long One,,,,,,,inputConstraints.videos.maxSizeMb,50,40,\n" +
		"cheaper,short,,,,,4,20,10,,,,\n" +
		"newModel,fresh,,,,,,,,,,,\n" +
		"goneModel,bare,,,,,,,,,,,\n"
	if got := strings.ReplaceAll(strings.TrimPrefix(string(csv), "\ufeff"), "\r\n", "\n"); got != want || err != nil {
		t.Errorf("%s %v", got, err)
	}
	markdown, _ := plain.Of(r, changes).Bytes(t.Context(), plain.Markdown, "")
	if got := string(markdown); !strings.Contains(got, "| price down ") {
		t.Errorf("as Markdown: %s", got)
	}
	for i, want := range []string{"8 s", "", "4 s", "", ""} {
		if got := r.Columns[6].DisplayOf(changes[i]); got != want {
			t.Errorf("change %d is shown with the duration %q, want %q", i, got, want)
		}
	}
}

// The help of an empty page lists only what works there.
func TestKeysOfEmptyPages(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	m := begin(t, w, 120, 22)
	panetest.Press(t, m, " ", " ", "m")
	*models = `{"name":"fresh"}`
	panetest.Press(t, m, "r")
	if at(m) != "page" {
		t.Fatal("no page")
	}
	if help := keysOf(append(
		m.stack.FullHelp(),
		m.stack.ShortHelp(),
	)...); slices.Contains(help, "e") || slices.Contains(help, "Y") {
		t.Errorf("the help has %v", help)
	}
	if up := panetest.Press(t, m, "do:copy_json", "e"); len(up) > 0 || w.Copied() != "" || at(m) == "picker" {
		t.Errorf("%v, copied %q", up, w.Copied())
	}
	if strings.Count(strings.TrimSpace(m.stack.View()), "\n") == 0 {
		t.Errorf("the page says nothing:\n%s", m.stack.View())
	}
}
