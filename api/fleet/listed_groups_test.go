package fleet_test

import (
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

const twoGroups = `{"code":0,"message":"ok","data":{"total":2,"list":[
	{"id":"1","type":"x","nickname":"Ada","groupId":"g","status":1},{"id":"2","type":"x","nickname":"Ben",
	"groupId":"h","status":1}]}}`

// serviceWith is a client of a service with two accounts, whose groups are answered by a function.
func serviceWith(t *testing.T, groups answers) *api.Client {
	t.Helper()
	c, err := api.New("https://service.example", api.Settings{
		Retries: -1,
		Transport: answers(func(r *http.Request) (*http.Response, error) {
			if strings.HasSuffix(r.URL.Path, "/account-groups") {
				return groups(r)
			}
			return answered(twoGroups)(r)
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func answered(body string) answers {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

// The groups of accounts are found by the names that the service lists, by those that were given
// to them here, and by their IDs; the history has the names for the next run.
func TestAccountsOfListedGroup(t *testing.T) {
	config := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	}
	h := history.Open(config)
	h.NameGroup("g", "Mine")
	h.Wait(t.Context())
	c := serviceWith(
		t,
		answered(
			`{"code":0,"message":"ok","data":[{"id":"g","name":"Client: Harbor","rank":1},{"id":"e","name":"Empty",`+
				`"rank":2}]}`,
		),
	)
	f := &fleet.Fleet{Client: c, History: h, Now: func() time.Time { return today }}
	for _, name := range []string{"Client: Harbor", "client: harbor", "Mine", "g"} {
		a, err := f.Accounts(t.Context(), fleet.Query{Groups: []string{name}}, nil)
		if err != nil || len(a.Rows) != 1 || a.Rows[0].ID != "1" {
			t.Fatalf("%s: %+v, %v", name, a, err)
		}
		if want := (history.GroupName{
			Listed: "Client: Harbor",
			Local:  "Mine",
		}); a.List.Names["g"] != want || len(a.List.Listed) != 2 {
			t.Errorf("%s: names %v, groups %v", name, a.List.Names, a.List.Listed)
		}
	}
	_, err := f.Accounts(t.Context(), fleet.Query{Groups: []string{"Harbour"}}, nil)
	if mistake, ok := errors.AsType[*fleet.NameError](err); !ok || !slices.Contains(mistake.Choices, "Client: Harbor") {
		t.Errorf("unknown name: %v", err)
	}
	h.Close(t.Context())
	h = history.Open(config)
	defer h.Close(t.Context())
	if names, err := h.GroupNames(t.Context()); err != nil || names["g"].Listed != "Client: Harbor" {
		t.Errorf("stored: %v, %v", names, err)
	}
}

// A service without the list of groups, or with a broken or slow one, returns its accounts all
// the same, and what is known of the groups stays.
func TestAccountsWithoutListedGroups(t *testing.T) {
	for name, groups := range map[string]answers{
		"status 404": func(r *http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: http.StatusNotFound,
				Body:       io.NopCloser(strings.NewReader("not found")),
				Request:    r,
			}, nil
		},
		"code 404": answered(`{"code":404,"message":"Not Found","data":{}}`),
		"garbage":  answered(`[[[`),
		"lost":     func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
	} {
		h := history.Open(history.Config{
			Path: filepath.Join(t.TempDir(), "h.db"),
			Site: "s",
			Now:  func() time.Time { return today },
		})
		rows, err := api.DecodeRows[api.AccountGroup]([]byte(`[{"id":"h","name":"Earlier"}]`))
		if err != nil {
			t.Fatal(err)
		}
		h.RecordGroups(today, rows)
		h.NameGroup("g", "Mine")
		h.Wait(t.Context())
		f := &fleet.Fleet{Client: serviceWith(t, groups), History: h, Now: func() time.Time { return today }}
		a, err := f.Accounts(t.Context(), fleet.Query{Groups: []string{"mine"}}, nil)
		if err != nil || len(a.Rows) != 1 || a.List.Listed != nil || a.List.Names["h"].Listed != "Earlier" {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		h.Close(t.Context())
	}
}

// The accounts that have arrived wait only a little for a slow list of groups.
func TestSlowListOfGroups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		f := &fleet.Fleet{Client: serviceWith(t, never), Now: time.Now}
		start := time.Now()
		a, err := f.Accounts(t.Context(), fleet.Query{}, nil)
		if waited := time.Since(start); err != nil || len(a.Rows) != 2 || waited > 2*time.Second {
			t.Errorf("after %v: %+v, %v", waited, a, err)
		}
	})
}

// A name is that of a group as the service lists it or as users here call it. Where the service lists no
// groups, those that were created here count.
func TestGroupsNamed(t *testing.T) {
	h := history.Open(history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	})
	defer h.Close(t.Context())
	f := &fleet.Fleet{History: h, Now: func() time.Time { return today }}
	f.Client = serviceWith(t, answered(`{"code":0,"message":"ok","data":{"id":"old","name":"Gone"}}`))
	_, err := f.Groups().Create(t.Context(), "Gone")
	if err != nil {
		t.Fatal(err)
	}
	h.NameGroup("g", "Mine")
	h.Wait(t.Context())
	none := answered(`{"code":404,"message":"not found","data":{}}`)
	listed := answered(`{"code":0,"message":"ok","data":[{"id":"g","name":"Harbor "},{"id":"e","name":"harbor"}]}`)
	for _, tt := range []struct {
		list answers
		name string
		want string
	}{
		{none, "gone", "old"},
		{none, "Mine", "g"},
		{none, "Harbor", ""},
		{none, " ", ""},
		{listed, "Gone", ""}, // the service has deleted it
		{listed, "MINE", "g"},
		{listed, "Harbor", "e g"},
	} {
		f.Client = serviceWith(t, tt.list)
		if got := strings.Join(f.Groups().Named(t.Context(), tt.name), " "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}
