package sandbox_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/faults"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// TestClient makes every call of the client. The requests and responses must keep the
// contract. There are more accounts than a list has.
func TestClient(t *testing.T) {
	s := awkward.New(newSandbox(t, func(o *sandbox.Options) { o.Accounts = 1100 }), new(clock).Now)
	srv := httptest.NewServer(awkward.Cut(withRows(t, s)))
	defer srv.Close()
	ctx := t.Context()
	c, err := api.New(srv.URL+"/api/", api.Settings{
		APIKey:    testKey,
		Language:  "zh-CN",
		Transport: transport{t, http.DefaultTransport},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseIdleConnections()

	platforms, err := c.Platforms(ctx)
	if err != nil || len(platforms) != 14 {
		t.Fatalf("%d platforms, %v", len(platforms), err)
	}
	withDetail := 0
	withOptions := 0
	for _, p := range platforms {
		switch p.WorkDetail() {
		case api.Supported:
			withDetail++
		case api.Unsupported:
			_, err := c.WorkDetail(ctx, api.WorkQuery{Platform: p.Platform, WorkID: "1"})
			e, _ := errors.AsType[*api.Error](err)
			if !api.IsCode(err, api.CodeUnsupportedCapability) || e.Details().Platform != p.Platform ||
				e.Details().Capability == "" {
				t.Errorf("%s: %v", p.Platform, err)
			}
		}
		if p.Name("zh-CN") == "" || p.Name("en") == "" {
			t.Errorf("%s has no name", p.Platform)
		}
		options, err := c.PublishOptions(ctx, p.Platform)
		if err != nil {
			t.Errorf("%s: %v", p.Platform, err)
		}
		if len(options) > 0 {
			withOptions++
		}
	}
	if withDetail == 0 || withDetail == len(platforms) || withOptions == 0 || withOptions == len(platforms) {
		t.Errorf("%d platforms with work details, %d with options", withDetail, withOptions)
	}

	part, err := c.Accounts(ctx, api.AccountQuery{})
	if err != nil || len(part.List) != 1000 || part.Missing() != 123 {
		t.Fatalf("%d accounts, %d missing, %v", len(part.List), part.Missing(), err)
	}
	whole, err := c.AllAccounts(ctx, api.AccountQuery{}, nil)
	// Some rows have a platform that the sandbox neither lists nor filters by, so only the
	// first list contains them.
	listed := func(a *api.Account) bool {
		return slices.ContainsFunc(platforms, func(p api.Platform) bool { return p.Platform == a.Type })
	}
	unlisted := 0
	for _, a := range whole.List {
		if !listed(a) {
			unlisted++
		}
	}
	if err != nil || unlisted == 0 || whole.Missing() > 100 || len(whole.List)+int(whole.Missing()) != 1123 {
		t.Errorf("%d accounts, %d missing, %v", len(whole.List), whole.Missing(), err)
	}
	if _, err := json.Marshal(whole); err != nil {
		t.Errorf("the accounts cannot be written: %v", err)
	}
	var some []string
	for _, a := range whole.List[:45] {
		some = append(some, a.ID)
	}
	if list, err := c.Accounts(ctx, api.AccountQuery{IDs: some}); err != nil || len(list.List) != len(some) {
		t.Errorf("%d of %d accounts, %v", len(list.List), len(some), err)
	}
	if _, err := c.Accounts(ctx, api.AccountQuery{
		Types:  []string{"youtube", "tiktok"},
		Status: api.Some(1),
	}); err != nil {
		t.Error(err)
	}
	if list, err := c.Accounts(ctx, api.AccountQuery{Status: api.Some(0)}); err != nil || len(list.List) == 0 ||
		slices.ContainsFunc(list.List, func(a *api.Account) bool { return a.Health() != api.HealthAbnormal }) {
		t.Errorf("%d abnormal accounts, %v", len(list.List), err)
	}

	if _, err := c.CreateAccountGroup(ctx, api.NewAccountGroup{Name: "新的分组"}); err != nil {
		t.Error(err)
	}
	if models, err := c.VideoModels(ctx); err != nil || len(models) == 0 {
		t.Errorf("%d models, %v", len(models), err)
	}
	if _, err := c.Messages(ctx, "64f1c0ffee00000000000009"); !api.IsCode(err, api.CodeSessionNotFound) {
		t.Errorf("an unknown session: %v", err)
	}
	for _, e := range s.All() {
		var err error
		switch e.Call {
		case sandbox.CallSessions:
			_, err = c.Messages(ctx, e.ID)
		case sandbox.CallWorks:
			_, err = c.WorkDetail(ctx, api.WorkQuery{Platform: e.Platform, WorkID: e.ID, AccountID: e.AccountID})
		}
		if _, business := errors.AsType[*api.Error](err); business != strings.HasPrefix(e.Name, "error ") ||
			err != nil && !business {
			t.Errorf("%s %s (%s): %v", e.Call, e.ID, e.Shows, err)
		}
	}
}

// withRows adds the accounts and models of testdata, which clients may mishandle, to the
// lists of a service: names in many scripts, empty, long or hostile; numbers that are
// missing, null, 0 or beyond what a float64 holds exactly; a platform that the platform list
// lacks; IDs of any characters. The accounts are the newest, so that a filtered list begins
// with them.
func withRows(t *testing.T, next http.Handler) http.Handler {
	rows := rowsOf(t, "accounts")
	models := rowsOf(t, "models")
	accounts := awkward.Edit(next, accountsPath, func(r *http.Request, data *awkward.Accounts) {
		query := r.URL.Query()
		for _, row := range rows {
			var a account
			if err := json.Unmarshal(row, &a); err != nil {
				t.Error(err)
			}
			ids := query["ids[]"]
			types := query["types[]"]
			status := query.Get("status")
			listed := slices.Contains(ids, a.ID)
			if ids == nil {
				listed = (types == nil || slices.Contains(types, a.Type)) &&
					(status == "" || status == fmt.Sprint(a.Status))
			}
			if listed {
				data.Total++
				data.List = append([]jsontext.Value{row}, data.List...)
			}
		}
	})
	return awkward.Edit(accounts, modelsPath, func(_ *http.Request, data *[]jsontext.Value) {
		*data = append(*data, models...)
	})
}

// rowsOf returns the rows of testdata/NAME.json.
func rowsOf(t *testing.T, name string) (rows []jsontext.Value) {
	text, err := os.ReadFile("testdata/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil {
		t.Error(err)
	}
	return rows
}

// The faults that a deployment may show keep the contract, and the others break it.
func TestFaults(t *testing.T) {
	for kind, keeps := range map[string]bool{
		"http500":      true,
		"http502":      true,
		"http429":      true,
		"business500":  true,
		"ratelimit":    true,
		"unauthorized": true,
		"invalid":      true,
		"hostile":      true,
		"slow":         true,
		"redirect":     false,
		"notjson":      false,
		"noenvelope":   false,
		"wrongshape":   false,
		"duplicate":    false,
		"deep":         false,
	} {
		w := httptest.NewRecorder()
		r := newRequest("GET", accountsPath, "")
		faults.Before(t, kind+"=1")(newSandbox(t)).ServeHTTP(w, r)
		if err := checkResponse(r, w.Result()); (err == nil) != keeps {
			t.Errorf("%s keeps the contract: %t, want %t: %v", kind, err == nil, keeps, err)
		}
	}
}
