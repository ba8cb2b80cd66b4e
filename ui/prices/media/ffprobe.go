package media

import (
	"cmp"
	"context"
	"encoding/json"
	"math/big"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
)

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
