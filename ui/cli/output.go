package cli

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// terminal tells whether a stream is a terminal, and how wide.
func terminal(stream any) (width int, ok bool) {
	f, isFile := stream.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, _ = term.GetSize(int(f.Fd())) // 0 is unknown
	return width, true
}

// screen describes standard output.
func (a *app) screen(s *service) plain.Screen {
	width, ok := terminal(a.Out)
	look := theme.For(a.Out, a.Environ, theme.Choice{Name: s.config.Theme.V, ASCII: s.config.ASCII.V})
	screen := plain.Screen{Terminal: ok, Width: width, Dash: look.Glyphs.Dash}
	if ok && !a.has("NO_COLOR") {
		screen.Head = look.Table.Head.Render
	}
	return screen
}

// has reports whether a variable is set to something.
func (a *app) has(name string) bool {
	return slices.ContainsFunc(a.Environ, func(e string) bool { return strings.HasPrefix(e, name+"=") && len(e) > len(name)+1 })
}

// outputFormat checks -o.
func (a *app) outputFormat() (plain.Format, error) {
	if a.format == "" {
		return plain.Table, nil
	}
	if f := plain.Format(a.format); f.Valid() {
		return f, nil
	}
	return "", a.invalidChoice("--output", a.format, formatNames())
}

func formatNames() []string {
	names := make([]string, 0, len(plain.Formats()))
	for _, f := range plain.Formats() {
		names = append(names, string(f))
	}
	return names
}

// invalidChoice returns a usage error that lists the valid values.
func (a *app) invalidChoice(flag, value string, choices []string) error {
	return &usageError{text: a.words.T("cli.error.choice", "Flag", flag, "Value", value, "Choices", strings.Join(choices, ", "))}
}

// ask begins a command that asks the service: what was typed is checked before
// anything is sent.
func (a *app) ask(cmd *cobra.Command, d *demo, key keyNeed, run func(ctx context.Context, s *service, f plain.Format) error) error {
	format, err := a.outputFormat()
	if err != nil {
		return err
	}
	s, err := a.connect(cmd.Context(), cmd, d, key)
	if err != nil {
		return err
	}
	defer s.Close()
	return cmp.Or(run(cmd.Context(), s, format), s.malformed)
}

// checkRows notes the malformed rows of a response: the command prints what it can
// and then fails.
func checkRows[R any, P interface {
	*R
	Malformed() *api.Malformed
}](a *app, s *service, rows []R) {
	n, first, field := 0, 0, ""
	for i := range rows {
		if m := P(&rows[i]).Malformed(); m != nil {
			if n++; n == 1 && len(m.Fields) > 0 {
				first, field = i+1, text.Clean(strings.ReplaceAll(strings.TrimPrefix(string(m.Fields[0].Path), "/"), "/", "."))
			}
		}
	}
	if n > 0 {
		s.malformed = &incompleteError{text: a.words.N("cli.malformed", n, "Row", a.words.Int(first), "Field", field)}
	}
}

// local begins a command that asks nothing of the service.
func (a *app) local(cmd *cobra.Command) (*service, plain.Format, error) {
	format, err := a.outputFormat()
	if err != nil {
		return nil, "", err
	}
	cfg, err := config.Load(a.Config, configFlags(cmd))
	return &service{config: cfg}, format, err
}

// output prints a sheet. Titles that it has not are taken from the words of an
// area, or from those of the commands where these have more room.
func output[R any](ctx context.Context, a *app, s *service, area string, f plain.Format, sheet *plain.Sheet[R]) error {
	for i := range sheet.Columns {
		c := &sheet.Columns[i]
		for _, id := range []string{"cli." + area + ".column." + c.Name, area + ".column." + c.Name} {
			if c.Title == "" && a.words.Has(id) {
				c.Title = a.words.T(id)
			}
		}
	}
	return sheet.Write(ctx, a.Out, f, a.screen(s))
}

// isForPeople tells the formats that are read rather than worked with.
func isForReading(f plain.Format) bool { return f == plain.Table || f == plain.Markdown }

// yesOrNo is a truth value for people; "" where it is missing.
func (a *app) yesOrNo(value string) string {
	switch value {
	case "true":
		return a.words.T("options.yes")
	case "false":
		return a.words.T("options.no")
	}
	return value
}
