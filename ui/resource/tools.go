package resource

import (
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
func failedShare(t *history.Tool) float64 {
	return float64(t.Failed) / float64(max(t.Calls, 1))
}

// ToolName is the name of a tool as transcripts show it.
func ToolName(t *history.Tool) string { return transcript.ToolLabel(t.Name) }

// ErrorText is an error of tools without its numbers and IDs. A call without an error has
// the word for its outcome.
func ErrorText(v *View, e history.FrequentError) string {
	s := v.Words.Optional("sessions.outcome." + e.Text)
	if s != "" {
		return s
	}
	return text.Line(e.Example)
}

// MedianText is the median duration of the calls of a tool, "" if it is unknown.
func MedianText(v *View, t *history.Tool) string {
	return v.milliseconds(NumberValue(t.Median))
}

// milliseconds writes a duration, "" if it is unknown.
func (v *View) milliseconds(n Value) string {
	ms, ok := n.Number().Int64()
	d := time.Duration(ms) * time.Millisecond
	if !ok {
		return ""
	}
	if d < 10*time.Second {
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

// Tools returns the resource of the tools that stored sessions call, by which they are shown,
// copied, printed and exported.
func Tools(v *View) *Resource[*history.Tool] {
	tool := Column[*history.Tool]{
		ID:       "tool",
		Min:      18,
		Max:      30,
		Priority: 120,
		Pinned:   true,
		Searched: true,
		Of: func(t *history.Tool) Value {
			name := ToolName(t)
			return WordValue(t.Name, name).Also(strings.TrimPrefix(t.Name, name))
		},
	}
	count := func(id string, priority int, tone theme.Tone, of func(*history.Tool) int) Column[*history.Tool] {
		return Count(v, id, priority, tone, func(t *history.Tool) Value {
			return CountValue(of(t))
		})
	}
	return &Resource[*history.Tool]{
		Name:      "sessions.tools",
		ID:        func(t *history.Tool) string { return t.Name },
		Record:    func(t *history.Tool) any { return t },
		ColumnsAt: toolColumns,
		Columns: []Column[*history.Tool]{
			tool,
			count("calls", 85, theme.Plain, func(t *history.Tool) int {
				return t.Calls
			}),
			count("failed", 90, theme.Bad, func(t *history.Tool) int {
				return t.Failed
			}),
			toolShare(v),
			toolMedian(v),
			count("sessions", 70, theme.Plain, func(t *history.Tool) int {
				return t.Sessions
			}),
			toolError(v),
		},
	}
}

// toolColumns are the columns of a table of a width unless the user chose others.
func toolColumns(width int) []string {
	if width < wide {
		return []string{"tool", "calls", "failed", "share", "medianMs", "error"}
	}
	return []string{"tool", "calls", "failed", "share", "medianMs", "sessions", "error"}
}

// toolShare is the share of failed calls in percent.
func toolShare(v *View) Column[*history.Tool] {
	return Column[*history.Tool]{
		ID:       "share",
		Right:    true,
		Max:      8,
		Priority: 80,
		Of: func(t *history.Tool) Value {
			return NumberValue(api.Share(int64(t.Failed), int64(t.Calls), 1)).Reads(PercentText(v, t))
		},
		Cell: func(t *history.Tool) Cell {
			share := Cell{Text: PercentText(v, t)}
			if t.Failed > 0 {
				share.Tone = theme.Bad
			}
			return share
		},
		Order: By(func(t *history.Tool) (float64, bool) {
			return failedShare(t), true
		}),
	}
}

func toolMedian(v *View) Column[*history.Tool] {
	return Column[*history.Tool]{
		ID:       "medianMs",
		Right:    true,
		Max:      8,
		Priority: 60,
		Of:       func(t *history.Tool) Value { return NumberValue(t.Median) },
		Write:    v.milliseconds,
		Print:    v.milliseconds,
	}
}

// toolError is the most frequent error.
func toolError(v *View) Column[*history.Tool] {
	c := Text("error", 55, 16, 20, theme.Muted, func(t *history.Tool) string {
		if len(t.Errors) == 0 {
			return ""
		}
		return ErrorText(v, t.Errors[0])
	})
	c.Grow = true
	return c
}
