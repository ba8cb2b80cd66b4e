package config

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// KeyKind is where a site's API key is kept.
type KeyKind uint8

// The places of a key.
const (
	KeyNone    KeyKind = iota
	KeyEnv             // a variable of the environment
	KeyFile            // a file that only its owner can read
	KeyCommand         // the output of a program
	KeyKeyring         // the system keyring, service "channeldeck", user the site's name
)

// KeyPlace is where a site's API key is kept. Nothing has been read yet.
type KeyPlace struct {
	Kind KeyKind
	Name string // of the variable or the file
	Key  string // the setting, variable or flag that chose the place: "sites.china.api_key_file"
	From Origin

	argv      []string
	belongsTo string // the base URL that the key was given for; "" for none
	foreign   string // the variable with the key of another site, where there is no key of this one
}

// keyringService is the service under which keys are stored in the system keyring.
const keyringService = "channeldeck"

// keyTimeout limits a program or the keyring. It leaves time to type a password.
const keyTimeout = time.Minute

// keyPlace finds the place of a site's key: flag, environment, file.
func (c *Config) keyPlace(site string) (KeyPlace, error) {
	if path := c.flags[flagAPIKeyFile]; path != "" {
		return KeyPlace{Kind: KeyFile, Name: c.src.expand(path, ""), Key: "--" + flagAPIKeyFile, From: Origin{Layer: Flag, Name: flagAPIKeyFile}}, nil
	}
	env, path := c.src.Getenv(envAPIKey), c.src.Getenv(envAPIKeyFile)
	if !c.envDescribes(site) {
		place, err := c.filePlace(site)
		switch {
		case err != nil || place.Kind != KeyNone:
		case env != "":
			place.foreign = envAPIKey
		case path != "":
			place.foreign = envAPIKeyFile
		}
		return place, err
	}
	switch {
	case env != "" && path != "":
		return KeyPlace{}, &Error{Kind: SeveralKeys, Key: "api_key", Choices: []string{envAPIKey, envAPIKeyFile}}
	case env != "":
		return KeyPlace{Kind: KeyEnv, Name: envAPIKey, Key: envAPIKey, From: Origin{Layer: Env, Name: envAPIKey}}, nil
	case path != "":
		return KeyPlace{Kind: KeyFile, Name: c.src.expand(path, ""), Key: envAPIKeyFile, From: Origin{Layer: Env, Name: envAPIKeyFile}}, nil
	}
	return c.filePlace(site)
}

// filePlace is the one place that the file has for the key of a site.
func (c *Config) filePlace(site string) (KeyPlace, error) {
	prefix := "sites." + site + "."
	var place KeyPlace
	var found []string
	for _, setting := range keySettings() {
		key := prefix + setting.name
		text, from, ok := c.file.text(key)
		if !ok || setting.kind == KeyKeyring && text == "false" {
			continue
		}
		place, found = KeyPlace{Kind: setting.kind, Name: text, Key: key, From: from}, append(found, setting.name)
	}
	fail := func(e *Error) (KeyPlace, error) {
		e.Key, e.From = place.Key, place.From
		return KeyPlace{}, e
	}
	if len(found) > 1 {
		place.Key = prefix + "api_key"
		return fail(&Error{Kind: SeveralKeys, Choices: found})
	}
	switch place.Kind {
	case KeyFile:
		place.Name = c.src.expand(place.Name, filepath.Dir(c.Path))
		fallthrough
	case KeyEnv:
		if place.Name == "" {
			return fail(&Error{Kind: BadValue, Want: WantText})
		}
	case KeyKeyring:
		if place.Name != "true" {
			return fail(&Error{Kind: WrongType, Want: WantBool})
		}
		place.Name = ""
	case KeyCommand:
		argv, ok := c.file.list(place.Key)
		if !ok || len(argv) == 0 || argv[0] == "" {
			return fail(&Error{Kind: WrongType, Want: WantList})
		}
		if c.file.shared {
			return fail(&Error{Kind: KeyCommandShared, Path: c.Path, Command: "chmod go-w " + shellQuote(c.Path)})
		}
		place.Name, place.argv = "", argv
	}
	return place, nil
}

// keySetting is a setting of a site that says where its key is kept.
type keySetting struct {
	name string
	kind KeyKind
}

