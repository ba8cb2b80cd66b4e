package api

// escapes replaces \u escapes of surrogates that stand alone by \ufffd, which
// is as long. It works on the insides of JSON strings, in pieces; a sequence
// that reaches over the end of a piece is held back for the next.
type escapes struct {
	out  []byte
	held []byte // the end of out that the last piece did not decide
	at   int    // where in out the escape began that is being read
	seen int    // how many of its bytes were read; 0 outside of escapes
	unit rune
	high int // where in out a high surrogate stands that waits for its other half
	wait bool
}

const (
	escapeLength = len(`\u0000`)
	replacement  = `\ufffd`
)

func (e *escapes) idle() bool { return e.seen == 0 && !e.wait }

// begin starts a piece of n bytes with what was held back.
func (e *escapes) begin(n int) {
	if cap(e.out) < len(e.held)+n {
		e.out = append(make([]byte, 0, len(e.held)+n), e.held...)
		return
	}
	e.out = append(e.out[:0], e.held...)
}

// end returns what is decided; all of it where no other piece follows.
func (e *escapes) end(last bool) []byte {
	if last {
		e.alone()
		e.seen = 0
	}
	keep := len(e.out)
	if e.seen > 0 {
		keep = e.at
	}
	if e.wait {
		keep = e.high
	}
	e.held = e.out[keep:]
	e.at -= keep
	e.high -= keep
	return e.out[:keep]
}

// add takes the next byte of a string and reports whether it ends the string.
func (e *escapes) add(c byte) (closes bool) {
	e.out = append(e.out, c)
	switch {
	case e.seen == 0 && c == '\\':
		e.at, e.seen, e.unit = len(e.out)-1, 1, 0
		return false
	case e.seen == 0:
		e.alone()
		return c == '"'
	case e.seen == 1 && c == 'u':
		e.seen++
		return false
	}
	digit := hexDigit(c)
	if e.seen == 1 || digit < 0 { // another escape, or none that the decoder will accept
		e.alone()
		e.seen = 0
		return false
	}
	e.unit = e.unit<<4 | digit
	if e.seen++; e.seen == escapeLength {
		e.seen = 0
		e.decide()
	}
	return false
}

// decide looks at an escape that was read to its end.
func (e *escapes) decide() {
	const firstHigh, firstLow, afterLow = 0xD800, 0xDC00, 0xE000
	follows := e.wait && e.high+escapeLength == e.at
	switch {
	case e.unit >= firstLow && e.unit < afterLow && follows:
		e.wait = false
	case e.unit >= firstLow && e.unit < afterLow:
		e.alone()
		copy(e.out[e.at:], replacement)
	case e.unit >= firstHigh && e.unit < firstLow:
		e.alone()
		e.high, e.wait = e.at, true
	default:
		e.alone()
	}
}

// alone replaces the high surrogate that did not find its other half.
func (e *escapes) alone() {
	if e.wait {
		copy(e.out[e.high:], replacement)
		e.wait = false
	}
}

func hexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}
