package resource

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// failedShare is the part of the calls of a tool that failed, from 0 to 1.
func failedShare(t *history.Tool) float64 { return float64(t.Failed) / float64(max(t.Calls, 1)) }

// ToolName is the name of a tool as transcripts show it.
func ToolName(t *history.Tool) string { return transcript.ToolLabel(t.Name) }

// ErrorText is an error of tools without its numbers and IDs. A call without an error has
// the word for its outcome.
func ErrorText(v *View, e history.FrequentError) string {
	if s := v.Words.Optional("sessions.outcome." + e.Text); s != "" {
		return s
	}
	return text.Line(e.Text)
}

// MedianText is the median duration of the calls of a tool, "" if it is unknown.
func MedianText(v *View, t *history.Tool) string {
	ms, ok := t.Median.Int64()
	d := time.Duration(ms) * time.Millisecond
	switch {
	case !ok:
		return ""
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + v.Words.T("age.seconds")
	}
	return v.Words.Age(d)
}

// PercentText is the share of failed calls, with a decimal where it is small.
func PercentText(v *View, t *history.Tool) string {
	decimals := 0
	if failedShare(t) < 0.1 {
		decimals = 1
	}
	return v.Percent(t.Failed, t.Calls, decimals)
}

// Tools is what is shown, copied, printed and exported of a tool that stored sessions
// call.
func Tools(v *View) *Resource[*history.Tool] {
	tool := Text("tool", 120, 18, 30, theme.Plain, ToolName)
	tool.Pinned, tool.Value, tool.Show = true, func(t *history.Tool) string { return t.Name }, ToolName
	tool.Search = func(t *history.Tool) string {
		return text.Join(" ", ToolName(t), strings.TrimPrefix(t.Name, ToolName(t)))
	} // both names
	share := Column[*history.Tool]{
		ID: "share", Right: true, Max: 8, Priority: 80,
		Cell: func(t *history.Tool) Cell {
			if t.Failed == 0 {
				return Cell{}
			}
			return Cell{Text: PercentText(v, t), Tone: theme.Bad}
		},
		Value: func(t *history.Tool) string { return api.Share(int64(t.Failed), int64(t.Calls), 1).String() },
		Order: By(func(t *history.Tool) (float64, bool) { return failedShare(t), true }),
	}
	median := Number("medianMs", 60, 8, nil, func(t *history.Tool) api.Number { return t.Median })
	median.Cell = func(t *history.Tool) Cell { return Cell{Text: MedianText(v, t)} }
	median.Show = func(t *history.Tool) string { return MedianText(v, t) }
	frequent := Text("error", 55, 16, 200, theme.Muted, func(t *history.Tool) string {
		if len(t.Errors) == 0 {
			return ""
		}
		return ErrorText(v, t.Errors[0])
	})
	frequent.Grow = true
	return &Resource[*history.Tool]{
		Name: "sessions.tools", ID: func(t *history.Tool) string { return t.Name }, Record: func(t *history.Tool) any { return t },
		Shown: func(width int) []string {
			shown := []string{"tool", "calls", "failed", "share", "medianMs", "error"}
			if width >= 90 {
				shown = slices.Insert(shown, 5, "sessions")
			}
			return shown
		},
		Columns: []Column[*history.Tool]{
			tool,
			countIf(v, "calls", 85, theme.Plain, knownCount(func(t *history.Tool) int { return t.Calls })),
			countIf(v, "failed", 90, theme.Bad, knownCount(func(t *history.Tool) int { return t.Failed })),
			share, median,
			countIf(v, "sessions", 70, theme.Plain, knownCount(func(t *history.Tool) int { return t.Sessions })),
			frequent,
		},
	}
}
