package fleet

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/schema"
)

// Preflight is a post that is about to be published: with whose account, where, and with which
// options.
type Preflight struct {
	Platform *api.Platform
	Account  *api.Account // nil if none was named
	Named    string       // the name of an account that is not among those loaded
	Several  bool         // accounts of the platform have the name: which one is meant is not known
	Post     *post.Post
	Options  map[string]jsontext.Value // by name
	Listed   []api.PublishOption       // what the service lists as the options of the platform

	NoAccounts, NoOptions bool // the accounts, the options of the platform are not loaded

	Elsewhere []string // options that were typed for several platforms and that only others have

	// Platforms and Accounts are the lists that [Fleet.Preflight] loaded; Accounts is nil without a
	// named account.
	Platforms []api.Platform
	Accounts  *Answer

	read *schema.Schema // see schema
}

// schema returns the schema of the options of the platform, which is read and compiled once for all checks.
func (p *Preflight) schema() *schema.Schema {
	if p.read == nil {
		p.read = schema.Read(p.Platform.OptionSchema)
	}
	return p.read
}

// PreflightRequest asks whether a post can be published.
type PreflightRequest struct {
	Platform string // its name; "" for that of the account
	Account  string // an ID, a uid, a handle or a nickname; "" for none
	Post     *post.Post
	Options  []TypedOption
}

// TypedOption is an option with its value as it was typed.
type TypedOption struct{ Name, Value string }

// AccountError is that no account has a name, or that several have it.
type AccountError struct {
	Name    string
	Several []string // IDs of those that have it
	Choices []string // IDs and nicknames of the accounts that could be meant
}

func (e *AccountError) Error() string {
	if len(e.Several) > 0 {
		return fmt.Sprintf("several accounts named %q", e.Name)
	}
	return fmt.Sprintf("no account named %q", e.Name)
}

// Preflight loads and records all that is needed to check a post: the platforms, the accounts if one
// is named, and the options of the platform. progress may be nil.
//
// The error is a [*NameError], an [*AccountError], or that of a request. What was loaded before it is
// returned too.
func (f *Fleet) Preflight(
	ctx context.Context, r PreflightRequest, progress func(api.Progress),
) (p *Preflight, err error) {
	p = &Preflight{Post: r.Post}
	p.Platforms, err = f.Platforms(ctx)
	if err != nil {
		return p, err
	}
	id := ""
	if r.Platform != "" {
		id, err = PlatformNamed(p.Platforms, r.Platform)
		if err != nil {
			return p, err
		}
	}
	if r.Account != "" {
		p.Accounts, err = f.Accounts(ctx, Query{}, progress)
		if err != nil {
			return p, err
		}
		p.Account, err = accountNamed(p.Accounts.Rows, id, r.Account)
		if err != nil {
			return p, err
		}
		id = cmp.Or(id, p.Account.Type)
	}
	i := slices.IndexFunc(p.Platforms, func(one api.Platform) bool {
		return one.Platform == id
	})
	if i < 0 {
		return p, &NameError{Kind: "platform", Name: id}
	}
	p.Platform = &p.Platforms[i]
	p.Listed, err = f.Options(ctx, id)
	if err != nil {
		return p, err
	}
	for _, option := range r.Options {
		p.SetOption(option.Name, option.Value)
	}
	return p, nil
}

// accountNamed returns the account of a platform that the user means or, if only accounts of others
// have the name, that of another one: a check says so.
func accountNamed(rows []*api.Account, platform, name string) (*api.Account, error) {
	same := AccountsNamed(rows, platform, name)
	if len(same) == 0 {
		same = AccountsNamed(rows, "", name)
	}
	if len(same) == 1 {
		return same[0], nil
	}
	e := &AccountError{Name: name}
	for _, a := range same {
		e.Several = append(e.Several, a.ID)
	}
	for _, a := range rows {
		if platform == "" || a.Type == platform {
			e.Choices = append(e.Choices, a.ID, a.Nickname)
		}
	}
	return nil, e
}

// Check is one thing that a preflight looked at, with its verdict: media.Yes, media.Unknown for
// a doubt, media.No if publishing will fail.
type Check struct {
	Kind    CheckKind
	Fit     media.Answer
	Line    *Line             // of the list of the platform, nil for what is not in it
	Finding *post.Finding     // of CheckPlatform and CheckPost
	Item    *post.ItemVerdict // of CheckItem
	Nth     int               // the index of Item among the parts of its kind
	Option  string            // of CheckOption and CheckNoOption
	Issues  []schema.Issue    // of CheckOption, or what is missing inside an option of CheckNeed
	Known   string            // the rule of CheckKnown
}

