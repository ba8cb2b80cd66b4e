package pane

import (
	"strconv"
	"strings"
	"time"

	"channeldeck/ui/text"
	"channeldeck/ui/widget/axis"
	"channeldeck/ui/widget/chart"
)

// tickWidth is the maximum width of an exact number at an axis.
const tickWidth = 26

// ValueTicks labels the ticks with short numbers, or with exact ones if two short ones
// are equal.
func (c *Context) ValueTicks(s axis.Scale) []chart.Tick {
	ticks, labels := make([]chart.Tick, len(s)), map[string]bool{}
	for i, v := range s {
		ticks[i] = chart.Tick{At: s.At(v), Label: c.Words.Short(strconv.FormatFloat(v, 'f', -1, 64))}
		labels[ticks[i].Label] = true
	}
	for i, v := range s {
		if len(labels) < len(s) {
			ticks[i].Label = text.Cut(c.Words.Exact(strconv.FormatFloat(v, 'f', -1, 64)), tickWidth)
		}
	}
	return ticks
}

// TimeTicks returns the ticks of an axis of times, as many as fit into a plot of a width.
// The label of midnight is the date. With age, the axis is of times in UTC whose labels
// age returns.
func (c *Context) TimeTicks(span axis.Span, width int, age func(time.Time) string) []chart.Tick {
	zone := c.Now().Location()
	if age != nil {
		zone = time.UTC
	}
	times, layout := span.Ticks(max(2, width/12), zone)
	ticks := make([]chart.Tick, len(times))
	for i, t := range times {
		label := t.Format(layout)
		if age != nil {
			label = age(t)
		} else if strings.HasPrefix(layout, "15") && t.Hour()+t.Minute()+t.Second() == 0 {
			label = t.Format("01-02")
		}
		ticks[i] = chart.Tick{At: span.At(t), Label: label}
	}
	return ticks
}
