package fleet

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// IncidentFile is an incident with what else changed in its time.
type IncidentFile struct {
	*findings.Episode
	Options []Changed // publish options of its platforms
	Prices  []Changed // models
	Relayed int       // accounts of its platforms whose relay could not be reached
}

// Changed tells that a publish option or a model changed in the time of an incident.
type Changed struct {
	Platform string      `json:"platform,omitzero"` // of an option
	Name     string      `json:"name"`              // the field of an option, or the name of a model
	Label    string      `json:"label"`             // its newest label, else the name
	Times    []time.Time `json:"times"`             // of the recordings that show it
}

// ID names an incident: its platform, group (group:ID) or owner (owner:ID), and the recording in which the
// accounts turned.
func (i *IncidentFile) ID() string {
	shared := findings.NameOfTrait(i.Platform, i.GroupID, i.Owner)
	return shared + "@" + i.Began.Before.UTC().Format(time.RFC3339)
}

// Incidents returns the incidents that the history tells, the newest first, without those that
// ended before a time. The error is a [*history.Problem], or that of ctx.
func (s *Seen) Incidents(ctx context.Context, since time.Time) ([]*IncidentFile, error) {
	if s.At.IsZero() {
		return nil, nil
	}
	catalog, _, err := s.history.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	all, gone, err := s.episodes(ctx, since)
	if err != nil {
		return nil, err
	}
	recorded, err := s.history.States().Recorded(ctx)
	if err != nil {
		return nil, err
	}
	outages, err := s.outages(ctx, gone)
	if err != nil {
		return nil, err
	}
	for _, file := range all {
		if err := file.readChanges(ctx, s.history, outages, catalog, &recorded); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// episodes returns the incidents as Incidents does, without what else changed in their time, and the accounts with
// turns that are gone.
func (s *Seen) episodes(
	ctx context.Context,
	since time.Time,
) (all []*IncidentFile, gone []*api.Account, err error) {
	if s.At.IsZero() {
		return nil, nil, nil
	}
	if err := s.findIncidents(ctx); err != nil {
		return nil, nil, err
	}
	for _, e := range s.found.all {
		if e.Still() > 0 || e.Ended.Before.After(since) {
			all = append(all, &IncidentFile{Episode: e})
		}
	}
	return all, s.found.gone, nil
}

// findIncidents finds all incidents once: a report asks for those of two periods.
func (s *Seen) findIncidents(ctx context.Context) error {
	if s.found != nil {
		return nil
	}
	gone, err := former(ctx, s.history, s.List.Rows, s.Turns)
	if err != nil {
		return err
	}
	s.found = &incidents{
		all:  findings.Episodes(s.List.Rows, gone, s.Turns, s.Recorded, s.Parts, s.At),
		gone: gone,
	}
	return nil
}

// former returns the accounts with turns that a list lacks, as last received.
func former(
	ctx context.Context,
	h *history.DB,
	list []*api.Account,
	turns map[history.AccountKey][]history.Turn,
) (gone []*api.Account, err error) {
	missing := maps.Clone(turns)
	for _, a := range list {
		delete(missing, history.KeyOf(a))
	}
	keys := slices.SortedFunc(maps.Keys(missing), func(a, b history.AccountKey) int {
		return cmp.Or(cmp.Compare(a.Platform, b.Platform), cmp.Compare(a.ID, b.ID))
	})
	for some := range slices.Chunk(keys, maxGone) {
		rows, err := h.States().AccountsByKey(ctx, some)
		if err != nil {
			return nil, err
		}
		gone = append(gone, rows...)
	}
	return gone, nil
}

// times are those after one time and not after another one, if that is known.
type times struct{ from, until time.Time }

func (t *times) has(at time.Time) bool {
	return at.After(t.from) && (t.until.IsZero() || !at.After(t.until))
}

// times returns when changes of the time of an incident were recorded: from the recording before it to
// that of its end. What of is about was recorded with the end if it was before the next accounts were.
func (i *IncidentFile) times(of, accounts history.Recordings) *times {
	t := &times{from: i.Began.After, until: i.Ended.Before}
	if t.from.IsZero() {
		t.from = i.Began.Before
	}
	if t.until.IsZero() {
		return t
	}
	next, again := accounts.First(t.until.Add(time.Millisecond))
	with, known := of.First(t.until)
	if known && (!again || with.Before(next)) {
		t.until = with
	}
	return t
}

// changed returns what changed in some times, by name.
func changed(
	in *times,
	platform string,
	changes map[string][]time.Time,
	labels map[string]string,
) (all []Changed) {
	for name, when := range changes {
		when = slices.DeleteFunc(when, func(t time.Time) bool {
			return !in.has(t)
		})
		if len(when) == 0 {
			continue
		}
		all = append(all, Changed{
			Platform: platform,
			Name:     name,
			Label:    cmp.Or(labels[name], name),
			Times:    when,
		})
	}
	slices.SortFunc(all, func(a, b Changed) int {
		return cmp.Compare(a.Name, b.Name)
	})
	return all
}

// readChanges reads what else changed in the time of an incident.
func (i *IncidentFile) readChanges(
	ctx context.Context,
	h *history.DB,
	outages map[history.AccountKey][]history.Outage,
	catalog []api.VideoModel,
	recorded *history.Recorded,
) error {
	own := i.times(recorded.Accounts, recorded.Accounts)
	models, err := h.States().ModelChanges(ctx, own.from)
	if err != nil {
		return err
	}
	labels := map[string]string{}
	for _, m := range catalog {
		labels[m.Name] = m.Label.Or("")
	}
	i.Prices = changed(i.times(recorded.Models, recorded.Accounts), "", models, labels)
	platforms := map[string]bool{}
	for _, t := range i.Turned {
		platforms[t.Account.Type] = true
	}
	for _, platform := range slices.Sorted(maps.Keys(platforms)) {
		changes, err := h.States().OptionChanges(ctx, platform, own.from)
		if err != nil {
			return err
		}
		options, _, err := h.Options(ctx, platform)
		if err != nil {
			return err
		}
		labels := map[string]string{}
		for _, o := range options {
			labels[o.Field] = o.Label.Or("")
		}
		with := i.times(recorded.Options[platform], recorded.Accounts)
		i.Options = append(i.Options, changed(with, platform, changes, labels)...)
	}
	for key, list := range outages {
		if platforms[key.Platform] && slices.ContainsFunc(list, func(o history.Outage) bool {
			return o.During(own.from, own.until)
		}) {
			i.Relayed++
		}
	}
	return nil
}
