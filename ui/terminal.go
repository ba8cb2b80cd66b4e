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
	"channeldeck/ui/text"
)

// Terminal is the output of one session. It writes frames and clipboard sequences
// one at a time, so that they do not mix.
type Terminal struct {
	mu    sync.Mutex
	out   io.Writer
	term  string // TERM
	tmux  bool
	ascii bool // the terminal's locale has nothing else
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

// Write writes p without interruption by another write. Where the terminal shows
// only ASCII, question marks stand for what else there is.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ascii {
		return t.out.Write(p)
	}
	if _, err := io.WriteString(t.out, onlyASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// onlyASCII replaces all other characters by question marks of the same width.
func onlyASCII(s string) string {
	var b strings.Builder
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if c := g.Str(); c < "\x80" {
			b.WriteString(c)
		} else {
			b.WriteString(strings.Repeat("?", text.Width(c)))
		}
	}
	return b.String()
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
	_, err := io.WriteString(t, sequence)
	return err
}
