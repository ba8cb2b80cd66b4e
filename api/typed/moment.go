package typed

import (
	"strings"
	"time"

	"channeldeck/api/fold"
)

// Moment reads a moment in the past, in English or Chinese: 2026-11-20 09:00, 2026-11-20 (its
// end), 09:00 (today), yesterday 09:00, 昨天 09:00, 3d (ago), or RFC 3339. It may be in the future.
func Moment(s string, now time.Time) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(now.Location()), true
	}
	s = strings.TrimSpace(strings.ToLower(fold.String(s)))
	date := now
	named := false
	for word, ago := range map[string]int{"yesterday": 1, "昨天": 1, "today": 0, "今天": 0} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			s = strings.TrimSpace(rest)
			date = now.AddDate(0, 0, -ago)
			named = true
			if s == "" {
				return endOf(date, now), true
			}
		}
	}
	for _, layout := range []string{
		"2006-01-02 15:04",
		"2006-01-02 15:04:05",
		"2006-01-02t15:04",
		"2006-01-02t15:04:05",
	} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, true
		}
	}
	if t, err := time.ParseInLocation(time.DateOnly, s, now.Location()); err == nil {
		return endOf(t, now), true
	}
	if t, err := time.Parse("15:04", s); err == nil {
		y, m, d := date.Date()
		return time.Date(y, m, d, t.Hour(), t.Minute(), 0, 0, now.Location()), true
	}
	for _, suffix := range []string{" ago", "前"} {
		s = strings.TrimSuffix(s, suffix)
	}
	ago, ok := Age(s)
	return now.Add(-ago), ok && !named
}

// endOf is the end of the day of a time, or now if that is earlier.
func endOf(t, now time.Time) time.Time {
	y, m, d := t.Date()
	end := time.Date(y, m, d+1, 0, 0, 0, 0, now.Location()).Add(-time.Millisecond)
	if end.After(now) && !t.After(now) { // today
		return now
	}
	return end
}
