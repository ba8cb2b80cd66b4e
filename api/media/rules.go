package media

import (
	"math"
	"slices"
	"strings"

	"channeldeck/api"
)

// Unit is the unit of a limit's numbers.
type Unit string

// The units of 2.6, and those of what platforms state about posts.
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

// Constraint is a limit on media, by its name in 2.6.
type Constraint string

// Constraints that are not numeric, and AcceptsKind: this kind of media is not accepted, or
// nothing is stated about it.
const (
	Formats     Constraint = "formats"
	AcceptsKind Constraint = "accepts"
)

// Finding is a constraint that a file violates or that cannot be checked.
type Finding struct {
	Fit        Answer // No or Unknown
	Kind       Kind
	File       int // index of the file, -1 if it concerns all files of the kind
	Nth        int // index of the file among those of its kind
	Constraint Constraint
	Unit       Unit       // of Limit and Actual
	Limit      api.Number // as sent; unset for constraints that are not numeric
	Allowed    []string   // for Formats
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
	Of    func(*File) api.Number // what it limits; nil for limits on several files
}

// Admits reports whether the value is within the limit. An unset limit admits
// everything.
func (l Limit) Admits(actual api.Number) Answer {
	if !l.Bound.IsSet() {
		return Yes
	}
	if !isExact(l.Bound) || !actual.IsSet() {
		return Unknown
	}
	bound, _ := l.Name.Bound()
	d := actual.Cmp(l.Bound)
	if d == 0 || d < 0 == (bound == "max") {
		return Yes
	}
	return No
}

// isExact reports whether a number is set, and not too large for exact arithmetic.
func isExact(n api.Number) bool {
	f, ok := n.Float64()
	return ok && !math.IsInf(f, 0)
}

// judge returns the finding of a value that is not within a limit, or may not be.
func judge(l Limit, actual api.Number) []Finding {
	fit := l.Admits(actual)
	if fit == Yes {
		return nil
	}
	return []Finding{{
		Fit:        fit,
		File:       -1,
		Constraint: l.Name,
		Unit:       l.Unit,
		Limit:      l.Bound,
		Actual:     actual,
	}}
}

// checkFormat returns the finding of a file whose format is not allowed, or not known.
func checkFormat(f *File, allowed []string) []Finding {
	same := func(name string) bool {
		return container(name) == container(f.Format)
	}
	if len(allowed) == 0 || slices.ContainsFunc(allowed, same) {
		return nil
	}
	found := Finding{
		Fit:        Unknown,
		File:       -1,
		Constraint: Formats,
		Allowed:    allowed,
		Format:     f.Format,
	}
	if f.Format != "" {
		found.Fit = No
	}
	return []Finding{found}
}

// checkLimits returns what of a file is not within limits, or may not be.
func checkLimits(f *File, limits []Limit) (list []Finding) {
	for _, l := range limits {
		if l.Of != nil {
			list = append(list, judge(l, l.Of(f))...)
		}
	}
	return list
}

// worst sorts findings, violations first, and returns the verdict that follows.
func worst(list []Finding) Answer {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return b.Fit.Rank() - a.Fit.Rank()
	})
	if len(list) == 0 {
		return Yes
	}
	return list[0].Fit
}
