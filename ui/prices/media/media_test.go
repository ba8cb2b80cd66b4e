package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
)

func be(v ...any) []byte { return encoded(binary.BigEndian, v...) }
func le(v ...any) []byte { return encoded(binary.LittleEndian, v...) }

// encoded joins numbers of fixed size, strings and byte slices.
func encoded(order binary.ByteOrder, values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		switch v := v.(type) {
		case string:
			b.WriteString(v)
		default:
			_ = binary.Write(&b, order, v)
		}
	}
	return b.Bytes()
}

func box(name string, parts ...any) []byte {
	body := be(parts...)
	return be(uint32(8+len(body)), name, body)
}

func zeros(n int) []byte { return make([]byte, n) }

type movie struct {
	brand           string
	duration        uint32 // of 1000 ticks per second, in mvhd
	handler         string
	matrix          [9]int32
	scale, length   uint32 // of the track
	samples         uint32
	w, h            uint16
	long            bool // version 1 boxes
	fragments       uint32
	moovBehindMedia bool
}

func upright() [9]int32 { return [9]int32{0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000} }
func turned() [9]int32  { return [9]int32{0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000} }

func (m movie) bytes() []byte {
	mdhd, mvhd := box("mdhd", zeros(12), m.scale, m.length, zeros(4)), box("mvhd", zeros(12), uint32(1000), m.duration, zeros(80))
	tkhd := box("tkhd", zeros(40), m.matrix, zeros(8))
	if m.long {
		mdhd = box("mdhd", uint32(1<<24), zeros(16), m.scale, uint64(m.length), zeros(4))
		mvhd = box("mvhd", uint32(1<<24), zeros(16), uint32(1000), uint64(m.duration), zeros(80))
		tkhd = box("tkhd", uint32(1<<24), zeros(48), m.matrix, zeros(8))
	}
	stsd := box("stsd", zeros(4), uint32(1), uint32(86), "avc1", zeros(8), zeros(16), m.w, m.h, zeros(50))
	stbl := box("stbl", stsd, box("stsz", zeros(8), m.samples))
	mdia := box("mdia", mdhd, box("hdlr", zeros(8), m.handler, zeros(13)), box("minf", box("hdlr", zeros(8), "url ", zeros(13)), stbl))
	moov := box("moov", mvhd, box("trak", tkhd, mdia), box("mvex", box("mehd", zeros(4), m.fragments)))
	media := be(uint32(1), "mdat", uint64(16+100), zeros(100)) // a 64-bit size
	head := []byte(nil)
	if m.brand != "" {
		head = box("ftyp", m.brand, zeros(8))
	}
	if m.moovBehindMedia {
		return be(head, media, moov)
	}
	return be(head, moov, media)
}

func wav(rate uint32, size uint32, data int) []byte {
	return le("RIFF", uint32(0), "WAVE", "LIST", uint32(3), zeros(4), "fmt ", uint32(16), uint16(1), uint16(1), rate, rate*2, zeros(4), "data", size, zeros(data))
}

// mp3 returns frames of MPEG-1 layer III with 128 kbit/s at 44.1 kHz: 417 bytes and 1152
// samples each.
func mp3(first string, frames int) []byte {
	frame := be(uint32(0xfffb9000), zeros(413))
	b := be(uint32(0xfffb9000), zeros(32), first, zeros(413-32-len(first)))
	return append(b, bytes.Repeat(frame, frames-1)...)
}

func webpBytes() []byte { // lossless, 4 x 3
	data := []byte{0x2f, 3, 0x80, 0, 0, 0}
	return le("RIFF", uint32(4+8+len(data)), "WEBP", "VP8L", uint32(len(data)), data)
}

