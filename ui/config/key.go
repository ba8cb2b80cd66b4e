package config

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/zalando/go-keyring"

	"channeldeck/ui/config/program"
)

// KeyKind is where a site's API key is kept: the name of the setting of the site.
type KeyKind string

// The places of a key.
const (
	KeyNone    KeyKind = ""
	KeyEnv     KeyKind = "api_key_env"     // a variable of the environment
	KeyFile    KeyKind = "api_key_file"    // a file that only its owner can read
	KeyCommand KeyKind = "api_key_command" // the output of a program
	KeyKeyring KeyKind = "api_key_keyring" // the system keyring, service "channeldeck", user the site's name
)

func keyKinds() []KeyKind {
	return []KeyKind{KeyEnv, KeyFile, KeyCommand, KeyKeyring}
}

// KeyPlace is where a site's API key is kept. Nothing has been read yet.
type KeyPlace struct {
	Kind KeyKind
	Name string // of the variable or the file
	Key  string // the setting, variable or flag that chose the place: "sites.china.api_key_file"
	From Origin

	argv      []string
	belongsTo string // the base URL that the key was given for; "" for none
	foreign   string // the variable with the key of another site, if this site has no key
}

// String names the place of a key that was read: "api_key_file /home/ann/china.key". If the
// place does not exist, its name may be the key itself.
func (p KeyPlace) String() string {
	setting := p.Key[strings.LastIndexByte(p.Key, '.')+1:]
	if p.Name == "" || p.Name == setting {
		return setting
	}
	return setting + " " + p.Name
}

// keyringService is the service under which keys are stored in the system keyring.
const keyringService = "channeldeck"

// keyringTime is how long the keyring may take. It leaves time to type a password.
const keyringTime = time.Minute

// keyPlace returns the place of a site's key: the flag, the environment or the file, in
// this order.
func (c *Config) keyPlace(site string, own KeyPlace) (KeyPlace, error) {
	place := KeyPlace{
		Kind: KeyFile,
		Name: c.flags[flagAPIKeyFile],
		From: Origin{Layer: Flag, Name: flagAPIKeyFile},
	}
	if place.Name == "" {
		set := slices.DeleteFunc(
			[]string{envAPIKey, envAPIKeyFile},
			func(name string) bool { return c.src.Getenv(name) == "" },
		)
		if len(set) == 0 {
			return own, nil
		}
		if !c.envDescribes(site) {
			if own.Kind == KeyNone {
				own.foreign = set[0]
			}
			return own, nil
		}
		if len(set) > 1 {
			return KeyPlace{}, &Error{Kind: SeveralKeys, Key: "api_key", Choices: set}
		}
		place.Name = c.src.Getenv(envAPIKeyFile)
		place.From = Origin{Layer: Env, Name: set[0]}
		if set[0] == envAPIKey {
			place.Kind = KeyEnv
			place.Name = envAPIKey
		}
	}
	place.Key = place.From.String()
	if place.Kind == KeyFile {
		place.Name = c.src.Expand(place.Name, "")
	}
	return place, nil
}

func (c *Config) filePlace(site string) (KeyPlace, error) {
	prefix := "sites." + site + "."
	var place KeyPlace
	var found []string
	for _, kind := range keyKinds() {
		key := prefix + string(kind)
		text, from, ok := c.file.text(key)
		if ok && !(kind == KeyKeyring && text == "false") {
			place = KeyPlace{
				Kind: kind,
				Name: text,
				Key:  key,
				From: from,
			}
			found = append(found, string(kind))
		}
	}
	if len(found) > 1 {
		return KeyPlace{}, &Error{
			Kind:    SeveralKeys,
			Key:     prefix + "api_key",
			From:    place.From,
			Choices: found,
		}
	}
	switch place.Kind {
	case KeyEnv, KeyFile:
		if place.Name == "" {
			return KeyPlace{}, c.ErrorAt(place.Key, &Error{Kind: BadValue, Want: WantText})
		}
		if place.Kind == KeyFile {
			place.Name = cmp.Or(
				c.src.credential(place.Name),
				c.src.Expand(place.Name, filepath.Dir(c.Path)),
			)
		}
	case KeyKeyring:
		if place.Name != "true" {
			return KeyPlace{}, c.ErrorAt(place.Key, &Error{Kind: WrongType, Want: WantBool})
		}
		place.Name = ""
	case KeyCommand:
		argv, err := c.command(place.Key)
		if err != nil {
			return KeyPlace{}, err
		}
		place.Name = ""
		place.argv = argv
	}
	return place, nil
}

