package works

import (
	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Metrics returns the resource of the metrics of a snapshot, by which they are shown, copied and exported.
func Metrics(v *resource.View) *resource.Resource[*metrics.Reading] {
	f := Figures{v}
	name := resource.Text("name", 110, 8, 24, theme.Plain, func(r *metrics.Reading) string {
		return v.MetricName(r.Name)
	})
	name.Pinned = true
	value := readingColumn(f, "value", 90, func(r *metrics.Reading) metrics.Reading {
		return *r
	})
	field := resource.Text(
		"field",
		30,
		8,
		24,
		theme.Muted,
		func(r *metrics.Reading) string { return r.Name },
	)
	field.Hidden = true
	field.CutMiddle = true
	return &resource.Resource[*metrics.Reading]{
		Name: "works.metrics",
		ID:   func(r *metrics.Reading) string { return r.Received() },
		Key:  func(r *metrics.Reading) string { return r.Name },
		Record: func(r *metrics.Reading) any {
			return api.Metrics{{Name: r.Name, Value: r.Value, Raw: r.Raw}}
		},
		Columns: []resource.Column[*metrics.Reading]{
			name, value,
			changeColumn(f, "change", 75, func(r *metrics.Reading) api.Number {
				return r.Change.Absolute.Value
			}),
			resource.Number(
				"percent",
				70,
				numberWidth,
				f.Percent,
				func(r *metrics.Reading) api.Number {
					return r.Change.Percent.Value
				},
			),
			resource.Number(
				"perHour",
				65,
				numberWidth,
				f.Rate,
				func(r *metrics.Reading) api.Number {
					return r.Change.PerHour.Value
				},
			),
			field,
		},
	}
}
