package words

import (
	"strconv"
	"time"

	"channeldeck/api/typed"
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

// lengthBounds are the bounds of a length as they are written. The lower one has the unit of the upper one, or
// a smaller one where that is too coarse.
type lengthBounds struct {
	lower, upper         time.Duration
	lowerUnit, upperUnit *lengthUnit
}

// boundsOf rounds the bounds of a length: the lower one down and the upper one up, so that the length is
// between them, each off by at most 5 %.
func boundsOf(least, most time.Duration) lengthBounds {
	u := unitOf(most)
	b := lengthBounds{lowerUnit: u, upperUnit: u}
	b.upper, _ = u.round(most, most, up)
	isFine := false
	b.lower, isFine = u.round(least, least, down)
	inOwnUnits := least < u.size || !isFine && unitOf(least) != u
	if inOwnUnits {
		b.lowerUnit = unitOf(least)
		b.lower, _ = b.lowerUnit.round(least, least, down)
	}
	return b
}

// Between writes a length of which two bounds are known: 12–36 hours, or 41 days where they nearly
// are the same. The length is between those that are written (see [boundsOf]). An upper bound of 0 is not
// known (≥ 12 days), and a lower one of less than 5 % of the upper one is not written (≤ 19 hours). It is
// "" if nothing is known.
func (w *Words) Between(least, most time.Duration) string {
	least, most = inSeconds(least, most)
	if most <= 0 && least == 0 {
		return ""
	}
	return w.between(least, most, inFull)
}

// AgeBetween is Between for columns: the same bounds, in few cells. Where nothing is known, it is ≥ 0s.
func (w *Words) AgeBetween(least, most time.Duration) string {
	least, most = inSeconds(least, most)
	return w.between(least, most, narrow)
}

// between writes a length between two bounds in whole seconds.
func (w *Words) between(least, most time.Duration, s lengthStyle) string {
	if most <= 0 {
		return "≥ " + w.length(least, down, s)
	}
	text, ok := w.single(least, most, s)
	if ok {
		return text
	}
	isSmall := least <= most/20 // for someone who reads the upper bound
	if isSmall {
		return "≤ " + w.length(most, up, s)
	}
	b := boundsOf(least, most)
	if b.lowerUnit == b.upperUnit {
		u := b.upperUnit
		return w.write(
			u.number(b.lower)+"–"+u.number(b.upper),
			u,
			s,
		)
	}
	lower, upper := w.writeBounds(b, s)
	if s == narrow {
		return lower + "–" + upper
	}
	return w.T("length.range", "Least", lower, "Most", upper)
}

// Age writes how long something is ago, in few cells: 40s, 5m, 2.5h, 12d. It is off by at most 5 %,
// or half a second. Hours end at 72h and days at 730d.
func (w *Words) Age(d time.Duration) string {
	return w.length(d.Round(time.Second), nearest, narrow)
}

// Duration writes how long something takes, for sentences, where Chinese has a space before the
// unit. It is off by at most 5 %, or 0.05 seconds.
func (w *Words) Duration(d time.Duration) string {
	return w.length(d, nearest, spaced)
}

// LongDuration is Duration with the name of the unit: 2.5 hours.
func (w *Words) LongDuration(d time.Duration) string {
	return w.length(d, nearest, inFull)
}

// LongDurationAtMost is LongDuration of a bound, which is rounded up.
func (w *Words) LongDurationAtMost(d time.Duration) string {
	return w.length(d, up, inFull)
}

// DurationBounds writes both bounds of a length, each as a Duration, as Between writes them.
func (w *Words) DurationBounds(least, most time.Duration) (atLeast, atMost string) {
	return w.writeBounds(boundsOf(inSeconds(least, most)), spaced)
}

func (w *Words) writeBounds(b lengthBounds, s lengthStyle) (lower, upper string) {
	lower = w.write(b.lowerUnit.number(b.lower), b.lowerUnit, s)
	upper = w.write(b.upperUnit.number(b.upper), b.upperUnit, s)
	return lower, upper
}

// TypedLength writes a time span that was typed or set in the units of the language, as it can be typed again:
// 24h, 24 小时. It returns other texts, and spans that it would have to round, as they are.
func (w *Words) TypedLength(s string) string {
	none, err := time.ParseDuration(s)
	if err == nil && none == 0 {
		return "0"
	}
	d, ok := typed.Age(s)
	if !ok {
		return s
	}
	text := w.Duration(d)
	again, _ := typed.Age(text)
	if again != d {
		return s
	}
	return text
}

// ExactAge writes an age in two units: 3h30m, 2d4h. It is off by less than a thirtieth.
func (w *Words) ExactAge(d time.Duration) string { return w.exact(d, narrow) }

// ExactDuration is ExactAge for sentences, where Chinese has spaces around the units.
func (w *Words) ExactDuration(d time.Duration) string { return w.exact(d, spaced) }

func (w *Words) exact(d time.Duration, s lengthStyle) string {
	const longest = 60 * day // with two units
	at := len(lengthUnits) - 1
	for d < lengthUnits[at].size && at > 0 {
		at--
	}
	if at == 0 || d >= longest {
		return w.length(d.Round(time.Second), nearest, s)
	}
	u := &lengthUnits[at]
	smaller := &lengthUnits[at-1]
	age := w.write(strconv.FormatInt(int64(d/u.size), 10), u, s)
	rest := int64(d % u.size / smaller.size)
	if rest == 0 {
		return age
	}
	if s == spaced {
		age += w.Language().unitSpace
	}
	return age + w.write(strconv.FormatInt(rest, 10), smaller, s)
}

// Ago writes how long before now t was: "3h ago". A time in the future, as clocks
// differ, is shown as such.
func (w *Words) Ago(t, now time.Time) string {
	if t.After(now.Add(time.Minute)) {
		return w.T("age.ahead", "Age", w.Duration(t.Sub(now).Round(time.Second)))
	}
	return w.T("age.ago", "Age", w.Duration(now.Sub(t).Round(time.Second)))
}
