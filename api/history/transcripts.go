package history

import (
	"bytes"
	"compress/zlib"
	"context"
	"database/sql"
	"errors"
	"hash/fnv"
	"io"

	"channeldeck/api"
)

// The messages of a session can have many megabytes, so their JSON is written and read in
// parts and never held as a whole.

const (
	maxTranscript = keepBytes / 10 // bytes of the largest transcript that is stored, compressed
	pieceBytes    = 128 << 10      // of a row of history_transcripts
)

var errTranscriptTooLarge = errors.New("the transcript is too large to be stored")

// writeRecords passes on the JSON of records, an array, one part after another. No string in
// it is divided.
func writeRecords(records []api.MessageRecord, write func([]byte) error) error {
	const noParts = `"parts":[]`
	out := []byte(nil)
	separator := byte('[')
	for _, r := range records {
		parts := r.Message.Parts
		r.Message.Parts = nil // they are written as they are, without a copy
		var err error
		if out, err = api.Append(append(out[:0], separator), &r); err != nil {
			return err
		}
		separator = ','
		rest := out
		// only strings precede it
		i := bytes.Index(out, []byte(noParts))
		if i >= 0 && len(parts) > 0 &&
			r.Malformed() == nil {
			inside := i + len(noParts) - 1
			if err := write(out[:inside]); err != nil {
				return err
			}
			for n, part := range parts {
				if n > 0 {
					err = write([]byte{','})
				}
				if err = errors.Join(err, write(part)); err != nil {
					return err
				}
			}
			rest = out[inside:]
		}
		if err := write(rest); err != nil {
			return err
		}
	}
	return write([]byte{']'})
}

// inspect returns the hash of records, and whether their JSON contains the key.
func inspect(records []api.MessageRecord, key string) (sum int64, hasKey bool, err error) {
	h := fnv.New64a()
	err = writeRecords(records, func(b []byte) error {
		hasKey = hasKey || key != "" && bytes.Contains(b, []byte(key))
		_, err := h.Write(b)
		return err
	})
	return int64(h.Sum64()), hasKey, err
}

// pieces is a writer that stores what it gets in rows of history_transcripts.
type pieces struct {
	buf   []byte
	store func(piece []byte) error
	size  int // in bytes, of all that was stored
}

// Write implements io.Writer.
func (p *pieces) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		fits := min(len(b), pieceBytes-len(p.buf))
		p.buf = append(p.buf, b[:fits]...)
		b = b[fits:]
		if len(p.buf) == pieceBytes {
			if err := p.flush(); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

func (p *pieces) flush() error {
	if len(p.buf) == 0 {
		return nil
	}
	p.size += len(p.buf)
	if p.size > maxTranscript {
		return errTranscriptTooLarge
	}
	err := p.store(p.buf)
	p.buf = p.buf[:0]
	return err
}

// putTranscript stores records and returns the bytes that they take.
func (d *dialect) putTranscript(
	ctx context.Context,
	tx *sql.Tx,
	num int64,
	records []api.MessageRecord,
) (size int, err error) {
	n := 0
	p := &pieces{
		buf: make([]byte, 0, pieceBytes),
		store: func(piece []byte) error {
			n++
			return d.insert(
				ctx,
				tx,
				`INSERT INTO history_transcripts (num, piece, body) VALUES `,
				3,
				[]any{num, n, piece},
				``,
			)
		},
	}
	w := zlib.NewWriter(p)
	err = writeRecords(records, func(b []byte) error {
		_, err := w.Write(b)
		return err
	})
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = p.flush()
	}
	return p.size, err
}

// Transcript returns a stored session with its messages. found is false for a session that is
// not stored. The error is a [*Problem], or that of ctx. A stored transcript that cannot be
// decompressed or decoded is an error too.
func (sessions Sessions) Transcript(
	ctx context.Context,
	id string,
) (t Transcript, found bool, err error) {
	var stored [][]byte
	err = sessions.h.read(ctx, func(scan scanner) (err error) {
		var piece []byte
		found = true
		t.Session, err = scanSession(scan, &piece)
		stored = append(stored, piece)
		return err
	}, `SELECT `+sessionColumns+`, t.body FROM history_sessions s
		JOIN history_transcripts t ON t.num = s.num WHERE s.part = $1 AND s.id = $2 ORDER BY t.piece`,
		sessions.h.scope().own, key(id))
	known := sessions.then([]Session{t.Session})
	if err != nil || !found || len(known) == 0 {
		return t, false, err
	}
	t.Session = known[0]
	readers := make([]io.Reader, len(stored))
	for i, piece := range stored {
		readers[i] = bytes.NewReader(piece)
	}
	r, err := zlib.NewReader(io.MultiReader(readers...))
	if err != nil {
		return t, false, err
	}
	t.Records, err = api.ReadRows[api.MessageRecord](r)
	return t, err == nil, err
}

// refusal returns why a session is not stored, "" where the error is another one or nil.
func refusal(err error) ProblemKind {
	if errors.Is(err, errHasKey) {
		return SessionHasKey
	}
	if errors.Is(err, errTranscriptTooLarge) {
		return SessionTooLarge
	}
	return ""
}
