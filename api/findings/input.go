package findings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/quote"
)

// Input has the data that is checked. The caller sets the first part; Read fills the second one.
// Without a history, findings are open whatever their age.
type Input struct {
	Site       string // its name, which the findings get
	Now        time.Time
	Loaded     time.Time     // when Accounts were loaded and recorded; Now if zero
	StaleAfter time.Duration // age from which statistics are old
	// SilentAfter is the time without a new work after which an account needs attention; 0 for never.
	SilentAfter time.Duration
	Accounts    []*api.Account
	Gone        []*api.Account // were listed at the baseline and are not now
	Former      []*api.Account // turned at any time, or left just now: they count in incidents
	Unseen      []*api.Account // those that a part of the list lacks, as last recorded: they count in incidents too
	Partial     bool           // Accounts is a part of the list: others are not gone
	Models      []api.VideoModel
	Point       history.Point  // the baseline; zero without a history
	Past        Past           // at the same baseline; nil without a history
	First       time.Time      // when accounts were first recorded
	Turns       []history.Turn // of all accounts, by account and time
	Forecasts   []*Forecast
	Rules       []Rule    // those that accounts match
	Suspects    *Suspects // among Accounts, since the baseline; nil if Read is to find them

	Recorded history.Recorded
	// of accounts whose followers may have moved suddenly or were lost
	Series     map[history.AccountKey][]Followers
	OldModels  []api.VideoModel       // at the baseline
	ModelTimes map[string][]time.Time // when models changed since the baseline, by name
	Works      []history.WorkSnapshots
	Options    []PlatformOptions
	Known      map[string]Known // by Finding.Key

	outage bool       // see api.RelayOutage
	zeros  []*Finding // see platformsAtZero
	// the accounts of zeros, about which nothing else is said of their followers and statistics
	zeroed map[*api.Account]bool
}

// Past tells what happened to an account since the baseline, the change of its followers, when it published
// last, how long it has been silent, and its last known name. The fleet's past implements it.
type Past interface {
	Mark(a *api.Account) history.Mark
	Followers(a *api.Account, s history.Span) api.Number
	LastWork(a *api.Account) history.Interval
	Silence(a *api.Account) time.Duration
	Name(a *api.Account) string
}

// PlatformOptions are the publish options of a platform at the baseline and now.
type PlatformOptions struct {
	Platform    string
	Before, Now []api.PublishOption
	Times       map[string][]time.Time // when they changed since the baseline, by field
}

// Known is the mark of a user that a finding is known. It is the body of an entry of
// [history.KindKnown], whose ID is the key of the finding.
type Known struct {
	State string    `json:"state"` // its fingerprint then
	Note  string    `json:"note,omitzero"`
	Until time.Time `json:"until,omitzero"` // it is known until then; zero for no end
}

const (
	day      = 24 * time.Hour
	expected = 30 * day // what is older is expected
)

// Read fills in what comes from the history. Without one it does nothing. The error is that of the
// history, a *history.Problem, or of the context.
func (in *Input) Read(ctx context.Context, h *history.DB) error {
	if h == nil {
		return nil
	}
	var err error
	if in.Known, err = readMarks(ctx, h, history.KindKnown); err != nil {
		return err
	}
	if in.Recorded, err = h.States().Recorded(ctx); err != nil {
		return err
	}
	if in.Past != nil && !in.Point.Accounts.IsZero() {
		if err = in.readSeries(ctx, h); err != nil {
			return err
		}
	}
	if baseline := in.baseline(); !baseline.IsZero() {
		if in.Works, err = h.Works().SnapshotsSince(
			ctx,
			baseline.Add(-week-day),
			maxWorks,
		); err != nil {
			return err
		}
		if err = in.readOptions(ctx, h, baseline); err != nil {
			return err
		}
	}
	return in.readModels(ctx, h)
}

// baseline is with what works and publish options are compared, which are recorded apart
// from the lists.
func (in *Input) baseline() time.Time {
	return cmp.Or(in.Point.Asked, in.Point.Accounts)
}

