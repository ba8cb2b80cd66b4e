package media

import (
	"context"
	"errors"
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
)

// ErrNotAFile is returned for directories, devices and pipes, ErrEmpty for empty files,
// ErrNotMedia for files whose content is not known to be an image, a video or audio, and
// ErrIncomplete for an MP4 whose end is missing.
var (
	ErrNotAFile   = errors.New("not a regular file")
	ErrEmpty      = errors.New("the file is empty")
	ErrNotMedia   = errors.New("not an image, video or audio file")
	ErrIncomplete = errors.New("the end of the file is missing")
)

// Read returns the figures of the media file at path, which may begin with
// "~/". Figures that the file does not state are unknown. The error is an
// [*os.PathError], which wraps ErrNotAFile, ErrEmpty, ErrNotMedia or fs.ErrNotExist where one of them is the reason.
func Read(ctx context.Context, path string) (File, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return File{}, err
		}
		path = filepath.Join(home, rest)
	}
	info, err := os.Stat(path) // before Open, which waits for the writer of a pipe
	if err != nil {
		return File{}, err
	}
	refuse := func(reason error) (File, error) {
		return File{}, &os.PathError{Op: "read", Path: path, Err: reason}
	}
	if !info.Mode().IsRegular() {
		return refuse(ErrNotAFile)
	}
	if info.Size() == 0 {
		return refuse(ErrEmpty)
	}
	r, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer r.Close()
	content, err := mimetype.DetectReader(r)
	if err != nil {
		return File{}, err
	}
	f := File{Path: path, SizeMB: api.Int(info.Size()).Quo(api.Int(1_000_000))}
	identify(&f, content)
	if err := readHeader(&f, io.NewSectionReader(r, 0, info.Size())); err != nil {
		return refuse(err)
	}
	if f.Format != "" && len(f.Missing()) > 0 {
		probe(ctx, &f)
	}
	if f.Kind == "" {
		return refuse(ErrNotMedia)
	}
	if f.Kind == Audios {
		switch f.Format {
		case "mp4", "m4v":
			f.Format = "m4a"
		case "wmv":
			f.Format = "wma"
		}
	}
	return f, nil
}

// identify sets kind and format of images, videos and audio; of an Ogg whose streams are
// not known the format only.
func identify(f *File, content *mimetype.MIME) {
	class, _, _ := strings.Cut(content.String(), "/")
	switch class {
	case "image":
		f.Kind = Images
	case "video":
		f.Kind = Videos
	case "audio":
		f.Kind = Audios
	}
	if content.Is("application/vnd.rn-realmedia-vbr") {
		f.Kind = Videos
	}
	if f.Kind != "" || content.Is("application/ogg") {
		f.Format = Format(content.Extension())
	}
}
