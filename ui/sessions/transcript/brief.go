package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Excerpt is the first line of markdown that says something, without the marks
// of headings, lists, quotes and bold, at most limit runes ("…" where it is cut).
func Excerpt(markdown string, limit int) string {
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Trim(line, "-=*_ ") == "" {
			continue
		}
		line = strings.TrimLeft(line, "#> ")
		for _, mark := range []string{"- ", "* ", "+ "} {
			line = strings.TrimPrefix(line, mark)
		}
		if line = strings.TrimSpace(strings.ReplaceAll(line, "**", "")); line != "" {
			return cut(line, limit)
		}
	}
	return ""
}

// oneLine is text without line ends and runs of blanks, at most limit runes.
// What lies far behind the limit is not read.
func oneLine(text []byte, limit int) string {
	text = text[:min(len(text), 2*utf8.UTFMax*limit)]
	return cut(strings.ToValidUTF8(strings.Join(strings.Fields(string(text)), " "), ""), limit)
}

func cut(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// Brief is a value in one line: the text of a string, else the members of an
// object without those that only nest, at most about limit runes.
func Brief(v jsontext.Value, limit int) string {
	v = openString(v)
	switch v.Kind() {
	case 0:
		return ""
	case '"':
		return briefString(v, nil, limit)
	case '{':
		return briefObject(v, limit)
	case '[':
		return briefArray(v, limit)
	}
	return string(v)
}

func briefObject(v jsontext.Value, limit int) string {
	if s, ok := briefBlocks(v, limit); ok {
		return s
	}
	ms, ok := new(reader).object(v, nil)
	if !ok {
		return cut(string(v), limit)
	}
	if len(ms) == 1 && ms[0].isString() {
		return briefScalar(ms[0].value, ms[0].name, limit)
	}
	var out strings.Builder
	for _, m := range ms {
		if out.Len() > 0 {
			out.WriteString(", ")
		}
		out.Write(m.name)
		out.WriteString(": ")
		out.WriteString(briefScalar(m.value, m.name, limit))
		if out.Len() > limit {
			return cut(out.String(), limit)
		}
	}
	if out.Len() == 0 {
		return "{}"
	}
	return out.String()
}

// briefBlocks is the first block of content that says something.
func briefBlocks(v jsontext.Value, limit int) (string, bool) {
	blocks, _ := contentBlocks(v)
	for _, b := range blocks {
		var w writer
		b.write(&w)
		if s := oneLine(w.out, limit); s != "" {
			return s, true
		}
	}
	return "", false
}

func briefArray(v jsontext.Value, limit int) string {
	if s, ok := briefBlocks(v, limit); ok {
		return s
	}
	items, ok := new(reader).array(v, nil)
	if !ok {
		return cut(string(v), limit)
	}
	var out strings.Builder
	out.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			out.WriteString(", ")
		}
		out.WriteString(briefScalar(item, nil, limit))
		if out.Len() > limit {
			return cut(out.String(), limit)
		}
	}
	out.WriteByte(']')
	return out.String()
}

func briefScalar(v jsontext.Value, name []byte, limit int) string {
	switch v.Kind() {
	case '{':
		return "{…}"
	case '[':
		return "[…]"
	case '"':
		return briefString(v, name, limit)
	}
	return string(v)
}

// briefString shows a string of blanks in its quotes: else it would not be seen.
func briefString(v jsontext.Value, name []byte, limit int) string {
	if text, ok := elided(v, name); ok {
		return oneLine(text, limit)
	}
	if s := oneLine(unquote(v), limit); s != "" {
		return s
	}
	return cut(string(v), limit)
}
