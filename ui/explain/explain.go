// Package explain words errors in the user's language: what happened, what to do
// about it, and how support can find the request.
package explain

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/api/replay"
	"channeldeck/ui/config"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Explanation is an error in the user's language: what happened, what to do about
// it, and how support can find the request.
type Explanation struct {
	Reason    string
	Hint      string // "" without advice
	Code      string // business code, "" for none
	RequestID string
	Request   string // what was requested, and from which site; "" where that is not known
}

// Origin is where requests go and where their API key comes from. What is empty is not
// named.
type Origin struct {
	Site    string // its name in the configuration
	Address string // its base URL
	Key     string // the setting, variable or flag, with the file or variable that it names
	Hosted  bool   // the user has a session of a server, whose limits are not the user's

	Platform func(id string) string // the display name of a platform; nil for its identifier
}

// From adds what was requested from the site, and for a refused key where it comes from.
func (x Explanation) From(w *words.Words, err error, o Origin) Explanation {
	limit, isLimit := errors.AsType[*api.LimitError](err)
	if o.Hosted && isLimit && limit.Setting == api.SettingMaxBody && x.Hint != "" {
		x.Hint = w.T("error.hint.hosted_limit")
	}
	var op api.Op
	var path string
	business, ok := errors.AsType[*api.Error](err)
	if ok {
		op = business.Op
		path = business.Path
	} else if transport, ok := errors.AsType[*api.TransportError](err); ok {
		op = transport.Op
		path = transport.Path
	}
	name := o.Site
	if id := "root.site." + name; w.Has(id) { // a name of ours, as in the header
		name = w.T(id)
	}
	site := cmp.Or(name, o.Address)
	if op == "" || site == "" {
		return x
	}
	if name != "" && o.Address != "" {
		site = w.T("error.site", "Site", name, "Address", o.Address)
	}
	x.Request = api.Redact(
		err,
		w.T(
			"error.requested",
			"What", w.T("error.op."+string(op)),
			"Path", text.CutMiddle(text.Line(path), maxMessage),
			"Site", text.Line(site),
		),
	)
	suggested := api.SuggestBaseURL(o.Address)
	if suggested != "" && isWrongPath(err) {
		x.Hint = w.T("error.hint.base_url", "URL", text.Line(suggested))
	}
	if o.Key != "" && api.ClassOf(err) == api.ClassKey {
		x.Hint = text.Sentences(x.Hint, w.T("error.key_from", "Key", text.Line(o.Key)))
	}
	return x
}

// isWrongPath reports whether something other than the service answered, or the service
// does not know the path.
func isWrongPath(err error) bool {
	if api.IsCode(err, api.CodeRouteNotFound) || api.IsKind(err, api.KindRedirect) {
		return true
	}
	e, ok := errors.AsType[*api.TransportError](err)
	if !ok {
		return false
	}
	body, ok := e.Err.(*api.BodyError)
	if !ok {
		return false
	}
	switch body.Cause {
	case api.CauseEncoding, api.CauseDamaged, api.CauseCharset, api.CauseNotUTF8: // of the service itself
		return false
	}
	return e.Status < http.StatusInternalServerError && e.Status != http.StatusTooManyRequests
}

// Line returns the explanation in one line.
func (e Explanation) Line() string {
	return text.Sentences(e.Reason, e.Hint)
}

// The maximum lengths of texts of the service, in cells, so that the rest of the
// explanation stays on the screen.
const (
	maxMessage = 200
	maxExcerpt = 60
	maxIssues  = 5
)

// Error words an error of the client. It includes the service's own message,
// cleaned, which says more than the program knows. A platform has its identifier as
// name; [WithPlatforms] takes display names.
func Error(w *words.Words, err error) Explanation {
	return WithPlatforms(w, err, text.Clean)
}

