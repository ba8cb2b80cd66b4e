package quote

import (
	"slices"

	"channeldeck/api"
)

// Constraint is a limit on reference media, by its name in 2.6.
type Constraint string

// The constraints of 2.6. The last is no member of a model: it says that the
// model does not take, or not tell that it takes, this kind of media.
const (
	MaxCount         Constraint = "maxCount"
	MaxInputImages   Constraint = "maxInputImages"
	Formats          Constraint = "formats"
	MinDuration      Constraint = "minDuration"
	MaxDuration      Constraint = "maxDuration"
	MaxTotalDuration Constraint = "maxTotalDuration"
	MaxSizeMB        Constraint = "maxSizeMb"
	MinAspectRatio   Constraint = "minAspectRatio"
	MaxAspectRatio   Constraint = "maxAspectRatio"
	MinWidth         Constraint = "minWidth"
	MaxWidth         Constraint = "maxWidth"
	MinPixels        Constraint = "minPixels"
	MaxPixels        Constraint = "maxPixels"
	MinFPS           Constraint = "minFps"
	MaxFPS           Constraint = "maxFps"
	AcceptsKind      Constraint = "accepts"
)

// Finding is one constraint that a file breaks, or that cannot be judged.
type Finding struct {
	Fit        Answer // No or CannotTell
	Kind       Kind
	File       int // index of the file, -1 where it is about all of the kind
	Constraint Constraint
	Limit      api.Number // as the service sent it; missing for Formats and AcceptsKind
	Allowed    []string   // the formats, for Formats
	Actual     Amount     // the file's value in the constraint's unit; unknown where that is what is missing
	Format     string     // the file's format, for Formats
}

// Verdict is what one model says to reference files.
type Verdict struct {
	Model    *api.VideoModel
	Fit      Answer
	Findings []Finding // what rejects first, then what cannot be told
	Unread   []string  // constraints on these kinds that the interface does not list, so not judged
}

// Word is what files and pipes call the verdict: fits, rejected or unknown.
func (v *Verdict) Word() string {
	switch v.Fit {
	case Yes:
		return "fits"
	case No:
		return "rejected"
	}
	return "unknown"
}

// Rank orders verdicts, from 0: what fits, what cannot be told, what does not.
func (v *Verdict) Rank() int {
	switch v.Fit {
	case Yes:
		return 0
	case No:
		return 2
	}
	return 1
}

// First is the finding that decides, nil where everything fits.
func (v *Verdict) First() *Finding {
	if len(v.Findings) == 0 {
		return nil
	}
	return &v.Findings[0]
}

// Check judges the files, together one request's references, by the model's
// inputConstraints (2.6).
func Check(m *api.VideoModel, files []File) Verdict {
	v := Verdict{Model: m, Fit: Yes}
	for _, kind := range Kinds() {
		v.checkKind(m, kind, files)
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int { return int(b.Fit) - int(a.Fit) })
	if first := v.First(); first != nil {
		v.Fit = first.Fit
	}
	return v
}

func (v *Verdict) checkKind(m *api.VideoModel, kind Kind, files []File) {
	count, total := Whole(0), Whole(0)
	for _, f := range files {
		if f.Kind == kind {
			n := Whole(int64(max(f.Count, 1)))
			count, total = count.Plus(n), total.Plus(n.Times(f.Duration))
		}
	}
	if count.Sign() == 0 {
		return
	}
	c := constraintsOf(m, kind)
	accepts := Accepts(m, kind)
	if accepts == CannotTell || accepts == No && !c.MaxCount.IsSet() && !(kind == Images && m.MaxInputImages.IsSet()) {
		v.Findings = append(v.Findings, Finding{Fit: accepts, Kind: kind, File: -1, Constraint: AcceptsKind, Actual: count})
	}
	judge := func(file int, l limit, actual Amount) {
		if fit := l.admits(actual); fit != Yes {
			v.Findings = append(v.Findings, Finding{Fit: fit, Kind: kind, File: file, Constraint: l.name, Limit: l.limit, Actual: actual})
		}
	}
	judge(-1, limit{MaxCount, c.MaxCount, true, nil}, count)
	if kind == Images {
		judge(-1, limit{MaxInputImages, m.MaxInputImages, true, nil}, count)
	}
	for i := range files {
		if files[i].Kind != kind {
			continue
		}
		v.checkFormat(kind, i, c.Formats, files[i].Format)
		for _, l := range limits(c) {
			if l.fact != nil {
				judge(i, l, l.fact(&files[i]))
			}
		}
	}
	if most := (limit{MaxTotalDuration, c.MaxTotalDuration, true, nil}); !total.Known() && most.admits(knownDuration(files, kind)) == No {
		judge(-1, most, knownDuration(files, kind)) // too long already without what is not known
	} else {
		judge(-1, most, total)
	}
	for name := range api.Members(c.Unknown) {
		v.Unread = append(v.Unread, "inputConstraints."+string(kind)+"."+name)
	}
}

func (v *Verdict) checkFormat(kind Kind, file int, allowed []string, have string) {
	if len(allowed) == 0 {
		return
	}
	f := Finding{Kind: kind, File: file, Constraint: Formats, Allowed: allowed, Format: have}
	if have != "" {
		for _, a := range allowed {
			if format(a) == format(have) {
				return
			}
		}
		f.Fit = No
	}
	v.Findings = append(v.Findings, f)
}

// knownDuration sums the durations that are known.
func knownDuration(files []File, kind Kind) Amount {
	sum := Whole(0)
	for _, f := range files {
		if f.Kind == kind && f.Duration.Known() {
			sum = sum.Plus(f.Duration.Times(Whole(int64(max(f.Count, 1)))))
		}
	}
	return sum
}

// limit is one numeric constraint and the fact of a file that it is about; nil
// for those about several files.
type limit struct {
	name  Constraint
	limit api.Number
	upper bool
	fact  func(*File) Amount
}

// admits reports whether the value is within the limit; a limit that was not
// sent admits all.
func (l limit) admits(actual Amount) Answer {
	if !l.limit.IsSet() {
		return Yes
	}
	bound := AmountOf(l.limit)
	if !bound.Known() || !actual.Known() {
		return CannotTell
	}
	if d := actual.Cmp(bound); d == 0 || d < 0 == l.upper {
		return Yes
	}
	return No
}

// limits are the numeric constraints that any kind may carry.
func limits(c *api.MediaConstraints) [13]limit {
	duration := func(f *File) Amount { return f.Duration }
	ratio := func(f *File) Amount { return f.AspectRatio }
	width := func(f *File) Amount { return f.Width }
	pixels := func(f *File) Amount { return f.Width.Times(f.Height) }
	fps := func(f *File) Amount { return f.FPS }
	return [13]limit{
		{MinDuration, c.MinDuration, false, duration},
		{MaxDuration, c.MaxDuration, true, duration},
		{MaxTotalDuration, c.MaxTotalDuration, true, nil},
		{MaxSizeMB, c.MaxSizeMb, true, func(f *File) Amount { return f.SizeMB }},
		{MinAspectRatio, c.MinAspectRatio, false, ratio},
		{MaxAspectRatio, c.MaxAspectRatio, true, ratio},
		{MinWidth, c.MinWidth, false, width},
		{MaxWidth, c.MaxWidth, true, width},
		{MinPixels, c.MinPixels, false, pixels},
		{MaxPixels, c.MaxPixels, true, pixels},
		{MinFPS, c.MinFps, false, fps},
		{MaxFPS, c.MaxFps, true, fps},
		{MaxCount, c.MaxCount, true, nil},
	}
}
