package fleet_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// An incident names what else changed from the recording before it to that of its end, which lists
// accounts first, and nothing that changed earlier or later.
func TestIncidents(t *testing.T) {
	c := history.Config{
		Path:     filepath.Join(t.TempDir(), "h.db"),
		Site:     "s",
		Language: "en-US",
		Now:      func() time.Time { return today },
	}
	h := history.Open(c)
	hour := func(n int) time.Time { return today.Add(time.Duration(n-10) * time.Hour) }
	record := func(n int, abnormalUpTo, from int) {
		var rows []*api.Account
		for i := from; i < 6; i++ {
			status := int64(normal)
			if i < abnormalUpTo {
				status = abnormal
			}
			rows = append(rows, with(fmt.Sprint(i), status, 1))
		}
		h.RecordAccounts(hour(n), rows, api.Int(int64(len(rows))), true)
	}
	model := func(price int64) []api.VideoModel {
		return []api.VideoModel{{Name: "vela", Label: api.Some("Vela"), Pricing: []api.Price{{Price: api.Int(price)}}}}
	}
	option := func(required bool) []api.PublishOption {
		return []api.PublishOption{{Field: "board", Label: api.Some("Board"), RequiresAccount: api.Some(required)}}
	}
	record(0, 0, 0)
	h.RecordCatalog(hour(0), model(1))
	h.RecordOptions(hour(0), "x", option(false))
	h.RecordCatalog(hour(1), model(2)) // before the incident
	record(2, 0, 0)
	h.RecordOptions(hour(3), "x", option(true))
	record(4, 4, 0) // four turn
	h.RecordCatalog(hour(5), model(3))
	record(6, 2, 0) // two recover
	record(7, 0, 1) // one is gone, one recovers
	withItsEnd := append(model(3), api.VideoModel{Name: "back"})
	h.RecordCatalog(hour(7).Add(time.Second), withItsEnd)
	h.RecordOptions(hour(7).Add(time.Minute), "x", option(false))
	h.RecordOptions(hour(7).Add(2*time.Minute), "x", option(true))
	h.RecordCatalog(hour(8), model(4))
	record(9, 0, 1)
	h.RecordOptions(hour(9).Add(time.Second), "x", option(false))
	h.Close(t.Context())
	h = history.Open(c)
	defer h.Close(t.Context())
	f := &fleet.Fleet{History: h, Now: c.Now}

	seen, err := f.Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := seen.Incidents(t.Context(), hour(6))
	if err != nil || len(all) != 1 {
		t.Fatalf("%d incidents, %v", len(all), err)
	}
	i := all[0]
	if i.ID() != "x@"+hour(4).UTC().Format(time.RFC3339) || len(i.Turned) != 4 || !i.Turned[0].Gone ||
		!i.Ended.After.Equal(hour(6)) ||
		!i.Ended.Before.Equal(hour(7)) {
		t.Errorf("%s %+v", i.ID(), i.Episode)
	}
	told := func(all []fleet.Changed) (s string) {
		for _, c := range all {
			s += c.Platform + " " + c.Name + " " + c.Label
			for _, at := range c.Times {
				s += " " + fmt.Sprint(at.Sub(hour(0)).Hours())
			}
		}
		return s
	}
	if got := told(i.Options); got != "x board Board 3 7.016666666666667" {
		t.Error(got)
	}
	if got := told(i.Prices); got != " back back 7.000277777777778 vela Vela 5" {
		t.Error(got)
	}
	past, err := fleet.ReadPast(t.Context(), h, seen.At, history.Point{Accounts: hour(8)}, seen.List)
	if err != nil {
		t.Fatal(err)
	}
	if in, err := f.Check(
		t.Context(),
		seen.List,
		seen.At,
		past,
		nil,
	); err != nil || len(in.Former) != 1 || in.Former[0].ID != i.Turned[0].Account.ID {
		t.Errorf("findings count of the former accounts %v, %v", in.Former, err)
	}
	levels, err := f.Levels(t.Context(), 2)
	if want := []fleet.DayLevel{fleet.LevelUnknown, fleet.LevelIncident}; err != nil ||
		!slices.Equal(levels.Of["x"], want) {
		t.Errorf("levels %v, %v", levels, err)
	}
	if late, err := seen.Incidents(t.Context(), hour(7)); err != nil || len(late) != 0 {
		t.Errorf("%d incidents that ended later, %v", len(late), err)
	}
}

// What needs attention counts an incident against the same accounts as the history: those that had
// been normal, also those that left the list meanwhile, whether or not that is stored yet.
func TestIncidentsCountAlike(t *testing.T) {
	c := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	}
	h := history.Open(c)
	defer h.Close(t.Context())
	f := &fleet.Fleet{History: h, Now: c.Now}
	rows := func(turned, left int) (all []*api.Account) {
		for i := range 20 - left {
			status := int64(normal)
			if i < 2+turned { // two were abnormal before
				status = abnormal
			}
			all = append(all, with(fmt.Sprint(i), status, 1))
		}
		return all
	}
	before := today.Add(-time.Hour)
	h.RecordAccounts(before, rows(0, 0), api.Int(20), true)
	h.Wait(t.Context())
	now := fleet.NewList(rows(7, 3), api.Int(17))
	past, err := f.ReadPast(t.Context(), today, history.Point{Accounts: before}, now)
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		in, err := f.Check(t.Context(), now, today, past, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := in.Find()[0]
		if i.Kind != findings.Incident || i.Count != 7 || i.Of != 18 {
			t.Errorf("%s: %s, %d of %d", when, i.Kind, i.Count, i.Of)
		}
	}
	check("not stored yet")
	h.RecordAccounts(today, now.Rows, api.Int(17), true)
	h.Wait(t.Context())
	if past, err = f.ReadPast(t.Context(), today, history.Point{Accounts: before}, now); err != nil {
		t.Fatal(err)
	}
	check("stored")
	seen, err := f.Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := seen.Incidents(t.Context(), time.Time{})
	if err != nil || len(all) != 1 || all[0].Normal != 18 || len(all[0].Turned) != 7 {
		t.Errorf("%+v, %v", all, err)
	}
}
