package quote

import "fmt"

// ProblemKind is why a part of a text was not understood.
type ProblemKind uint8

const (
	// UnknownWord: a word that means nothing here.
	UnknownWord ProblemKind = iota + 1
	// BareNumber: a number without a unit.
	BareNumber
	// Twice: a second value for what has one already; the first holds.
	Twice
	// OutOfRange: a duration, count, size … that cannot be.
	OutOfRange
	// MissingValue: "tag:" or "x" without what should follow.
	MissingValue
	// NeedPixels: "1080p" where width and height are needed.
	NeedPixels
	// KindUnclear: a file that may be an image, a video or audio.
	KindUnclear
	// TooLong: the text goes on; the rest was not read.
	TooLong
)

// Problem is a part of a text that was not understood. What else the text says
// still counts.
type Problem struct {
	Kind       ProblemKind
	Text       string // the part, as it was typed
	Start, End int    // byte offsets of the part in the text
}

// Error names the problem for logs; panes and commands word it themselves.
func (p Problem) Error() string {
	return fmt.Sprintf("problem %d at %d: %q", p.Kind, p.Start, p.Text)
}

// problems collects them, joining unknown words that touch.
type problems []Problem

func (p *problems) add(kind ProblemKind, s *scanner, start, end int) {
	a, b := s.starts[start], s.starts[end]
	if n := len(*p); kind == UnknownWord && n > 0 {
		if last := &(*p)[n-1]; last.Kind == UnknownWord && last.End == a {
			last.Text, last.End = s.src[last.Start:b], b
			return
		}
	}
	*p = append(*p, Problem{kind, s.src[a:b], a, b})
}

// limit cuts what is too long to be read and says so.
func (p *problems) limit(text string) string {
	n := 0
	for i := range text {
		if n == maxText {
			*p = append(*p, Problem{TooLong, text[i:], i, len(text)})
			return text[:i]
		}
		n++
	}
	return text
}
