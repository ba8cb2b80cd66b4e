package config

import (
	"fmt"
	"strconv"
)

// Layer is the sort of place that a value came from. A later one overrides an
// earlier one.
type Layer uint8

// The layers, from the weakest to the strongest.
const (
	Default Layer = iota
	File
	Env
	Flag
)

// Origin is where a value came from.
type Origin struct {
	Layer        Layer
	Name         string // path of the file, name of the variable, name of the flag without dashes
	Line, Column int    // in the file, from 1; 0 where unknown
}

// String is the place as a user would look for it: "config.toml:3", "--site",
// "default".
func (o Origin) String() string {
	switch {
	case o.Layer == Default:
		return "default"
	case o.Layer == Flag:
		return "--" + o.Name
	case o.Line > 0:
		return o.Name + ":" + strconv.Itoa(o.Line)
	}
	return o.Name
}

// Value is a value in force, its text and its origin.
type Value[T any] struct {
	V    T
	Text string
	From Origin
}

// hidden is shown for every key, whatever its length.
const hidden = "[hidden]"

// Secret holds a key. It prints, marshals and logs as "[hidden]".
type Secret struct {
	// A closure, because fmt prints the unexported fields of other people's
	// structs without asking for their methods; a function has no text.
	reveal func() string
}

// NewSecret wraps a key.
func NewSecret(key string) Secret {
	return Secret{reveal: func() string { return key }}
}

// Reveal returns the key itself, for the request header and nothing else.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// IsZero reports that there is no key.
func (s Secret) IsZero() bool { return s.Reveal() == "" }

// String hides the key.
func (s Secret) String() string { return hidden }

// Format hides the key from every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText hides the key from JSON, TOML and slog.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