// WithPlatforms is [Error] with the display name of a platform for its identifier.
func WithPlatforms(w *words.Words, err error, platform func(id string) string) Explanation {
	var x Explanation
	if errors.Is(err, replay.ErrNotStored) {
		x.Reason = w.T("error.not_stored")
	} else if business, ok := errors.AsType[*api.Error](err); ok {
		x = explainBusiness(w, business, platform)
	} else if transport, ok := errors.AsType[*api.TransportError](err); ok {
		x = explainTransport(w, transport)
	} else if argument, ok := errors.AsType[*api.ArgumentError](err); ok {
		x.Reason = w.T(
			"error.argument",
			"Field", cmp.Or(w.Optional("error.field."+argument.Field), argument.Field),
			"Reason", w.T("error.reason."+string(argument.Reason)),
		)
		if argument.Last != "" {
			x.Hint = w.T("error.hint.link", "ID", short(argument.Last))
		}
	} else if unknown, ok := errors.AsType[*api.UnknownWorkError](err); ok {
		x.Reason = w.T(
			"error.unknown_work",
			"Platform", platform(unknown.Query.Platform),
			"ID", text.Line(unknown.Query.WorkID),
		)
		x.Hint = w.T("error.hint.unknown_work")
	} else if problem, ok := errors.AsType[*history.Problem](err); ok {
		x.Reason = History(w, problem)
	} else if errors.Is(err, context.Canceled) {
		x.Reason = w.T("error.kind.cancelled")
	} else {
		x.Reason = text.Clean(err.Error())
	}
	for _, s := range []*string{&x.Reason, &x.Hint, &x.RequestID} {
		*s = api.Redact(err, *s) // cleaning may have joined the parts of a key
	}
	return x
}

func explainBusiness(w *words.Words, e *api.Error, platform func(id string) string) Explanation {
	code := strconv.FormatInt(int64(e.Code), 10)
	d := e.Details()
	id := "error.business"
	if e.Message == "" {
		id = "error.business_silent"
	} else if d.PlatformCode != "" {
		id = "error.business_platform"
	}
	x := Explanation{
		Code:      code,
		RequestID: text.Clean(e.RequestID),
		Reason: w.T(id,
			"Code", code, "Message", text.Cut(
				text.Line(e.Message),
				maxMessage,
			), "PlatformCode", short(d.PlatformCode)),
	}
	for _, issue := range d.Issues[:min(len(d.Issues), maxIssues)] {
		place := cmp.Or(short(issue.Path), w.T("error.request_whole"))
		if label := "error.field." + issue.Path; w.Has(label) {
			place = w.T(label)
		}
		x.Reason += " " + w.T("error.issue", "Path", place, "Message", short(issue.Message))
	}
	if d.Endpoint != "" {
		x.Reason += " " + w.T("error.endpoint", "Endpoint", short(d.Endpoint))
	}
	if d.TaskID != "" {
		x.Reason += " " + w.T("error.task", "ID", short(d.TaskID))
	}
	retryable, wait := api.Retryable(e)
	namesNothing := e.Code == api.CodeUnsupportedCapability && d.Capability == ""
	if namesNothing && e.Op == api.OpWorkDetail {
		x.Hint = w.T("works.no_works.unsupported", "Platform", platform(d.Platform))
	} else if namesNothing {
		x.Hint = ""
	} else if retryable && wait > 0 {
		x.Hint = waitHint(w, wait, e.RetryAt)
	} else if id := businessHint(e, retryable); id != "" {
		x.Hint = w.T(
			"error.hint."+id,
			"Platform", platform(d.Platform),
			"Capability", text.Clean(d.Capability),
		)
	}
	return x
}

