package media

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// probed is the output of ffprobe for a file.
type probed struct {
	Streams []struct {
		CodecType    string `json:"codec_type"`
		Width        uint32 `json:"width"`
		Height       uint32 `json:"height"`
		AvgFrameRate string `json:"avg_frame_rate"`
		Duration     string `json:"duration"`
		Disposition  struct {
			AttachedPic int `json:"attached_pic"` // 1 for the cover of an album
		} `json:"disposition"`
		SideData []struct {
			Rotation int `json:"rotation"` // in degrees, for display
		} `json:"side_data_list"`
	} `json:"streams"`
	Format struct {
		Duration string `json:"duration"`
	} `json:"format"`
}

// probe fills in unknown figures with ffprobe. What it prints depends on the content of the
// file, so it is bounded, and anything malformed leaves the figures unknown.
func probe(ctx context.Context, f *File) {
	ffprobe, err := exec.LookPath("ffprobe")
	if f.NoProbe = err != nil; f.NoProbe {
		return
	}
	path, err := filepath.Abs(f.Path)
	if err != nil {
		return
	}
	const timeout = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	// "file:" keeps a name such as "-i" or "http:x" from being an option or an address, and the
	// list of protocols keeps the content from naming one.
	cmd := exec.CommandContext(
		ctx, ffprobe, "-v", "error", "-protocol_whitelist", "file", "-of", "json",
		"-show_entries", "format=duration:"+
			"stream=codec_type,width,height,avg_frame_rate,duration:"+
			"stream_disposition=attached_pic:stream_side_data=rotation",
		"file:"+path,
	)
	var out boundedBuffer
	cmd.Stdout = &out
	cmd.WaitDelay = time.Second
	var p probed
	if cmd.Run() == nil && json.Unmarshal(out.b.Bytes(), &p) == nil {
		p.fill(f)
	}
}

// fill sets the kind, which depends on the streams of a container, and the figures that are
// unknown.
func (p *probed) fill(f *File) {
	set := func(field *api.Number, value api.Number) {
		if !field.IsSet() && value.Sign() > 0 {
			*field = value
		}
	}
	sound := false
	for _, s := range p.Streams {
		if s.CodecType == "audio" {
			sound = true
		}
		if s.CodecType != "video" || s.Disposition.AttachedPic != 0 {
			continue
		}
		for _, d := range s.SideData {
			if d.Rotation%180 != 0 {
				s.Width, s.Height = s.Height, s.Width
			}
		}
		set(&f.Width, api.Int(int64(s.Width)))
		set(&f.Height, api.Int(int64(s.Height)))
		if f.Kind == Images {
			return
		}
		f.Kind = Videos
		set(&f.FPS, rational(s.AvgFrameRate))
		set(&f.Duration, rational(s.Duration)) // the sound may be longer
		break
	}
	if sound && !f.Width.IsSet() {
		f.Kind = Audios
	}
	set(&f.Duration, rational(p.Format.Duration))
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

// boundedBuffer refuses more than any file with a few streams needs. The refusal closes the
// pipe of the process.
type boundedBuffer struct{ b bytes.Buffer }

func (o *boundedBuffer) Write(data []byte) (int, error) {
	const most = 64 << 10
	if o.b.Len()+len(data) > most {
		return 0, errors.New("too much output")
	}
	return o.b.Write(data)
}
