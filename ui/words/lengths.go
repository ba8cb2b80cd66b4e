package words

import (
	"strconv"
	"time"
)

// lengthUnit is a unit of lengths of time.
type lengthUnit struct {
	age    string // the message of its short sign
	length string // that of a number with its name
	size   time.Duration
	below  time.Duration // longer lengths are written in the next unit
}

const (
	day  = 24 * time.Hour
	year = 365 * day
)

// lengthUnits are the units of lengths. No length is as long as the limit of the last one.
var lengthUnits = [...]lengthUnit{
	{"age.seconds", "length.seconds", time.Second, 2 * time.Minute},
	{"age.minutes", "length.minutes", time.Minute, 2 * time.Hour},
	{"age.hours", "length.hours", time.Hour, 72 * time.Hour},
	{"age.days", "length.days", day, 730 * day},
	{"age.years", "length.years", year, 1<<63 - 1},
}

// unitOf returns the unit in which a length is written.
func unitOf(d time.Duration) *lengthUnit {
	i := 0
	for d >= lengthUnits[i].below && i < len(lengthUnits)-1 {
		i++
	}
	return &lengthUnits[i]
}

// rounding is how a length is rounded.
type rounding uint8

const (
	down rounding = iota
	nearest
	up
)

func (r rounding) to(step, d time.Duration) time.Duration {
	rest := d % step
	isUp := r == up && rest > 0 || r == nearest && 2*rest >= step
	if isUp {
		return d - rest + step
	}
	return d - rest
}

// isClose reports whether a rounded length is off by at most 5 % of a length.
func isClose(rounded, d time.Duration) bool {
	return (rounded - d).Abs() <= d/20
}

// round rounds a length that is between two bounds, which are the same for a known one: to whole
// units where that is close enough to both, else to tenths. It is not ok if these are not close
// either.
func (u *lengthUnit) round(
	least, most time.Duration,
	r rounding,
) (rounded time.Duration, ok bool) {
	d := least + (most-least)/2
	for _, step := range [...]time.Duration{u.size, u.size / 10} {
		rounded = r.to(step, d)
		if isClose(rounded, least) && isClose(rounded, most) {
			return rounded, true
		}
	}
	return rounded, false
}

// number writes a rounded length as a number of units.
func (u *lengthUnit) number(rounded time.Duration) string {
	if rounded%u.size == 0 {
		return strconv.Itoa(int(rounded / u.size))
	}
	return decimal(float64(rounded/(u.size/10)) / 10)
}

// lengthStyle is how lengths are written.
type lengthStyle uint8

const (
	narrow lengthStyle = iota // for columns: 3h, 3小时
	spaced                    // for sentences: 3h, 3 小时
	inFull                    // for sentences: 3 hours, 3 小时
)

// write writes a number of units.
func (w *Words) write(number string, u *lengthUnit, s lengthStyle) string {
	switch s {
	case narrow:
		return number + w.T(u.age)
	case spaced:
		return number + w.Language().unitSpace + w.T(u.age)
	}
	n, err := strconv.Atoi(number)
	if err != nil { // a fraction or a range
		const several = 2
		n = several
	}
	return w.N(u.length, n, "N", number)
}

// length writes a known length, rounded.
func (w *Words) length(d time.Duration, r rounding, s lengthStyle) string {
	d = max(d, 0)
	u := unitOf(d)
	rounded, _ := u.round(d, d, r)
	return w.write(u.number(rounded), u, s)
}

// single writes a length between two bounds as one value if that is within 5 % of both and these do
// not differ by more than 5 % either.
func (w *Words) single(least, most time.Duration, s lengthStyle) (text string, ok bool) {
	u := unitOf(most)
	rounded, ok := u.round(least, most, nearest)
	if !ok || most-least > most/20 {
		return "", false
	}
	return w.write(u.number(rounded), u, s), true
}

// inSeconds rounds the bounds of a length to whole seconds: tenths would differ in each row and each time that
// a column is drawn.
func inSeconds(least, most time.Duration) (wholeLeast, wholeMost time.Duration) {
	return down.to(time.Second, max(least, 0)), up.to(time.Second, max(most, 0))
}

