// Package media reads what a file states about itself: format, size, duration,
// pixels and frame rate. It reads the headers of images, MP4, QuickTime, WAV and
// MP3 itself, within a fixed budget, and runs ffprobe, if it is installed, for missing
// figures and for all other formats, such as WebM.
//
// It has its own readers because the libraries for these containers are not available,
// decode the whole file, or allocate as much memory as a hostile header claims.
package media

import (
	"context"
	"errors"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	_ "golang.org/x/image/webp"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
)

// ErrNotAFile is returned for directories, devices and pipes.
var ErrNotAFile = errors.New("not a regular file")

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
	f := parse(r, info.Size())
	f.Path = path
	if f.Format == "" {
		f.Format = quote.Format(filepath.Ext(path))
		f.Kind = quote.FormatKind(f.Format)
	}
	if len(f.Missing()) > 0 {
		ffprobe(ctx, path, &f)
	}
	return f, nil
}

// parse reads the headers of a file.
func parse(r io.ReaderAt, size int64) quote.File {
	f := quote.File{SizeMB: fraction(uint64(size), 1_000_000)}
	s := &source{r: r, size: size, budget: maxBudget}
	head := s.bytes(0, 12)
	name := func(from, to int) string {
		if len(head) < to {
			return ""
		}
		return string(head[from:to])
	}
	switch {
	case name(4, 8) == "ftyp", name(4, 8) == "moov", name(4, 8) == "wide", name(4, 8) == "mdat":
		s.mp4(&f)
	case name(0, 4) == "RIFF" && name(8, 12) == "WAVE":
		s.wav(&f)
	default:
		if !s.image(&f) {
			s.mp3(&f)
		}
	}
	return f
}

// image reads the configuration of an image.
func (s *source) image(f *quote.File) bool {
	config, format, err := image.DecodeConfig(io.NewSectionReader(s.r, 0, min(s.size, maxBudget)))
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return false
	}
	f.Kind, f.Format = quote.Images, quote.Format(format)
	f.Width, f.Height = api.Int(int64(config.Width)), api.Int(int64(config.Height))
	return true
}

// maxBudget bounds the bytes read of one file, where each read counts as readCost
// more.
const (
	maxBudget = 4 << 20
	readCost  = 64
)

// source reads a file within a budget.
type source struct {
	r      io.ReaderAt
	size   int64
	budget int
}

// bytes returns n bytes at an offset, fewer at the end of the file, and none once
// the budget is spent.
func (s *source) bytes(offset int64, n int) []byte {
	if s.budget -= n + readCost; s.budget < 0 || offset < 0 || offset >= s.size {
		return nil
	}
	b := make([]byte, n)
	read, _ := s.r.ReadAt(b, offset)
	return b[:read]
}

// fraction returns a ÷ b, unknown if either is 0.
func fraction(a, b uint64) api.Number {
	if a == 0 || b == 0 {
		return api.Number{}
	}
	return api.NewNumber(new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)))
}
