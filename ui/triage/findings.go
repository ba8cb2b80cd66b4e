package triage

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
	"channeldeck/ui/works/metrics"
)

// Kind is why something needs attention.
type Kind string

// The kinds, in the order of a list. All but Abnormal and Stale need a history.
const (
	TurnedAbnormal Kind = "turnedAbnormal" // an account, since the previous visit
	Abnormal       Kind = "abnormal"       // an account that was abnormal before, has its relay down, or without a history
	Disappeared    Kind = "disappeared"    // an account that is not listed any more
	Stale          Kind = "stale"          // a normal account with old statistics
	WorkMoved      Kind = "work"
	PriceChanged   Kind = "price"
)

// Finding is something that needs attention: an account, a work, or a model with its
// changes.
type Finding struct {
	Kind     Kind
	ID       string // of the account or the work; the name of the model
	Name     string
	Platform string    // "" for a model
	At       time.Time // of the account's statistics or the newest snapshot; zero if unknown
	Target   pane.Target

	Account *api.Account
	Work    *history.WorkChange
	Changes []*quote.Change
}

func accountFinding(kind Kind, a *api.Account) *Finding {
	at, _ := api.ParseTime(a.LastStatsTime.Or("")) // unknown: zero
	return &Finding{
		Kind: kind, ID: a.ID, Name: cmp.Or(a.Nickname, a.ID), Platform: a.Type, At: at,
		Target: pane.Target{Pane: "accounts", AccountID: a.ID}, Account: a,
	}
}

func workFinding(w *history.WorkChange) *Finding {
	q := w.Query
	work, _ := w.After.Work.Get()
	return &Finding{
		Kind: WorkMoved, ID: q.WorkID, Name: cmp.Or(w.Title, metrics.Title(work), q.WorkID), Platform: q.Platform, At: w.At,
		Target: pane.Target{Pane: "works", Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID}, Work: w,
	}
}

func priceFinding(c *quote.Change) *Finding {
	name := c.Model.Name
	return &Finding{
		Kind: PriceChanged, ID: name, Name: cmp.Or(c.Model.Label.Or(""), name),
		Target: pane.Target{Pane: "prices", Model: name}, Changes: []*quote.Change{c},
	}
}

// Input is what is checked.
type Input struct {
	Now        time.Time
	StaleAfter time.Duration // age from which statistics are old
	Accounts   []*api.Account
	Past       *store.Past          // nil without a history
	Models     []api.VideoModel     // the catalog
	Works      []history.WorkChange // filled by ReadHistory
	Changes    []*quote.Change      // filled by ReadHistory
}

const maxWorks = 100

// ReadHistory reads the changes of works and prices since the time of the Past. Without
// a history it does nothing.
func (in *Input) ReadHistory(ctx context.Context, h *history.DB) error {
	if in.Past == nil || in.Past.Since.IsZero() {
		return nil
	}
	var err error
	if in.Works, err = h.WorksSince(ctx, in.Past.Since, maxWorks); err != nil {
		return err
	}
	models, err := h.CatalogAt(ctx, in.Past.Since)
	if err == nil && len(models) > 0 && len(in.Models) > 0 {
		in.Changes = quote.Changes(quote.New(models), quote.New(in.Models))
	}
	return err
}

