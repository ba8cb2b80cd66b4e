package quote

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
)

// Constraint is a limit on reference media, by its name in 2.6.
type Constraint string

// Constraints that are not numeric, and AcceptsKind: the model does not accept
// this kind of media, or does not say so.
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
	Limit      api.Number // as sent; unset for Formats and AcceptsKind
	Allowed    []string   // for Formats
	Actual     api.Number // in the constraint's unit; unknown if that is why it cannot be checked
	Format     string     // the file's format, for Formats
}

// Verdict is whether a model accepts reference files.
type Verdict struct {
	Model    *Model
	Fit      Answer
	Findings []Finding // violations first
}

// Check checks the files, which belong to one request, against the model's
// inputConstraints (2.6).
func Check(m *Model, files []File) Verdict {
	v := Verdict{Model: m, Fit: Yes}
	for _, kind := range Kinds() {
		var of []int
		for i := range files {
			if files[i].Kind == kind {
				of = append(of, i)
			}
		}
		if len(of) > 0 {
			v.check(kind, files, of)
		}
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int { return b.Fit.Rank() - a.Fit.Rank() })
	if len(v.Findings) > 0 {
		v.Fit = v.Findings[0].Fit
	}
	return v
}

// check checks the files of one kind, which are at the given indexes.
func (v *Verdict) check(kind Kind, files []File, of []int) {
	m, c := v.Model.VideoModel, constraintsOf(v.Model.VideoModel, kind)
	count, total, known := api.Int(0), api.Int(0), api.Int(0)
	for _, i := range of {
		f := &files[i]
		n := api.Int(int64(max(f.Count, 1)))
		count, total = count.Add(n), total.Add(n.Mul(f.Duration))
		if f.Duration.IsSet() {
			known = known.Add(n.Mul(f.Duration))
		}
	}
	if !total.IsSet() && (Limit{Name: "max", Bound: c.MaxTotalDuration}).Admits(known) == No {
		total = known // too long even without the files of unknown duration
	}
	file, nth := -1, 0
	judge := func(l Limit, actual api.Number) {
		if f, ok := l.Judge(actual); ok {
			f.Kind, f.File, f.Nth = kind, file, nth
			v.Findings = append(v.Findings, f)
		}
	}
	answer := accepts(m, kind)
	if answer == Unknown || answer == No && !c.MaxCount.IsSet() && !(kind == Images && m.MaxInputImages.IsSet()) {
		v.Findings = append(v.Findings, Finding{Fit: answer, Kind: kind, File: -1, Constraint: AcceptsKind, Unit: Files, Actual: count})
	}
	judge(Limit{"maxCount", Files, c.MaxCount, nil}, count)
	if kind == Images {
		judge(Limit{"maxInputImages", Files, m.MaxInputImages, nil}, count)
	}
	for nth, file = range of {
		f := &files[file]
		if found, ok := JudgeFormat(c.Formats, f.Format); ok {
			found.Kind, found.File, found.Nth = kind, file, nth
			v.Findings = append(v.Findings, found)
		}
		for _, l := range limits(c) {
			if l.Of != nil {
				judge(l, l.Of(f))
			}
		}
	}
	file = -1
	judge(Limit{"maxTotalDuration", Seconds, c.MaxTotalDuration, nil}, total)
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
	bound := Exact(l.Bound)
	if !bound.IsSet() || !actual.IsSet() {
		return Unknown
	}
	if d := CompareNumbers(actual, bound); d == 0 || d < 0 == strings.HasPrefix(string(l.Name), "max") {
		return Yes
	}
	return No
}

// Judge returns the finding of a value that is not within the limit, or may not be.
func (l Limit) Judge(actual api.Number) (f Finding, found bool) {
	fit := l.Admits(actual)
	return Finding{Fit: fit, File: -1, Constraint: l.Name, Unit: l.Unit, Limit: l.Bound, Actual: actual}, fit != Yes
}

// JudgeFormat returns the finding of a file's format that is not among those allowed, if
// there are any, or may not be.
func JudgeFormat(allowed []string, format string) (f Finding, found bool) {
	if len(allowed) == 0 || slices.ContainsFunc(allowed, func(a string) bool { return Format(a) == format }) {
		return f, false
	}
	f = Finding{Fit: Unknown, File: -1, Constraint: Formats, Allowed: allowed, Format: format}
	if format != "" {
		f.Fit = No
	}
	return f, true
}

