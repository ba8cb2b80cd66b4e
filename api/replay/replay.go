// Package replay answers the calls of a client from a history, as of a time in the past.
// Nothing is sent.
package replay

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/history"
)

// ErrNotStored is that the history does not have what was requested, or not of that time.
var ErrNotStored = errors.New("nothing is stored of that time")

// Transport returns a transport that answers the calls of a client with a base URL from a history that
// was opened with [history.Config.At]. What it does not have is ErrNotStored, and so is every call with
// effects. The error is that of [api.ParseBaseURL].
func Transport(h *history.DB, baseURL string) (http.RoundTripper, error) {
	base, err := api.ParseBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	t := &transport{
		h:     h,
		base:  base,
		calls: http.NewServeMux(),
	}
	for pattern, answer := range map[string]func(*http.Request) (any, error){
		"GET /api/v2/channels/accounts":                             t.accounts,
		"GET /api/v2/channels/account-groups":                       t.groups,
		"GET /api/v2/channels/platforms":                            t.platforms,
		"GET /api/v2/channels/platforms/{platform}/publish-options": t.options,
		"GET /api/v2/channels/works/{platform}/{id}":                t.work,
		"GET /api/ai/models/video/generation":                       t.models,
		"GET /api/ai/agent/sessions/{id}/messages":                  t.session,
	} {
		t.calls.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.(*response).data, w.(*response).err = answer(r)
		})
	}
	return t, nil
}

type transport struct {
	h     *history.DB
	base  *url.URL
	calls *http.ServeMux // whose paths are below that of base
}

// response is the result of a call. It is an http.ResponseWriter for the sake of the ServeMux,
// which writes for an unknown call.
type response struct {
	data any
	err  error
}

func (*response) Header() http.Header         { return http.Header{} }
func (*response) Write(b []byte) (int, error) { return len(b), nil }
func (*response) WriteHeader(int)             {}

// RoundTrip answers a request.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := &response{err: ErrNotStored}
	call := r.Clone(r.Context())
	call.URL.Path = strings.TrimPrefix(r.URL.Path, t.base.Path)
	call.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, t.base.EscapedPath())
	t.calls.ServeHTTP(answer, call)
	if answer.err != nil {
		return nil, answer.err
	}
	body, err := answer.body()
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status:        "200 OK",
		StatusCode:    http.StatusOK,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Request:       r,
		Header:        http.Header{"Content-Type": {"application/json"}},
		Body:          body,
		ContentLength: -1,
	}, nil
}

// What is written before and after the data of a response.
const (
	opening = `{"code":0,"message":"ok","data":`
	closing = `}`
)

// body returns the JSON of the response.
func (r *response) body() (io.ReadCloser, error) {
	stream, isStream := r.data.(*accountStream)
	if isStream {
		return stream.body()
	}
	data, err := api.Marshal(r.data)
	if err != nil {
		return nil, err
	}
	body := slices.Concat([]byte(opening), data, []byte(closing))
	return io.NopCloser(bytes.NewReader(body)), nil
}

// stored is rows, or ErrNotStored where the list was not recorded until then.
func stored[T any](rows []T, recorded bool, err error) (any, error) {
	if err == nil && !recorded {
		err = ErrNotStored
	}
	return slices.Concat([]T{}, rows), err
}

// accounts is call 4.5.
func (t *transport) accounts(r *http.Request) (any, error) {
	return &accountStream{
		h:     t.h,
		ctx:   r.Context(),
		query: r.URL.Query(),
	}, nil
}

// platforms is call 4.3.
func (t *transport) platforms(r *http.Request) (any, error) {
	rows, at, err := t.h.Platforms(r.Context())
	return stored(rows, !at.IsZero(), err)
}

// groups is the call of [api.Client.AccountGroups].
func (t *transport) groups(r *http.Request) (any, error) {
	rows, at, err := t.h.Groups(r.Context())
	return stored(rows, !at.IsZero(), err)
}

// options is call 4.2.
func (t *transport) options(r *http.Request) (any, error) {
	rows, at, err := t.h.Options(r.Context(), r.PathValue("platform"))
	return stored(rows, !at.IsZero(), err)
}

// models is call 4.7.
func (t *transport) models(r *http.Request) (any, error) {
	rows, at, err := t.h.Catalog(r.Context())
	return stored(rows, !at.IsZero(), err)
}

// session is call 4.1.
func (t *transport) session(r *http.Request) (any, error) {
	s, found, err := t.h.Sessions().Transcript(r.Context(), r.PathValue("id"))
	return stored(s.Records, found, err)
}

// work is call 4.6: the stored snapshots.
func (t *transport) work(r *http.Request) (any, error) {
	platform := r.PathValue("platform")
	snapshots, err := t.h.Works().Snapshots(r.Context(), platform, r.PathValue("id"))
	if err == nil && len(snapshots) == 0 {
		err = ErrNotStored
	}
	if err != nil {
		return nil, err
	}
	last := snapshots[len(snapshots)-1]
	return api.WorkDetail{
		Platform:  platform,
		Work:      last.Work,
		Snapshots: snapshots,
		FetchedAt: last.FetchedAt,
	}, nil
}
