package cli

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/text"
)

// statusRecord is the JSON of the status. Its members are what --format can name.
type statusRecord struct {
	Site     string     `json:"site"`
	Accounts api.Number `json:"accounts"`
	Abnormal api.Number `json:"abnormal"`
	New      int        `json:"new"`
	Stale    api.Number `json:"stale"`
	At       string     `json:"at"`    // of the recording
	Since    string     `json:"since"` // the baseline, "" for none
}

// statusCommand prints one line for status bars from the history. Nothing is requested.
type statusCommand struct {
	*app
	query  fleet.Query
	format string
}

func newStatus(a *app) *cobra.Command {
	c := &statusCommand{app: a}
	cmd := command(a.words, "cli.status", "status", func(cmd *cobra.Command, _ []string) error {
		for _, m := range placeholder.FindAllStringSubmatch(c.format, -1) {
			if !slices.Contains(statusFields(), m[1]) {
				return choiceError(a.words, "--format", m[0], statusFields())
			}
		}
		c.onlyReads = true
		return c.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error { return c.run(cmd, h) })
	})
	cmd.Flags().StringVar(&c.format, "format", "", a.words.T("cli.flag.status_format"))
	ageFlag(a, cmd.Flags(), &c.query.Since, "since", a.words.T("cli.flag.triage_since"))
	return a.readerFlags(cmd, completions{"since": oneOf(), "format": oneOf()})
}

// placeholder is a name between braces.
var placeholder = regexp.MustCompile(`\{(\w*)\}`)

func statusFields() []string {
	return []string{"site", "accounts", "abnormal", "new", "stale", "age", "at", "since"}
}

func (c *statusCommand) run(cmd *cobra.Command, h *history.DB) error {
	s, err := c.fleetOf(h).Glance(cmd.Context(), c.query)
	if err != nil {
		return err
	}
	if s.At.IsZero() {
		return fail(c.words, ExitNotFound, "report.no_history")
	}
	stamp := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.RFC3339)
	}
	r := statusRecord{Site: c.site, Accounts: s.Accounts, Abnormal: s.Abnormal, New: s.New, Stale: s.Stale, At: stamp(s.At), Since: stamp(s.Since)}
	if err := printLine(cmd, c.app, c.line(r, s.At), members[statusRecord]("status", "site", "accounts", "abnormal", "new", "stale", "at", "since"), r); err != nil || s.New == 0 {
		return err
	}
	return &commandError{exit: ExitChanged}
}

// line is the status as --format says, or in words.
func (c *statusCommand) line(r statusRecord, at time.Time) string {
	unknown := func(n api.Number) string { return cmp.Or(n.String(), "?") }
	value := map[string]string{
		"site": r.Site, "accounts": unknown(r.Accounts), "abnormal": unknown(r.Abnormal), "new": strconv.Itoa(r.New), "stale": unknown(r.Stale),
		"age": c.words.Duration(c.Now().Sub(at)), "at": r.At, "since": r.Since,
	}
	format := cmp.Or(c.format, c.words.T("cli.status.line"))
	return text.Clean(strings.TrimSpace(placeholder.ReplaceAllStringFunc(format, func(m string) string { return value[strings.Trim(m, "{}")] })))
}
