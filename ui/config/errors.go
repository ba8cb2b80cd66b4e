package config

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Kind is the kind of a mistake. It is also the name of the error in the message catalog.
type Kind string

// The kinds of error, and the fields of Error that each sets besides From.
const (
	FileUnreadable Kind = "file_unreadable" // Path, Err
	Syntax         Kind = "syntax"          // Key, Reason: not TOML
	CurlyQuote     Kind = "curly_quote"     // Value: the quotation mark, which TOML does not take for one
	UnknownKey     Kind = "unknown_key"     // Key, Value: a part of it, Choices: what it may be meant for
	IgnoredKey     Kind = "ignored_key"     // Key: no mistake, see Config.Ignored
	RemovedKey     Kind = "removed_key"     // Key: likewise, of an earlier version
	KeyInFile      Kind = "key_in_file"     // Key: the file contains an API key
	WrongType      Kind = "wrong_type"      // Key, Want
	BadValue       Kind = "bad_value"       // Key, Value, Want, Choices
	// Key, Reason (an api.Reason); never the value, which may contain a password
	BadURL      Kind = "bad_url"
	BadSiteName Kind = "bad_site_name" // Key
	BadViewName Kind = "bad_view_name" // Key
	LongQuery   Kind = "long_query"    // Key: a view or a rule beyond fleet.MaxQuery
	// Key, Reason: a part of the line of a view, Value: what is wrong with it, Choices
	BadTerm Kind = "bad_term"
	// Key, Reason: a filter of accounts, Value: the list that does not have it
	ForeignTerm       Kind = "foreign_term"
	RuleTerm          Kind = "rule_term"           // Key, Reason: a part of an expression that a rule cannot have
	NoColumn          Kind = "no_column"           // Key, Value, Choices: the columns of the list
	NoSuchView        Kind = "no_such_view"        // Value, Choices: the views of the list
	NoViews           Kind = "no_views"            // the list has none
	SeveralKeys       Kind = "several_keys"        // Key, Choices: more than one place for one API key
	NotConfigured     Kind = "not_configured"      // Path of a file without a site, "" for no file
	NoSuchSite        Kind = "no_such_site"        // Value, Choices
	SiteNotChosen     Kind = "site_not_chosen"     // Choices
	SeveralSites      Kind = "several_sites"       // Site: the first, Choices: the chosen ones
	NoBaseURL         Kind = "no_base_url"         // Site, Key
	NoKey             Kind = "no_key"              // Site
	KeyElsewhere      Kind = "key_elsewhere"       // Site, Value (the origin that the API key belongs to)
	KeyOfOtherSite    Kind = "key_of_other_site"   // Site, Key (the variable)
	KeyEnvEmpty       Kind = "key_env_empty"       // Key
	KeyFileMissing    Kind = "key_file_missing"    // Key, Err
	KeyFileUnreadable Kind = "key_file_unreadable" // Path, Err
	KeyFileOpen       Kind = "key_file_open"       // Path, Command: other users can read it
	KeyMalformed      Kind = "key_malformed"       // Key: empty, or with spaces or control characters
	KeyFileUTF16      Kind = "key_file_utf16"      // Path
	KeyInvisible      Kind = "key_invisible"       // Value (as U+200B)
	KeyCommandShared  Kind = "key_command_shared"  // Key, Path, Command: other users can choose the program
	KeyCommandMissing Kind = "key_command_missing" // Key
	KeyCommandFailed  Kind = "key_command_failed"  // Value (the program), Err
	KeyCommandSlow    Kind = "key_command_slow"    // Value (the program)
	KeyCommandLong    Kind = "key_command_long"    // Value (the program): it prints more than a key
	HookMissing       Kind = "hook_missing"        // Key
	HookFailed        Kind = "hook_failed"         // Value (the program), Err
	HookSlow          Kind = "hook_slow"           // Value (the program)
	HookLong          Kind = "hook_long"           // Value (the program)
	KeyringFailed     Kind = "keyring_failed"      // Site, Err
	KeyringMissing    Kind = "keyring_missing"     // Site, Err: no D-Bus session, or no keyring in it
	KeyringEmpty      Kind = "keyring_empty"       // Site
	UnknownAction     Kind = "unknown_action"      // Key
	UnknownKeystroke  Kind = "unknown_keystroke"   // Key, Value
	KeysCollide       Kind = "keys_collide"        // Key, Value: the keystroke, Choices: the other actions
	UnknownToken      Kind = "unknown_token"       // Key, Choices
	BadColour         Kind = "bad_colour"          // Key, Value
	Required          Kind = "required"            // Key
	NameTaken         Kind = "name_taken"          // Key, Value
	FieldAsProgram    Kind = "field_as_program"    // Key, Value
	FieldOfAll        Kind = "field_of_all"        // Key, Value: the argument of a command that runs once for all rows
	// Key, Value: the argument, Choices: the program that gives it to a shell
	FieldInShell   Kind = "field_in_shell"
	UnknownField   Kind = "unknown_field"    // Key, Value, Choices: the fields of the rows
	FieldOfFinding Kind = "field_of_finding" // Key, Value
	HistoryURL     Kind = "history_url"      // Key; never the value, which may contain a password
	FileExists     Kind = "file_exists"      // Path
	CannotEdit     Kind = "cannot_edit"      // Path, Command: the lines to add by hand
	CannotRemove   Kind = "cannot_remove"    // Path, Command: the header of the table to remove by hand
	CannotWrite    Kind = "cannot_write"     // Path, Err
	NoFilePlace    Kind = "no_place"         // no variable says where the file is
)

