// Package findings computes what needs attention: accounts whose health changed,
// incidents, followers that moved suddenly, missing statistics, works, prices and
// publish options that changed.
//
// It does not depend on a terminal. A number that was not sent is never 0.
package findings

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/quote"
)

// Kind is why something needs attention.
type Kind string

// The kinds.
const (
	Incident       Kind = "incident"       // several accounts that turned abnormal together
	TurnedAbnormal Kind = "turnedAbnormal" // an account, since the baseline
	Abnormal       Kind = "abnormal"       // an account that was so before, or when it was first listed
	RelayDown      Kind = "relayDown"      // accounts on another deployment, which cannot be reached
	Disappeared    Kind = "disappeared"    // accounts that are no longer listed
	FollowersFell  Kind = "followersFell"
	StuckAtZero    Kind = "stuckAtZero" // followers are 0 while the statistics are renewed
	Frozen         Kind = "frozen"      // followers no longer change while the statistics are renewed
	NeverFetched   Kind = "neverFetched"
	Stale          Kind = "stale" // old statistics
	WorkMoved      Kind = "work"
	PriceChanged   Kind = "price" // prices or other facts of a model
	ModelGone      Kind = "modelGone"
	ModelNew       Kind = "modelNew"
	OptionsChanged Kind = "options" // a publish option of a platform
	FollowersRose  Kind = "followersRose"
	Recovered      Kind = "recovered"
	Appeared       Kind = "appeared" // accounts that are newly listed
)

// Kinds returns the kinds in the order of a list.
func Kinds() []Kind {
	return []Kind{
		Incident, TurnedAbnormal, Abnormal, RelayDown, Disappeared, FollowersFell, StuckAtZero, Frozen, NeverFetched, Stale,
		WorkMoved, PriceChanged, ModelGone, ModelNew, OptionsChanged, FollowersRose, Recovered, Appeared,
	}
}

// Section is a part of the list of findings.
type Section string

// The sections.
const (
	New      Section = "new"      // happened after the baseline
	Open     Section = "open"     // happened before, or at an unknown time
	Expected Section = "expected" // unchanged for more than 30 days, or marked as known
)

// Sections returns the sections in the order of a list.
func Sections() []Section { return []Section{New, Open, Expected} }

// Finding is something that needs attention. It is about an account, several accounts, a
// work, a model with its changes, or a platform with the changes of one publish option.
type Finding struct {
	Kind     Kind
	Section  Section
	ID       string    // of the account or the work, the name of the model or the option; of several accounts that of what they share, or ""
	Name     string    // "" for several accounts
	Platform string    // "" for a model, and for accounts of several platforms
	At       time.Time // when it happened, and of Stale the time of the statistics; zero if unknown
	Note     string    // of a finding that is known

	Since   time.Time     // of a health: its beginning, or the first recording if it began before
	Before  time.Duration // how long the opposite health had lasted then; 0 if unknown
	AtLeast bool          // Before begins with the first recording

	Account  *api.Account   // nil if there are several
	Accounts []*api.Account // several, those with the most followers first; nil for one
	Of       int            // of an Incident: the number of accounts of its platform, group or owner
	GroupID  string         // of an Incident of a group
	Owner    string         // of an Incident of a user: userId

	Was, Is api.Number // followers, or a metric of the work, before and after

	Work    *Work
	Changes []*quote.Change // of the model
	Percent api.Number      // median change of the prices; unset if none is dearer or cheaper
	Options []diff.Change   // of the publish option

	order     int     // in which it was found
	followers float64 // -1 if unknown
}

// Key identifies a finding over time: the same account that stays abnormal has one key.
func (f *Finding) Key() string {
	kind := f.Kind
	if kind == TurnedAbnormal {
		kind = Abnormal
	}
	if len(f.Accounts) > 0 {
		return string(kind) + "/" + f.ID + "/" + timestamp(f.At)
	}
	return string(kind) + "/" + f.Platform + "/" + f.ID
}

// Fingerprint is the state of a finding: one that is known is new again when its
// fingerprint changes.
func (f *Finding) Fingerprint() string {
	switch f.Kind {
	case StuckAtZero, NeverFetched, ModelNew, ModelGone:
		return ""
	case Frozen:
		return f.Is.String()
	case PriceChanged:
		parts := make([]string, len(f.Changes))
		for i, c := range f.Changes {
			parts[i] = string(c.Kind)
			if r := c.Row(); r != nil {
				parts[i] += " " + r.Key + " " + r.Price.String()
			}
		}
		return digest(parts)
	case OptionsChanged:
		parts := make([]string, len(f.Options))
		for i, c := range f.Options {
			parts[i] = c.Kind + " " + c.Member + " " + c.Value
		}
		return digest(parts)
	}
	return timestamp(f.At)
}

func digest(parts []string) string {
	h := fnv.New64a()
	for _, p := range parts {
		_, _ = h.Write([]byte(p + "\x00")) // never fails
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// timestamp is a time for files, "" if it is unknown.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// sortFindings sorts findings by section, kind and followers.
func sortFindings(all []*Finding) {
	sections, kinds := map[Section]int{}, map[Kind]int{}
	for i, s := range Sections() {
		sections[s] = i << 40
	}
	for i, k := range Kinds() {
		kinds[k] = i << 32
	}
	for i, f := range all {
		f.order = sections[f.Section] + kinds[f.Kind] + i
	}
	slices.SortFunc(all, func(f, g *Finding) int {
		if order := cmp.Compare(f.order>>32, g.order>>32); order != 0 {
			return order
		}
		return cmp.Or(cmp.Compare(g.followers, f.followers), cmp.Compare(f.order, g.order))
	})
}
