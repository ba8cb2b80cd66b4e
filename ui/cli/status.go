package cli

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/text"
)

// statusCommand prints one line for status bars from the history. Nothing is requested.
type statusCommand struct {
	app    *app
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
		c.app.onlyReads = true
		return c.app.withSites(cmd, optionalKey, func(_ context.Context, sites []*app) error {
			return c.run(cmd, sites)
		})
	})
	if a.remote != nil { // what records there is another command
		cmd.Long = a.words.T("cli.status.long_ssh")
	}
	cmd.Flags().StringVar(&c.format, "format", "", a.words.T("cli.flag.status_format"))
	ageFlag(a, cmd.Flags(), &c.query.Since, "since", a.words.T("cli.flag.triage_since"))
	return a.readerFlags(cmd, completions{"since": oneOf(), "format": oneOf()})
}

// placeholder is a name between braces.
var placeholder = regexp.MustCompile(`\{(\w*)\}`)

func statusFields() []string {
	return []string{"site", "accounts", "abnormal", "new", "stale", "age", "at", "since"}
}

// run prints the status of each site behind the one before it, in the same line.
func (c *statusCommand) run(cmd *cobra.Command, sites []*app) error {
	all, answered, failed, err := ofSites(cmd.Context(), sites, c.read)
	if err != nil {
		return err
	}
	var rows []*local.Glance
	var lines []string
	for i, s := range all {
		site := answered[i]
		r := c.record(site.site, s)
		rows = append(rows, r)
		lines = append(lines, c.line(r, site.Now().Sub(s.At)))
		if s.Pruned && c.format == "" && c.app.isForReading() {
			since := c.app.words.Time(s.Since.In(site.Now().Location()))
			c.app.say(c.app.words.T("cli.status.kept", "Time", since))
		}
		if len(sites) > 1 && c.format == "" {
			lines[i] = aboutSite(c.app.words, r.Site, lines[i])
		}
	}
	r := local.Glances()
	if c.app.format == "" {
		_, err = fmt.Fprintln(c.app.Out, strings.Join(lines, " | "))
	} else if len(sites) > 1 {
		err = printList(cmd.Context(), c.app, r, rows)
	} else {
		err = printOne(cmd.Context(), c.app, r, rows[0])
	}
	hasNew := slices.ContainsFunc(rows, func(r *local.Glance) bool {
		return r.New > 0
	})
	err = cmp.Or(err, failed)
	if err == nil && hasNew {
		err = &commandError{exit: ExitChanged}
	}
	return err
}

// read reads the status of a site.
func (c *statusCommand) read(ctx context.Context, a *app) (s fleet.Glance, _, err error) {
	h, err := requireHistory(a)
	if err != nil {
		return s, nil, err
	}
	s, err = a.fleetOf(h).Glance(ctx, c.query)
	if err == nil && s.At.IsZero() {
		err = fail(a.words, ExitNotFound, a.advice("report.no_history"))
	}
	return s, nil, a.historyError(err)
}

func (c *statusCommand) record(site string, s fleet.Glance) *local.Glance {
	return &local.Glance{
		Site:     site,
		Accounts: s.Accounts,
		Abnormal: s.Abnormal,
		New:      s.New,
		Stale:    s.Stale,
		At:       api.Timestamp(s.At),
		Since:    api.Timestamp(s.Since),
	}
}

// line is the status as --format says, or in words.
func (c *statusCommand) line(r *local.Glance, age time.Duration) string {
	unknown := func(n api.Number) string { return cmp.Or(n.String(), "?") }
	value := map[string]string{
		"site":     r.Site,
		"accounts": unknown(r.Accounts),
		"abnormal": unknown(r.Abnormal),
		"new":      strconv.Itoa(r.New),
		"stale":    unknown(r.Stale),
		"age":      c.app.words.Duration(age.Round(time.Second)),
		"at":       r.At,
		"since":    r.Since,
	}
	format := c.format
	if format == "" { // for people: 2,500
		format = c.app.words.T("cli.status.line")
		for _, name := range []string{"accounts", "abnormal", "new", "stale"} {
			value[name] = c.app.words.Exact(value[name])
		}
	}
	line := placeholder.ReplaceAllStringFunc(format, func(m string) string {
		return value[strings.Trim(m, "{}")]
	})
	return text.Clean(strings.TrimSpace(line))
}
