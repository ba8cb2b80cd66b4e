package report

import (
	"time"

	"channeldeck/ui/resource"
)

// period is the time of the report, and from when it is measured if its first day has no recording.
func (r written) period(v *resource.View) string {
	id := "report.period"
	if r.Measured != r.From {
		id = "report.period_measured"
	}
	return r.dates(v, id)
}

// dates words the first and the last day of the period.
func (r written) dates(v *resource.View, id string) string {
	from := day(v, r.From)
	to := fullDay(v, r.To)
	if v.Words.YearFirst() {
		from = fullDay(v, r.From)
		to = day(v, r.To)
	}
	return v.Words.T(
		id,
		"From", from,
		"To", to,
		"Measured", day(v, r.Measured),
	)
}

// availability is for which share of the time that is measured accounts were normal.
func (r written) availability(v *resource.View) string {
	id := "report.availability"
	if r.Measured == r.To {
		id = "report.availability_that_day"
	}
	return v.Words.T(id, "Day", day(v, r.Measured), "Share", share(v, r.Availability))
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
