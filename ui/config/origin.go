package config

import (
	"fmt"
	"strconv"
)

// Layer is the kind of source of a value. A later layer overrides an earlier one.
type Layer uint8

// The layers, from the weakest to the strongest.
const (
	Default Layer = iota
	File
	Env
	Flag
)

// Origin is the source of a value.
type Origin struct {
	Layer        Layer
	Name         string // path of the file, name of the variable, name of the flag without dashes
	Line, Column int    // in the file, from 1; 0 where unknown
}

// String returns the place in the form that users know: "config.toml:3", "--site",
// "default".
func (o Origin) String() string {
	if o.Layer == Default {
		return "default"
	}
	if o.Layer == Flag {
		return "--" + o.Name
	}
	if o.Line > 0 {
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
	// A closure, because fmt prints unexported fields of foreign structs without
	// calling their methods, and a function has no text.
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

// IsZero reports whether the key is missing.
func (s Secret) IsZero() bool { return s.Reveal() == "" }

// String hides the key.
func (s Secret) String() string { return hidden }

// Format hides the key from every verb.
func (s Secret) Format(f fmt.State, _ rune) {
	_, _ = f.Write([]byte(hidden))
}

// MarshalText hides the key from JSON, TOML and slog.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
