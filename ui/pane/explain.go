package pane

import (
	"context"
	"errors"
	"strconv"

	"channeldeck/api"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Explanation is an error in the person's language: what happened, what to do
// about it, and by what support can find the call.
type Explanation struct {
	Reason    string
	Hint      string // "" where there is nothing to advise
	Code      string // business code, "" for none
	RequestID string
}

// Line is the explanation in one line.
func (e Explanation) Line() string {
	if e.Hint == "" {
		return e.Reason
	}
	return e.Reason + " " + e.Hint
}

// maxMessage is how many cells of the service's message are shown: what follows
// it, the code and what to do, must stay on the screen.
const maxMessage = 200

// Explain tells an error of the client in words. The service's own message is
// shown as it came, cleaned: it says more than we know.
func Explain(w *words.Words, err error) Explanation {
	if business, ok := errors.AsType[*api.Error](err); ok {
		return explainBusiness(w, business)
	}
	if transport, ok := errors.AsType[*api.TransportError](err); ok {
		return explainTransport(w, transport)
	}
	if argument, ok := errors.AsType[*api.ArgumentError](err); ok {
		return Explanation{Reason: w.T("error.argument", "Field", argument.Field, "Reason", w.T("error.reason."+string(argument.Reason)))}
	}
	if errors.Is(err, context.Canceled) {
		return Explanation{Reason: w.T("error.kind.cancelled")}
	}
	return Explanation{Reason: text.Clean(err.Error())}
}

func explainBusiness(w *words.Words, e *api.Error) Explanation {
	code := strconv.FormatInt(int64(e.Code), 10)
	x := Explanation{Code: code, RequestID: text.Clean(e.RequestID)}
	x.Reason = w.T("error.business", "Code", code, "Message", text.Cut(text.Clean(e.Message), maxMessage))
	if e.Message == "" {
		x.Reason = w.T("error.business_silent", "Code", code)
	}
	if id := hint(e.Code); id != "" {
		d := e.Details()
		x.Hint = w.T(id, "Platform", text.Clean(d.Platform), "Capability", text.Clean(d.Capability))
	}
	return x
}

// hint is the id of what to do about a code, "" for nothing.
func hint(code api.Code) string {
	if id, ok := map[api.Code]string{
		api.CodeUnauthorized:           "error.hint.unauthorized",
		api.CodeRouteNotFound:          "error.hint.route",
		api.CodeValidationFailed:       "error.hint.invalid",
		api.CodeBadRequest:             "error.hint.invalid",
		api.CodeTooManyRequests:        "error.hint.too_many",
		api.CodeInternal:               "error.hint.internal",
		api.CodeSessionNotFound:        "error.hint.no_session",
		api.CodeAccountNotFound:        "error.hint.no_account",
		api.CodePlatformUnknown:        "error.hint.no_platform",
		api.CodeAccountOfOtherPlatform: "error.hint.other_platform",
		api.CodeUnsupportedCapability:  "error.hint.unsupported",
		api.CodeAccountRequired:        "error.hint.account_required",
		api.CodeWorkNotFound:           "error.hint.no_work",
		api.CodePlatformRateLimited:    "error.hint.platform_limit",
		api.CodeAccountUnauthorized:    "error.hint.authorise",
	}[code]; ok {
		return id
	}
	switch {
	case code.IsCredential():
		return "error.hint.authorise"
	case code.IsPlatformFailure():
		return "error.hint.platform_failed"
	}
	return ""
}

func explainTransport(w *words.Words, e *api.TransportError) Explanation {
	x := Explanation{RequestID: text.Clean(e.RequestID)}
	excerpt := text.Cut(text.Clean(e.Excerpt), 60)
	x.Reason = w.T("error.kind."+string(e.Kind), "Host", text.Clean(e.Host), "Status", e.Status, "Excerpt", excerpt,
		"Timeout", e.Timeout, "Limit", w.Exact(strconv.FormatInt(e.Limit, 10)), "Origin", text.Clean(e.RedirectTo))
	switch {
	case e.OutcomeUnknown:
		x.Hint = w.T("error.hint.outcome_unknown")
	case e.Setting != "":
		x.Hint = w.T("error.hint.setting", "Flag", e.Setting.Flag(), "Env", e.Setting.Env())
	case w.Has("error.hint.kind." + string(e.Kind)):
		x.Hint = w.T("error.hint.kind." + string(e.Kind))
	}
	return x
}
