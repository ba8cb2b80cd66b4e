package terminal

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/testkit/emulator"
	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/text"
)

func TestCopyByTerminal(t *testing.T) {
	code := base64.StdEncoding.EncodeToString([]byte("账号 1"))
	for _, c := range []struct {
		name    string
		environ []string
		want    []string
	}{
		{"plain", []string{"TERM=xterm-256color"}, []string{"\x1b]52;c;" + code + "\x07"}},
		{"screen", []string{"TERM=screen"}, []string{"\x1bP\x1b]52;c;" + code}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			if where, err := New(&out, c.environ).Copy("账号 1"); err != nil || where != Sent {
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

// fakeTmux prints its options, and writes a loaded buffer to a file.
const fakeTmux = `#!/bin/sh
case "$1" in
display-message) [ -n "$OPTIONS" ] && echo "$OPTIONS" ;;
load-buffer) [ "$*" = "load-buffer -w -" ] && cat >"$BUFFER" ;;
esac`

func TestCopyInTmux(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "tmux"), []byte(fakeTmux), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	sequence := ansi.SetSystemClipboard("账号 1")
	through := ansi.TmuxPassthrough(sequence)
	for _, c := range []struct {
		options string // "" if tmux cannot be asked
		where   Copied
		written string
		buffer  bool
	}{
		{"3.3a|external|0", InTmux, "", true},
		{"3.2|off|", InTmux, "", true},
		{"next-3.6|external|off", InTmux, "", true},
		{"master|external|off", InTmux, "", true},
		{"3.1c|on|", InTmux, sequence, false},
		{"3.1|external|", Sent, through, false}, // without the option all was passed on
		{"2.9a|external|on", Sent, through, false},
		{"3.1|external|off", "", "", false},
		{"3.1|off|0", "", "", false},
		{"", TmuxUnknown, sequence + through, false},
	} {
		var out bytes.Buffer
		buffer := filepath.Join(t.TempDir(), "buffer")
		terminal := New(&out, []string{
			"TERM=tmux-256color",
			"TMUX=/tmp/x,1,0",
			"PATH=" + os.Getenv("PATH"),
			"OPTIONS=" + c.options,
			"BUFFER=" + buffer,
		})
		foretold, blocked := terminal.Clipboard()
		where, err := terminal.Copy("账号 1")
		loaded, _ := os.ReadFile(buffer) // only where it is used
		if where != c.where || foretold != where || out.String() != c.written ||
			c.buffer != (string(loaded) == "账号 1") {
			t.Errorf("%s: %q, foretold %q, written %q, loaded %q", c.options, where, foretold, out.String(), loaded)
		}
		_, dropped := errors.AsType[*BlockedError](err)
		if dropped != (where == "") || fmt.Sprint(err) != fmt.Sprint(blocked) {
			t.Errorf("%s: %v, foretold %v", c.options, err, blocked)
		}
	}
}

func TestNotifyByTerminal(t *testing.T) {
	const osc9, osc777 = "\x1b]9;账号 1, 2: cause\a", "\x1b]777;notify;账号 1, 2;cause\a"
	for _, c := range []struct {
		environ, want string
	}{
		{"TERM=xterm-kitty LANG=C.UTF-8", osc9},
		{"TERM=xterm-256color VTE_VERSION=7600 LANG=C.UTF-8", osc777},
		{"TERM=foot LANG=C.UTF-8", osc777},
		{"TERM=rxvt-unicode-256color LANG=C.UTF-8", osc777},
		{"TERM=linux LANG=C.UTF-8", "\a"},
		{"TERM=xterm-256color LANG=C", "\x1b]9;?    1, 2: cause\a"},
		{"TERM=tmux-256color TMUX=/tmp/x,1,0 LANG=C.UTF-8", "\x1bPtmux;\x1b" + osc9 + "\x1b\\"},
		{"TERM=tmux-256color TMUX=/tmp/x,1,0 VTE_VERSION=7600 LANG=C.UTF-8", "\x1bPtmux;\x1b" + osc777 + "\x1b\\"},
		{"TERM=screen LANG=C.UTF-8", "\x1bP" + osc9 + "\x1b\\"},
	} {
		var out bytes.Buffer
		if err := New(&out, strings.Fields(c.environ)).Notify(
			"账号 1; 2",
			"cau\x1b]0;x\ase",
		); err != nil || out.String() != c.want {
			t.Errorf("%s: %q, want %q, %v", c.environ, out.String(), c.want, err)
		}
	}
	var out bytes.Buffer
	terminal := New(&out, []string{"LANG=C.UTF-8"})
	if err := errors.Join(
		terminal.Notify("t", strings.Repeat("长", 5000)),
		terminal.Bell(),
	); err != nil || text.Width(out.String()) > 2*maxNotification || !strings.HasSuffix(out.String(), "…\a\a") {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
}

func TestTooLargeCopyFails(t *testing.T) {
	var out bytes.Buffer
	_, err := New(&out, nil).Copy(strings.Repeat("x", 60_000))
	if large, ok := errors.AsType[*TooLargeError](err); !ok || large.Size != 60_000 || large.Most >= 60_000 ||
		out.Len() != 0 {
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
	screen := emulator.New(20, 1)
	for _, c := range []struct{ view, want string }{
		{"账号 7 • é\x1b[1m名字\x1b[m|", "?    7 ? ??   |"},
		{"账户 7 • é\x1b[1m名字\x1b[m|", "?    7 ? ??   |"}, // of which another character changed
		{"a\u0301e\u0301 👨\u200d👩\u200d👧|❤\ufe0f|", "ae ? |? |"},
	} {
		out.Reset()
		terminal.mu.Lock()
		terminal.view = c.view
		terminal.draw()
		terminal.mu.Unlock()
		if strings.ContainsFunc(out.String(), func(r rune) bool { return r > '~' }) {
			t.Errorf("wrote %q", out.String())
		}
		if screen.Write(out.Bytes()); strings.TrimSpace(screen.Text()) != c.want {
			t.Errorf("%q is shown as %q, want %q", c.view, screen.Text(), c.want)
		}
	}
}
