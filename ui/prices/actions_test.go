package prices

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// compacted is what was copied, JSON without blanks.
func compacted(s string) string {
	if v := jsontext.Value(s); v.IsValid() && v.Compact() == nil {
		return string(v)
	}
	return s
}

// told are the actions of a list of keys, by what their keys are.
func told(groups ...[]key.Binding) []string {
	var keys []string
	for _, group := range groups {
		for _, b := range group {
			keys = append(keys, b.Keys()...)
		}
	}
	return keys
}

func TestACopiedPageHasNoColours(t *testing.T) {
	w, models := changing(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor})
	m := panetest.Begin(t, New, w, 120, 22)
	*models = fewLater
	panetest.Press(t, m, "r")
	for _, page := range []struct{ keys, holds string }{
		{"enter", "The model"}, {"esc| | |m", "they differ"}, {"esc|n", "Long One"},
	} {
		panetest.Press(t, m, strings.Split(page.keys, "|")...)
		if m.mode != reading || !strings.Contains(m.View(), "\x1b[") {
			t.Fatalf("%s: no page in colours", page.keys)
		}
		panetest.Press(t, m, "y")
		if got := w.Copied(); !strings.Contains(got, page.holds) || strings.Contains(got, "\x1b") {
			t.Errorf("%s: copied %q", page.keys, got)
		}
	}
}

