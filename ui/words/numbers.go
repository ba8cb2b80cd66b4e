package words

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Int writes a count out in full: 12,345.
func (w *Words) Int(n int) string { return w.Exact(strconv.Itoa(n)) }

// Exact writes a number in full, its digits as they are and the whole part in
// groups of three: 12,345.50. What is no plain decimal comes back unchanged.
func (w *Words) Exact(number string) string {
	sign, digits := "", number
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(whole) <= 3 || strings.Trim(whole+fraction, "0123456789") != "" {
		return number
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	b.WriteString(digits[len(whole):])
	return b.String()
}

// unit is a power of ten by which a language shortens counts.
type unit struct {
	size float64
	name string
}

var (
	englishUnits = [...]unit{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}}
	chineseUnits = [...]unit{{1e12, "万亿"}, {1e8, "亿"}, {1e4, "万"}}
)

// Short writes a number in few cells: 12.3k, and 1.2万 in Chinese. It rounds
// down in size, so that 999,999 is not shown as the million it has not reached.
// Beyond all units it is a power of ten: 9.2e18.
// What is no number comes back unchanged.
func (w *Words) Short(number string) string {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return number
	}
	if f == 0 {
		return "0" // also for -0
	}
	units := englishUnits[:]
	if w.lang == Chinese {
		units = chineseUnits[:]
	}
	size := math.Abs(f)
	if size >= 1000*units[0].size {
		return power(f)
	}
	for _, u := range units {
		if size >= u.size {
			return shorten(f/u.size) + u.name
		}
	}
	if size < 1000 && f != math.Trunc(f) {
		return fraction(f)
	}
	return strconv.FormatFloat(math.Trunc(f), 'f', -1, 64)
}

// fraction writes a number below 1,000 with at most two decimals, rounded down in
// size: 1.5, 0.33, and <0.01 for what would look like 0.
func fraction(f float64) string {
	const least = 0.01
	switch {
	case 0 < f && f < least:
		return "<0.01"
	case -least < f && f < 0:
		return ">-0.01"
	}
	// The decimals of the shortest text that is f: 0.29*100 is 28.999… in binary.
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if point := strings.IndexByte(s, '.'); point >= 0 && len(s) > point+3 {
		s = s[:point+3]
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// power writes what is beyond all units: 9.2e18, rounded down in size like the
// rest.
func power(f float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', 15, 64), "e+")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return strings.TrimSuffix(whole+"."+fraction[:1], ".0") + "e" + exponent
}

// shorten keeps one decimal below 100 and none above.
func shorten(f float64) string {
	if math.Abs(f) >= 100 {
		return strconv.FormatFloat(math.Trunc(f), 'f', 0, 64)
	}
	return strings.TrimSuffix(strconv.FormatFloat(math.Trunc(f*10)/10, 'f', 1, 64), ".0")
}

// Age says in few cells how long something takes or has lasted, in its largest
// unit: 40s, 5m, 3h, 12d, 4mo, 2y.
func (w *Words) Age(d time.Duration) string { return w.age(d, "") }

// Duration is Age for sentences, where Chinese has a space before the unit.
func (w *Words) Duration(d time.Duration) string {
	if w.lang == Chinese {
		return w.age(d, " ")
	}
	return w.Age(d)
}

func (w *Words) age(d time.Duration, space string) string {
	const day = 24 * time.Hour
	if d < 0 {
		d = 0
	}
	n, id := d/time.Second, "age.seconds"
	switch {
	case d >= 365*day:
		n, id = d/(365*day), "age.years"
	case d >= 60*day:
		n, id = d/(30*day), "age.months"
	case d >= day:
		n, id = d/day, "age.days"
	case d >= time.Hour:
		n, id = d/time.Hour, "age.hours"
	case d >= time.Minute:
		n, id = d/time.Minute, "age.minutes"
	}
	return strconv.FormatInt(int64(n), 10) + space + w.T(id)
}

// Ago says how long before now t was, in words: "3h ago". A time ahead of now,
// as clocks differ, is told as such.
func (w *Words) Ago(t, now time.Time) string {
	if t.After(now.Add(time.Minute)) {
		return w.T("age.ahead", "Age", w.Age(t.Sub(now)))
	}
	return w.T("age.ago", "Age", w.Age(now.Sub(t)))
}

// Time writes a moment to the minute, in the zone it carries.
func (w *Words) Time(t time.Time) string { return t.Format("2006-01-02 15:04") }
