package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// span collects the text of a block together with its styles.
type span struct {
	w     *writer
	text  strings.Builder
	turns []turn
}

func (s *span) styled() styled {
	return styled{text: s.text.String(), turns: s.turns}
}

func (w *writer) inline(n ast.Node, style theme.Style) styled {
	s := span{w: w}
	s.children(n, style)
	return s.styled()
}

func (s *span) add(t string, style theme.Style) {
	if t != "" {
		s.turns = addTurn(s.turns, s.text.Len(), style)
		s.text.WriteString(t)
	}
}

func (s *span) children(parent ast.Node, style theme.Style) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		s.node(n, style)
	}
}

func (s *span) node(n ast.Node, style theme.Style) {
	t := s.w.theme
	switch n := n.(type) {
	case *ast.Text:
		s.add(s.w.literal(n), style)
		if n.SoftLineBreak() || n.HardLineBreak() {
			s.add("\n", style)
		}
	case *ast.String:
		s.add(text.CleanLines(string(n.Value)), style)
	case *ast.CodeSpan:
		s.codeSpan(n)
	case *ast.Emphasis:
		tone := theme.Emphasis
		if n.Level > 1 {
			tone = theme.Strong
		}
		s.children(n, style.With(t.Tone(tone)))
	case *extast.Strikethrough:
		s.add("~~", s.w.faint())
		s.children(n, style)
		s.add("~~", s.w.faint())
	case *extast.TaskCheckBox:
		box := "[ ] "
		if n.IsChecked {
			box = "[x] "
		}
		s.add(box, t.Tone(theme.Accent))
	case *ast.AutoLink:
		label := text.Clean(string(n.Label(s.w.src)))
		s.add(label, style.With(t.Tone(theme.Link)))
	case *ast.Link:
		s.link(n, address(n.Destination, n.Title), style)
	case *ast.Image:
		s.link(n, address(n.Destination, n.Title), style)
	case *ast.RawHTML:
		html := string(n.Segments.Value(s.w.src))
		s.add(text.CleanLines(html), s.w.faint())
	default:
		s.children(n, style)
	}
}

// codeSpan keeps its backticks where no colour sets it apart.
func (s *span) codeSpan(n *ast.CodeSpan) {
	style := s.w.theme.Tone(theme.Code)
	quote := ""
	if style.Open() == "" {
		quote = "`"
	}
	s.add(quote, style)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			code := string(t.Segment.Value(s.w.src))
			s.add(strings.ReplaceAll(code, "\n", " "), style)
		}
	}
	s.add(quote, style)
}

// link shows the label and then the address, unless they are the same: a terminal
// has no link that can be trusted without seeing where it leads.
func (s *span) link(n ast.Node, address string, style theme.Style) {
	style = style.With(s.w.theme.Tone(theme.Link))
	from := s.text.Len()
	s.children(n, style)
	label := s.text.String()[from:]
	if strings.TrimSpace(label) == "" {
		s.add(address, style)
	} else if address != "" && label != address && !s.w.labels {
		s.add(" ("+address+")", s.w.theme.Tone(theme.Muted))
	}
}

// address is a link's destination and its title.
func address(destination, title []byte) string {
	address := text.Clean(string(destination))
	if len(title) > 0 {
		address = strings.TrimSpace(address + ` "` + text.Clean(string(title)) + `"`)
	}
	return address
}

// literal cleans last: a numeric reference can stand for a control character.
func (w *writer) literal(n *ast.Text) string {
	raw := n.Segment.Value(w.src)
	if !n.IsRaw() && strings.ContainsAny(string(raw), `\&`) {
		raw = util.UnescapePunctuations(raw)
		raw = util.ResolveNumericReferences(raw)
		raw = util.ResolveEntityNames(raw)
	}
	return text.Clean(string(raw))
}
