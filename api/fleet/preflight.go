package fleet

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/media"
	"channeldeck/api/schema"
)

// Preflight is what is about to be published.
type Preflight struct {
	Platform   *api.Platform
	Account    *api.Account // nil if none was named
	Named      string       // the name of an account that is not among those loaded
	Several    bool         // accounts of the platform have the name: which one is meant is not known
	Items      []media.Item
	Options    map[string]jsontext.Value // by name
	Listed     []api.PublishOption       // what the service lists as the options of the platform
	Now        time.Time
	StaleAfter time.Duration

	NoAccounts, NoOptions bool // the accounts, the options of the platform are not loaded
}

// Check is one thing that a preflight looked at, with its verdict: media.Yes, media.Unknown for
// a doubt, media.No if publishing will fail.
type Check struct {
	Kind   CheckKind
	Fit    media.Answer
	Item   *media.ItemVerdict // of CheckItem
	Option string             // of CheckOption
	Issues []schema.Issue     // of CheckOption
	Known  string             // the rule of CheckKnown
	At     time.Time          // of CheckStatistics; zero if they were never fetched
}

// CheckKind is what a Check is about.
type CheckKind string

// The kinds of checks.
const (
	CheckAccount    CheckKind = "account"    // its status
	CheckStatistics CheckKind = "statistics" // their age: old ones can hide a lost login
	CheckOwner      CheckKind = "owner"      // the account belongs to another platform
	CheckNoAccount  CheckKind = "no_account" // an option needs an account, and none is named
	CheckMissing    CheckKind = "missing"    // no account has the name
	CheckSeveral    CheckKind = "several"    // several accounts have it
	CheckUnlisted   CheckKind = "unlisted"   // the options are not loaded
	CheckPlatform   CheckKind = "platform"   // its availability
	CheckItem       CheckKind = "item"       // a file or a text against the limits of the platform
	CheckOption     CheckKind = "option"     // an option against the schema of the platform
	CheckNoOption   CheckKind = "no_option"  // the platform has no such option
	CheckKnown      CheckKind = "known"      // a rule that only the web client of the service states
)

// Checks returns all checks, the worst first, and the worst verdict.
func (p *Preflight) Checks() ([]Check, media.Answer) {
	all := slices.Concat(p.account(), p.platform())
	items, _ := media.CheckItems(p.Platform, p.Items)
	for i := range items {
		all = append(all, Check{Kind: CheckItem, Fit: items[i].Fit, Item: &items[i]})
	}
	all = append(all, p.options()...)
	for _, rule := range KnownRules(p.Platform) {
		if rule.broken(p) {
			all = append(all, Check{Kind: CheckKnown, Fit: media.Unknown, Known: rule.ID})
		}
	}
	slices.SortStableFunc(all, func(a, b Check) int { return b.Fit.Rank() - a.Fit.Rank() })
	if len(all) == 0 {
		return nil, media.Yes
	}
	return all, all[0].Fit
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
		case slices.ContainsFunc([]string{a.ID, a.UID, a.Account.Or(""), a.Nickname}, func(s string) bool { return fold.String(s) == folded }):
			found = append(found, a)
		}
	}
	return found
}

// SetOption sets an option to a value as it was typed: JSON, or else a text.
func (p *Preflight) SetOption(name, typed string) {
	value := jsontext.Value(typed)
	if !value.IsValid() {
		value, _ = jsontext.AppendQuote(nil, strings.ToValidUTF8(typed, "�"))
	}
	if p.Options == nil {
		p.Options = map[string]jsontext.Value{}
	}
	p.Options[name] = value
}

func (p *Preflight) account() []Check {
	a := p.Account
	switch {
	case p.Several:
		return []Check{{Kind: CheckSeveral, Fit: media.Unknown}}
	case a == nil && p.Named != "" && p.NoAccounts:
		return []Check{{Kind: CheckMissing, Fit: media.Unknown}}
	case a == nil && p.Named != "":
		return []Check{{Kind: CheckMissing, Fit: media.No}}
	case a == nil:
		if slices.ContainsFunc(p.Listed, func(o api.PublishOption) bool { return o.RequiresAccount.Or(false) && p.Options[o.Field] != nil }) {
			return []Check{{Kind: CheckNoAccount, Fit: media.Unknown}}
		}
		return nil
	}
	status := map[api.Health]media.Answer{api.HealthNormal: media.Yes, api.HealthAbnormal: media.No}[a.Health()]
	if status == "" {
		status = media.Unknown
	}
	at, _ := a.LastStatsTime.At()
	statistics := Check{Kind: CheckStatistics, Fit: media.Yes, At: at}
	if at.IsZero() || p.Now.Sub(at) > p.StaleAfter {
		statistics.Fit = media.Unknown
	}
	checks := []Check{{Kind: CheckAccount, Fit: status}, statistics}
	if a.Type != p.Platform.Platform {
		checks = append(checks, Check{Kind: CheckOwner, Fit: media.No})
	}
	return checks
}

func (p *Preflight) platform() []Check {
	fit := map[string]media.Answer{"available": media.Yes, "unavailable": media.No, "coming_soon": media.No}[p.Platform.Status.Or("")]
	if fit == "" {
		fit = media.Unknown
	}
	return []Check{{Kind: CheckPlatform, Fit: fit}}
}

