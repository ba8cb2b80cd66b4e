package config

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// KeyKind is the sort of place that a key lies in.
type KeyKind uint8

// The places of a key.
const (
	KeyNone    KeyKind = iota
	KeyEnv             // a variable of the environment
	KeyFile            // a file that only the owner can read
	KeyCommand         // what a program prints
	KeyKeyring         // the system keyring, service "channeldeck", user the site's name
)

// KeyPlace says where a site's key lies, without having looked.
type KeyPlace struct {
	Kind KeyKind
	Name string // the variable, the file, the program
	From Origin // what says so

	argv      []string
	belongsTo string // the base URL that stands beside the key; "" where none does
}

// keyringService is the name under which keys stand in the system keyring.
const keyringService = "channeldeck"

// keyPatience is how long a program or the keyring may take: people unlock them
// by hand.
const keyPatience = time.Minute

// keyPlace finds the key's place: flag, then environment, then file.
func (c *Config) keyPlace(name string, t siteTable) (KeyPlace, error) {
	if path := c.flags[flagAPIKeyFile]; path != "" {
		return KeyPlace{Kind: KeyFile, Name: c.src.expand(path, ""), From: Origin{Layer: Flag, Name: flagAPIKeyFile}}, nil
	}
	if c.envDescribes(name) {
		set, path := c.src.Getenv(envAPIKey) != "", c.src.Getenv(envAPIKeyFile)
		switch {
		case set && path != "":
			return KeyPlace{}, &Error{Kind: SeveralKeys, Key: "api_key", Choices: []string{envAPIKey, envAPIKeyFile}}
		case set:
			return KeyPlace{Kind: KeyEnv, Name: envAPIKey, From: Origin{Layer: Env, Name: envAPIKey}}, nil
		case path != "":
			return KeyPlace{Kind: KeyFile, Name: c.src.expand(path, ""), From: Origin{Layer: Env, Name: envAPIKeyFile}}, nil
		}
	}
	return c.fileKey(name, t)
}

// fileKey is the one place that a site's table names.
func (c *Config) fileKey(name string, t siteTable) (KeyPlace, error) {
	prefix := "sites." + name + "."
	var place KeyPlace
	var named []string
	add := func(key string, p KeyPlace) {
		p.From = c.doc.origin(prefix + key)
		place, named = p, append(named, key)
	}
	if t.APIKeyEnv != nil {
		add("api_key_env", KeyPlace{Kind: KeyEnv, Name: *t.APIKeyEnv})
	}
	if t.APIKeyFile != nil {
		add("api_key_file", KeyPlace{Kind: KeyFile, Name: c.src.expand(*t.APIKeyFile, filepath.Dir(c.Path))})
	}
	if t.APIKeyCommand != nil {
		add("api_key_command", KeyPlace{Kind: KeyCommand, argv: t.APIKeyCommand})
	}
	if t.APIKeyKeyring != nil && *t.APIKeyKeyring {
		add("api_key_keyring", KeyPlace{Kind: KeyKeyring})
	}
	fail := func(e *Error) (KeyPlace, error) {
		e.From = place.From
		e.Path, e.Line, e.Column = e.From.place()
		return KeyPlace{}, e
	}
	switch {
	case len(named) > 1:
		return fail(&Error{Kind: SeveralKeys, Key: prefix + "api_key", Choices: named})
	case place.Kind == KeyCommand && (len(place.argv) == 0 || place.argv[0] == ""):
		return fail(&Error{Kind: BadValue, Key: prefix + named[0], Want: WantList})
	case (place.Kind == KeyEnv || place.Kind == KeyFile) && place.Name == "":
		return fail(&Error{Kind: BadValue, Key: prefix + named[0], Want: WantText})
	case place.Kind == KeyCommand:
		place.Name = place.argv[0]
	}
	return place, nil
}

