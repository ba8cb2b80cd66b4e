package api

// escapes replaces \u escapes of unpaired surrogates by \ufffd, which has the same
// length. It processes the contents of JSON strings in pieces; a sequence that is
// not complete at the end of a piece is kept for the next.
type escapes struct {
	out  []byte
	tail []byte // the end of out that the next piece decides
	at   int    // start of the current escape in out
	seen int    // bytes of it that were read; 0 outside of escapes
	unit rune
	high int // start of a high surrogate in out, if wait
	wait bool
}

const (
	escapeLength = len(`\u0000`)
	replacement  = `\ufffd`
)

func (e *escapes) idle() bool { return e.seen == 0 && !e.wait }

// begin starts a piece of n bytes.
func (e *escapes) begin(n int) {
	if cap(e.out) < len(e.tail)+n {
		e.out = append(make([]byte, 0, len(e.tail)+n), e.tail...)
		return
	}
	e.out = append(e.out[:0], e.tail...)
}

// end returns what is complete, and everything after the last piece.
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
	e.tail = e.out[keep:]
	e.at -= keep
	e.high -= keep
	return e.out[:keep]
}

// add appends the next byte of a string and reports whether it ends the string.
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
	if e.seen == 1 || digit < 0 { // another escape, or an invalid one
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

// decide handles a complete escape.
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

// alone replaces an unpaired high surrogate.
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
