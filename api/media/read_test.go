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
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"channeldeck/api"
)

func fileText(f File) string {
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

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// wav returns a second of silence.
func wav() string {
	const rate = 8000
	b := bytes.NewBufferString("RIFF")
	for _, v := range []any{
		uint32(36 + 2*rate), []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1), uint32(rate),
		uint32(2 * rate), uint16(2), uint16(16), []byte("data"), uint32(2 * rate),
	} {
		_ = binary.Write(b, binary.LittleEndian, v)
	}
	return b.String() + strings.Repeat("\x00", 2*rate)
}

const (
	moov = "\x00\x00\x00\x08moov"
	mp4  = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2" + moov
	m4a  = "\x00\x00\x00\x18ftypM4A \x00\x00\x02\x00isomiso2" + moov
	mov  = "\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  " + moov
	heic = "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"
	// its codec is not known
	ogg = "OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x1ePCM   " +
		"  \x00\x00\x00\x00"
	// 4 x 3
	webp = "RIFF\x12\x00\x00\x00WEBPVP8L\x06\x00\x00\x00\x2f\x03\x80\x00\x00\x00"
)

// heicPhoto is the header of a photograph: twelve tiles of 512 pixels, a preview, the whole
// picture of 4032 x 3024, and its turn by 90 degrees.
var heicPhoto = heic + box("meta", "\x00\x00\x00\x00", box("iprp", box("ipco",
	box(
		"ispe",
		"\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00",
	), box("ispe", "\x00\x00\x00\x00\x00\x00\x0f\xc0\x00\x00\x0b\xd0"),
	box("irot", "\x03"), box("ispe", "\x00\x00\x00\x00\x00\x00\x01\x40\x00\x00\x00\xf0"))))

func box(name string, content ...string) string {
	s := name + strings.Join(content, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(4+len(s)))) + s
}

// An MP4 of which the end is missing is called incomplete, also with its index in front,
// which is all that ffprobe reads.
func TestIncomplete(t *testing.T) {
	data := box("mdat", "0123456789")
	long := "\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x1a0123456789"
	fragment := box("moof", "0123") + data
	for _, complete := range []string{
		mp4 + data,
		mp4 + long,
		mp4 + "\x00\x00\x00\x00mdat0123456789",
		mp4 + fragment + fragment,
		mp4 + data + "\x00\x00\x00\x00",
		mp4 + data + "\xff\xff\xff\xfffree",
	} {
		if f, err := Read(context.Background(), write(t, "a.mp4", complete)); f.Kind != Videos || err != nil {
			t.Errorf("%q: %s %v", complete, fileText(f), err)
		}
	}
	start := strings.TrimSuffix(mp4, moov)
	for _, cut := range []string{
		start, start[:20], start + data, start + data + moov[:6], start + long[:12],
		start + data + "\x00\x00\x10\x00moov", mp4 + data[:12], mp4 + long[:20],
		mp4 + fragment + fragment[:10],
	} {
		if _, err := Read(context.Background(), write(t, "a.mp4", cut)); !errors.Is(err, ErrIncomplete) {
			t.Errorf("%q: %v", cut, err)
		}
	}
}

