// Package terminal implements the input and output of one session: keys, also those that a network
// splits; frames, of which only the cells that changed are sent; and the clipboard. It runs,
// suspends and resumes the program.
package terminal

import (
	"context"
	"io"
	"os"
	"runtime/trace"
	"strconv"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Terminal is the output of one session. It writes views and clipboard sequences one
// at a time, so that they do not mix, and of a view only what changed.
type Terminal struct {
	mu     sync.Mutex
	out    io.Writer
	screen Screen
	on     bool   // the alternate screen is shown
	view   string // to draw; "" after a change of the size
	drawn  time.Time
	late   bool   // a timer will draw the view
	term   string // TERM
	tmux   bool
	env    []string
	osc777 bool // desktop notifications are OSC 777, not OSC 9
	ascii  bool // the terminal's locale has nothing else

	in     *receiver // of the program that runs
	reader *reader   // prints views for a screen reader; nil for none
}

// pause is the least time between two views: more of them would only load a slow link.
const pause = time.Second / 240

// New wraps an output. environ is the environment of its terminal.
func New(out io.Writer, environ []string) *Terminal {
	t := &Terminal{out: out, env: environ, ascii: !theme.ShowsUnicode(environ)}
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		switch name {
		case "TERM":
			t.term = value
		case "TMUX":
			t.tmux = value != ""
		case "VTE_VERSION":
			t.osc777 = value != ""
		}
	}
	t.osc777 = t.osc777 || strings.HasPrefix(t.term, "rxvt") || strings.HasPrefix(t.term, "foot")
	return t
}

// ForReader makes the terminal print views for a screen reader instead of drawing them: the
// lines that are new, without control sequences. The glyphs are those of the views.
func (t *Terminal) ForReader(glyphs theme.Glyphs) {
	t.reader = &reader{glyphs: glyphs}
}

// sizeOr returns the size that a terminal reports. One that knows none, such as a serial console,
// reports 0: it has the size of LINES and COLUMNS, else 80x24.
func (t *Terminal) sizeOr(reported tea.WindowSizeMsg) tea.WindowSizeMsg {
	if reported.Width > 0 && reported.Height > 0 {
		return reported
	}
	size := tea.WindowSizeMsg{Width: 80, Height: 24}
	for _, e := range t.env {
		name, value, _ := strings.Cut(e, "=")
		n, err := strconv.Atoi(value)
		if err != nil || n <= 0 || n > maxSide {
			continue
		}
		switch name {
		case "COLUMNS":
			size.Width = n
		case "LINES":
			size.Height = n
		}
	}
	return size
}

// maxSide is the largest size of a terminal that the environment may state.
const maxSide = 1000

// Resize sets the size of the terminal. The next view is written whole.
func (t *Terminal) Resize(width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.screen.Resize(width, height)
	t.view = "" // it has the old size
}

// Draw shows a view: at once, or a moment after the previous one.
func (t *Terminal) Draw(view string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.view = view
	if t.late {
		return
	}
	pause := pause
	if t.reader != nil {
		pause = readerPause
	}
	wait := pause - time.Since(t.drawn)
	if wait > 0 {
		t.late = true
		time.AfterFunc(wait, t.drawLate)
		return
	}
	t.draw()
}

func (t *Terminal) drawLate() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.late = false
	t.draw()
}

// draw writes the changes of the view. The caller holds t.mu.
func (t *Terminal) draw() {
	if !t.on || t.view == "" {
		return
	}
	defer trace.StartRegion(context.Background(), "draw").End()
	view := t.view
	if t.ascii {
		view = OnlyASCII(view)
	}
	var changes []byte
	if t.reader != nil {
		changes = t.reader.draw(view, time.Now())
	} else {
		changes = t.screen.Draw(view)
	}
	if len(changes) == 0 {
		return
	}
	if _, err := t.write(changes); err != nil {
		t.screen.Forget() // nobody knows how much was written
	}
	t.drawn = time.Now()
}

// write writes to the terminal. The caller holds t.mu.
func (t *Terminal) write(p []byte) (int, error) {
	if t.ascii {
		p = []byte(OnlyASCII(string(p)))
	}
	return t.out.Write(p)
}

// Write writes what Bubble Tea writes, except its frames, which Draw has written.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(p)
	if t.on && strings.HasPrefix(text, ansi.CursorHomePosition) &&
		text != ansi.CursorHomePosition { // a frame
		return len(p), nil
	} else if text == ansi.SetModeAltScreenSaveCursor {
		t.on = true
		t.screen.Forget()
		if t.reader != nil {
			t.reader.lines = nil
			t.reader.rows = nil
		}
	} else if text == ansi.ResetModeAltScreenSaveCursor {
		t.on = false
	}
	if t.reader != nil && !t.reader.keeps(string(p)) {
		return len(p), nil
	}
	if _, err := t.write(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// OnlyASCII replaces all other characters: a question mark stands for those that follow each
// other, with blanks so that the width stays the same.
func OnlyASCII(s string) string {
	var b strings.Builder
	mark := "?"
	for g := uniseg.NewGraphemes(s); g.Next(); {
		c := g.Str()
		width := text.Width(g.Str())
		if len(c) == 1 || c == "\r\n" {
			b.WriteString(c)
			mark = "?"
		} else if c < "\x80" { // a letter with marks
			b.WriteString(c[:1] + text.Blank(width-1))
			mark = "?"
		} else if width > 0 {
			b.WriteString(mark + text.Blank(width-1))
			mark = " "
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
	f, ok := t.out.(*os.File)
	if ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// through wraps a sequence for the terminal around tmux or GNU Screen.
func (t *Terminal) through(sequence string) string {
	if t.tmux {
		return ansi.TmuxPassthrough(sequence)
	}
	if strings.HasPrefix(t.term, "screen") {
		return ansi.ScreenPassthrough(sequence, maxScreenString)
	}
	return sequence
}

// send writes a sequence that changes nothing on the screen.
func (t *Terminal) send(sequence string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := t.write([]byte(sequence))
	return err
}

// Bell rings the bell of the terminal.
func (t *Terminal) Bell() error { return t.send("\a") }

// maxNotification is the width of the texts of a notification, in cells.
const maxNotification = 200

// Notify shows a notification on the desktop of the terminal's machine: by OSC 777 where
// the terminal is known to want that, else by OSC 9, which others ignore. tmux passes it
// on with allow-passthrough. The console of Linux has no desktop: its bell rings.
func (t *Terminal) Notify(title, body string) error {
	// In OSC 777 a semicolon ends the title, and OSC 9 with a number and a semicolon is
	// another function.
	title = strings.ReplaceAll(text.Cut(text.Line(title), maxNotification), ";", ",")
	body = text.Cut(text.Line(body), maxNotification)
	if t.term == "linux" {
		return t.Bell()
	}
	if t.osc777 {
		return t.send(t.through(ansi.URxvtExt("notify", title, body)))
	}
	return t.send(t.through(ansi.Notify(title + ": " + body)))
}
