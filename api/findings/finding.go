// Package findings computes what needs attention: accounts whose health changed,
// incidents, followers that moved suddenly, missing statistics, works, prices and
// publish options that changed.
//
// It does not depend on a terminal. A number that was not sent is never 0.
package findings

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/history"
	"channeldeck/api/quote"
)

// Kind is why something needs attention.
type Kind string

// The kinds.
const (
	Incident       Kind = "incident"       // the same happened to several accounts in one recording
	OwnRule        Kind = "rule"           // accounts that match a rule of the user
	TurnedAbnormal Kind = "turnedAbnormal" // an account, since the baseline
	Abnormal       Kind = "abnormal"       // an account that was so before, or when it was first listed
	RelayDown      Kind = "relayDown"      // accounts on another deployment, which cannot be reached
	RelayMissing   Kind = "relayMissing"   // an account that the other deployment, which can be reached, no longer has
	Disappeared    Kind = "disappeared"    // accounts that are no longer listed
	FollowersFell  Kind = "followersFell"
	StatisticsLost Kind = "statisticsLost" // followers were known and no longer are
	StuckAtZero    Kind = "stuckAtZero"    // followers are 0 while the statistics are renewed
	Frozen         Kind = "frozen"         // followers no longer change while the statistics are renewed
	NeverFetched   Kind = "neverFetched"
	LikelyToTurn   Kind = "likelyToTurn" // normal accounts, within ForecastSpan
	Stale          Kind = "stale"        // old statistics
	WorkMoved      Kind = "work"
	PriceChanged   Kind = "price" // prices or other facts of a model
	ModelGone      Kind = "modelGone"
	ModelNew       Kind = "modelNew"
	OptionsChanged Kind = "options" // a publish option of a platform
	FollowersRose  Kind = "followersRose"
	Recovered      Kind = "recovered" // an account, or several of an incident together
	Appeared       Kind = "appeared"  // accounts that are newly listed
)

// AllZero marks an incident in which all accounts of a platform report 0 followers. It is a
// value of Finding.What, never of Finding.Kind.
const AllZero Kind = "allZero"

// Kinds returns the kinds in the order of a list.
func Kinds() []Kind {
	return []Kind{
		Incident, OwnRule, TurnedAbnormal, Abnormal, RelayDown, RelayMissing, Disappeared, FollowersFell, StatisticsLost, StuckAtZero, Frozen, LikelyToTurn, NeverFetched, Stale,
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
	ID       string // of the account or the work, the name of the model or the option; of several accounts that of what they share, or ""
	Name     string // "" for several accounts
	Platform string // "" for a model, and for accounts of several platforms
	Note     string // of a finding that is known
	Site     string // the name of the site it is about

	// When it happened, and of Stale and NeverFetched the time of the statistics or of the
	// account. What began before the first recording has that as Before and no After.
	At history.Interval

	Lasted history.Length // how long the opposite health had lasted until then

	Account  *api.Account   // nil if there are several
	Accounts []*api.Account // several, those with the most followers first; nil for one. Of an Incident those that it still holds for
	What     Kind           // of an Incident
	Count    int            // of an Incident: to how many accounts it happened; of accounts that recovered together how many had turned
	Of       int            // of an Incident: the number of accounts of its platform, group or owner to which it could happen: those that had been normal
	GroupID  string         // of an Incident of a group
	Owner    string         // of an Incident of a user: userId

	Was, Is api.Number // followers, or a metric of the work, before and after
	Now     api.Number // the present value, set only if it differs from Is

	Forecast *Forecast // of LikelyToTurn
	Rule     *Rule     // of OwnRule

	Work    *Work
	Changes []*quote.Change // of the model, from its state at the baseline
	Options []diff.Change   // of the publish option, likewise
	Times   int             // how often the model or the option changed since the baseline; 0 if unknown

	always    bool    // of the health of accounts: it was so when they were first recorded
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
		return string(kind+f.What) + "/" + f.ID + "/" + timestamp(f.At.Before)
	}
	return string(kind) + "/" + f.Platform + "/" + f.ID
}

// Fingerprint is the state of a finding: one that is known, or was reported, is new again
// when its fingerprint changes.
func (f *Finding) Fingerprint() string {
	switch f.Kind {
	case NeverFetched, ModelNew, ModelGone:
		return ""
	case Abnormal, RelayDown, RelayMissing:
		if f.always { // it does not depend on the first recording; pruning makes At.After unknown too
			return ""
		}
	case LikelyToTurn:
		var ids []string
		for _, a := range f.Accounts {
			ids = append(ids, a.ID)
		}
		slices.Sort(ids)
		return strings.Join(ids, " ")
	case OwnRule:
		of := []string{f.Rule.When, f.Rule.Unknown}
		for _, a := range f.Accounts {
			of = append(of, a.Type+"/"+a.ID)
		}
		slices.Sort(of)
		h := fnv.New64a()
		fmt.Fprintf(h, "%q", of)
		return strconv.FormatUint(h.Sum64(), 36)
	case Incident:
		return timestamp(f.At.Before) + " " + strconv.Itoa(len(f.Accounts))
	case Frozen:
		return f.Is.String()
	case PriceChanged, OptionsChanged:
		h := fnv.New64a()
		for _, c := range f.Changes {
			key, value := c.After.Path, strings.Join(c.After.Values, " ")
			if r := c.Row(); r != nil {
				key, value = r.Key, r.Price.String()
			}
			fmt.Fprintln(h, c.Kind, key, value)
		}
		for _, c := range f.Options {
			fmt.Fprintln(h, c.Kind, c.Member, c.Value)
		}
		return strconv.FormatUint(h.Sum64(), 36)
	}
	return timestamp(f.At.Before)
}

// timestamp is a time for files, "" if it is unknown.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// Sort sorts findings by section, kind and followers, otherwise as they are.
func Sort(all []*Finding) {
	sections, kinds := map[Section]int{}, map[Kind]int{}
	for i, s := range Sections() {
		sections[s] = i << 40
	}
	for i, k := range Kinds() {
		kinds[k] = i << 32
	}
	for i, f := range all {
		f.order = sections[f.Section] + kinds[f.Kind] + i
		if f.Rule != nil && f.Rule.Level == Note {
			f.order += len(kinds) << 32
		}
	}
	slices.SortFunc(all, func(f, g *Finding) int {
		if order := cmp.Compare(f.order>>32, g.order>>32); order != 0 {
			return order
		}
		return cmp.Or(cmp.Compare(g.followers, f.followers), cmp.Compare(f.order, g.order))
	})
}
