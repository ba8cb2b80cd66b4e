package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	reporting "channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/store"
	"channeldeck/ui/terminal"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
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

// view returns the view that the columns of a command use. Before the configuration is loaded, for
// completions, it has the defaults.
func (a *app) view(lists resource.Lists) *resource.View {
	cfg := a.cfg
	if cfg == nil {
		cfg, _ = a.load(nil) // the command reports mistakes
	}
	if lists == nil {
		lists = store.Of(a.Now(), nil, nil, nil)
	}
	s, ok := lists.(*store.Store)
	if ok && s.Platforms.Value == nil {
		s.Platforms.Value = a.named
	}
	return resource.NewView(
		a.words,
		a.look(cfg, cfg.Theme.V),
		a.clock(),
		cfg.StaleAfter.V,
		lists,
	)
}

// look returns a theme of the configuration for the terminal.
func (a *app) look(cfg *config.Config, name string) *theme.Theme {
	choice := theme.Choice{Name: name, ASCII: cfg.ASCII.V, Colours: cfg.Colours}
	if cfg.Plain.V {
		choice.Name = "mono"
		choice.ASCII = true
	}
	look := theme.For(a.Out, a.Environ, choice)
	if cfg.Plain.V { // a screen reader would read every frame of a spinner
		pending := look.Glyphs.Pending
		look.Glyphs.Spinner = [4]string{pending, pending, pending, pending}
	}
	return look
}

// font returns a function that replaces what a terminal cannot show: signs of ours, and in a
// locale of ASCII all other characters, which it reports as hidden. It is nil where the terminal
// can show everything, and for another stream.
func (a *app) font(stream any) func(string) (shown string, hidden bool) {
	if _, ok := terminalWidth(stream); !ok {
		return nil
	}
	g := a.view(nil).Theme.Glyphs
	if g.Unicode {
		return nil
	}
	return func(s string) (string, bool) {
		shown := g.Plain(s)
		if theme.ShowsUnicode(a.Environ) {
			return shown, false
		}
		ascii := terminal.OnlyASCII(shown)
		return ascii, ascii != shown
	}
}

// stderr is where remarks are written: on standard error or, of one of several sites, where they are
// collected.
func (a *app) stderr() io.Writer {
	if a.remarks != nil {
		return a.remarks
	}
	return a.Err
}

// tell writes a text on standard error.
func (a *app) tell(s string) {
	out := a.stderr()
	if font := a.font(out); font != nil {
		s, _ = font(s)
	}
	fmt.Fprint(out, s)
}

// output is the flags of all commands that say how results are printed.
type output struct {
	format string       // of -o, also for errors
	query  *plain.Query // of --jq; nil for none

	noPager bool // --no-pager

	to     string       // a file for the output, "" for standard output
	file   bytes.Buffer // what is to be written there
	bom    bool         // --bom
	labels bool         // --labels

	explained bool   // an error says why a list has no rows
	emptyText string // what is said about a list without rows; "" for the message cli.NAME.empty
}

// formatsOf lists the formats in which a command prints.
func formatsOf(cmd *cobra.Command) []string {
	if cmd.Name() == reportName {
		var formats []string
		for _, f := range reporting.Formats() {
			formats = append(formats, string(f))
		}
		return formats
	}
	return plain.Formats()
}

// check checks -o and --jq before a command runs. --jq makes JSON the default format.
func (o *output) check(w *words.Words, cmd *cobra.Command) error {
	formats := formatsOf(cmd)
	if cmd.Flags().Changed("output") &&
		!slices.Contains(formats, o.format) {
		return choiceError(w, "--output", o.format, formats)
	}
	if err := o.checkFile(w, cmd); err != nil {
		return err
	}
	typed, err := cmd.Flags().GetString("jq")
	if err != nil || typed == "" {
		return err
	}
	if o.format != "" && !o.isJSON() {
		return conflictingFlags(w, "--jq", "-o "+o.format)
	}
	if o.query, err = plain.ParseQuery(typed); err == nil {
		o.format = cmp.Or(o.format, string(plain.JSON))
		return nil
	}
	reason := err.Error()
	place := ""
	at, ok := errors.AsType[*gojq.ParseError](err)
	if ok {
		place = jqPlace(typed, at.Offset-len(at.Token))
		if reason = w.T("cli.error.jq_end"); at.Token != "" {
			reason = w.T("cli.error.jq_token", "Token", text.Line(at.Token))
		}
	}
	e := fail(w, ExitUsage, "cli.error.jq", "Reason", reason)
	e.hint = place
	return e
}