// Without ffprobe, the content decides kind and format, and images have their pixels.
func TestContentDecides(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	picture := image.NewGray(image.Rect(0, 0, 4, 3))
	var p, j, g, b, f bytes.Buffer
	if err := errors.Join(
		png.Encode(&p, picture),
		jpeg.Encode(&j, picture, nil),
		gif.Encode(&g, picture, nil),
		bmp.Encode(&b, picture),
		tiff.Encode(&f, picture, nil),
	); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, content, want string
		noProbe             bool
	}{
		{"a.png", p.String(), "images png w=4 h=3", false},
		{"photo", j.String(), "images jpg w=4 h=3", false},
		{"a.mp4", g.String(), "images gif w=4 h=3", false},
		{"a.webp", webp, "images webp w=4 h=3", false},
		{"a.bmp", b.String(), "images bmp w=4 h=3", false},
		{"a.tiff", f.String(), "images tif w=4 h=3", false},
		{"a.heic", heic, "images heic", true},
		{"my clip [final] 片段.mp4", mp4, "videos mp4", true},
		{"wrong.webm", mp4, "videos mp4", true},
		{"a.mov", mov, "videos mov", true},
		{"a.m4a", m4a, "audios m4a", true},
		{"a.wav", wav(), "audios wav", true},
		{"a.mp3", "ID3\x03\x00\x00\x00\x00\x00\x01", "audios mp3", true},
		{"m.heic", heic, "images heic", true},
		{"m.heic", heicPhoto, "images heic w=3024 h=4032", false},
		{"m.heif", strings.Replace(heicPhoto, "ftypheic", "ftypmif1", 1), "images heic w=3024 h=4032", false},
	} {
		path := write(t, c.name, c.content)
		got, err := Read(context.Background(), path)
		if fileText(got) != c.want || got.NoProbe != c.noProbe || got.Path != path || err != nil {
			t.Errorf("%s: %s %v %v, want %s", c.name, fileText(got), got.NoProbe, err, c.want)
		}
		if mb := api.Int(int64(len(c.content))).Quo(api.Int(1_000_000)); got.SizeMB.Cmp(mb) != 0 {
			t.Errorf("%s: %s MB", c.name, got.SizeMB.Round(9))
		}
	}
}