// Between writes a length of which two bounds are known: 12–36 hours, or 41 days where they nearly
// are the same. The lower one is rounded down and the upper one up, so that the length is between
// those that are written, which are off by at most 5 %, or, where a lower bound in whole units is
// further away than a unit, by less than a unit. An upper bound of 0 is not known (≥ 12 days),
// and neither is a lower one (≤ 19 hours). It is "" if nothing is known.
func (w *Words) Between(least, most time.Duration) string {
	least, most = inSeconds(least, most)
	if most <= 0 && least == 0 {
		return ""
	}
	if most <= 0 {
		return "≥ " + w.length(least, down, inFull)
	}
	text, ok := w.single(least, most, inFull)
	if ok {
		return text
	}
	u := unitOf(most)
	upper, _ := u.round(most, most, up)
	lower, isFine := u.round(least, least, down)
	if least < time.Second {
		return "≤ " + w.write(u.number(upper), u, inFull)
	}
	inOwnUnits := least < u.size || !isFine && unitOf(least) != u
	if inOwnUnits {
		return w.T(
			"length.range",
			"Least", w.length(least, down, inFull),
			"Most", w.write(u.number(upper), u, inFull),
		)
	}
	isWide := most-least >= u.size
	isWhole := lower%u.size == 0
	if isWide && isWhole { // 2–6 hours rather than 2–5.1 hours
		upper = up.to(u.size, most)
	}
	return w.write(u.number(lower)+"–"+u.number(upper), u, inFull)
}

// AgeBetween is Between for columns, where the upper bound is enough: ≤ 36h, or 41d where the bounds
// nearly are the same, or ≥ 12d without an upper one.
func (w *Words) AgeBetween(least, most time.Duration) string {
	least, most = inSeconds(least, most)
	if most <= 0 {
		return "≥ " + w.length(least, down, narrow)
	}
	text, ok := w.single(least, most, narrow)
	if ok {
		return text
	}
	return "≤ " + w.length(most, up, narrow)
}

// Age writes how long something is ago, in few cells: 40s, 5m, 2.5h, 12d. It is off by at most 5 %,
// or half a second. Hours end at 72h and days at 730d.
func (w *Words) Age(d time.Duration) string {
	return w.length(d.Round(time.Second), nearest, narrow)
}

// Duration writes how long something takes, for sentences, where Chinese has a space before the
// unit. It is off by at most 5 %, or 0.05 seconds.
func (w *Words) Duration(d time.Duration) string { return w.length(d, nearest, spaced) }

// LongDuration is Duration with the name of the unit: 2.5 hours.
func (w *Words) LongDuration(d time.Duration) string { return w.length(d, nearest, inFull) }

// LongDurationAtMost is LongDuration of a bound, which is rounded up.
func (w *Words) LongDurationAtMost(d time.Duration) string { return w.length(d, up, inFull) }

// DurationAtLeast and DurationAtMost are Durations of bounds, which are rounded down and up.
func (w *Words) DurationAtLeast(d time.Duration) string { return w.length(d, down, spaced) }

// DurationAtMost see [Words.DurationAtLeast].
func (w *Words) DurationAtMost(d time.Duration) string { return w.length(d, up, spaced) }

// ExactAge writes an age in two units: 3h30m, 2d4h. It is off by less than a thirtieth.
func (w *Words) ExactAge(d time.Duration) string {
	const longest = 60 * day // with two units
	at := len(lengthUnits) - 1
	for d < lengthUnits[at].size && at > 0 {
		at--
	}
	if at == 0 || d >= longest {
		return w.Age(d)
	}
	u := &lengthUnits[at]
	smaller := &lengthUnits[at-1]
	age := strconv.FormatInt(int64(d/u.size), 10) + w.T(u.age)
	rest := int64(d % u.size / smaller.size)
	if rest > 0 {
		age += strconv.FormatInt(rest, 10) + w.T(smaller.age)
	}
	return age
}

// Ago writes how long before now t was: "3h ago". A time in the future, as clocks
// differ, is shown as such.
func (w *Words) Ago(t, now time.Time) string {
	if t.After(now.Add(time.Minute)) {
		return w.T("age.ahead", "Age", w.Duration(t.Sub(now).Round(time.Second)))
	}
	return w.T("age.ago", "Age", w.Duration(now.Sub(t).Round(time.Second)))
}
