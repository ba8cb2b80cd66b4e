package api

import (
	"bytes"
	"io"

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

// bodyError reports a JSON body that does not follow the interface.
type bodyError struct {
	shape     bool // the body is an envelope, but its data has the wrong type
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
	members := map[string]jsontext.Value{}
	decoded := false
	for dec.PeekKind() != '}' {
		t, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := t.String()
		if code, ok := readCode(members["code"]); name == "data" && ok && code == CodeOK {
			if err := payload(dec); err != nil {
				return nil, err
			}
			decoded = true
			continue
		}
		v, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		members[name] = v.Clone()
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	code, isCode := readCode(members["code"])
	switch _, err := dec.ReadToken(); {
	case err != io.EOF && (b.err == nil || b.err == io.EOF): // not a limit, nor the network
		return nil, &bodyError{cause: CauseTrailing}
	case err != io.EOF:
		return nil, err
	case members["code"] == nil:
		return nil, &bodyError{cause: CauseNoCode, at: "/code"}
	case !isCode:
		return nil, &bodyError{cause: CauseBadCode, at: "/code"}
	case members["message"].Kind() != '"':
		return nil, &bodyError{cause: CauseNoMessage, at: "/message"}
	case code == CodeOK && !decoded && members["data"] == nil:
		return nil, &bodyError{shape: true, cause: CauseMissing, at: "/data"}
	case code == CodeOK && !decoded:
		if err := payload(jsontext.NewDecoder(bytes.NewBuffer(members["data"]))); err != nil {
			return nil, err
		}
	}
	e := &envelope{code: code, message: string(unquoted(members["message"])), data: members["data"]}
	if id := members["requestId"]; id.Kind() == '"' {
		e.requestID = string(unquoted(id))
	}
	if members["timestamp"].Kind() == '0' {
		e.timestamp = numberOf(members["timestamp"])
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
