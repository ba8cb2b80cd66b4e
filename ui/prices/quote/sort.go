package quote

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Column is what rows are sorted by, by its name in the rows of the prices
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
)

// Credits reports whether the column is an amount of credits, which compares
// only within one scope.
func (c Column) Credits() bool { return c == ByPrice || c == ByOriginPrice || c == ByPerSecond }

// Sort orders rows by the column, rising or falling, in place; what is equal
// keeps its order. What is unknown comes last either way. For amounts of
// credits the scopes stay apart: General, others by name, Unstated.
func Sort(rows []*Row, by Column, descending bool) {
	slices.SortStableFunc(rows, func(a, b *Row) int { return Compare(a, b, by, descending) })
}

// Compare is the order of Sort.
func Compare(a, b *Row, by Column, descending bool) int {
	if by.Credits() && a.Scope != b.Scope {
		return compareScopes(a.Scope, b.Scope)
	}
	return compareRows(a, b, by, descending)
}

func compareRows(a, b *Row, by Column, descending bool) int {
	switch by {
	case ByLabel:
		return compareText(a.Model.Label.Or(""), b.Model.Label.Or(""), descending)
	case ByScope:
		return turn(compareScopes(a.Scope, b.Scope), descending && a.Scope != Unstated && b.Scope != Unstated)
	case ByMode:
		return compareText(a.Mode, b.Mode, descending)
	case ByAspectRatio:
		return compareText(a.AspectRatio, b.AspectRatio, descending)
	case ByResolution:
		if a.Resolution == "" || b.Resolution == "" {
			return compareText(a.Resolution, b.Resolution, descending)
		}
		return turn(CompareResolutions(a.Resolution, b.Resolution), descending)
	case ByDuration:
		return compareAmounts(a.Duration, b.Duration, descending)
	case ByPrice:
		return compareAmounts(a.Price, b.Price, descending)
	case ByOriginPrice:
		return compareAmounts(a.OriginPrice, b.OriginPrice, descending)
	case ByPerSecond:
		return compareAmounts(a.PerSecond, b.PerSecond, descending)
	case ByDiscount:
		return compareAmounts(a.Discount, b.Discount, descending)
	}
	return compareText(a.Model.Name, b.Model.Name, descending)
}

func turn(order int, descending bool) int {
	if descending {
		return -order
	}
	return order
}

func compareAmounts(a, b Amount, descending bool) int {
	return turn(a.Cmp(b), descending && a.Known() && b.Known())
}

// compareText orders without case, empty last.
func compareText(a, b string, descending bool) int {
	if a == "" || b == "" {
		return cmp.Compare(len(b), len(a)) // at least one is 0
	}
	return turn(compareFold(a, b), descending)
}

func compareFold(a, b string) int {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if d := cmp.Compare(unicode.ToLower(x), unicode.ToLower(y)); d != 0 {
			return d
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// CompareResolutions orders "480p", "720P", "1080p", "2K", "4k" and
// "1920x1080" by size, all others after them by name.
func CompareResolutions(a, b string) int {
	if d := cmp.Compare(lines(a), lines(b)); d != 0 {
		return d
	}
	return compareFold(a, b)
}

// lines is about how many lines a resolution has, for ordering only.
func lines(resolution string) float64 {
	text := strings.ToLower(strings.TrimSpace(resolution))
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