func fileText(f quote.File) string {
	s := fmt.Sprintf("%s %s", f.Kind, f.Format)
	for _, a := range []struct {
		name  string
		value api.Number
	}{{"s", f.Duration}, {"w", f.Width}, {"h", f.Height}, {"fps", f.FPS}} {
		if a.value.IsSet() {
			s += " " + a.name + "=" + a.value.Round(3).String()
		}
	}
	return s
}

func samples(t testing.TB) map[string][]byte {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 4, 3))
	var p, j, g bytes.Buffer
	if png.Encode(&p, picture) != nil || jpeg.Encode(&j, picture, nil) != nil || gif.Encode(&g, picture, nil) != nil {
		t.Fatal("no pictures")
	}
	clip := movie{brand: "isom", duration: 3024, handler: "vide", matrix: upright(), scale: 12800, length: 38400, samples: 90, w: 320, h: 240}
	long, old, phone, audio, live := clip, clip, clip, clip, clip
	long.long, long.moovBehindMedia = true, true
	old.brand, old.scale, old.length, old.samples = "qt  ", 30000, 75075, 75
	phone.matrix = turned()
	audio.brand, audio.handler = "M4A ", "soun"
	live.duration, live.length, live.samples, live.fragments = 0, 0, 0, 2500
	return map[string][]byte{
		"videos mp4 s=3 w=320 h=240 fps=30 ":       clip.bytes(),
		"videos mp4 s=3 w=320 h=240 fps=30":        long.bytes(),
		"videos mov s=2.503 w=320 h=240 fps=29.97": old.bytes(),
		"videos mp4 s=3 w=240 h=320 fps=30":        phone.bytes(),
		"audios m4a s=3.024":                       audio.bytes(),
		"videos mp4 s=2.5 w=320 h=240":             live.bytes(),
		"audios wav s=2":                           wav(8000, 32000, 32000),
		"audios wav s=1":                           wav(8000, math.MaxUint32, 16000), // streamed
		"audios mp3 s=1.306":                       mp3("", 50),
		"audios mp3 s=1.306 ":                      append(be("ID3", uint16(3), uint8(0), uint32(0x0100), zeros(128)), mp3("Xing", 51)...),
		"images png w=4 h=3":                       p.Bytes(),
		"images jpg w=4 h=3":                       j.Bytes(),
		"images gif w=4 h=3":                       g.Bytes(),
		"images webp w=4 h=3":                      webpBytes(),
		" ":                                        []byte("just some text that is long enough to look at"),
		"  ":                                       nil,
	}
}

