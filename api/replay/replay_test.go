package replay

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// open opens a history at a time; zero for now.
func open(t *testing.T, path string, now, at time.Time) *history.DB {
	t.Helper()
	h := history.Open(history.Config{Path: path, Site: "s", Key: "k", At: at, Now: func() time.Time { return now }})
	t.Cleanup(func() { h.Close(t.Context()) })
	return h
}

func rows[T any, R api.RowOf[T]](t *testing.T, body string) []T {
	t.Helper()
	list, err := api.DecodeRows[T, R]([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Each call returns what was stored until the moment, and nothing that came later; calls with
// effects and what is not stored are ErrNotStored.
func TestTransport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	then := first.Add(24 * time.Hour)
	later := first.Add(48 * time.Hour)
	for _, s := range []struct {
		at                                   time.Time
		accounts, platforms, options, models string
	}{
		{
			first,
			`[{"id":"1","type":"x","nickname":"Ada","groupId":"g","status":1,"fansCount":5,"rank":3,` +
				`"lastStatsTime":"2026-05-01T08:00:00Z"},{"id":"2","type":"youtube","nickname":"Ben","status":0,` +
				`"lastStatsTime":"2026-05-01T08:00:00Z","fansCount":0}]`,
			`[{"platform":"x","status":"available"}]`,
			`[{"field":"a"}]`,
			`[{"name":"one"}]`,
		},
		{
			then,
			`[{"id":"1","type":"x","nickname":"Ada","groupId":"h","status":0,"fansCount":6,` +
				`"lastStatsTime":"2026-05-02T08:00:00Z"},{"id":"2","type":"youtube","nickname":"Ben","status":0,` +
				`"lastStatsTime":"2026-05-01T08:00:00Z","fansCount":0}]`,
			`[{"platform":"x","status":"unavailable"}]`,
			`[{"field":"a"},{"field":"b"}]`,
			`[{"name":"two"}]`,
		},
		{
			later,
			`[{"id":"1","type":"x","nickname":"Ada","groupId":"h","status":1,"fansCount":7,` +
				`"lastStatsTime":"2026-05-03T08:00:00Z"},{"id":"3","type":"y","nickname":"Cat","status":1}]`,
			`[]`,
			`[]`,
			`[{"name":"three"}]`,
		},
	} {
		at := s.at
		h := open(t, path, at, time.Time{})
		var accounts []*api.Account
		for _, a := range rows[api.Account](t, s.accounts) {
			accounts = append(accounts, &a)
		}
		h.RecordAccounts(at, accounts, api.Int(2), true)
		h.RecordPlatforms(at, rows[api.Platform](t, s.platforms))
		h.RecordGroups(at, rows[api.AccountGroup](t, `[{"id":"h","name":"`+at.Format(time.DateOnly)+`"}]`))
		h.RecordOptions(at, "x", rows[api.PublishOption](t, s.options))
		h.RecordCatalog(at, rows[api.VideoModel](t, s.models))
		h.Works().Record(at, api.WorkQuery{
			Platform: "x",
			WorkID:   "w",
		}, api.WorkDetail{Snapshots: []api.Snapshot{{ID: at.String(), FetchedAt: api.Some(at.Format(time.RFC3339))}}})
		h.Close(t.Context())
	}
	h := open(t, path, later, then)
	const base = "https://site.example/a%20path/below"
	transport, err := Transport(h, base)
	if err != nil {
		t.Fatal(err)
	}
	c, err := api.New(base, api.Settings{APIKey: "k", Transport: transport, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Accounts(t.Context(), api.AccountQuery{})
	if err != nil || len(list.List) != 2 || list.Total.String() != "2" {
		t.Fatalf("accounts %+v, %v", list, err)
	}
	for _, a := range list.List {
		if ada := a.ID == "1"; ada && (a.Nickname != "Ada" || a.GroupID != "h" || a.Health() != api.HealthAbnormal ||
			a.FansCount.String() != "6" ||
			a.LastStatsTime.IsSet() ||
			a.Rank.IsSet()) {
			t.Errorf("account %+v", a)
		} else if n, known := a.Statistic(api.CountFans); !ada && (!known || n.Sign() != 0 || a.Nickname != "Ben") {
			t.Errorf("account %+v", a)
		}
	}
	if some, err := c.Accounts(t.Context(), api.AccountQuery{IDs: []string{"2"}}); err != nil || len(some.List) != 1 ||
		some.List[0].ID != "2" {
		t.Errorf("one account: %+v, %v", some, err)
	}
	if some, err := c.Accounts(t.Context(), api.AccountQuery{
		Types:  []string{"x"},
		Status: api.Some(1),
	}); err != nil || len(some.List) != 0 {
		t.Errorf("normal accounts of x: %+v, %v", some, err)
	}
	if platforms, err := c.Platforms(t.Context()); err != nil || len(platforms) != 1 ||
		platforms[0].Status.Or("") != "unavailable" {
		t.Errorf("platforms %+v, %v", platforms, err)
	}
	if groups, err := c.AccountGroups(t.Context()); err != nil || len(groups) != 1 || groups[0].Name != "2026-05-02" {
		t.Errorf("groups %+v, %v", groups, err)
	}
	if options, err := c.PublishOptions(t.Context(), "x"); err != nil || len(options) != 2 {
		t.Errorf("options %+v, %v", options, err)
	}
	if models, err := c.VideoModels(t.Context()); err != nil || len(models) != 1 || models[0].Name != "two" {
		t.Errorf("models %+v, %v", models, err)
	}
	if w, err := c.WorkDetail(t.Context(), api.WorkQuery{
		Platform: "x",
		WorkID:   "w",
	}); err != nil || len(w.Snapshots) != 2 {
		t.Errorf("work %+v, %v", w, err)
	}
	_, noOptions := c.PublishOptions(t.Context(), "y")
	_, noWork := c.WorkDetail(t.Context(), api.WorkQuery{Platform: "x", WorkID: "v"})
	_, noSession := c.Messages(t.Context(), "6710a1e5c0de000000000001")
	_, noGroup := c.CreateAccountGroup(t.Context(), api.NewAccountGroup{Name: "G"})
	for i, err := range []error{noOptions, noWork, noSession, noGroup} {
		if !errors.Is(err, ErrNotStored) {
			t.Errorf("call %d: %v", i, err)
		}
	}

	// Nothing is written.
	h.RecordAccounts(then, nil, api.Int(0), true)
	h.Entries().Remember(history.Entry{Kind: history.KindSearch, ID: "q", At: then})
	h.Close(t.Context())
	if rows, _, _, err := open(
		t,
		path,
		later,
		time.Time{},
	).Accounts(t.Context(), 0); err != nil || len(rows) != 2 ||
		rows[0].FansCount.String()+rows[1].FansCount.String() != "7" {
		t.Errorf("now: %+v, %v", rows, err)
	}
	if recent, err := open(t, path, later, time.Time{}).Entries().Recent(
		t.Context(),
		history.KindSearch,
		5,
	); err != nil || len(recent) != 0 {
		t.Errorf("remembered %v, %v", recent, err)
	}
}
