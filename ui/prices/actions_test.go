package prices

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// compacted is what was copied, JSON without blanks.
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

func TestCopiedPageHasNoColours(t *testing.T) {
	w, models := changing(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor})
	m := panetest.Begin(t, New, w, 120, 22)
	*models = fewLater
	panetest.Press(t, m, "r")
	for _, page := range []struct{ keys, holds string }{
		{" | |m", "different"}, {"esc|n", "Long One"},
	} {
		panetest.Press(t, m, strings.Split(page.keys, "|")...)
		if at(m) != "page" || !strings.Contains(m.View(), "\x1b[") {
			t.Fatalf("%s: no page in colours", page.keys)
		}
		panetest.Press(t, m, "y")
		if got := w.Copied(); !strings.Contains(got, page.holds) || strings.Contains(got, "\x1b") {
			t.Errorf("%s: copied %q", page.keys, got)
		}
	}
}

// Exports contain a price once, even if its model is unfolded.
func TestExportOfUnfoldedModels(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m := panetest.Begin(t, New, w, 120, 22)
	panetest.Press(t, m, "e", "text:tsv", "enter")
	folded := w.Copied()
	panetest.Press(t, m, "O", "e", "text:tsv", "enter")
	if got := w.Copied(); got != folded || strings.Count(got, "\n") != 7 {
		t.Errorf("unfolded %s\nfolded %s", got, folded)
	}
}

// On every page the key for export opens the same choice as in the list, as far
// as it makes sense.
func TestExportOfPages(t *testing.T) {
	const line = "long\tLong One\tgeneral\t\t\t\t"
	for _, c := range []struct{ keys, title, tsv, command string }{
		{"enter", "Export 2 rows", "name\tlabel\tcreditsScope\tmode\tresolution\taspectRatio\tduration\tprice\toriginPrice\tperSecond\tdiscount\n" +
			line + "8\t90.5\t100\t11.3125\t0.095\n" + line + "5\t30\t\t6\t\n", "channeldeck prices --site sandbox --model long"},
		{" | |m", "Export 3 rows", "name\tlabel\tcreditsScope\tmode\tresolution\taspectRatio\tduration\tprice\toriginPrice\tperSecond\tdiscount\n" +
			line + "8\t90.5\t100\t11.3125\t0.095\n" + line + "5\t30\t\t6\t\nshort\t\tgeneral\t\t\t\t4\t10\t\t2.5\t\n", ""},
		{"n", "Export 5 changes", "change\tname\tlabel\tmode\tresolution\taspectRatio\tduration\tpriceBefore\tpriceAfter\tfact\tbefore\tafter\n" +
			"dearer\tlong\tLong One\t\t\t\t8\t80\t90.5\t\t\t\n" +
			"limit\tlong\tLong One\t\t\t\t\t\t\tinputConstraints.videos.maxSizeMb\t50\t40\n" +
			"cheaper\tshort\t\t\t\t\t4\t20\t10\t\t\t\n" +
			"newModel\tfresh\t\t\t\t\t\t\t\t\t\t\n" +
			"goneModel\tbare\t\t\t\t\t\t\t\t\t\t\n", ""},
	} {
		w, models := changing(t, panetest.Options{})
		m := panetest.Begin(t, New, w, 120, 22)
		*models = fewLater
		panetest.Press(t, m, append([]string{"r"}, strings.Split(c.keys, "|")...)...)
		if !slices.Contains(keysOf(m.FullHelp()...), "e") {
			t.Errorf("%s: the help lacks the export", c.keys)
		}
		panetest.Press(t, m, "e")
		view := m.View()
		if at(m) != "picker" || !strings.Contains(view, c.title) {
			t.Fatalf("%s: no choice %q:\n%s", c.keys, c.title, view)
		}
		if strings.Contains(view, "Copy the command") != (c.command != "") {
			t.Errorf("%s: the command, for what has one:\n%s", c.keys, view)
		}
		panetest.Press(t, m, "text:tsv", "enter")
		if got := w.Copied(); got != c.tsv {
			t.Errorf("%s\n got %q\nwant %q", c.keys, got, c.tsv)
		}
		if c.command == "" {
			continue
		}
		panetest.Press(t, m, "e", "text:command", "enter")
		if got := w.Copied(); got != c.command {
			t.Errorf("%s: copied %s", c.keys, got)
		}
	}
}

