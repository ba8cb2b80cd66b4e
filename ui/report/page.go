package report

import (
	"bufio"
	"cmp"
	_ "embed"
	"io"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

//go:embed report.css
var styleSheet string

// policy forbids scripts and requests, in case a text is written unescaped.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

// newline lets the page be read and compared line by line. A browser shows nothing for it between blocks and rows.
const newline = "\n"

// writePage writes documents as one page of HTML.
func writePage(documents []*document, to io.Writer) error {
	buffered := bufio.NewWriter(to)
	if err := page(documents).Render(buffered); err != nil {
		return err
	}
	return buffered.Flush()
}

// page is the page of documents, with the language and the title of the first one. Only the style sheet and the
// charts are written unescaped: they are our own.
func page(documents []*document) g.Node {
	first := documents[0]
	return g.Group{
		html.Doctype(g.Text(newline)),
		line(html.HTML(
			html.Lang(first.Lang),
			g.Text(newline),
			line(pageHead(first.Title)),
			line(html.Body(
				g.Text(newline),
				g.Map(documents, (*document).node),
			)),
		)),
	}
}

func pageHead(title string) g.Node {
	return html.Head(
		g.Text(newline),
		line(html.Meta(html.Charset("utf-8"))),
		line(html.Meta(
			g.Attr("http-equiv", "Content-Security-Policy"),
			html.Content(policy),
		)),
		line(html.Meta(
			html.Name("viewport"),
			html.Content("width=device-width, initial-scale=1"),
		)),
		line(html.Meta(
			html.Name("generator"),
			html.Content("channeldeck"),
		)),
		line(html.TitleEl(g.Text(title))),
		line(html.StyleEl(g.Raw(newline+styleSheet))),
	)
}

// line puts an element at the end of a line.
func line(element g.Node) g.Node {
	return g.Group{element, g.Text(newline)}
}

// paragraph is a paragraph of a class of the style sheet.
func paragraph(class, text string) g.Node {
	return line(html.P(
		html.Class(class),
		g.Text(text),
	))
}

// note is a paragraph in small letters.
func note(text string) g.Node {
	return paragraph("note", text)
}

func (d *document) node() g.Node {
	return line(html.Main(
		g.Text(newline),
		line(html.H1(g.Text(d.Title))),
		paragraph("about", strings.Join(d.About, " · ")),
		g.If(d.Result != "", paragraph("result", d.Result)),
		g.If(len(d.Cards) > 0, d.cardsNode()),
		g.Map(d.Notes, note),
		g.If(len(d.Charts) > 0, d.chartsNode()),
		g.Map(d.Tables, (*table).node),
		g.If(d.Foot != "", line(html.Footer(g.Text(d.Foot)))),
	))
}

// cardsNode is the grid of the cards, whose columns the style sheet chooses by their number.
func (d *document) cardsNode() g.Node {
	return line(html.Div(
		html.Class("cards n"+strconv.Itoa(len(d.Cards))),
		g.Map(d.Cards, card.node),
	))
}

func (c card) node() g.Node {
	return line(html.Div(
		html.Class("card"),
		html.Span(g.Text(c.Label)),
		html.B(valueText(c.Value)),
		html.Span(
			html.Class(c.Tone),
			g.Text(c.Change),
		),
		g.Raw(c.Curve),
	))
}

// valueText is a value, or a dash for one that is unknown.
func valueText(value string) g.Node {
	return g.Text(cmp.Or(value, "–"))
}

// chartsNode is the chart once for each kind of screen: the style sheet hides the others.
func (d *document) chartsNode() g.Node {
	figure := func(chart drawing) g.Node {
		return line(html.Figure(
			html.Class(chart.Class),
			html.Role("img"),
			html.Aria("label", d.ChartTitle),
			g.Raw(chart.SVG),
		))
	}
	return g.Group{
		line(html.H2(g.Text(d.ChartTitle))),
		g.Map(d.Charts, figure),
		g.If(d.ChartNote != "", note(d.ChartNote)),
	}
}

func (t *table) node() g.Node {
	return g.Group{
		line(html.H2(g.Text(t.Title))),
		g.If(t.Note != "", note(t.Note)),
		g.Iff(t.Strips != nil, t.Strips.node),
		t.contentNode(),
		g.If(t.More != "", note(t.More)),
	}
}

// contentNode is the stories or the rows, or else what is said in place of them.
func (t *table) contentNode() g.Node {
	if len(t.Stories) > 0 {
		return g.Map(t.Stories, story.node)
	}
	if len(t.Rows) == 0 {
		return note(t.Empty)
	}
	return line(html.Table(
		g.Text(newline),
		line(html.THead(html.Tr(g.Map(t.Head, head.node)))),
		line(html.TBody(t.rowNodes())),
	))
}

func (h head) node() g.Node {
	return g.Group{
		g.If(h.Bar, html.Th(html.Class("bars"))),
		html.Th(
			html.Class(h.class()),
			g.Text(h.Title),
		),
	}
}

func (t *table) rowNodes() g.Group {
	var rows g.Group
	for row := range t.Rows {
		rows = append(rows, line(html.Tr(t.cellNodes(row))))
	}
	return rows
}

func (t *table) cellNodes(row int) g.Group {
	var cells g.Group
	for i, value := range t.Rows[row] {
		column := t.Head[i]
		if column.Bar {
			cells = append(cells, html.Td(
				html.Class("bars"),
				barNode(t.Bars[row]),
			))
		}
		cells = append(cells, html.Td(
			html.Class(column.class()),
			valueText(value),
		))
	}
	return cells
}

// barNode is the bar of a row; nil for 0.
func barNode(percent int) g.Node {
	if percent == 0 {
		return nil
	}
	width := html.Style("width:" + strconv.Itoa(percent) + "%")
	return html.Div(
		html.Class("bar"),
		html.I(width),
	)
}

func (s *strips) node() g.Node {
	return line(html.Div(
		html.Class("strips"),
		g.Text(newline),
		g.Map(s.Rows, strip.node),
		line(html.Div(
			html.Class("strip"),
			html.Span(),
			html.Div(
				html.Class("dates"),
				html.Span(g.Text(s.From)),
				html.Span(g.Text(s.To)),
			),
		)),
		line(html.P(
			html.Class("note legend"),
			g.Text(s.Title),
			g.Map(s.Levels, levelWord.node),
		)),
	))
}

func (s strip) node() g.Node {
	return line(html.Div(
		html.Class("strip"),
		html.Span(g.Text(s.Name)),
		html.Div(
			html.Role("img"),
			html.Aria("label", s.Said),
			g.Map(s.Cells, cell.node),
		),
	))
}

func (c cell) node() g.Node {
	return html.I(
		html.Class(c.Level.String()),
		html.Title(c.Title),
	)
}

// node begins with a space, which a browser shows before it.
func (l levelWord) node() g.Node {
	return g.Group{
		g.Text(" "),
		html.Span(
			html.I(html.Class(l.Level.String())),
			g.Text(l.Word),
		),
	}
}

func (s story) node() g.Node {
	class := html.Class("story")
	if s.Open {
		class = html.Class("story open")
	}
	return line(html.P(
		class,
		html.B(g.Text(s.About)),
		g.Text(" · "+s.Text),
	))
}
