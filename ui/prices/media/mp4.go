package media

import (
	"encoding/binary"

	"channeldeck/ui/prices/quote"
)

// boxes visits the boxes of ISO/IEC 14496-12 between two offsets.
func (s *source) boxes(from, to int64, visit func(name string, from, to int64)) {
	for from+8 <= to {
		head := s.bytes(from, 16)
		if len(head) < 8 {
			return
		}
		body, size := from+8, int64(binary.BigEndian.Uint32(head))
		switch {
		case size == 0:
			size = to - from
		case size == 1 && len(head) == 16:
			body, size = from+16, int64(binary.BigEndian.Uint64(head[8:]))
		}
		if size < body-from || size > to-from {
			return
		}
		visit(string(head[4:8]), body, from+size)
		from += size
	}
}

// track is what a track of an MP4 file states, or the file as a whole.
type track struct {
	handler         string // vide, soun, …
	width, height   uint64
	turned          bool // by 90 degrees for display
	scale, duration uint64
	samples         uint64
}

func (s *source) mp4(f *quote.File) {
	f.Format = "mov" // files without a brand are older than MP4
	var movie, video, audio track
	var fragments uint64 // the duration of a fragmented file
	var walk func(from, to int64, t *track)
	walk = func(from, to int64, t *track) {
		s.boxes(from, to, func(name string, from, to int64) {
			text := func(i int64) string { return string(s.bytes(from+i, 4)) }
			u32 := func(i int64) uint64 {
				var b [4]byte // zero beyond the end of the file
				copy(b[:], s.bytes(from+i, 4))
				return uint64(binary.BigEndian.Uint32(b[:]))
			}
			wide := u32(0)>>24 == 1 // version 1 has times of 64 bits
			duration := func(i int64) uint64 {
				d, unknown := u32(i), uint64(1<<32-1)
				if wide {
					d, unknown = d<<32|u32(i+4), 1<<64-1
				}
				if d == unknown {
					return 0
				}
				return d
			}
			switch name {
			case "moov", "mdia", "minf", "stbl", "mvex":
				walk(from, to, t)
			case "trak":
				var t track
				walk(from, to, &t)
				if t.handler == "vide" && video.handler == "" {
					video = t
				} else if t.handler == "soun" {
					audio = t
				}
			case "ftyp":
				if brand := text(0); brand == "M4A " || brand == "M4B " {
					f.Format = "m4a"
				} else if brand != "qt  " {
					f.Format = "mp4"
				}
			case "mvhd", "mdhd":
				if t.scale, t.duration = u32(12), duration(16); wide {
					t.scale, t.duration = u32(20), duration(24)
				}
			case "mehd":
				fragments = duration(4)
			case "hdlr": // QuickTime has a second one in minf
				if t.handler == "" {
					t.handler = text(8)
				}
			case "stsz", "stz2":
				t.samples = u32(8)
			case "stsd":
				t.width, t.height = u32(40)>>16, u32(40)&0xffff
			case "tkhd":
				matrix := int64(40)
				if wide {
					matrix = 52
				}
				t.turned = u32(matrix) == 0 && u32(matrix+16) == 0 && u32(matrix+4) != 0
			}
		})
	}
	walk(0, s.size, &movie)
	if f.Duration = fraction(movie.duration, movie.scale); !f.Duration.IsSet() {
		f.Duration = fraction(fragments, movie.scale)
	}
	switch {
	case video.handler != "":
		f.Kind = quote.Videos
		if video.turned {
			video.width, video.height = video.height, video.width
		}
		f.Width, f.Height = fraction(video.width, 1), fraction(video.height, 1)
		f.FPS = fraction(video.samples, video.duration).Mul(fraction(video.scale, 1))
		if d := fraction(video.duration, video.scale); d.IsSet() {
			f.Duration = d // the movie may be longer, by silence before or after
		}
	case audio.handler != "":
		f.Kind = quote.Audios
		if f.Format == "mp4" {
			f.Format = "m4a"
		}
	}
}
