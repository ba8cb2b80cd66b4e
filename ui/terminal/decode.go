package terminal

import (
	"bytes"
	"cmp"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/input"
)

// decoder turns what a terminal sends into messages. It takes the bytes in any pieces, since
// a network splits them anywhere. It gives whole sequences to x/input, one at a time: that
// takes each read as complete.
type decoder struct {
	escape time.Duration // how long an ESC may be the beginning of a sequence
	late   bool          // the rest begins with an ESC that came more than altTime ago
	rest   []byte        // the beginning of a sequence
	pasted []byte        // so far; nil for none

	whole bytes.Reader // a sequence for keys
	keys  *input.Reader
	named map[string]tea.KeyType
}

const (
	// altTime is how long a letter after an ESC is that letter with Alt, and not the next key.
	altTime = 100 * time.Millisecond
	// pieceTime is how long the rest is awaited after each piece of what the user can have typed so fast.
	pieceTime = 250 * time.Millisecond
	// keyTime is how long the rest is awaited of what is a key by itself, and the beginning of an answer.
	keyTime = time.Second
	// restTime is how long the rest is awaited of what can be nothing else than a part of a sequence. The rest
	// of an answer that comes later would be keys: a byte of it can be late by seconds, on a lossy network.
	restTime = 5 * time.Second
	// maxKey is the greatest length of a sequence of a key or the mouse.
	maxKey = 64
)

func newDecoder(escape time.Duration) *decoder {
	d := &decoder{escape: escape, named: map[string]tea.KeyType{}}
	d.keys, _ = input.NewReader(struct{ io.Reader }{&d.whole}, "", 0) // only files can fail
	for t := tea.KeyF20; t <= tea.KeyBackspace; t++ {
		d.named[tea.Key{Type: t}.String()] = t
	}
	return d
}

// write returns the messages of what the terminal sent.
func (d *decoder) write(p []byte) (msgs []tea.Msg) {
	if d.late && len(d.rest) == 1 && bytes.IndexByte([]byte("[O]"), p[0]) < 0 {
		msgs = d.expire()
	}
	d.rest = append(d.rest, p...)
	for len(d.rest) > 0 {
		if d.pasted != nil {
			if !d.endPaste() {
				break
			}
			msgs = append(msgs, tea.KeyMsg{
				Type:  tea.KeyRunes,
				Runes: []rune(strings.ToValidUTF8(string(d.pasted), "")),
				Paste: true,
			})
			d.pasted = nil
			continue
		}
		n := length(d.rest)
		if n == 0 {
			d.rest = shorten(d.rest)
			break
		}
		msgs = append(msgs, d.decode(d.rest[:n])...)
		d.rest = d.rest[n:]
		d.late = false
	}
	if len(d.rest) == 0 {
		d.rest = nil // it may have been long
	}
	return msgs
}

// timeout is how long to wait for more before expire, 0 for ever.
func (d *decoder) timeout() time.Duration {
	if len(d.rest) == 0 {
		return 0
	}
	if len(d.rest) == 1 && d.rest[0] == ansi.ESC && d.late {
		return d.escape - altTime
	}
	if len(d.rest) == 1 && d.rest[0] == ansi.ESC {
		return min(altTime, d.escape)
	}
	if len(d.rest) == 2 || isString(d.rest) && !isAnswer(d.rest) {
		return max(pieceTime, d.escape)
	}
	if bytes.HasPrefix(d.rest, []byte("\x1b[")) &&
		bytes.HasSuffix(d.rest, []byte("$")) { // Home with Shift, of rxvt
		return max(keyTime, d.escape)
	}
	return max(restTime, d.escape)
}

// expire returns the messages of a sequence of which no more came.
func (d *decoder) expire() []tea.Msg {
	rest := d.rest
	late := d.late
	d.late = len(rest) == 1 && rest[0] == ansi.ESC && !late && d.escape > altTime
	if d.late {
		return nil
	}
	d.rest = nil
	if late && len(rest) == 2 {
		return append(d.decode(rest[:1]), d.decode(rest[1:])...)
	}
	return d.decode(rest)
}

