// Package quote computes with the prices of the video model catalog: it
// filters and sorts pricing rows, understands a question typed in English or
// Chinese, ranks the models that can answer it, checks reference files against
// the models' limits, and compares two snapshots of the catalog.
//
// Arithmetic is exact. What the service does not state stays unknown: it is
// never 0, and no price is guessed. Amounts of different credits are never
// compared. The package returns values and reasons; the pane and the command put
// them into words.
package quote

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
	"github.com/rivo/uniseg"
)

// Catalog is one response of the catalog endpoint (4.7). The models must not be
// modified while it is in use. It is safe for concurrent use.
type Catalog struct {
	Models []*Model // in the service's order
	Values *Values

	rows []*Row
}

// Model is a video model of a catalog.
type Model struct {
	*api.VideoModel

	Place int // index in the catalog
	Credits
	Rows []*Row // at least one, see Row

	seconds []api.Number // the durations that it lists, shortest first
}

// Title returns the model's label, else a description that is short enough to be one, else
// "".
func (m *Model) Title() string {
	const longest = 40
	description := m.Description.Or("")
	if uniseg.StringWidth(description) > longest {
		description = ""
	}
	return cmp.Or(m.Label.Or(""), description)
}

// DisplayName returns the title of the model, else its name.
func (m *Model) DisplayName() string {
	return cmp.Or(m.Title(), m.Name)
}

// Listed returns the modes, resolutions, aspect ratios or durations that the model
// lists.
func (m *Model) Listed(c Column) []string {
	switch c {
	case ByMode:
		return m.Modes
	case ByResolution:
		return m.Resolutions
	case ByAspectRatio:
		return m.AspectRatios
	case ByDuration:
		return texts(m.seconds)
	}
	return nil
}

// Listed is the response of one of several sites.
type Listed struct {
	Site   string
	Models []api.VideoModel
}

// New returns the catalog of the models.
func New(models []api.VideoModel) *Catalog { return Join(Listed{Models: models}) }

// Join returns the catalog of the models of several sites. Those of different sites may have the
// same name.
func Join(sites ...Listed) *Catalog {
	c := &Catalog{}
	var all []api.VideoModel
	for place, site := range sites {
		all = append(all, site.Models...)
		for i := range site.Models {
			m := &Model{
				VideoModel: &site.Models[i],
				Place:      len(c.Models),
				Credits:    Credits{site.Site, scopeOf(&site.Models[i]), place},
			}
			m.seconds = slices.Clip(sorted(slices.Clone(m.Durations)))
			m.Rows = newRows(m)
			c.Models = append(c.Models, m)
			c.rows = append(c.rows, m.Rows...)
		}
	}
	c.Values = NewValues(all)
	return c
}

// Priced reports whether any model has a price.
func (c *Catalog) Priced() bool {
	return slices.ContainsFunc(c.Models, func(m *Model) bool {
		return m.Rows[0].Priced()
	})
}

// Credits identifies the credits that pay for a model. Amounts of different credits must not be
// compared, nor those of one scope at different sites.
type Credits struct {
	Site  string // "" in the catalog of one site
	Scope Scope

	place int // of the site in the catalog
}

// Compare sorts credits by site, in the order of the catalog, and those of a site by scope.
func (c Credits) Compare(other Credits) int {
	return cmp.Or(c.place-other.place, CompareScopes(c.Scope, other.Scope))
}

// Scope is the kind of credits that pays for a model (creditsScope, 2.6).
type Scope string

const (
	// General are the credits that most models take.
	General Scope = "general"
	// Unstated is the scope of models without a creditsScope. It differs from
	// General.
	Unstated Scope = ""
)

// scopeOf returns the model's scope.
func scopeOf(m *api.VideoModel) Scope {
	return Scope(strings.TrimSpace(m.CreditsScope.Or("")))
}

// CompareScopes puts General first, Unstated last, and sorts the others by name.
func CompareScopes(a, b Scope) int {
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a, b))
}

func (s Scope) rank() int {
	switch s {
	case General:
		return 0
	case Unstated:
		return 2
	}
	return 1
}

// Row is a pricing row of a model (2.6) and what follows from it. A model
// without pricing has one Row with Index -1.
type Row struct {
	Model *Model
	Index int // in Model.Pricing, or -1

	Mode        string // "" applies to all modes of the model that have no rows of their own
	Resolution  string // "" likewise
	AspectRatio string // "" likewise

	Duration    api.Number // seconds of the whole clip; unknown applies to all durations without rows of their own
	Price       api.Number // credits for the whole clip; unknown if negative, and for a rate (IsRate)
	OriginPrice api.Number // credits before the discount
	PerSecond   api.Number // credits, computed, or sent as the price of a second
	// fraction of the original price, computed: 0.25 is 25 % off; unknown if the price is above the
	// original one
	Discount api.Number

	// Variant are the members that the interface does not list, such as audio, but for a unit that is
	// known and used.
	Variant []Variant

	Key string // identifies the row in the model, also in later snapshots

	basis           basis
	originPerSecond api.Number // of a row whose price is by time
}

// Variant is a member of a pricing row that the interface does not list.
type Variant struct {
	Name, Value string // Value is JSON, "" if it is missing
	Common      bool   // rows that are otherwise alike have it too, with the same value
}

// Sent returns the pricing row as the service sent it, or an empty one.
func (r *Row) Sent() api.Price {
	if r.Index < 0 {
		return api.Price{}
	}
	return r.Model.Pricing[r.Index]
}

// Priced reports whether the service sent this row.
func (r *Row) Priced() bool { return r.Index >= 0 }

