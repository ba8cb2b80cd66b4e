package wording

import (
	"strconv"

	"channeldeck/api/archive"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Difference is a line of a comparison of two sessions.
type Difference struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Differences compares two sessions: their duration, calls and problems, each tool, and the
// first call that differs.
func Differences(v *resource.View, a, b *transcript.Transcript) []*Difference {
	w, c := v.Words, archive.Compare(a, b)
	line := func(id, a, b string) *Difference { return &Difference{w.T("sessions.compare." + id), a, b} }
	all := []*Difference{
		line("duration", w.Duration(c.A.Duration), w.Duration(c.B.Duration)),
		line("calls", strconv.Itoa(c.A.Calls), strconv.Itoa(c.B.Calls)),
		line("problems", strconv.Itoa(c.A.Problems), strconv.Itoa(c.B.Problems)),
	}
	count := func(n archive.Calls) string {
		if n.Failed == 0 {
			return strconv.Itoa(n.Count)
		}
		return w.T("sessions.compare.failed", "N", strconv.Itoa(n.Count), "Failed", strconv.Itoa(n.Failed))
	}
	for _, tool := range c.Tools {
		all = append(all, &Difference{transcript.ToolLabel(tool), count(c.A.Tools[tool]), count(c.B.Tools[tool])})
	}
	same := strconv.Itoa(c.Same)
	all = append(all, line("same", same, same))
	next := func(t *transcript.Tool) string {
		if t == nil {
			return w.T("sessions.compare.ends")
		}
		return text.Join(" · ", text.Line(t.Label()), Outcome(w, t), text.Line(t.About()))
	}
	if c.A.Next != nil || c.B.Next != nil {
		all = append(all, line("parts", next(c.A.Next), next(c.B.Next)))
	}
	return all
}

// Comparison is what is shown, copied, printed and exported of a comparison.
func Comparison(*resource.View) *resource.Resource[*Difference] {
	what := resource.Text("what", 100, 12, 30, theme.Muted, func(d *Difference) string { return d.What })
	what.Pinned = true
	a := resource.Text("a", 90, 12, 60, theme.Plain, func(d *Difference) string { return d.A })
	b := resource.Text("b", 90, 12, 60, theme.Plain, func(d *Difference) string { return d.B })
	b.Grow = true
	return &resource.Resource[*Difference]{
		Name: "sessions.compare", ID: func(d *Difference) string { return d.What }, Record: func(d *Difference) any { return d },
		Columns: []resource.Column[*Difference]{what, a, b},
	}
}
