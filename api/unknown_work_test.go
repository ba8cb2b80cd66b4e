package api_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"channeldeck/api"
)

// A response that describes nothing is an error: the platform does not know the work.
func TestUnknownWork(t *testing.T) {
	const at = `"snapshotAt":"2026-05-20T09:00:00.000Z","fetchedAt":"2026-05-20T09:00:00.000Z"`
	for name, tt := range map[string]struct {
		data    string
		unknown bool
	}{
		"unknown": {
			`{"platform":"x","work":{"id":"1","title":""},"snapshots":[{"id":"s",` + at +
				`,"metrics":{"viewCount":0,"likeCount":0}}]}`,
			true,
		},
		"without a work object": {
			`{"platform":"x","snapshots":[{"id":"s",` + at + `,"work":{"id":"1"},"metrics":{"viewCount":0}}]}`,
			true,
		},
		"a title": {
			`{"platform":"x","work":{"title":"Soup"},"snapshots":[{"id":"s",` + at + `,"metrics":{"viewCount":0}}]}`,
			false,
		},
		"a publish time": {
			`{"platform":"x","work":{"publishedAt":"2026-05-20T09:00:00Z"},"snapshots":[{"id":"s",` + at +
				`,"metrics":{"viewCount":0}}]}`,
			false,
		},
		"a count": {
			`{"platform":"x","work":{},"snapshots":[{"id":"s",` + at + `,"metrics":{"viewCount":0,"likeCount":1}}]}`,
			false,
		},
		"another time": {
			`{"platform":"x","work":{},"snapshots":[{"id":"s","snapshotAt":"2026-05-19T09:00:00Z",` +
				`"fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":0}}]}`,
			false,
		},
		"no counts":    {`{"platform":"x","work":{},"snapshots":[{"id":"s",` + at + `,"metrics":{}}]}`, false},
		"no snapshots": {`{"platform":"x","work":{},"snapshots":[]}`, false},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"code":0,"message":"ok","data":` + tt.data + `}`))
		}))
		c, err := api.New(s.URL, api.Settings{APIKey: "k"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.WorkDetail(t.Context(), api.WorkQuery{Platform: "x", WorkID: "1"})
		s.Close()
		if _, unknown := errors.AsType[*api.UnknownWorkError](err); unknown != tt.unknown ||
			!tt.unknown && err != nil ||
			tt.unknown && api.ClassOf(err) != api.ClassNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}
