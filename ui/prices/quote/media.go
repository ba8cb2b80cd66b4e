package quote

import (
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
	switch k {
	case Videos:
		return &m.InputConstraints.Videos
	case Audios:
		return &m.InputConstraints.Audios
	}
	return &m.InputConstraints.Images
}

// Accepts reports whether the model accepts reference media of the kind: by the
// number it allows, else by whether it states any limit for them, else by its
// modes.
func Accepts(m *api.VideoModel, k Kind) Answer {
	c := constraintsOf(m, k)
	counts := []api.Number{c.MaxCount}
	if k == Images {
		counts = append(counts, m.MaxInputImages)
	}
	answer := Unknown
	for _, n := range counts {
		if count := Exact(n); count.IsSet() {
			if count.Sign() <= 0 {
				return No
			}
			answer = Yes
		}
	}
	if answer == Yes || limited(c) {
		return Yes
	}
	return acceptsByModes(m.Modes, k)
}

// acceptsByModes judges by the interface's modes. An unlisted mode proves
// nothing.
func acceptsByModes(modes []string, k Kind) Answer {
	onlyText := len(modes) > 0
	for _, mode := range modes {
		switch lower(mode) {
		case "text2video":
			continue
		case "image2video", "flf2video", "multi-image2video":
			if k == Images {
				return Yes
			}
		case "video2video":
			if k == Videos {
				return Yes
			}
		}
		onlyText = false
	}
	if onlyText && k != Audios {
		return No
	}
	return Unknown
}

// limited reports whether the model states any limit for the kind.
func limited(c *api.MediaConstraints) bool {
	for _, l := range limits(c) {
		if l.limit.IsSet() {
			return true
		}
	}
	return len(c.Formats) > 0 || len(c.Unknown) > 0
}

// Format normalises the name of a media format: "MP4", ".mp4" and "video/mp4"
// are the same, and so are "jpg" and "jpeg", "mov" and "quicktime".
func Format(f string) string {
	f = lower(f)
	f = strings.TrimPrefix(f[strings.LastIndexByte(f, '/')+1:], ".")
	switch f {
	case "jpeg":
		return "jpg"
	case "quicktime":
		return "mov"
	case "tiff":
		return "tif"
	case "x-wav", "wave":
		return "wav"
	case "mpeg":
		return "mpg"
	}
	return f
}

// FormatKind returns the kind of media of a normalised format, "" if it is not in
// the word table.
func FormatKind(format string) Kind {
	m, _ := NewValues(nil).words.longest(tokenize(format), wordFormat)
	return m.kind
}
