package typed

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"channeldeck/api/fold"
)

// Moment reads a moment in the past, in English or Chinese: 2026-11-20 09:00, 2026-11-20 (its
// end), 09:00 (today), yesterday 09:00, 昨天 9点, monday 9:00, last monday 9, 周一 9点, 3d (ago), or RFC 3339.
// It may be in the future.
func Moment(s string, now time.Time) (time.Time, bool) {
	return readMoment(s, now, endOf)
}

// timeOfDay is the time that a day without a clock stands for.
type timeOfDay func(day, now time.Time) time.Time

// readMoment reads a moment.
func readMoment(s string, now time.Time, of timeOfDay) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(now.Location()), true
	}
	s = strings.TrimSpace(strings.ToLower(fold.String(s)))
	if date, rest, named := cutDay(s, now); named {
		return onDay(date, rest, now, of)
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
		return of(t, now), true
	}
	_, err := strconv.Atoi(s) // an hour needs the name of a day
	if clock, ok := parseClock(s); ok && err != nil {
		return clock.on(now), true
	}
	for _, suffix := range []string{" ago", "前"} {
		s = strings.TrimSuffix(s, suffix)
	}
	ago, ok := Age(s)
	return now.Add(-ago), ok
}

// namedDay is a day that is named at the beginning of a text.
type namedDay struct {
	date    time.Time
	weekday bool // it is that of a week, so that a time after now means the week before
}

// cutDay cuts the name of a day from the beginning of a folded text.
func cutDay(s string, now time.Time) (day namedDay, rest string, named bool) {
	for word, ago := range map[string]int{
		"yesterday": 1,
		"昨天":        1,
		"昨日":        1,
		"today":     0,
		"今天":        0,
		"今日":        0,
		"前天":        2,
	} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			return namedDay{date: now.AddDate(0, 0, -ago)}, rest, true
		}
	}
	parts := weekday().FindStringSubmatch(s)
	if parts == nil {
		return day, s, false
	}
	english := strings.Index("sunmontuewedthufrisat", cmp.Or(parts[2], "?")) / 3
	chinese := strings.Index(
		"日一二三四五六",
		cmp.Or(strings.Replace(parts[4], "天", "日", 1), "?"),
	) / len("日")
	of := max(english, chinese)
	ago := (int(now.Weekday()) - of + 7) % 7
	if parts[1] != "" && ago == 0 { // last monday, on a Monday
		ago = 7
	} else if parts[3] != "" { // of the week before, which begins on Monday
		ago = (int(now.Weekday())+6)%7 - (of+6)%7 + 7
	}
	return namedDay{now.AddDate(0, 0, -ago), ago == 0}, s[len(parts[0]):], true
}

// weekday is the name of a day of the week: last monday, mon, 周一, 上周一, 星期日.
var weekday = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^(?:on )?(last )?(?:(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|s|nesday|rsday|rs|urday|r)?\b)` +
			`|^(上个?)?(?:周|星期|礼拜)([日天一二三四五六])`,
	)
})

// onDay is the time of a clock on a day, or without a clock the one that the day stands for.
func onDay(day namedDay, clock string, now time.Time, of timeOfDay) (time.Time, bool) {
	clock = strings.TrimSpace(clock)
	if clock == "" {
		return of(day.date, now), true
	}
	c, ok := parseClock(clock)
	at := c.on(day.date)
	if day.weekday && at.After(now) {
		at = c.on(day.date.AddDate(0, 0, -7))
	}
	return at, ok
}

// clock is a time of day.
type clock struct{ hour, minute int }

// on is the time on a day.
func (c clock) on(day time.Time) time.Time {
	y, m, d := day.Date()
	return time.Date(y, m, d, c.hour, c.minute, 0, 0, day.Location())
}

// times are the forms of a time of day: 9, 9:30, 9 pm, 9点, 9点半, 下午3点15分.
var times = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^(?:at )?(上午|早上|下午|晚上)? ?(\d{1,2})(?::(\d{2})|[点时](?:(\d{1,2})分?|(半))?)? ?(am|pm)?$`,
	)
})

// parseClock reads a time of day in a folded text.
func parseClock(s string) (c clock, ok bool) {
	parts := times().FindStringSubmatch(s)
	if parts == nil {
		return c, false
	}
	c.hour, _ = strconv.Atoi(parts[2])
	c.minute, _ = strconv.Atoi(parts[3] + parts[4])
	if parts[5] != "" {
		c.minute = 30
	}
	isAfternoon := parts[6] == "pm" || parts[1] == "下午" || parts[1] == "晚上"
	if isAfternoon && c.hour < 12 {
		c.hour += 12
	} else if parts[6] == "am" && c.hour == 12 {
		c.hour = 0
	}
	return c, c.hour < 24 && c.minute < 60
}

// beginOf is the beginning of the day of a time.
func beginOf(t, now time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, now.Location())
}

// endOf is the end of the day of a time, or now if that is earlier.
func endOf(t, now time.Time) time.Time {
	y, m, d := t.Date()
	next := time.Date(y, m, d+1, 0, 0, 0, 0, now.Location())
	end := next.Add(-time.Millisecond)
	if end.After(now) && !t.After(now) { // today
		return now
	}
	return end
}
