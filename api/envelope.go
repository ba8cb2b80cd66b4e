package api

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// envelope is what every answer is wrapped in (part 1), without the payload of
// a success.
type envelope struct {
	code      Code
	message   string
	data      jsontext.Value // of an error
	requestID string
	timestamp Number
}

// bodyError is JSON that is not an envelope, or lacks its data.
type bodyError struct {
	cause Cause
	at    string
}

func (e *bodyError) Error() string { return string(e.cause) + " " + e.at }

var (
	errNotObject = &bodyError{cause: CauseNotObject}
	errNoCode    = &bodyError{cause: CauseNoCode, at: "/code"}
	errBadCode   = &bodyError{cause: CauseBadCode, at: "/code"}
	errNoMessage = &bodyError{cause: CauseNoMessage, at: "/message"}
	errTrailing  = &bodyError{cause: CauseTrailing}
	errNoData    = &bodyError{cause: CauseMissing, at: "/data"}
	errNoList    = &bodyError{cause: CauseMissing, at: "/data/list"}
)

// payloadError is a fault in the data of a response that reports success.
type payloadError struct {
	err  error
	base jsontext.Pointer // where data stood in what was decoded
}

func (e *payloadError) Error() string { return e.err.Error() }
func (e *payloadError) Unwrap() error { return e.err }

// readEnvelope reads an answer to its end. As soon as a code of 0 was read,
// payload gets the decoder to read data with, while the rest may still be on
// its way; only where data comes before the code is it held back.
func readEnvelope(b *body, payload func(*jsontext.Decoder) error) (*envelope, error) {
	dec := jsontext.NewDecoder(b)
	if t, err := dec.ReadToken(); err != nil {
		return nil, err
	} else if t.Kind() != '{' {
		return nil, errNotObject
	}
	e := new(envelope)
	var codeSent, hasCode, hasMessage, hasData bool
	var early io.Reader // data that came before a code of success
	for dec.PeekKind() != '}' {
		t, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := t.String()
		if name == "data" {
			hasData = true
			if hasCode && e.code == CodeOK {
				err := payload(dec)
				if err != nil {
					return nil, &payloadError{err: err}
				}
			} else if early, err = hold(dec, b); err != nil {
				return nil, err
			}
			continue
		}
		v, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		switch name {
		case "code":
			codeSent = true
			e.code, hasCode = readCode(v)
		case "message":
			hasMessage = readString(v, &e.message)
		case "requestId":
			readString(v, &e.requestID)
		case "timestamp":
			if v.Kind() == '0' {
				e.timestamp = numberOf(v)
			}
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	switch _, err := dec.ReadToken(); {
	case err != io.EOF && (b.err == nil || b.err == io.EOF): // not a limit, nor the network
		return nil, errTrailing
	case err != io.EOF:
		return nil, err
	case !codeSent:
		return nil, errNoCode
	case !hasCode:
		return nil, errBadCode
	case !hasMessage:
		return nil, errNoMessage
	case e.code != CodeOK:
		return e, e.keep(early)
	case !hasData:
		return nil, &payloadError{err: errNoData}
	case early == nil:
		return e, nil
	}
	if err := payload(jsontext.NewDecoder(early)); err != nil {
		return nil, &payloadError{err: err, base: "/data"}
	}
	return e, nil
}

// keep reads the data of an error.
func (e *envelope) keep(data io.Reader) error {
	if data == nil {
		return nil
	}
	raw, err := io.ReadAll(data)
	e.data = bytes.TrimSpace(raw)
	return err
}

func readCode(v jsontext.Value) (Code, bool) {
	if v.Kind() != '0' {
		return 0, false
	}
	n, ok := numberOf(v).Int64()
	return Code(n), ok
}

func readString(v jsontext.Value, s *string) bool {
	return v.Kind() == '"' && json.Unmarshal(v, s) == nil
}