// CheckKind is the subject of a Check.
type CheckKind string

// The kinds of checks.
const (
	CheckAccount   CheckKind = "account"    // its status
	CheckOwner     CheckKind = "owner"      // the account belongs to another platform
	CheckNoAccount CheckKind = "no_account" // an option needs an account, and none is named
	CheckMissing   CheckKind = "missing"    // no account has the name
	CheckSeveral   CheckKind = "several"    // several accounts have it
	CheckUnlisted  CheckKind = "unlisted"   // the options are not loaded
	CheckPlatform  CheckKind = "platform"   // its availability
	CheckHandoff   CheckKind = "handoff"    // a person finishes the publication on the phone
	CheckPost      CheckKind = "post"       // the post as a whole against the limits of the platform
	CheckItem      CheckKind = "item"       // a file or a text against the limits of the platform
	CheckNeed      CheckKind = "need"       // what must be there: Unknown for what nobody typed
	CheckOption    CheckKind = "option"     // an option against the schema of the platform
	CheckNoOption  CheckKind = "no_option"  // the platform has no such option
	CheckKnown     CheckKind = "known"      // a rule that only the web client of the service states
)

// Checks returns all checks, the worst first, and the worst verdict. What nobody typed is missing,
// not wrong: media.Unknown.
func (p *Preflight) Checks() ([]Check, media.Answer) {
	all := p.account()
	all = append(all, p.post()...)
	all = append(all, p.lines()...)
	slices.SortStableFunc(all, func(a, b Check) int {
		return b.Fit.Rank() - a.Fit.Rank()
	})
	return all, all[0].Fit
}

// lines returns the checks of the lines of the platform that must be filled or whose option is set.
func (p *Preflight) lines() []Check {
	lines := checklistOf(p.Platform, p.Listed, p.schema())
	all := p.options(lines)
	checked := func(line *Line) bool {
		return slices.ContainsFunc(all, func(c Check) bool {
			return c.Line == line
		})
	}
	for i := range lines {
		line := &lines[i]
		isSet := slices.ContainsFunc(line.Options, func(name string) bool {
			return p.Options[name] != nil
		})
		switch {
		case line.Kind == LineRule && p.breaks(line.Rule):
			all = append(all, Check{
				Kind:  CheckKnown,
				Fit:   media.Unknown,
				Line:  line,
				Known: line.Rule,
			})
		case checked(line), line.Kind == LineCondition:
		case line.Section == Must && p.isFilled(line), isSet:
			all = append(all, Check{Kind: CheckNeed, Fit: media.Yes, Line: line})
		case line.Section == Must && p.isAsked(line):
			all = append(all, Check{Kind: CheckNeed, Fit: media.Unknown, Line: line})
		}
	}
	return all
}

// AccountsNamed returns the accounts that a user means by an ID, a uid, a handle or a nickname,
// only of a platform unless it is "". An ID is that of one account.
func AccountsNamed(rows []*api.Account, platform, name string) (found []*api.Account) {
	folded := fold.String(name)
	for _, a := range rows {
		switch {
		case a.ID == name:
			return []*api.Account{a}
		case platform != "" && a.Type != platform:
		case slices.ContainsFunc(
			[]string{a.ID, a.UID, a.Account.Or(""), a.Nickname},
			func(s string) bool { return fold.String(s) == folded },
		):
			found = append(found, a)
		}
	}
	return found
}

// SetOption sets an option to a value as it was typed: JSON, or a text where the schema of the
// platform says so.
func (p *Preflight) SetOption(name, typed string) {
	if p.Options == nil {
		p.Options = map[string]jsontext.Value{}
	}
	p.Options[name] = p.schema().Typed(name, typed)
}

func (p *Preflight) account() []Check {
	a := p.Account
	if p.Several {
		return []Check{{Kind: CheckSeveral, Fit: media.Unknown}}
	}
	if a == nil && p.Named != "" && p.NoAccounts {
		return []Check{{Kind: CheckMissing, Fit: media.Unknown}}
	}
	if a == nil && p.Named != "" {
		return []Check{{Kind: CheckMissing, Fit: media.No}}
	}
	if a == nil && p.needsAccount() {
		return []Check{{Kind: CheckNoAccount, Fit: media.Unknown}}
	}
	if a == nil {
		return nil
	}
	status := Check{Kind: CheckAccount}
	switch a.Health() {
	case api.HealthNormal:
		status.Fit = media.Yes
	case api.HealthAbnormal:
		status.Fit = media.No
	default:
		status.Fit = media.Unknown
	}
	if a.Type == p.Platform.Platform {
		return []Check{status}
	}
	return []Check{status, {Kind: CheckOwner, Fit: media.No}}
}

