package history_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Accounts that a list lacked which was not whole keep the time of the last whole list.
func TestAccountsOfAPartialListKeepTheirTime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.Add(3*time.Hour)))
		a := account("a", 1, 1)
		b := account("b", 1, 2)
		d.RecordAccounts(day0, accounts(t, a, b), api.Int(2), true)
		d.RecordAccounts(day0.Add(2*time.Hour), accounts(t, account("a", 0, 1)), api.Int(2), false)
		d.Wait(t.Context())
		rows, total, at, err := d.Accounts(t.Context(), 0)
		if err != nil || len(rows) != 2 || total.String() != "2" || !at.Equal(day0) {
			t.Errorf("%d of %s accounts at %v, error %v", len(rows), total, at, err)
		}
		if rows[0].ID != "a" || api.HealthOf(rows[0].Status) != api.HealthAbnormal {
			t.Errorf("what the partial list has is lost: %+v", rows[0])
		}
	})
}

// Without any whole list, the newest partial one is told with its total.
func TestOnlyPartialLists(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.Add(time.Hour)))
		d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(3), false)
		d.Wait(t.Context())
		rows, total, at, err := d.Accounts(t.Context(), 0)
		if err != nil || len(rows) != 1 || total.String() != "3" || !at.Equal(day0) {
			t.Errorf("%d of %s accounts at %v, error %v", len(rows), total, at, err)
		}
	})
}

// What a clock recorded that ran ahead is not the present: the last lists before it are.
func TestListsOfTheFutureAreNotTheNewest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.Add(2*time.Hour)))
		record := func(at time.Time, status int, option string) {
			rows := accounts(t, account("a", status, 1), account("b", 1, 2))
			d.RecordAccounts(at, rows, api.Int(2), true)
			d.RecordPlatforms(at, []api.Platform{{Platform: option}})
			d.RecordOptions(at, "x", []api.PublishOption{{Field: option}})
			d.RecordGroups(at, []api.AccountGroup{{ID: option}})
			d.RecordCatalog(at, []api.VideoModel{{Name: option}})
		}
		record(day0, 1, "before")
		record(day0.Add(time.Hour), 0, "now")
		record(day0.AddDate(0, 0, 1), 1, "later")
		d.Wait(t.Context())
		want := day0.Add(time.Hour)
		rows, total, at, err := d.Accounts(t.Context(), 0)
		if err != nil || len(rows) != 2 || total.String() != "2" || !at.Equal(want) {
			t.Fatalf("%d of %s accounts at %v, error %v", len(rows), total, at, err)
		}
		if n, err := d.States().NewlyAbnormal(t.Context(), day0); n != 1 || err != nil {
			t.Errorf("%d accounts turned abnormal, error %v", n, err)
		}
		platforms, at, err := d.Platforms(t.Context())
		if err != nil || len(platforms) != 1 || platforms[0].Platform != "now" || !at.Equal(want) {
			t.Errorf("platforms %v at %v, error %v", platforms, at, err)
		}
		options, at, err := d.Options(t.Context(), "x")
		if err != nil || len(options) != 1 || options[0].Field != "now" || !at.Equal(want) {
			t.Errorf("options %v at %v, error %v", options, at, err)
		}
		groups, at, err := d.Groups(t.Context())
		if err != nil || len(groups) != 1 || groups[0].ID != "now" || !at.Equal(want) {
			t.Errorf("groups %v at %v, error %v", groups, at, err)
		}
		models, at, err := d.Catalog(t.Context())
		if err != nil || len(models) != 1 || models[0].Name != "now" || !at.Equal(want) {
			t.Errorf("models %v at %v, error %v", models, at, err)
		}
	})
}

// A list of the future is the newest one as long as there is no other.
func TestOnlyListOfTheFuture(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0))
		d.RecordAccounts(day0.AddDate(0, 0, 1), accounts(t, account("a", 1, 1)), api.Int(1), true)
		d.Wait(t.Context())
		rows, total, at, err := d.Accounts(t.Context(), 0)
		if err != nil || len(rows) != 1 || total.String() != "1" || at.IsZero() {
			t.Errorf("%d of %s accounts at %v, error %v", len(rows), total, at, err)
		}
	})
}
