package findings

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// Input is what is checked. The caller sets the first part; Read fills the second one.
// Without a history, findings are open whatever their age.
type Input struct {
	Now        time.Time
	Loaded     time.Time     // when Accounts were loaded; Now if zero
	StaleAfter time.Duration // age from which statistics are old
	Accounts   []*api.Account
	Gone       []*api.Account // were listed at the baseline and are not now
	Partial    bool           // Accounts is a part of the list: others are not gone
	Models     []api.VideoModel
	Point      history.Point // the baseline; zero without a history
	Past       Past          // a *store.Past, at the same baseline; nil without a history

	First     time.Time // when accounts were first recorded
	Turns     []history.Turn
	Series    map[history.AccountKey][]history.Counts // of accounts whose followers may have moved suddenly
	OldModels []api.VideoModel                        // at the baseline
	ChangedAt map[string]time.Time                    // when the newest version of a model was first seen, by name
	Works     []history.WorkSnapshots
	Options   []PlatformOptions
	Known     map[string]Known // by Finding.Key
}

// Past is what happened to an account since the baseline, and the change of its
// followers. It is implemented by *store.Past.
type Past interface {
	Mark(a *api.Account) resource.Mark
	Followers(a *api.Account, s resource.Span) api.Number
}

// PlatformOptions are the publish options of a platform at the baseline and now.
type PlatformOptions struct {
	Platform    string
	At          time.Time // of Now
	Before, Now []api.PublishOption
}

// Known is that the user marked a finding as known. It is the body of an entry of
// [history.KindKnown], whose ID is the key of the finding.
type Known struct {
	State string `json:"state"` // its fingerprint then
	Note  string `json:"note,omitzero"`
}

const (
	day      = 24 * time.Hour
	expected = 30 * day // what is older is expected
)

// Read fills in what comes from the history. Without one it does nothing.
func (in *Input) Read(ctx context.Context, h *history.DB) error {
	if h == nil {
		return nil
	}
	var err error
	if in.Turns, err = h.Turns(ctx); err != nil {
		return err
	}
	return in.readKnown(ctx, h)
}

func (in *Input) readKnown(ctx context.Context, h *history.DB) error {
	const most = 100_000
	entries, err := h.Recent(ctx, history.KindKnown, most)
	in.Known = map[string]Known{}
	for _, e := range entries {
		var k Known
		if json.Unmarshal(e.Body, &k) == nil {
			in.Known[e.ID] = k
		}
	}
	return err
}

// Find returns what needs attention: by section, kind, and followers.
func (in *Input) Find() []*Finding {
	var all []*Finding
	if len(in.Known) > 0 {
		for _, f := range all {
			if k, ok := in.Known[f.Key()]; ok && k.State == f.Fingerprint() {
				f.Section, f.Note = Expected, k.Note
			}
		}
	}
	sortFindings(all)
	return all
}

// section is that of something that lasts, and happened at a time; zero if unknown.
func (in *Input) section(at time.Time) Section {
	switch {
	case in.Point.Accounts.IsZero():
		return Open
	case at.After(in.Point.Accounts):
		return New
	case !at.IsZero() && in.Now.Sub(at) > expected:
		return Expected
	}
	return Open
}
