package replay

import (
	"bufio"
	"context"
	"io"
	"net/url"
	"slices"
	"strconv"

	"channeldeck/api"
	"channeldeck/api/history"
)

// accountStream is the data of the list of accounts. It is written while the response is read: 100,000
// accounts take 60 MB as JSON, and more as rows.
type accountStream struct {
	h     *history.DB
	ctx   context.Context // of the request
	query url.Values
}

// streamBuffer is how much is written at once.
const streamBuffer = 64 << 10

// body returns the JSON of the response. An error before its first bytes is returned, a later one is that
// of reading it.
func (s *accountStream) body() (io.ReadCloser, error) {
	r, w := io.Pipe()
	ctx, stop := context.WithCancel(s.ctx)
	b := &streamBody{
		buffer: bufio.NewReaderSize(r, streamBuffer),
		pipe:   r,
		stop:   stop,
		ended:  make(chan struct{}),
	}
	go func() {
		defer close(b.ended)
		w.CloseWithError(s.write(ctx, w))
	}()
	if _, err := b.buffer.Peek(1); err != nil {
		_ = b.Close()
		return nil, err
	}
	return b, nil
}

// streamBody reads what an accountStream writes.
type streamBody struct {
	buffer *bufio.Reader
	pipe   *io.PipeReader
	stop   context.CancelFunc
	ended  chan struct{} // closed when nothing is written any more
}

// Read reads a part of the response.
func (b *streamBody) Read(to []byte) (int, error) { return b.buffer.Read(to) }

// Close ends the writing. It returns no error.
func (b *streamBody) Close() error {
	b.stop()
	_ = b.pipe.Close() // it has no errors
	<-b.ended
	return nil
}

// write writes the response.
func (s *accountStream) write(ctx context.Context, to io.Writer) error {
	w := bufio.NewWriterSize(to, streamBuffer)
	_, _ = w.WriteString(opening + `{"list":[`) // the first error is that of Flush
	rows := 0
	var row []byte // whose memory is used again
	at, err := s.h.States().EachAccountThen(ctx, func(a *api.Account) (err error) {
		if !s.keeps(a) {
			return nil
		}
		row, err = api.Append(row[:0], a)
		if err != nil {
			return err
		}
		if rows > 0 {
			_ = w.WriteByte(',')
		}
		rows++
		_, err = w.Write(row)
		return err
	})
	if err != nil {
		return err
	}
	if at.IsZero() {
		return ErrNotStored
	}
	_, _ = w.WriteString(`],"total":` + strconv.Itoa(rows) + `}` + closing)
	return w.Flush()
}

// keeps reports whether the filters of the request keep an account.
func (s *accountStream) keeps(a *api.Account) bool {
	keep := func(name, value string) bool {
		wanted := slices.Concat(s.query[name], s.query[name+"[]"])
		return len(wanted) == 0 || slices.Contains(wanted, value)
	}
	return keep("ids", a.ID) && keep("types", a.Type) && keep("status", a.Status.String())
}
