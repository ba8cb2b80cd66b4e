package prices

import (
	"channeldeck/ui/resource/prices"

	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api/quote"
	"channeldeck/ui/plain"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// mixed are models whose names are in their descriptions, and resolutions in mixed case.
const mixed = `
 {"name":"m-1","description":"Model One","resolutions":["1080P"],"pricing":[{"resolution":"1080P","duration":5,
"price":62.4}]},
 {"name":"m-2","label":"Two","description":"Not the name","resolutions":["1080p"],"defaults":{"resolution":"1080P"},
"pricing":[{"resolution":"1080p","duration":5,"price":1248}]},
 {"name":"m-3","description":"A long description that says what it is good for","resolutions":["4k"],
"pricing":[{"resolution":"4k","duration":5,"price":43.06}]}`

// The label of a model without one is its short description, in tables, files and the
// filter; not in JSON, which has what the service sent.
func TestLabelIsInDescription(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(mixed)}), 120, 38)
	r := prices.PriceResource(m.view)
	var csv, table bytes.Buffer
	sheet := priceSheet(m.view, m.catalog.Match(quote.Filter{}))
	sheet.Columns = slices.DeleteFunc(sheet.Columns, func(c plain.Column) bool {
		return c.ID != "name" && c.ID != "label"
	})
	if err := errors.Join(
		sheet.Write(context.Background(), &csv, plain.CSV, plain.Screen{}),
		sheet.Write(context.Background(), &table, plain.Table, plain.Screen{Terminal: true}),
	); err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(strings.ReplaceAll(
		csv.String(),
		"\ufeff",
		"",
	)); strings.Join(got, " ") != "name,label m-1,Model One m-2,Two m-3," ||
		!strings.Contains(table.String(), "m-1   Model One\n") {
		t.Errorf("%s\n%s", csv.String(), table.String())
	}
	panetest.Press(t, m, "tab", "/", "text:model one", "enter")
	if names(m) != "m-1" {
		t.Errorf("found: %s", names(m))
	}
	if sent, err := json.Marshal(r.JSON(
		prices.PriceRows(m.catalog.Models[0].Rows)[0],
	)); err != nil || !strings.Contains(string(sent), `"label":null`) {
		t.Errorf("%s %v", sent, err)
	}
}

// Resolutions are shown in one case on every screen, and sent and exported as they are.
func TestResolutionsInOneCase(t *testing.T) {
	for _, keys := range [][]string{
		nil,
		{"tab"},
		{"O"},
		{"f"},
		{"a", "text:1080P", "enter"},
		{"a", "text:5s 720p", "enter"},
		{" ", "down", " ", "m"},
		{"down", "enter"},
	} {
		m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(mixed)}), 200, 58)
		if panetest.Press(t, m, keys...); strings.Contains(m.stack.View(), "1080P") ||
			strings.Contains(m.stack.View(), "4k") {
			t.Errorf("%s:\n%s", keys, m.stack.View())
		}
		for _, p := range prices.PriceRows(m.catalog.Match(quote.Filter{})) {
			for _, c := range prices.PriceResource(m.view).Columns {
				if c.ID == "resolution" && c.TextOf(p) != p.Price().Resolution {
					t.Errorf("%s in files: %s", p.Price().Resolution, c.TextOf(p))
				}
			}
		}
	}
}

// The decimal points of prices are below each other, in the list and in the quote.
func TestDecimalPoints(t *testing.T) {
	for _, keys := range [][]string{{"tab"}, {"a", "text:5s", "enter"}} {
		m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(mixed)}), 120, 38)
		panetest.Press(t, m, keys...)
		var ends []int
		for _, line := range strings.Split(m.stack.View(), "\n") {
			list, _, _ := strings.Cut(line, "││")
			if at := regexp.MustCompile(`(62|1,248|43)(\.\d+)? `).FindStringSubmatchIndex(list); at != nil {
				ends = append(ends, text.Width(list[:at[3]]))
			}
		}
		if len(ends) != 3 || ends[0] != ends[1] || ends[0] != ends[2] {
			t.Errorf("%s: %v\n%s", keys, ends, m.stack.View())
		}
	}
}

// Clips in parts that cost less are no line of their own: 4 × 2 s of Iris save less than 1 %.
func TestNoTinySavings(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 38)
	panetest.Press(t, m, "$", "text:8s 1080p i2v x20", "enter")
	r := top(m).current
	lines := strings.Join(prices.AnswerLines(m.view, r, 80), "\n")
	if !strings.Contains(lines, "43.06 per clip") || strings.Contains(lines, "43.04") ||
		strings.Contains(lines, "2 s") {
		t.Errorf("%s: %s", r.Model.Name, lines)
	}
}