// Want is the expected form of a value. It is also its name in the message catalog.
type Want string

// The expected forms.
const (
	WantText         Want = "text"
	WantBool         Want = "bool"         // true or false
	WantList         Want = "list"         // of strings
	WantView         Want = "view"         // a line that begins with a list
	WantTable        Want = "table"        // [name]
	WantTables       Want = "tables"       // [[name]]
	WantLabel        Want = "label"        // a line of at most 40 characters
	WantPanes        Want = "panes"        // a list of Choices
	WantChoice       Want = "choice"       // one of Choices
	WantDuration     Want = "duration"     // 30s, 5m, at least 1s; 0 where it means no limit
	WantEscape       Want = "escape"       // 50ms, from 10ms to 2s
	WantAge          Want = "age"          // 7d, 36h, at least 1s
	WantSize         Want = "size"         // 64MB, 1GiB
	WantName         Want = "name"         // letters, digits, - and _
	WantSites        Want = "sites"        // names with commas between
	WantHistory      Want = "history"      // true, false or postgres://…
	WantFingerprints Want = "fingerprints" // of SSH keys, each of one user
)

// takesList reports whether a value of this form can be a list in the file.
func (w Want) takesList() bool {
	return slices.Contains([]Want{WantList, WantPanes, WantSites, WantFingerprints}, w)
}

// Error is one mistake in the configuration. The kind decides which fields are
// set. None of them ever contains an API key: the name of a file, variable or
// program that does not exist is left out, since it may be the key itself,
// entered in the wrong place.
type Error struct {
	Kind    Kind
	From    Origin
	Path    string
	Key     string // as in the file: "sites.china.base_url"
	Site    string
	Value   string
	Want    Want
	Choices []string
	Reason  string
	Fault   string // of Syntax: the kind of mistake, "" where only Reason tells it
	Command string // corrects it
	Err     error
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error lists the fields for logs and tests; users read the messages of the
// catalog.
func (e *Error) Error() string {
	parts := []string{
		e.From.String() + ":", string(e.Kind), e.Key, e.Site, e.Value, e.Path, string(e.Want),
		strings.Join(e.Choices, ", "), e.Reason, e.Command, e.Cause(),
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool {
		return p == ""
	}), " ")
}

// Cause returns the text of Err without the path that *fs.PathError repeats.
func (e *Error) Cause() string {
	if e.Err == nil {
		return ""
	}
	p, ok := errors.AsType[*fs.PathError](e.Err)
	if ok {
		return p.Err.Error()
	}
	return e.Err.Error()
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
	return slices.ContainsFunc(Errors(err), func(e *Error) bool {
		return e.Kind == kind
	})
}
