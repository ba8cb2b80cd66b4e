package transcript

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Block is a stretch of a tool's input or output that is shown in one way.
// Exactly one of Text, JSON and File is meant, in the order File, JSON, Text.
type Block struct {
	Label string // name of the member it comes from, "" for the value itself
	Text  string
	JSON  jsontext.Value
	File  *File
}

// Blocks opens a value for reading: a string is its text, JSON in a string is
// opened, {content: [{type: "text", text}], …} is its texts and files, and all
// else is JSON. A nil value has no blocks; every other has one at least.
func Blocks(v jsontext.Value) []Block {
	if v == nil {
		return nil
	}
	v = openString(v)
	switch v.Kind() {
	case '"':
		return []Block{textBlock(v)}
	case '{', '[':
		if blocks, ok := contentBlocks(v); ok {
			return blocks
		}
	}
	return []Block{{JSON: v}}
}

// textBlock shows a string as text; one of blanks is shown as JSON, in quotes,
// because as text it could not be seen.
func textBlock(v jsontext.Value) Block {
	s := unquote(v)
	if len(bytes.TrimSpace(s)) == 0 {
		return Block{JSON: v}
	}
	if opened := openString(v); opened.Kind() != '"' {
		return Block{JSON: opened}
	}
	if d, ok := parseDataURL(s); ok {
		return Block{File: &File{Name: d.name, MediaType: d.mediaType, Inline: true, Size: d.size, Data: s}}
	}
	return Block{Text: Elide(string(s))}
}

// contentBlocks reads the form of results of tool servers, {content: [{type}, …]},
// and an array of such content. It reports false for anything else.
func contentBlocks(v jsontext.Value) ([]Block, bool) {
	if !bytes.Contains(v, []byte(`"type"`)) {
		return nil, false
	}
	var rest []Block
	items, ok := new(reader).array(v, nil)
	if !ok {
		ms, _ := new(reader).object(v, nil)
		for _, m := range ms {
			switch string(m.name) {
			case "content":
				items, ok = new(reader).array(m.value, nil)
			case "isError":
			default:
				rest = append(rest, Block{Label: string(m.name), JSON: openString(m.value)})
			}
		}
	}
	typed := false
	var blocks []Block
	for _, item := range items {
		content, ok := contentItem(item)
		typed = typed || ok
		blocks = append(blocks, content...)
	}
	return append(blocks, rest...), ok && typed
}

// contentItem reads one item and its other fields; ok is false for an unknown type.
func contentItem(raw jsontext.Value) (_ []Block, ok bool) {
	ms, _ := new(reader).object(raw, nil)
	var kind string
	var text jsontext.Value
	var rest []Block
	f := &File{}
	read := func(path string, m member) {
		if !f.member(m) {
			rest = append(rest, Block{Label: path + string(m.name), JSON: m.value})
		}
	}
	for _, m := range ms {
		switch string(m.name) {
		case "type":
			m.set(&kind)
		case "text":
			text = m.value
		case "source":
			inner, isObject := new(reader).object(m.value, nil)
			for _, s := range inner {
				if string(s.name) != "type" {
					read("source.", s)
				}
			}
			if !isObject {
				read("", m)
			}
		default:
			read("", m)
		}
	}
	switch {
	case kind == "text" && text.Kind() == '"' && f.String() == "":
		return append([]Block{textBlock(text)}, rest...), true
	case text == nil && (kind == "image" || kind == "audio" || kind == "media" || kind == "file" || kind == "document") && (f.Inline || f.URL != ""):
		return append([]Block{{File: f}}, rest...), true
	}
	return []Block{{JSON: raw}}, false
}

// maxOpened bounds how often JSON in a string in JSON is opened.
const maxOpened = 8

// openString returns the object or array that the string v holds as text, or v
// itself. Numbers and words in quotes stay strings: opening them would hide
// what was stored.
func openString(v jsontext.Value) jsontext.Value {
	inner := v
	for range maxOpened {
		if !mayHoldJSON(inner) {
			return v
		}
		inner = trim(unquote(inner))
		if !valid(inner) {
			return v
		}
		if k := inner.Kind(); k == '{' || k == '[' {
			return inner
		}
	}
	return v
}

// mayHoldJSON is the cheap sign that a string is worth reading: most are text.
func mayHoldJSON(v jsontext.Value) bool {
	if len(v) < 4 || v[0] != '"' {
		return false
	}
	switch first := bytes.TrimLeft(v[1:], " ")[0]; first {
	case '{', '[', '\\':
		return true
	}
	return false
}

func valid(v jsontext.Value) bool {
	return v.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
