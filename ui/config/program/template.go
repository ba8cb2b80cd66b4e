package program

import "regexp"

// placeholder is a field in an argument, {name} or {object.name}; {{name}} stands for the
// text {name}.
var placeholder = regexp.MustCompile(
	`\{\{[A-Za-z_][A-Za-z0-9_.]*\}\}|\{[A-Za-z_][A-Za-z0-9_.]*\}`,
)

func isEscaped(match string) bool { return match[1] == '{' }

// HasField reports whether an argument contains a field.
func HasField(argument string) bool { return len(Fields(argument)) > 0 }

// Fields returns the fields of an argument.
func Fields(argument string) (names []string) {
	for _, match := range placeholder.FindAllString(argument, -1) {
		if !isEscaped(match) {
			names = append(names, match[1:len(match)-1])
		}
	}
	return names
}

// BeginsWithField reports whether the first part of an argument is a field.
func BeginsWithField(argument string) bool {
	at := placeholder.FindStringIndex(argument)
	return at != nil && at[0] == 0 && !isEscaped(argument[:at[1]])
}

// Expand replaces the fields of an argument by their values, whose text is not expanded
// again. The error is the first one of value.
func Expand(argument string, value func(field string) (string, error)) (string, error) {
	var failed error
	expanded := placeholder.ReplaceAllStringFunc(argument, func(match string) string {
		if isEscaped(match) {
			return match[1 : len(match)-1]
		}
		text, err := value(match[1 : len(match)-1])
		if failed == nil {
			failed = err
		}
		return text
	})
	return expanded, failed
}
