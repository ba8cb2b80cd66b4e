package findings_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	compared "channeldeck/api/fleet"
	"channeldeck/api/history"
)

// Everything that needs a history is read from it: thirty days of an account whose
// followers fall, an incident, an account that is gone, a work, a price and an option.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	at := today.AddDate(0, 0, -30)
	open := func() *history.DB {
		return history.Open(history.Config{
			Path:     path,
			Site:     "s",
			Key:      "secret-key",
			Language: "en-US",
			Now:      func() time.Time { return at },
		})
	}
	star := account("KWAI", "star", 1, 3_000_000)
	gone := account("douyin", "gone", 1, 9)
	accounts := append(several("KWAI", 12, 1), star, gone)
	model := `[{"name":"brook","pricing":[{"price":100}]}]`
	options := `[{"field":"boardId","createSchema":{"properties":{"privacy":{}}}}]`
	record := func(h *history.DB) {
		star.FansCount = star.FansCount.Add(api.Int(1000))
		for i, a := range accounts[:12] {
			a.FansCount = api.Int(int64(1000 + i))
		}
		rows := make([]*api.Account, len(accounts))
		for i, a := range accounts {
			b := *a
			rows[i] = &b
		}
		h.RecordAccounts(at, rows, api.Int(int64(len(rows))), true)
		models, err := api.DecodeRows[api.VideoModel]([]byte(model))
		if err != nil {
			t.Fatal(err)
		}
		h.RecordCatalog(at, models)
		list, err := api.DecodeRows[api.PublishOption]([]byte(options))
		if err != nil {
			t.Fatal(err)
		}
		h.RecordPlatforms(at, []api.Platform{{Platform: "KWAI"}})
		h.RecordOptions(at, "KWAI", list)
	}
	h := open()
	h.Works().Record(at, api.WorkQuery{Platform: "douyin", WorkID: "w"}, work(7*24, 0))
	for ; at.Before(today); at = at.AddDate(0, 0, 1) {
		record(h)
		h.Entries().RememberNow(t.Context(), history.Entry{Kind: history.KindSearch, ID: "wait", At: at})
	}
	h.Close(t.Context())

	at = today
	h = open()
	accounts = accounts[:13]
	for _, a := range accounts[:11] {
		a.Status = api.Int(0)
	}
	star.FansCount = api.Int(2_000_000)
	model = `[{"name":"brook","pricing":[{"price":112}]}]`
	options = `[{"field":"boardId","createSchema":{"required":["privacy"],"properties":{"privacy":{}}}}]`
	record(h)
	for i := range 7 {
		h.Works().Record(at, api.WorkQuery{Platform: "douyin", WorkID: "w"}, work(6*24-24*i, int64(24*i)))
	}
	h.Works().Record(at, api.WorkQuery{Platform: "douyin", WorkID: "w"}, work(0, 9000))
	known := findings.Known{Note: "announced"}
	h.Close(t.Context())

	h = open()
	defer h.Close(t.Context())
	find := func() []*findings.Finding {
		point, err := h.Points().At(t.Context(), today.Add(-20*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		past, err := compared.ReadPast(t.Context(), h, today, point, compared.NewList(accounts, api.Int(13)))
		if err != nil {
			t.Fatal(err)
		}
		models, _ := api.DecodeRows[api.VideoModel]([]byte(model))
		in := &findings.Input{
			Now:        today,
			StaleAfter: 7 * days,
			Accounts:   accounts,
			Gone:       past.Gone,
			Models:     models,
			Point:      point,
			Past:       past,
			First:      past.First,
			Turns:      past.Turns,
		}
		if err := in.Read(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		return find(in, ofAll...)
	}
	all := find()
	want := `new incident of turnedAbnormal | 11 accounts of KWAI | 20 Nov 08:31 – 21 Nov 08:31 | 11 of 13
new disappeared | douyin/gone (N gone) | 20 Nov 08:31 – 21 Nov 08:31
new followersFell | KWAI/star (N star) | 20 Nov 08:31 – 21 Nov 08:31 | from 3030000 to 2001000
new work | douyin/w (w) | 20 Nov 08:31 – 21 Nov 08:31 | from 120 to 9000 | viewCount 370 an hour, 370.0 times, others []
new price | /brook (brook) | 20 Nov 08:31 – 21 Nov 08:31 | 1 times | 1 prices, 12 to 12%, half 12% | changes: dearer
new options | KWAI/boardId (boardId) | 20 Nov 08:31 – 21 Nov 08:31 | 1 times | changes: required privacy`
	if got := facts(all); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, f := range all {
		if f.Kind == findings.PriceChanged {
			known.State = f.Fingerprint()
			body, err := api.Marshal(known)
			if err != nil {
				t.Fatal(err)
			}
			h.Entries().RememberNow(t.Context(), history.Entry{
				Kind: history.KindKnown,
				ID:   f.Key(),
				At:   at,
				Body: body,
			})
		}
	}
	all = find()
	if f := all[len(all)-1]; f.Kind != findings.PriceChanged || f.Section != findings.Expected ||
		f.Note != "announced" {
		t.Errorf("known: %+v", f)
	}
}

// The last change of a model may not be stored yet.
func TestTimeOfAModel(t *testing.T) {
	at := today.AddDate(0, 0, -9)
	models := func(rows string) []api.VideoModel {
		list, err := api.DecodeRows[api.VideoModel]([]byte(rows))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	path := filepath.Join(t.TempDir(), "h.db")
	open := func() *history.DB {
		return history.Open(history.Config{
			Path: path,
			Site: "s",
			Key:  "secret-key",
			Now:  func() time.Time { return at },
		})
	}
	h := open()
	const other = `{"name":"other","pricing":[{"price":5}]}`
	h.RecordCatalog(at, models(`[{"name":"brook","pricing":[{"price":100}]},`+other+`]`))
	h.RecordCatalog(today.AddDate(0, 0, -2), models(`[{"name":"brook","pricing":[{"price":110}]},`+other+`]`))
	h.Close(t.Context())
	at = today
	h = open()
	defer h.Close(t.Context())
	for rows, want := range map[string]time.Time{
		`[{"name":"brook","pricing":[{"price":110}]},` + other + `]`: today.AddDate(0, 0, -2),
		`[{"name":"brook","pricing":[{"price":120}]},` + other + `]`: today,
		`[` + other + `]`: today,
		`[{"name":"brook","pricing":[{"price":100}]},` + other + `,{"name":"new","pricing":[{"price":1}]}]`: today,
	} {
		point, err := h.Points().At(t.Context(), today.AddDate(0, 0, -5))
		if err != nil {
			t.Fatal(err)
		}
		in := &findings.Input{Now: today.Add(time.Minute), Loaded: today, Models: models(rows), Point: point}
		if err := in.Read(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		if all := find(in, ofAll...); len(all) == 0 || len(all) > 1 && all[0].Times != 2 ||
			!all[len(all)-1].At.Before.Equal(want) {
			t.Errorf("%s: %s at %v, want %v", rows, facts(all), all[0].At, want)
		}
	}
}

// work is a snapshot with a number of views, from some hours before today.
func work(hours int, views int64) api.WorkDetail {
	at := api.Some(today.Add(-time.Duration(hours) * time.Hour).Format(time.RFC3339))
	return api.WorkDetail{
		Snapshots: []api.Snapshot{{
			ID:        fmt.Sprint(hours),
			FetchedAt: at,
			Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(views)}},
		}},
	}
}
