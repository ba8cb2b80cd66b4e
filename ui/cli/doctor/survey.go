package doctor

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"channeldeck/api"
)

// Answer is what one of the calls came to.
type Answer struct {
	Op     api.Op
	Wire   Exchange
	Rows   int
	Faults []Fault
	Err    error
}

// Fit reports whether the answer is as the interface says, as far as a program
// depends on it.
func (a *Answer) Fit() bool {
	return a.Err == nil && !slices.ContainsFunc(a.Faults, func(f Fault) bool { return !f.Kind.Harmless() })
}

// noSession is the id of no session: asked for, the service has to refuse.
const noSession = "000000000000000000000000"

// Survey makes the calls that read without effects, each once, and hands each
// answer to report. Work details have effects and are not among them. Those that
// need a key are left out where the client has none. A session is asked for by
// its id, "" for one that there is not. What the transport of the client
// records must be the recorder's.
func Survey(ctx context.Context, c *api.Client, r *Recorder, session string, report func(Answer)) error {
	s := &survey{client: c, recorder: r, report: report}
	reached, err := s.models(ctx)
	if err != nil || !reached {
		return err
	}
	platforms, err := s.platforms(ctx)
	if err != nil || !c.HasKey() {
		return err
	}
	for _, ask := range []func() error{
		func() error { return s.accounts(ctx, platforms) },
		func() error { return s.options(ctx, platforms) },
		func() error { return s.messages(ctx, session) },
	} {
		if err := ask(); err != nil {
			return err
		}
	}
	return nil
}

type survey struct {
	client   *api.Client
	recorder *Recorder
	report   func(Answer)
}

// tell reports an answer; the error is that of a context that has ended.
func (s *survey) tell(ctx context.Context, a Answer, hold func(body []byte) []Fault) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a.Wire = s.recorder.Last()
	if a.Err == nil || api.IsKind(a.Err, api.KindShape, api.KindNotEnvelope) && len(a.Wire.Body) > 0 {
		found := hold(a.Wire.Body)
		if a.Err != nil && len(found) == 1 && found[0].Kind == NotJSON {
			found = nil // the error tells more
		}
		a.Faults = append(a.Faults, found...)
	}
	s.report(a)
	return nil
}

// models asks for what needs no key; reached is false where no answer came.
func (s *survey) models(ctx context.Context) (reached bool, err error) {
	list, err := s.client.VideoModels(ctx)
	told := s.tell(ctx, Answer{Op: api.OpVideoModels, Rows: len(list), Err: err}, func(body []byte) []Fault {
		return Hold(body, reflect.TypeFor[[]api.VideoModel](), Values{
			"[].modes[]":        {"text2video", "image2video", "flf2video", "multi-image2video", "multi-ref", "video2video"},
			"[].pricing[].mode": {"text2video", "image2video", "flf2video", "multi-image2video", "multi-ref", "video2video"},
		})
	})
	if e, failed := errors.AsType[*api.TransportError](err); failed && e.Status == 0 {
		return false, told
	}
	return true, told
}

func (s *survey) platforms(ctx context.Context) ([]string, error) {
	list, err := s.client.Platforms(ctx)
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Platform
	}
	return names, s.tell(ctx, Answer{Op: api.OpPlatforms, Rows: len(list), Err: err}, func(body []byte) []Fault {
		return Hold(body, reflect.TypeFor[[]api.Platform](), nil)
	})
}

// accounts asks for the normal ones of a platform: enough to see the shape of
// rows, and whether the service knows the parameters by these names.
func (s *survey) accounts(ctx context.Context, platforms []string) error {
	q := api.AccountQuery{Status: api.Some(1)}
	if len(platforms) > 0 {
		q.Types = platforms[:1]
	}
	list, err := s.client.Accounts(ctx, q)
	a := Answer{Op: api.OpAccounts, Rows: len(list.List), Err: err}
	for i := range list.List {
		row := &list.List[i]
		if len(q.Types) > 0 && row.Type != q.Types[0] {
			a.Faults = append(a.Faults, Fault{Kind: NotFiltered, Path: "types", Count: 1})
			break
		}
		if row.Health() != api.HealthNormal {
			a.Faults = append(a.Faults, Fault{Kind: NotFiltered, Path: "status", Count: 1})
			break
		}
	}
	values := Values{"list[].status": {"0", "1"}}
	if len(platforms) > 0 {
		values["list[].type"] = platforms
	}
	return s.tell(ctx, a, func(body []byte) []Fault { return Hold(body, reflect.TypeFor[api.AccountList](), values) })
}

// options asks platform by platform until one has options.
func (s *survey) options(ctx context.Context, platforms []string) error {
	for i, platform := range platforms {
		list, err := s.client.PublishOptions(ctx, platform)
		if len(list) == 0 && err == nil && i < len(platforms)-1 {
			continue
		}
		return s.tell(ctx, Answer{Op: api.OpPublishOptions, Rows: len(list), Err: err}, func(body []byte) []Fault {
			return Hold(body, reflect.TypeFor[[]api.PublishOption](), Values{"[].valueType": {"list", "tree"}})
		})
	}
	return nil
}

// messages asks for a session. One that there is not has to be refused as the
// interface says.
func (s *survey) messages(ctx context.Context, session string) error {
	if session == "" {
		_, err := s.client.Messages(ctx, noSession)
		a := Answer{Op: api.OpMessages, Err: err}
		switch {
		case err == nil:
			a.Faults = []Fault{{Kind: NotRefused, Path: "sessionId", Count: 1}}
		case api.IsCode(err, api.CodeSessionNotFound, api.CodeValidationFailed, api.CodeBadRequest):
			a.Err, a.Faults = nil, HoldError(s.recorder.Last().Body)
		}
		return s.tell(ctx, a, func([]byte) []Fault { return nil })
	}
	list, err := s.client.Messages(ctx, session)
	return s.tell(ctx, Answer{Op: api.OpMessages, Rows: len(list), Err: err}, func(body []byte) []Fault {
		return Hold(body, reflect.TypeFor[[]api.MessageRecord](), Values{"[].message.role": {"system", "user", "assistant"}}, "[]")
	})
}
