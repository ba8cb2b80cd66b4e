package ui

import (
	"encoding/base64"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/aymanbagabas/go-osc52/v2"

	"channeldeck/ui/pane"
)

// Terminal is the output of one session. Frames and clipboard sequences go
// through it one at a time, so that neither lands inside the other.
type Terminal struct {
	mu   sync.Mutex
	out  io.Writer
	term string // TERM
	tmux bool
}

// NewTerminal wraps an output; environ is that of its terminal.
func NewTerminal(out io.Writer, environ []string) *Terminal {
	t := &Terminal{out: out}
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

// Write sends p as a whole.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.out.Write(p)
}

// Read, Close and Fd make the output a file for Bubble Tea where it is one:
// only then does it learn the size of the window.
func (t *Terminal) Read(p []byte) (int, error) {
	if r, ok := t.out.(io.Reader); ok {
		return r.Read(p)
	}
	return 0, io.EOF
}

// Close does nothing: the output is not the session's to close.
func (t *Terminal) Close() error { return nil }

// Fd is the file descriptor of the output, an invalid one where it is no file.
func (t *Terminal) Fd() uintptr {
	if f, ok := t.out.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// maxClipboard is how many bytes of base64 common terminals take in one OSC 52
// sequence; what is longer they drop without a word.
const maxClipboard = 74994

// Copy puts text on the clipboard of the terminal's machine (OSC 52): it works
// through SSH. The error is a *pane.TooLargeError or that of the output. Within tmux it goes both ways, for tmux takes the plain sequence
// where set-clipboard is on and the wrapped one where allow-passthrough is.
func (t *Terminal) Copy(text string) error {
	if n := base64.StdEncoding.EncodedLen(len(text)); n > maxClipboard {
		return &pane.TooLargeError{Size: len(text), Most: maxClipboard / 4 * 3}
	}
	plain := osc52.New(text)
	var b strings.Builder
	switch {
	case t.tmux:
		b.WriteString(plain.String())
		b.WriteString(plain.Tmux().String())
	case strings.HasPrefix(t.term, "screen"):
		b.WriteString(plain.Screen().String())
	default:
		b.WriteString(plain.String())
	}
	_, err := t.Write([]byte(b.String()))
	return err
}