// limits returns the numeric constraints in the interface's order.
func limits(c *api.MediaConstraints) []Limit {
	duration := func(f *File) api.Number { return f.Duration }
	ratio := func(f *File) api.Number { return f.AspectRatio }
	width := func(f *File) api.Number { return f.Width }
	pixels := func(f *File) api.Number { return f.Width.Mul(f.Height) }
	fps := func(f *File) api.Number { return f.FPS }
	return []Limit{
		{"maxCount", Files, c.MaxCount, nil},
		{"minDuration", Seconds, c.MinDuration, duration},
		{"maxDuration", Seconds, c.MaxDuration, duration},
		{"maxTotalDuration", Seconds, c.MaxTotalDuration, nil},
		{"maxSizeMb", Megabytes, c.MaxSizeMb, func(f *File) api.Number { return f.SizeMB }},
		{"minAspectRatio", Plain, c.MinAspectRatio, ratio},
		{"maxAspectRatio", Plain, c.MaxAspectRatio, ratio},
		{"minWidth", Pixels, c.MinWidth, width},
		{"maxWidth", Pixels, c.MaxWidth, width},
		{"minPixels", Pixels, c.MinPixels, pixels},
		{"maxPixels", Pixels, c.MaxPixels, pixels},
		{"minFps", FramesPerSecond, c.MinFps, fps},
		{"maxFps", FramesPerSecond, c.MaxFps, fps},
	}
}

// Kind is a kind of reference media, by its name in inputConstraints (2.6).
type Kind string

// The kinds of reference media.
const (
	Images Kind = "images"
	Videos Kind = "videos"
	Audios Kind = "audios"
)

// Kinds returns all kinds, in the interface's order.
func Kinds() [3]Kind { return [3]Kind{Images, Videos, Audios} }

// Answer is whether a file or a kind of media fits, or unknown because the catalog
// or the file does not say.
type Answer string

// The answers.
const (
	Yes     Answer = "fits"
	Unknown Answer = "unknown"
	No      Answer = "rejected"
)

// Rank sorts answers: 0 for Yes, 1 for Unknown, 2 for No.
func (a Answer) Rank() int { return slices.Index([]Answer{Yes, Unknown, No}, a) }

func constraintsOf(m *api.VideoModel, k Kind) *api.MediaConstraints {
	c := &m.InputConstraints
	return map[Kind]*api.MediaConstraints{Images: &c.Images, Videos: &c.Videos, Audios: &c.Audios}[k]
}

// accepts reports whether the model accepts reference media of the kind: by the
// number it allows, else by whether it states any limit for them, else by its
// modes. A mode that the interface does not list proves nothing.
func accepts(m *api.VideoModel, k Kind) Answer {
	c := constraintsOf(m, k)
	counts := []api.Number{Exact(c.MaxCount)}
	if k == Images {
		counts = append(counts, Exact(m.MaxInputImages))
	}
	limited := func(l Limit) bool { return l.Bound.IsSet() }
	kinds := map[string]Kind{"image2video": Images, "flf2video": Images, "multi-image2video": Images, "video2video": Videos}
	switch {
	case slices.ContainsFunc(counts, func(n api.Number) bool { return n.IsSet() && n.Sign() <= 0 }):
		return No
	case slices.ContainsFunc(counts, api.Number.IsSet), len(c.Formats) > 0, len(c.Unknown) > 0, slices.ContainsFunc(limits(c), limited),
		slices.ContainsFunc(m.Modes, func(mode string) bool { return kinds[folded(mode)] == k }):
		return Yes
	case k == Audios || len(m.Modes) == 0 || slices.ContainsFunc(m.Modes, func(mode string) bool { return folded(mode) != "text2video" }):
		return Unknown
	}
	return No
}

// Format normalises the name of a media format: "MP4", ".mp4" and "video/mp4"
// are the same, and so are "jpg" and "jpeg", "mov" and "quicktime".
func Format(f string) string {
	f = folded(f)
	f = strings.TrimPrefix(f[strings.LastIndexByte(f, '/')+1:], ".")
	aliases := map[string]string{"jpeg": "jpg", "quicktime": "mov", "tiff": "tif", "x-wav": "wav", "wave": "wav", "mpeg": "mpg", "m4v": "mp4", "apng": "png", "oga": "ogg", "ogv": "ogg", "opus": "ogg", "heif": "heic", "asf": "wmv"}
	return cmp.Or(aliases[f], f)
}
