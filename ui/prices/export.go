package prices

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/picker"
)

// export is the rows of a list or of a page.
type export struct {
	title string
	name  string // of the file, before the time
	rows  int
	sheet pane.Sheet

	command commandLine // that prints the same, nil for none
	omitted []string    // what the command does not do, in words
}

// pickExport offers to copy the rows, to copy the command that prints them, and to
// save them.
func (m *Model) pickExport(e export) {
	w := m.Words
	items := []picker.Item{
		{ID: string(plain.Markdown), Label: w.T("prices.export.markdown")},
		{ID: string(plain.TSV), Label: w.T("prices.export.tsv")},
	}
	command := w.T("prices.export.command")
	if len(e.omitted) > 0 {
		command = w.T("prices.export.command_without", "What", m.joined(e.omitted))
	}
	if e.command != nil {
		items = append(items, picker.Item{ID: "command", Label: command, Note: e.command.String()})
	}
	items = append(items, picker.Item{ID: string(plain.CSV), Label: w.T("prices.export.csv")}, picker.Item{ID: string(plain.JSON), Label: w.T("prices.export.json")})
	m.PickOne(e.title, items, func(id string) tea.Cmd {
		switch f := plain.Format(id); f {
		case plain.Markdown, plain.TSV:
			dash := m.Theme.Glyphs.Dash
			return m.CopyMade(w.N("prices.copied_rows", e.rows), func(ctx context.Context) ([]byte, error) { return e.sheet.Bytes(ctx, f, dash) })
		case plain.CSV, plain.JSON:
			return m.ExportSheet(e.name, f, e.sheet)
		}
		return m.CopyText(command, e.command.String())
	})
}

// export is the rows of the list; of models, their prices.
func (l *listScreen) export() export {
	rows := slices.Collect(l.Table.Rows())
	sheet := plain.Of(l.m.resource(l.kind), rows)
	if l.kind == listModels {
		sheet = PriceSheet(l.m.Context, l.prices())
	}
	command, omitted := l.command()
	return export{
		title: l.m.Words.N("prices.choose_export", len(rows)), name: Name, rows: len(rows), sheet: sheet, command: command, omitted: omitted,
	}
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

func (m *Model) exportModel(model *quote.Model) export {
	command := m.commandLine()
	command.add("model", model.Name)
	n := len(model.Rows)
	return export{title: m.Words.N("prices.choose_export", n), name: Name, rows: n, sheet: PriceSheet(m.Context, model.Rows), command: command}
}

// command is the command that prints the list, and what it does not do: the fuzzy
// filter, and some orders. It prints models that cannot answer, and models of one
// verdict, in an order of its own.
func (l *listScreen) command() (line commandLine, omitted []string) {
	m := l.m
	line = m.commandLine()
	for _, c := range quote.Facets() {
		if value, ok := m.question.Value(c); ok {
			line = append(line, "--"+c.Flag(), shellQuoted(clean(value)))
		}
	}
	id, desc := l.Table.Sort()
	by := quote.Column(id)
	ordered := true
	switch {
	case l.kind == listQuote:
		line.add("count", strconv.Itoa(m.question.Clips())) // without it, there are prices instead of answers
		line.add("sort", m.ranked.Flag())
	case l.kind == listFiles:
		line.add("input", m.describe.Value())
		ordered = id == ""
	default:
		largestFirst := by == quote.ByDiscount // in the command
		if !slices.Contains(quote.Rankings(), by) || largestFirst && !desc {
			by, desc = "", false
		}
		line.add("sort", by.Flag())
		if desc && !largestFirst {
			line = append(line, "--desc")
		}
		shown := l.prices()
		printed := slices.Clone(m.catalog().Match(m.question.Filter))
		if by != "" || !m.question.IsZero() { // with a filter, the command begins with the cheapest
			quote.Sort(printed, cmp.Or(by, quote.ByPrice), desc)
		}
		printed = slices.DeleteFunc(printed, func(p *quote.Row) bool { return !slices.Contains(shown, p) })
		ordered = slices.Equal(shown, printed)
	}
	if l.Query.Value() != "" {
		omitted = append(omitted, m.Words.T("prices.without.filter"))
	}
	if !ordered {
		omitted = append(omitted, m.Words.T("prices.without.order"))
	}
	return line, omitted
}

type commandLine []string

func (m *Model) commandLine() commandLine {
	line := commandLine{"channeldeck", Name}
	const demo = "demo" // the name of the embedded sandbox
	if m.Site == demo {
		return append(line, "--demo")
	}
	line.add("site", m.Site)
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
