package prices

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/media"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// Paths are read when enter is pressed, outside Update; the figures that a file
// does not state are named, and what is typed is never lost.
func TestFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir) // no ffprobe
	picture := filepath.Join(dir, "my picture [1].png")
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{
		picture:                       b.Bytes(),
		filepath.Join(dir, "old.avi"): []byte("RIFF....AVI LIST...."),
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	w.Context.LocalFiles = true
	m := begin(t, w, 200, 22)

	panetest.Press(t, m, "i", "text:"+picture)
	if len(m.check.files) != 0 || !strings.Contains(m.stack.View(), "press enter to read") {
		t.Errorf("before enter: %v\n%s", m.check.files, m.stack.View())
	}
	cmd := m.Update(panetest.KeyMsg("enter"))
	if len(m.check.files) != 0 || !strings.Contains(m.stack.View(), "Reading the files") {
		t.Errorf("while reading: %v\n%s", m.check.files, m.stack.View())
	}
	panetest.Pump(t, m, cmd)
	if at(m) != "files" || len(m.check.files) != 1 || m.check.files[0].Width.Round(0).String() != "4" ||
		names(m) == "" {
		t.Errorf("on the %s: %+v\n%s", at(m), m.check.files, m.stack.View())
	}
	panetest.Press(t, m, "r") // a refresh keeps what was read
	if len(m.check.files) != 1 || m.check.files[0].Width.Round(0).String() != "4" {
		t.Errorf("after a refresh: %+v", m.check.files)
	}

	panetest.Press(t, m, "i", "text:;"+filepath.Join(dir, "old.avi"), "enter")
	if !strings.Contains(
		m.stack.View(),
		"old.avi: install FFmpeg (ffprobe) to determine the duration, width and height, the frame rate, "+
			"or add it after the path: 14s 1920x1080 30fps",
	) {
		t.Errorf("missing figures:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "i", "text: 14s 1920x1080 30fps;"+filepath.Join(dir, "gone.mp4"), "enter")
	if at(m) != "field" || len(m.check.files) != 2 || m.check.files[1].FPS.Round(0).String() != "30" ||
		!strings.Contains(m.stack.View(), "no such file") {
		t.Errorf("on the %s: %+v\n%s", at(m), m.check.files, m.stack.View())
	}

	if err := os.WriteFile(filepath.Join(dir, "gone.mp4"), []byte("RIFF....AVI LIST...."), 0o600); err != nil {
		t.Fatal(err)
	}
	if panetest.Press(t, m, "enter"); at(m) != "files" || len(m.check.files) != 3 {
		t.Errorf("enter reads again: on the %s, %+v", at(m), m.check.files)
	}

	remote := panetest.New(t, panetest.Options{Handler: catalog(few)})
	m = begin(t, remote, 200, 22)
	up := panetest.Press(t, m, "i", "text:"+picture, "enter")
	if at(m) != "field" || len(m.check.files) != 0 || len(up) != 1 ||
		!strings.Contains(up[0].(pane.Notice).Text, "not on this machine") {
		t.Errorf("over SSH: on the %s, %v", at(m), up)
	}
}

// A name without an extension is a path, as it is with "./" in front.
func TestNameWithoutExtension(t *testing.T) {
	t.Chdir(t.TempDir())
	var b bytes.Buffer
	if err := errors.Join(
		png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))),
		os.WriteFile("noext", b.Bytes(), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	w := panetest.New(t, panetest.Options{Handler: catalog(few)})
	w.Context.LocalFiles = true
	for _, name := range []string{"noext", "./noext"} {
		m := begin(t, w, 200, 22)
		if panetest.Press(t, m, "i", "text:"+name); !strings.Contains(m.stack.View(), "press enter to read "+name) {
			t.Errorf("before enter: %s", m.stack.View())
		}
		if panetest.Press(t, m, "enter"); at(m) != "files" || len(m.check.files) != 1 ||
			m.check.files[0].Kind != media.Images {
			t.Errorf("%s: on the %s: %+v\n%s", name, at(m), m.check.files, m.stack.View())
		}
	}
}