// Find returns what needs attention: by kind, accounts with the most followers first.
func (in *Input) Find() []*Finding {
	var all []*Finding
	for _, a := range in.Accounts {
		at, known := api.ParseTime(a.LastStatsTime.Or(""))
		switch {
		case a.Health() == api.HealthAbnormal && in.Past.Mark(a) == resource.TurnedAbnormal:
			all = append(all, accountFinding(TurnedAbnormal, a))
		case a.Health() == api.HealthAbnormal:
			all = append(all, accountFinding(Abnormal, a))
		case known && in.Now.Sub(at) > in.StaleAfter:
			all = append(all, accountFinding(Stale, a))
		}
	}
	if in.Past != nil {
		for _, a := range in.Past.Gone {
			all = append(all, accountFinding(Disappeared, a))
		}
	}
	for i := range in.Works {
		if w := &in.Works[i]; len(moved(w)) > 0 {
			all = append(all, workFinding(w))
		}
	}
	for _, c := range in.Changes {
		if n := len(all); n > 0 && all[n-1].Kind == PriceChanged && all[n-1].Changes[0].Model == c.Model {
			all[n-1].Changes = append(all[n-1].Changes, c)
		} else {
			all = append(all, priceFinding(c))
		}
	}
	kinds := []Kind{TurnedAbnormal, Abnormal, Disappeared, Stale, WorkMoved, PriceChanged}
	slices.SortStableFunc(all, func(f, g *Finding) int {
		order := slices.Index(kinds, f.Kind) - slices.Index(kinds, g.Kind)
		if order == 0 && f.Account != nil {
			order = g.Account.FansCount.Cmp(f.Account.FansCount)
		}
		return order
	})
	return all
}

// moved returns the metrics of a work that changed.
func moved(w *history.WorkChange) (names []string) {
	for _, name := range metrics.Names([]*metrics.Entry{{Snapshot: w.After}}) {
		if before, after := metrics.Read(&w.Before, name).Value, metrics.Read(&w.After, name).Value; after.Sub(before).Sign() != 0 {
			names = append(names, name)
		}
	}
	return names
}

// Detail is the finding in words.
func (f *Finding) Detail(w *words.Words) string {
	switch {
	case f.Account != nil && f.Account.RelayDown():
		return w.T("accounts.relay_down")
	case f.Account != nil:
		n, _ := f.Account.Statistic(f.Account.FansCount)
		if s := n.String(); s != "" {
			return w.T("triage.followers", "N", w.Short(s))
		}
		return w.T("triage.no_stats")
	case f.Work != nil:
		return metricChange(w, f.Work, moved(f.Work)[0])
	}
	var kinds []string
	for _, c := range f.Changes {
		if kind := w.T("prices.short." + string(c.Kind)); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return strings.Join(kinds, w.T("prices.comma"))
}

// metricChange is the change of a metric with its name.
func metricChange(w *words.Words, c *history.WorkChange, name string) string {
	before, after := metrics.Read(&c.Before, name).Value, metrics.Read(&c.After, name).Value
	label := cmp.Or(w.Optional("works.metric."+name), text.Clean(name))
	return w.T("triage.moved", "Metric", label, "Was", w.Exact(before.String()), "Is", w.Exact(after.String()))
}

type record struct {
	Finding  Kind                     `json:"finding"`
	ID       string                   `json:"id"`
	Name     string                   `json:"name"`
	Platform string                   `json:"platform,omitzero"`
	At       string                   `json:"at,omitzero"`
	Metrics  map[string][2]api.Number `json:"metrics,omitzero"` // before and after
	Changes  map[quote.ChangeKind]int `json:"changes,omitzero"` // of a model, by kind
}

func newRecord(f *Finding) any {
	r := record{Finding: f.Kind, ID: f.ID, Name: f.Name, Platform: f.Platform, At: f.time()}
	if f.Work != nil {
		r.Metrics = map[string][2]api.Number{}
		for _, name := range moved(f.Work) {
			r.Metrics[name] = [2]api.Number{metrics.Read(&f.Work.Before, name).Value, metrics.Read(&f.Work.After, name).Value}
		}
	}
	if len(f.Changes) > 0 {
		r.Changes = map[quote.ChangeKind]int{}
		for _, c := range f.Changes {
			r.Changes[c.Kind]++
		}
	}
	return r
}

// time is At for files.
func (f *Finding) time() string {
	if f.At.IsZero() {
		return ""
	}
	return f.At.UTC().Format(time.RFC3339)
}