// APIKey fetches the site's key. It may read a file, run a program or wait for
// the keyring, so call it only when a request needs the key. It calls waiting, which may
// be nil, once the program runs, or before it asks the keyring. A site without a key is
// an error of kind NoKey; an interrupted program is context.Canceled.
func (s *Site) APIKey(ctx context.Context, waiting func()) (Secret, error) {
	if waiting == nil {
		waiting = func() {}
	}
	b := s.Key.belongsTo
	if b != "" && !SameOrigin(b, s.BaseURL.V) {
		return Secret{}, &Error{
			Kind:  KeyElsewhere,
			Site:  s.Name,
			Value: b,
			From:  s.BaseURL.From,
		}
	}
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
		out, err := s.src.output(
			ctx,
			program.Program{Argv: s.Key.argv},
			s.keyError(KeyCommandFailed, nil),
			waiting,
		)
		if err != nil {
			return Secret{}, err
		}
		return s.secret(out)
	case KeyKeyring:
		waiting()
		ctx, cancel := context.WithTimeout(ctx, keyringTime)
		defer cancel()
		return s.keyFromKeyring(ctx)
	}
	if v := s.Key.foreign; v != "" {
		return Secret{}, &Error{Kind: KeyOfOtherSite, Site: s.Name, Key: v}
	}
	return Secret{}, &Error{Kind: NoKey, Site: s.Name}
}

func (s *Site) keyError(kind Kind, err error) *Error {
	return &Error{
		Kind: kind,
		Site: s.Name,
		Key:  s.Key.Key,
		From: s.Key.From,
		Err:  err,
	}
}

func (s *Site) keyFromFile() (Secret, error) {
	data, mode, err := s.src.read(s.Key.Name, maxKeyFile)
	e := s.keyError(KeyFileUnreadable, err)
	e.Path = s.Key.Name
	if err != nil && mode == 0 && !errors.Is(err, ErrNotRegular) &&
		!errors.Is(err, fs.ErrPermission) {
		return Secret{}, s.keyError(KeyFileMissing, err) // its name may be the key
	}
	if err != nil {
		return Secret{}, e
	}
	// where an ACL may show as a group
	if s.src.openToOthers(mode, 0o7) && filepath.Dir(s.Key.Name) != s.src.serviceDir("CREDENTIALS_DIRECTORY") {
		e.Kind = KeyFileOpen
		e.Command = "chmod 600 " + shellQuote(s.Key.Name)
		return Secret{}, e
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) ||
		bytes.IndexByte(data, 0) >= 0 {
		e.Kind = KeyFileUTF16
		return Secret{}, e
	}
	return s.secret(strings.TrimPrefix(string(data), byteOrderMark))
}

// keyFromKeyring leaves the keyring's own dialogue open when the context ends: it
// cannot close it.
func (s *Site) keyFromKeyring(ctx context.Context) (Secret, error) {
	var key string
	done := make(chan error, 1)
	go func() {
		var err error
		key, err = s.src.Keyring(keyringService, s.Name)
		done <- err
	}()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err == nil {
		return s.secret(key)
	}
	if errors.Is(err, context.Canceled) {
		return Secret{}, err
	}
	if errors.Is(err, keyring.ErrNotFound) {
		return Secret{}, s.keyError(KeyringEmpty, nil)
	}
	if s.src.lacksKeyring(err) {
		return Secret{}, s.keyError(KeyringMissing, err)
	}
	return Secret{}, s.keyError(KeyringFailed, err)
}

// lacksKeyring reports whether an error means that there is no keyring to ask: no D-Bus
// session, or no program in it that keeps secrets.
func (s Source) lacksKeyring(err error) bool {
	_, noLauncher := errors.AsType[*exec.Error](err)
	_, notLaunched := errors.AsType[*exec.ExitError](err)
	_, noSocket := errors.AsType[*net.OpError](err)
	return s.GOOS != "windows" && s.GOOS != "darwin" &&
		(noLauncher || notLaunched || noSocket ||
			strings.Contains(err.Error(), "org.freedesktop.secrets"))
}

// secret takes the first line: password managers print notes below it.
func (s *Site) secret(text string) (Secret, error) {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	key := CleanKey(line)
	i := strings.IndexFunc(key, func(r rune) bool {
		return unicode.Is(unicode.Cf, r)
	})
	if i >= 0 {
		r, _ := utf8.DecodeRuneInString(key[i:])
		e := s.keyError(KeyInvisible, nil)
		e.Value = fmt.Sprintf("%U", r)
		return Secret{}, e
	}
	if !UsableKey(key) {
		return Secret{}, s.keyError(KeyMalformed, nil)
	}
	return NewSecret(key), nil
}

// CleanKey removes what is often copied together with a key: spaces, quotes, the
// name of the header, and the word Bearer.
func CleanKey(text string) string {
	const around = " \t\r\n\"'“”‘’"
	text = strings.Trim(text, around)
	for _, prefix := range []string{"X-Api-Key:", "Authorization:", "Bearer "} {
		if len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
			text = strings.Trim(text[len(prefix):], around)
		}
	}
	return text
}

// UsableKey reports whether a key can be sent in a header: printable ASCII without
// spaces.
func UsableKey(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return r <= ' ' || r > '~'
	})
}

// shellQuote makes a path one word for a POSIX shell.
func shellQuote(path string) string {
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
