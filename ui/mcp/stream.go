package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// What a message of a client may have. The SDK reads nothing deeper.
const (
	maxLine  = 4 << 20 // bytes
	maxDepth = 1000    // levels of JSON
)

// maxMessage is how many bytes of an error's message are sent: it can repeat what the client sent.
const maxMessage = 2000

// stream is a connection with one message per line. Unlike the one of the SDK it answers malformed
// lines and goes on, sends no answer to a cancelled call, and at the end of the input waits until all
// calls are answered.
type stream struct {
	lines  chan line
	failed error  // of the input, once lines is closed
	batch  []line // messages of one line that are not read yet
	closed chan struct{}
	words  *words.Words

	mu       sync.Mutex // guards the output and what follows
	out      io.Writer
	calls    map[jsonrpc.ID]*call // in flight
	ended    bool                 // the input has ended
	answered chan struct{}        // closed once the input has ended and all calls are answered
}

// call is a call in flight.
type call struct {
	waits     bool // the end of the input does not wait for it: it lasts until the client goes
	cancelled bool
}

// line is a line of the input, without its end.
type line struct {
	text []byte
	long bool // it is longer than maxLine, and was skipped
}

// listen is the method of a call that lasts until the client cancels it.
const listen = "subscriptions/listen"

// transport connects a server with a client that writes to in and reads from out.
type transport struct {
	in    io.Reader
	out   io.Writer
	words *words.Words
}

// Connect starts to read.
func (t transport) Connect(context.Context) (mcp.Connection, error) {
	s := &stream{
		lines:    make(chan line),
		closed:   make(chan struct{}),
		out:      t.out,
		words:    t.words,
		calls:    map[jsonrpc.ID]*call{},
		answered: make(chan struct{}),
	}
	go s.readLines(bufio.NewReaderSize(t.in, 64<<10))
	return s, nil
}

// SessionID is empty: a stream has one session.
func (s *stream) SessionID() string { return "" }

// Close ends Read. The input is not closed: a read of standard input cannot be interrupted.
func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closed:
	default:
		close(s.closed)
	}
	return nil
}

// readLines passes on the lines of the input.
func (s *stream) readLines(in *bufio.Reader) {
	defer close(s.lines)
	for {
		l, err := readLine(in)
		if len(bytes.TrimSpace(l.text)) > 0 || l.long {
			select {
			case s.lines <- l:
			case <-s.closed:
				return
			}
		}
		if err != nil {
			s.failed = err
			return
		}
	}
}

// readLine reads a line, also the last one, which may have no end.
func readLine(in *bufio.Reader) (l line, err error) {
	for {
		var part []byte
		part, err = in.ReadSlice('\n')
		l.long = l.long || len(l.text)+len(part) > maxLine
		if l.long {
			l.text = nil
		} else {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l, err
		}
	}
}

// Read returns the next message. A line that is none is answered with an error.
func (s *stream) Read(context.Context) (jsonrpc.Message, error) {
	for {
		l, err := s.next()
		if err != nil {
			return nil, err
		}
		m, wrong := decode(s.words, l)
		if wrong != nil {
			s.reject(l, wrong)
		}
		if m != nil {
			s.received(m)
			return m, nil
		}
	}
}

// next returns the next line, or the next message of a batch, which clients of 2025-03-26 may send.
// Each message is answered in a line of its own.
func (s *stream) next() (line, error) {
	if len(s.batch) > 0 {
		l := s.batch[0]
		s.batch = s.batch[1:]
		return l, nil
	}
	select {
	case <-s.closed:
		return line{}, io.EOF
	case l, more := <-s.lines:
		if !more {
			return line{}, s.drain()
		}
		for _, message := range jsonobject.Elements(l.text) {
			s.batch = append(s.batch, line{text: message})
		}
		if len(s.batch) > 0 {
			return s.next()
		}
		return l, nil
	}
}

// drain waits until all calls are answered and returns the error that ended the input.
func (s *stream) drain() error {
	s.mu.Lock()
	s.ended = true
	s.settle()
	s.mu.Unlock()
	select {
	case <-s.answered:
		return s.failed
	case <-s.closed:
		return io.EOF
	}
}

// settle notes that the input has ended and all calls are answered.
func (s *stream) settle() {
	if !s.ended {
		return
	}
	for _, c := range s.calls {
		if c.waits {
			return
		}
	}
	select {
	case <-s.answered:
	default:
		close(s.answered)
	}
}

