package terminal

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestCopyByTerminal(t *testing.T) {
	code := base64.StdEncoding.EncodeToString([]byte("账号 1"))
	for _, c := range []struct {
		name    string
		environ []string
		want    []string
	}{
		{"plain", []string{"TERM=xterm-256color"}, []string{"\x1b]52;c;" + code + "\x07"}},
		{"tmux", []string{"TERM=tmux-256color", "TMUX=/tmp/x,1,0"}, []string{"\x1b]52;c;" + code + "\x07", "\x1bPtmux;\x1b\x1b]52;c;" + code}},
		{"screen", []string{"TERM=screen"}, []string{"\x1bP\x1b]52;c;" + code}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := New(&out, c.environ).Copy("账号 1"); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q lacks %q", out.String(), want)
				}
			}
		})
	}
}

func TestTooLargeCopyFails(t *testing.T) {
	var out bytes.Buffer
	err := New(&out, nil).Copy(strings.Repeat("x", 60_000))
	if large, ok := errors.AsType[*TooLargeError](err); !ok || large.Size != 60_000 || large.Most >= 60_000 || out.Len() != 0 {
		t.Fatalf("error %v, %d bytes written", err, out.Len())
	}
}

// writes passes each write on.
type writes chan string

func (w writes) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

func TestDraw(t *testing.T) {
	out := make(writes, 16)
	terminal := New(out, nil)
	expect := func(want string) {
		t.Helper()
		if got := <-out; got != want {
			t.Fatalf("wrote %q, want %q", got, want)
		}
	}
	write := func(sequence string) {
		if _, err := io.WriteString(terminal, sequence); err != nil {
			t.Fatal(err)
		}
	}
	terminal.Resize(20, 2)
	terminal.Draw("before the alternate screen")
	write("\x1b[?1049h")
	expect("\x1b[?1049h")
	terminal.Draw("账号\ntwo")
	terminal.Draw("账号\n2wo") // within the pause
	terminal.Draw("账号\n3wo")
	expect("\x1b[m\x1b[H账号\x1b[K\r\ntwo\x1b[K")
	for {
		if got := <-out; got == "\x1b[2;1H3" {
			break
		} else if got != "\x1b[2;1H2" { // the machine is slow
			t.Fatalf("wrote %q", got)
		}
	}
	terminal.Resize(10, 2)
	terminal.drawLate() // the view has the old size
	terminal.Draw("new\nsize")
	expect("\x1b[m\x1b[Hnew\x1b[K\r\nsize\x1b[K")
	write("\x1b[Ha frame of Bubble Tea\x1b[2;H")
	write("\x1b[?1049l")
	terminal.Draw("after the alternate screen")
	write("\x1b[?25h")
	expect("\x1b[?1049l")
	expect("\x1b[?25h")
}

func TestDrawShowsOnlyASCII(t *testing.T) {
	var out bytes.Buffer
	terminal := New(&out, []string{"LANG=C"})
	terminal.Resize(20, 1)
	if _, err := io.WriteString(terminal, "\x1b[?1049h"); err != nil {
		t.Fatal(err)
	}
	terminal.Draw("账号 7 •")
	if got := out.String(); !strings.HasSuffix(got, "???? 7 ?\x1b[K") {
		t.Errorf("wrote %q", got)
	}
}
