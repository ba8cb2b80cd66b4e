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

// bodyError is JSON that is not an envelope or, with shape, an envelope whose data
// does not follow the interface.
type bodyError struct {
	shape     bool
	cause     Cause
	at        string // JSON pointer
	got, want jsontext.Kind
}

func (e *bodyError) Error() string { return string(e.cause) + " " + e.at }

// readEnvelope reads a response to its end. If code precedes data, as the service
// sends them, payload decodes data while it arrives; otherwise data is buffered.
func readEnvelope(b *body, payload func(*jsontext.Decoder) error) (*envelope, error) {
	dec := jsontext.NewDecoder(b)
	if t, err := dec.ReadToken(); err != nil {
		return nil, err
	} else if t.Kind() != '{' {
		return nil, &bodyError{cause: CauseNotObject}
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
				if err := payload(dec); err != nil {
					return nil, err
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
		return nil, &bodyError{cause: CauseTrailing}
	case err != io.EOF:
		return nil, err
	case !codeSent:
		return nil, &bodyError{cause: CauseNoCode, at: "/code"}
	case !hasCode:
		return nil, &bodyError{cause: CauseBadCode, at: "/code"}
	case !hasMessage:
		return nil, &bodyError{cause: CauseNoMessage, at: "/message"}
	case e.code != CodeOK:
		e.data = early
		return e, nil
	case !hasData:
		return nil, &bodyError{shape: true, cause: CauseMissing, at: "/data"}
	case early == nil:
		return e, nil
	}
	return e, payload(jsontext.NewDecoder(bytes.NewBuffer(early)))
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
