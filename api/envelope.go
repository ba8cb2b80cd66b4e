package api

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// payload decodes the data of an envelope. While certain is false, the code that tells
// whether this is the data of a success has not arrived.
type payload func(dec *jsontext.Decoder, certain bool) error

// readEnvelope reads a response (part 1) to its end and returns its members but the data
// of a success, which is decoded while it arrives.
func readEnvelope(b *body, decode payload) (*Error, error) {
	dec := jsontext.NewDecoder(b)
	if dec.PeekKind() != '{' && dec.PeekKind() != jsontext.KindInvalid {
		return nil, &BodyError{Cause: CauseNoCode}
	}
	members := map[string]jsontext.Value{}
	decoded := false
	failed := error(nil)
	err := eachMember(dec, func(name string) (err error) {
		kind := dec.PeekKind()
		if name == "data" && (kind == '{' || kind == '[') {
			code, known := readCode(members["code"])
			if known && code == CodeOK {
				decoded = true
				return decode(dec, true)
			}
			if !known {
				decoded = true
				members[name], failed, err = tryData(dec, b, decode)
				return err
			}
		}
		v, err := dec.ReadValue()
		members[name] = v.Clone()
		return err
	})
	if err != nil {
		return nil, err
	}
	code, isCode := readCode(members["code"])
	switch _, err := dec.ReadToken(); {
	case err != io.EOF && (b.err == nil || b.err == io.EOF): // not a limit, nor the network
		return nil, &BodyError{Cause: CauseTrailing}
	case err != io.EOF:
		return nil, err
	case !isCode || members["message"].Kind() != '"':
		return nil, &BodyError{Cause: CauseNoCode}
	case code == CodeOK && !decoded && members["data"] == nil:
		return nil, &ShapeError{At: "/data"}
	case code == CodeOK && !decoded:
		failed = decode(jsontext.NewDecoder(bytes.NewBuffer(members["data"])), true)
	}
	if code == CodeOK && failed != nil {
		return nil, failed
	}
	e := &Error{
		Code:    code,
		Message: string(jsonobject.Text(members["message"])),
		Data:    members["data"],
	}
	if id := members["requestId"]; id.Kind() == '"' {
		e.RequestID = string(jsonobject.Text(id))
	}
	if members["timestamp"].Kind() == '0' {
		e.Timestamp = number(string(members["timestamp"]))
	}
	return e, nil
}

// tryData decodes data that arrives before the code as the payload of a success. failed is the
// decoding error, if any. The returned data is a copy for an error response; it is nil if the
// data is too large to belong to one.
func tryData(
	dec *jsontext.Decoder,
	b *body,
	decode payload,
) (data jsontext.Value, failed, err error) {
	depth := dec.StackDepth()
	start := dec.InputOffset()
	b.kept = append(make([]byte, 0, maxKept), dec.UnreadBuffer()...)
	failed = decode(dec, false)
	_, isShape := errors.AsType[*ShapeError](failed)
	if failed != nil && !isShape {
		return nil, nil, failed
	}
	if dec.InputOffset() == start {
		err = dec.SkipValue()
	}
	for err == nil && dec.StackDepth() > depth {
		if kind := dec.PeekKind(); kind == '}' || kind == ']' {
			_, err = dec.ReadToken()
		} else {
			err = dec.SkipValue()
		}
	}
	size := dec.InputOffset() - start
	if size <= int64(len(b.kept)) {
		data = bytes.Clone(bytes.TrimLeft(b.kept[:size], ": \t\r\n"))
	}
	b.kept = nil
	return data, failed, err
}

// eachMember reads an object. read reads the value of the member name.
func eachMember(dec *jsontext.Decoder, read func(name string) error) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		t, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if err := read(t.String()); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func readCode(v jsontext.Value) (Code, bool) {
	if v.Kind() != '0' {
		return 0, false
	}
	n, ok := number(string(v)).Int64()
	return Code(n), ok
}

// body reads the JSON of a response, after decompression, within limits of size
// and depth, and repairs its text: a rune whose end is missing, as in a nickname that was cut
// after some bytes, and an unpaired surrogate become U+FFFD. Otherwise one such name
// would fail a whole list, when it is decoded or written. Text in another charset is an error.
type body struct {
	src       io.Reader
	sizeLimit int64
	charset   string // that the response states; "" for UTF-8

	repaired int // places where U+FFFD was written
	foreign  int // of these, those that are not the beginning of a rune at the end of a text

	read    int64
	started bool   // something was read but an incomplete rune
	err     error  // of src, or a limit; returned after all data before it
	head    []byte // the first bytes, for an excerpt
	kept    []byte // what Read returned since it was made, up to its capacity
	buf     []byte
	tail    []byte // an incomplete rune or escape sequence at the end of what was read
	out     []byte // repaired, not yet returned by Read

	depth    int
	inString bool
}

