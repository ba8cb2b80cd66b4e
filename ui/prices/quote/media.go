package quote

import (
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

// Kinds are all kinds, in the interface's order.
func Kinds() [3]Kind { return [3]Kind{Images, Videos, Audios} }

// Answer is yes, no, or that the catalog does not tell.
type Answer uint8

const (
	// CannotTell: a fact is missing.
	CannotTell Answer = iota
	// Yes and No are what they say.
	Yes
	No
)

func constraintsOf(m *api.VideoModel, k Kind) *api.MediaConstraints {
	switch k {
	case Videos:
		return &m.InputConstraints.Videos
	case Audios:
		return &m.InputConstraints.Audios
	}
	return &m.InputConstraints.Images
}

// Accepts tells whether the model takes reference media of the kind: by how
// many it allows, else by whether it states any limit for them, else by its
// modes.
func Accepts(m *api.VideoModel, k Kind) Answer {
	c := constraintsOf(m, k)
	counts := []api.Number{c.MaxCount}
	if k == Images {
		counts = append(counts, m.MaxInputImages)
	}
	answer := CannotTell
	for _, n := range counts {
		if count := AmountOf(n); count.Known() {
			if count.Sign() <= 0 {
				return No
			}
			answer = Yes
		}
	}
	if answer == Yes || !unlimited(c) {
		return Yes
	}
	return acceptsByModes(m.Modes, k)
}

// acceptsByModes knows the interface's modes; an open one tells nothing.
func acceptsByModes(modes []string, k Kind) Answer {
	onlyText := len(modes) > 0
	for _, mode := range modes {
		switch strings.ToLower(strings.TrimSpace(mode)) {
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
	return CannotTell
}

// unlimited reports whether nothing is stated for the kind.
func unlimited(c *api.MediaConstraints) bool {
	if c.MaxCount.IsSet() || len(c.Formats) > 0 || len(c.Unknown) > 0 {
		return false
	}
	for _, l := range limits(c) {
		if l.limit.IsSet() {
			return false
		}
	}
	return true
}

// format is the bare name of a media format: "MP4", ".mp4", "video/mp4" and
// "mp4" are one, and so are "jpg" and "jpeg", "mov" and "quicktime".
func format(f string) string {
	f = strings.ToLower(strings.TrimSpace(f))
	if i := strings.LastIndexByte(f, '/'); i >= 0 {
		f = f[i+1:]
	}
	f = strings.TrimPrefix(f, ".")
	switch f {
	case "jpeg":
		return "jpg"
	case "quicktime":
		return "mov"
	case "tiff":
		return "tif"
	case "x-wav":
		return "wav"
	}
	return f
}
