// Package media reads what a file states about itself. The content decides the kind and
// the format, whatever the name is. The pixels of an image come from its header; all other
// figures come from ffprobe, which has to be installed.
package media

import (
	"context"
	"errors"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gabriel-vasile/mimetype"
	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
)

// ErrNotAFile is returned for directories, devices and pipes, ErrNotMedia for files whose
// content is something else than an image, a video or audio.
var (
	ErrNotAFile = errors.New("not a regular file")
	ErrNotMedia = errors.New("not an image, video or audio file")
)

// Read returns the figures of the media file at path, which may begin with
// "~/". Figures that the file does not state are unknown. The error wraps
// fs.ErrNotExist for a missing file.
func Read(ctx context.Context, path string) (quote.File, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return quote.File{}, err
		}
		path = filepath.Join(home, rest)
	}
	info, err := os.Stat(path) // before Open, which waits for the writer of a pipe
	if err != nil {
		return quote.File{}, err
	}
	if !info.Mode().IsRegular() {
		return quote.File{}, &os.PathError{Op: "read", Path: path, Err: ErrNotAFile}
	}
	r, err := os.Open(path)
	if err != nil {
		return quote.File{}, err
	}
	defer r.Close()
	f := quote.File{Path: path, SizeMB: api.Int(info.Size()).Quo(api.Int(1_000_000))}
	content, err := mimetype.DetectReader(r)
	if err != nil {
		return f, err
	}
	if !identify(&f, content) {
		return f, &os.PathError{Op: "read", Path: path, Err: ErrNotMedia}
	}
	if f.Kind == quote.Images {
		const maxHeader = 4 << 20 // a photograph has a preview before its size
		config, _, err := image.DecodeConfig(io.NewSectionReader(r, 0, maxHeader))
		if err == nil && config.Width > 0 && config.Height > 0 {
			f.Width, f.Height = api.Int(int64(config.Width)), api.Int(int64(config.Height))
		}
	}
	if len(f.Missing()) > 0 {
		probe(ctx, &f)
	}
	return f, nil
}

// identify sets kind and format, and reports whether the content can be media: text and
// archives cannot. The name decides only where the content is not recognised.
func identify(f *quote.File, content *mimetype.MIME) bool {
	class, _, _ := strings.Cut(content.String(), "/")
	f.Kind = map[string]quote.Kind{"image": quote.Images, "video": quote.Videos, "audio": quote.Audios}[class]
	switch {
	case content.Is("audio/mp4"): // has the extension of a video
		f.Format = "m4a"
	case f.Kind != "":
		f.Format = quote.Format(content.Extension())
	case content.Is("application/octet-stream"):
		f.Format = quote.Format(filepath.Ext(f.Path))
		f.Kind = quote.FormatKind(f.Format)
	default:
		return false
	}
	return true
}
