// Package bar draws horizontal bars and sparklines. Their widths are exact, and
// their texts unstyled unless a style is given.
package bar

import (
	"math"
	"strings"

	"channeldeck/theme"
)

// Of returns a bar for a value from 0 to most, of at most width cells; it is not
// padded. A value above 0 has at least the thinnest bar.
func Of(g *theme.Glyphs, value, most float64, width int) string {
	if !(value > 0) || !(most > 0) || width <= 0 {
		return ""
	}
	steps := len(g.BarParts) + 1 // of a cell
	n := int(math.Round(min(value/most, 1) * float64(width*steps)))
	n = max(n, 1)
	bar := strings.Repeat(g.Bar, n/steps)
	part := n % steps
	if part > 0 {
		return bar + g.BarParts[part-1]
	}
	if bar == "" {
		return g.Bar
	}
	return bar
}

// Share returns a bar of exactly width cells for a share from 0 to 1 in one style and
// the rest in another. A part that is not 0 is always visible.
func Share(t *theme.Theme, share float64, width int, part, rest theme.Style) string {
	if width <= 0 || math.IsNaN(share) {
		return ""
	}
	share = min(max(share, 0), 1)
	n := int(math.Round(share * float64(width)))
	if width > 1 && share > 0 && share < 1 {
		n = min(max(n, 1), width-1)
	}
	restGlyph := t.Glyphs.BarRest
	// full blocks in the text colour would look like the part
	if t.Glyphs.Unicode && part != rest && rest.Open() != "" {
		restGlyph = t.Glyphs.Bar
	}
	return part.Render(strings.Repeat(t.Glyphs.Bar, n)) + rest.Render(strings.Repeat(restGlyph, width-n))
}

// Spark returns a sparkline of the last values, one cell each, at most width. It is
// scaled from the smallest value to the largest, and flat if these hardly differ; a NaN is a
// blank.
func Spark(g *theme.Glyphs, values []float64, width int) string {
	values = values[max(len(values)-max(width, 0), 0):]
	low := math.Inf(1)
	high := math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) {
			low = min(low, v)
			high = max(high, v)
		}
	}
	const flat = 0.01
	var b strings.Builder
	for _, v := range values {
		if math.IsNaN(v) {
			b.WriteByte(' ')
		} else if high-low > flat*max(math.Abs(high), math.Abs(low)) {
			b.WriteString(
				g.Spark[int(math.Round((v/2-low/2)/(high/2-low/2)*float64(len(g.Spark)-1)))],
			)
		} else {
			b.WriteString(g.Spark[len(g.Spark)/2])
		}
	}
	return b.String()
}
