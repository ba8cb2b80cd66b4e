package fleet_test

import (
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

type answers func(*http.Request) (*http.Response, error)

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The history keeps the name of a group whose creation got no response, for the next run,
// and not of one that was created or refused.
func TestUnfinishedGroups(t *testing.T) {
	says := func(body string) answers {
		return func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
		}
	}
	config := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	}
	h := history.Open(config)
	reopen := func() { // another run
		h.Close(t.Context())
		h = history.Open(config)
	}
	for i, tt := range []struct {
		name    string
		answer  answers
		unknown bool
	}{
		{"created", says(`{"code":0,"message":"","data":{"id":"1","name":"created"}}`), false},
		{"refused", says(`{"code":10002,"message":"invalid"}`), false},
		{"lost", func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }, true},
		{"a gateway's page", says("<html>"), true},
	} {
		c, err := api.New("https://service.example", api.Settings{Transport: tt.answer})
		if err != nil {
			t.Fatal(err)
		}
		_, err = (&fleet.Fleet{
			Client:  c,
			History: h,
			Now:     func() time.Time { return today.Add(time.Duration(i) * time.Second) },
		}).Groups().Create(t.Context(), tt.name)
		if api.OutcomeUnknown(err) != tt.unknown || (err == nil) != (tt.name == "created") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	reopen()
	want := []string{"lost", "a gateway's page"}
	unfinished := func() (names []string) {
		entries := (&fleet.Fleet{History: h}).Memory().UnfinishedGroups(t.Context())
		for _, e := range entries {
			names = append(names, e.Title())
		}
		h.Entries().ForgetAll(entries)
		return names
	}
	if got := unfinished(); !slices.Equal(got, want) {
		t.Errorf("unfinished: %q, want %q", got, want)
	}
	reopen()
	defer h.Close(t.Context())
	if got := unfinished(); len(got) != 0 {
		t.Errorf("reported twice: %q", got)
	}
	created, err := (&fleet.Fleet{History: h}).Groups().Created(t.Context())
	if err != nil || len(created) != 1 || created[0].Name != "created" {
		t.Errorf("created: %v, %v", created, err)
	}
}
