package mcp

import (
	"bytes"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
	"channeldeck/api/transcript"
	"channeldeck/ui/text"
)

// What clients and agents can read of a value.
const (
	maxLevels = 100 // of nested JSON
	maxName   = 256 // bytes of the name of a member
	leastPart = 200 // bytes that an element or member gets, or else it is left out
)

// cleaner prepares the JSON of a command for an agent.
type cleaner struct {
	files int // whose data was replaced by their type and size
}

// cleaned is JSON as a cleaner returns it.
func cleaned(value []byte) jsontext.Value { return new(cleaner).clean(value) }

// clean returns JSON whose texts have no control characters and no data of files, and whose numbers
// clients can read: one beyond all floats is a text. What is no JSON is cleaned as text.
func (c *cleaner) clean(value []byte) jsontext.Value {
	options := []jsontext.Options{
		jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true),
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(value), options...)
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b, options...)
	var name string
	for {
		kind := d.PeekKind()
		if d.StackDepth() == maxLevels && (kind == '{' || kind == '[') {
			deep, err := d.ReadValue()
			if err != nil {
				return jsontext.Value(text.CleanLines(string(value)))
			}
			_ = e.WriteToken(jsontext.String("application/json;" +
				transcript.ShortSize(int64(len(deep)))))
			continue
		}
		t, err := d.ReadToken()
		if err == nil && t.Kind() == '0' {
			_, tooLarge := strconv.ParseFloat(t.String(), 64)
			if tooLarge != nil { // clients could not read the answer
				t = jsontext.String(t.String())
			}
		}
		if err == nil && t.Kind() == '"' {
			s := t.String()
			inner, read := d.StackIndex(d.StackDepth())
			if inner == '{' && read%2 == 1 {
				name = shortened(text.CleanLines(s), maxName)
				t = jsontext.String(name)
			} else {
				t = jsontext.String(c.text(s, name))
			}
		}
		if err == nil {
			err = e.WriteToken(t) // keeps the digits of numbers
		}
		if err == io.EOF {
			return jsontext.Value(bytes.TrimSpace(b.Bytes()))
		}
		if err != nil {
			return jsontext.Value(text.CleanLines(string(value)))
		}
	}
}

// text cleans a text in the member with a name. The data of files is replaced by its type and size.
func (c *cleaner) text(s, name string) string {
	if short, ok := transcript.Placeholder(s, name); ok {
		c.files++
		return short
	}
	short := transcript.Elide(s)
	start := strings.TrimSpace(s)
	if strings.HasPrefix(start, "{") ||
		strings.HasPrefix(start, "[") {
		short = innerData().ReplaceAllStringFunc(short, func(member string) string {
			parts := innerData().FindStringSubmatch(member)
			inner, _ := transcript.Placeholder(parts[2], "data")
			return parts[1] + inner + parts[3]
		})
	}
	if len(short) < len(s) {
		c.files++
	}
	return text.CleanLines(short)
}

// innerData matches members with the data of files in a text that is JSON.
var innerData = sync.OnceValue(func() *regexp.Regexp {
	const names = `data|bytes|image|audio|base64|base64data|b64_json|blob`
	// as long as Placeholder wants it
	return regexp.MustCompile(`("(?:` + names + `)"\s*:\s*")([A-Za-z0-9+/=_-]{128,})(")`)
})

// cut is a place of an answer where something is left out.
type cut struct {
	Rest string `json:"rest"` // the argument with which a call returns what is left
	Left int    `json:"left"` // how much that is
	Unit string `json:"unit"` // of a text, an array or an object
}

// cutter shortens cleaned values of a row and notes where.
type cutter struct {
	row  int
	cuts []cut
}

// value returns a value in at most limit bytes. Its parts before from were left out already.
func (c *cutter) value(v jsontext.Value, at jsontext.Pointer, from, limit int) jsontext.Value {
	if from == 0 && len(v) <= limit {
		return v
	}
	switch v.Kind() {
	case '"':
		return c.text(string(jsonobject.Text(v)), at, from, limit)
	case '{', '[':
		return c.parts(v, at, from, limit)
	default: // a number of many digits
		return c.text(string(v), at, from, limit)
	}
}

