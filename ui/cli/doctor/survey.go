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
func (r *Result) Fits() bool {
	return r.Err == nil && !slices.ContainsFunc(r.Faults, func(f Fault) bool { return !f.Kind.Harmless() })
}

// noSession is the id of no session: the service must refuse it.
const noSession = "000000000000000000000000"

// Survey makes each call that only reads once and passes each result to report.
// Work details have effects and are not among them. Without a key, the calls that
// need one are left out; without a session, it requests one that does not exist.
// The client must send through the recorder. The error is that of ctx.
func Survey(ctx context.Context, c *api.Client, r *Recorder, session string, report func(Result)) error {
	s := &survey{client: c, recorder: r, report: report}
	for _, step := range []func(context.Context) (more bool){
		s.models, s.platforms, s.accounts, s.options, func(ctx context.Context) bool { return s.messages(ctx, session) },
	} {
		if more := step(ctx); !more || ctx.Err() != nil {
			break
		}
	}
	return ctx.Err()
}

type survey struct {
	client   *api.Client
	recorder *Recorder
	report   func(Result)
	names    []string // of the platforms
}

// finish reports a result, unless the context has ended. Without an error the
// data of the last response is compared with t, nil for none.
func (s *survey) finish(ctx context.Context, r Result, t reflect.Type, values Values, closed ...string) {
	if ctx.Err() != nil {
		return
	}
	r.Wire = s.recorder.Last()
	if r.Err == nil && t != nil {
		for name, v := range api.Members(jsontext.Value(r.Wire.Body)) {
			if name == "data" {
				r.Faults = append(r.Faults, CheckShape(v, t, values, closed...)...)
			}
		}
	}
	s.report(r)
}

// models requests what needs no key. Without a response, nothing else is tried.
func (s *survey) models(ctx context.Context) bool {
	list, err := s.client.VideoModels(ctx)
	modes := []string{"text2video", "image2video", "flf2video", "multi-image2video", "multi-ref", "video2video"}
	s.finish(ctx, Result{Op: api.OpVideoModels, Rows: len(list), Err: err}, reflect.TypeFor[[]api.VideoModel](),
		Values{"data[].modes[]": modes, "data[].pricing[].mode": modes})
	e, failed := errors.AsType[*api.TransportError](err)
	return !failed || e.Status != 0 && e.Kind != api.KindProxy
}

func (s *survey) platforms(ctx context.Context) bool {
	list, err := s.client.Platforms(ctx)
	for i := range list {
		if name := list[i].Platform; name != "" {
			s.names = append(s.names, name)
		}
	}
	s.finish(ctx, Result{Op: api.OpPlatforms, Rows: len(list), Err: err}, reflect.TypeFor[[]api.Platform](), nil)
	return s.client.HasKey()
}

// accounts requests the normal accounts of one platform: enough to see the shape
// of rows, and whether the service knows the parameters by these names.
func (s *survey) accounts(ctx context.Context) bool {
	q := api.AccountQuery{Status: api.Some(1)}
	values := Values{"data.list[].status": {"0", "1"}}
	if len(s.names) > 0 {
		q.Types, values["data.list[].type"] = s.names[:1], s.names
	}
	list, err := s.client.Accounts(ctx, q)
	r := Result{Op: api.OpAccounts, Rows: len(list.List), Err: err}
	unfiltered := func(parameter string, wrong func(*api.Account) bool) {
		if slices.ContainsFunc(list.List, func(a api.Account) bool { return a.Malformed() == nil && wrong(&a) }) {
			r.Faults = append(r.Faults, Fault{Kind: NotFiltered, Path: parameter, Count: 1})
		}
	}
	unfiltered("types", func(a *api.Account) bool { return len(q.Types) > 0 && a.Type != q.Types[0] })
	unfiltered("status", func(a *api.Account) bool { return a.Health() != api.HealthNormal })
	s.finish(ctx, r, reflect.TypeFor[api.AccountList](), values)
	return true
}

// options requests the options of each platform until one has any.
func (s *survey) options(ctx context.Context) bool {
	for i, platform := range s.names {
		list, err := s.client.PublishOptions(ctx, platform)
		if len(list) > 0 || err != nil || i == len(s.names)-1 {
			s.finish(ctx, Result{Op: api.OpPublishOptions, Rows: len(list), Err: err}, reflect.TypeFor[[]api.PublishOption](),
				Values{"data[].valueType": {"list", "tree"}})
			break
		}
	}
	return true
}

// messages requests a session. One that does not exist must be refused with an
// error as in part 7 of the interface.
func (s *survey) messages(ctx context.Context, session string) bool {
	if session != "" {
		list, err := s.client.Messages(ctx, session)
		s.finish(ctx, Result{Op: api.OpMessages, Rows: len(list), Err: err}, reflect.TypeFor[[]api.MessageRecord](),
			Values{"data[].message.role": {"system", "user", "assistant"}}, "data[]")
		return true
	}
	_, err := s.client.Messages(ctx, noSession)
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
	s.finish(ctx, r, nil, nil)
	return true
}
