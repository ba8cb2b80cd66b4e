package report

import (
	"time"

	"channeldeck/ui/resource"
)

// period is the time that the report is of, until the newest recording. It names the recordings where their time
// differs from that: the first one if it is later, and the one that is compared if that makes another length than
// since the beginning.
func (r written) period(v *resource.View) string {
	w := v.Words
	since := moment(v, r.Since)
	length := r.Recorded.Sub(r.Since)
	if length <= 0 {
		return w.T("report.since_last", "Since", moment(v, r.Begin))
	}
	span := w.LongDuration(length)
	until := recordedAt(v, r.Recorded)
	if r.Since.After(r.Begin) {
		since = recordedAt(v, r.Since)
		return w.T("report.since_first", "Begin", moment(v, r.Begin), "Until", until, "Since", since, "Span", span)
	}
	if span != w.LongDuration(r.span()) {
		compared := recordedAt(v, r.ComparedWith)
		return w.T("report.since_earlier", "Since", since, "Until", until, "Span", span, "Compared", compared)
	}
	return w.T("report.since", "Since", since, "Until", until, "Span", span)
}

// recordedAt writes the time of a recording, also one at midnight, which as a day would be taken for all of it.
func recordedAt(v *resource.View, t time.Time) string {
	return v.Words.Date(t.In(v.Now().Location())) + " " + clock(v, t)
}

// moment writes a time of the report with its year, and the beginning of a day as that day.
func moment(v *resource.View, t time.Time) string {
	return momentOn(v, t, v.Words.Date)
}

// shortMoment writes a time of the report as moment does, with a year unless that is the one of now.
func shortMoment(v *resource.View, t time.Time) string {
	return momentOn(v, t, func(t time.Time) string {
		return v.Words.Day(t, v.Now())
	})
}

func momentOn(v *resource.View, t time.Time, day func(time.Time) string) string {
	t = t.In(v.Now().Location())
	if t.Hour() == 0 && t.Minute() == 0 {
		return day(t)
	}
	return day(t) + " " + clock(v, t)
}

// availability is for which share of the time that is measured accounts were normal.
func (r written) availability(v *resource.View) string {
	return v.Words.T("report.availability", "Since", shortMoment(v, r.Since), "Share", share(v, r.Availability))
}

// complete says which days have no recording.
func (r written) complete(v *resource.View) string {
	w := v.Words
	missing := len(r.MissingDays)
	recorded := 0
	for _, d := range r.Days {
		if d.Recorded {
			recorded++
		}
	}
	if missing == 0 {
		return w.N("report.complete", len(r.Days))
	}
	var list []string
	for i := 0; i < missing; {
		from := i
		for i++; i < missing && consecutive(r.MissingDays[i-1], r.MissingDays[i]); i++ {
		}
		span := day(v, r.MissingDays[from])
		if i-from > 1 {
			span += "–" + day(v, r.MissingDays[i-1])
		}
		list = append(list, span)
	}
	return w.T(
		"report.incomplete",
		"Days", w.Int(recorded),
		"Of", w.Int(recorded+missing),
		"Missing", w.List(list),
	)
}

func consecutive(day, next string) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && t.AddDate(0, 0, 1).Format(time.DateOnly) == next
}

// moves says when accounts came from another group or went to one.
func (r written) moves(v *resource.View) (lines []string) {
	for i := 0; i < len(r.Moves); {
		m := r.Moves[i]
		n := 0
		for i < len(r.Moves) && r.Moves[i].At == m.At && r.Moves[i].Out == m.Out {
			n++
			i++
		}
		id := "report.moved_in"
		if m.Out {
			id = "report.moved_out"
		}
		lines = append(lines, v.Words.N(id, n, "When", interval(v, m.At)))
	}
	return lines
}