// text returns a text as JSON.
func (c *cutter) text(s string, at jsontext.Pointer, from, limit int) jsontext.Value {
	const more = "…"
	from = min(from, len(s))
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	s = s[from:]
	room := limit - len(`"`+more+`"`)
	kept := 0
	for i, r := range s {
		size := utf8.RuneLen(r)
		if r == '"' || r == '\\' || r < ' ' {
			size = 2
		}
		if room -= size; room < 0 {
			break
		}
		kept = i + utf8.RuneLen(r)
	}
	if kept < len(s) {
		c.note(at, from+kept, len(s)-kept, "bytes")
		s = s[:kept] + more
	}
	out, _ := jsontext.AppendQuote(nil, s) // cleaned text is valid UTF-8
	return out
}

// piece is an element of an array, or a member of an object.
type piece struct {
	token string // of a JSON Pointer
	name  jsontext.Value
	value jsontext.Value
}

// size is how many bytes a part takes whose value takes some.
func (p *piece) size(value int) int {
	return len(p.name) + len(":,") + value
}

// partsOf returns the parts of an object or an array.
func partsOf(v jsontext.Value) (list []piece) {
	for i, element := range jsonobject.Elements(v) {
		list = append(list, piece{token: strconv.Itoa(i), value: element})
	}
	for name, value := range jsonobject.Members(v) {
		quoted, _ := jsontext.AppendQuote(nil, name) // cleaned text is valid UTF-8
		list = append(list, piece{token: name, name: quoted, value: value})
	}
	return list
}

// parts returns an object or an array with the parts from one on: as many as have room, the larger
// ones of them shortened.
func (c *cutter) parts(v jsontext.Value, at jsontext.Pointer, from, limit int) jsontext.Value {
	list := partsOf(v)
	list = list[min(from, len(list)):]
	room := limit - len("{}")
	n := 0
	for n < len(list) && room >= list[n].size(min(len(list[n].value), leastPart)) {
		room -= list[n].size(min(len(list[n].value), leastPart))
		n++
	}
	unit := "members"
	brackets := "{}"
	if v.Kind() == '[' {
		unit = "elements"
		brackets = "[]"
	}
	if n < len(list) {
		c.note(at, from+n, len(list)-n, unit)
		list = list[:n]
	}
	most := share(list, limit-len(brackets))
	out := []byte(brackets[:1])
	for i, p := range list {
		if i > 0 {
			out = append(out, ',')
		}
		if p.name != nil {
			out = append(append(out, p.name...), ':')
		}
		out = append(out, c.value(p.value, at.AppendToken(p.token), 0, most)...)
	}
	return append(out, brackets[1])
}

// share is the size of the longest values of parts with which all of them take no more than limit bytes.
func share(list []piece, limit int) int {
	var sizes []int
	for _, p := range list {
		limit -= p.size(0)
		sizes = append(sizes, len(p.value))
	}
	slices.Sort(sizes)
	for i, size := range sizes {
		most := limit / (len(sizes) - i)
		if size > most {
			return max(most, 0)
		}
		limit -= size
	}
	return math.MaxInt
}

// note notes what is left out from a part on.
func (c *cutter) note(at jsontext.Pointer, from, left int, unit string) {
	c.cuts = append(c.cuts, cut{
		Rest: place{c.row, at, from}.String(),
		Left: left,
		Unit: unit,
	})
}

// place is where something was left out: the number of a row, a pointer within it, and the first byte,
// element or member that is left.
type place struct {
	row  int
	at   jsontext.Pointer
	from int
}

// String is the argument for the place, such as 0/message/parts/1/text@4000.
func (p place) String() string {
	return strconv.Itoa(p.row) + string(p.at) + "@" + strconv.Itoa(p.from)
}

// parsePlace reads the argument for a place.
func parsePlace(s string) (p place, ok bool) {
	at := strings.LastIndexByte(s, '@')
	if at < 0 {
		return p, false
	}
	row, path, inside := strings.Cut(s[:at], "/")
	if inside {
		p.at = jsontext.Pointer("/" + path)
	}
	var wrong, alsoWrong error
	p.row, wrong = strconv.Atoi(row)
	p.from, alsoWrong = strconv.Atoi(s[at+1:])
	return p, wrong == nil && alsoWrong == nil && p.row >= 0 && p.from >= 0
}

// find returns the value at a pointer in a cleaned value, or nil.
func find(v jsontext.Value, at jsontext.Pointer) jsontext.Value {
	for token := range at.Tokens() {
		var inner jsontext.Value
		for _, p := range partsOf(v) {
			if p.token == token {
				inner = p.value
				break
			}
		}
		if inner == nil {
			return nil
		}
		v = inner
	}
	return v
}
