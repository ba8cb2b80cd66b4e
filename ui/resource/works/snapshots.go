package works

import (
	"slices"
	"strconv"
	"time"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Snapshot is a snapshot, with the previous one or nil. Neither changes, so that
// a long table can be sorted outside Update.
type Snapshot struct {
	*metrics.Entry
	Before *metrics.Entry
	Index  int // in the snapshots of the work, the oldest first
}

// SnapshotRows are the rows of snapshots that the history has, in their order.
func SnapshotRows(stored []api.Snapshot) []*Snapshot {
	rows := make([]*Snapshot, len(stored))
	var before *metrics.Entry
	for i := range stored {
		at, _ := api.ParseTime(stored[i].FetchedAt.Or(""))
		entry := &metrics.Entry{
			Snapshot: stored[i],
			At:       at,
			Number:   i + 1,
		}
		rows[i] = &Snapshot{Entry: entry, Before: before, Index: i}
		before = entry
	}
	return rows
}

// SnapshotNames are the metrics that some snapshots have.
func SnapshotNames(rows []*Snapshot) []string {
	entries := make([]*metrics.Entry, len(rows))
	for i, r := range rows {
		entries[i] = r.Entry
	}
	return metrics.Names(entries)
}

// maxColumns is the number of metrics that have columns.
const maxColumns = 60

// shownMetrics is the number of metrics that are shown unless the user chooses others.
const shownMetrics = 6

// Snapshots returns the resource of the snapshots of a work that have some metrics. It has two columns for each
// metric: its value, and its change since the previous snapshot. Their IDs begin with the name of the metric, or with
// "metrics." if another column has that ID.
func Snapshots(v *resource.View, names []string) *resource.Resource[*Snapshot] {
	f := Figures{v}
	sent := func(id string, of func(*api.Snapshot) string) resource.Column[*Snapshot] {
		c := resource.Text(id, 20, 8, 24, theme.Muted, func(r *Snapshot) string {
			return of(&r.Snapshot)
		})
		c.Hidden = true
		c.CutMiddle = true
		return c
	}
	fetched := resource.Word("fetchedAt", 110, 0, 19, theme.Plain, func(r *Snapshot) (sent, at string) {
		return r.Snapshot.FetchedAt.Or(""), v.Time(r.At)
	})
	fetched.Pinned = true
	fetched.Print = resource.Value.File
	fetched.Order = resource.ByFunc(
		func(r *Snapshot) (time.Time, bool) { return r.At, true },
		time.Time.Compare,
	)
	pending := resource.Column[*Snapshot]{
		ID:       "pending",
		Min:      8,
		Max:      10,
		Priority: 30,
		Of: func(r *Snapshot) resource.Value {
			pending, stated := r.Snapshot.Pending().Get()
			if !stated {
				return resource.Blank()
			}
			if pending {
				words := v.Theme.Glyphs.Pending + " " + v.Words.T("works.pending_yes")
				return resource.WordValue("true", words).Toned(theme.Warn)
			}
			return resource.WordValue("false", " ")
		},
	}
	columns := []resource.Column[*Snapshot]{
		fetched,
		sent("snapshotAt", func(s *api.Snapshot) string {
			return s.SnapshotAt.Or("")
		}),
	}
	last := []resource.Column[*Snapshot]{
		pending,
		sent("platformWorkId", func(s *api.Snapshot) string {
			return s.PlatformWorkID.Or("")
		}),
		sent("id", func(s *api.Snapshot) string { return s.ID }),
		sent("coverUrl", func(s *api.Snapshot) string {
			return s.Work.Or(api.Work{}).CoverURL.Or("")
		}),
		sent("extra", func(s *api.Snapshot) string { return string(s.Extra) }),
	}
	taken := slices.Concat(columns, last)
	brief := []string{"fetchedAt", "pending"}
	for i, name := range names[:min(len(names), maxColumns)] {
		id := name
		if slices.ContainsFunc(taken, func(c resource.Column[*Snapshot]) bool { return c.ID == id }) {
			id = "metrics." + name
		}
		value := readingColumn(f, id, 100-2*i, func(r *Snapshot) metrics.Reading {
			return metrics.Read(&r.Snapshot, name)
		})
		change := changeColumn(f, id+".change", 99-2*i, func(r *Snapshot) api.Number {
			return metrics.Since(r.Before, r.Entry, name).Absolute.Value
		})
		value.Title = v.MetricName(name)
		change.Title = v.Words.T("works.snapshots.change", "Metric", value.Title)
		if i < shownMetrics {
			brief = append(brief, id)
		}
		value.Hidden = i >= shownMetrics
		change.Hidden = value.Hidden
		change.TableOnly = true
		columns = append(columns, value, change)
	}
	return &resource.Resource[*Snapshot]{
		Name:    "works.snapshots",
		Columns: append(columns, last...),
		Brief:   brief,
		ID:      func(r *Snapshot) string { return r.Snapshot.ID },
		Key:     func(r *Snapshot) string { return strconv.Itoa(r.Number) },
		Record:  func(r *Snapshot) any { return r.Snapshot },
	}
}
