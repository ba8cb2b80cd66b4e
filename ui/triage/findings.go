package triage

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/prices/quote"
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
	Abnormal       Kind = "abnormal"       // an account that was abnormal before, or without a history
	Disappeared    Kind = "disappeared"    // an account that is not listed any more
	Stale          Kind = "stale"          // a normal account with old statistics
	WorkMoved      Kind = "work"
	PriceChanged   Kind = "price"
)

// Finding is something that needs attention. Account, Work or Model is set.
type Finding struct {
	Kind    Kind
	Account *api.Account
	Work    *history.WorkChange
	Model   *quote.Model
	Changes []*quote.Change // of the model
}

// Input is what is checked.
type Input struct {
	Now      time.Time
	Stale    time.Duration // age from which statistics are old
	Accounts []*api.Account
	Past     *store.Past          // nil without a history
	Models   []api.VideoModel     // the catalog
	Works    []history.WorkChange // filled by ReadHistory
	Changes  []*quote.Change      // likewise
}

// maxWorks is how many works are compared.
const maxWorks = 100

// ReadHistory reads the changes of works and prices since the time of the Past. Without
// a history there are none.
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
func (in *Input) Find() []Finding {
	var all []Finding
	for _, a := range in.Accounts {
		at, known := api.ParseTime(a.LastStatsTime.Or(""))
		switch {
		case a.Health() == api.HealthAbnormal && in.Past.Mark(a) == store.TurnedAbnormal:
			all = append(all, Finding{Kind: TurnedAbnormal, Account: a})
		case a.Health() == api.HealthAbnormal:
			all = append(all, Finding{Kind: Abnormal, Account: a})
		case known && in.Now.Sub(at) > in.Stale:
			all = append(all, Finding{Kind: Stale, Account: a})
		}
	}
	if in.Past != nil {
		for _, a := range in.Past.Gone {
			all = append(all, Finding{Kind: Disappeared, Account: a})
		}
	}
	for i := range in.Works {
		if w := &in.Works[i]; len(moved(w)) > 0 {
			all = append(all, Finding{Kind: WorkMoved, Work: w})
		}
	}
	for _, c := range in.Changes {
		if n := len(all); n > 0 && all[n-1].Model == c.Model {
			all[n-1].Changes = append(all[n-1].Changes, c)
		} else {
			all = append(all, Finding{Kind: PriceChanged, Model: c.Model, Changes: []*quote.Change{c}})
		}
	}
	kinds := []Kind{TurnedAbnormal, Abnormal, Disappeared, Stale, WorkMoved, PriceChanged}
	slices.SortStableFunc(all, func(f, g Finding) int {
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

// ID is the ID of the account or work, or the name of the model.
func (f *Finding) ID() string {
	switch {
	case f.Account != nil:
		return f.Account.ID
	case f.Work != nil:
		return f.Work.Query.WorkID
	}
	return f.Model.Name
}

// Name is the nickname, the title or the label.
func (f *Finding) Name() string {
	switch {
	case f.Account != nil:
		return cmp.Or(f.Account.Nickname, f.ID())
	case f.Work != nil:
		work, _ := f.Work.After.Work.Get()
		return cmp.Or(f.Work.Title, metrics.Title(work), f.ID())
	}
	return cmp.Or(f.Model.Label.Or(""), f.ID())
}

// Platform is the platform of the account or work, "" for a model.
func (f *Finding) Platform() string {
	switch {
	case f.Account != nil:
		return f.Account.Type
	case f.Work != nil:
		return f.Work.Query.Platform
	}
	return ""
}

// At is the time of the account's statistics or of the work's newest snapshot, zero for
// an unknown one.
func (f *Finding) At() time.Time {
	switch {
	case f.Account != nil:
		at, _ := api.ParseTime(f.Account.LastStatsTime.Or(""))
		return at
	case f.Work != nil:
		return f.Work.At
	}
	return time.Time{}
}

// Detail is the finding in words.
func (f *Finding) Detail(w *words.Words) string {
	switch {
	case f.Account != nil:
		n, _ := f.Account.Statistic(f.Account.FansCount)
		if s := n.String(); s != "" {
			return w.T("triage.followers", "N", w.Short(s))
		}
		return w.T("triage.no_stats")
	case f.Work != nil:
		return metricChange(w, f.Work, moved(f.Work)[0])
	}
	counts := map[quote.ChangeKind]int{}
	var kinds []quote.ChangeKind
	for _, c := range f.Changes {
		if counts[c.Kind]++; counts[c.Kind] == 1 {
			kinds = append(kinds, c.Kind)
		}
	}
	var parts []string
	for _, kind := range kinds {
		part := w.T("prices.short." + string(kind))
		if n := counts[kind]; n > 1 {
			part += " ×" + strconv.Itoa(n)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, w.T("prices.comma"))
}

// metricChange is the change of a metric with its name.
func metricChange(w *words.Words, c *history.WorkChange, name string) string {
	before, after := metrics.Read(&c.Before, name).Value, metrics.Read(&c.After, name).Value
	label := cmp.Or(w.Optional("works.metric."+name), text.Clean(name))
	return w.T("triage.moved", "Metric", label, "Was", w.Exact(before.String()), "Is", w.Exact(after.String()))
}

// record is the JSON of a finding.
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
	r := record{Finding: f.Kind, ID: f.ID(), Name: f.Name(), Platform: f.Platform(), At: f.time()}
	if f.Work != nil {
		r.Metrics = map[string][2]api.Number{}
		for _, name := range moved(f.Work) {
			r.Metrics[name] = [2]api.Number{metrics.Read(&f.Work.Before, name).Value, metrics.Read(&f.Work.After, name).Value}
		}
	}
	if f.Model != nil {
		r.Changes = map[quote.ChangeKind]int{}
		for _, c := range f.Changes {
			r.Changes[c.Kind]++
		}
	}
	return r
}

// time is At for files.
func (f *Finding) time() string {
	if f.At().IsZero() {
		return ""
	}
	return f.At().UTC().Format(time.RFC3339)
}
