package cli

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/explain"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
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
	ExitChanged      = 10  // triage or status found something, or prices --since changes
	ExitInterrupted  = 130 // Ctrl-C
)

// commandError is a failure that a command found itself, in the user's language.
type commandError struct {
	exit       int
	text, hint string
	flag       string // with a wrong value: the hint is the flag's usage
	err        error  // explained by the hint, if hint is empty
	absent     bool   // the site does not have what was named; another one may have it
}

func (e *commandError) Error() string { return e.text }
func (e *commandError) Unwrap() error { return e.err }

func fail(w *words.Words, exit int, id string, pairs ...any) *commandError {
	return &commandError{exit: exit, text: w.T(id, pairs...)}
}

// advice returns the ID of a text as it is for who runs the command: an agent has tools in place of commands, over SSH
// some commands are refused, and in read-only mode those that create.
func (a *app) advice(id string) string {
	var suffixes []string
	if a.parent != nil {
		suffixes = append(suffixes, "_agent")
	}
	if a.remote != nil {
		suffixes = append(suffixes, "_ssh")
	}
	if a.cfg != nil && a.cfg.ReadOnly.V {
		suffixes = append(suffixes, "_read_only")
	}
	for _, suffix := range suffixes {
		if a.words.Has(id + suffix) {
			return id + suffix
		}
	}
	return id
}

func badValue(w *words.Words, flag, value string) error {
	e := fail(w, ExitUsage, "cli.error.value", "Flag", flag, "Value", value)
	if strings.TrimSpace(value) == "" {
		e = fail(w, ExitUsage, "cli.error.blank", "Flag", flag)
	}
	e.flag = strings.TrimPrefix(flag, "--")
	return e
}

// conflictingFlags is the error of two flags that exclude each other.
func conflictingFlags(w *words.Words, first, second string) error {
	return fail(w, ExitUsage, "cli.error.together", "First", first, "Second", second)
}

// notAlone is the error of a flag that needs another one.
func notAlone(w *words.Words, flag, needed string) error {
	return fail(w, ExitUsage, "cli.error.not_alone", "First", flag, "Second", needed)
}

// systemError is an error of the system, which has no message of its own.
func systemError(w *words.Words, id string, err error) error {
	return fail(w, ExitUsage, id, "Reason", err.Error())
}

func exitCode(err error) int {
	if err == nil {
		return ExitDone
	}
	if errors.Is(err, context.Canceled) {
		return ExitInterrupted
	}
	if e, ok := err.(*commandError); ok {
		return e.exit
	}
	if e, ok := err.(*siteErrors); ok {
		return e.exit()
	}
	if len(config.Errors(err)) > 0 {
		return ExitUsage
	}
	switch api.ClassOf(err) {
	case api.ClassCancelled:
		return ExitInterrupted
	case api.ClassUsage:
		return ExitUsage
	case api.ClassNotFound:
		return ExitNotFound
	case api.ClassUnsupported:
		return ExitUnsupported
	case api.ClassKey, api.ClassAuthorization:
		return ExitUnauthorized
	case api.ClassInvalid, api.ClassPermission:
		return ExitInvalid
	case api.ClassRateLimit, api.ClassUnavailable, api.ClassNetwork, api.ClassProtocol:
		return ExitUnreachable
	}
	return ExitFailed
}

// failure is an error for the user: a message and a hint, or one line of JSON.
type failure struct {
	Exit      int            `json:"exit"`
	Code      int64          `json:"code,omitzero"` // of the business error
	Message   string         `json:"message"`
	RequestID string         `json:"requestId,omitzero"`
	Request   string         `json:"request,omitzero"` // what was requested, and from which site
	Hint      string         `json:"hint,omitzero"`
	Data      jsontext.Value `json:"data,omitzero"` // of the business error
}

// finish prints an error and returns the exit code. It is silent if the reader of
// the output has gone, after an interruption, and where the exit code says it all.
func (a *app) finish(err error) int {
	code := exitCode(err)
	if code == ExitDone || code == ExitInterrupted || errors.Is(err, syscall.EPIPE) ||
		err.Error() == "" {
		return code
	}
	all := failuresOf(a.words, err, a.origin)
	if p, ok := err.(*crash.Panic); ok {
		all = []failure{crashed(a, p)}
	}
	for _, r := range all {
		r.Exit = code
		a.printFailure(r)
	}
	return code
}