// endPaste moves pasted text from the rest, and reports whether it ended.
func (d *decoder) endPaste() bool {
	from := max(len(d.pasted)-len(ansi.BracketedPasteEnd), 0)
	d.pasted = append(d.pasted, d.rest...)
	d.rest = nil
	at := bytes.Index(d.pasted[from:], []byte(ansi.BracketedPasteEnd))
	if at < 0 {
		return false
	}
	d.rest = d.pasted[from+at+len(ansi.BracketedPasteEnd):]
	d.pasted = d.pasted[:from+at]
	return true
}

// length returns the length of the first sequence in b, 0 if b has only a part of it. A
// sequence ends before a control character that it cannot have.
func length(b []byte) int {
	if b[0] != ansi.ESC && !utf8.FullRune(b) {
		return 0
	}
	if b[0] != ansi.ESC {
		_, n := utf8.DecodeRune(b)
		return n
	}
	if len(b) == 1 {
		return 0
	}
	switch b[1] {
	case ansi.ESC: // two keys, although some terminals send ESC before the sequence of a key with Alt
		return 1
	case '[':
		return control(b)
	case 'O':
		return final(b, 2, '0', '9')
	}
	if isString(b) {
		return str(b)
	}
	if n := length(b[1:]); n > 0 {
		return 1 + n
	}
	return 0
}

// control is length for a sequence that begins with ESC and "[".
func control(b []byte) int {
	if bytes.HasPrefix(b, []byte("\x1b[[")) { // a function key of the console of Linux
		return fixed(b, 4)
	}
	if bytes.HasPrefix(b, []byte("\x1b[M")) { // X10 mouse: three bytes of any value
		return fixed(b, 6)
	}
	return final(b, 2, ' ', '?')
}

func fixed(b []byte, n int) int {
	if len(b) < n {
		return 0
	}
	return n
}

// final is length for a sequence whose bytes from from on are in a range, except the last.
func final(b []byte, from int, low, high byte) int {
	for i := from; i < len(b); i++ {
		if b[i] < ' ' || b[i] > '~' {
			return i
		}
		if b[i] < low || b[i] > high {
			return i + 1
		}
	}
	return 0
}

// isString reports whether a sequence is a string, at least two bytes of it.
func isString(b []byte) bool {
	return b[0] == ansi.ESC && bytes.IndexByte([]byte("]P_^X"), b[1]) >= 0
}

// isAnswer reports whether a string begins as answers of terminals do, and not as a key with Alt and the keys
// after it.
func isAnswer(b []byte) bool {
	if len(b) < 3 {
		return false
	}
	switch b[1] {
	case ']':
		return '0' <= b[2] && b[2] <= '9'
	case 'P':
		return '0' <= b[2] && b[2] <= '9' || b[2] == '>' || b[2] == '!'
	case '_':
		return b[2] == 'G'
	}
	return false
}

