package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// draft is what was parsed, made ready for glamour. By itself glamour resolves
// references such as &#27; in what is clean already, resolves those in code,
// takes backslashes away twice in tables, strips HTML, and leaves out addresses
// that it cannot parse. So it gets only texts, emphasis, code and the labels of
// links, and in them each text as it is to be read: cleaned, without anything
// that it would resolve. Texts that are not in the source are added to its end.
type draft struct {
	theme *theme.Theme
	src   []byte
	end   int             // of the source in src
	used  map[string]bool // addresses that links show
}

// Stand-ins for what glamour would resolve. No clean text has them.
const (
	backslash = "\ue000"
	ampersand = "\ue001"
)

// deepestMark is how many marks within marks are drawn as such. Beyond it they
// lose their style, not their text.
const deepestMark = 8

// inlines makes the text within a block ready.
func (d *draft) inlines(parent ast.Node, depth int) {
	for _, n := range children(parent) {
		switch n := n.(type) {
		case *ast.Text:
			t := d.text(d.literal(n))
			t.SetSoftLineBreak(n.SoftLineBreak())
			t.SetHardLineBreak(n.HardLineBreak())
			parent.ReplaceChild(parent, n, t)
		case *ast.String:
			parent.ReplaceChild(parent, n, d.text(text.CleanLines(string(n.Value))))
		case *ast.CodeSpan:
			code := strings.ReplaceAll(d.plain(n), "\n", " ")
			n.RemoveChildren(n)
			n.AppendChild(n, d.text(code))
		case *ast.RawHTML:
			parent.ReplaceChild(parent, n, d.painted(string(n.Segments.Value(d.src)), theme.Faint))
		case *extast.TaskCheckBox:
			box := "[ ] "
			if n.IsChecked {
				box = "[x] "
			}
			parent.ReplaceChild(parent, n, d.painted(box, theme.Accent))
		case *extast.Strikethrough:
			d.inlines(n, depth+1)
			parent.InsertBefore(parent, n, d.painted("~~", theme.Faint))
			unwrap(parent, n)
			parent.ReplaceChild(parent, n, d.painted("~~", theme.Faint))
		case *ast.AutoLink:
			label := text.Clean(string(n.Label(d.src)))
			parent.ReplaceChild(parent, n, d.link(d.text(label)))
		case *ast.Link:
			d.linked(parent, n, addressOf(n.Destination, n.Title), depth)
		case *ast.Image:
			d.linked(parent, n, addressOf(n.Destination, n.Title), depth)
		default:
			d.inlines(n, depth+1)
			if depth >= deepestMark {
				unwrap(parent, n)
				parent.RemoveChild(parent, n)
			}
		}
	}
}

// linked shows the address behind the text, for a terminal has nothing to click
// that can be trusted, unless they are the same.
func (d *draft) linked(parent, n ast.Node, address string, depth int) {
	d.used[address] = true
	d.inlines(n, depth+1)
	switch label := d.plain(n); {
	case strings.TrimSpace(label) == "" || label == encode(address):
		parent.ReplaceChild(parent, n, d.link(d.text(address)))
		return
	case depth < deepestMark:
		link := d.link()
		move(n, link)
		parent.InsertBefore(parent, n, link)
	default:
		unwrap(parent, n)
	}
	if address != "" {
		address = " (" + address + ")"
	}
	parent.ReplaceChild(parent, n, d.painted(address, theme.Muted))
}

// unwrap puts what is in n before it.
func unwrap(parent, n ast.Node) {
	for _, c := range children(n) {
		parent.InsertBefore(parent, n, c)
	}
}

// move puts what is in one node at the end of another.
func move(from, to ast.Node) {
	for _, c := range children(from) {
		to.AppendChild(to, c)
	}
}

// link is a link without an address of its own: glamour shows none that is an
// anchor alone.
func (d *draft) link(label ...ast.Node) *ast.Link {
	link := ast.NewLink()
	link.Destination = []byte("#")
	for _, n := range label {
		link.AppendChild(link, n)
	}
	return link
}

func addressOf(destination, title []byte) string {
	address := text.Clean(string(destination))
	if len(title) > 0 {
		address = strings.TrimSpace(address + ` "` + text.Clean(string(title)) + `"`)
	}
	return address
}

// literal resolves what is escaped in text, and cleans what came of it: a numeric
// reference can stand for a control character.
func (d *draft) literal(n *ast.Text) string {
	raw := n.Segment.Value(d.src)
	if !n.IsRaw() && strings.ContainsAny(string(raw), `\&`) {
		raw = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
	}
	return text.Clean(string(raw))
}

// text is a node that shows s as it is.
func (d *draft) text(s string) *ast.Text { return d.add(encode(s)) }

// painted is a text in a tone of its own.
func (d *draft) painted(s string, tone theme.Tone) *ast.Text {
	return d.add(paint(d.theme.Tone(tone), encode(text.CleanLines(s))))
}

// reset is the form of the reset that glamour knows: behind any other it takes
// styles for open and repeats them on every line.
const reset = "\x1b[0m"

// paint paints a text that stands among others of other styles.
func paint(style theme.Style, s string) string {
	if style.Open() == "" || s == "" {
		return s
	}
	return reset + style.Open() + s + reset
}

func (d *draft) add(s string) *ast.Text {
	from := len(d.src)
	d.src = append(d.src, s...)
	return ast.NewTextSegment(gtext.NewSegment(from, len(d.src)))
}

func encode(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, `\`, backslash), "&", ampersand)
}

func decode(s string) string {
	if !strings.Contains(s, "\xee\x80") { // both begin with these bytes
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, backslash, `\`), ampersand, "&")
}

// plain is the text in a node.
func (d *draft) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(d.src))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
