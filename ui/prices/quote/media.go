package quote

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
)

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

// Accepts reports whether the model accepts reference media of the kind: by the
// number it allows, else by whether it states any limit for them, else by its
// modes. A mode that the interface does not list proves nothing.
func Accepts(m *api.VideoModel, k Kind) Answer {
	c := constraintsOf(m, k)
	counts := []api.Number{Exact(c.MaxCount)}
	if k == Images {
		counts = append(counts, Exact(m.MaxInputImages))
	}
	limited := func(l limit) bool { return l.limit.IsSet() }
	kinds := map[string]Kind{"image2video": Images, "flf2video": Images, "multi-image2video": Images, "video2video": Videos}
	switch {
	case slices.ContainsFunc(counts, func(n api.Number) bool { return n.IsSet() && n.Sign() <= 0 }):
		return No
	case slices.ContainsFunc(counts, api.Number.IsSet), len(c.Formats) > 0, len(c.Unknown) > 0, slices.ContainsFunc(limits(c), limited),
		slices.ContainsFunc(m.Modes, func(mode string) bool { return kinds[fold(mode)] == k }):
		return Yes
	case k == Audios || len(m.Modes) == 0 || slices.ContainsFunc(m.Modes, func(mode string) bool { return fold(mode) != "text2video" }):
		return Unknown
	}
	return No
}

// Format normalises the name of a media format: "MP4", ".mp4" and "video/mp4"
// are the same, and so are "jpg" and "jpeg", "mov" and "quicktime".
func Format(f string) string {
	f = fold(f)
	f = strings.TrimPrefix(f[strings.LastIndexByte(f, '/')+1:], ".")
	aliases := map[string]string{"jpeg": "jpg", "quicktime": "mov", "tiff": "tif", "x-wav": "wav", "wave": "wav", "mpeg": "mpg"}
	return cmp.Or(aliases[f], f)
}

// FormatKind returns the kind of media of a normalised format, "" if it is not in
// the word table.
func FormatKind(format string) Kind {
	m, _ := NewValues(nil).words().longest(tokenize(format), wordFormat)
	return m.kind
}
