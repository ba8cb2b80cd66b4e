package media

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api"
)

const (
	picture = "-f lavfi -i testsrc=d=1:s=64x48:r=10 "
	sound   = "-f lavfi -i sine=d=1 "
	both    = picture + sound
)

// made are files that ffmpeg makes, and what they are to a model that takes JPEG, MP4 and
// MP3.
var made = []struct{ name, options, want string }{
	{"a.mp4", both, "fits videos mp4 s=1 w=64 h=48 fps=10"},
	{"front.mp4", both + "-movflags +faststart", "fits videos mp4 s=1 w=64 h=48 fps=10"},
	{"fragments.mp4", both + "-movflags frag_keyframe+empty_moov", "fits videos mp4 s=1 w=64 h=48 fps=10"},
	{"sound.mp4", sound, "rejected audios m4a s=1"},
	{"a.mov", both, "rejected videos mov s=1 w=64 h=48 fps=10"},
	{"a.webm", both, "rejected videos webm s=1 w=64 h=48 fps=10"},
	{"webm.mp4", both + "-f webm", "rejected videos webm s=1 w=64 h=48 fps=10"},
	{"sound.webm", sound, "rejected audios webm s=1"},
	{"a.mkv", both, "rejected videos mkv s=1 w=64 h=48 fps=10"},
	{"sound.mkv", sound, "rejected audios mkv s=1"},
	{"a.avi", both, "rejected videos avi s=1 w=64 h=48 fps=10"},
	{"a.wmv", both, "rejected videos wmv s=1 w=64 h=48 fps=10"},
	{"a.wma", sound, "rejected audios wma s=1"},
	{"a.ogv", picture, "rejected videos ogg s=1 w=64 h=48"},
	{"a.ogg", sound, "rejected audios ogg s=1"},
	{"ogg.mp3", sound + "-f ogg", "rejected audios ogg s=1"},
	{"a.opus", sound, "rejected audios ogg s=1"},
	{"a.mp3", sound, "fits audios mp3 s=1"},
	{"a.wav", sound, "rejected audios wav s=1"},
	{"a.flac", sound, "rejected audios flac s=1"},
	{"a.aac", sound, "rejected audios aac s=1"},
	{"a.m4a", sound, "rejected audios m4a s=1"},
	{"a.jpg", picture + "-frames:v 1", "fits images jpg w=64 h=48"},
	{"jpeg.mp4", picture + "-frames:v 1 -f mjpeg", "fits images jpg w=64 h=48"},
	{"a.png", picture + "-frames:v 1", "rejected images png w=64 h=48"},
	{"a.gif", picture, "rejected images gif w=64 h=48"},
	{"a.webp", picture + "-frames:v 1", "rejected images webp w=64 h=48"},
	{"a.avif", picture + "-frames:v 1", "rejected images avif w=64 h=48"},
}

// runFFmpeg makes a file; it returns false if this ffmpeg lacks the format.
func runFFmpeg(t *testing.T, path, options string) bool {
	t.Helper()
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("ffmpeg is not installed: install FFmpeg to check the files that it makes")
	}
	out, err := exec.Command(ffmpeg, append(strings.Fields("-v error -y "+options), path)...).CombinedOutput()
	if err != nil {
		t.Logf("this ffmpeg cannot make %s: %s", filepath.Base(path), out)
	}
	return err == nil
}

// Files that ffmpeg makes are what they are with and without ffprobe, and whatever they are
// called. Without it, only the figures of images are known.
func TestFilesOfFFmpeg(t *testing.T) {
	var model api.VideoModel
	if err := json.Unmarshal(
		[]byte(
			`{"name":"m","inputConstraints":{"images":{"formats":["jpg"]},"videos":{"formats":["mp4"]},`+
				`"audios":{"formats":["mp3"]}}}`,
		),
		&model,
	); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	check := func(t *testing.T, name, want string) {
		f, err := Read(context.Background(), filepath.Join(dir, name))
		f.Duration = f.Duration.Round(0) // an encoder may add half a frame
		if got := string(CheckModel(&model, []File{f}).Fit) + " " + fileText(f); got != want || err != nil {
			t.Errorf("%s %v, want %s", got, err, want)
		}
	}
	for _, c := range made {
		if !runFFmpeg(t, filepath.Join(dir, c.name), c.options) {
			continue
		}
		t.Run(c.name+" with ffprobe", func(t *testing.T) {
			if _, err := exec.LookPath("ffprobe"); err != nil {
				t.Skip("ffprobe is not installed: install FFmpeg to check against it")
			}
			check(t, c.name, c.want)
		})
		t.Run(c.name+" without ffprobe", func(t *testing.T) {
			t.Setenv("PATH", t.TempDir())
			if !strings.Contains(c.want, "images") {
				c.want = strings.Join(strings.Fields(c.want)[:3], " ")
			}
			check(t, c.name, c.want)
		})
	}
}

// A cut-off MP4 is incomplete, wherever it is cut and its index is.
func TestCutOffMP4(t *testing.T) {
	for _, options := range []string{"", "-movflags +faststart"} {
		path := filepath.Join(t.TempDir(), "a.mp4")
		if !runFFmpeg(t, path, both+options) {
			t.Skip("this ffmpeg makes no MP4")
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{20, 100, len(content) / 2, len(content) - 1} {
			if _, err := Read(
				context.Background(),
				write(t, "a.mp4", string(content[:size])),
			); !errors.Is(err, ErrIncomplete) {
				t.Errorf("%d of %d bytes %s: %v", size, len(content), options, err)
			}
		}
	}
}
