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

// track is what a track of an MP4 file states.
type track struct {
	handler         string // vide, soun, …
	width, height   uint16
	turned          bool // by 90 degrees for display
	scale, duration uint64
	samples         uint32
}

// mp4 reads MP4 and QuickTime files.
func (s *source) mp4(f *quote.File) {
	f.Format = "mov" // files without a brand are older than MP4
	var video, audio *track
	s.boxes(0, s.size, func(name string, from, to int64) {
		switch name {
		case "ftyp":
			if brand := string(s.bytes(from, 4)); brand == "M4A " || brand == "M4B " {
				f.Format = "m4a"
			} else if brand != "qt  " {
				f.Format = "mp4"
			}
		case "moov":
			var scale uint64
			s.boxes(from, to, func(name string, from, to int64) {
				switch name {
				case "mvhd":
					var duration uint64
					scale, duration = s.times(from)
					f.Duration = fraction(duration, scale)
				case "mvex":
					s.boxes(from, to, func(name string, from, _ int64) {
						if name == "mehd" && !f.Duration.IsSet() {
							f.Duration = fraction(s.fragments(from), scale)
						}
					})
				case "trak":
					t := &track{}
					s.track(from, to, t)
					if t.handler == "vide" && video == nil {
						video = t
					} else if t.handler == "soun" {
						audio = t
					}
				}
			})
		}
	})
	switch {
	case video != nil:
		f.Kind = quote.Videos
		if video.turned {
			video.width, video.height = video.height, video.width
		}
		f.Width, f.Height = fraction(uint64(video.width), 1), fraction(uint64(video.height), 1)
		f.FPS = fraction(uint64(video.samples), video.duration).Mul(fraction(video.scale, 1))
		if d := fraction(video.duration, video.scale); d.IsSet() {
			f.Duration = d // the movie may be longer, by silence before or after
		}
	case audio != nil:
		f.Kind = quote.Audios
		if f.Format == "mp4" {
			f.Format = "m4a"
		}
	}
}

func (s *source) track(from, to int64, t *track) {
	s.boxes(from, to, func(name string, from, to int64) {
		switch name {
		case "mdia", "minf", "stbl":
			s.track(from, to, t)
		case "hdlr": // QuickTime has a second one in minf
			if b := s.bytes(from, 12); len(b) == 12 && t.handler == "" {
				t.handler = string(b[8:])
			}
		case "mdhd":
			t.scale, t.duration = s.times(from)
		case "stsz", "stz2":
			if b := s.bytes(from, 12); len(b) == 12 {
				t.samples = binary.BigEndian.Uint32(b[8:])
			}
		case "stsd":
			if b := s.bytes(from, 44); len(b) == 44 {
				t.width, t.height = binary.BigEndian.Uint16(b[40:]), binary.BigEndian.Uint16(b[42:])
			}
		case "tkhd":
			matrix := int64(40)
			if b := s.bytes(from, 1); len(b) == 1 && b[0] == 1 {
				matrix = 52
			}
			if b := s.bytes(from+matrix, 20); len(b) == 20 {
				entry := func(i int) uint32 { return binary.BigEndian.Uint32(b[4*i:]) }
				t.turned = entry(0) == 0 && entry(4) == 0 && entry(1) != 0
			}
		}
	})
}

// times reads the time scale and the duration of mvhd and mdhd.
func (s *source) times(from int64) (scale, duration uint64) {
	b := s.bytes(from, 32)
	switch {
	case len(b) == 32 && b[0] == 1:
		scale, duration = uint64(binary.BigEndian.Uint32(b[20:])), binary.BigEndian.Uint64(b[24:])
	case len(b) >= 20:
		scale, duration = uint64(binary.BigEndian.Uint32(b[12:])), uint64(binary.BigEndian.Uint32(b[16:]))
	}
	if duration == 1<<32-1 || duration == 1<<64-1 { // unknown
		duration = 0
	}
	return scale, duration
}

// fragments reads the duration of mehd.
func (s *source) fragments(from int64) uint64 {
	b := s.bytes(from, 12)
	switch {
	case len(b) == 12 && b[0] == 1:
		return binary.BigEndian.Uint64(b[4:])
	case len(b) >= 8:
		return uint64(binary.BigEndian.Uint32(b[4:]))
	}
	return 0
}
