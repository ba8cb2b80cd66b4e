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

// verdict is how a check of the doctor ended.
type verdict string

const (
	well    verdict = "ok"
	warning verdict = "warning" // works, but may not as one would think
	failed  verdict = "failed"
	skipped verdict = "skipped"
)

// finding is a row of the doctor.
type finding struct {
	Check  string  `json:"check"` // such as config.file, site.tls, api.accounts
	Status verdict `json:"status"`
	Detail string  `json:"detail"`
	Hint   string  `json:"hint,omitzero"`

	exit int // of the program where the check failed
}

// examination collects findings.
type examination struct {
	*app
	service *service
	rows    []finding
	keyTold bool // whether the key is accepted was told
}

// find adds a finding; the words are those of cli.doctor + id.
func (x *examination) find(check string, v verdict, id string, pairs ...any) {
	f := finding{Check: check, Status: v, Detail: x.words.T("cli.doctor."+id, pairs...), exit: ExitFailed}
	if hint := "cli.doctor." + id + "_hint"; v != well && x.words.Has(hint) {
		f.Hint = x.words.T(hint, pairs...)
	}
	x.rows = append(x.rows, f)
}

// fail adds what errors say; a configuration can have several mistakes.
func (x *examination) fail(check string, err error) {
	for _, r := range x.reports(err) {
		if r.RequestID != "" {
			r.Message += " (" + x.words.T("error.request", "ID", r.RequestID) + ")"
		}
		x.rows = append(x.rows, finding{Check: check, Status: failed, Detail: text.Clean(r.Message), Hint: r.Hint, exit: exitCode(err)})
	}
}

func (a *app) doctorCommand() *cobra.Command {
	var d demo
	var session string
	cmd := a.command("cli.doctor", "doctor", a.none, func(cmd *cobra.Command, _ []string) error {
		format, err := a.outputFormat()
		if err != nil {
			return err
		}
		return a.doctor(cmd, &d, text.CleanID(session), format)
	})
	cmd.Flags().StringVar(&session, "session", "", a.words.T("cli.flag.session"))
	d.orDemo(a, cmd)
	a.completes(cmd, &d, completions{"session": oneOf()})
	return cmd
}

// doctor looks at everything and prints it, as far as it gets.
func (a *app) doctor(cmd *cobra.Command, d *demo, session string, f plain.Format) error {
	ctx := cmd.Context()
	cfg, wrong := config.Load(a.Config, configFlags(cmd))
	x := &examination{app: a, service: &service{config: cfg}}
	defer func() { x.service.Close() }()
	if err := a.openLog(cmd, x.service); err != nil {
		return err
	}
	x.configuration(ctx, wrong)
	if err := x.terminal(); err != nil {
		return err
	}
	bar := a.progress()
	bar.show(a.words.T("cli.doctor.asking"))
	err := x.deployment(ctx, d, session)
	bar.end()
	if err != nil {
		return err
	}
	if err := x.print(ctx, f); err != nil {
		return err
	}
	bad := slices.DeleteFunc(slices.Clone(x.rows), func(r finding) bool { return r.Status != failed })
	if len(bad) == 0 {
		return nil
	}
	return &commandError{exit: bad[0].exit, text: a.words.N("cli.doctor.failed", len(bad), "Of", len(x.rows))}
}

// print writes findings: on a terminal in lines that are broken and not cut, for
// each word may be the one that helps.
func (x *examination) print(ctx context.Context, f plain.Format) error {
	width, onTerminal := terminal(x.Out)
	if f == plain.Table && onTerminal {
		_, err := fmt.Fprint(x.Out, x.page(max(width, 40)))
		return err
	}
	column := func(name string, of func(*finding) string) plain.Column[finding] {
		return plain.Column[finding]{Name: name, Value: of}
	}
	status := column("status", func(r *finding) string { return string(r.Status) })
	status.Show = func(r *finding) string { return x.words.T("cli.doctor.status." + string(r.Status)) }
	return output(ctx, x.app, x.service, "doctor", f, &plain.Sheet[finding]{Rows: x.rows, Columns: []plain.Column[finding]{
		column("check", func(r *finding) string { return r.Check }), status,
		column("detail", func(r *finding) string { return r.Detail }), column("hint", func(r *finding) string { return r.Hint }),
	}})
}

func (x *examination) page(width int) string {
	look := theme.For(x.Out, x.Environ, theme.Choice{Name: x.service.config.Theme.V, ASCII: x.service.config.ASCII.V})
	signs := map[verdict]struct {
		sign string
		tone theme.Tone
	}{
		well: {look.Glyphs.Normal, theme.Good}, warning: {look.Glyphs.Stale, theme.Warn}, failed: {look.Glyphs.Abnormal, theme.Bad}, skipped: {look.Glyphs.Dash, theme.Muted},
	}
	paint := func(tone theme.Tone, s string) string {
		if x.has("NO_COLOR") {
			return s
		}
		return look.Tone(tone).Render(s)
	}
	names := 0
	for _, r := range x.rows {
		names = max(names, text.Width(r.Check))
	}
	var b strings.Builder
	for _, r := range x.rows {
		head := paint(signs[r.Status].tone, signs[r.Status].sign) + " " + text.Left(r.Check, names) + "  "
		for _, line := range text.Wrap(r.Detail, max(width-names-4, 20)) {
			b.WriteString(head + line + "\n")
			head = text.Blank(names + 4)
		}
		if r.Hint == "" {
			continue
		}
		for _, line := range text.Wrap(text.CleanLines(r.Hint), max(width-names-4, 20)) {
			b.WriteString(head + paint(theme.Muted, line) + "\n")
		}
	}
	return b.String()
}
