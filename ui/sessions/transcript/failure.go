package transcript

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// outputError reports whether an output says that its call failed although the
// state is that of a success: by an error flag, an exit code or an error text. why
// is the text of the error, "" if there is none. Together with the failed calls in
// the message of a sub-agent, which [Part.judge] looks for, this is the one rule
// for such failures.
func outputError(output jsontext.Value) (why string, failed bool) {
	output = openString(output)
	if output.Kind() != '{' {
		return "", false
	}
	members, ok := new(reader).object(output, nil)
	if !ok {
		return "", false
	}
	var code, streams bool
	var errorText, stderr string
	for _, m := range members {
		switch string(m.name) {
		case "isError", "is_error":
			failed = failed || m.kind() == 't'
		case "success", "ok":
			failed = failed || m.kind() == 'f'
		case "error":
			if text := errorMessage(m.value); text != "" {
				errorText, failed = text, true
			}
		case "error_code":
			if m.string() != "" {
				errorText, failed = m.string(), true
			}
		case "exitCode", "exit_code":
			failed = failed || isNonZero(m.value)
		case "code":
			code = isNonZero(m.value)
		case "stdout":
			streams = true
		case "stderr":
			streams, stderr = true, m.string()
		}
	}
	if !failed && !(code && streams) {
		return "", false
	}
	for _, text := range []string{errorText, plainText(output), stderr} {
		if strings.TrimSpace(text) != "" {
			return Elide(text), true
		}
	}
	return "", true
}

// errorMessage is the text of a member "error": a text, or an object with a
// message.
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

// plainText is the text of an output that is a text or content, "" of another.
func plainText(output jsontext.Value) string {
	if s, ok := contentShape(output); ok {
		return s.text
	}
	return string(unquote(output))
}
