package transcript

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// excerptLimit is the number of runes of an excerpt: enough for a line of a wide terminal.
const excerptLimit = 240

// Excerpt returns the first line of Markdown that has words, without the marks of
// headings, lists, quotes and bold ("…" if it is cut).
func Excerpt(markdown string) string {
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") ||
			strings.Trim(line, "-=*_ ") == "" {
			continue
		}
		line = strings.TrimLeft(line, "#> ")
		for _, mark := range []string{"- ", "* ", "+ "} {
			line = strings.TrimPrefix(line, mark)
		}
		line = strings.TrimSpace(strings.ReplaceAll(line, "**", ""))
		if line != "" {
			return cut(line)
		}
	}
	return ""
}

// oneLine is the excerpt of a text with single blanks. It does not read far beyond it.
func oneLine(text []byte) string {
	text = text[:min(len(text), 2*utf8.UTFMax*excerptLimit)]
	return cut(strings.ToValidUTF8(strings.Join(strings.Fields(string(text)), " "), ""))
}

func cut(s string) string {
	limit := excerptLimit
	for i := range s {
		if limit == 0 {
			return s[:i] + "…"
		}
		limit--
	}
	return s
}

// Brief returns the excerpt of a value in one line: a text, or the members of an object
// without those of nested objects.
func Brief(v jsontext.Value) string {
	v = openString(v)
	if s, ok := contentShape(v); ok {
		return oneLine([]byte(s.text))
	}
	ms := jsonobject.Of(v)
	for _, item := range jsonobject.Elements(v) {
		ms = append(ms, jsonobject.Member{Value: item})
	}
	kind := v.Kind()
	if kind != '{' && kind != '[' {
		return briefScalar(v, nil)
	}
	if kind == '{' && len(ms) == 1 && ms[0].Value.Kind() == '"' {
		return briefScalar(ms[0].Value, ms[0].Name)
	}
	var out strings.Builder
	for i, m := range ms {
		if i > 0 {
			out.WriteString(", ")
		}
		if m.Name != nil {
			out.WriteString(string(m.Name) + ": ")
		}
		if out.WriteString(briefScalar(m.Value, m.Name)); out.Len() > excerptLimit {
			break
		}
	}
	s := cut(out.String())
	if v.Kind() == '[' {
		return "[" + s + "]"
	}
	if s == "" {
		return "{}"
	}
	return s
}

// Reason returns the excerpt of what a part reports: the message with its code, or how the value begins.
func (p *Part) Reason() string {
	o := jsonobject.Of(openString(p.Value()))
	message := textOf(o, "message", "errorMessage", "reason", "text")
	if message == "" {
		return Brief(p.Value())
	}
	code := textOf(o, "code")
	if code != "" && !strings.Contains(message, code) {
		message = code + ": " + message
	}
	return oneLine([]byte(message))
}

// briefScalar shows a string of blanks in quotes, which would otherwise be invisible.
func briefScalar(v jsontext.Value, name []byte) string {
	switch v.Kind() {
	case '{':
		return "{…}"
	case '[':
		if len(jsonobject.Elements(v)) > 0 {
			return "[…]"
		}
	case '"':
		text := jsonobject.Text(v)
		if short, ok := inlinePlaceholder(text, name); ok {
			return short
		}
		s := oneLine([]byte(Elide(string(text))))
		if s != "" {
			return s
		}
	}
	return cut(string(v))
}

// join joins the texts that are not empty. It changes the slice.
func join(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool {
		return s == ""
	}), separator)
}
