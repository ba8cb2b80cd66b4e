package quote

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/ui/text"
)

// Column is a sortable column of rows, by its name in the rows of the prices
// command.
type Column string

// The columns of a row.
const (
	ByName        Column = "name"
	ByLabel       Column = "label"
	ByScope       Column = "creditsScope"
	ByMode        Column = "mode"
	ByResolution  Column = "resolution"
	ByAspectRatio Column = "aspectRatio"
	ByDuration    Column = "duration"
	ByPrice       Column = "price"
	ByOriginPrice Column = "originPrice"
	ByPerSecond   Column = "perSecond"
	ByDiscount    Column = "discount"
	ByTag         Column = "tag"   // of the model, as the next two: for filters, not for sorting
	ByVideo       Column = "video" // accepts reference videos
	ByAudio       Column = "audio"
)

// credits reports whether the column is an amount of credits, which is
// comparable within one scope only.
func (c Column) credits() bool { return c == ByPrice || c == ByOriginPrice || c == ByPerSecond }

// Sort sorts rows by the column in place, keeping the order of equal rows.
// Unknown values come last in both directions. For amounts of credits the scopes
// stay apart: General, others by name, Unstated.
func Sort(rows []*Row, by Column, descending bool) {
	type keyed struct {
		key SortKey
		row *Row
	}
	list := make([]keyed, len(rows))
	for i, r := range rows {
		list[i] = keyed{r.SortKey(by), r}
	}
	slices.SortStableFunc(list, func(a, b keyed) int { return a.key.Compare(b.key, descending) })
	for i := range list {
		rows[i] = list[i].row
	}
}

// SortKey is the value of a row in a column, prepared for comparisons.
type SortKey struct {
	scope  Scope // first, for amounts of credits
	known  bool
	number float64 // the nearest one to amount; of a resolution, its lines
	text   string  // folded
	amount api.Number
}

// SortKey returns the key of the row for sorting by a column.
func (r *Row) SortKey(by Column) SortKey {
	s := r.Text(by)
	k := SortKey{known: s != "", text: fold(s)}
	switch amount := r.Amount(by); {
	case by == ByScope:
		k.number, k.text = float64(r.Model.Scope.rank()), s
	case by == ByResolution:
		k.number = lines(s)
	case amount.IsSet():
		k.known, k.amount = true, amount
		k.number, _ = amount.Float64()
	}
	if by.credits() {
		k.scope = r.Model.Scope
	}
	return k
}

// Compare is the order of Sort.
func (k SortKey) Compare(o SortKey, descending bool) int {
	switch {
	case k.scope != o.scope:
		return CompareScopes(k.scope, o.scope)
	case k.known != o.known && k.known:
		return -1
	case k.known != o.known:
		return 1
	}
	order := cmp.Or(cmp.Compare(k.number, o.number), cmp.Compare(k.text, o.text))
	if order == 0 && k.amount.IsSet() {
		order = k.amount.Cmp(o.amount)
	}
	if descending {
		return -order
	}
	return order
}

// Amount returns the row's amount in a column, unknown for a column of texts.
func (r *Row) Amount(c Column) api.Number {
	switch c {
	case ByDuration:
		return r.Duration
	case ByPrice:
		return r.Price
	case ByOriginPrice:
		return r.OriginPrice
	case ByPerSecond:
		return r.PerSecond
	case ByDiscount:
		return r.Discount
	}
	return api.Number{}
}

// Text returns the row's text in a column, "" for a column of amounts.
func (r *Row) Text(c Column) string {
	switch c {
	case ByName:
		return r.Model.Name
	case ByLabel:
		return r.Model.Label.Or("")
	case ByScope:
		return string(r.Model.Scope)
	case ByMode:
		return r.Mode
	case ByResolution:
		return r.Resolution
	case ByAspectRatio:
		return r.AspectRatio
	}
	return ""
}

// fold returns the form in which names of modes, resolutions, aspect ratios, tags
// and formats are compared: the service mixes their case.
func fold(s string) string { return text.Fold(strings.TrimSpace(s)) }

// CompareResolutions sorts "480p", "720P", "1080p", "2K", "4k" and "1920x1080"
// by size and all others after them by name.
func CompareResolutions(a, b string) int {
	return cmp.Or(cmp.Compare(lines(a), lines(b)), cmp.Compare(fold(a), fold(b)))
}

// lines estimates the number of lines of a resolution, for sorting only.
func lines(resolution string) float64 {
	s := fold(resolution)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, err := strconv.ParseFloat(s[:digits], 64)
	if err != nil {
		return math.Inf(1)
	}
	switch rest := s[digits:]; {
	case rest == "k" && n == 2:
		return 1440
	case rest == "k":
		return n * 540
	case strings.HasPrefix(rest, "x"):
		if m, err := strconv.ParseFloat(rest[1:], 64); err == nil {
			return min(n, m)
		}
	}
	return n
}
