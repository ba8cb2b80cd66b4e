// Package media reads media files and compares them with what models state about the files
// that they take. It returns verdicts with their reasons; who shows them puts them into words.
package media

import (
	"cmp"
	"path/filepath"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fold"
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
func Kinds() [3]Kind {
	return [3]Kind{Images, Videos, Audios}
}

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
func (a Answer) Rank() int {
	switch a {
	case Unknown:
		return 1
	case No:
		return 2
	default:
		return 0
	}
}

// File holds the figures of one reference file, or of several equal ones.
type File struct {
	Kind          Kind
	Path          string     // "" if the file was described, not read
	Count         int        // equal files, at least 1
	Duration      api.Number // seconds, each
	Width, Height api.Number // pixels
	AspectRatio   api.Number // width ÷ height
	FPS           api.Number // frames per second
	SizeMB        api.Number // MB of 1,000,000 bytes, each
	Format        string     // of the content, normalised: mp4, jpg; "" if unknown
	NoProbe       bool       // figures are unknown because ffprobe is not installed
}

// Missing returns the figures that matter for the file's kind and are unknown:
// "duration", "pixels" and "fps".
func (f *File) Missing() []string {
	var list []string
	if f.Kind != Images && !f.Duration.IsSet() {
		list = append(list, "duration")
	}
	if f.Kind != Audios && !(f.Width.IsSet() && f.Height.IsSet()) {
		list = append(list, "pixels")
	}
	if f.Kind == Videos && !f.FPS.IsSet() {
		list = append(list, "fps")
	}
	return list
}

// Extension returns the extension by which platforms judge the format of the file: that of
// the name of a video, however its content is stored, else the format.
func (f *File) Extension() string {
	name := Format(filepath.Ext(f.Path))
	if f.Kind == Videos && name != "" {
		return name
	}
	return f.Format
}

// Bytes returns the size of the file in bytes, unknown if it is not known.
func (f *File) Bytes() api.Number {
	return f.SizeMB.Mul(api.Int(1_000_000))
}

// Format normalises the name of a media format: "MP4", ".mp4" and "video/mp4"
// are the same, and so are "jpg" and "jpeg", "mov" and "quicktime".
func Format(f string) string {
	f = fold.String(strings.TrimSpace(f))
	f = strings.TrimPrefix(f[strings.LastIndexByte(f, '/')+1:], ".")
	aliases := map[string]string{
		"jpeg": "jpg", "quicktime": "mov", "tiff": "tif", "x-wav": "wav", "wave": "wav",
		"mpeg": "mpg", "apng": "png", "oga": "ogg", "ogv": "ogg", "opus": "ogg", "heif": "heic",
		"asf": "wmv",
	}
	return cmp.Or(aliases[f], f)
}

// container returns the format whose readers read a file too: an m4v is an mp4.
func container(f string) string {
	if f = Format(f); f == "m4v" {
		return "mp4"
	}
	return f
}
