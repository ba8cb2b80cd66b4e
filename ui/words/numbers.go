package words

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Int writes a count in full: 12,345.
func (w *Words) Int(n int) string {
	return w.Exact(strconv.Itoa(n))
}

// Exact writes a number in full, with its digits as they are and the whole part in
// groups of three: 12,345.50. Anything but a plain decimal is returned unchanged.
func (w *Words) Exact(number string) string {
	digits := strings.TrimPrefix(number, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if strings.Trim(whole+fraction, "0123456789") != "" {
		return number
	}
	sign := len(number) - len(digits)
	for at := sign + len(whole) - 3; at > sign; at -= 3 {
		number = number[:at] + "," + number[at:]
	}
	return number
}

// Short writes a number in few cells: 12.3k, in Chinese 9,877 and 1.2万, and 9.2e18 beyond
// all units. It rounds to the nearest, ties away from 0: 999,950 is 1M. Anything but a number
// is returned unchanged.
func (w *Words) Short(number string) string {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return number
	}
	units := w.Language().units
	size := math.Abs(f)
	if f == 0 {
		return "0" // also for -0
	}
	if size < 0.01 && f > 0 {
		return "<0.01"
	}
	if size < 0.01 {
		return ">-0.01"
	}
	if size >= 1e15 {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e+")
		m, _ := strconv.ParseFloat(mantissa, 64)
		return decimal(round(m, 1)) + "e" + exponent
	}
	for i, u := range units {
		n := f / u.size
		decimals := 2
		if math.Abs(n) >= 999.995 || u.name != "" && math.Abs(n) >= 99.95 {
			decimals = 0
		} else if u.name != "" {
			decimals = 1
		}
		n = round(n, decimals)
		if i == len(units)-1 || math.Abs(n)*u.size < units[i+1].size {
			return w.Exact(decimal(n)) + u.name
		}
	}
	return number
}

// round rounds to some decimals, ties away from 0.
func round(f float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	const lastBits = 1e-11 // of 1.15, which is a little less
	return math.Trunc(f*scale+math.Copysign(0.5+lastBits, f)) / scale
}

func decimal(f float64) string {
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// Size writes a number of bytes in units of 1024 bytes, as number and unit. Anything but a
// number is returned unchanged.
func (w *Words) Size(bytes string) (number, unit string) {
	units := [...]string{" B", " kB", " MB", " GB", " TB"}
	return w.Scale(bytes, 1024, units[:])
}

// Scale writes a number in the largest of the units that does not exceed it, each a step
// times the one before it.
func (w *Words) Scale(digits string, step float64, units []string) (number, unit string) {
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return w.Exact(digits), ""
	}
	i := 0
	for ; n >= step && i < len(units)-1; i++ {
		n /= step
	}
	if i == 0 {
		return w.Exact(digits), units[0]
	}
	return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0"), units[i]
}

// Clock writes the time of day, with the date unless it is today's.
func (w *Words) Clock(t, now time.Time) string {
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return t.Format("15:04")
	}
	return w.Time(t)
}

// Day writes a date in few cells: 21 Nov, in Chinese 11月21日. It has a year unless that is
// the one of now.
func (w *Words) Day(t, now time.Time) string {
	if t.Year() != now.Year() {
		return w.Date(t)
	}
	return t.Format(w.Language().day)
}

// YearFirst reports whether dates begin with the year, which of a period its first day then has.
func (w *Words) YearFirst() bool {
	return strings.HasPrefix(w.Language().fullDay, "2006")
}

// Date writes a date with its year: 21 Nov 2026, in Chinese 2026年11月21日.
func (w *Words) Date(t time.Time) string {
	return t.Format(w.Language().fullDay)
}

// Time writes a time to the minute, in its own zone.
func (w *Words) Time(t time.Time) string { return t.Format("2006-01-02 15:04") }
