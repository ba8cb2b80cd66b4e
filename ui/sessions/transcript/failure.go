package transcript

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxNested is how deep messages nest in outputs before they are shown as JSON.
const maxNested = 4

// outputError reports whether a result says that its call failed although the
// state is that of a success: by an error flag, an exit code, an error text, or
// because it is the message of a sub-agent in which a call failed. There is no
// other rule for this. why is the text of the error, "" if the result has none.
func (b *builder) outputError(output jsontext.Value) (why string, failed bool) {
	output = openString(output)
	if output.Kind() != '{' {
		return "", false
	}
	members, ok := new(reader).object(output, nil)
	if !ok {
		return "", false
	}
	var code, streams, nested bool
	var errorText, stderr, nestedText string
	for _, m := range members {
		switch string(m.name) {
		case "isError", "is_error":
			failed = failed || m.isTrue()
		case "success", "ok":
			failed = failed || m.kind() == 'f'
		case "error":
			if text := errorMessage(m.value); text != "" {
				errorText, failed = text, true
			}
		case "error_code":
			failed = failed || m.isString() && m.string() != ""
		case "exitCode", "exit_code":
			failed = failed || isNonZero(m.value)
		case "code":
			code = isNonZero(m.value)
		case "stdout":
			streams = true
		case "stderr":
			streams, stderr = true, m.string()
		case "parts":
			nestedText, nested = b.nestedError(m.value)
		}
	}
	if !failed && !nested && !(code && streams) {
		return "", false
	}
	for _, text := range []string{errorText, nestedText, contentText(output), stderr} {
		if strings.TrimSpace(text) != "" {
			return Elide(text), true
		}
	}
	return "", true
}

// errorMessage is the text of a member "error", which is a text or an object with
// a message.
func errorMessage(v jsontext.Value) string {
	if v.Kind() == '{' {
		members, _ := new(reader).object(v, nil)
		for _, m := range members {
			if string(m.name) == "message" {
				return m.string()
			}
		}
	}
	return string(unquote(v))
}

func isNonZero(v jsontext.Value) bool {
	return v.Kind() == '0' && strings.ContainsAny(string(v), "123456789")
}

// nestedError looks for a failed call in the parts of a sub-agent's message.
func (b *builder) nestedError(parts jsontext.Value) (why string, failed bool) {
	if b.nesting == maxNested {
		return "", false
	}
	values, _ := new(reader).array(parts, nil)
	inner := builder{nesting: b.nesting + 1}
	for _, v := range values {
		if p := inner.part(v); p.Tool != nil && p.Tool.Outcome.Failed() {
			return p.Tool.Label() + ": " + p.Tool.Why(), true
		}
	}
	return "", false
}

// contentText is the text of a result of the form {content: [{type: "text"}]}.
func contentText(output jsontext.Value) string {
	blocks, _ := contentBlocks(output)
	var texts []string
	for _, b := range blocks {
		if b.Text != "" && b.Label == "" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
