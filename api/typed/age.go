package typed

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"channeldeck/api/fold"
)

// The time spans that a user may mean.
const (
	day    = 24 * time.Hour
	maxAge = 36500 * day
)

// Age reads a time span in English or Chinese: 30s, 36h, 7d, 1w, 2 weeks, 3天, or 1h30m.
func Age(s string) (time.Duration, bool) {
	d, isTooLong := readAge(s)
	return d, d > 0 && !isTooLong
}

// MaxDays is the longest time span in days.
const MaxDays = int(maxAge / day)

// IsTooLong reports whether s is a time span that is longer than MaxDays.
func IsTooLong(s string) bool {
	_, isTooLong := readAge(s)
	return isTooLong
}

// readAge reads a time span, 0 for what is none. One that is too long may be cut.
func readAge(s string) (d time.Duration, isTooLong bool) {
	s = strings.TrimSpace(fold.String(s))
	units := map[string]time.Duration{
		"s":      time.Second,
		"second": time.Second,
		"sec":    time.Second,
		"秒":      time.Second,
		"m":      time.Minute,
		"minute": time.Minute,
		"min":    time.Minute,
		"分钟":     time.Minute,
		"h":      time.Hour,
		"hour":   time.Hour,
		"小时":     time.Hour,
		"d":      day,
		"day":    day,
		"天":      day,
		"日":      day,
		"w":      7 * day,
		"week":   7 * day,
		"周":      7 * day,
		"星期":     7 * day,
		"month":  30 * day,
		"mo":     30 * day,
		"月":      30 * day,
		"y":      365 * day,
		"year":   365 * day,
		"年":      365 * day,
	}
	d, err := time.ParseDuration(s)
	if parts := span().FindStringSubmatch(s); err != nil && parts != nil {
		n, _ := strconv.Atoi(parts[1]) // at most 8 digits
		unit := units[parts[2]]
		if unit == 0 {
			return 0, false
		}
		if n > int(maxAge/unit) {
			return maxAge, true
		}
		d = time.Duration(n) * unit
	}
	return d, d > maxAge
}

// span is a number with the name of a unit.
var span = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{1,8}) ?个?(\D+?)s?$`)
})

// Since reads a time in the past as its distance to now: a time span, a moment as Moment reads it, or a day, which
// means its beginning.
func Since(s string, now time.Time) (time.Duration, bool) {
	if age, ok := Age(s); ok {
		return age, true
	}
	at, ok := readMoment(s, now, beginOf)
	return now.Sub(at), ok && now.After(at)
}
