package works

import (
	"math"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/ui/text"
	"channeldeck/ui/works/metrics"
)

// metricName is what a metric is called; one that we have no word for goes by
// the name that was sent.
func (m *Model) metricName(name string) string {
	if id := "works.metric." + name; known(name) && m.ctx.Words.Has(id) {
		return m.ctx.Words.T(id)
	}
	return text.Clean(name)
}

// known tells names that can be part of a message's id at all.
func known(name string) bool {
	return len(name) < 32 && !strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
}

// exact writes a number in full, "" where it is missing.
func (m *Model) exact(n api.Number) string { return m.ctx.Words.Exact(n.String()) }

// signed writes a change in full, with its sign.
func (m *Model) signed(n api.Number) string {
	s := m.exact(n)
	if n.Cmp(api.Int(0)) > 0 {
		s = "+" + s
	}
	return s
}

// percent writes a change in percent; one that is not 0 is not written as such.
func (m *Model) percent(f metrics.Figure) string {
	if !f.OK() {
		return ""
	}
	s := m.share(f.Value)
	if f.Value > 0 {
		s = "+" + s
	}
	return s
}

// share writes percents without a plus.
func (m *Model) share(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0%"
	case a < 0.01 && v < 0:
		return "-<0.01%"
	case a < 0.01:
		return "<0.01%"
	case a < 1000:
		return strconv.FormatFloat(v, 'f', 2, 64) + "%"
	}
	return m.ctx.Words.Short(strconv.FormatFloat(v, 'f', 0, 64)) + "%"
}

// perHour writes how much a metric moved in an hour.
func (m *Model) perHour(f metrics.Figure) string {
	if !f.OK() {
		return ""
	}
	v := f.Value
	s := m.ctx.Words.Short(strconv.FormatFloat(v, 'f', -1, 64))
	if v != 0 && math.Abs(v) < 0.01 {
		s = "<0.01"
	}
	if v > 0 {
		s = "+" + s
	}
	return m.ctx.Words.T("works.per_hour", "N", s)
}

// why says why a figure is not there, "" where it is.
func (m *Model) why(r metrics.Reason) string {
	if r == metrics.Known {
		return ""
	}
	return m.ctx.Words.T([...]string{
		metrics.NotSent:        "works.why.not_sent",
		metrics.NotSentBefore:  "works.why.not_sent_before",
		metrics.NotANumber:     "works.why.not_a_number",
		metrics.NoEarlier:      "works.why.no_earlier",
		metrics.ZeroBase:       "works.why.zero_base",
		metrics.NegativeBase:   "works.why.negative_base",
		metrics.NoTime:         "works.why.no_time",
		metrics.NoTimePassed:   "works.why.no_time_passed",
		metrics.NoInteractions: "works.why.no_interactions",
		metrics.NotPublished:   "works.why.not_published",
		metrics.TooLarge:       "works.why.too_large",
	}[r])
}

// moment writes a time to the second in the person's zone.
func moment(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// whenever writes a time of the service absolutely, and beside it relatively;
// one that cannot be read as it was sent, with a word.
func (m *Model) whenever(sent string) (value, note string) {
	at, ok := api.ParseTime(sent)
	if !ok {
		return sent, m.ctx.Words.T("works.no_time")
	}
	return moment(at), m.ctx.Words.Ago(at, m.ctx.Now())
}

// age writes how old something is in its two largest units: 3h30m, 2d4h.
func (m *Model) age(d time.Duration) string {
	w := m.ctx.Words
	const day = 24 * time.Hour
	for _, unit := range []struct{ size, next time.Duration }{{day, time.Hour}, {time.Hour, time.Minute}, {time.Minute, time.Second}} {
		if d < unit.size || d >= 60*day {
			continue
		}
		s := w.Age(d.Truncate(unit.size))
		if rest := d % unit.size; rest >= unit.next {
			s += w.Age(rest.Truncate(unit.next))
		}
		return s
	}
	return w.Age(d)
}
