package ui

import (
	"encoding/base64"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/rivo/uniseg"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/redraw"
	"channeldeck/ui/text"
)

// Terminal is the output of one session. It writes frames and clipboard sequences
// one at a time, so that they do not mix, and of a frame only what changed.
type Terminal struct {
	mu     sync.Mutex
	out    io.Writer
	screen redraw.Screen
	term   string // TERM
	tmux   bool
	ascii  bool // the terminal's locale has nothing else
}

// NewTerminal wraps an output. environ is the environment of its terminal.
func NewTerminal(out io.Writer, environ []string) *Terminal {
	t := &Terminal{out: out, ascii: !theme.ShowsUnicode(environ)}
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		switch name {
		case "TERM":
			t.term = value
		case "TMUX":
			t.tmux = value != ""
		}
	}
	return t
}

// Write writes p, one write of Bubble Tea, without interruption by another write.
// Where the terminal shows only ASCII, question marks stand for what else there is.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	changes := t.screen.Changes(p)
	if t.ascii {
		changes = onlyASCII(changes)
	}
	if _, err := t.out.Write(changes); err != nil {
		t.screen = redraw.Screen{} // nobody knows how much was written
		return 0, err
	}
	return len(p), nil
}

// onlyASCII replaces all other characters by question marks of the same width.
func onlyASCII(p []byte) []byte {
	var b []byte
	for g := uniseg.NewGraphemes(string(p)); g.Next(); {
		if c := g.Str(); c < "\x80" {
			b = append(b, c...)
		} else {
			b = append(b, strings.Repeat("?", text.Width(c))...)
		}
	}
	return b
}

// Read, Close and Fd let Bubble Tea treat the output as a file if it is one: it
// gets the size of the window only then.
func (t *Terminal) Read(p []byte) (int, error) {
	if r, ok := t.out.(io.Reader); ok {
		return r.Read(p)
	}
	return 0, io.EOF
}

// Close does nothing: the session does not own the output.
func (t *Terminal) Close() error { return nil }

// Fd is the file descriptor of the output, an invalid one if it is not a file.
func (t *Terminal) Fd() uintptr {
	if f, ok := t.out.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// maxClipboard is the number of base64 bytes that common terminals accept in one
// OSC 52 sequence; they silently drop longer ones.
const maxClipboard = 74994

// Copy puts text on the clipboard of the terminal's machine (OSC 52), also through
// SSH. The error is a *pane.TooLargeError or that of the output. In tmux it writes
// both forms: tmux accepts the plain sequence with set-clipboard and the wrapped
// one with allow-passthrough.
func (t *Terminal) Copy(text string) error {
	if n := base64.StdEncoding.EncodedLen(len(text)); n > maxClipboard {
		return &pane.TooLargeError{Size: len(text), Most: maxClipboard / 4 * 3}
	}
	plain := osc52.New(text)
	sequence := plain.String()
	if t.tmux {
		sequence += plain.Tmux().String()
	} else if strings.HasPrefix(t.term, "screen") {
		sequence = plain.Screen().String()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := io.WriteString(t.out, sequence) // which changes nothing on the screen
	return err
}