// options checks the options that the schema of the platform describes. Those that the service
// lists beside it have values that only the service knows.
func (p *Preflight) options() (checks []Check) {
	raw := api.Member(p.Platform.Unknown, "optionSchema")
	described := api.Member(raw, "properties")
	body := jsontext.Value("{")
	var names []string
	for name := range p.Options {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		value := p.Options[name]
		switch {
		case api.Member(described, name) != nil:
			if len(body) > 1 {
				body = append(body, ',')
			}
			body, _ = jsontext.AppendQuote(body, name) // it is valid UTF-8 in the schema
			body = append(append(body, ':'), value...)
		case slices.ContainsFunc(p.Listed, func(o api.PublishOption) bool { return o.Field == name }):
		case p.NoOptions:
			checks = []Check{{Kind: CheckUnlisted, Fit: media.Unknown}}
		case len(p.Listed) == 0 && described == nil:
			checks = append(checks, Check{Kind: CheckNoOption, Fit: media.Unknown, Option: name})
		default:
			checks = append(checks, Check{Kind: CheckNoOption, Fit: media.No, Option: name})
		}
	}
	if raw.Kind() != '{' {
		return checks
	}
	issues, problem := schema.Read(raw).Check(append(body, '}'))
	switch {
	case problem != nil:
		checks = append(checks, Check{Kind: CheckOption, Fit: media.Unknown})
	case len(issues) > 0:
		checks = append(checks, Check{Kind: CheckOption, Fit: media.No, Issues: issues})
	}
	return checks
}

// OptionNames returns the names of the options that a platform has, sorted.
func (p *Preflight) OptionNames() (names []string) {
	for _, o := range p.Listed {
		names = append(names, o.Field)
	}
	for name := range api.Members(api.Member(api.Member(p.Platform.Unknown, "optionSchema"), "properties")) {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// KnownRulesDate is the month in which the rules of KnownRules were seen in the web client.
const KnownRulesDate = "2026-06"

// KnownRule is a rule of the publish form of the service's web client that the service itself
// does not state. IDs begin with "needs_" where something must be there.
type KnownRule struct {
	ID     string
	broken func(p *Preflight) bool
}

// KnownRules returns the rules of a platform, and those of all.
func KnownRules(platform *api.Platform) []KnownRule {
	text := func(kind media.Kind) func(*Preflight) bool {
		return func(p *Preflight) bool {
			return !slices.ContainsFunc(p.Items, func(it media.Item) bool { return it.Kind == kind && strings.TrimSpace(it.Text) != "" })
		}
	}
	option := func(words ...string) func(*Preflight) bool {
		return func(p *Preflight) bool {
			for name := range p.Options {
				if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(fold.String(name), word) }) {
					return false
				}
			}
			return true
		}
	}
	files := func(kind media.Kind, bad func(*media.File) bool) func(*Preflight) bool {
		return func(p *Preflight) bool {
			return slices.ContainsFunc(p.Items, func(it media.Item) bool {
				return (kind == "" || it.File.Kind == kind) && it.File.Kind != "" && bad(&it.File)
			})
		}
	}
	below := func(n api.Number, bound int64) bool { return n.IsSet() && n.Cmp(api.Int(bound)) < 0 }
	count := func(p *Preflight, kind media.Kind) (n int) {
		for _, it := range p.Items {
			if it.File.Kind == kind {
				n += max(it.File.Count, 1)
			}
		}
		return n
	}
	ratio := func(f *media.File, w, h int64) bool {
		return !f.Width.IsSet() || !f.Height.IsSet() || f.Width.Mul(api.Int(h)).Cmp(f.Height.Mul(api.Int(w))) == 0
	}
	mentions := func(p *Preflight) bool {
		return slices.ContainsFunc(p.Items, func(it media.Item) bool { return strings.Count(it.Text, "@") > 20 })
	}
	reposts := func(p *Preflight) bool { // Bilibili: copyright 1 is an original work, 2 a repost
		return string(p.Options["copyright"]) == "2" || slices.ContainsFunc([]string{"repost", "isRepost"}, func(name string) bool { return string(p.Options[name]) == "true" })
	}
	bySite := map[string][]KnownRule{
		"bilibili": {{"needs_title", text(media.Title)}, {"needs_topic", option("topic", "tag")}, {"needs_partition", option("tid", "partition")},
			{"needs_source", func(p *Preflight) bool { return reposts(p) && option("source")(p) }}},
		"pinterest": {{"needs_title", text(media.Title)}, {"needs_board", option("board")}, {"needs_cover", option("cover")}},
		"youtube": {{"needs_title", text(media.Title)}, {"needs_description", text(media.Description)}, {"needs_category", option("category")},
			{"ratio_youtube", files(media.Videos, func(f *media.File) bool { return !ratio(f, 16, 9) && !ratio(f, 9, 16) })}},
		"tiktok": {{"needs_privacy", option("privacy", "visib")}, {"needs_disclosure", option("commerc", "disclos", "brand")},
			{"two_images", func(p *Preflight) bool { return count(p, media.Images) == 1 && count(p, media.Videos) == 0 }},
			{"least_360", files("", func(f *media.File) bool { return below(f.Width, 360) || below(f.Height, 360) })}},
		"kuaishou": {{"ratio_kuaishou", files(media.Videos, func(f *media.File) bool { return !ratio(f, 9, 16) })},
			{"seconds_kuaishou", files(media.Videos, func(f *media.File) bool {
				return below(f.Duration, 15) || f.Duration.IsSet() && f.Duration.Cmp(api.Int(180)) > 0
			})}},
		"instagram": {{"mentions", mentions}},
		"facebook":  {{"mentions", mentions}},
	}
	rules := []KnownRule{{"images_beside_video", func(p *Preflight) bool { return count(p, media.Videos) > 0 && count(p, media.Images) > 0 }}}
	for site, of := range bySite {
		if _, err := PlatformNamed([]api.Platform{*platform}, site); err == nil {
			rules = append(of, rules...)
		}
	}
	return rules
}
