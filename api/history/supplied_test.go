package history_test

import (
	"maps"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// The counts that platforms were seen to supply stay whatever their age, are added to, and belong to a
// key and its site.
func TestSupplied(t *testing.T) {
	reads := api.CountSet(0).With(api.CountReads)
	likes := api.CountSet(0).With(api.CountLikes)
	onBoth(t, func(t *testing.T, c history.Config) {
		c = at(c, day0.AddDate(0, 0, 9))
		d := open(t, c)
		check := func(d *history.DB, want map[string]api.CountSet) {
			t.Helper()
			if got, err := d.Supplied(t.Context()); err != nil || !maps.Equal(got, want) {
				t.Errorf("supplied %v, want %v, error %v", got, want, err)
			}
		}
		check(d, map[string]api.CountSet{})
		d.RecordSupplied(day0, map[string]api.CountSet{"x": reads, "a/b": likes})
		d.RecordSupplied(day0.Add(time.Hour), map[string]api.CountSet{"x": likes})
		d.RecordSupplied(day0.Add(time.Hour), nil)
		d.Flush()
		want := map[string]api.CountSet{"x": reads | likes, "a/b": likes}
		check(d, want)
		if _, err := d.Content().Prune(t.Context(), day0.AddDate(0, 0, 8)); err != nil {
			t.Fatal(err)
		}
		check(d, want)
		d.Close(t.Context())
		again := open(t, c)
		check(again, want)
		again.Close(t.Context())
		other := c
		other.Key = "another"
		apart := open(t, other)
		check(apart, map[string]api.CountSet{})
		apart.Close(t.Context())
		last := open(t, c)
		if _, err := last.Content().Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		check(last, map[string]api.CountSet{})
	})
	var none *history.DB
	none.RecordSupplied(day0, map[string]api.CountSet{"x": reads})
	if got, err := none.Supplied(t.Context()); len(got) != 0 || err != nil {
		t.Errorf("without a history: %v, error %v", got, err)
	}
}