func TestNewsAreExportedAndCopied(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 22)
	*models = fewLater
	panetest.Press(t, m, "r", "n", "J")
	const dearer = `[{"change":"dearer","name":"long","label":"Long One","mode":null,"resolution":null,"aspectRatio":null,"duration":8,"priceBefore":80,"priceAfter":90.5,"fact":null,"before":[],"after":[]},`
	got := compacted(w.Copied())
	if !strings.HasPrefix(got, dearer) || !strings.Contains(got, `"fact":"inputConstraints.videos.maxSizeMb","before":["50"],"after":["40"]}`) {
		t.Errorf("J copies %s", got)
	}
	panetest.Press(t, m, "e", "text:json", "enter")
	saved, ok := w.Saved("price-changes-" + panetest.Now.Format("20060102-150405") + ".json")
	if compacted(saved) != got || !ok {
		t.Errorf("saved %s", saved)
	}
	panetest.Press(t, m, "e", "text:markdown", "enter")
	if got := w.Copied(); !strings.Contains(got, "| Change ") || !strings.Contains(got, "| price down ") {
		t.Errorf("as Markdown: %s", got)
	}
}

// The help of an empty page lists only what works there.
func TestKeysOfEmptyPages(t *testing.T) {
	for _, keys := range []string{"r|n|r", "r"} {
		w, models := changing(t, panetest.Options{})
		m := panetest.Begin(t, New, w, 120, 22)
		*models = fewLater
		if keys == "r" {
			panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Model: "bare"})) // which is gone after the refresh
		}
		panetest.Press(t, m, strings.Split(keys, "|")...)
		if at(m) != "page" {
			t.Fatalf("%s: no page", keys)
		}
		if help := keysOf(append(m.FullHelp(), m.ShortHelp())...); slices.Contains(help, "e") || slices.Contains(help, "J") {
			t.Errorf("%s: the help has %v", keys, help)
		}
		if up := panetest.Press(t, m, "J", "e"); len(up) > 0 || w.Copied() != "" || at(m) == "picker" {
			t.Errorf("%s: %v, copied %q", keys, up, w.Copied())
		}
		if strings.Count(strings.TrimSpace(m.View()), "\n") == 0 {
			t.Errorf("%s: the page says nothing:\n%s", keys, m.View())
		}
	}
}

// The command prints what the list shows, which it cannot below a fuzzy filter.
func TestCommandOfTheView(t *testing.T) {
	by := func(column string) func(*Model) {
		return func(m *Model) {
			for top(m).Table.Column() != column {
				panetest.Press(t, m, "right")
			}
		}
	}
	for _, c := range []struct {
		keys, column, then string
		want               string
	}{
		{"v", "", "", "channeldeck prices --site sandbox"},
		{"v", "price", "s|S", "channeldeck prices --site sandbox --sort price"},
		{"v", "price", "s", "channeldeck prices --site sandbox --sort price --desc"},
		{"v", "discount", "s", "channeldeck prices --site sandbox --sort discount"},
		{"v", "discount", "s|S", "channeldeck prices --site sandbox"}, // the order is the same,
		{"v", "mode", "s|S", "channeldeck prices --site sandbox"},
		{"v|a|text:8s x3|enter|esc", "", "", "channeldeck prices --site sandbox --duration 8"},
		{"a|text:8s x3|enter", "", "", "channeldeck prices --site sandbox --duration 8 --count 3 --sort price"},
		{"a|text:8s|enter", "", "", "channeldeck prices --site sandbox --duration 8 --count 1 --sort price"},
		{"a|text:8s|enter", "discount", "s", "channeldeck prices --site sandbox --duration 8 --count 1 --sort discount"},
		{"i|text:mp4|enter", "label", "s", "channeldeck prices --site sandbox --input mp4"},
	} {
		w := panetest.New(t, panetest.Options{Handler: catalog(few)})
		m := panetest.Begin(t, New, w, 200, 22)
		panetest.Press(t, m, strings.Split(c.keys, "|")...)
		if c.column != "" {
			by(c.column)(m)
			panetest.Press(t, m, strings.Split(c.then, "|")...)
		}
		up := panetest.Press(t, m, "e", "text:command", "enter")
		if got := w.Copied(); got != c.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", c.keys, c.column, c.then, got, c.want)
		}
		if len(up) != 1 || up[0].(pane.Notice).Text != "Copied: Copy the command" {
			t.Errorf("%s %s %s: says %v", c.keys, c.column, c.then, up)
		}
	}
}

func TestNoCommandOfFilter(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 22)
	panetest.Press(t, m, "/", "text:long", "enter", "e")
	if view := m.View(); strings.Contains(view, "Copy the command") || !strings.Contains(view, "CSV") {
		t.Errorf("%s", view)
	}
}

func TestPercent(t *testing.T) {
	part := func(n, of int64) api.Number { return api.Int(n).Quo(api.Int(of)) }
	for want, share := range map[string]api.Number{"": {}, "0%": api.Int(0), "20%": part(1, 5), "33.3%": part(1, 3), "-12.5%": part(-1, 8)} {
		if got := percent(share); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
