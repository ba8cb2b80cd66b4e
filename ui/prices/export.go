package prices

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/picker"
)

// export is the rows of a list or of a page.
type export struct {
	title string
	name  string // of the file, before the time
	rows  int
	sheet pane.Sheet

	command commandLine // that prints the same, nil for none
}

// pick offers to copy the rows, to copy the command that prints them, and to save them.
func (e export) pick(s *pane.Stack) tea.Cmd {
	w := s.Words
	items := []picker.Item{
		{ID: string(plain.Markdown), Label: w.T("prices.export.markdown")},
		{ID: string(plain.TSV), Label: w.T("prices.export.tsv")},
	}
	command := w.T("prices.export.command")
	if e.command != nil {
		items = append(items, picker.Item{ID: "command", Label: command, Note: e.command.String()})
	}
	items = append(items, picker.Item{ID: string(plain.CSV), Label: w.T("prices.export.csv")}, picker.Item{ID: string(plain.JSON), Label: w.T("prices.export.json")})
	s.PickOne(e.title, items, func(id string) tea.Cmd {
		switch f := plain.Format(id); f {
		case plain.Markdown, plain.TSV:
			dash := s.Theme.Glyphs.Dash
			return s.CopyMade(w.N("prices.copied_rows", e.rows), func(ctx context.Context) ([]byte, error) { return e.sheet.Bytes(ctx, f, dash) })
		case plain.CSV, plain.JSON:
			return s.ExportSheet(e.name, f, e.sheet)
		}
		return s.CopyText(command, e.command.String())
	})
	return nil
}

// export is the rows of the list; of models, their prices.
func (l *listScreen) export() export {
	rows := slices.Collect(l.Table.Rows())
	sheet := plain.Of(resourceOf(l.m.Context.View, l.c.kind), rows)
	if l.c.kind == listModels {
		sheet = PriceSheet(l.m.Context.View, l.prices())
	}
	return export{title: l.m.Words.N("prices.choose_export", len(rows)), name: Name, rows: len(rows), sheet: sheet, command: l.command()}
}

// prices are the prices of a list in its order, each once.
func (l *listScreen) prices() []*quote.Row {
	var prices []*quote.Row
	for r := range l.Table.Rows() {
		if !r.under {
			prices = append(prices, r.prices...)
		}
	}
	return prices
}

func priceExport(v *resource.View, prices []*quote.Row) export {
	n := len(prices)
	return export{title: v.Words.N("prices.choose_export", n), name: Name, rows: n, sheet: PriceSheet(v, prices)}
}

func (m *Model) modelExport(model *quote.Model) export {
	e := priceExport(m.Context.View, model.Rows)
	e.command = newCommandLine(m.Site)
	e.command.add("model", model.Name)
	return e
}

// command returns the command that prints the list, nil if a fuzzy filter narrows it. The
// order may differ: the command sorts by some columns only.
func (l *listScreen) command() commandLine {
	if l.Query.Value() != "" {
		return nil
	}
	line := newCommandLine(l.m.Site)
	for _, by := range quote.Facets() {
		if value, ok := l.m.question.Value(by); ok {
			line = append(line, "--"+by.Flag(), shellQuoted(clean(value)))
		}
	}
	l.c.command(&line)
	return line
}

type commandLine []string

// newCommandLine returns the command for a site.
func newCommandLine(site string) commandLine {
	line := commandLine{"channeldeck", Name}
	const demo = "demo" // the name of the embedded sandbox
	if site == demo {
		return append(line, "--demo")
	}
	line.add("site", site)
	return line
}

func (l *commandLine) add(flag, value string) {
	if value != "" {
		*l = append(*l, "--"+flag, shellQuoted(clean(value)))
	}
}

func (l commandLine) String() string { return strings.Join(l, " ") }

// shellQuoted quotes a word for a POSIX shell, if necessary.
func shellQuoted(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:"
	if s != "" && strings.Trim(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