// str is length for a string: an answer of the terminal.
func str(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch b[i] {
		case ansi.BEL, ansi.CAN, ansi.SUB:
			return i + 1
		case ansi.ESC:
			if i+1 == len(b) {
				return 0
			}
			if b[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return 0
}

// shorten removes what is no longer needed of the beginning of a sequence.
func shorten(b []byte) []byte {
	last := b[len(b)-1:]
	if len(b) <= maxKey {
		return b
	}
	if b[1] == '[' {
		return append(b[:2], '?') // no key has it
	}
	if last[0] == ansi.ESC {
		return append(b[:3], ansi.ESC)
	}
	return b[:3]
}

// decode returns the message of a sequence; none for an answer of the terminal.
func (d *decoder) decode(sequence []byte) []tea.Msg {
	first, size := utf8.DecodeRune(sequence)
	if first == utf8.RuneError && size <= 1 || len(sequence) > maxKey {
		return nil
	}
	if string(sequence) == ansi.BracketedPasteStart {
		d.pasted = []byte{}
		return nil
	}
	if bytes.HasPrefix(sequence, []byte("\x1b[[")) && len(sequence) == 4 {
		return []tea.Msg{tea.KeyMsg{Type: tea.KeyF1 - tea.KeyType(sequence[3]-'A')}}
	}
	if first == ansi.ESC && len(sequence) > 1 &&
		bytes.IndexByte([]byte("[O]P_^X"), sequence[1]) >= 0 {
		if len(sequence) == 2 { // x/input takes some for beginnings
			return []tea.Msg{
				tea.KeyMsg{
					Type:  tea.KeyRunes,
					Runes: []rune{rune(sequence[1])},
					Alt:   true,
				},
			}
		}
		if isString(sequence) {
			return nil
		}
	}
	d.whole.Reset(sequence)
	events, _ := d.keys.ReadEvents()
	if len(events) != 1 { // F3 with Shift is also the position of the cursor
		return nil
	}
	var msg tea.Msg
	switch e := events[0].(type) {
	case input.KeyPressEvent:
		key, ok := d.key(input.Key(e))
		if !ok {
			return nil
		}
		msg = key
	case input.MouseClickEvent:
		msg = mouse(input.Mouse(e), tea.MouseActionPress)
	case input.MouseWheelEvent:
		msg = mouse(input.Mouse(e), tea.MouseActionPress)
	case input.MouseReleaseEvent:
		msg = mouse(input.Mouse(e), tea.MouseActionRelease)
	case input.MouseMotionEvent:
		msg = mouse(input.Mouse(e), tea.MouseActionMotion)
	default:
		return nil
	}
	return []tea.Msg{msg}
}

func mouse(m input.Mouse, action tea.MouseAction) tea.MouseMsg {
	return tea.MouseMsg{
		X:      m.X,
		Y:      m.Y,
		Action: action,
		Button: tea.MouseButton(m.Button),
		Shift:  m.Mod.Contains(input.ModShift),
		Alt:    m.Mod.Contains(input.ModAlt),
		Ctrl:   m.Mod.Contains(input.ModCtrl),
	}
}

// keypad are the characters of the keypad, from input.KeyKpEqual on.
const keypad = "=*+,-./0123456789"

// key returns the message of a key. ok is false for a key that Bubble Tea does not know.
func (d *decoder) key(k input.Key) (msg tea.KeyMsg, ok bool) {
	msg.Alt = k.Mod.Contains(input.ModAlt)
	k.Mod &^= input.ModAlt | input.ModCapsLock | input.ModNumLock | input.ModScrollLock
	i := int(k.Code - input.KeyKpEqual)
	if 0 <= i && i < len(keypad) {
		k.Code = rune(keypad[i])
	}
	shift := k.Mod.Contains(input.ModShift)
	if k.Text == "" && k.Mod&^input.ModShift == 0 && unicode.IsGraphic(k.Code) {
		k.Text = string(k.Code)
		if shift {
			k.Text = string(cmp.Or(k.ShiftedCode, unicode.ToUpper(k.Code)))
		}
	}
	if k.Text != "" {
		msg.Type = tea.KeyRunes
		msg.Runes = []rune(k.Text)
		if k.Text == " " {
			msg.Type = tea.KeySpace
		}
		return msg, true
	}
	if k.Mod == input.ModCtrl && (k.Code == ' ' || '@' <= k.Code && k.Code <= '~') {
		msg.Type = tea.KeyType(k.Code & 0x1f)
		return msg, true
	}
	if k.Mod == input.ModShift && input.KeyF1 <= k.Code &&
		k.Code <= input.KeyF8 { // as Bubble Tea names them
		k.Mod = 0
		k.Code += 12
	}
	name := func() string {
		return strings.Replace(k.String(), "kp", "", 1)
	} // of the keypad
	msg.Type, ok = d.named[name()]
	if !ok && k.Code < utf8.RuneSelf { // most terminals cannot tell them from those without modifiers
		k.Mod = 0
		msg.Type, ok = d.named[name()]
	}
	return msg, ok
}
