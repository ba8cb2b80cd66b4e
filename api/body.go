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

// body reads the JSON of an answer, after decompression, within limits of size
// and depth, and mends its text: invalid UTF-8 and escaped surrogates without
// their other half (a nickname that was cut within an emoji) become U+FFFD.
// Otherwise one such name would fail a whole list, in the decoder or, for what
// is kept raw, when it is written again.
type body struct {
	src      io.Reader
	maxBytes int64
	maxDepth int

	read int64
	err  error  // of src, or a limit; handed on when all before it was
	head []byte // the first bytes, for an excerpt
	buf  []byte // what src gave
	held []byte // the end of buf that may be a part of a rune
	out  []byte // ready to be read

	seen func([]byte) // if set, gets what is read

	depth    int
	inString bool
	escapes  escapes
}

// headSize is twice what an excerpt shows, so that a key which the excerpt
// would cut in half is whole when it is looked for.
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
	if b.seen != nil {
		b.seen(p[:n])
	}
	return n, nil
}

func (b *body) fill() {
	n := copy(b.buf, b.held)
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
	p, b.held = cutPartialRune(p)
	if err != nil {
		p, b.held = b.buf[:n+m], nil
	}
	if !utf8.Valid(p) {
		p = bytes.ToValidUTF8(p, []byte("\uFFFD"))
	}
	if b.escapes.idle() && bytes.IndexByte(p, '\\') < 0 {
		b.out = b.scan(p)
	} else {
		b.out = b.mend(p)
	}
}

// cutPartialRune cuts off the end of p if it is the beginning of a rune.
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

// scan follows the depth through bytes without a backslash.
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

// structure follows one byte outside of strings; false where it is too deep.
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

// mend follows the depth through any bytes and replaces lone surrogates.
func (b *body) mend(p []byte) []byte {
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
