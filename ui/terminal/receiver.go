package terminal

import (
	"cmp"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/cancelreader"
	"golang.org/x/term"

	"channeldeck/ui/crash"
)

// receiver reads a terminal and sends a program what it reads. Bubble Tea's own reader takes
// each read as complete. The nil *receiver does nothing.
type receiver struct {
	in     io.Reader
	send   func(tea.Msg) // blocks while the program is busy
	caught func(*crash.Panic)

	mu      sync.Mutex // held while messages are sent, which keeps their order
	decoder *decoder
	pieces  int // that were read or expired

	reading sync.Mutex // held during a read
	reader  cancelreader.CancelReader
	before  *term.State // of the terminal, nil if it is not one
}

// unreadable is the message that the terminal cannot be read.
type unreadable struct{ err error }

// start begins to read, from a terminal in raw mode.
func (r *receiver) start() (err error) {
	if r == nil {
		return nil
	}
	f, ok := r.in.(*os.File)
	if ok && term.IsTerminal(int(f.Fd())) {
		if r.before, err = term.MakeRaw(int(f.Fd())); err != nil {
			return err
		}
	}
	if r.reader, err = cancelreader.NewReader(r.in); err != nil {
		return errors.Join(err, r.restore())
	}
	go r.run(r.reader)
	return nil
}

// stop ends what start began. It does not wait until what was read is sent.
func (r *receiver) stop() error {
	if r == nil {
		return nil
	}
	if r.reader.Cancel() {
		r.reading.Lock()
		defer r.reading.Unlock()
	}
	return r.restore()
}

func (r *receiver) restore() error {
	f, ok := r.in.(*os.File)
	if !ok || r.before == nil {
		return nil
	}
	return term.Restore(int(f.Fd()), r.before)
}

// outside calls do while the terminal is as it was before start.
func (r *receiver) outside(do func() error) error {
	if err := r.stop(); err != nil {
		return err
	}
	return cmp.Or(do(), r.start())
}

func (r *receiver) run(from cancelreader.CancelReader) {
	defer from.Close()
	defer crash.Recover(r.caught)
	for buf := make([]byte, 4<<10); ; {
		r.reading.Lock()
		n, err := from.Read(buf)
		r.reading.Unlock()
		r.got(buf[:n])
		if errors.Is(err, io.EOF) || errors.Is(err, cancelreader.ErrCanceled) {
			return
		}
		if err != nil {
			r.send(unreadable{err})
			return
		}
	}
}

// got sends the messages of the input that was read. If no more arrives for a while, the beginning
// of a sequence is decoded by itself.
func (r *receiver) got(p []byte) {
	if len(p) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deliver(r.decoder.write(p))
}

// stall is how late a timer is, at least, on a machine that has no time for this process: what
// the terminal sent meanwhile may still be unread.
const stall = 10 * time.Millisecond

// expired sends what the rest is by itself, unless more was read since the piece. It was due at
// a time; much later it lets the terminal be read first.
func (r *receiver) expired(piece int, due time.Time) {
	defer crash.Recover(r.caught)
	now := time.Now()
	if now.Sub(due) > stall {
		time.AfterFunc(stall, func() { r.expired(piece, now.Add(time.Hour)) })
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if piece == r.pieces {
		r.deliver(r.decoder.expire())
	}
}

func (r *receiver) deliver(msgs []tea.Msg) {
	for _, msg := range msgs {
		r.send(msg)
	}
	r.pieces++
	if wait := r.decoder.timeout(); wait > 0 {
		piece := r.pieces
		due := time.Now().Add(wait)
		time.AfterFunc(wait, func() { r.expired(piece, due) })
	}
}
