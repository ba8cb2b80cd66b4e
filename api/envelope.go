package api

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// envelope is the envelope of a response (part 1), without the data of a success.
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
	base jsontext.Pointer // of data that was decoded by itself
}

func (e *payloadError) Error() string { return e.err.Error() }
func (e *payloadError) Unwrap() error { return e.err }

// readEnvelope reads a response to its end. If code precedes data, as the service
// sends them, payload decodes data while it arrives; otherwise data is buffered.
func readEnvelope(b *body, payload func(*jsontext.Decoder) error) (*envelope, error) {
	dec := jsontext.NewDecoder(b)
	if t, err := dec.ReadToken(); err != nil {
		return nil, err
	} else if t.Kind() != '{' {
		return nil, errNotObject
	}
	e := new(envelope)
	var codeSent, hasCode, hasMessage, hasData bool
	var early jsontext.Value // data that preceded the code
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
				continue
			}
			if early, err = dec.ReadValue(); err != nil {
				return nil, err
			}
			early = early.Clone()
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
		e.data = early
		return e, nil
	case !hasData:
		return nil, &payloadError{err: errNoData}
	case early == nil:
		return e, nil
	}
	if err := payload(jsontext.NewDecoder(bytes.NewBuffer(early))); err != nil {
		return nil, &payloadError{err: err, base: "/data"}
	}
	return e, nil
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
