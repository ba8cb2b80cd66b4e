package cli

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// triageCommand prints what needs attention. Findings are exit code ExitChanged.
type triageCommand struct {
	app      *app
	query    fleet.Query
	kinds    []string
	sections []string
	unseen   bool // only findings that no earlier run with this option printed
}

func newTriage(a *app) *cobra.Command {
	c := &triageCommand{app: a}
	cmd := command(a.words, "cli.triage", "triage", func(cmd *cobra.Command, _ []string) error {
		saved, err := savedView(cmd, c.app, "overview")
		if err != nil {
			return err
		}
		c.query = c.query.Or(saved)
		c.app.list.show(&saved)
		c.app.list.match = c.query.Match
		if c.unseen && cmd.Flags().Changed(atFlag) {
			return conflictingFlags(c.app.words, "--unseen", "--"+atFlag)
		}
		return c.app.withSites(cmd, requiredKey, c.run)
	})
	ageFlag(a, cmd.Flags(), &c.query.Since, "since", a.words.T("cli.flag.triage_since"))
	cmd.Flags().StringSliceVar(&c.kinds, "kind", nil, a.words.T("cli.flag.triage_kind"))
	cmd.Flags().StringSliceVar(&c.sections, "section", nil, a.words.T("cli.flag.triage_section"))
	cmd.Flags().BoolVar(&c.unseen, "unseen", false, a.words.T("cli.flag.triage_unseen"))
	cmd.Flags().String("stale-after", "", a.words.T("cli.flag.stale_after"))
	cmd.Flags().String("silent-after", "", a.words.T("cli.flag.silent_after"))
	rare(cmd.Flags(), "silent-after")
	addListFlags(a, cmd, resource.Findings)
	addViewFlag(cmd, a, "overview")
	return a.readerFlags(cmd, completions{
		"since":        oneOf(),
		"stale-after":  oneOf(),
		"silent-after": oneOf(),
		"kind":         oneOf(kindNames()...),
		"section":      oneOf(sectionNames()...),
	})
}

func kindNames() []string {
	return texts(findings.Kinds(), func(k *findings.Kind) string {
		return string(*k)
	})
}

func sectionNames() []string {
	return texts(findings.Sections(), func(s *findings.Section) string {
		return string(*s)
	})
}

// run loads accounts and catalog, compares them with the history and records them.
func (c *triageCommand) run(ctx context.Context, sites []*app) error {
	for _, kind := range c.kinds {
		if !slices.Contains(kindNames(), kind) {
			return choiceError(c.app.words, "--kind", kind, kindNames())
		}
	}
	for _, section := range c.sections {
		if !slices.Contains(sectionNames(), section) {
			return choiceError(c.app.words, "--section", section, sectionNames())
		}
	}
	all, answered, failed, err := ofSites(ctx, sites, c.load)
	if err != nil {
		return err
	}
	var found []*findings.Finding
	var checked []string
	lists := make([]resource.Lists, len(all))
	for i, a := range all {
		found = append(found, a.Found...)
		lists[i] = store.Of(answered[i].Now(), a.List, nil, a.Past)
		line := c.checked(a.Input)
		if len(sites) > 1 {
			line = aboutSite(c.app.words, answered[i].site, line)
		}
		checked = append(checked, line)
	}
	findings.Sort(found)
	if failed == nil {
		c.app.emptyText = text.Sentences(append([]string{c.app.words.T("triage.nothing")}, checked...)...)
	}
	r := listOf(resource.Findings, answered, lists, sites, (*resource.FindingRow).Site)
	printed, err := printRows(ctx, c.app, r, resource.FindingRows(found))
	if err == nil && c.unseen {
		err = c.markSeen(ctx, answered, len(sites) > 1, printed)
	}
	if err != nil || failed != nil || len(found) == 0 {
		return cmp.Or(err, failed)
	}
	return &commandError{
		exit: ExitChanged,
		text: text.Sentences(append(
			[]string{c.app.words.N("cli.triage.found", len(found))},
			checked...,
		)...),
	}
}

// load loads and compares what a site has.
func (c *triageCommand) load(
	ctx context.Context,
	site *app,
) (a *fleet.Attention, incomplete, err error) {
	site.needsHistory = c.unseen
	h, err := site.openHistory(false)
	if err != nil {
		return nil, nil, err
	}
	if h == nil && c.unseen {
		return nil, nil, historyOff(site)
	}
	a, incomplete, err = site.attention(ctx, site.fleetOf(h), c.query)
	if err != nil {
		return nil, nil, err
	}
	a.Found = slices.DeleteFunc(a.Found, func(f *findings.Finding) bool {
		isOther := len(c.kinds) > 0 && !slices.Contains(c.kinds, string(f.Kind))
		isElsewhere := len(c.sections) > 0 && !slices.Contains(c.sections, string(f.Section))
		return isOther || isElsewhere
	})
	if c.unseen {
		if a.Found, err = findings.Unseen(ctx, h, a.Found); err != nil {
			return nil, nil, site.historyError(err)
		}
	}
	return a, cmp.Or(incomplete, a.NoModels), nil
}

// markSeen marks the findings that were printed as seen, once the output is written.
func (c *triageCommand) markSeen(
	ctx context.Context,
	sites []*app,
	several bool,
	printed []*resource.FindingRow,
) error {
	if len(printed) == 0 {
		return nil
	}
	if err := c.app.save(nil); err != nil {
		return err
	}
	for _, site := range sites {
		var shown []*findings.Finding
		for _, row := range printed {
			if !several || row.Site() == site.site {
				shown = append(shown, row.Finding)
			}
		}
		if several { // its history was closed after it was read
			site.history = nil
		}
		if err := c.markSeenAt(ctx, site, shown); err != nil {
			return err
		}
	}
	return nil
}

// markSeenAt marks findings of a site as seen.
func (c *triageCommand) markSeenAt(
	ctx context.Context,
	site *app,
	shown []*findings.Finding,
) error {
	if len(shown) == 0 {
		return nil
	}
	h, err := site.openHistory(false)
	if err != nil {
		return err
	}
	return site.historyError(site.fleetOf(h).MarkSeen(ctx, shown))
}

// checked says what was checked, and with which time it was compared.
func (c *triageCommand) checked(in *findings.Input) string {
	w := c.app.words
	message := "triage.checked_since"
	at := in.Point.Accounts
	if at.IsZero() {
		message = "triage.checked_now"
	} else if in.Point.Late() {
		message = "triage.checked_first"
	} else if in.Point.Pruned() {
		message = "triage.checked_kept"
	}
	return w.T(
		message,
		"Accounts", w.N("accounts.total", len(in.Accounts)),
		"Models", w.N("prices.models", len(in.Models)),
		"Time", w.Time(at.In(in.Now.Location())),
	)
}
