package media

import (
	"bytes"
	"encoding/binary"

	"channeldeck/ui/prices/quote"
)

func (s *source) wav(f *quote.File) {
	f.Kind, f.Format = quote.Audios, "wav"
	var perSecond uint64
	for at := int64(12); ; {
		head := s.bytes(at, 8)
		if len(head) < 8 {
			return
		}
		at += 8
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		switch string(head[:4]) {
		case "fmt ":
			if b := s.bytes(at, 12); len(b) == 12 {
				perSecond = uint64(binary.LittleEndian.Uint32(b[8:]))
			}
		case "data": // the size is 0 or all ones in files that were streamed
			if size == 0 || size > s.size-at {
				size = s.size - at
			}
			f.Duration = fraction(uint64(size), perSecond)
			return
		}
		at += size + size&1
	}
}

// frame is the header of an MPEG audio frame, layer III.
type frame struct {
	size          int64 // bytes
	samples, rate int64
}

func parseFrame(b []byte) (frame, bool) {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 || b[1]&0x06 != 0x02 {
		return frame{}, false
	}
	version, bitrate, rate := b[1]>>3&3, int64(b[2]>>4), b[2]>>2&3 // version 3 is MPEG-1, 2 MPEG-2, 0 MPEG-2.5
	if version == 1 || rate == 3 || bitrate == 0 || bitrate == 15 {
		return frame{}, false
	}
	f := frame{samples: 1152, rate: [...]int64{44100, 48000, 32000}[rate]}
	kbps := [...]int64{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	if version != 3 {
		kbps = [...]int64{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
		f.samples, f.rate = 576, f.rate>>1
	}
	if version == 0 {
		f.rate >>= 1
	}
	f.size = f.samples/8*kbps[bitrate]*1000/f.rate + int64(b[2]>>1&1)
	return f, true
}

// mp3 reads MP3 files frame by frame, since the bit rate may vary.
func (s *source) mp3(f *quote.File) {
	var at int64
	if b := s.bytes(0, 10); len(b) == 10 && string(b[:3]) == "ID3" {
		at = 10 + int64(b[6]&0x7f)<<21 + int64(b[7]&0x7f)<<14 + int64(b[8]&0x7f)<<7 + int64(b[9]&0x7f)
	}
	at, ok := s.firstFrame(at)
	if !ok {
		return
	}
	var samples, rate int64
	for frames := 0; ; frames++ {
		b := s.bytes(at, 48)
		h, ok := parseFrame(b)
		if !ok || rate != 0 && h.rate != rate {
			break
		}
		rate = h.rate
		// The first frame may describe the others instead of being heard.
		if frames > 0 || !bytes.Contains(b, []byte("Xing")) && !bytes.Contains(b, []byte("Info")) && !bytes.Contains(b, []byte("VBRI")) {
			samples += h.samples
		}
		at += h.size
	}
	f.Kind, f.Format = quote.Audios, "mp3"
	const tags = 128 << 10 // at the end
	if s.budget > 0 && s.size-at < tags {
		f.Duration = fraction(uint64(samples), uint64(rate))
	}
}

// firstFrame finds the first frame, which padding may precede. Another frame or
// the end of the file follows it.
func (s *source) firstFrame(from int64) (at int64, ok bool) {
	const padding = 4096
	lead := s.bytes(from, padding)
	for i := range lead {
		if h, ok := parseFrame(lead[i:]); ok {
			next := from + int64(i) + h.size
			if _, ok := parseFrame(s.bytes(next, 4)); ok || next == s.size {
				return from + int64(i), true
			}
		}
	}
	return 0, false
}
