package quote

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
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
	slices.SortStableFunc(rows, func(a, b *Row) int { return Compare(a, b, by, descending) })
}

// Compare is the order of Sort.
func Compare(a, b *Row, by Column, descending bool) int {
	if by.credits() && a.Model.Scope != b.Model.Scope {
		return compareScopes(a.Model.Scope, b.Model.Scope)
	}
	return compareRows(a, b, by, descending)
}

func compareRows(a, b *Row, by Column, descending bool) int {
	order, last := 0, false // an unknown value comes last in both directions
	switch s, t := a.Text(by), b.Text(by); {
	case by == ByScope:
		order, last = compareScopes(a.Model.Scope, b.Model.Scope), s == "" || t == ""
	case s == "" && t == "":
		x, y := a.Amount(by), b.Amount(by)
		order, last = CompareNumbers(x, y), !x.IsSet() || !y.IsSet()
	case s == "" || t == "":
		order, last = cmp.Compare(t, s), true
	case by == ByResolution:
		order = CompareResolutions(s, t)
	default:
		order = cmp.Compare(lower(s), lower(t))
	}
	if descending && !last {
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

func lower(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// CompareResolutions sorts "480p", "720P", "1080p", "2K", "4k" and "1920x1080"
// by size and all others after them by name.
func CompareResolutions(a, b string) int {
	return cmp.Or(cmp.Compare(lines(a), lines(b)), cmp.Compare(lower(a), lower(b)))
}

// lines estimates the number of lines of a resolution, for sorting only.
func lines(resolution string) float64 {
	text := lower(resolution)
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.ParseFloat(text[:digits], 64)
	if err != nil {
		return math.Inf(1)
	}
	switch rest := text[digits:]; {
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