func keySettings() []keySetting {
	return []keySetting{{"api_key_env", KeyEnv}, {"api_key_file", KeyFile}, {"api_key_command", KeyCommand}, {"api_key_keyring", KeyKeyring}}
}

// APIKey fetches the site's key. It may read a file, run a program or wait for
// the keyring, so call it only when a request needs the key. A site without a key
// is an error of kind NoKey.
func (s *Site) APIKey(ctx context.Context) (Secret, error) {
	if b := s.Key.belongsTo; b != "" && !sameOrigin(b, s.BaseURL.V) {
		return Secret{}, &Error{Kind: KeyElsewhere, Site: s.Name, Value: b, From: s.BaseURL.From}
	}
	ctx, cancel := context.WithTimeout(ctx, keyTimeout)
	defer cancel()
	switch s.Key.Kind {
	case KeyEnv:
		text := s.src.Getenv(s.Key.Name)
		if text == "" {
			return Secret{}, s.keyError(KeyEnvEmpty, nil)
		}
		return s.secret(text)
	case KeyFile:
		return s.keyFromFile()
	case KeyCommand:
		return s.keyFromCommand(ctx)
	case KeyKeyring:
		return s.keyFromKeyring(ctx)
	}
	if v := s.Key.foreign; v != "" {
		return Secret{}, &Error{Kind: KeyOfOtherSite, Site: s.Name, Key: v}
	}
	return Secret{}, &Error{Kind: NoKey, Site: s.Name}
}

func (s *Site) keyError(kind Kind, err error) *Error {
	return &Error{Kind: kind, Site: s.Name, Key: s.Key.Key, From: s.Key.From, Err: err}
}

func (s *Site) keyFromFile() (Secret, error) {
	data, mode, err := s.src.read(s.Key.Name, maxKeyFile)
	switch {
	case err != nil && (mode != 0 || errors.Is(err, errNotRegular) || errors.Is(err, fs.ErrPermission)):
		e := s.keyError(KeyFileUnreadable, err)
		e.Path = s.Key.Name
		return Secret{}, e
	case err != nil: // no such file: its name may be the key
		return Secret{}, s.keyError(KeyFileMissing, err)
	case s.src.openToOthers(mode, 0o7):
		e := s.keyError(KeyFileOpen, nil)
		e.Path, e.Command = s.Key.Name, "chmod 600 "+shellQuote(s.Key.Name)
		return Secret{}, e
	}
	return s.secret(strings.TrimPrefix(string(data), byteOrderMark))
}

func (s *Site) keyFromCommand(ctx context.Context) (Secret, error) {
	out, err := s.src.Run(ctx, s.Key.argv)
	switch {
	case err == nil:
		return s.secret(string(out))
	case errors.Is(ctx.Err(), context.Canceled):
		return Secret{}, ctx.Err()
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return Secret{}, s.keyError(KeyCommandMissing, nil)
	}
	e := s.keyError(KeyCommandFailed, err)
	if e.Value = s.Key.argv[0]; ctx.Err() != nil {
		e.Kind, e.Err = KeyCommandSlow, ctx.Err()
	}
	return Secret{}, e
}

// keyFromKeyring cannot close the keyring's own dialogue: it leaves it open.
func (s *Site) keyFromKeyring(ctx context.Context) (Secret, error) {
	type result struct {
		key string
		err error
	}
	results := make(chan result, 1)
	go func() {
		key, err := s.src.Keyring(keyringService, s.Name)
		results <- result{key, err}
	}()
	var r result
	select {
	case r = <-results:
	case <-ctx.Done():
		r.err = ctx.Err()
	}
	switch {
	case errors.Is(r.err, context.Canceled):
		return Secret{}, r.err
	case errors.Is(r.err, keyring.ErrNotFound):
		return Secret{}, s.keyError(KeyringEmpty, nil)
	case r.err != nil:
		return Secret{}, s.keyError(KeyringFailed, r.err)
	}
	return s.secret(r.key)
}

// secret takes the first line: password managers print notes below it.
func (s *Site) secret(text string) (Secret, error) {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	key := strings.TrimSpace(line)
	if !UsableKey(key) {
		return Secret{}, s.keyError(KeyMalformed, nil)
	}
	return NewSecret(key), nil
}

// UsableKey reports whether a key can travel in a header: printable ASCII
// without spaces.
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
