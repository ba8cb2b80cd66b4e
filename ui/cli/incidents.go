package cli

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	reporting "channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// newIncidents makes the command that lists the incidents in the history, or writes one of
// them as a post-mortem. Nothing is requested.
func newIncidents(a *app) *cobra.Command {
	since := 90 * 24 * time.Hour
	platform := ""
	cmd := command(a.words, "cli.incidents", "incidents [ID]", func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return a.withSites(cmd, optionalKey, func(ctx context.Context, sites []*app) error {
				return printIncident(ctx, sites, args[0])
			})
		}
		began := func(i *fleet.IncidentFile) time.Time { return i.Began.Before }
		return printHistories(a, cmd, began, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*fleet.IncidentFile], []*fleet.IncidentFile, error) {
			v, all, err := readIncidents(ctx, a, h, platform, a.Now().Add(-since))
			if err != nil {
				return nil, nil, err
			}
			return resource.Incidents(v), all, nil
		})
	})
	cmd.Flags().StringVar(&platform, "platform", "", a.words.T("cli.flag.incidents_platform"))
	ageFlag(a, cmd.Flags(), &since, "since", a.words.T("cli.flag.incidents_since"))
	addListFlags(a, cmd, resource.Incidents)
	return a.readerFlags(cmd, completions{
		"":         incidentIDs(a),
		"platform": platformNames(isListed),
		"since":    oneOf(),
	})
}

// readIncidents reads the incidents since a time, of one platform unless it is "".
func readIncidents(
	ctx context.Context,
	a *app,
	h *history.DB,
	platform string,
	since time.Time,
) (v *resource.View, all []*fleet.IncidentFile, err error) {
	seen, err := a.fleetOf(h).Seen(ctx)
	if err != nil {
		return nil, nil, err
	}
	platforms, _, err := h.Platforms(ctx)
	if err != nil {
		return nil, nil, err
	}
	if all, err = seen.Incidents(ctx, since); err != nil {
		return nil, nil, err
	}
	names, err := h.GroupNames(ctx)
	if err != nil {
		return nil, nil, err
	}
	if platform != "" {
		q := fleet.Query{Platforms: []string{platform}}
		if err := q.Resolve(platforms, nil, seen.List.Rows); err != nil {
			return nil, nil, nameError(a.words, err)
		}
		all = slices.DeleteFunc(all, func(i *fleet.IncidentFile) bool {
			return i.Platform != q.Platforms[0]
		})
	}
	a.loadNames(ctx, h)
	past := &fleet.Past{GroupNames: names}
	return a.view(store.Of(a.Now(), seen.List, platforms, past)), all, nil
}

// namedIncident is an incident with the view of its site.
type namedIncident struct {
	*fleet.IncidentFile
	view *resource.View
}

// printIncident prints an incident of the site that has it, for reading as a post-mortem.
func printIncident(ctx context.Context, sites []*app, id string) error {
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (i namedIncident, incomplete, err error) {
		h, err := requireHistory(a)
		if err == nil {
			i, err = incidentNamed(ctx, a, h, id)
		}
		return i, nil, a.historyError(err)
	})
	if err != nil {
		return err
	}
	a, i, err := h.only()
	if err != nil {
		return err
	}
	if a.format != "" && !a.isForReading() {
		return printOne(ctx, a, resource.Incidents(i.view), i.IncidentFile)
	}
	return a.page(func(out io.Writer) error {
		return reporting.IncidentMarkdown(ctx, i.view, i.IncidentFile, out)
	})
}

// incidentNamed returns the incident with an ID, or the newest one of a platform, group or owner. The
// time of an ID may be any between the two recordings, so that IDs of the demo, which begins anew,
// stay right.
func incidentNamed(
	ctx context.Context,
	a *app,
	h *history.DB,
	id string,
) (named namedIncident, err error) {
	v, all, err := readIncidents(ctx, a, h, "", time.Time{})
	if err != nil {
		return named, err
	}
	of, text, dated := strings.Cut(id, "@")
	at, err := time.Parse(time.RFC3339, text)
	for _, i := range all {
		name, _, _ := strings.Cut(i.ID(), "@")
		bare := cmp.Or(i.Platform, i.GroupID, i.Owner)
		subject := resource.Incident{IncidentFile: i, View: v}.Subject()
		isNamed := strings.EqualFold(name, of) || strings.EqualFold(bare, of) || subject == of
		within := at.After(i.Began.After) && !at.After(i.Began.Before)
		if isNamed && (!dated || err == nil && within) {
			return namedIncident{i, v}, nil
		}
	}
	e := fail(a.words, ExitNotFound, a.advice("cli.incidents.unknown"), "ID", id)
	e.hint = suggest(
		a.words,
		id,
		texts(all, func(i **fleet.IncidentFile) string { return (*i).ID() }),
	)
	return named, e
}

func incidentIDs(a *app) candidates {
	return fromKnown(func(ctx context.Context, _ partial, h *history.DB) ([]*fleet.IncidentFile, error) {
		seen, err := a.fleetOf(h).Seen(ctx)
		if err != nil {
			return nil, err
		}
		return seen.Incidents(ctx, time.Time{})
	}, func(p partial, of **fleet.IncidentFile) (string, string) {
		return (*of).ID(), resource.Incident{IncidentFile: *of, View: a.view(nil)}.Subject()
	})
}