// APIKey fetches the site's key: it may read a file, run a program or ask the
// keyring, so it is called when a request needs the key and not before. A site
// without a key is an error of kind NoKey.
func (s *Site) APIKey(ctx context.Context) (Secret, error) {
	if b := s.Key.belongsTo; b != "" && !sameOrigin(b, s.BaseURL.V) {
		return Secret{}, &Error{Kind: KeyElsewhere, Site: s.Name, Value: b, Key: "base_url", From: s.BaseURL.From}
	}
	switch s.Key.Kind {
	case KeyEnv:
		return s.keyFromEnv()
	case KeyFile:
		return s.keyFromFile()
	case KeyCommand:
		return s.keyFromCommand(ctx)
	case KeyKeyring:
		return s.keyFromKeyring(ctx)
	}
	return Secret{}, &Error{Kind: NoKey, Site: s.Name}
}

func (s *Site) keyFromEnv() (Secret, error) {
	text := s.src.Getenv(s.Key.Name)
	if text == "" {
		return Secret{}, &Error{Kind: KeyEnvEmpty, Value: s.Key.Name, From: s.Key.From}
	}
	return s.secret(text, s.Key.Name)
}

func (s *Site) keyFromFile() (Secret, error) {
	path := s.Key.Name
	fail := func(err error) (Secret, error) {
		return Secret{}, &Error{Kind: KeyFileUnreadable, Path: path, From: s.Key.From, Err: err}
	}
	f, err := s.src.Open(path)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	// The open file is asked, not the path: it is the one that is read.
	info, err := f.Stat()
	if err != nil {
		return fail(err)
	}
	// Windows has no such bits; Go makes them up there.
	if s.src.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return Secret{}, &Error{Kind: KeyFileOpen, Path: path, From: s.Key.From, Command: "chmod 600 " + shellQuote(path)}
	}
	data, err := readAll(f, maxKeyFile)
	if err != nil {
		return fail(err)
	}
	return s.secret(string(data), path)
}

func (s *Site) keyFromCommand(ctx context.Context) (Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, keyPatience)
	defer cancel()
	out, err := s.src.Run(ctx, s.Key.argv)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Secret{}, &Error{Kind: KeyCommandSlow, Value: s.Key.Name, From: s.Key.From, Err: ctx.Err()}
	case ctx.Err() != nil:
		return Secret{}, ctx.Err()
	case err != nil:
		return Secret{}, &Error{Kind: KeyCommandFailed, Value: s.Key.Name, From: s.Key.From, Err: err}
	}
	return s.secret(string(out), s.Key.Name)
}

// keyFromKeyring cannot stop the keyring's own dialogue: it leaves it behind.
func (s *Site) keyFromKeyring(ctx context.Context) (Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, keyPatience)
	defer cancel()
	type answer struct {
		key string
		err error
	}
	answers := make(chan answer, 1)
	go func() {
		key, err := s.src.Keyring.Get(keyringService, s.Name)
		answers <- answer{key, err}
	}()
	var a answer
	select {
	case a = <-answers:
	case <-ctx.Done():
		a.err = ctx.Err()
	}
	switch {
	case errors.Is(a.err, keyring.ErrNotFound):
		return Secret{}, &Error{Kind: KeyringEmpty, Site: s.Name, From: s.Key.From}
	case a.err != nil:
		return Secret{}, &Error{Kind: KeyringFailed, Site: s.Name, From: s.Key.From, Err: a.err}
	}
	return s.secret(a.key, "the system keyring")
}

// secret takes the first line: password managers print notes below it.
func (s *Site) secret(text, place string) (Secret, error) {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	key := strings.TrimSpace(line)
	if !UsableKey(key) {
		return Secret{}, &Error{Kind: KeyMalformed, Value: place, From: s.Key.From}
	}
	return NewSecret(key), nil
}

// UsableKey reports whether a text can be a key: printable ASCII without
// blanks, as it has to travel in a header.
func UsableKey(key string) bool {
	for _, r := range key {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return key != ""
}

// shellQuote makes a path one word for a POSIX shell.
func shellQuote(path string) string {
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
