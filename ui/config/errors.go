package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Kind is what is wrong.
type Kind uint8

// The kinds of error, and the fields of Error that each fills beside From.
const (
	FileUnreadable    Kind = iota + 1 // Path, Err
	Syntax                            // Path, Line, Column, Reason: not TOML
	UnknownKey                        // Path, Line, Column, Key
	KeyInFile                         // Path, Line, Column, Key: an api key stands in the file itself
	WrongType                         // Path, Line, Column, Key, Want
	BadValue                          // Key, Value, Want, Choices
	BadURL                            // Key, Reason (URL…); never the value, which may hold a password
	BadSiteName                       // Path, Line, Column, Key
	SeveralKeys                       // Key, Choices: more than one place for one key
	NotConfigured                     // no site at all
	NoSuchSite                        // Value, Choices
	SiteNotChosen                     // Choices
	NoBaseURL                         // Site, Key
	NoKey                             // Site
	KeyElsewhere                      // Site, Value (the origin that the key is for), Key
	KeyEnvEmpty                       // Value: name of the variable
	KeyFileUnreadable                 // Path, Err
	KeyFileOpen                       // Path, Command: others can read it
	KeyMalformed                      // Value: place of the key; empty, or with blanks or control characters
	KeyCommandFailed                  // Value: program, Err
	KeyCommandSlow                    // Value: program
	KeyringFailed                     // Site, Err
	KeyringEmpty                      // Site
	UnknownAction                     // Path, Line, Column, Key
	UnknownKeystroke                  // Path, Line, Column, Key, Value
	KeysCollide                       // Path, Line, Column, Key, Value: the keystroke, Choices: the other action
	FileExists                        // Path
	CannotEdit                        // Path, Reason: lines to put in by hand
	CannotWrite                       // Path, Err
)

// Want is what a value should have been.
type Want uint8

// What a value should have been.
const (
	WantText     Want = iota + 1
	WantBool          // true or false
	WantNumber        // whole, from 2 to 10000
	WantList          // of texts
	WantTable         // [name]
	WantChoice        // one of Choices
	WantDuration      // 30s, 5m, from 1s; 0 where it means none
	WantSize          // 64MB, 1GiB
	WantName          // letters, digits, - and _
)

// Error is one thing that is wrong with the configuration. Which fields are
// filled depends on the kind. None of them ever holds a key.
type Error struct {
	Kind         Kind
	From         Origin
	Path         string
	Line, Column int
	Key          string // as in the file: "sites.china.base_url"
	Site         string
	Value        string
	Want         Want
	Choices      []string
	Reason       string
	Command      string // mends it
	Err          error
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error tells it in English, with its place in front.
func (e *Error) Error() string {
	text := e.text()
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, text)
	case e.From.Layer == Env, e.From.Layer == Flag:
		return e.From.String() + ": " + text
	}
	return text
}

func (e *Error) text() string {
	switch e.Kind {
	case FileUnreadable:
		return "cannot read the configuration file " + e.Path + ": " + e.Cause()
	case Syntax:
		return e.Reason
	case UnknownKey:
		return "unknown key " + e.Key
	case KeyInFile:
		return e.Key + ": a key does not belong in this file; use api_key_file, api_key_env, api_key_command or api_key_keyring"
	case WrongType, BadValue:
		return e.Key + ": " + e.refused() + "want " + e.wanted()
	case BadURL:
		return "base URL " + urlReason(e.Reason)
	case BadSiteName:
		return "a site's name is made of a-z, 0-9, - and _, 40 at most"
	case SeveralKeys:
		return "one place for the key, please; there are " + strings.Join(e.Choices, ", ")
	case NotConfigured:
		return "no site is configured"
	case NoSuchSite:
		return fmt.Sprintf("no site %q; configured: %s", e.Value, orNone(e.Choices))
	case SiteNotChosen:
		return "several sites are configured, choose one with --site: " + strings.Join(e.Choices, ", ")
	case NoBaseURL:
		return "site " + e.Site + " has no base URL; set " + e.Key
	case UnknownAction:
		return "no action has the name " + strings.TrimPrefix(e.Key, "keys.")
	case UnknownKeystroke:
		return fmt.Sprintf("%s: no key has the name %q", e.Key, e.Value)
	case KeysCollide:
		return fmt.Sprintf("%s: %q is the key of %s already", e.Key, e.Value, strings.Join(e.Choices, ", "))
	case CannotEdit:
		return "cannot change " + e.Path + " without touching other settings; put in by hand:\n" + e.Reason
	case FileExists:
		return e.Path + " exists already"
	case CannotWrite:
		return "cannot write " + e.Path + ": " + e.Cause()
	}
	return e.keyText()
}