// failuresOf describes an error. A configuration can have several mistakes.
func failuresOf(w *words.Words, err error, from explain.Origin) []failure {
	if e, ok := err.(*siteErrors); ok {
		return e.failures(w)
	}
	name := text.Clean
	if from.Platform != nil {
		name = from.Platform
	}
	if wrong := config.Errors(err); len(wrong) > 0 {
		out := make([]failure, 0, len(wrong))
		for _, e := range wrong {
			out = append(out, explainConfig(w, e))
		}
		return out
	}
	if e, ok := err.(*commandError); ok {
		if e.hint == "" && e.err != nil {
			e.hint = explain.WithPlatforms(w, e.err, name).From(w, e.err, from).Line()
		}
		return []failure{{Message: e.text, Hint: e.hint}}
	}
	x := explain.WithPlatforms(w, err, name).From(w, err, from)
	r := failure{
		Message:   x.Reason,
		RequestID: x.RequestID,
		Request:   x.Request,
		Hint:      x.Hint,
	}
	if business, ok := errors.AsType[*api.Error](err); ok {
		r.Code = int64(business.Code)
		r.Data = errorData(business)
	}
	return []failure{r}
}

// oneLine words an error in one line.
func oneLine(w *words.Words, err error) string {
	var sentences []string
	for _, r := range failuresOf(w, err, explain.Origin{}) {
		sentences = append(sentences, r.Message, r.Hint)
	}
	return text.Sentences(sentences...)
}

// explainConfig puts a mistake in the configuration into the user's language,
// with its place in front and the remedy below.
func explainConfig(w *words.Words, e *config.Error) failure {
	reason := e.Reason
	switch e.Kind {
	case config.BadURL:
		reason = w.T("error.reason." + reason)
	case config.Syntax:
		reason = cmp.Or(w.Optional("cli.config.toml."+e.Fault), reason)
	}
	cause := ""
	if e.Err != nil {
		cause = explain.System(w, e.Err)
	}
	message := w.T("cli.config.error."+string(e.Kind),
		"Key", e.Key,
		"Action", strings.TrimPrefix(e.Key, "keys."),
		"Value", e.Value,
		"Path", e.Path,
		"Site", e.Site,
		"Reason", reason,
		"Choices", strings.Join(e.Choices, ", "),
		"Want", w.T(
			"cli.config.want."+string(e.Want),
			"Key", e.Key,
			"Choices", strings.Join(e.Choices, ", "),
		),
		"Cause", cause)
	if e.From.Line > 0 {
		message = e.From.Name + ":" + strconv.Itoa(e.From.Line) + ":" +
			strconv.Itoa(e.From.Column) + ": " + message
	} else if e.From.Layer != config.Default {
		message = w.T("field.labelled", "Name", e.From.String(), "Text", message)
	}
	hint := string(e.Kind)
	if e.Kind == config.NotConfigured && e.Path != "" {
		hint = "no_site_in_file"
	}
	return failure{
		Message: message,
		Hint: cmp.Or(
			e.Command,
			suggest(w, e.Value, e.Choices),
			w.Optional("cli.config.hint."+hint, "Site", e.Site, "Key", e.Key, "Path", e.Path),
		),
	}
}

// crashed saves a report about a panic and names its path. A report that cannot be
// saved is printed.
func crashed(a *app, p *crash.Panic) failure {
	at := time.Now() // the clock of the environment may be what panicked
	text := p.Report("channeldeck "+version(), at, a.key.Reveal())
	path, err := crash.Save(a.Config.StateDir(), text, at)
	if err != nil {
		return failure{
			Message: a.words.T("cli.crash.not_saved", "Reason", err.Error()),
			Hint:    text,
		}
	}
	return failure{
		Message: a.words.T("cli.crash.saved", "Path", path),
		Hint:    a.words.T("cli.crash.hint"),
	}
}

const maxErrorData = 64 << 10

// errorData is the data of a business error without the API key, or nil.
func errorData(e *api.Error) jsontext.Value {
	data := jsontext.Value(api.Redact(e, string(e.Data)))
	if len(data) > maxErrorData || string(data) == "{}" || !data.IsValid() {
		return nil
	}
	return data
}

// printFailure prints a failure: as a line of JSON if -o asks for JSON, else as a
// line with the hint below it.
func (a *app) printFailure(r failure) {
	if a.isJSON() {
		sheet := plain.Sheet{
			Rows: []int32{0},
			Record: func(int32) any {
				return r
			},
		}
		if sheet.Write(context.Background(), a.Err, plain.NDJSON, plain.Screen{}) == nil {
			return
		}
	}
	line := "channeldeck: " + text.Clean(r.Message)
	if r.RequestID != "" {
		line += a.words.T("error.request_beside", "ID", text.Clean(r.RequestID))
	}
	a.tell(line + "\n")
	for _, line := range []string{r.Hint, r.Request} {
		if line != "" {
			a.tell(indent(text.CleanLines(line)) + "\n")
		}
	}
}

// say prints a remark on standard error.
func (a *app) say(line string) {
	a.tell("channeldeck: " + text.Clean(line) + "\n")
}
