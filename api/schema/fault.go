package schema

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// FaultKind is why a text is not valid JSON.
type FaultKind string

// The faults of a text.
const (
	FaultEnd       FaultKind = "end"       // it ends too early
	FaultCharacter FaultKind = "character" // Got is not allowed there
	FaultName      FaultKind = "name"      // an object has two members of this name
	FaultUTF8      FaultKind = "utf8"      // not valid UTF-8
)

// Fault is where a text stops being JSON, and why.
type Fault struct {
	Kind         FaultKind
	Line, Column int      // from 1; columns are characters
	Got          string   // the character, for FaultCharacter; a line break as \n
	Want         []string // the characters that may stand there, if they are few
}

// FaultOf returns the first fault of a JSON text, nil for a valid one.
func FaultOf(doc []byte) *Fault {
	err := json.Unmarshal(doc, new(jsontext.Value))
	if err == nil {
		return nil
	}
	at := len(doc)
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		at = min(int(syntax.ByteOffset), len(doc))
		err = syntax.Err
	}
	line := doc[bytes.LastIndexByte(doc[:at], '\n')+1 : at]
	f := &Fault{
		Kind:   FaultCharacter,
		Line:   1 + bytes.Count(doc[:at], []byte("\n")),
		Column: 1 + utf8.RuneCount(line),
	}
	got, size := utf8.DecodeRune(doc[at:])
	switch {
	case size == 0, errors.Is(err, io.ErrUnexpectedEOF):
		f.Kind = FaultEnd
	case errors.Is(err, jsontext.ErrDuplicateName):
		f.Kind = FaultName
	case got == utf8.RuneError && size == 1:
		f.Kind = FaultUTF8
	default:
		f.Got = string(got)
		if unicode.IsControl(got) {
			f.Got = strings.Trim(strconv.QuoteRune(got), "'")
		}
		_, expected, _ := strings.Cut(err.Error(), "(expecting ")
		for _, m := range regexp.MustCompile(`'(\\?.)'`).FindAllStringSubmatch(expected, -1) {
			f.Want = append(f.Want, m[1])
		}
	}
	return f
}
