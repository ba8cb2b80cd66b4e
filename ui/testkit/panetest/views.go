package panetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Sizes are the sizes of the terminal in which views are tested.
var Sizes = [][2]int{{40, 12}, {60, 16}, {80, 24}, {120, 40}, {200, 60}}

// Exact fails the test if a view is larger than its size.
func Exact(t testing.TB, view string, width, height int) {
	t.Helper()
	lines := strings.Split(view, "\n")
	if len(lines) > height {
		t.Errorf("%d lines in a height of %d", len(lines), height)
	}
	for i, line := range lines {
		if n := text.Width(line); n > width {
			t.Errorf("line %d is %d cells wide, in a width of %d: %q", i, n, width, line)
		}
	}
}

// Screen draws a screen of a pane in every language at all sizes, without header and
// footer. open shows the screen in a world of the given options. At 120x40 in English
// the view must contain the texts, in which blanks count as one; without texts it is
// compared with testdata/NAME.golden. The test fails if a view does not fit, contains
// control characters, differs when drawn again, or is the same in English and another language.
func Screen[P Pane](
	t *testing.T,
	name string,
	open func(t testing.TB, o Options) P,
	texts ...string,
) {
	t.Run(name, func(t *testing.T) {
		views := map[words.Lang]string{}
		for _, lang := range words.Langs() {
			p := open(t, Options{Lang: lang})
			Fits(t, p)
			views[lang] = viewAt(t, p, 120, 38)
		}
		for lang, view := range views {
			if lang != words.English && view == views[words.English] {
				t.Errorf("the view is not translated into %s", lang)
			}
		}
		if len(texts) == 0 {
			Golden(t, name, views[words.English])
		}
		Shows(t, views[words.English], texts...)
	})
}

// Shows fails the test for each text that a view does not contain. Blanks count as one.
func Shows(t testing.TB, view string, texts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(view), " ")
	for _, want := range texts {
		if !strings.Contains(flat, want) {
			t.Errorf("%q is missing:\n%s", want, view)
		}
	}
}

// Fits draws a pane at all sizes and fails the test if a view does not fit, contains
// control characters or differs when drawn again.
func Fits(t testing.TB, p Pane) {
	t.Helper()
	for _, size := range Sizes {
		viewAt(t, p, size[0], size[1]-2)
	}
}

func viewAt(t testing.TB, p Pane, width, height int) string {
	t.Helper()
	p.Stack().SetSize(width, height)
	view := p.Stack().View()
	Exact(t, view, width, height)
	bare := cursor.Replace(view)
	if text.CleanLines(bare) != bare {
		t.Errorf("the view contains control characters: %q", bare)
	}
	if p.Stack().View() != view {
		t.Error("drawn again, the view differs")
	}
	return view
}

// cursor removes the cursor of a text field, which is reversed even without
// colours.
var cursor = strings.NewReplacer("\x1b[7m", "", "\x1b[0m", "")

// Themes draws a screen of a pane at 100x30 in each theme and compares the views in
// the named ones with testdata/themes.golden. Print the file in a terminal to look at
// it. The test fails if themes change more than colours, or if the view in ASCII
// contains a Unicode glyph.
func Themes[P Pane](t *testing.T, open func(t testing.TB, o Options) P, names ...string) {
	t.Helper()
	draw := func(o Options) string {
		p := open(t, o)
		p.Stack().SetSize(100, 28)
		return p.Stack().View()
	}
	// Without colours, the rest of a bar is lighter instead.
	bare := func(view string) string {
		return strings.ReplaceAll(ansi.Strip(view), "░", "█")
	}
	var sheet golden.Sheet
	want := bare(draw(Options{}))
	for _, name := range theme.Names() {
		profile := termenv.TrueColor
		if name == "ansi" || name == "mono" {
			profile = termenv.ANSI
		}
		view := draw(Options{Palette: name, Profile: profile})
		if got := bare(view); got != want {
			t.Errorf("%s changes the text:\n%s\nwant:\n%s", name, got, want)
		}
		if slices.Contains(names, name) {
			sheet.Add(name, view)
		}
	}
	sheet.Golden(t, "themes")
	ascii := draw(Options{ASCII: true})
	glyph := func(r rune) bool {
		return r >= '←' && r <= '⣿' || strings.ContainsRune("–•·‹›", r)
	}
	if i := strings.IndexFunc(ascii, glyph); i >= 0 {
		t.Errorf("%q is not ASCII:\n%s", ascii[i:min(i+8, len(ascii))], ascii)
	}
}

// Golden compares a view with testdata/NAME.golden. Blanks at the ends of lines do
// not count.
func Golden(t testing.TB, name, view string) {
	t.Helper()
	var s golden.Sheet
	s.AddLines(view)
	s.Golden(t, name)
}

// Unknown is Agree for a row of which nothing is known, with the columns that are unknown at least: none
// that is has a number in its cell.
func Unknown[R any](t testing.TB, r *resource.Resource[R], row R, columns ...string) {
	t.Helper()
	Agree(t, r, row)
	for i := range r.Columns {
		c := &r.Columns[i]
		if c.Of == nil {
			continue
		}
		if c.ValueOf(row).IsKnown() {
			if slices.Contains(columns, c.ID) {
				t.Errorf("%s: %s is known", r.Name, c.ID)
			}
			continue
		}
		s := c.CellOf(row).Text
		if !c.ExportOnly && strings.ContainsAny(s, "0123456789") {
			t.Errorf("%s: %s is unknown, and drawn as %q", r.Name, c.ID, s)
		}
	}
	for _, id := range columns {
		if !slices.Contains(r.Names(), id) {
			t.Errorf("%s: there is no column %s", r.Name, id)
		}
	}
}

// EveryColumn draws, copies, searches, sorts and exports rows in each column of a
// resource, as tables and commands do. It fails the test for a column that cannot be
// drawn or has no title, and where the record of a row is no JSON.
func EveryColumn[R any](t testing.TB, v *resource.View, r *resource.Resource[R], rows []R) {
	t.Helper()
	if len(rows) == 0 {
		t.Errorf("%s: no rows", r.Name)
	}
	seen := map[string]bool{}
	for i := range r.Columns {
		c := &r.Columns[i]
		if seen[c.ID] && !c.TableOnly && !c.ExportOnly {
			t.Errorf("%s: two columns %s", r.Name, c.ID)
		}
		seen[c.ID] = true
		id := r.Name + ".column." + c.ID
		if c.Title == "" && !c.ExportOnly && !v.Words.Has(id) {
			t.Errorf("%s: the column %s has no title", r.Name, c.ID)
		}
		if c.Cell == nil && c.Of == nil && !c.ExportOnly {
			t.Errorf("%s: the column %s cannot be drawn", r.Name, c.ID)
		}
		for _, row := range rows {
			if !c.ExportOnly {
				c.CellOf(row)
				c.CopyOf(row)
			}
			if c.Searched {
				c.SearchedOf(row)
			}
			if !c.TableOnly {
				c.TextOf(row)
				c.DisplayOf(row)
			}
			if c.Bar != nil && !(c.Bar(row) >= 0) {
				t.Errorf("%s: the bar of %s is %v", r.Name, c.ID, c.Bar(row))
			}
		}
		if c.IsSorted() {
			for _, desc := range []bool{false, true} {
				n := len(c.Sort(t.Context(), rows, desc))
				if n != len(rows) && n != 0 {
					t.Errorf(
						"%s: sorted by %s, %d of %d rows are left",
						r.Name,
						c.ID,
						n,
						len(rows),
					)
				}
			}
		}
	}
	Agree(t, r, rows...)
}