func TestAPriceBelowItsModelIsCopied(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m := panetest.Begin(t, New, w, 120, 22)
	panetest.Press(t, m, "o", "down", "down", "y")
	if got, want := w.Copied(), "long\tLong One\tgeneral\t\t\t\t5\t30\t\t6\t"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Selected rows go together; what is below a selected model is the model's
// already.
func TestSelectedRowsAreCopied(t *testing.T) {
	const long, short = `{"name":"long",`, `{"name":"short","creditsScope":"general","modes":["image2video"],"resolutions":["1080p"],"durations":[4],"pricing":[{"duration":4,"price":20}]}`
	for _, c := range []struct {
		keys, lines string
		json        []string // how what is copied begins
		notice      string
	}{
		{"O|down| |up", "long\tLong One\tgeneral\t\t\t\t8\t80\t100\t10\t0.2", []string{long}, "Long One"},
		{" | |home", "long\tLong One\tgeneral\t\t\t\t8\t80\t100\t10\t0.2\nlong\tLong One\tgeneral\t\t\t\t5\t30\t\t6\t\nshort\t\tgeneral\t\t\t\t4\t20\t\t5\t", []string{long, short}, "2 rows"},
		{"O| | |home|end", "long\tLong One\tgeneral\t\t\t\t8\t80\t100\t10\t0.2\nlong\tLong One\tgeneral\t\t\t\t5\t30\t\t6\t", []string{long}, "Long One"},
		{"O|down| |down| |home", "long\tLong One\tgeneral\t\t\t\t8\t80\t100\t10\t0.2\nshort\t\tgeneral\t\t\t\t4\t20\t\t5\t", []string{long, short}, "2 rows"},
	} {
		w := panetest.New(t, panetest.Options{Handler: catalog(few)})
		m := panetest.Begin(t, New, w, 120, 22)
		panetest.Press(t, m, strings.Split(c.keys, "|")...)
		up := panetest.Press(t, m, "y")
		if got := w.Copied(); got != c.lines {
			t.Errorf("%s: y\n got %q\nwant %q", c.keys, got, c.lines)
		}
		if got := fmt.Sprint(up); !strings.Contains(got, c.notice) {
			t.Errorf("%s: y says %s", c.keys, got)
		}
		up = panetest.Press(t, m, "J")
		got := jsontext.Value(compacted(w.Copied()))
		if want := len(c.json) > 1; want != (got.Kind() == '[') || strings.Count(string(got), `"name"`) != len(c.json) {
			t.Errorf("%s: J copies %s", c.keys, got)
		}
		for _, begin := range c.json {
			if !strings.Contains(string(got), begin) {
				t.Errorf("%s: J copies %s without %s", c.keys, got, begin)
			}
		}
		if got := fmt.Sprint(up); !strings.Contains(got, c.notice+" as JSON") {
			t.Errorf("%s: J says %s", c.keys, got)
		}
	}
}

// On every page the key for export opens the same choice as in the list, as far
// as it makes sense.
func TestExportOfAPage(t *testing.T) {
	const line = "long\tLong One\tgeneral\t\t\t\t"
	for _, c := range []struct{ keys, title, tsv, command string }{
		{"enter", "Export the 2 rows shown", "name\tlabel\tcreditsScope\tmode\tresolution\taspectRatio\tduration\tprice\toriginPrice\tperSecond\tdiscount\n" +
			line + "8\t90.5\t100\t11.3125\t0.095\n" + line + "5\t30\t\t6\t\n", "channeldeck prices --site sandbox --model long"},
		{" | |m", "Export the 3 rows shown", "name\tlabel\tcreditsScope\tmode\tresolution\taspectRatio\tduration\tprice\toriginPrice\tperSecond\tdiscount\n" +
			line + "8\t90.5\t100\t11.3125\t0.095\n" + line + "5\t30\t\t6\t\nshort\t\tgeneral\t\t\t\t4\t10\t\t2.5\t\n", ""},
		{"n", "Export the 5 changes", "change\tname\tlabel\tmode\tresolution\taspectRatio\tduration\tpriceBefore\tpriceAfter\tfact\tbefore\tafter\n" +
			"dearer\tlong\tLong One\t\t\t\t8\t80\t90.5\t\t\t\n" +
			"fact\tlong\tLong One\t\t\t\t\t\t\tinputConstraints.videos.maxSizeMb\t50\t40\n" +
			"cheaper\tshort\t\t\t\t\t4\t20\t10\t\t\t\n" +
			"newModel\tfresh\t\t\t\t\t\t\t\t\t\t\n" +
			"goneModel\tbare\t\t\t\t\t\t\t\t\t\t\n", ""},
	} {
		w, models := changing(t, panetest.Options{})
		m := panetest.Begin(t, New, w, 120, 22)
		*models = fewLater
		panetest.Press(t, m, append([]string{"r"}, strings.Split(c.keys, "|")...)...)
		if !slices.Contains(told(m.FullHelp()...), "e") {
			t.Errorf("%s: the help does not tell of the export", c.keys)
		}
		panetest.Press(t, m, "e")
		view := m.View()
		if !m.Choice.IsOpen() || !strings.Contains(view, c.title) {
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
	if got := w.Copied(); !strings.Contains(got, "| Change ") || !strings.Contains(got, "| cheaper ") {
		t.Errorf("as Markdown: %s", got)
	}
}

// What a page that shows nothing more cannot do is not told either.
func TestKeysOfAPageWithNothingOnIt(t *testing.T) {
	for _, keys := range []string{"r|n|r", "end|enter|r"} {
		w, models := changing(t, panetest.Options{})
		m := panetest.Begin(t, New, w, 120, 22)
		*models = fewLater
		panetest.Press(t, m, strings.Split(keys, "|")...)
		if m.mode != reading {
			t.Fatalf("%s: no page", keys)
		}
		if help := told(append(m.FullHelp(), m.ShortHelp())...); slices.Contains(help, "e") || slices.Contains(help, "J") {
			t.Errorf("%s: told are %v", keys, help)
		}
		if up := panetest.Press(t, m, "J", "e"); len(up) > 0 || w.Copied() != "" || m.Choice.IsOpen() {
			t.Errorf("%s: %v, copied %q", keys, up, w.Copied())
		}
		if strings.Count(strings.TrimSpace(m.View()), "\n") == 0 {
			t.Errorf("%s: the page says nothing:\n%s", keys, m.View())
		}
	}
}

// The command says all that the view shows, and its label what it does not say.
func TestCommandOfTheView(t *testing.T) {
	by := func(column string) func(*Model) {
		return func(m *Model) {
			for m.table().Column() != column {
				panetest.Press(t, m, "right")
			}
		}
	}
	for _, c := range []struct {
		keys, column, then string
		want, label        string
	}{
		{"v", "", "", "channeldeck prices --site sandbox", "Copy the command"},
		{"v", "price", "s", "channeldeck prices --site sandbox --sort price", "Copy the command"},
		{"v", "price", "s|S", "channeldeck prices --site sandbox --sort price --desc", "Copy the command"},
		{"v", "discount", "s|S", "channeldeck prices --site sandbox --sort discount", "Copy the command"},
		{"v", "discount", "s", "channeldeck prices --site sandbox", "Copy the command (left out: order)"},
		{"v", "mode", "s", "channeldeck prices --site sandbox", "Copy the command (left out: order)"},
		{"v|/|text:long|enter", "", "", "channeldeck prices --site sandbox", "Copy the command (left out: filter)"},
		{"v|/|text:long|enter", "mode", "s", "channeldeck prices --site sandbox", "Copy the command (left out: filter; order)"},
		{"a|text:8s x3|enter|v|v", "", "", "channeldeck prices --site sandbox --duration 8", "Copy the command (left out: order)"},
		{"a|text:8s x3|enter", "", "", "channeldeck prices --site sandbox --duration 8 --count 3 --sort price", "Copy the command"},
		{"a|text:8s|enter", "", "", "channeldeck prices --site sandbox --duration 8 --count 1 --sort price", "Copy the command"},
		{"a|text:8s|enter", "discount", "s", "channeldeck prices --site sandbox --duration 8 --count 1 --sort discount", "Copy the command"},
		{"a|text:8s|enter|/|text:oth|enter", "", "", "channeldeck prices --site sandbox --duration 8 --count 1 --sort price", "Copy the command (left out: filter)"},
		{"i|text:mp4|enter", "label", "s", "channeldeck prices --site sandbox --input mp4", "Copy the command (left out: order)"},
	} {
		w := panetest.New(t, panetest.Options{Handler: catalog(few)})
		m := panetest.Begin(t, New, w, 200, 22)
		panetest.Press(t, m, strings.Split(c.keys, "|")...)
		if c.column != "" {
			by(c.column)(m)
			panetest.Press(t, m, strings.Split(c.then, "|")...)
		}
		panetest.Press(t, m, "e", "text:command")
		if !strings.Contains(m.View(), c.label+"  ") {
			t.Errorf("%s %s %s: no %q:\n%s", c.keys, c.column, c.then, c.label, m.View())
		}
		up := panetest.Press(t, m, "enter")
		if got := w.Copied(); got != c.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", c.keys, c.column, c.then, got, c.want)
		}
		if len(up) != 1 || up[0].(pane.Notice).Text != "Copied: "+c.label {
			t.Errorf("%s %s %s: says %v", c.keys, c.column, c.then, up)
		}
	}
}

func TestCommandInChinese(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: catalog(few), Lang: words.Chinese}), 120, 22)
	panetest.Press(t, m, "/", "text:long", "enter", "e")
	if view := m.View(); !strings.Contains(view, "复制命令（不含：筛选）") {
		t.Errorf("%s", view)
	}
}

func TestPercent(t *testing.T) {
	part := func(n, of int64) quote.Amount { return quote.Whole(n).Over(quote.Whole(of)) }
	for want, share := range map[string]quote.Amount{"": {}, "0%": quote.Whole(0), "20%": part(1, 5), "33.3%": part(1, 3), "-12.5%": part(-1, 8)} {
		if got := Percent(share); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