func TestParse(t *testing.T) {
	for want, content := range samples(t) {
		f := parse(bytes.NewReader(content), int64(len(content)))
		if got := fileText(f); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no ffprobe
	clip := movie{brand: "isom", duration: 3000, handler: "vide", matrix: upright(), scale: 1000, length: 3000, samples: 90, w: 320, h: 240}.bytes()
	for name, want := range map[string]string{
		"my clip [final] 片段.mp4": "videos mp4 s=3 w=320 h=240 fps=30",
		"wrong.webm":             "videos mp4 s=3 w=320 h=240 fps=30", // the content counts
	} {
		path := write(t, name, clip)
		f, err := Read(context.Background(), path)
		if got := fileText(f); got != want || err != nil || f.Path != path {
			t.Errorf("%s: %s %v", name, got, err)
		}
		if f.SizeMB.Round(9).String() != api.Int(int64(len(clip))).Quo(api.Int(1_000_000)).Round(9).String() {
			t.Errorf("%s: %s MB", name, f.SizeMB.Round(9).String())
		}
	}
	if f, err := Read(context.Background(), write(t, "old.AVI", []byte("RIFF....AVI "))); fileText(f) != "videos avi" || err != nil {
		t.Errorf("%s %v", fileText(f), err)
	}
	if _, err := Read(context.Background(), filepath.Join(t.TempDir(), "gone.mp4")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := Read(context.Background(), t.TempDir()); !errors.Is(err, ErrNotAFile) {
		t.Errorf("directory: %v", err)
	}
	if _, err := Read(context.Background(), os.DevNull); !errors.Is(err, ErrNotAFile) {
		t.Errorf("device: %v", err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	if err := os.WriteFile(filepath.Join(home, "a.mp4"), clip, 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := Read(context.Background(), "~/a.mp4"); err != nil || f.Kind != quote.Videos {
		t.Errorf("in the home directory: %v", err)
	}
}

// ffprobe runs only for figures that the readers leave unknown.
func TestFFprobe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the test needs a POSIX shell")
	}
	bin := t.TempDir()
	install := func(script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(bin, "ffprobe"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	path := write(t, "-old clip.avi", []byte("RIFF....AVI "))
	install(`case "$*" in *"file:` + path + `") ;; *) exit 1;; esac
echo '{"streams":[{"codec_type":"audio"},{"codec_type":"video","width":640,"height":480,"avg_frame_rate":"30000/1001"}],"format":{"duration":"14.080000"}}'`)
	if f, err := Read(context.Background(), path); fileText(f) != "videos avi s=14.08 w=640 h=480 fps=29.97" || err != nil {
		t.Errorf("%s %v", fileText(f), err)
	}
	if f, _ := Read(context.Background(), write(t, "a.wav", wav(8000, 32000, 32000))); fileText(f) != "audios wav s=2" {
		t.Errorf("a complete file: %s", fileText(f))
	}
	for _, script := range []string{"exit 1", "echo no JSON", "echo '{\"format\":{\"duration\":\"1e999999999\"},\"streams\":[{\"codec_type\":\"video\",\"avg_frame_rate\":\"1/0\"}]}'"} {
		install(script)
		if f, err := Read(context.Background(), path); fileText(f) != "videos avi" || err != nil {
			t.Errorf("%s: %s %v", script, fileText(f), err)
		}
	}
}

// A hostile file costs neither time nor memory: what is read stays within the
// budget, whatever its headers claim.
func TestHostileFilesAreBounded(t *testing.T) {
	huge := int64(1) << 40
	for name, head := range map[string][]byte{
		"boxes without content":  be(box("ftyp", "isom", zeros(8)), bytes.Repeat(be(uint32(8), "free"), 200_000)),
		"a box that is too long": be(uint32(1), "moov", uint64(math.MaxUint64)),
		"nested boxes":           bytes.Repeat(be(uint32(0), "moov"), 50_000),
		"nested tracks":          be(box("ftyp", "isom", zeros(8)), bytes.Repeat(be(uint32(0), "moov", uint32(0), "trak", uint32(0), "mdia"), 50_000)),
		"chunks":                 le("RIFF", uint32(0), "WAVE", bytes.Repeat(le("LIST", uint32(0)), 200_000)),
		"frames":                 mp3("", 100_000),
		"a long tag":             be("ID3", uint16(3), uint8(0), uint32(0x7f7f7f7f)),
	} {
		r := &counted{head: head, size: huge}
		parse(r, huge)
		if r.read > 2*maxBudget || r.reads > maxBudget/readCost {
			t.Errorf("%s: %d bytes in %d reads", name, r.read, r.reads)
		}
	}
}

// counted is a file of a given size that begins with head and counts what is
// read.
type counted struct {
	head        []byte
	size        int64
	read, reads int
}

func (c *counted) ReadAt(b []byte, offset int64) (int, error) {
	c.reads++
	clear(b)
	if offset < int64(len(c.head)) {
		copy(b, c.head[offset:])
	}
	c.read += len(b)
	return len(b), nil
}

func FuzzParse(f *testing.F) {
	for _, content := range samples(f) {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file := parse(bytes.NewReader(content), int64(len(content)))
		for _, a := range []api.Number{file.Duration, file.Width, file.Height, file.FPS} {
			if a.IsSet() && a.Sign() <= 0 {
				t.Fatalf("%s", fileText(file))
			}
		}
	})
}
