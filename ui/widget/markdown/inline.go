package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// span is text in one style. Line ends in it break the line.
type span struct {
	text  string
	style theme.Style
}

// spans is the text within a block.
func (w *writer) spans(n ast.Node, style theme.Style) []span {
	var s inliner
	s.w = w
	s.children(n, style, 0)
	return s.out
}

type inliner struct {
	w   *writer
	out []span
}

func (s *inliner) add(t string, style theme.Style) {
	if t == "" {
		return
	}
	if last := len(s.out) - 1; last >= 0 && s.out[last].style == style {
		s.out[last].text += t
		return
	}
	s.out = append(s.out, span{t, style})
}

// children walks the text. Marks in marks beyond the deepest lose their style,
// not their text.
func (s *inliner) children(parent ast.Node, style theme.Style, depth int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		s.node(n, style, depth+1)
	}
}

func (s *inliner) node(n ast.Node, style theme.Style, depth int) {
	t := s.w.r.theme
	switch n := n.(type) {
	case *ast.Text:
		s.add(s.w.plain(n), style)
		if n.SoftLineBreak() || n.HardLineBreak() {
			s.add("\n", style)
		}
	case *ast.String:
		s.add(text.CleanLines(string(n.Value)), style)
	case *ast.CodeSpan:
		s.codeSpan(n)
	case *ast.Emphasis:
		if n.Level > 1 {
			style = t.Tone(theme.Strong)
		} else if style == s.w.base {
			style = t.Tone(theme.Emphasis)
		}
		s.children(n, style, depth)
	case *extast.Strikethrough:
		s.add("~~", s.w.faint())
		s.children(n, style, depth)
		s.add("~~", s.w.faint())
	case *extast.TaskCheckBox:
		box := "[ ] "
		if n.IsChecked {
			box = "[x] "
		}
		s.add(box, t.Tone(theme.Accent))
	case *ast.AutoLink:
		s.add(text.Clean(string(n.Label(s.w.src))), t.Tone(theme.Link))
	case *ast.Link:
		s.link(n, string(n.Destination), depth)
	case *ast.Image:
		s.link(n, string(n.Destination), depth)
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			s.add(text.CleanLines(string(segment.Value(s.w.src))), s.w.faint())
		}
	default:
		s.children(n, style, depth)
	}
}

// plain resolves what is escaped in text, and cleans what came of it: a numeric
// reference can stand for a control character.
func (w *writer) plain(n *ast.Text) string {
	raw := n.Segment.Value(w.src)
	if n.IsRaw() {
		return string(raw)
	}
	if strings.ContainsAny(string(raw), `\&`) {
		raw = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
	}
	return text.Clean(string(raw))
}

// codeSpan keeps its marks where there is no colour to tell it by.
func (s *inliner) codeSpan(n *ast.CodeSpan) {
	style := s.w.r.theme.Tone(theme.Code)
	marks := ""
	if style.Open() == "" {
		marks = "`"
	}
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(s.w.src))
		}
	}
	s.add(marks+strings.ReplaceAll(b.String(), "\n", " ")+marks, style)
}

// link shows the address behind the text, for a terminal has nothing to click
// that can be trusted, unless they are the same.
func (s *inliner) link(n ast.Node, destination string, depth int) {
	t := s.w.r.theme
	var inner inliner
	inner.w = s.w
	inner.children(n, t.Tone(theme.Link), depth)
	var label strings.Builder
	for _, p := range inner.out {
		label.WriteString(p.text)
	}
	destination = text.Clean(destination)
	if label.Len() == 0 || label.String() == destination {
		s.add(destination, t.Tone(theme.Link))
		return
	}
	s.out = append(s.out, inner.out...)
	if destination != "" {
		s.add(" ("+destination+")", t.Tone(theme.Muted))
	}
}
