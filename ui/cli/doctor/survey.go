// Package doctor checks what a working channeldeck depends on: how a deployment
// is reached, and whether its responses match the interface.
//
// It returns values; the command words them.
package doctor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Result is the outcome of one call.
type Result struct {
	Op     api.Op
	Wire   Exchange
	Rows   int
	Faults []Fault
	Err    error
}

// Fits reports whether the response is as the interface says, as far as the
// program depends on it.
func (r *Result) Fits() bool { return r.Err == nil && len(r.Faults) == 0 }

// noSession is the id of no session: the service must refuse it.
const noSession = "000000000000000000000000"

// Survey makes each call that only reads once and passes each result to report.
// Work details have effects and are not among them. Without a key, the calls that
// need one are left out; without a session, it requests one that does not exist.
// The client must send through the recorder. The error is that of ctx.
func Survey(ctx context.Context, c *api.Client, r *Recorder, session string, report func(Result)) error {
	s := &survey{ctx, r, report}
	models, err := c.VideoModels(ctx)
	s.finish(Result{Op: api.OpVideoModels, Rows: len(models), Err: err}, reflect.TypeFor[[]api.VideoModel]())
	if e, failed := errors.AsType[*api.TransportError](err); failed && (e.Status == 0 || api.IsKind(err, api.KindProxy)) {
		return ctx.Err() // not connected
	}
	platforms, err := c.Platforms(ctx)
	s.finish(Result{Op: api.OpPlatforms, Rows: len(platforms), Err: err}, reflect.TypeFor[[]api.Platform]())
	if !c.HasKey() {
		return ctx.Err()
	}
	platforms = slices.DeleteFunc(platforms, func(p api.Platform) bool { return p.Platform == "" })
	s.accounts(c, platforms)
	for i := range platforms { // until one has options
		list, err := c.PublishOptions(ctx, platforms[i].Platform)
		if len(list) > 0 || err != nil || i == len(platforms)-1 {
			s.finish(Result{Op: api.OpPublishOptions, Rows: len(list), Err: err}, reflect.TypeFor[[]api.PublishOption]())
			break
		}
	}
	if session == "" {
		s.missingSession(c)
		return ctx.Err()
	}
	messages, err := c.Messages(ctx, session)
	s.finish(Result{Op: api.OpMessages, Rows: len(messages), Err: err}, reflect.TypeFor[[]api.MessageRecord]())
	return ctx.Err()
}

type survey struct {
	ctx      context.Context
	recorder *Recorder
	report   func(Result)
}

// finish reports a result, unless the context has ended. Without an error the
// data of the last response is compared with t, nil for none.
func (s *survey) finish(r Result, t reflect.Type) {
	if s.ctx.Err() != nil {
		return
	}
	r.Wire = s.recorder.Last
	if r.Err == nil && t != nil {
		for name, v := range api.Members(jsontext.Value(r.Wire.Body)) {
			if name == "data" {
				r.Faults = append(r.Faults, CheckShape(v, t)...)
			}
		}
	}
	s.report(r)
}

// accounts requests the normal accounts of one platform: enough to see the shape
// of rows, and whether the service knows the parameters by these names.
func (s *survey) accounts(c *api.Client, platforms []api.Platform) {
	q := api.AccountQuery{Status: api.Some(1)}
	if len(platforms) > 0 {
		q.Types = []string{platforms[0].Platform}
	}
	list, err := c.Accounts(s.ctx, q)
	r := Result{Op: api.OpAccounts, Rows: len(list.List), Err: err}
	unfiltered := func(parameter string, wrong func(*api.Account) bool) {
		if slices.ContainsFunc(list.List, func(a *api.Account) bool { return a.Malformed() == nil && wrong(a) }) {
			r.Faults = append(r.Faults, Fault{Kind: NotFiltered, Path: parameter, Count: 1})
		}
	}
	unfiltered("types", func(a *api.Account) bool { return len(q.Types) > 0 && a.Type != q.Types[0] })
	unfiltered("status", func(a *api.Account) bool { return a.Health() != api.HealthNormal })
	s.finish(r, reflect.TypeFor[api.AccountList]())
}

// missingSession requests a session that does not exist. It must be refused with an
// error as in part 7 of the interface.
func (s *survey) missingSession(c *api.Client) {
	_, err := c.Messages(s.ctx, noSession)
	r := Result{Op: api.OpMessages, Err: err}
	if err == nil {
		r.Faults = []Fault{{Kind: NotRefused, Path: "sessionId", Count: 1}}
	} else if e, ok := errors.AsType[*api.Error](err); ok && api.IsCode(e, api.CodeSessionNotFound, api.CodeValidationFailed, api.CodeBadRequest) {
		r.Err = nil
		if e.Data.Kind() != '{' {
			r.Faults = append(r.Faults, Fault{Kind: WrongType, Path: "data", Got: api.KindName(e.Data.Kind()), Want: "object", Count: 1})
		}
		if !e.Timestamp.IsSet() {
			r.Faults = append(r.Faults, Fault{Kind: Missing, Path: "timestamp", Count: 1})
		}
	}
	s.finish(r, nil)
}

// Exchange is a request and its response.
type Exchange struct {
	Response *http.Response // nil without one
	Took     time.Duration  // from the request to the head of the response
	Body     []byte         // its first bytes
}

// Recorder is a transport that keeps the last exchange. It keeps no headers,
// since one of them holds the key. It makes one request at a time.
type Recorder struct {
	*http.Transport
	Last Exchange
	most int64 // bytes of a body
}

// NewRecorder makes a transport with a timeout for connecting that keeps up to
// most bytes of a body.
func NewRecorder(connect time.Duration, most int64) *Recorder {
	return &Recorder{most: most, Transport: api.NewTransport(connect)}
}

// RoundTrip sends a request.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	begun := time.Now()
	resp, err := r.Transport.RoundTrip(req)
	r.Last = Exchange{Response: resp, Took: time.Since(begun)}
	if err != nil {
		return nil, err
	}
	head, _ := io.ReadAll(io.LimitReader(resp.Body, r.most)) // the client meets the error again
	r.Last.Body = head
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), resp.Body), resp.Body}
	return resp, nil
}
