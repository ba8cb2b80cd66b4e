package media

import (
	"slices"

	"channeldeck/api"
	"channeldeck/api/fold"
)

// ModelVerdict is whether a model accepts reference files.
type ModelVerdict struct {
	Fit      Answer
	Findings []Finding // violations first
}

// CheckModel checks files, which belong to one request, against a model's
// inputConstraints (2.6).
func CheckModel(m *api.VideoModel, files []File) ModelVerdict {
	var v ModelVerdict
	for _, kind := range Kinds() {
		var of []int
		for i := range files {
			if files[i].Kind == kind {
				of = append(of, i)
			}
		}
		if len(of) > 0 {
			v.Findings = append(v.Findings, checkKind(m, kind, files, of)...)
		}
	}
	v.Fit = worst(v.Findings)
	return v
}

// checkKind checks the files of one kind, which are at the given indexes.
func checkKind(m *api.VideoModel, kind Kind, files []File, of []int) (list []Finding) {
	c := Constraints(m, kind)
	add := func(file, nth int, found []Finding) {
		for _, f := range found {
			f.Kind = kind
			f.File = file
			f.Nth = nth
			list = append(list, f)
		}
	}
	count, total, known := sums(files, of)
	longest := Limit{
		Name:  "maxTotalDuration",
		Unit:  Seconds,
		Bound: c.MaxTotalDuration,
		Of:    nil,
	}
	if !total.IsSet() && longest.Admits(known) == No {
		total = known // too long even without the files of unknown duration
	}
	answer := Accepts(m, kind)
	if answer == Unknown || answer == No && !c.MaxCount.IsSet() &&
		!(kind == Images && m.MaxInputImages.IsSet()) {
		add(-1, 0, []Finding{{
			Fit:        answer,
			Constraint: AcceptsKind,
			Unit:       Files,
			Actual:     count,
		}})
	}
	add(-1, 0, judge(Limit{
		Name:  "maxCount",
		Unit:  Files,
		Bound: c.MaxCount,
		Of:    nil,
	}, count))
	if kind == Images {
		add(-1, 0, judge(Limit{
			Name:  "maxInputImages",
			Unit:  Files,
			Bound: m.MaxInputImages,
			Of:    nil,
		}, count))
	}
	for nth, i := range of {
		add(i, nth, checkFormat(&files[i], c.Formats))
		add(i, nth, checkLimits(&files[i], ModelLimits(c)))
	}
	add(-1, 0, judge(longest, total))
	return list
}

// sums returns how many files some entries stand for, their duration in seconds, and that of the files whose
// duration is known.
func sums(files []File, of []int) (count, seconds, known api.Number) {
	count = api.Int(0)
	seconds = api.Int(0)
	known = api.Int(0)
	for _, i := range of {
		n := api.Int(int64(max(files[i].Count, 1)))
		each := n.Mul(files[i].Duration)
		count = count.Add(n)
		seconds = seconds.Add(each)
		if each.IsSet() {
			known = known.Add(each)
		}
	}
	return count, seconds, known
}

// ModelLimits returns the numeric constraints on a kind of media in the interface's order.
func ModelLimits(c *api.MediaConstraints) []Limit {
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
		{"maxSizeMb", Megabytes, c.MaxSizeMb, func(f *File) api.Number {
			return f.SizeMB
		}},
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

// Constraints returns what a model states about a kind of media.
func Constraints(m *api.VideoModel, k Kind) *api.MediaConstraints {
	c := &m.InputConstraints
	switch k {
	case Images:
		return &c.Images
	case Videos:
		return &c.Videos
	case Audios:
		return &c.Audios
	default:
		return nil
	}
}

// Accepts reports whether a model accepts reference media of a kind: by the
// number it allows, else by whether it states any limit for them, else by its
// modes. A mode that the interface does not list proves nothing.
func Accepts(m *api.VideoModel, k Kind) Answer {
	c := Constraints(m, k)
	counts := []api.Number{c.MaxCount}
	if k == Images {
		counts = append(counts, m.MaxInputImages)
	}
	counts = slices.DeleteFunc(counts, func(n api.Number) bool {
		return !isExact(n)
	})
	limited := func(l Limit) bool { return l.Bound.IsSet() }
	kinds := map[string]Kind{
		"image2video":       Images,
		"flf2video":         Images,
		"multi-image2video": Images,
		"video2video":       Videos,
	}
	mode := func(matches func(string) bool) bool {
		return slices.ContainsFunc(m.Modes, func(mode string) bool {
			return matches(fold.String(mode))
		})
	}
	if slices.ContainsFunc(counts, func(n api.Number) bool { return n.Sign() <= 0 }) {
		return No
	}
	if len(counts) > 0 || len(c.Formats) > 0 || len(c.Unknown) > 0 ||
		slices.ContainsFunc(ModelLimits(c), limited) ||
		mode(func(name string) bool { return kinds[name] == k }) {
		return Yes
	}
	if k == Audios || len(m.Modes) == 0 || mode(func(name string) bool { return name != "text2video" }) {
		return Unknown
	}
	return No
}
