package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// status is the outcome of a check.
type status string

const (
	passed  status = "ok"
	warning status = "warning"
	failed  status = "failed"
	skipped status = "skipped"
)

// check is a row of the doctor's report.
type check struct {
	Check  string `json:"check"` // such as config.file, site.tls, api.accounts
	Status status `json:"status"`
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitzero"`

	exit int // of the program, if the check failed
}

// diagnosis collects checks.
type diagnosis struct {
	*app
	service     *service
	checks      []check
	keyReported bool // whether the service accepts the key
}

// add adds a check. Its texts are cli.doctor.ID and cli.doctor.ID_hint.
func (x *diagnosis) add(name string, s status, id string, pairs ...any) {
	c := check{Check: name, Status: s, Detail: x.words.T("cli.doctor."+id, pairs...), exit: ExitFailed}
	if hint := "cli.doctor." + id + "_hint"; s != passed && x.words.Has(hint) {
		c.Hint = x.words.T(hint, pairs...)
	}
	x.checks = append(x.checks, c)
}

// fail adds a failed check for each mistake in err.
func (x *diagnosis) fail(name string, err error) {
	for _, r := range x.reports(err) {
		if r.RequestID != "" {
			r.Message += " (" + x.words.T("error.request", "ID", r.RequestID) + ")"
		}
		x.checks = append(x.checks, check{Check: name, Status: failed, Detail: text.Clean(r.Message), Hint: r.Hint, exit: exitCode(err)})
	}
}

func (a *app) doctorCommand() *cobra.Command {
	var session string
	cmd := a.command("cli.doctor", "doctor", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		format, err := a.outputFormat()
		if err != nil {
			return err
		}
		return a.doctor(cmd, text.CleanID(session), format)
	})
	cmd.Flags().StringVar(&session, "session", "", a.words.T("cli.flag.session"))
	return a.serviceFlags(cmd, completions{"session": oneOf()})
}

// doctor checks everything and prints the report. The error is that of the first
// failed check.
func (a *app) doctor(cmd *cobra.Command, session string, f plain.Format) error {
	ctx := cmd.Context()
	cfg, configErr := config.Load(a.Config, configFlags(cmd))
	x := &diagnosis{app: a, service: &service{config: cfg}}
	defer func() { x.service.Close() }()
	if err := a.openLog(cmd, x.service); err != nil {
		return err
	}
	x.checkConfig(ctx, configErr)
	if err := x.checkTerminal(); err != nil {
		return err
	}
	a.progress(a.words.T("cli.doctor.asking"))
	err := x.checkService(ctx, session)
	a.progress("")
	if err != nil {
		return err
	}
	if err := x.print(ctx, f); err != nil {
		return err
	}
	bad := slices.DeleteFunc(slices.Clone(x.checks), func(c check) bool { return c.Status != failed })
	if len(bad) == 0 {
		return nil
	}
	return &commandError{exit: bad[0].exit, text: a.words.N("cli.doctor.failed", len(bad), "Of", len(x.checks))}
}

// print prints the report. On a terminal it wraps lines instead of cutting cells:
// each word may be the one that helps.
func (x *diagnosis) print(ctx context.Context, f plain.Format) error {
	if width, ok := terminal(x.Out); ok && f == plain.Table {
		_, err := fmt.Fprint(x.Out, x.page(max(width, 40)))
		return err
	}
	columns := memberColumns[check]("check", "status", "detail", "hint")
	columns[1].Show = func(c *check) string { return x.words.T("cli.doctor.status." + string(c.Status)) }
	return output(ctx, x.app, x.service, "doctor", f, &plain.Sheet[check]{Rows: x.checks, Columns: columns})
}

func (x *diagnosis) page(width int) string {
	look := x.theme(x.service.config)
	paint := func(tone theme.Tone, s string) string {
		if x.Config.Getenv("NO_COLOR") != "" {
			return s
		}
		return look.Tone(tone).Render(s)
	}
	signs := map[status]string{
		passed: paint(theme.Good, look.Glyphs.Normal), warning: paint(theme.Warn, look.Glyphs.Stale),
		failed: paint(theme.Bad, look.Glyphs.Abnormal), skipped: paint(theme.Muted, look.Glyphs.Dash),
	}
	names := 0
	for _, c := range x.checks {
		names = max(names, text.Width(c.Check))
	}
	room := max(width-names-4, 20)
	var b strings.Builder
	for _, c := range x.checks {
		lines := text.Wrap(c.Detail, room)
		if c.Hint != "" {
			for _, line := range text.Wrap(text.CleanLines(c.Hint), room) {
				lines = append(lines, paint(theme.Muted, line))
			}
		}
		b.WriteString(signs[c.Status] + " " + text.Left(c.Check, names) + "  " + strings.Join(lines, "\n"+text.Blank(names+4)) + "\n")
	}
	return b.String()
}