// headSize is twice the excerpt, so that a key which the excerpt would cut in
// half is found and redacted.
const (
	bufferSize  = 64 << 10
	excerptSize = 512
	headSize    = 2 * excerptSize
	maxKept     = 64 << 10 // of data that precedes the code
)

// byteOrderMark may stand before the JSON of a response, once or more, and is skipped.
const byteOrderMark = "\uFEFF"

func newBody(src io.Reader, sizeLimit int64) *body {
	return &body{
		src:       src,
		sizeLimit: sizeLimit,
		buf:       make([]byte, bufferSize),
	}
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.out) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.fill()
	}
	n := copy(p, b.out)
	b.kept = append(b.kept, b.out[:min(n, cap(b.kept)-len(b.kept))]...)
	b.out = b.out[n:]
	return n, nil
}

func (b *body) fill() {
	n := copy(b.buf, b.tail)
	m, err := b.src.Read(b.buf[n:])
	over := b.read + int64(m) - b.sizeLimit
	if over > 0 {
		m -= int(over)
		err = &LimitError{Setting: SettingMaxBody, Size: b.sizeLimit}
	}
	b.read += int64(m)
	b.err = err
	whole := b.buf[:n+m]
	p := whole
	b.head = append(b.head, p[n:n+min(m, headSize-len(b.head))]...)
	var partial []byte // a rune whose end is yet to come
	for i := max(0, len(p)-utf8.UTFMax+1); i < len(p) && err == nil; i++ {
		if utf8.RuneStart(p[i]) && !utf8.FullRune(p[i:]) {
			partial = p[i:]
			p = p[:i]
		}
	}
	if !b.started && len(p) > 0 {
		for bytes.HasPrefix(p, []byte(byteOrderMark)) { // a service and a proxy may each add one
			p = p[len(byteOrderMark):]
		}
		b.started = len(p) > 0
		if charset := wideCharset(p); charset != "" {
			b.out = nil
			b.err = &BodyError{Cause: CauseCharset, Title: charset}
			return
		}
	}
	if !utf8.Valid(p) {
		fixed := b.repair(p, whole[len(whole)-len(p)-len(partial):])
		if b.charset != "" {
			b.out = nil
			b.err = &BodyError{Cause: CauseCharset, Title: b.charset}
			return
		}
		if b.foreign > maxForeign {
			b.out = nil
			b.err = &BodyError{Cause: CauseNotUTF8, Title: likelyCharset(whole)}
			return
		}
		p = fixed
	}
	done := b.scan(p)
	b.out = p[:done]
	b.tail = append(slices.Clip(p[done:]), partial...)
}

// scan tracks strings and depth, and replaces unpaired surrogates in place. It
// returns the length of what is complete.
func (b *body) scan(p []byte) int {
	escape := -1 // index of the next backslash, or len(p)
	for i := 0; i < len(p); i++ {
		if b.inString {
			if escape < i {
				escape = i + bytes.IndexByte(p[i:], '\\')
				if escape < i {
					escape = len(p)
				}
			}
			end := bytes.IndexByte(p[i:escape], '"')
			if end >= 0 {
				b.inString = false
				i += end
			} else if escape == len(p) || escape > len(p)-2*escapeLength && b.err == nil {
				return escape
			} else {
				length, isRepaired := repairEscape(p[escape:])
				if isRepaired {
					b.repaired++
				}
				i = escape + length - 1
			}
			continue
		}
		switch p[i] {
		case '"':
			b.inString = true
		case '{', '[':
			b.depth++
			if b.depth > maxDepth {
				b.err = &BodyError{Cause: CauseDepth}
				return i
			}
		case '}', ']':
			b.depth--
		}
	}
	return len(p)
}

const escapeLength = len(`\u0000`)

// repairEscape overwrites the escape sequence that p starts with by \ufffd if it
// is an unpaired surrogate. It returns the length of the sequence, or of a pair.
func repairEscape(p []byte) (length int, repaired bool) {
	r := codeUnit(p)
	switch {
	case r < 0: // \n, \" and the like
		return 2, false
	case !utf16.IsSurrogate(r):
	case utf16.DecodeRune(r, codeUnit(p[escapeLength:])) != utf8.RuneError:
		return 2 * escapeLength, false
	default:
		copy(p, `\ufffd`)
		repaired = true
	}
	return escapeLength, repaired
}

// codeUnit returns the value of the \u escape that p starts with, or -1.
func codeUnit(p []byte) rune {
	if len(p) < escapeLength || p[0] != '\\' || p[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(p[2:escapeLength]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
