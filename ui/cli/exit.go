package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// The exit codes.
const (
	ExitDone         = 0
	ExitFailed       = 1   // a failure of our own, or a business code without a code below
	ExitUsage        = 2   // usage or configuration
	ExitUnauthorized = 3   // business code 401
	ExitNotFound     = 4   // business codes 404, 12600, 15079, 18104
	ExitUnsupported  = 5   // business codes 15032, 15080
	ExitInvalid      = 6   // business codes 400, 10002
	ExitUnreachable  = 7   // no answer, or not one of the service: a retry may help
	ExitIncomplete   = 8   // data were printed, but the service kept some back
	ExitInterrupted  = 130 // Ctrl-C
)

// usageError is a mistake in the command line, in the person's language.
type usageError struct{ text, hint string }

func (e *usageError) Error() string { return e.text }

// incompleteError is data that are not whole, in the person's language.
type incompleteError struct {
	text string
	err  error // why, nil where the service just cut
}

func (e *incompleteError) Error() string { return e.text }
func (e *incompleteError) Unwrap() error { return e.err }

// toldError is what a command found out by itself, in the person's language.
type toldError struct {
	exit       int
	text, hint string
}

func (e *toldError) Error() string { return e.text }

// exitCode sorts an error.
func exitCode(err error) int {
	if err == nil {
		return ExitDone
	}
	if errors.Is(err, context.Canceled) || api.IsKind(err, api.KindCancelled) {
		return ExitInterrupted
	}
	switch e := err.(type) {
	case *usageError:
		return ExitUsage
	case *incompleteError:
		return ExitIncomplete
	case *toldError:
		return e.exit
	case *api.Error:
		return businessExit(e.Code)
	case *api.TransportError:
		if e.Kind == api.KindInsecureKey {
			return ExitUsage
		}
		return ExitUnreachable
	case *api.ArgumentError:
		return ExitUsage
	}
	if len(config.Errors(err)) > 0 {
		return ExitUsage
	}
	if cause := errors.Unwrap(err); cause != nil {
		return exitCode(cause)
	}
	return ExitFailed
}

func businessExit(code api.Code) int {
	switch code {
	case api.CodeUnauthorized:
		return ExitUnauthorized
	case api.CodeRouteNotFound, api.CodeAccountNotFound, api.CodeWorkNotFound, api.CodeSessionNotFound:
		return ExitNotFound
	case api.CodeUnsupportedCapability, api.CodePlatformUnknown:
		return ExitUnsupported
	case api.CodeBadRequest, api.CodeValidationFailed:
		return ExitInvalid
	}
	return ExitFailed
}

// report is an error as it is told: in a line and a hint, or as JSON.
type report struct {
	Exit      int    `json:"exit"`
	Code      int64  `json:"code,omitzero"` // business code
	Message   string `json:"message"`
	RequestID string `json:"requestId,omitzero"`
	Hint      string `json:"hint,omitzero"`
}

// finish tells an error and returns the exit code.
func (a *app) finish(err error) int {
	code := exitCode(err)
	// Whoever read our output has gone, and an interrupted person knows.
	if code == ExitDone || code == ExitInterrupted || errors.Is(err, syscall.EPIPE) {
		return code
	}
	for _, r := range a.reports(err) {
		r.Exit = code
		a.tell(r)
	}
	return code
}

// reports puts an error into words; a configuration can have several mistakes.
func (a *app) reports(err error) []report {
	if wrong := config.Errors(err); len(wrong) > 0 {
		out := make([]report, 0, len(wrong))
		for _, e := range wrong {
			out = append(out, a.explainConfig(e))
		}
		return out
	}
	if p, ok := err.(*crash.Panic); ok {
		return []report{a.crashed(p)}
	}
	if e, ok := err.(*usageError); ok {
		return []report{{Message: e.text, Hint: e.hint}}
	}
	if e, ok := err.(*toldError); ok {
		return []report{{Message: e.text, Hint: e.hint}}
	}
	if e, ok := err.(*incompleteError); ok {
		r := report{Message: e.text}
		if e.err != nil {
			r.Hint = pane.Explain(a.words, e.err).Line()
		}
		return []report{r}
	}
	x := pane.Explain(a.words, err)
	r := report{Message: x.Reason, RequestID: x.RequestID, Hint: x.Hint}
	if business, ok := errors.AsType[*api.Error](err); ok {
		r.Code = int64(business.Code)
	}
	return []report{r}
}

// crashed saves a report about a panic and says where. A report that cannot be
// saved is printed.
func (a *app) crashed(p *crash.Panic) report {
	at := time.Now() // the clock of the environment may be what panicked
	text := p.Report("channeldeck "+version(), at, func(s string) string {
		if a.key.IsZero() {
			return s
		}
		return strings.ReplaceAll(s, a.key.Reveal(), a.key.String())
	})
	path, err := crash.Save(a.Config.StateDir(), text, at)
	if err != nil {
		return report{Message: a.words.T("cli.crash.not_saved", "Reason", err.Error()), Hint: text}
	}
	return report{Message: a.words.T("cli.crash.saved", "Path", path), Hint: a.words.T("cli.crash.hint")}
}

// tell prints one line, and the hint below it. What scripts read is one line of
// JSON instead.
func (a *app) tell(r report) {
	if a.format == "json" || a.format == "ndjson" {
		if line, err := json.Marshal(r); err == nil {
			fmt.Fprintf(a.Err, "%s\n", line)
			return
		}
	}
	line := "channeldeck: " + text.Clean(r.Message)
	if r.RequestID != "" {
		line += " (" + a.words.T("error.request", "ID", text.Clean(r.RequestID)) + ")"
	}
	fmt.Fprintln(a.Err, line)
	if r.Hint != "" {
		fmt.Fprintln(a.Err, indent(text.CleanLines(r.Hint)))
	}
}

// say prints a remark about the data.
func (a *app) say(line string) {
	fmt.Fprintln(a.Err, "channeldeck: "+text.Clean(line))
}

// unexplained is an error that has no words of its own.
func (a *app) unexplained(id string, err error) error {
	return &usageError{text: a.words.T(id, "Reason", strconv.Quote(err.Error()))}
}
