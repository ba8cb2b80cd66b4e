package transcript

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// outputError reports whether the output of a successful call shows a failure: by an
// error flag, an exit code or an error text. why is the text of the error, or "". Apart
// from failed calls in the message of a sub-agent, which [Part.judge] looks for, this is
// the only rule for such failures.
func outputError(output jsontext.Value) (why string, failed bool) {
	output = openString(output)
	o := objectOf(output)
	message := errorMessage(o.find(anyKind, "error"))
	if message == "" {
		message = string(unquote(o.find(isString, "error_code")))
	}
	switch {
	case message != "", o.find("t", "isError", "is_error") != nil, o.find("f", "success", "ok") != nil:
	case isNonZero(o.find(isNumber, "exitCode", "exit_code")):
	case isNonZero(o.find(isNumber, "code")) && o.find(anyKind, "stdout", "stderr") != nil:
	default:
		return "", false
	}
	for _, text := range []string{message, plainText(output), string(unquote(o.find(isString, "stderr")))} {
		if strings.TrimSpace(text) != "" {
			return Elide(text), true
		}
	}
	return "", true
}

// errorMessage returns the text of a member "error", which is a string or an object with
// a message.
func errorMessage(v jsontext.Value) string {
	if v.Kind() == '{' {
		v = objectOf(v).find(isString, "message")
	}
	return string(unquote(v))
}

func isNonZero(v jsontext.Value) bool { return strings.ContainsAny(string(v), "123456789") }

// plainText returns the text of an output that is a string or content, otherwise "".
func plainText(output jsontext.Value) string {
	if s, ok := contentShape(output); ok {
		return s.text
	}
	return string(unquote(output))
}