// businessHint returns the id of the hint for an error, "" for none.
func businessHint(e *api.Error, retryable bool) string {
	byCode := map[api.Code]string{
		api.CodeUnauthorized:           "unauthorized",
		api.CodeRouteNotFound:          "route",
		api.CodeValidationFailed:       "invalid",
		api.CodeBadRequest:             "invalid",
		api.CodeTooManyRequests:        "too_many",
		api.CodeInternal:               "internal",
		api.CodeSessionNotFound:        "no_session_or_failed",
		api.CodeSessionMissing:         "no_session",
		api.CodeKeyInvalid:             "unauthorized",
		api.CodeRelayUnavailable:       "relay",
		api.CodeAccountNotFound:        "no_account",
		api.CodeAgentFailed:            "agent_failed",
		api.CodeAgentLimit:             "agent_limit",
		api.CodeAccountRevoked:         "revoked",
		api.CodeAccountOfOtherUser:     "other_user",
		api.CodeNotRetryable:           "not_retried",
		api.CodeWorkDetailNotFound:     "no_details",
		api.CodePlatformUnknown:        "no_platform",
		api.CodeWorkIDInvalid:          "bad_work_id",
		api.CodeAccountOfOtherPlatform: "other_platform",
		api.CodeUnsupportedCapability:  "unsupported",
		api.CodeAccountRequired:        "account_required",
	}
	byClass := map[api.Class]string{
		api.ClassAuthorization: "authorise",
		api.ClassPermission:    "permission",
		api.ClassNotFound:      "no_work",
		api.ClassInvalid:       "platform_invalid",
	}
	failed := e.Code.IsPlatformFailure()
	byCategory := map[string]string{
		"quota":                   "quota",
		"conflict":                "conflict",
		"media_unavailable":       "media",
		"media_processing_failed": "media_processing",
		"network":                 "platform_network",
		"platform_unavailable":    "platform_down",
		"timeout":                 "platform_timeout",
		"webhook_invalid":         "webhook",
		"sdk_error":               "sdk",
	}
	class := api.ClassOf(e)
	category := ""
	d := e.Details()
	if failed && class != api.ClassNotFound {
		category = byCategory[d.Category]
	}
	if !d.Retryable.Or(true) {
		switch category {
		case "quota", "platform_down", "platform_network", "platform_timeout", "sdk":
			category += "_lasting"
		}
	}
	hint := cmp.Or(byCode[e.Code], category, byClass[class])
	if e.IsRelayLogin() {
		return "relay_login"
	}
	if hint == "invalid" && len(d.Issues) > 0 { // the service says which value is invalid
		return ""
	}
	if hint != "" {
		return hint
	}
	if failed && !retryable {
		return "platform_lasting"
	}
	if class == api.ClassRateLimit {
		return "platform_limit"
	}
	if failed {
		return "platform_failed"
	}
	return ""
}

func explainTransport(w *words.Words, e *api.TransportError) Explanation {
	kind, variant, values := failure(w, e)
	values = append(
		values,
		"Host", text.Clean(e.Host),
		"Proxy", text.Clean(e.Proxy),
		"Size", w.Exact(strconv.FormatInt(e.Size, 10)),
	)
	x := Explanation{
		RequestID: text.Clean(e.RequestID),
		Reason:    w.T(variantOf(w, "error.kind."+kind, variant), values...),
	}
	retryable, _ := api.Retryable(e)
	if kind == "status" && retryable {
		variant = "later"
	}
	limit, limited := e.Err.(*api.LimitError)
	switch id := variantOf(w, "error.hint.kind."+kind, variant); {
	case e.OutcomeUnknown:
		x.Hint = w.T("error.hint.outcome_unknown")
	case e.RetryAfter > 0:
		x.Hint = waitHint(w, e.RetryAfter, e.RetryAt)
	case limited:
		x.Hint = w.T(
			"error.hint.setting",
			"Flag", limit.Setting.Flag(),
			"Env", limit.Setting.Env(),
		)
	case w.Has(id):
		x.Hint = w.T(id)
	}
	return x
}

// failure returns the kind and variant of what failed, which name its text, and values for it.
func failure(w *words.Words, e *api.TransportError) (kind, variant string, values []any) {
	switch cause := e.Err.(type) {
	case *api.RequestError:
		variant = string(cause.Cause)
		if cause.Kind == api.KindReset && e.Status != 0 {
			variant = "truncated"
		}
		return string(cause.Kind), variant, []any{"Detail", short(cause.Detail)}
	case *api.LimitError:
		return string(cause.Setting), "", []any{
			"Timeout",
			cause.Timeout,
			"Limit",
			w.Exact(strconv.FormatInt(cause.Size, 10)),
		}
	case *api.ShapeError:
		if cause.Want == "" {
			return "shape", "missing", place(w, cause.At)
		}
		return "shape", "type", append(
			place(w, cause.At),
			"Want", w.T("error.type."+cause.Want),
			"Got", w.T("error.type."+cause.Got),
		)
	case *api.BodyError:
		page := ""
		if cause.Title != "" {
			page = w.T("error.page.title", "Title", short(cause.Title))
		}
		kind = "not-envelope"
		variant = string(cause.Cause)
		if e.Status == http.StatusTooManyRequests {
			kind = "rate-limited"
		} else if e.Status >= http.StatusBadRequest && e.Proxy != "" {
			kind = "status"
			variant = "proxy"
		} else if e.Status >= http.StatusBadRequest {
			kind = "status"
		}
		return kind, variant, append(
			place(w, cause.At),
			"Status", httpStatus(e.Status),
			"Page", page,
			"Title", short(cause.Title),
			"Excerpt", short(cause.Excerpt),
		)
	}
	return "", "", nil
}