func TestRefusedFiles(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for name, c := range map[string]struct {
		path string
		want error
	}{
		"missing":    {filepath.Join(t.TempDir(), "gone.mp4"), fs.ErrNotExist},
		"directory":  {t.TempDir(), ErrNotAFile},
		"device":     {os.DevNull, ErrNotAFile},
		"text":       {write(t, "notes.mp4", "just some text that is long enough to look at"), ErrNotMedia},
		"playlist":   {write(t, "list.mp4", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), ErrNotMedia},
		"concat":     {write(t, "list.avi", "ffconcat version 1.0\nfile /etc/passwd\n"), ErrNotMedia},
		"empty":      {write(t, "a.mp4", ""), ErrEmpty},
		"random":     {write(t, "a.mp4", "\x93\x1f\x02\xee\x00\x01\x02\x03\xa7\x5c\x11\xfe"), ErrNotMedia},
		"unknown":    {write(t, "unknown.FLV", "\x00\x01\x02\x03"), ErrNotMedia},
		"short text": {write(t, "a.jpg", "hi"), ErrNotMedia},
		"codec":      {write(t, "a.ogg", ogg), ErrNotMedia},
		"archive":    {write(t, "a.mov", "PK\x03\x04\x14\x00\x00\x00\x00\x00"), ErrNotMedia},
	} {
		if _, err := Read(context.Background(), c.path); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestHomeDirectory(t *testing.T) {
	path := write(t, "a.mp4", mp4)
	t.Setenv("PATH", t.TempDir())
	t.Setenv("HOME", filepath.Dir(path))
	t.Setenv("USERPROFILE", filepath.Dir(path))
	if f, err := Read(context.Background(), "~/a.mp4"); err != nil || f.Kind != Videos {
		t.Errorf("%s %v", fileText(f), err)
	}
}

// installFFprobe returns a function that makes a shell script the ffprobe of the test.
func installFFprobe(t *testing.T) (install func(script string)) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the test needs a POSIX shell")
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	return func(script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(bin, "ffprobe"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFFprobe(t *testing.T) {
	install := installFFprobe(t)
	const (
		video = `{"codec_type":"video","width":640,"height":480,"avg_frame_rate":"30000/1001","duration":"14.000"}`
		phone = `{"codec_type":"video","width":640,"height":480,"side_data_list":[{},{"rotation":-90}],` +
			`"disposition":{"attached_pic":0}}`
		sound = `{"codec_type":"audio","avg_frame_rate":"0/0","duration":"14.080000"}`
		cover = `{"codec_type":"video","width":300,"height":300,"avg_frame_rate":"90000/1",` +
			`"disposition":{"attached_pic":1}}`
	)
	for _, c := range []struct{ content, streams, want string }{
		{mp4, sound + "," + video, "videos mp4 s=14 w=640 h=480 fps=29.97"},
		{mp4, phone + "," + sound, "videos mp4 s=14.1 w=480 h=640"},
		{mp4, cover + "," + sound, "audios m4a s=14.1"},
		{wav(), sound, "audios wav s=14.1"},
		{heic, `{"codec_type":"video","width":8,"height":6,"duration":"1"}`, "images heic w=8 h=6"},
		{mp4, "", "videos mp4 s=14.1"},
		{ogg, sound, "audios ogg s=14.1"},
		{ogg, video, "videos ogg s=14 w=640 h=480 fps=29.97"},
	} {
		install(`echo '{"programs":[],"streams":[` + c.streams + `],"format":{"duration":"14.100000"}}'`)
		if f, err := Read(
			context.Background(),
			write(t, "a", c.content),
		); fileText(f) != c.want || f.NoProbe || err != nil {
			t.Errorf("%s: %s %v, want %s", c.streams, fileText(f), err, c.want)
		}
	}
	install(`echo called >&2; exit 1`)
	if f, _ := Read(context.Background(), write(t, "a", webp)); fileText(f) != "images webp w=4 h=3" {
		t.Errorf("a complete image: %s", fileText(f))
	}
}

// A name is not an option or an address.
func TestFFprobeGetsPath(t *testing.T) {
	install := installFFprobe(t)
	path := write(t, "-i http:x.mp4", mp4)
	t.Chdir(filepath.Dir(path))
	install(`for last; do :; done
case "$last" in "file:/"*"/-i http:x.mp4") ;; *) exit 1;; esac
echo '{"format":{"duration":"3"}}'`)
	if f, err := Read(context.Background(), "-i http:x.mp4"); fileText(f) != "videos mp4 s=3" || err != nil {
		t.Errorf("%s %v", fileText(f), err)
	}
}

// Output that is malformed, absurd or endless leaves the figures unknown.
func TestHostileFFprobe(t *testing.T) {
	install := installFFprobe(t)
	path := write(t, "a.mp4", mp4)
	for name, script := range map[string]string{
		"fails":           `echo '{"format":{"duration":"3"}}'; exit 1`,
		"no JSON":         "echo duration=3",
		"two values":      `echo '{"format":{"duration":"3"}}{}'`,
		"repeated member": `echo '{"format":{"duration":"3","duration":"4"}}'`,
		"another type":    `echo '{"format":{"duration":"3"},"streams":[{"codec_type":"video","width":"640"}]}'`,
		"negative": `echo '{"format":{"duration":"-3"},"streams":[{"codec_type":"video",` +
			`"avg_frame_rate":"1/0"}]}'`,
		"large exponent": `echo '{"format":{"duration":"1e999999999"}}'`,
		"endless output": `while :; do echo '                                                              ` +
			`  '; done`,
		"output is bounded": `echo '{"format":{"duration":"3"}}'; while :; do echo '                                 ` +
			`                               '; done`,
	} {
		install(script)
		if f, err := Read(context.Background(), path); fileText(f) != "videos mp4" || err != nil {
			t.Errorf("%s: %s %v", name, fileText(f), err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	install(`while :; do :; done`)
	if f, _ := Read(ctx, path); fileText(f) != "videos mp4" {
		t.Errorf("canceled: %s", fileText(f))
	}
}

// The installed ffprobe understands the arguments, and its output is what the tests above
// pretend.
func TestInstalledFFprobe(t *testing.T) {
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip("ffprobe is not installed: install FFmpeg to check against it")
	}
	if f, err := Read(context.Background(), write(t, "-a.wav", wav())); fileText(f) != "audios wav s=1" || err != nil {
		t.Errorf("%s %v", fileText(f), err)
	}
}
