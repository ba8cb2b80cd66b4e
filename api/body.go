package api

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

var (
	errTooLarge = errors.New("the body is too large")
	errTooDeep  = errors.New("the body is nested too deep")
)

// body reads the JSON of a response, after decompression, within limits of size
// and depth, and repairs its text: invalid UTF-8 and unpaired surrogates (of a
// nickname that was cut within an emoji) become U+FFFD. Otherwise one such name
// would fail a whole list, when it is decoded or written.
type body struct {
	src      io.Reader
	maxBytes int64
	maxDepth int

	read int64
	err  error  // of src, or a limit; returned after all data before it
	head []byte // the first bytes, for an excerpt
	buf  []byte // read from src
	tail []byte // the end of buf if it is an incomplete rune
	out  []byte // repaired, not yet read

	depth    int
	inString bool
	escapes  escapes
}

// headSize is twice the excerpt, so that a key which the excerpt would cut in
// half is found and redacted.
const (
	bufferSize  = 64 << 10
	excerptSize = 512
	headSize    = 2 * excerptSize
)

func newBody(src io.Reader, maxBytes int64, maxDepth int) *body {
	return &body{src: src, maxBytes: maxBytes, maxDepth: maxDepth, buf: make([]byte, bufferSize)}
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.out) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.fill()
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

func (b *body) fill() {
	n := copy(b.buf, b.tail)
	m, err := b.src.Read(b.buf[n:])
	if over := b.read + int64(m) - b.maxBytes; over > 0 {
		m, err = m-int(over), errTooLarge
	}
	b.read += int64(m)
	b.err = err
	p := b.buf[:n+m]
	if room := headSize - len(b.head); room > 0 {
		b.head = append(b.head, p[n:n+min(room, m)]...)
	}
	p, b.tail = cutPartialRune(p)
	if err != nil {
		p, b.tail = b.buf[:n+m], nil
	}
	if !utf8.Valid(p) {
		p = bytes.ToValidUTF8(p, []byte("\uFFFD"))
	}
	if b.escapes.idle() && bytes.IndexByte(p, '\\') < 0 {
		b.out = b.scan(p)
	} else {
		b.out = b.repair(p)
	}
}

// cutPartialRune splits off an incomplete rune at the end of p.
func cutPartialRune(p []byte) (whole, rest []byte) {
	for i := len(p) - 1; i >= max(0, len(p)-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(p[i]) {
			if !utf8.FullRune(p[i:]) {
				return p[:i], p[i:]
			}
			break
		}
	}
	return p, nil
}

// scan tracks the depth in bytes without a backslash.
func (b *body) scan(p []byte) []byte {
	for i := 0; i < len(p); i++ {
		if b.inString {
			end := bytes.IndexByte(p[i:], '"')
			if end < 0 {
				return p
			}
			i += end
			b.inString = false
			continue
		}
		if !b.structure(p[i]) {
			return p[:i]
		}
	}
	return p
}

// structure tracks one byte outside of strings; it returns false when too deep.
func (b *body) structure(c byte) bool {
	switch c {
	case '"':
		b.inString = true
	case '{', '[':
		if b.depth++; b.depth > b.maxDepth {
			b.err = errTooDeep
			return false
		}
	case '}', ']':
		b.depth--
	}
	return true
}

// repair tracks the depth in any bytes and replaces unpaired surrogates.
func (b *body) repair(p []byte) []byte {
	e := &b.escapes
	e.begin(len(p))
	for _, c := range p {
		if !b.inString {
			if !b.structure(c) {
				break
			}
			e.out = append(e.out, c)
		} else if e.add(c) {
			b.inString = false
		}
	}
	return e.end(b.err != nil)
}
