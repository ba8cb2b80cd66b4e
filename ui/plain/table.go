package plain

import (
	"bufio"
	"context"
	"strings"

	"channeldeck/ui/text"
)

// gap separates the columns of a table.
const gap = "  "

// narrowest is the least width to which a column is cut.
const narrowest = 8

// writeTable aligns columns by cells and fits the width of the terminal.
func (s *Sheet[R]) writeTable(ctx context.Context, w *bufio.Writer, screen Screen) error {
	cells := make([][]string, len(s.Rows)+1)
	widths := make([]int, len(s.Columns))
	cells[0] = make([]string, len(s.Columns))
	for i := range s.Columns {
		cells[0][i] = text.Clean(s.Columns[i].title())
		widths[i] = text.Width(cells[0][i])
	}
	err := s.each(ctx, func(n int, row *R) error {
		line := make([]string, len(s.Columns))
		for i := range s.Columns {
			line[i] = text.Clean(s.Columns[i].show(row, screen.Dash))
			widths[i] = max(widths[i], text.Width(line[i]))
		}
		cells[n+1] = line
		return nil
	})
	if err != nil {
		return err
	}
	narrow(widths, screen.Width-len(gap)*(len(widths)-1))
	for n, line := range cells {
		if err := ctx.Err(); err != nil {
			return err
		}
		out := s.line(line, widths)
		if n == 0 && screen.Head != nil {
			out = screen.Head(out)
		}
		w.WriteString(out) // bufio keeps the first error
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sheet[R]) line(cells []string, widths []int) string {
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(gap)
		}
		cell = text.Cut(cell, widths[i])
		if s.Columns[i].Right {
			cell = text.Right(cell, widths[i])
		} else if i < len(cells)-1 {
			cell = text.Left(cell, widths[i])
		}
		b.WriteString(cell)
	}
	return b.String()
}

// narrow cuts the widest columns until all fit into room; 0 is unlimited.
func narrow(widths []int, room int) {
	if room <= 0 {
		return
	}
	sum := 0
	for _, w := range widths {
		sum += w
	}
	for ; sum > room; sum-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowest {
			return
		}
		widths[widest]--
	}
}

// writeMarkdown writes a table in GitHub Flavored Markdown.
func (s *Sheet[R]) writeMarkdown(ctx context.Context, w *bufio.Writer, screen Screen) error {
	for i := range s.Columns {
		w.WriteString("| ")
		w.WriteString(escapeMarkdown(s.Columns[i].title()))
		w.WriteByte(' ')
	}
	w.WriteString("|\n")
	for i := range s.Columns {
		rule := "| --- "
		if s.Columns[i].Right {
			rule = "| ---: "
		}
		w.WriteString(rule)
	}
	if _, err := w.WriteString("|\n"); err != nil {
		return err
	}
	return s.each(ctx, func(_ int, row *R) error {
		for i := range s.Columns {
			w.WriteString("| ")
			w.WriteString(escapeMarkdown(s.Columns[i].show(row, screen.Dash)))
			w.WriteByte(' ')
		}
		_, err := w.WriteString("|\n")
		return err
	})
}

func escapeMarkdown(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`, "~", `\~`, "&", `\&`,
	).Replace(text.Clean(s))
}
