package media

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"

	"channeldeck/ui/prices/quote"
)

// The elements of RFC 9559 that are read.
const (
	idHeader          = 0x1A45DFA3
	idDocType         = 0x4282
	idSegment         = 0x18538067
	idInfo            = 0x1549A966
	idTimestampScale  = 0x2AD7B1 // nanoseconds per tick
	idDuration        = 0x4489   // ticks, a float
	idTracks          = 0x1654AE6B
	idTrackEntry      = 0xAE
	idTrackType       = 0x83 // 1 for video, 2 for audio
	idDefaultDuration = 0x23E383
	idVideo           = 0xE0
	idPixelWidth      = 0xB0
	idPixelHeight     = 0xBA
	idCluster         = 0x1F43B675 // the media data begins
)

// elements visits the EBML elements between two offsets until visit returns false.
func (s *source) elements(from, to int64, visit func(id uint64, from, to int64) bool) {
	for from < to {
		head := s.bytes(from, 12)
		id, n := vint(head, true)
		if n == 0 || n > 4 {
			return
		}
		size, m := vint(head[n:], false)
		if m == 0 {
			return
		}
		body := from + int64(n+m)
		end := to
		if size != 1<<(7*m)-1 { // all ones is unknown: up to the end of the parent
			if size > uint64(to-body) {
				size = uint64(max(to-body, 0)) // cut off
			}
			end = body + int64(size)
		}
		if !visit(id, body, end) {
			return
		}
		from = end
	}
}

// vint reads a variable-size integer, with its length marker or without, and its
// length.
func vint(b []byte, marker bool) (uint64, int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	n := bits.LeadingZeros8(b[0]) + 1
	if len(b) < n {
		return 0, 0
	}
	v := uint64(b[0])
	if !marker {
		v &= 1<<(8-n) - 1
	}
	for _, c := range b[1:n] {
		v = v<<8 | uint64(c)
	}
	return v, n
}

// matroska reads WebM and Matroska files.
func (s *source) matroska(f *quote.File) {
	f.Format = "mkv"
	scale := uint64(1_000_000)
	var ticks float64
	var width, height, frame uint64
	s.elements(0, s.size, func(id uint64, from, to int64) bool {
		switch id {
		case idHeader:
			s.elements(from, to, func(id uint64, from, to int64) bool {
				if id == idDocType && string(s.bytes(from, int(min(to-from, 8)))) == "webm" {
					f.Format = "webm"
				}
				return true
			})
		case idSegment:
			s.elements(from, to, func(id uint64, from, to int64) bool {
				switch id {
				case idInfo:
					s.elements(from, to, func(id uint64, from, to int64) bool {
						switch id {
						case idTimestampScale:
							scale = s.uint(from, to)
						case idDuration:
							ticks = s.float(from, to)
						}
						return true
					})
				case idTracks:
					s.elements(from, to, func(id uint64, from, to int64) bool {
						if id == idTrackEntry {
							kind, w, h, d := s.trackEntry(from, to)
							if kind == 1 && f.Kind != quote.Videos {
								f.Kind, width, height, frame = quote.Videos, w, h, d
							} else if kind == 2 && f.Kind == "" {
								f.Kind = quote.Audios
							}
						}
						return true
					})
				}
				return id != idCluster
			})
			return false
		}
		return true
	})
	f.Width, f.Height = fraction(width, 1), fraction(height, 1)
	f.FPS = fraction(1_000_000_000, frame)
	if d := new(big.Rat).SetFloat64(ticks); d != nil && ticks > 0 {
		f.Duration = quote.NewAmount(d).Times(fraction(scale, 1_000_000_000))
	}
}

// trackEntry reads the type of a track, its pixels, and the nanoseconds of a
// frame.
func (s *source) trackEntry(from, to int64) (kind, width, height, frame uint64) {
	s.elements(from, to, func(id uint64, from, to int64) bool {
		switch id {
		case idTrackType:
			kind = s.uint(from, to)
		case idDefaultDuration:
			frame = s.uint(from, to)
		case idVideo:
			s.elements(from, to, func(id uint64, from, to int64) bool {
				switch id {
				case idPixelWidth:
					width = s.uint(from, to)
				case idPixelHeight:
					height = s.uint(from, to)
				}
				return true
			})
		}
		return true
	})
	return kind, width, height, frame
}

func (s *source) uint(from, to int64) (v uint64) {
	for _, c := range s.bytes(from, int(min(to-from, 8))) {
		v = v<<8 | uint64(c)
	}
	return v
}

func (s *source) float(from, to int64) float64 {
	switch b := s.bytes(from, int(min(to-from, 8))); len(b) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	return 0
}