// checkFile checks --to, --bom and --labels. Without -o the extension of the file is the format.
func (o *output) checkFile(w *words.Words, cmd *cobra.Command) error {
	if o.to != "" && slices.Contains(
		[]string{"channeldeck", "mcp", "sandbox", "serve"},
		cmd.Name(),
	) {
		return seeHelp(w, cmd, "cli.error.flag", "Flag", "--to")
	}
	if o.to != "" {
		if _, err := os.Stat(filepath.Dir(o.to)); err != nil {
			return &config.Error{Kind: config.CannotWrite, Path: o.to, Err: err}
		}
	}
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(o.to)), ".")
	for _, f := range formatsOf(cmd) {
		if o.format == "" && extension == plain.Format(f).Extension() {
			o.format = f
		}
	}
	if o.bom && o.format != string(plain.CSV) {
		return notAlone(w, "--bom", "-o csv")
	}
	if o.labels && o.isJSON() {
		return conflictingFlags(w, "--labels", "-o "+o.format)
	}
	return nil
}

// save writes the output of a command to the file of --to, which stays as it was if the
// command failed and has no output.
func (a *app) save(err error) error {
	if a.Out != io.Writer(&a.file) || err != nil && a.file.Len() == 0 {
		return err
	}
	if a.file.Len() == 0 {
		return fail(a.words, ExitUsage, "cli.error.no_output", "Path", a.to)
	}
	failed := a.Config.Write(a.to, a.file.Bytes())
	if failed != nil {
		return &config.Error{Kind: config.CannotWrite, Path: a.to, Err: failed}
	}
	a.Out = io.Discard // the file is complete
	return err
}

// jqPlace is the line of a query with the place of an error, and a mark below that.
func jqPlace(query string, at int) string {
	at = max(0, min(at, len(query)))
	before := query[:at]
	after := query[at:]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return text.Clean(before+after) + "\n" + text.Blank(text.Width(text.Clean(before))) + "^"
}

func (o *output) outputFormat() plain.Format {
	return cmp.Or(plain.Format(o.format), plain.Table)
}

// isForReading reports whether the format is for users rather than programs.
func (o *output) isForReading() bool {
	return o.outputFormat() == plain.Table || o.outputFormat() == plain.Markdown
}

func (o *output) isJSON() bool {
	return o.outputFormat() == plain.JSON || o.outputFormat() == plain.NDJSON
}

// loadNames loads the display names of platforms for a table that users read: those in the
// history, or else the service's. Without them the identifiers are printed. h may be nil, and a
// command that requests nothing has no client.
func (a *app) loadNames(ctx context.Context, h *history.DB) {
	_, terminal := terminalWidth(a.Out)
	if a.named != nil || a.outputFormat() != plain.Markdown &&
		!(terminal && a.outputFormat() == plain.Table) {
		return
	}
	a.named, _, _ = h.Platforms(ctx)
	if len(a.named) == 0 && a.client != nil {
		a.named, _ = a.fleetOf(h).Platforms(ctx)
	}
}

// checkRows notes the malformed rows of a response: the command prints what it can
// and then fails.
func checkRows[R interface{ Malformed() *api.Malformed }](a *app, rows []R) {
	n := 0
	first := 0
	field := ""
	for i, row := range rows {
		if m := row.Malformed(); m != nil {
			if n++; n == 1 && len(m.Fields) > 0 {
				first = i + 1
				field = text.Clean(strings.ReplaceAll(
					strings.TrimPrefix(string(m.Fields[0].Path), "/"),
					"/",
					".",
				))
			}
		}
	}
	if n > 0 {
		a.malformed = &commandError{
			exit: ExitIncomplete,
			text: a.words.N("cli.malformed", n, "Row", a.words.Int(first), "Field", field),
		}
	}
}

// printList prints rows as the flags of their list say. The missing titles of their
// resource are the messages cli.NAME.column.ID or NAME.column.ID.
func printList[R any](ctx context.Context, a *app, r *resource.Resource[R], rows []R) error {
	return printSheet(ctx, a, r.Name, plain.Of(r, rows))
}

