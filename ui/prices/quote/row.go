package quote

import (
	"strings"

	"channeldeck/api"
)

// Scope is the kind of credits that a model is paid with (creditsScope, 2.6).
// Amounts of two scopes are not comparable.
type Scope string

const (
	// General are the credits that most models take.
	General Scope = "general"
	// Unstated is the scope of models that name none; it is not General.
	Unstated Scope = ""
)

// ScopeOf is the model's scope.
func ScopeOf(m *api.VideoModel) Scope { return Scope(strings.TrimSpace(m.CreditsScope.Or(""))) }

// compareScopes puts General first, Unstated last, others by name.
func compareScopes(a, b Scope) int {
	place := func(s Scope) int {
		switch s {
		case General:
			return 0
		case Unstated:
			return 2
		}
		return 1
	}
	if d := place(a) - place(b); d != 0 {
		return d
	}
	return strings.Compare(string(a), string(b))
}

// Row is one price of one model: a pricing row of 2.6 and what follows from
// it. A model without any pricing has one Row with Index -1.
type Row struct {
	Model *api.VideoModel
	Place int // of the model in the catalog
	Index int // in Model.Pricing, -1 where there is none
	Scope Scope

	Mode        string // "" holds for all modes of the model
	Resolution  string // "" holds for all resolutions
	AspectRatio string // "" holds for all aspect ratios

	Duration    Amount // seconds of the whole clip
	Price       Amount // credits for the whole clip; unknown where it is below 0
	OriginPrice Amount // credits before the discount
	PerSecond   Amount // credits, computed
	Discount    Amount // share taken off the original price, computed: 0.25 is 25 % off

	Stated string // the discount as the service words it, "" for none
	Flag   Flag

	DefaultResolution, DefaultAspectRatio, DefaultDuration bool // the model's default
}

// Sent is the pricing row as the service sent it, nil where there is none.
func (r *Row) Sent() *api.Price {
	if r.Index < 0 {
		return nil
	}
	return &r.Model.Pricing[r.Index]
}

// Priced reports whether the service sent a pricing row at all.
func (r *Row) Priced() bool { return r.Index >= 0 }

// Default reports whether the row is what a request gets that names nothing:
// every default that the model has and the row can differ in is the row's.
func (r *Row) Default() bool {
	d := &r.Model.Defaults
	any := r.DefaultResolution || r.DefaultDuration || r.DefaultAspectRatio
	return any && r.Priced() &&
		(r.DefaultResolution || r.Resolution == "" || d.Resolution.Or("") == "") &&
		(r.DefaultAspectRatio || r.AspectRatio == "" || d.AspectRatio.Or("") == "") &&
		(r.DefaultDuration || !d.Duration.IsSet())
}

// rowsOf computes the rows of a model, at least one.
func rowsOf(m *api.VideoModel, place int) []Row {
	scope := ScopeOf(m)
	if len(m.Pricing) == 0 {
		return []Row{{Model: m, Place: place, Index: -1, Scope: scope}}
	}
	rows := make([]Row, len(m.Pricing))
	defaultDuration := AmountOf(m.Defaults.Duration)
	for i := range m.Pricing {
		p := &m.Pricing[i]
		r := Row{
			Model: m, Place: place, Index: i, Scope: scope,
			Mode:        strings.TrimSpace(p.Mode.Or("")),
			Resolution:  strings.TrimSpace(p.Resolution.Or("")),
			AspectRatio: strings.TrimSpace(p.AspectRatio.Or("")),
			Duration:    AmountOf(p.Duration),
			Price:       notNegative(AmountOf(p.Price)),
			OriginPrice: notNegative(AmountOf(p.OriginPrice)),
		}
		r.PerSecond = r.Price.Over(r.Duration)
		if paid := r.Price.Over(r.OriginPrice); paid.Known() {
			r.Discount = Whole(1).Minus(paid)
		}
		r.Stated, r.Flag = judgeDiscount(p.Discount, r.Price, r.OriginPrice, r.Discount)
		r.DefaultResolution = isDefault(r.Resolution, m.Defaults.Resolution)
		r.DefaultAspectRatio = isDefault(r.AspectRatio, m.Defaults.AspectRatio)
		r.DefaultDuration = r.Duration.Equal(defaultDuration)
		rows[i] = r
	}
	return rows
}

// notNegative takes an amount below 0 for unknown: it would otherwise win
// every ranking.
func notNegative(a Amount) Amount {
	if a.Sign() < 0 {
		return Amount{}
	}
	return a
}

func isDefault(value string, def api.Opt[string]) bool {
	return value != "" && same(value, def.Or(""))
}

// same compares names of modes, resolutions, aspect ratios, tags and formats:
// the service mixes their case.
func same(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

func contains(list []string, want string) bool {
	for _, s := range list {
		if same(s, want) {
			return true
		}
	}
	return false
}
