// Package narrow makes all libraries give characters of ambiguous width, such as “ and …, one
// cell, whatever the locale and the environment say: go-runewidth and x/ansi would decide
// each for itself, and text fields would have other widths than the frames around them.
//
// Both read a variable when they are initialised. This package sets it before: it is
// initialised first, because it imports little and its path sorts before theirs.
package narrow

import "os"

const variable = "RUNEWIDTH_EASTASIAN"

var value, isSet = os.LookupEnv(variable)

func init() { setenv("0") }

// Restore gives the variable its value back, for the programs that this one starts.
func Restore() {
	if isSet {
		setenv(value)
	} else {
		_ = os.Unsetenv(variable) // its name is valid
	}
}

func setenv(value string) { _ = os.Setenv(variable, value) } // both are valid
