package works

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/ui/text"
)

// storedWork is a work with its stored snapshots, of which it has at least one.
type storedWork struct {
	query   api.WorkQuery
	title   string
	history metrics.History
	metric  string         // that stands for it, such as views
	views   metrics.Series // of metric
	rate    api.Number     // its change per hour between the two newest snapshots; unset if unknown
}

// stored holds the data in the history about works.
type stored struct {
	works   map[string]*storedWork // by workKey
	watched map[string]bool
	owners  map[string]*api.Account // by ID, as last listed
}

const (
	keepDays  = 90 // the history keeps snapshots for about as long
	maxStored = 200
)

func workKey(q api.WorkQuery) string { return q.Platform + "/" + q.WorkID }

// loadStored reads the stored snapshots in the background.
func (m *site) loadStored() tea.Cmd {
	f := m.store.Fleet
	since := m.view.Now().AddDate(0, 0, -keepDays)
	if f.History == nil {
		return nil
	}
	return m.wording.stored.Start(m.ctx.Base, m.view.Now, func(ctx context.Context, _ func(any)) (stored, error) {
		s := stored{
			works:   map[string]*storedWork{},
			watched: map[string]bool{},
			owners:  map[string]*api.Account{},
		}
		works, err := f.StoredWorks().Since(ctx, since, maxStored)
		if err != nil {
			return s, err
		}
		var owners []history.AccountKey
		for _, w := range works {
			if key := (history.AccountKey{
				Platform: w.Query.Platform,
				ID:       w.Query.AccountID,
			}); key.ID != "" && !slices.Contains(owners, key) {
				owners = append(owners, key)
			}
			var all metrics.History
			all.Restore(w.Snapshots)
			found := newStoredWork(w.Query, w.Title, all)
			if found != nil {
				s.works[workKey(w.Query)] = found
			}
		}
		watched, err := f.StoredWorks().Watched(ctx, maxStored)
		for _, q := range watched {
			s.watched[workKey(q)] = true
		}
		if err != nil {
			return s, err
		}
		accounts, err := f.RecordedByKey(ctx, owners)
		for _, a := range accounts {
			s.owners[a.ID] = a
		}
		return s, err
	})
}

// newStoredWork returns a work with its history, nil without snapshots.
func newStoredWork(q api.WorkQuery, title string, h metrics.History) *storedWork {
	entries := h.Entries()
	if len(entries) == 0 {
		return nil
	}
	newest := entries[len(entries)-1]
	w := &storedWork{
		query:   q,
		history: h,
		metric:  cmp.Or(metrics.Main(entries), metrics.Bases()[0]),
	}
	w.views = metrics.NewSeries(entries, func(s *api.Snapshot) api.Number {
		return metrics.Read(s, w.metric).Value
	})
	if n := len(entries); n > 1 {
		w.rate = metrics.Since(entries[n-2], newest, w.metric).PerHour.Value.Round(0)
	}
	found, _ := h.Work()
	w.title = text.Line(cmp.Or(title, metrics.Title(found), q.WorkID))
	return w
}

func (w *storedWork) newest() *metrics.Entry {
	return w.history.Entries()[len(w.history.Entries())-1]
}

// value is the newest value of the metric, unset if unknown.
func (w *storedWork) value() api.Number {
	return w.views[len(w.views)-1].Value
}

// dayBefore is the newest snapshot that is at least a day older than the newest one, else
// the first; nil if there is only one.
func (w *storedWork) dayBefore() *metrics.Entry {
	entries := w.history.Entries()
	if len(entries) < 2 {
		return nil
	}
	for _, e := range slices.Backward(entries) {
		if w.newest().At.Sub(e.At) >= 24*time.Hour {
			return e
		}
	}
	return entries[0]
}

// peers are the values of other works of the account with the same metric, at the age of a
// work's newest snapshot, in ascending order. Without an account they are those of the platform's works
// that were requested without one.
func (s *stored) peers(w *storedWork) (age time.Duration, values []api.Number) {
	published, ok := w.history.Published()
	if !ok {
		return 0, nil
	}
	age = w.newest().At.Sub(published)
	for _, o := range s.works {
		born, ok := o.history.Published()
		if !ok || workKey(o.query) == workKey(w.query) || o.metric != w.metric ||
			o.query.Platform != w.query.Platform ||
			o.query.AccountID != w.query.AccountID ||
			o.newest().At.Sub(born) < age {
			continue
		}
		p := o.views.ByAge(born).At(metrics.Birth().Add(age))
		if p != nil && p.Value.IsSet() {
			values = append(values, p.Value)
		}
	}
	slices.SortFunc(values, api.Number.Cmp)
	return age, values
}