// readModels reads the catalog at the baseline, and when models changed since.
func (in *Input) readModels(ctx context.Context, h *history.DB) (err error) {
	if in.Point.Models.IsZero() {
		return nil
	}
	if in.OldModels, err = h.States().CatalogAt(ctx, in.Point.Models); err != nil {
		return err
	}
	whole, err := h.Points().At(ctx, time.Time{})
	if err != nil {
		return err
	}
	// pruned meanwhile: models whose early states are gone would seem to be new
	if in.Point.Models.Before(whole.Models) {
		in.Point.Models = whole.Models
		return in.readModels(ctx, h)
	}
	before, err := h.States().ModelChanges(ctx, in.Point.Models)
	if err != nil {
		return err
	}
	stored, err := h.States().CatalogAt(ctx, in.Now)
	if err != nil {
		return err
	}
	// The catalog may be recorded while this reads: what was added since before is its change.
	in.ModelTimes, err = h.States().ModelChanges(ctx, in.Point.Models)
	if err != nil ||
		len(stored) == 0 ||
		len(in.Models) == 0 {
		return err
	}
	last := ""
	// the catalog may be newer than the history
	for _, c := range quote.Changes(quote.New(stored), quote.New(in.Models)) {
		name := c.Model.Name
		if name != last && len(in.ModelTimes[name]) == len(before[name]) {
			in.ModelTimes[name] = append(in.ModelTimes[name], in.loaded())
			last = name
		}
	}
	return nil
}

// readOptions reads the publish options of the platforms for which they are stored.
func (in *Input) readOptions(ctx context.Context, h *history.DB, baseline time.Time) error {
	for _, name := range slices.Sorted(maps.Keys(in.Recorded.Options)) {
		now, at, err := h.Options(ctx, name)
		if err != nil {
			return err
		}
		if len(now) == 0 || !at.After(baseline) {
			continue // none were loaded since
		}
		since := baseline
		recorded := in.Recorded.Options[name]
		if recorded[0].After(since) {
			since = recorded[0] // as the lists are compared with their first recording
		}
		before, err := h.States().OptionsAt(ctx, name, since)
		if err != nil {
			return err
		}
		times, err := h.States().OptionChanges(ctx, name, since)
		if err != nil {
			return err
		}
		in.Options = append(in.Options, PlatformOptions{
			Platform: name,
			Before:   before,
			Now:      now,
			Times:    times,
		})
	}
	return nil
}

// Abnormals returns a finding for each abnormal account, those with the most followers first: what is known
// before anything is compared.
func Abnormals(site string, accounts []*api.Account) []*Finding {
	in := &Input{Site: site}
	var all []*Finding
	for _, a := range accounts {
		if a.Health() == api.HealthAbnormal {
			f := in.accountFinding(Abnormal, a, Open)
			f.Site = site
			all = append(all, f)
		}
	}
	Sort(all)
	return all
}

// Find returns what needs attention: by section, kind, and followers.
func (in *Input) Find() []*Finding {
	in.outage = api.RelayOutage(in.Accounts)
	in.zeros, in.zeroed = in.platformsAtZero()
	found := map[Kind][]*Finding{}
	for _, k := range kinds {
		if k.find == nil {
			continue
		}
		for _, f := range k.find(in) {
			found[f.Kind] = append(found[f.Kind], f)
		}
	}
	var all []*Finding
	for i := range kinds {
		k := &kinds[i]
		all = append(all, k.joined(in, found[k.kind])...)
	}
	for _, f := range all {
		f.Site = in.Site
		known, marked := in.Known[f.Key()]
		if marked && known.State == f.Fingerprint() && known.holds(in.Now) {
			f.Section = Expected
			f.Known = true
			f.Note = known.Note
		}
	}
	Sort(all)
	return all
}

// joined returns the findings of the kind with those about the same event in one.
func (e *entry) joined(in *Input, found []*Finding) []*Finding {
	if e.exposed != nil {
		found = in.groupIncidents(e, found)
	}
	if e.fewest > 0 {
		found = e.groupMoments(found)
	}
	return found
}

// SeenAfter reports whether a recording first showed a finding after a time and after the baseline: what
// was known then was not seen anew.
func (in *Input) SeenAfter(f *Finding, t time.Time) bool {
	baseline := in.Point.Accounts
	shown := f.Kind.entry().firstShown(in, f).Before
	return !baseline.IsZero() && shown.After(baseline) && shown.After(t)
}

// holds reports whether the mark has not ended at a time.
func (k *Known) holds(at time.Time) bool {
	return k.Until.IsZero() || at.Before(k.Until)
}

// section returns the section of something that lasts and began at a time; zero if unknown.
func (in *Input) section(at time.Time) Section {
	if in.Point.Accounts.IsZero() {
		return Open
	}
	if at.After(in.Point.Accounts) {
		return New
	}
	if !at.IsZero() && in.Now.Sub(at) > expected {
		return Expected
	}
	return Open
}
