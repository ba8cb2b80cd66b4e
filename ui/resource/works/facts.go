package works

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// Fact is a line about a work: a field, or a metric with its change since the
// snapshot before.
type Fact struct {
	field, value, change, perHour string

	title, show string // for reading
	isMetric    bool   // the value is a number, unless something else was received
}

// HasChange reports whether the line has a change since the snapshot before.
func (f *Fact) HasChange() bool { return f.change != "" }

// Facts returns the resource of lines about a work, by which they are printed.
func Facts(w *words.Words) *resource.Resource[*Fact] {
	number := func(id string, of func(*Fact) string) resource.Column[*Fact] {
		return resource.Column[*Fact]{
			ID:    id,
			Right: true,
			Of: func(r *Fact) resource.Value {
				return resource.NumberOrText(of(r))
			},
		}
	}
	return &resource.Resource[*Fact]{
		Name: "work",
		Columns: []resource.Column[*Fact]{
			{
				ID: "field",
				Of: func(r *Fact) resource.Value {
					return resource.WordValue(r.field, cmp.Or(r.title, r.field))
				},
			},
			{
				ID: "value",
				Of: func(r *Fact) resource.Value {
					if r.isMetric {
						return resource.NumberOrText(r.value)
					}
					return resource.WordValue(r.value, cmp.Or(r.show, r.value))
				},
			},
			number("change", func(r *Fact) string { return r.change }),
			number("perHour", func(r *Fact) string { return r.perHour }),
		},
	}
}

// FactRows lists the fields of a work, of the response and of its extra object, the
// metrics of the newest snapshot, and the engagement rate; a base of "" is that of the work.
func FactRows(v *resource.View, d api.WorkDetail, base string) []*Fact {
	var history metrics.History
	history.Add(d, v.Now())
	rows := memberFacts(v, d.Extra)
	newest := len(history.Entries()) - 1
	if newest >= 0 {
		snapshot := &history.Entries()[newest].Snapshot
		if at, sent := snapshot.SnapshotAt.Get(); sent {
			rows = append(rows, textFact(v, "snapshotAt", at))
		}
		for name, value := range api.Members(snapshot.Unknown) {
			if name == "periodStartAt" || name == "periodEndAt" { // the time that the numbers cover
				rows = append(rows, textFact(v, name, resource.TextOrJSON(value)))
			}
		}
		rows = append(rows, metricFacts(v.Words, &history, newest)...)
		base = cmp.Or(base, metrics.Basis(history.Entries()), metrics.Bases()[0])
		rows = append(rows, rateFact(v.Words, snapshot, base), &Fact{
			field: "engagementRateBase",
			value: base,
			title: v.Words.T("works.rate_base"),
			show:  v.MetricName(base),
		})
	}
	work, _ := history.Work()
	fields, _ := api.Marshal(work)
	response, _ := api.Marshal(d)
	return slices.Concat(memberFacts(v, fields), memberFacts(v, response), rows)
}

// memberFacts lists the members of an object, except for those that have facts of their
// own.
func memberFacts(v *resource.View, object jsontext.Value) []*Fact {
	var rows []*Fact
	for name, value := range api.Members(object) {
		if !slices.Contains([]string{"platform", "work", "snapshots", "extra"}, name) {
			rows = append(rows, textFact(v, name, resource.TextOrJSON(value)))
		}
	}
	return rows
}

func textFact(v *resource.View, name, value string) *Fact {
	row := &Fact{
		field: name,
		value: value,
		title: v.Words.Optional("works.fact." + name),
	}
	switch name {
	case "publishedAt", "snapshotAt", "fetchedAt", "periodStartAt", "periodEndAt":
		row.show = v.Moment(value)
	case "pending":
		row.show = resource.YesOrNo(v.Words, value)
	case "mediaType", "status":
		row.show = v.Words.Optional("works.value." + value)
	}
	return row
}

func metricFacts(w *words.Words, h *metrics.History, at int) []*Fact {
	var rows []*Fact
	for _, r := range h.Read(at, metrics.Names(h.Entries())) {
		row := &Fact{
			field:    r.Name,
			value:    r.Value.String(),
			isMetric: true,
		}
		if len(r.Raw) > 0 {
			row.value = r.Received()
		}
		row.title = w.Optional("works.metric." + r.Name)
		row.change = r.Change.Absolute.Value.String()
		hourly, ok := r.Change.PerHour.Value.Float64()
		if ok {
			row.perHour = strconv.FormatFloat(hourly, 'f', 2, 64)
		}
		rows = append(rows, row)
	}
	return rows
}

// rateFact is the engagement rate. It has no value if the base was not sent.
func rateFact(w *words.Words, s *api.Snapshot, base string) *Fact {
	row := &Fact{
		field: "engagementRate",
		title: w.T("works.engagement", "Base", strings.ToLower(w.T("works.metric."+base))),
	}
	rate, known := metrics.Engagement(s, base).Rate.Value.Float64()
	if known {
		row.value = strconv.FormatFloat(rate, 'f', 6, 64)
		row.show = strconv.FormatFloat(100*rate, 'f', 2, 64) + "%"
	}
	return row
}
