package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/terminal"
	"channeldeck/ui/text"
)

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

func checkResource(v *resource.View) *resource.Resource[check] {
	r := members[check]("doctor", "check", "status", "detail", "hint")
	r.Columns[1].Show = func(c check) string { return v.Words.T("cli.doctor.status." + string(c.Status)) }
	return r
}

// doctorCommand checks everything and prints the report. The error is that of the
// first failed check.
type doctorCommand struct {
	*app
	session     string // to request, "" for none
	checks      []check
	keyReported bool // whether the service accepts the key
}

func newDoctor(a *app) *cobra.Command {
	x := &doctorCommand{app: a}
	cmd := command(a.words, "cli.doctor", "doctor", func(cmd *cobra.Command, _ []string) error { return x.run(cmd) })
	cmd.Flags().StringVar(&x.session, "session", "", a.words.T("cli.flag.session"))
	addListFlags(a, cmd, checkResource)
	return a.serviceFlags(cmd, completions{"session": oneOf()})
}

// add adds a check. Its texts are cli.doctor.ID and cli.doctor.ID_hint.
func (x *doctorCommand) add(name string, s status, id string, pairs ...any) {
	c := check{Check: name, Status: s, Detail: x.words.T("cli.doctor."+id, pairs...), exit: ExitFailed}
	if s != passed {
		c.Hint = x.words.Optional("cli.doctor."+id+"_hint", pairs...)
	}
	x.checks = append(x.checks, c)
}

func (x *doctorCommand) fail(name string, err error) {
	for _, r := range reports(x.words, err) {
		if r.RequestID != "" {
			r.Message += " (" + x.words.T("error.request", "ID", r.RequestID) + ")"
		}
		x.checks = append(x.checks, check{Check: name, Status: failed, Detail: text.Clean(r.Message), Hint: r.Hint, exit: exitCode(err)})
	}
}

func (x *doctorCommand) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	configErr := x.loadConfig(cmd)
	defer x.disconnect()
	if err := x.openLog(cmd); err != nil {
		return err
	}
	x.checkConfig(ctx, configErr)
	x.checkTerminal()
	x.progress(x.words.T("cli.doctor.asking"))
	err := x.checkService(ctx)
	x.progress("")
	if err != nil {
		return err
	}
	if err := x.print(ctx); err != nil {
		return err
	}
	bad := slices.DeleteFunc(slices.Clone(x.checks), func(c check) bool { return c.Status != failed })
	if len(bad) == 0 {
		return nil
	}
	return &commandError{exit: bad[0].exit, text: x.words.N("cli.doctor.failed", len(bad), "Of", len(x.checks))}
}

// print prints the report. On a terminal it wraps lines instead of cutting cells:
// each word may be the one that helps.
func (x *doctorCommand) print(ctx context.Context) error {
	if width, ok := terminalWidth(x.Out); ok && x.outputFormat() == plain.Table {
		_, err := fmt.Fprint(x.Out, x.page(max(width, 40)))
		return err
	}
	return printList(ctx, x.app, checkResource(x.view(nil)), x.checks)
}

func (x *doctorCommand) page(width int) string {
	look := x.view(nil).Theme
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

// checkConfig checks the file and lists the settings that are not the default.
func (x *doctorCommand) checkConfig(ctx context.Context, err error) {
	cfg := x.cfg
	if err != nil {
		x.fail("config", err)
	}
	if info, err := os.Stat(cfg.Path); !cfg.Found {
		x.add("config.file", passed, "no_file", "Path", cfg.Path)
	} else if err == nil {
		s, id := passed, "file"
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
			s, id = warning, "file_open"
		}
		x.add("config.file", s, id, "Path", cfg.Path, "Mode", info.Mode().Perm())
	}
	for _, s := range cfg.Settings() {
		if s.From.Layer != config.Default {
			x.add("config."+s.Key, passed, "setting", "Value", s.Text, "From", s.From)
		}
	}
	if err := checkColumns(x.view(nil), cfg); err != nil {
		x.fail("config.accounts.columns", err)
	}
	if err := rebind(x.paneContext(ctx, terminal.New(io.Discard, nil), nil), cfg); err != nil {
		x.fail("config.keys", err)
	}
}

// The smallest window that the dashboard supports.
const minWidth, minHeight = 40, 12

func (x *doctorCommand) checkTerminal() {
	if _, ok := terminalWidth(x.Out); !ok {
		x.add("terminal", skipped, "no_terminal")
		return
	}
	out, name := x.Out.(*os.File), x.Config.Getenv("TERM")
	if name == "" || name == "dumb" {
		x.add("terminal", warning, "dumb", "Term", name)
	} else {
		x.add("terminal", passed, "term", "Term", name)
	}
	width, height, err := term.GetSize(int(out.Fd()))
	s, id := passed, "size"
	if err != nil || width == 0 {
		s, id = warning, "size_unknown"
	} else if width < minWidth || height < minHeight {
		s, id = failed, "size_small"
	}
	x.add("terminal.size", s, id, "Width", width, "Height", height, "MinWidth", minWidth, "MinHeight", minHeight)
	look := x.view(nil).Theme
	id = map[termenv.Profile]string{termenv.TrueColor: "colours_true", termenv.ANSI256: "colours_256", termenv.ANSI: "colours_16", termenv.Ascii: "colours_none"}[look.Renderer.ColorProfile()]
	if x.Config.Getenv("NO_COLOR") != "" {
		id = "colours_off"
	}
	x.add("terminal.colours", passed, id, "Palette", look.Palette.Name)
	id = "clipboard_plain" // see terminal.Terminal
	if x.Config.Getenv("TMUX") != "" {
		id = "clipboard_tmux"
	} else if strings.HasPrefix(name, "screen") {
		id = "clipboard_screen"
	}
	x.add("terminal.clipboard", passed, id)
}
