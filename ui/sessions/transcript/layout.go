package transcript

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Line is one line of a JSON value laid out for reading.
type Line struct {
	Indent int // levels, not cells; unbounded
	Tokens []Token
}

// Token is a stretch of a [Line] of one kind.
type Token struct {
	Kind TokenKind
	Text string
}

// TokenKind tells what a token is.
type TokenKind uint8

// The kinds of tokens. TokenOpened is the quote before and after JSON that was
// held in a string; TokenElided stands for inline data, as [Elide] writes it.
const (
	TokenPunct TokenKind = iota
	TokenName
	TokenString
	TokenNumber
	TokenWord // true, false, null
	TokenOpened
	TokenElided
	TokenBroken  // text that is not JSON
	TokenText    // text outside of JSON
	TokenAdded   // a line that a change adds
	TokenRemoved // a line that a change removes
)

// Layout lays a JSON value out: a member or element a line, JSON in strings
// opened, a string of several lines broken after each, inline data elided.
func Layout(v jsontext.Value) []Line {
	out := lineSink{lines: []Line{{}}}
	layout(&out, v, 0, 0)
	return out.lines
}

// appendLayout appends the plain text of [Layout], two blanks a level.
func appendLayout(dst []byte, v jsontext.Value) []byte {
	out := textSink{dst}
	layout(&out, v, 0, 0)
	return out.out
}

// sink takes what layout finds, piece by piece.
type sink interface {
	token(TokenKind, []byte)
	newLine(indent int)
	text(string) // of any number of lines
}

type lineSink struct{ lines []Line }

func (s *lineSink) token(k TokenKind, text []byte) {
	last := &s.lines[len(s.lines)-1]
	last.Tokens = append(last.Tokens, Token{k, string(text)})
}

func (s *lineSink) newLine(indent int) { s.lines = append(s.lines, Line{Indent: indent}) }

func (s *lineSink) text(text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			s.newLine(0)
		}
		if line != "" {
			s.token(TokenText, []byte(line))
		}
	}
}

type textSink struct{ out []byte }

// maxIndent bounds the blanks of a line: with a level each, thousands of
// levels would cost their square.
const maxIndent = 64

func (s *textSink) token(_ TokenKind, text []byte) { s.out = append(s.out, text...) }

func (s *textSink) text(text string) { s.out = append(s.out, text...) }

func (s *textSink) newLine(indent int) {
	s.out = append(s.out, '\n')
	for range min(indent, maxIndent) {
		s.out = append(s.out, ' ', ' ')
	}
}

// layout writes v to out. It walks tokens in a loop, so depth costs no stack;
// it calls itself only for JSON in strings, at most maxOpened deep.
func layout(out sink, v jsontext.Value, indent, opened int) {
	var r reader
	dec := r.reset(v)
	var name []byte // of the member whose value comes next
	for first := true; ; first = false {
		depth := dec.StackDepth()
		parent, n := dec.StackIndex(depth)
		kind := dec.PeekKind()
		if depth == 0 && !first {
			return
		}
		if kind == '}' || kind == ']' {
			if _, err := dec.ReadToken(); err != nil {
				out.token(TokenBroken, r.rest())
				return
			}
			if n > 0 {
				out.newLine(indent + depth - 1)
			}
			out.token(TokenPunct, r.last())
			continue
		}
		isName := parent == '{' && n%2 == 0
		if isName || parent == '[' {
			if n > 0 {
				out.token(TokenPunct, comma)
			}
			out.newLine(indent + depth)
		}
		if kind == '{' || kind == '[' {
			if _, err := dec.ReadToken(); err != nil {
				out.token(TokenBroken, r.rest())
				return
			}
			out.token(TokenPunct, r.last())
			continue
		}
		scalar, ok := r.next()
		if !ok {
			out.token(TokenBroken, r.rest())
			return
		}
		switch {
		case isName:
			name = unquote(scalar)
			out.token(TokenName, readable(scalar))
			out.token(TokenPunct, colon)
		case kind == '"':
			layoutString(out, scalar, name, indent+depth, opened)
		case kind == '0':
			out.token(TokenNumber, scalar)
		default:
			out.token(TokenWord, scalar)
		}
	}
}

// last is the delimiter that was just read.
func (r *reader) last() []byte { return r.raw[r.dec.InputOffset()-1 : r.dec.InputOffset()] }

// rest is what was not read yet.
func (r *reader) rest() []byte { return r.raw[r.dec.InputOffset():] }

var (
	comma = []byte(",")
	colon = []byte(": ")
	quote = []byte(`"`)
)

func layoutString(out sink, v jsontext.Value, name []byte, indent, opened int) {
	if opened < maxOpened {
		if inner := openString(v); inner.Kind() != '"' {
			out.token(TokenOpened, quote)
			layout(out, inner, indent, opened+1)
			out.token(TokenOpened, quote)
			return
		}
	}
	if text, ok := elided(v, name); ok {
		out.token(TokenElided, text)
		return
	}
	if bytes.IndexByte(v, '\\') < 0 {
		out.token(TokenString, v)
		return
	}
	layoutLines(out, unquote(v), indent)
}

// layoutLines writes a string that holds escapes; those that are not needed go.
func layoutLines(out sink, text []byte, indent int) {
	line := []byte{'"'}
	for rest := range bytes.SplitAfterSeq(text, []byte("\n")) {
		if len(line) == 0 {
			out.newLine(indent + 1)
		}
		quoted, _ := jsontext.AppendQuote(nil, rest) // invalid UTF-8 is replaced
		out.token(TokenString, append(line, quoted[1:len(quoted)-1]...))
		line = nil
	}
	out.token(TokenString, quote)
}

// readable is a JSON string without escapes that are not needed.
func readable(v jsontext.Value) []byte {
	if bytes.IndexByte(v, '\\') < 0 {
		return v
	}
	quoted, _ := jsontext.AppendQuote(nil, unquote(v))
	return quoted
}

// elided returns what to show for a string of inline data: a data URL, text
// with one inside, or base64 under a name that is known to hold it.
func elided(v jsontext.Value, name []byte) ([]byte, bool) {
	if len(v) < 16 {
		return nil, false
	}
	s := unquote(v)
	if d, ok := parseDataURL(s); ok && (d.size > 64 || bytes.Contains(s[:min(len(s), maxDataHead)], []byte(";base64,"))) {
		return []byte(d.placeholder()), true
	}
	if holdsBase64(name) {
		if n, ok := base64Size(s); ok {
			return []byte("base64;" + Size(n)), true
		}
	}
	if !bytes.Contains(s, []byte(";base64,")) {
		return nil, false
	}
	text := string(s)
	short := Elide(text)
	if short == text {
		return nil, false
	}
	quoted, _ := jsontext.AppendQuote(nil, short)
	return quoted, true
}

// holdsBase64 knows the names under which SDKs and tool servers keep base64.
func holdsBase64(name []byte) bool {
	switch strings.ToLower(string(name)) {
	case "data", "blob", "bytes", "image", "audio", "base64", "base64data", "b64_json":
		return true
	}
	return false
}
