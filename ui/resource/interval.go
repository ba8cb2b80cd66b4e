package resource

import (
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// IntervalAge is how long ago something happened, in few cells: 3h where that is known, 3–15h
// where it lies between two recordings, ≤ 15h where the later one has just been made, and ≥ 60d where it
// began before the first one. The bounds are those of [View.Length]. It is "" where all that is known is that the
// first recording, of less than a minute ago, has it: "≥ 0s" would tell nothing.
func (v *View) IntervalAge(i history.Interval) string {
	if i.Before.IsZero() {
		return ""
	}
	now := history.Interval{After: v.Now(), Before: v.Now()}
	age := history.Lasted(i, now)
	if i.After.IsZero() && age.Most == 0 && age.Least < time.Minute {
		return ""
	}
	if !i.After.IsZero() {
		age.Most = max(age.Most, time.Second) // clocks differ
	}
	return v.Theme.Glyphs.Plain(v.Words.AgeBetween(age.Least, age.Most))
}

// intervalText is when something happened, for files: a time where that is known, else both
// recordings as ISO 8601 has intervals, with ".." for one that is not known.
func intervalText(i history.Interval) string {
	if i.Before.IsZero() || i.IsMoment() {
		return api.Timestamp(i.Before)
	}
	if i.After.IsZero() {
		return "../" + api.Timestamp(i.Before)
	}
	return api.Timestamp(i.After) + "/" + api.Timestamp(i.Before)
}

// Interval is when something happened, for a sentence: "on 12 Nov 05:12", "between yesterday
// 18:02 and 09:00", "on 22 Sep 08:31 or earlier".
func (v *View) Interval(i history.Interval) string {
	w := v.Words
	if i.Before.IsZero() {
		return ""
	}
	if i.After.IsZero() {
		return w.T("when.earlier", "Time", v.DayTime(i.Before))
	}
	if i.IsMoment() {
		if day, near := v.day(i.Before); near {
			return day + v.clock(i.Before)
		}
		return w.T("when.moment", "Time", v.DayTime(i.Before))
	}
	after, _ := v.day(i.After)
	before, _ := v.day(i.Before)
	if before == after {
		return w.T(
			"when.between",
			"After", after+v.clock(i.After),
			"Before", strings.TrimSpace(v.clock(i.Before)),
		)
	}
	return w.T(
		"when.between",
		"After", after+v.clock(i.After),
		"Before", before+v.clock(i.Before),
	)
}

// day is the day of a time in the user's time zone. It is near if it is today or yesterday,
// which words say.
func (v *View) day(t time.Time) (day string, near bool) {
	now := v.Now()
	t = t.In(now.Location())
	switch t.Format(time.DateOnly) {
	case now.Format(time.DateOnly):
		return v.Words.T("when.today"), true
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return v.Words.T("when.yesterday"), true
	}
	return v.Words.Day(t, now), false
}

// clock is the time of day in the user's time zone, behind a blank.
func (v *View) clock(t time.Time) string {
	return t.In(v.Now().Location()).Format(" 15:04")
}

// DayTime is a time as a person says it: “yesterday 08:13”, “20 Nov 08:13”.
func (v *View) DayTime(t time.Time) string {
	day, _ := v.day(t)
	return day + v.clock(t)
}
