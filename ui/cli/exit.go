package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// The exit codes.
const (
	ExitDone         = 0
	ExitFailed       = 1   // an internal error, or an API error that is not listed below
	ExitUsage        = 2   // invalid arguments or configuration
	ExitUnauthorized = 3   // the API key was refused, or an account must be authorised again
	ExitNotFound     = 4   // no such work, account, session or path
	ExitUnsupported  = 5   // the platform is unknown or does not support this
	ExitInvalid      = 6   // the input or the permission was refused
	ExitUnreachable  = 7   // no usable response: rate limit, network, or a failure of the service
	ExitIncomplete   = 8   // data was printed, but not all of it
	ExitInterrupted  = 130 // Ctrl-C
)

// usageError is a mistake in the command line, in the user's language.
type usageError struct{ text, hint string }

func (e *usageError) Error() string { return e.text }

// incompleteError says that not all data was printed, in the user's language.
type incompleteError struct {
	text string
	err  error // why, nil if the service cut the list
}

func (e *incompleteError) Error() string { return e.text }
func (e *incompleteError) Unwrap() error { return e.err }

// commandError is a failure that a command found itself, in the user's language.
type commandError struct {
	exit       int
	text, hint string
}

func (e *commandError) Error() string { return e.text }

// exitCode returns the exit code of an error.
func exitCode(err error) int {
	if err == nil {
		return ExitDone
	}
	if errors.Is(err, context.Canceled) {
		return ExitInterrupted
	}
	switch e := err.(type) {
	case *usageError:
		return ExitUsage
	case *incompleteError:
		return ExitIncomplete
	case *commandError:
		return e.exit
	}
	if len(config.Errors(err)) > 0 {
		return ExitUsage
	}
	switch api.ClassOf(err) {
	case api.ClassCancelled:
		return ExitInterrupted
	case api.ClassUsage:
		return ExitUsage
	case api.ClassKey, api.ClassAuthorization:
		return ExitUnauthorized
	case api.ClassNotFound:
		return ExitNotFound
	case api.ClassUnsupported:
		return ExitUnsupported
	case api.ClassInvalid, api.ClassPermission:
		return ExitInvalid
	case api.ClassRateLimit, api.ClassUnavailable, api.ClassNetwork, api.ClassProtocol:
		return ExitUnreachable
	}
	return ExitFailed
}

// report is an error for the user: a message and a hint, or one line of JSON.
type report struct {
	Exit      int            `json:"exit"`
	Code      int64          `json:"code,omitzero"` // of the business error
	Message   string         `json:"message"`
	RequestID string         `json:"requestId,omitzero"`
	Hint      string         `json:"hint,omitzero"`
	Data      jsontext.Value `json:"data,omitzero"` // of the business error
}

// finish prints an error and returns the exit code. It is silent if the reader of
// the output has gone, and after an interruption.
func (a *app) finish(err error) int {
	code := exitCode(err)
	if code == ExitDone || code == ExitInterrupted || errors.Is(err, syscall.EPIPE) {
		return code
	}
	for _, r := range a.reports(err) {
		r.Exit = code
		a.printReport(r)
	}
	return code
}

// reports describes an error. A configuration can have several mistakes.
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
	if e, ok := err.(*commandError); ok {
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
		r.Code, r.Data = int64(business.Code), errorData(business)
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

// maxErrorData is how many bytes of an error's data are printed.
const maxErrorData = 64 << 10

// errorData is the data of a business error without the API key, nil where it has
// none.
func errorData(e *api.Error) jsontext.Value {
	data := jsontext.Value(api.Redact(e, string(e.Data)))
	if len(data) > maxErrorData || string(data) == "{}" || !data.IsValid() {
		return nil
	}
	return data
}

// printReport prints a report: as a line of JSON if -o asks for JSON, else as a
// line with the hint below it.
func (a *app) printReport(r report) {
	if a.format == string(plain.JSON) || a.format == string(plain.NDJSON) {
		sheet := plain.Sheet[report]{Rows: []report{r}}
		if sheet.Write(context.Background(), a.Err, plain.NDJSON, plain.Screen{}) == nil {
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

// say prints a remark on standard error.
func (a *app) say(line string) {
	fmt.Fprintln(a.Err, "channeldeck: "+text.Clean(line))
}

// systemError is an error of the system, which has no message of its own.
func (a *app) systemError(id string, err error) error {
	return &usageError{text: a.words.T(id, "Reason", err.Error())}
}
