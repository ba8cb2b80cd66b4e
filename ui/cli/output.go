package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// terminalWidth reports whether a stream is a terminal, and its width, 0 if unknown.
func terminalWidth(stream any) (width int, ok bool) {
	f, isFile := stream.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, _ = term.GetSize(int(f.Fd()))
	return width, true
}

// view is what the columns of a command know besides their rows. Before the
// configuration is loaded, for completions, it has the defaults.
func (a *app) view(lists resource.Lists) *resource.View {
	cfg := a.cfg
	if cfg == nil {
		cfg, _ = a.load(nil) // the command reports mistakes
	}
	if lists == nil {
		lists = store.Of(a.Now(), nil, nil, nil)
	}
	look := theme.For(a.Out, a.Environ, theme.Choice{Name: cfg.Theme.V, ASCII: cfg.ASCII.V})
	return resource.NewView(a.words, look, a.Now, cfg.StaleAfter.V, lists)
}

func (a *app) theme() *theme.Theme {
	return theme.For(a.Out, a.Environ, theme.Choice{Name: a.cfg.Theme.V, ASCII: a.cfg.ASCII.V})
}

// checkFormat checks -o and --jq before a command runs.
func (a *app) checkFormat(cmd *cobra.Command, _ []string) error {
	if err := a.remote.check(a, cmd); err != nil {
		return err
	}
	if cmd.Flags().Changed("output") && !slices.Contains(plain.Formats(), a.format) {
		return a.invalidChoice("--output", a.format, plain.Formats())
	}
	return a.compileQuery(cmd)
}

// compileQuery compiles --jq, which makes JSON the default format.
func (a *app) compileQuery(cmd *cobra.Command) error {
	text, err := cmd.Flags().GetString("jq")
	if err != nil || text == "" {
		return err
	}
	if a.format = cmp.Or(a.format, string(plain.JSON)); !a.isJSON() {
		return a.fail(ExitUsage, "cli.error.together", "First", "--jq", "Second", "-o "+a.format)
	}
	query, err := gojq.Parse(text)
	if err == nil {
		a.query, err = gojq.Compile(query)
	}
	if err != nil {
		return a.fail(ExitUsage, "cli.error.jq", "Reason", err.Error())
	}
	return nil
}

func (a *app) outputFormat() plain.Format { return cmp.Or(plain.Format(a.format), plain.Table) }

// withService runs a command that talks to the service. Its arguments were checked:
// nothing is sent for a mistake.
func (a *app) withService(cmd *cobra.Command, key keyNeed, run func(ctx context.Context) error) error {
	defer a.disconnect()
	if err := a.connect(cmd, key); err != nil {
		return err
	}
	err := run(cmd.Context())
	return cmp.Or(err, a.malformed)
}

// checkRows notes the malformed rows of a response: the command prints what it can
// and then fails.
func checkRows[R any, P interface {
	*R
	Malformed() *api.Malformed
}](a *app, rows []R) {
	n, first, field := 0, 0, ""
	for i := range rows {
		if m := P(&rows[i]).Malformed(); m != nil {
			if n++; n == 1 && len(m.Fields) > 0 {
				first, field = i+1, text.Clean(strings.ReplaceAll(strings.TrimPrefix(string(m.Fields[0].Path), "/"), "/", "."))
			}
		}
	}
	if n > 0 {
		a.malformed = &commandError{exit: ExitIncomplete, text: a.words.N("cli.malformed", n, "Row", a.words.Int(first), "Field", field)}
	}
}

// output prints a sheet. Its missing titles are the messages cli.AREA.column.NAME
// or AREA.column.NAME.
func output[R any](ctx context.Context, a *app, area string, sheet *plain.Sheet[R]) error {
	if err := arrange(ctx, a, sheet); err != nil {
		return err
	}
	for i := range sheet.Columns {
		c := &sheet.Columns[i]
		id := area + ".column." + c.ID
		c.Title = cmp.Or(c.Title, a.words.Optional("cli."+id), a.words.Optional(id))
	}
	look := a.theme()
	screen := plain.Screen{Dash: look.Glyphs.Dash}
	screen.Width, screen.Terminal = terminalWidth(a.Out)
	if screen.Terminal && a.Config.Getenv("NO_COLOR") == "" {
		screen.Head = look.Table.Head.Render
	}
	if a.query == nil {
		return sheet.Write(ctx, a.Out, a.outputFormat(), screen)
	}
	err := sheet.WriteQuery(ctx, a.Out, a.outputFormat(), screen, a.query)
	if failed, ok := errors.AsType[*plain.QueryError](err); ok {
		return a.fail(ExitUsage, "cli.error.jq", "Reason", failed.Error())
	}
	return err
}

// printOne prints a line, or with -o a record with some fields.
func printOne[R any](cmd *cobra.Command, a *app, line, area string, record R, fields ...string) error {
	if a.format == "" {
		_, err := fmt.Fprintln(a.Out, line)
		return err
	}
	if a.cfg == nil {
		_ = a.loadConfig(cmd) // mistakes in it do not change the record
	}
	return output(cmd.Context(), a, area, &plain.Sheet[R]{Rows: []R{record}, Single: true, Columns: memberColumns[R](fields...)})
}

// isForReading reports whether the format is for users rather than programs.
func (a *app) isForReading() bool {
	return a.outputFormat() == plain.Table || a.outputFormat() == plain.Markdown
}

func (a *app) isJSON() bool {
	return a.outputFormat() == plain.JSON || a.outputFormat() == plain.NDJSON
}

// yesOrNo words "true" and "false", and returns anything else as it is.
func (a *app) yesOrNo(value string) string {
	switch value {
	case "true":
		return a.words.T("field.yes")
	case "false":
		return a.words.T("field.no")
	}
	return value
}

// memberColumns are columns of the members of a row's JSON.
func memberColumns[R any](names ...string) []resource.Column[R] {
	var columns []resource.Column[R]
	for _, name := range names {
		columns = append(columns, resource.Column[R]{ID: name, Value: func(row R) string {
			object, err := api.Marshal(row)
			if err != nil {
				return ""
			}
			return memberText(object, name)
		}})
	}
	return columns
}

// memberText is a member of an object as text: a string without its quotes, anything
// else as JSON, null as nothing.
func memberText(object jsontext.Value, name string) string {
	for member, v := range api.Members(object) {
		if member == name {
			return jsonText(v)
		}
	}
	return ""
}

func jsonText(v jsontext.Value) string {
	switch v.Kind() {
	case 'n':
		return ""
	case '"':
		if s, err := jsontext.AppendUnquote(nil, v); err == nil {
			return string(s)
		}
	}
	return string(v)
}

const clearLine = "\r\x1b[K"

// progress shows a line on standard error, if that is a terminal, in place of the
// last one. "" removes it.
func (a *app) progress(line string) {
	if width, ok := terminalWidth(a.Err); ok {
		fmt.Fprint(a.Err, clearLine+text.Cut(line, cmp.Or(width, 80)-1))
	}
}