// Default reports whether the row prices a request that names nothing: it names at
// least one default of the model and contradicts none.
func (r *Row) Default() bool {
	d := &r.Model.Defaults
	duration := equal(r.Duration, Exact(d.Duration))
	named := duration
	for c, value := range map[Column]string{
		ByResolution:  d.Resolution.Or(""),
		ByAspectRatio: d.AspectRatio.Or(""),
	} {
		if r.Text(c) == "" || value == "" {
			continue
		}
		if !c.Same(r.Text(c), value) {
			return false
		}
		named = true
	}
	return named && (duration || !d.Duration.IsSet())
}

// newRows returns the rows of a model, at least one.
func newRows(m *Model) []*Row {
	if len(m.Pricing) == 0 {
		return []*Row{{Model: m, Index: -1}}
	}
	rows := make([]Row, len(m.Pricing))
	pointers := make([]*Row, len(m.Pricing))
	for i := range m.Pricing {
		p := &m.Pricing[i]
		r := &rows[i]
		*r = Row{
			Model:       m,
			Index:       i,
			Mode:        strings.TrimSpace(p.Mode.Or("")),
			Resolution:  strings.TrimSpace(p.Resolution.Or("")),
			AspectRatio: strings.TrimSpace(p.AspectRatio.Or("")),
			Duration:    Exact(p.Duration),
		}
		r.setAmounts(p)
		r.Key = fmt.Sprintf(
			"%q %q %q %s",
			folded(r.Mode),
			ByResolution.key(r.Resolution),
			folded(r.AspectRatio),
			r.Duration.Round(6),
		)
		if r.IsRate() {
			r.Key += " per second" // no price of a clip is comparable with it
		}
		pointers[i] = r
	}
	setVariants(pointers)
	return pointers
}

// setVariants sets the members that the interface does not list, and tells rows with equal keys apart
// by them.
func setVariants(rows []*Row) {
	alike := map[string][]*Row{}
	for _, r := range rows {
		alike[r.Key] = append(alike[r.Key], r)
	}
	for _, group := range alike {
		values := map[string][]string{} // by name, of each row
		for i, r := range group {
			for name, value := range api.Members(r.Sent().Unknown) {
				if values[name] == nil {
					values[name] = make([]string, len(group))
				}
				values[name][i] = string(value)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(values)) {
			setVariant(group, name, values[name])
		}
	}
}

// setVariant gives rows a member with its value in each of them.
func setVariant(rows []*Row, name string, values []string) {
	common := len(slices.Compact(slices.Clone(values))) == 1
	for i, r := range rows {
		v := Variant{Name: name, Value: values[i], Common: common}
		used := v.Doubtful() && basisOf([]byte(v.Value)) != unknownBasis &&
			(r.basis != unknownBasis ||
				basisOf([]byte(v.Value)) == credits)
		if common && used {
			continue
		}
		r.Variant = append(r.Variant, v)
		if !common {
			r.Key += fmt.Sprintf(" %q:%s", name, values[i])
		}
	}
}

// Exact returns n, unset if it is too long or too large for exact arithmetic.
func Exact(n api.Number) api.Number {
	f, ok := n.Float64()
	if !ok || math.IsInf(f, 0) {
		return api.Number{}
	}
	return n
}

// CompareNumbers orders numbers by value; one that is not set comes last.
func CompareNumbers(a, b api.Number) int {
	if !a.IsSet() || !b.IsSet() {
		return b.Cmp(a)
	}
	return a.Cmp(b)
}

// equal reports whether both numbers are set and have the same value.
func equal(a, b api.Number) bool {
	return a.IsSet() && b.IsSet() && a.Cmp(b) == 0
}

// over returns a ÷ b, unset if b is not positive.
func over(a, b api.Number) api.Number {
	if b.Sign() <= 0 {
		return api.Number{}
	}
	return a.Quo(b)
}

// notNegative turns a negative amount into an unknown one: it would otherwise
// win every ranking.
func notNegative(a api.Number) api.Number {
	if a.Sign() < 0 {
		return api.Number{}
	}
	return a
}

// same reports whether two names are equal when folded.
func same(a, b string) bool {
	return a == b || folded(a) == folded(b)
}

// Same reports whether two values of a column are equal: 4k, 2160p and 3840x2160 are one
// resolution.
func (c Column) Same(a, b string) bool {
	return a == b || c.key(a) == c.key(b)
}

// key returns the form in which values of a column are compared.
func (c Column) key(s string) string {
	s = folded(s)
	if c != ByResolution {
		return s
	}
	width, height, ok := strings.Cut(s, "x")
	if ok {
		w, err := strconv.Atoi(width)
		h, err2 := strconv.Atoi(height)
		if err == nil && err2 == nil && w*9 == h*16 {
			return height + "p"
		}
	}
	switch s {
	case "4k":
		return "2160p"
	case "8k":
		return "4320p"
	default:
		return s
	}
}

func (c Column) contains(list []string, want string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		return c.Same(s, want)
	})
}

// Auto is the duration of a clip whose length the model chooses.
func Auto() api.Number { return api.Int(-1) }

// IsAuto reports whether the model chooses a duration.
func IsAuto(d api.Number) bool { return equal(d, Auto()) }

// compareDurations orders durations by length, then the one that the model chooses, then
// unknown ones.
func compareDurations(a, b api.Number) int {
	if IsAuto(a) == IsAuto(b) || !a.IsSet() || !b.IsSet() {
		return CompareNumbers(a, b)
	}
	if IsAuto(a) {
		return 1
	}
	return -1
}
