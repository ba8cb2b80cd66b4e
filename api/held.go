package api

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// held is data that came before the code which says what it is. It keeps it in
// blocks and gives each back as it is read again: the decoder's own buffer for
// one large value would take several times its size.
type held struct {
	blocks [][]byte
}

// hold reads the value of a member whose name was read, without decoding it.
func hold(dec *jsontext.Decoder, b *body) (io.Reader, error) {
	h := new(held)
	dec.PeekKind() // reads on up to the value; its error comes again from SkipValue
	start := dec.InputOffset()
	h.write(dec.UnreadBuffer())
	if len(h.blocks) > 0 {
		if i := bytes.IndexByte(h.blocks[0], ':'); i >= 0 {
			h.blocks[0][i] = ' '
		}
	}
	b.seen = h.write
	err := dec.SkipValue()
	b.seen = nil
	return io.LimitReader(h, dec.InputOffset()-start), err
}

func (h *held) write(p []byte) {
	for len(p) > 0 {
		last := len(h.blocks) - 1
		if last < 0 || len(h.blocks[last]) == cap(h.blocks[last]) {
			h.blocks = append(h.blocks, make([]byte, 0, bufferSize))
			last++
		}
		block := h.blocks[last]
		n := copy(block[len(block):cap(block)], p)
		h.blocks[last] = block[:len(block)+n]
		p = p[n:]
	}
}

// Read reads what was written and forgets it.
func (h *held) Read(p []byte) (int, error) {
	if len(h.blocks) == 0 {
		return 0, io.EOF
	}
	n := copy(p, h.blocks[0])
	if h.blocks[0] = h.blocks[0][n:]; len(h.blocks[0]) == 0 {
		h.blocks[0] = nil
		h.blocks = h.blocks[1:]
	}
	return n, nil
}