func (e *Error) keyText() string {
	switch e.Kind {
	case NoKey:
		return "site " + e.Site + " has no API key; set " + envAPIKey + " or an api_key_… of the site"
	case KeyElsewhere:
		return "the key of site " + e.Site + " belongs to " + e.Value + " and is not sent elsewhere; give one with " + envAPIKey + " or --" + flagAPIKeyFile
	case KeyEnvEmpty:
		return "the key should be in " + e.Value + ", which is empty"
	case KeyFileUnreadable:
		return "cannot read the key file " + e.Path + ": " + e.Cause()
	case KeyFileOpen:
		return "others can read the key file; run: " + e.Command
	case KeyMalformed:
		return "no usable key from " + e.Value + ": it must be one line of printable characters without blanks"
	case KeyCommandFailed:
		return "the key command " + e.Value + " failed: " + e.Cause()
	case KeyCommandSlow:
		return "the key command " + e.Value + " did not finish in time"
	case KeyringFailed:
		return "the system keyring did not give the key of site " + e.Site + ": " + e.Cause()
	case KeyringEmpty:
		return "the system keyring holds no key for site " + e.Site
	}
	return "configuration error"
}

func (e *Error) refused() string {
	if e.Kind == BadValue && e.Value != "" {
		return fmt.Sprintf("%q will not do, ", e.Value)
	}
	return ""
}

func (e *Error) wanted() string {
	switch e.Want {
	case WantBool:
		return "true or false"
	case WantNumber:
		return "a whole number from 2 to 10000"
	case WantList:
		return `a list of texts like ["a", "b"]`
	case WantTable:
		return "a table"
	case WantChoice:
		return "one of " + strings.Join(e.Choices, ", ")
	case WantDuration:
		return "a duration like 30s or 5m, at least 1s"
	case WantSize:
		return "a size like 64MB or 1GiB"
	case WantName:
		return "a name of letters, digits, - and _"
	}
	return "a text in quotes"
}

// The reasons of BadURL.
const (
	URLMalformed   = "url"
	URLScheme      = "scheme"    // neither http nor https
	URLHost        = "host"      // names no host
	URLCredentials = "user-info" // holds a user or a password
	URLQuery       = "query"     // has a query or a fragment
)

func urlReason(reason string) string {
	switch reason {
	case URLScheme:
		return "must start with https:// or http://"
	case URLHost:
		return "names no host"
	case URLCredentials:
		return "must not hold a user or a password"
	case URLQuery:
		return "must not have a query or a fragment"
	}
	return "is not a URL"
}

// Cause is the text of Err without the path that *fs.PathError repeats.
func (e *Error) Cause() string {
	if e.Err == nil {
		return ""
	}
	if p, ok := errors.AsType[*fs.PathError](e.Err); ok {
		return p.Err.Error()
	}
	return e.Err.Error()
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Errors returns each *Error that is joined in err.
func Errors(err error) []*Error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []*Error
		for _, one := range many.Unwrap() {
			out = append(out, Errors(one)...)
		}
		return out
	}
	if one, ok := errors.AsType[*Error](err); ok {
		return []*Error{one}
	}
	return nil
}

// IsKind reports whether err holds an *Error of the kind.
func IsKind(err error, kind Kind) bool {
	for _, e := range Errors(err) {
		if e.Kind == kind {
			return true
		}
	}
	return false
}