// printRows is printList, and returns the rows that were printed.
func printRows[R any](
	ctx context.Context,
	a *app,
	r *resource.Resource[R],
	rows []R,
) ([]R, error) {
	sheet := plain.Of(r, rows)
	if err := printSheet(ctx, a, r.Name, sheet); err != nil {
		return nil, err
	}
	printed := make([]R, len(sheet.Rows))
	for i, row := range sheet.Rows {
		printed[i] = rows[row]
	}
	return printed, nil
}

// printOne prints one row of a resource: as JSON it is an object, not an array.
func printOne[R any](ctx context.Context, a *app, r *resource.Resource[R], row R) error {
	sheet := plain.Of(r, []R{row})
	sheet.Single = true
	return printSheet(ctx, a, r.Name, sheet)
}

// withUnit adds the unit of what files have as a mere number to a heading, unless that names it: % failed.
func withUnit(heading, unit string) string {
	isNamed := strings.Contains(heading, "%") && strings.Contains(unit, "%")
	if isNamed {
		return heading
	}
	return heading + unit
}

func printSheet(ctx context.Context, a *app, name string, sheet *plain.Sheet) error {
	all := len(sheet.Rows)
	if err := arrange(ctx, a, name, sheet); err != nil {
		return err
	}
	if !sheet.Single && len(sheet.Rows) == 0 && !a.explained {
		a.say(emptyList(a, name, all > 0))
	}
	for i := range sheet.Columns {
		c := &sheet.Columns[i]
		c.Title = titleOf(a.words, name, c)
		if a.labels {
			c.Title = withUnit(c.Title, a.words.Optional("cli.unit."+name+"."+c.ID))
		}
	}
	look := a.view(nil).Theme
	screen := plain.Screen{
		Dash:        look.Glyphs.Dash,
		Number:      a.words.Exact,
		AtLeast:     look.Glyphs.Plain(resource.AtLeast),
		Labels:      a.labels,
		Spreadsheet: a.bom || a.to != "",
	}
	screen.Width, screen.Terminal = terminalWidth(a.Out)
	if theme.Colours(a.Config.Getenv, screen.Terminal) {
		screen.Head = look.Table.Head.Render
	}
	err := a.page(func(out io.Writer) error {
		if a.query == nil {
			return sheet.Write(ctx, out, a.outputFormat(), screen)
		}
		return sheet.WriteQuery(ctx, out, a.outputFormat(), screen, a.query)
	})
	if failed, ok := errors.AsType[*plain.QueryError](err); ok {
		return fail(a.words, ExitUsage, "cli.error.jq", "Reason", failed.Error())
	}
	if missing, ok := errors.AsType[*plain.OmittedError](err); ok {
		return fail(a.words, ExitUsage, "cli.error.jq_omitted", "Column", missing.Column)
	}
	return err
}

// emptyList says that a list has no rows: the text of its filter matches none, or there are none.
func emptyList(a *app, name string, filtered bool) string {
	if filtered {
		return a.words.T("cli.no_match", "Text", text.Line(a.list.match))
	}
	return cmp.Or(
		a.emptyText,
		a.words.Optional(a.advice("cli."+name+".empty")),
		a.words.T("cli.empty"),
	)
}

// printLine prints a line, or with -o a record.
func printLine[R any](
	cmd *cobra.Command,
	a *app,
	line string,
	r *resource.Resource[R],
	record R,
) error {
	if a.format == "" {
		_, err := fmt.Fprintln(a.Out, line)
		return err
	}
	if a.cfg == nil {
		_ = a.loadConfig(cmd) // mistakes in it do not change the record
	}
	return printOne(cmd.Context(), a, r, record)
}

func printPath(cmd *cobra.Command, a *app, path string) error {
	return printLine(cmd, a, path, local.Places(), &local.Place{Path: path})
}

const clearLine = "\r\x1b[K"

// progress shows a line on standard error, if that is a terminal, in place of the
// last one. "" removes it.
func (a *app) progress(line string) {
	if width, ok := terminalWidth(a.stderr()); ok {
		a.tell(clearLine + text.Cut(line, cmp.Or(width, 80)-1))
	}
}
