package media

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"channeldeck/api"
)

// Unit is the unit of a limit's numbers.
type Unit string

// The units of 2.6, and those of what platforms limit.
const (
	Plain           Unit = "" // names, or a ratio
	Seconds         Unit = "seconds"
	Megabytes       Unit = "megabytes"
	Pixels          Unit = "pixels"
	FramesPerSecond Unit = "fps"
	Files           Unit = "files"
	Bytes           Unit = "bytes"
	Characters      Unit = "characters"
)

// Constraint is a limit on media, by its name in 2.6 or in a platform's rules.
type Constraint string

// Constraints that are not numeric, and AcceptsKind: this kind of media is not accepted, or
// nothing is stated about it.
const (
	Formats      Constraint = "formats"
	AspectRatios Constraint = "aspectRatios"
	AcceptsKind  Constraint = "accepts"
)

// Finding is a constraint that a file or a text violates or that cannot be checked.
type Finding struct {
	Fit        Answer // No or Unknown
	Kind       Kind
	File       int // index of the file, -1 if it concerns all files of the kind
	Nth        int // index of the file among those of its kind
	Constraint Constraint
	Unit       Unit       // of Limit and Actual
	Limit      api.Number // as sent; unset for constraints that are not numeric
	Allowed    []string   // for Formats and AspectRatios
	Actual     api.Number // in the constraint's unit; unknown if that is why it cannot be checked
	Format     string     // the file's format, for Formats
}

// Bound splits a numeric constraint into min or max and the quantity that it limits.
func (c Constraint) Bound() (bound, quantity string) {
	if strings.HasPrefix(string(c), "min") || strings.HasPrefix(string(c), "max") {
		return string(c[:3]), string(c[3:])
	}
	return "", string(c)
}

// Limit is a numeric constraint. Its name begins with min or max.
type Limit struct {
	Name  Constraint
	Unit  Unit
	Bound api.Number
	Of    func(*File) api.Number // what it limits; nil for limits on several files or on texts
}

// admits reports whether the value is within the limit. An unset limit admits
// everything.
func (l Limit) admits(actual api.Number) Answer {
	if !l.Bound.IsSet() {
		return Yes
	}
	if _, ok := exact(l.Bound); !ok || !actual.IsSet() {
		return Unknown
	}
	bound, _ := l.Name.Bound()
	if d := actual.Cmp(l.Bound); d == 0 || d < 0 == (bound == "max") {
		return Yes
	}
	return No
}

// exact returns a number as a float; ok is false if it is not set, or too large for exact
// arithmetic.
func exact(n api.Number) (f float64, ok bool) {
	f, ok = n.Float64()
	return f, ok && !math.IsInf(f, 0)
}

// rules are what is stated about the files of one kind.
type rules struct {
	formats []string // allowed; nil for any
	ratios  []string // allowed aspect ratios such as 16:9; nil for any
	limits  []Limit
}

// judge returns the finding of a value that is not within a limit, or may not be.
func judge(l Limit, actual api.Number) []Finding {
	fit := l.admits(actual)
	if fit == Yes {
		return nil
	}
	return []Finding{{Fit: fit, File: -1, Constraint: l.Name, Unit: l.Unit, Limit: l.Bound, Actual: actual}}
}

// check returns what is wrong with a file, or cannot be checked.
func (r *rules) check(f *File) (list []Finding) {
	allowed := func(a string) bool { return Format(a) == f.Format }
	if len(r.formats) > 0 && !slices.ContainsFunc(r.formats, allowed) {
		found := Finding{Fit: Unknown, File: -1, Constraint: Formats, Allowed: r.formats, Format: f.Format}
		if f.Format != "" {
			found.Fit = No
		}
		list = append(list, found)
	}
	for _, l := range r.limits {
		if l.Of != nil {
			list = append(list, judge(l, l.Of(f))...)
		}
	}
	if len(r.ratios) > 0 && !hasRatio(f.AspectRatio, r.ratios) {
		found := Finding{Fit: Unknown, File: -1, Constraint: AspectRatios, Allowed: r.ratios, Actual: f.AspectRatio}
		if f.AspectRatio.IsSet() {
			found.Fit = No
		}
		list = append(list, found)
	}
	return list
}

// hasRatio reports whether an aspect ratio is in a list such as 16:9 and 9:16. Pixels are
// whole numbers, so a hundredth is no difference.
func hasRatio(actual api.Number, allowed []string) bool {
	is, known := exact(actual)
	return known && slices.ContainsFunc(allowed, func(ratio string) bool {
		want, ok := new(big.Rat).SetString(strings.Replace(ratio, ":", "/", 1))
		if !ok || want.Sign() <= 0 {
			return false
		}
		w, _ := want.Float64()
		return is > w*0.99 && is < w*1.01
	})
}

// worst sorts findings, violations first, and returns the verdict that follows.
func worst(list []Finding) Answer {
	slices.SortStableFunc(list, func(a, b Finding) int { return b.Fit.Rank() - a.Fit.Rank() })
	if len(list) == 0 {
		return Yes
	}
	return list[0].Fit
}
