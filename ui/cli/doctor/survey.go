package doctor

import (
	"context"
	"errors"
	"reflect"
	"slices"

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
	s := &survey{ctx, c, r, report}
	if s.models() {
		platforms := s.platforms()
		if c.HasKey() {
			s.accounts(platforms)
			s.options(platforms)
			s.messages(session)
		}
	}
	return ctx.Err()
}

type survey struct {
	ctx      context.Context
	client   *api.Client
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

// models requests what needs no key, and reports whether the service responded.
func (s *survey) models() bool {
	list, err := s.client.VideoModels(s.ctx)
	s.finish(Result{Op: api.OpVideoModels, Rows: len(list), Err: err}, reflect.TypeFor[[]api.VideoModel]())
	e, failed := errors.AsType[*api.TransportError](err)
	return !failed || e.Status != 0 && e.Kind != api.KindProxy
}

// platforms returns the names of the platforms.
func (s *survey) platforms() []string {
	list, err := s.client.Platforms(s.ctx)
	s.finish(Result{Op: api.OpPlatforms, Rows: len(list), Err: err}, reflect.TypeFor[[]api.Platform]())
	var names []string
	for i := range list {
		if name := list[i].Platform; name != "" {
			names = append(names, name)
		}
	}
	return names
}

// accounts requests the normal accounts of one platform: enough to see the shape
// of rows, and whether the service knows the parameters by these names.
func (s *survey) accounts(platforms []string) {
	q := api.AccountQuery{Status: api.Some(1)}
	q.Types = platforms[:min(1, len(platforms))]
	list, err := s.client.Accounts(s.ctx, q)
	r := Result{Op: api.OpAccounts, Rows: len(list.List), Err: err}
	unfiltered := func(parameter string, wrong func(*api.Account) bool) {
		if slices.ContainsFunc(list.List, func(a api.Account) bool { return a.Malformed() == nil && wrong(&a) }) {
			r.Faults = append(r.Faults, Fault{Kind: NotFiltered, Path: parameter, Count: 1})
		}
	}
	unfiltered("types", func(a *api.Account) bool { return len(q.Types) > 0 && a.Type != q.Types[0] })
	unfiltered("status", func(a *api.Account) bool { return a.Health() != api.HealthNormal })
	s.finish(r, reflect.TypeFor[api.AccountList]())
}

// options requests the options of each platform until one has any.
func (s *survey) options(platforms []string) {
	for i, platform := range platforms {
		list, err := s.client.PublishOptions(s.ctx, platform)
		if len(list) > 0 || err != nil || i == len(platforms)-1 {
			s.finish(Result{Op: api.OpPublishOptions, Rows: len(list), Err: err}, reflect.TypeFor[[]api.PublishOption]())
			return
		}
	}
}

// messages requests a session. One that does not exist must be refused with an
// error as in part 7 of the interface.
func (s *survey) messages(session string) {
	if session != "" {
		list, err := s.client.Messages(s.ctx, session)
		s.finish(Result{Op: api.OpMessages, Rows: len(list), Err: err}, reflect.TypeFor[[]api.MessageRecord]())
		return
	}
	_, err := s.client.Messages(s.ctx, noSession)
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