// place returns the values that name the field to which a JSON pointer leads.
func place(w *words.Words, at string) []any {
	field := short(strings.ReplaceAll(strings.TrimPrefix(at, "/"), "/", "."))
	if field == "" {
		return []any{"Place", "", "Field", ""}
	}
	return []any{"Place", w.T("error.place", "Field", field), "Field", field}
}

// short cleans and cuts a text of the service.
func short(s string) string {
	return text.Cut(text.Line(s), maxExcerpt)
}

// variantOf returns the id of the text for a variant, else the general one.
func variantOf(w *words.Words, id, variant string) string {
	if variant != "" && w.Has(id+"."+variant) {
		return id + "." + variant
	}
	return id
}

// httpStatus writes a status with its standard text: 502 Bad Gateway.
func httpStatus(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// waitHint says when to try again: on a date if that is more than a day away.
func waitHint(w *words.Words, wait time.Duration, until time.Time) string {
	const day = 24 * time.Hour
	if wait > day && !until.IsZero() {
		return w.T("error.hint.wait_until", "Date", until.Local().Format(time.DateOnly))
	}
	return w.T("error.hint.wait", "Wait", w.LongDurationAtMost(max(wait, time.Second)))
}

// Query words a part of a query that is not understood, or a platform or group that does not
// exist. It is "" for other errors.
func Query(w *words.Words, err error) string {
	if e, ok := errors.AsType[*fleet.TermError](err); ok {
		if e.TooLong {
			return w.T("cli.error.too_long", "What", text.Clean(e.Term)+"…")
		}
		return w.T("cli.error.term", "Term", text.Clean(e.Term))
	}
	if e, ok := errors.AsType[*fleet.NameError](err); ok {
		return w.T("cli.error."+e.Kind, "Name", text.Clean(e.Name))
	}
	return ""
}

// History words a problem of the history, which may be that of the program for its password.
func History(w *words.Words, p *history.Problem) string {
	id := "history." + string(p.Kind)
	aside := id + "_aside"
	if p.MovedTo != "" && w.Has(aside) {
		id = aside
	}
	return w.T(
		id,
		"Path", text.Clean(p.MovedTo),
		"Grant", text.Clean(p.Grant),
		"Reason", text.Clean(storage(w, p.Err)),
	)
}

// storage words why a database failed. Its own text, which may be SQL, is shown only where neither
// the cause nor a code is known.
func storage(w *words.Words, err error) string {
	e, ok := errors.AsType[*config.Error](err)
	if ok {
		return w.T(
			"cli.config.error."+string(e.Kind),
			"Key", e.Key,
			"Value", e.Value,
			"Cause", e.Cause(),
		)
	}
	cause := history.CauseOf(err)
	code := history.CodeOf(err)
	place := history.PlaceOf(err)
	if cause == history.OtherCause {
		if code == "" {
			return err.Error()
		}
		return w.T("history.cause.code", "Code", code)
	}
	id := "history.cause." + string(cause)
	if place != "" && w.Has(id+"_at") {
		id += "_at"
	}
	return w.T(id, "Place", text.Line(place))
}

// NoWorks is why a site has no work details of a platform, and what can be done instead; "" if it
// may have them. p may be nil.
func NoWorks(w *words.Words, p *api.Platform, name string) string {
	if p == nil || p.NoWorks() == "" {
		return ""
	}
	return w.T("works.no_works."+string(p.NoWorks()), "Platform", name)
}

// NotKept words why something that the user changed was not stored in the history.
func NotKept(w *words.Words, err error) string {
	p, ok := errors.AsType[*history.Problem](err)
	if !ok {
		p = &history.Problem{Kind: history.NotSaved, Err: err}
	}
	reason := w.T("history.no_response")
	if p.Kind != history.Slow {
		reason = History(w, p)
	}
	return w.T("history.not_kept", "Reason", reason)
}

// Link is the reason why a link, or a text without one, has no work ID, or "".
func Link(w *words.Words, link metrics.Link, site string) string {
	if link.IsText() {
		return w.T("works.link.none")
	}
	if link.Kind == metrics.NoLink || link.Kind == metrics.WorkLink {
		return ""
	}
	return w.T(
		"works.link."+string(link.Kind),
		"Site", text.Line(site),
		"Host", text.Line(link.Host),
	)
}