// needsAccount reports whether the values of an option that is set depend on an account.
func (p *Preflight) needsAccount() bool {
	return slices.ContainsFunc(p.Listed, func(o api.PublishOption) bool {
		return o.RequiresAccount.Or(false) && p.Options[o.Field] != nil
	})
}

// post returns the checks of the platform, of the post and of its parts.
func (p *Preflight) post() []Check {
	v := post.Judge(p.Platform, p.Post)
	all := []Check{{Kind: CheckPlatform, Fit: post.Availability(p.Platform)}}
	if v.Handoff {
		all = append(all, Check{Kind: CheckHandoff, Fit: media.Yes})
	}
	for i := range v.Whole.Findings {
		found := &v.Whole.Findings[i]
		isMissing := found.Rule == post.RuleEmpty ||
			found.Rule == post.RuleMode && len(p.Post.Files) == 0
		if found.Rule == post.RuleStatus {
			all[0].Finding = found
		} else if !isMissing { // see LineContent
			all = append(all, Check{Kind: CheckPost, Fit: found.Fit, Finding: found})
		}
	}
	counts := map[media.Kind]int{}
	for i := range v.Items {
		it := &v.Items[i]
		all = append(all, Check{
			Kind: CheckItem,
			Fit:  it.Fit,
			Item: it,
			Nth:  counts[it.Kind],
		})
		counts[it.Kind]++
	}
	return all
}

// options checks the options that the schema of the platform describes. Those that the service
// lists beside it have values that only the service knows.
func (p *Preflight) options(lines []Line) (checks []Check) {
	described := p.schema()
	members := described.Members()
	var given []schema.Fixed
	options := p.given()
	for _, name := range slices.Sorted(maps.Keys(options)) {
		isListed := slices.ContainsFunc(p.Listed, func(o api.PublishOption) bool {
			return o.Field == name
		})
		switch {
		case slices.Contains(members, name):
			given = append(given, schema.Fixed{Name: name, Value: string(options[name])})
		case p.Options[name] == nil: // a default of the platform
		case isListed:
		case p.NoOptions:
			checks = []Check{{Kind: CheckUnlisted, Fit: media.Unknown}}
		case len(p.Listed) == 0 && len(members) == 0:
			checks = append(checks, Check{Kind: CheckNoOption, Fit: media.Unknown, Option: name})
		default:
			checks = append(checks, Check{Kind: CheckNoOption, Fit: media.No, Option: name})
		}
	}
	if p.Platform.OptionSchema.Kind() != '{' {
		return checks
	}
	issues, problem := described.CheckOptions(given)
	if problem != nil {
		return append(checks, Check{Kind: CheckOption, Fit: media.Unknown})
	}
	for _, issue := range issues {
		names := []string{issue.Root()}
		if issue.Kind == schema.Missing && names[0] == "" {
			names = issue.Values
		}
		for _, name := range names {
			checks = addIssue(checks, lineOf(lines, name), name, issue)
		}
	}
	return checks
}

// addIssue adds an issue of an option to the check of its line.
func addIssue(checks []Check, line *Line, option string, issue schema.Issue) []Check {
	c := Check{
		Kind:   CheckOption,
		Fit:    media.No,
		Line:   line,
		Option: option,
	}
	if issue.Kind == schema.Missing {
		c.Kind = CheckNeed
	}
	if issue.Kind == schema.Missing || issue.Kind == schema.Unchecked {
		c.Fit = media.Unknown
	}
	if issue.Root() != "" || c.Kind == CheckOption {
		c.Issues = []schema.Issue{issue}
	}
	return append(checks, c)
}

// lineOf returns the line of an option, nil for none.
func lineOf(lines []Line, option string) *Line {
	for i := range lines {
		if slices.Contains(lines[i].Options, option) {
			return &lines[i]
		}
	}
	return nil
}

// OptionNames returns the names of the options that a platform has, sorted.
func (p *Preflight) OptionNames() []string {
	names := p.schema().Members()
	for _, o := range p.Listed {
		names = append(names, o.Field)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
