// Package media reads what a file states about itself: format, size, duration,
// pixels and frame rate. It reads the headers of images, MP4, QuickTime, WAV and
// MP3 itself, within a fixed budget, and runs ffprobe, if it is installed, for missing
// figures and for all other formats, such as WebM.
//
// It has its own readers because the libraries for these containers are not available,
// decode the whole file, or allocate as much memory as a hostile header claims.
package media

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

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

// ffprobe fills in unknown figures, if ffprobe is installed.
func ffprobe(ctx context.Context, path string, f *quote.File) {
	const timeout = 10 * time.Second
	path, err := filepath.Abs(path)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-of", "json",
		"-show_entries", "format=duration:stream=codec_type,width,height,avg_frame_rate", "file:"+path)
	cmd.WaitDelay = time.Second
	var answer struct {
		Format  struct{ Duration string }
		Streams []struct {
			CodecType     string `json:"codec_type"`
			Width, Height uint64
			AvgFrameRate  string `json:"avg_frame_rate"`
		}
	}
	out, _ := cmd.Output() // it may fail after it printed what it found
	if json.Unmarshal(out, &answer) != nil {
		return
	}
	fill := func(field *api.Number, value api.Number) {
		if !field.IsSet() && value.Sign() > 0 {
			*field = value
		}
	}
	for _, s := range answer.Streams {
		switch {
		case s.CodecType == "video" && f.Kind != quote.Audios:
			f.Kind = cmp.Or(f.Kind, quote.Videos)
			fill(&f.Width, fraction(s.Width, 1))
			fill(&f.Height, fraction(s.Height, 1))
			if f.Kind == quote.Videos {
				fill(&f.FPS, rational(s.AvgFrameRate))
			}
		case s.CodecType == "audio":
			f.Kind = cmp.Or(f.Kind, quote.Audios)
		}
	}
	if f.Kind != quote.Images {
		fill(&f.Duration, rational(answer.Format.Duration))
	}
}

// rational reads 14.08 and 30000/1001; unknown for anything else.
func rational(s string) api.Number {
	const longest = 40
	if len(s) > longest || strings.Trim(s, "0123456789./") != "" {
		return api.Number{}
	}
	r, _ := new(big.Rat).SetString(s) // nil if it is malformed
	return api.NewNumber(r)
}
