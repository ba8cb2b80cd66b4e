package findings

import (
	"channeldeck/api"
	"channeldeck/api/history"
)

// Kind is the reason why something needs attention.
type Kind string

// The kinds.
const (
	Incident       Kind = "incident"       // the same happened to several accounts in one recording
	OwnRule        Kind = "rule"           // accounts that match a rule of the user
	TurnedAbnormal Kind = "turnedAbnormal" // an account, since the baseline
	Flaps          Kind = "flaps"          // an account that turned several times within flapSpan
	Abnormal       Kind = "abnormal"       // an account that was so before, or when it was first listed
	RelayDown      Kind = "relayDown"      // accounts on another deployment, which cannot be reached
	RelayMissing   Kind = "relayMissing"   // an account that the other deployment, which can be reached, no longer has
	Disappeared    Kind = "disappeared"    // accounts that are no longer listed
	FollowersFell  Kind = "followersFell"
	StatisticsLost Kind = "statisticsLost" // followers were known and no longer are
	StuckAtZero    Kind = "stuckAtZero"    // followers are 0 while the statistics are renewed
	Frozen         Kind = "frozen"         // followers no longer change while the statistics are renewed
	NeverFetched   Kind = "neverFetched"
	LikelyToTurn   Kind = "likelyToTurn" // normal accounts, within Forecast.Within
	Silent         Kind = "silent"       // an account without a new work, or several of a platform
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

// Subject is the kind of thing that a finding is about.
type Subject uint8

// The subjects.
const (
	Accounts Subject = iota // one or several
	AWork
	AModel
	AnOption // a publish option of a platform
)

// entry describes a kind of finding. All that this package does differently for a kind is in its entry.
type entry struct {
	kind  Kind
	about Subject

	// find returns the findings of the kind and of others, one for each account. It is nil for a kind
	// that another entry finds too.
	find func(*Input) []*Finding

	// exposed reports whether the same could have happened to an account. Where it is set, accounts
	// to which it happened in one recording are an Incident.
	exposed func(*Input, *api.Account) bool

	// shown returns when a recording first showed the finding; Finding.At where it is nil.
	shown func(*Input, *Finding) history.Interval

	// fewest is the number of accounts from which on those of one recording are one finding; 0 for never.
	fewest int

	// total sets the total of the followers of a finding about several accounts.
	total func(*Finding, api.Total)

	// state returns the fingerprint of a finding; the time at which it happened where it is nil.
	state func(*Finding) string

	// incidentState returns the fingerprint of an incident of the kind; that of any incident where it is nil.
	incidentState func(*Finding) string

	// sameAs is the kind whose key the findings have; their own where it is "".
	sameAs Kind

	isGood   bool // what happened to accounts is as it should be
	isChange bool // of something that was there before and still is
}

// kinds are the kinds in the order of a list. To add a kind, add an entry, and its words in the catalogs; only
// what these cannot say has an entry in ui/resource/kind.go.
var kinds = [...]entry{
	{kind: Incident, find: (*Input).healths, state: incidentState},
	{kind: OwnRule, find: (*Input).rules, state: ruleState},
	{kind: TurnedAbnormal, sameAs: Abnormal},
	{kind: Flaps},
	{kind: Abnormal, state: lastingState},
	{kind: RelayDown, state: lastingState, fewest: 2},
	{kind: RelayMissing, state: lastingState},
	{
		kind:   Disappeared,
		find:   (*Input).gone,
		fewest: minIncident,
		total:  (*Finding).setWas,
	},
	{kind: FollowersFell, find: (*Input).followers, exposed: (*Input).hasFollowers},
	{kind: StatisticsLost, find: (*Input).statistics, exposed: (*Input).hadStatistics},
	{kind: StuckAtZero, find: (*Input).allZero},
	{kind: Frozen, state: frozenState},
	{kind: LikelyToTurn, find: (*Input).forecasts, state: forecastState},
	{kind: Silent, find: (*Input).silent, state: silentState},
	{kind: NeverFetched, state: noState},
	{
		kind:          Stale,
		exposed:       (*Input).hasStatistics,
		shown:         (*Input).becameStale,
		incidentState: beginningState,
	},
	{kind: WorkMoved, about: AWork, find: (*Input).works},
	{
		kind:     PriceChanged,
		about:    AModel,
		find:     (*Input).models,
		state:    changesState,
		isChange: true,
	},
	{kind: ModelGone, about: AModel, state: noState},
	{kind: ModelNew, about: AModel, state: noState},
	{
		kind:     OptionsChanged,
		about:    AnOption,
		find:     (*Input).options,
		state:    changesState,
		isChange: true,
	},
	{kind: FollowersRose, isGood: true},
	{kind: Recovered, isGood: true},
	{
		kind:   Appeared,
		isGood: true,
		fewest: minIncident,
		total:  (*Finding).setIs,
	},
}

// Kinds returns the kinds in the order of a list.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i := range kinds {
		all[i] = kinds[i].kind
	}
	return all
}

// entry returns the description of the kind.
func (k Kind) entry() *entry {
	for i := range kinds {
		if kinds[i].kind == k {
			return &kinds[i]
		}
	}
	return &entry{}
}

// About returns the kind of thing that findings of the kind are about.
func (k Kind) About() Subject { return k.entry().about }

// IsProblem reports whether findings of the kind are about accounts that are not, or may soon no longer
// be, as they should be.
func (k Kind) IsProblem() bool {
	return k.About() == Accounts && !k.entry().isGood
}

// IsChange reports whether findings of the kind are about changes of something that was there before and
// still is.
func (k Kind) IsChange() bool { return k.entry().isChange }
