package ui

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pelletier/go-toml/v2"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// halfTranslated opens a third language whose catalogs lack every second text, and returns all IDs.
// The texts that it has are the English ones, marked.
func halfTranslated(t *testing.T) (w *words.Words, ids []string) {
	t.Helper()
	names, err := filepath.Glob("words/catalog/*.en.toml")
	if err != nil || len(names) == 0 {
		t.Fatal("no catalogs", err)
	}
	files := fstest.MapFS{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]any
		if err := toml.Unmarshal(content, &texts); err != nil {
			t.Fatal(err)
		}
		var translated strings.Builder
		for i, id := range slices.Sorted(maps.Keys(texts)) {
			ids = append(ids, id)
			if text, ok := texts[id].(string); ok && i%2 == 0 {
				fmt.Fprintf(&translated, "%q = %q\n", id, "«"+text)
			}
		}
		area := strings.TrimSuffix(filepath.Base(name), ".en.toml")
		files["catalog/"+area+".xx.toml"] = &fstest.MapFile{Data: []byte(translated.String())}
	}
	english, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	l := *english.Language()
	l.Code = "xx"
	l.Unfinished = true
	return words.NewFrom(&l, files), ids
}

// In a language whose catalogs are not finished no screen shows the ID of a text: what is missing is
// in English.
func TestUnfinishedLanguageShowsNoIDs(t *testing.T) {
	race.Sweep(t)
	w, ids := halfTranslated(t)
	world := panetest.New(t, panetest.Options{Words: w, DemoHistory: true})
	d := driver{t, New(world.Context, Makers(), "")}
	d.m.setSize(120, 40)
	panetest.Pump(t, d, d.m.Init())
	for _, tab := range d.m.tabs.all {
		panetest.Pump(t, d, d.m.tabs.show(d.m.tabs.index(tab.Name)))
		for _, key := range []string{"", "enter", "?", "esc", ":"} {
			if key != "" {
				d.press(key)
			}
			view := d.m.View()
			for _, id := range ids {
				if strings.Contains(view, id) {
					t.Errorf("%s shows %s after %q:\n%s", tab.Name, id, key, view)
				}
			}
			if !strings.Contains(view, "«") {
				t.Errorf("%s after %q shows no text of the language:\n%s", tab.Name, key, view)
			}
		}
		d.press("esc")
	}
}
