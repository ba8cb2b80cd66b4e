// Package findings computes what needs attention: accounts whose health changed,
// incidents, followers that moved suddenly, missing statistics, works, prices and
// publish options that changed.
//
// It does not depend on a terminal. A number that was not sent is never 0.
package findings

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/history"
	"channeldeck/api/quote"
)

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

// Turn is how the health of accounts turned.
type Turn uint8

// The turns.
const (
	NoTurn     Turn = iota // the finding is about something else
	ToAbnormal             // from normal or from an unknown status
	ToNormal               // from abnormal
)

// Finding is something that needs attention. It is about an account, several accounts, a
// work, a model with its changes, or a platform with the changes of one publish option.
type Finding struct {
	Kind    Kind
	Section Section
	// of the account or the work, the name of the model or the option; of several accounts that of
	// what they share, or ""
	ID       string
	Name     string // "" for several accounts
	Platform string // "" for a model, and for accounts of several platforms
	Known    bool   // it is marked as known, also without a note
	Note     string // of a finding that is known
	Site     string // the name of the site it is about

	// When it happened, and of Stale and NeverFetched the time of the statistics or of the
	// account. What began before the first recording has that as Before and no After.
	At history.Interval

	Lasted history.Length // how long the opposite health had lasted until then; of Silent, how long it has lasted

	Account *api.Account // nil if there are several
	// several, those with the most followers first; nil for one. Of an Incident those that it still holds for
	Accounts []*api.Account
	What     Kind // of an Incident
	// of an Incident: to how many accounts it happened; of accounts that recovered together how
	// many had turned; of Flaps how often it turned
	Count int
	// of an Incident: the number of accounts of its platform, group or owner to which it could
	// happen: those that had been normal
	Of      int
	InPart  bool   // of an Incident: it was found in an incomplete list, and only accounts of that list are counted
	Turn    Turn   // of the health of accounts
	Others  Others // of accounts that turned abnormal together, those that could have turned too
	GroupID string // of an Incident of a group
	Owner   string // of an Incident of a user: userId

	Was, Is api.Number // followers, or a metric of the work, before and after
	Now     api.Number // the present value, set only if it differs from Is

	WasOf, IsOf int // of several accounts: of how many of them Was and Is are

	Within   time.Duration // of LikelyToTurn and Silent: the span that was asked about
	Forecast *Forecast     // of LikelyToTurn
	Rule     *Rule         // of OwnRule

	Work    *Work
	Changes []*quote.Change // of the model, from its state at the baseline
	Options []diff.Change   // of the publish option, likewise
	Times   int             // how often the model or the option changed since the baseline; 0 if unknown

	always    bool      // of the health of accounts: it was so when they were first recorded
	began     time.Time // of accounts that recovered together: the first recording that showed their incident
	followers float64   // -1 if unknown
}

// Key identifies a finding over time: the same account that stays abnormal has one key. Accounts of
// several incidents may recover in one recording: the beginning of theirs tells them apart. A platform, a
// group and an owner may have the same ID.
func (f *Finding) Key() string {
	kind := cmp.Or(f.Kind.entry().sameAs, f.Kind)
	if len(f.Accounts) > 0 {
		shared := NameOfTrait(f.ID, f.GroupID, f.Owner)
		key := string(kind+f.What) + "/" + shared + "/" + api.Timestamp(f.At.Before)
		if f.began.IsZero() {
			return key
		}
		return key + "/" + api.Timestamp(f.began)
	}
	return string(kind) + "/" + f.Platform + "/" + f.ID
}

// IsIncident reports whether the finding is about what happened to several accounts in one recording.
func (f *Finding) IsIncident() bool { return f.What != "" }

// Happened returns the kind of the finding or, for an incident, the kind of what happened to its accounts.
func (f *Finding) Happened() Kind { return cmp.Or(f.What, f.Kind) }

// NameOfTrait names what the accounts of an incident have in common, with its kind: a platform by its
// name, and otherwise group:ID or owner:ID.
func NameOfTrait(platform, group, owner string) string {
	if group != "" {
		return "group:" + group
	}
	if owner != "" {
		return "owner:" + owner
	}
	return platform
}

// Sort sorts findings by section, kind and followers, otherwise as they are. Notes come after all
// other findings of their section.
func Sort(all []*Finding) {
	kinds := Kinds()
	sections := Sections()
	slices.SortStableFunc(all, func(f, g *Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(sections, f.Section), slices.Index(sections, g.Section)),
			compareBools(f.isNote(), g.isNote()),
			cmp.Compare(slices.Index(kinds, f.Kind), slices.Index(kinds, g.Kind)),
			cmp.Compare(g.followers, f.followers),
		)
	})
}

// isNote reports whether the finding is about a rule that is only to be noted.
func (f *Finding) isNote() bool {
	return f.Rule != nil && f.Rule.Level == Note
}

// compareBools orders false before true.
func compareBools(a, b bool) int {
	if a == b {
		return 0
	}
	if a {
		return 1
	}
	return -1
}