// received notes a call, or that one is cancelled.
func (s *stream) received(m jsonrpc.Message) {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.IsCall() && s.calls[r.ID] == nil {
		s.calls[r.ID] = &call{waits: r.Method != listen}
	}
	if r.Method != "notifications/cancelled" {
		return
	}
	var params struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(r.Params, &params) != nil {
		return
	}
	id, err := jsonrpc.MakeID(params.RequestID)
	c := s.calls[id]
	if err == nil && c != nil {
		c.cancelled = true
	}
}

// Write sends a message, but not the answer to a cancelled call.
func (s *stream) Write(_ context.Context, m jsonrpc.Message) error {
	response, isResponse := m.(*jsonrpc.Response)
	if isResponse && response.Error != nil {
		m = &jsonrpc.Response{ID: response.ID, Error: bounded(response.Error)}
	}
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !isResponse {
		return s.send(data)
	}
	c := s.calls[response.ID]
	delete(s.calls, response.ID)
	if c == nil || !c.cancelled {
		err = s.send(data)
	}
	s.settle()
	return err
}

// send writes a line, while s.mu is locked.
func (s *stream) send(data []byte) error {
	_, err := s.out.Write(append(data, '\n'))
	return err
}

// bounded is an error with a message of limited length and a code.
func bounded(err error) error {
	e := &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	var wire *jsonrpc.Error
	if errors.As(err, &wire) && wire.Code != 0 {
		e.Code = wire.Code
		e.Data = wire.Data
	}
	e.Message = shortened(text.CleanLines(e.Message), maxMessage)
	if len(e.Data) > maxMessage {
		e.Data = nil
	}
	return e
}

// shortened is the beginning of a text, in at most size bytes and without half a character.
func shortened(s string, size int) string {
	const more = "…"
	if len(s) <= size {
		return s
	}
	return strings.ToValidUTF8(s[:size-len(more)], "") + more
}

// reject answers a line that is no message.
func (s *stream) reject(l line, e *jsonrpc.Error) {
	id := idOf(l.text)
	if !isID(id) || !jsontext.Value(l.text).IsValid(jsontext.AllowDuplicateNames(true)) {
		id = jsontext.Value("null")
	}
	data, err := api.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", id, e})
	if err != nil {
		return // an ID and a text can be marshalled
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.send(data) // the next answer fails too
}

// decode returns the message in a line, or neither a message nor an error for an answer to nothing.
func decode(w *words.Words, l line) (jsonrpc.Message, *jsonrpc.Error) {
	v := jsontext.Value(l.text)
	if l.long {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: w.T("mcp.message.long")}
	}
	if !v.IsValid(jsontext.AllowDuplicateNames(true)) {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeParseError,
			Message: w.T("mcp.message.malformed"),
		}
	}
	if depth(v) > maxDepth {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: w.T("mcp.message.deep")}
	}
	isRequest := api.Member(v, "method") != nil
	id := idOf(v)
	if isRequest && id != nil && !isID(id) {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidRequest,
			Message: w.T("mcp.message.id"),
		}
	}
	m, err := jsonrpc.DecodeMessage(v)
	isAnswer := !isRequest && (api.Member(v, "result") != nil || api.Member(v, "error") != nil)
	if isAnswer { // nothing was asked
		return nil, nil
	}
	if err != nil {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidRequest,
			Message: shortened(err.Error(), maxMessage),
		}
	}
	return m, nil
}

// depth is how deep valid JSON is nested.
func depth(v jsontext.Value) int {
	deepest := 0
	level := 0
	quoted := false
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '"':
			quoted = !quoted
		case '\\':
			if quoted {
				i++
			}
		case '{', '[':
			if !quoted {
				level++
				deepest = max(deepest, level)
			}
		case '}', ']':
			if !quoted {
				level--
			}
		}
	}
	return deepest
}

// idOf is the id of a message as it was sent, nil if it has none.
func idOf(v jsontext.Value) jsontext.Value { return api.Member(v, "id") }

// isID reports whether an answer can bear an id: a string, or an integer that all clients can tell
// from its neighbours.
func isID(v jsontext.Value) bool {
	switch v.Kind() {
	case '"':
		return len(v) <= maxMessage
	case '0':
		var n float64
		err := json.Unmarshal(v, &n)
		return err == nil && n == math.Trunc(n) && math.Abs(n) <= 1<<53
	default:
		return false
	}
}
