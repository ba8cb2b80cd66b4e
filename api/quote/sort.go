package quote

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fold"
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

// Compare orders two rows by the column. Unknown values come last in both directions.
// For amounts of credits the sites stay apart, and the scopes: General, others by name, Unstated.
func (c Column) Compare(a, b *Row, descending bool) int {
	if c == ByPrice || c == ByOriginPrice || c == ByPerSecond {
		order := a.Model.Credits.Compare(b.Model.Credits)
		if order != 0 {
			return order
		}
	}
	s := a.Text(c)
	t := b.Text(c)
	n := a.Amount(c)
	m := b.Amount(c)
	known := s != "" || n.IsSet()
	other := t != "" || m.IsSet()
	if known != other {
		if known {
			return -1
		}
		return 1
	}
	if !known {
		return 0
	}
	order := 0
	switch c {
	case ByScope:
		order = CompareScopes(Scope(s), Scope(t))
	case ByResolution:
		order = CompareResolutions(s, t)
	case ByDuration:
		order = compareDurations(n, m)
	default:
		order = cmp.Or(CompareNumbers(n, m), cmp.Compare(folded(s), folded(t)))
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

// Figure returns the row's amount in a column with the digits that the service sent, or
// computed to six places.
func (r *Row) Figure(c Column) api.Number {
	sent := r.Sent()
	if r.ByTime() { // the service sent no amount of the clip
		sent.Price = api.Number{}
		sent.OriginPrice = api.Number{}
	}
	var n api.Number
	switch c {
	case ByDuration:
		n = sent.Duration
	case ByPrice:
		n = sent.Price
	case ByOriginPrice:
		n = sent.OriginPrice
	}
	if !n.IsSet() {
		n = r.Amount(c).Round(6)
	}
	return n
}

// Text returns the row's text in a column, "" for a column of amounts.
func (r *Row) Text(c Column) string {
	switch c {
	case ByName:
		return r.Model.Name
	case ByLabel:
		return r.Model.Title()
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

// folded returns the form in which names of modes, resolutions, aspect ratios, tags and formats are
// compared: the service mixes their case.
func folded(s string) string {
	return fold.String(strings.TrimSpace(s))
}

// CompareResolutions sorts "480p", "720P", "1080p", "2K", "4k" and "1920x1080"
// by size and all others after them by name.
func CompareResolutions(a, b string) int {
	bySize := cmp.Compare(lines(a), lines(b))
	return cmp.Or(bySize, cmp.Compare(folded(a), folded(b)))
}

// lines estimates the number of lines of a resolution, for sorting only.
func lines(resolution string) float64 {
	s := folded(resolution)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, err := strconv.ParseFloat(s[:digits], 64)
	if err != nil {
		return math.Inf(1)
	}
	rest := s[digits:]
	if rest == "k" && n == 2 {
		return 1440
	}
	if rest == "k" {
		return n * 540
	}
	if strings.HasPrefix(rest, "x") {
		if m, err := strconv.ParseFloat(rest[1:], 64); err == nil {
			return min(n, m)
		}
	}
	return n
}
