package resource

import (
	"strings"

	"channeldeck/api/findings"
	"channeldeck/ui/text"
)

// Forecasts returns the resource of how long logins last on platforms.
func Forecasts(v *View) *Resource[*findings.Forecast] {
	r := Members[*findings.Forecast](
		"forecast",
		"platform",
		"medianHours",
		"lowHours",
		"highHours",
		"spells",
		"ended",
		"accounts",
		"older",
		"withinHours", "likely",
	)
	r.Brief = []string{"platform", "medianHours", "lowHours", "highHours", "ended", "accounts", "likely"}
	r.Columns[0].Of = func(f *findings.Forecast) Value {
		return WordValue(f.Platform, v.PlatformName(f.Platform))
	}
	for i := 1; i <= 8; i++ {
		r.Columns[i].Right = true
	}
	for i, read := range []func(*findings.Forecast) string{
		func(f *findings.Forecast) string { return v.Words.Duration(f.Median) },
		func(f *findings.Forecast) string {
			low, _ := v.Words.DurationBounds(f.Low, f.High)
			return low
		},
		func(f *findings.Forecast) string {
			_, high := v.Words.DurationBounds(f.Low, f.High)
			return high
		},
	} {
		hours := r.Columns[1+i].Of
		r.Columns[1+i].Of = func(f *findings.Forecast) Value {
			return hours(f).Reads(read(f))
		}
	}
	r.Columns[9].Wraps = true
	within := r.Columns[8].Of
	r.Columns[8].Of = func(f *findings.Forecast) Value {
		return within(f).Reads(v.Words.Duration(f.Within))
	}
	r.Columns[9].Of = func(f *findings.Forecast) Value {
		var ids, names []string
		for _, a := range f.Likely {
			ids = append(ids, a.ID)
			names = append(names, a.Nickname)
		}
		return WordValue(
			text.Clean(strings.Join(ids, ", ")),
			text.Clean(strings.Join(names, ", ")),
		)
	}
	return r
}
