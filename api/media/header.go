package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
	"slices"

	"channeldeck/api"
)

// maxHeader bounds what is read of an image or an MP4: a photograph has a preview before its
// size.
const maxHeader = 4 << 20

// readHeader reads the pixels of an image, and whether a container has sound only.
func readHeader(f *File, r *io.SectionReader) error {
	if slices.Contains(
		[]string{"mp4", "m4v", "m4a", "mov", "3gp", "3g2", "heic", "avif"},
		f.Format,
	) {
		boxes, complete := index(r)
		if f.Kind == Images {
			setPixels(f, boxes)
		} else if !complete {
			return ErrIncomplete
		}
		setSound(f, boxes)
	} else if f.Kind == Images {
		config, _, err := image.DecodeConfig(io.NewSectionReader(r, 0, maxHeader))
		if err == nil && config.Width > 0 && config.Height > 0 {
			f.Width = api.Int(int64(config.Width))
			f.Height = api.Int(int64(config.Height))
		}
	} else {
		const first = 64 << 10
		header, _ := io.ReadAll(io.NewSectionReader(r, 0, first))
		setSound(f, header)
	}
	return nil
}

// index returns the boxes of an MP4 that describe its streams or pictures, which can follow
// the data, and reports whether the file has them and all of the data.
func index(r *io.SectionReader) (boxes []byte, complete bool) {
	const most = 1 << 16 // boxes: a recording has one for every few seconds
	rest := r.Size()
	for range most {
		at := r.Size() - rest
		var head [16]byte
		_, _ = r.ReadAt(head[:], at)
		length := int64(binary.BigEndian.Uint32(head[:]))
		name := string(head[4:8])
		switch length {
		case 0:
			length = rest // the last box
		case 1:
			length = int64(binary.BigEndian.Uint64(head[8:]))
		}
		if length > rest && slices.Contains([]string{"moov", "meta", "moof", "mdat"}, name) {
			return nil, false
		}
		if name == "moov" || name == "meta" {
			box, _ := io.ReadAll(io.NewSectionReader(r, at, min(length, maxHeader)))
			boxes = append(boxes, box...)
		}
		if rest -= length; length < 8 || rest < 8 {
			break
		}
	}
	return boxes, boxes != nil
}

// setSound sets the kind of a container whose header marks streams of sound and none of
// video.
func setSound(f *File, header []byte) {
	const asf = "\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b" // the end of the ids of streams
	formats := map[string][2]string{
		"mp4":  {"vide", "soun"},
		"m4v":  {"vide", "soun"},
		"mov":  {"vide", "soun"},
		"3gp":  {"vide", "soun"},
		"3g2":  {"vide", "soun"},
		"webm": {"\x83\x81\x01", "\x83\x81\x02"}, "mkv": {"\x83\x81\x01", "\x83\x81\x02"},
		"wmv": {"\xc0\xef\x19\xbc\x4d" + asf, "\x40\x9e\x69\xf8\x4d" + asf},
	}
	marks := formats[f.Format]
	if marks[1] != "" && bytes.Contains(header, []byte(marks[1])) &&
		!bytes.Contains(header, []byte(marks[0])) {
		f.Kind = Audios
	}
}

// setPixels sets the pixels of a HEIC or AVIF picture: those of the largest of its parts,
// which are tiles and previews, turned as the picture is shown.
func setPixels(f *File, boxes []byte) {
	var width, height uint32
	for rest, ok := boxes, true; ok; {
		_, rest, ok = bytes.Cut(rest, []byte("ispe\x00\x00\x00\x00"))
		if len(rest) < 8 {
			break
		}
		w := binary.BigEndian.Uint32(rest)
		h := binary.BigEndian.Uint32(rest[4:])
		if uint64(w)*uint64(h) > uint64(width)*uint64(height) {
			width = w
			height = h
		}
	}
	_, turn, _ := bytes.Cut(boxes, []byte("irot"))
	if len(turn) > 0 && turn[0]%2 == 1 {
		width, height = height, width
	}
	if width > 0 {
		f.Width = api.Int(int64(width))
		f.Height = api.Int(int64(height))
	}
}
