package config

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
)

// NewSite is what the person gave at first start.
type NewSite struct {
	Name           string // a-z, 0-9, - and _
	BaseURL        string
	AllowPlainHTTP bool
	Key            Secret  // kept by KeyFile and KeyKeyring
	Keep           KeyKind // KeyFile, KeyKeyring, KeyEnv, or KeyNone: leave the key's settings as they are
	Env            string  // the variable, for KeyEnv
	Default        bool    // make it the site that is talked to

	keyPath string
}

// Save puts the site into the configuration file and its key where it is to be
// kept, and returns the file's path. Other settings, comments and order stay;
// where that cannot be done the file is left alone and the error, of kind
// CannotEdit, holds the lines to put in by hand.
func (c *Config) Save(site NewSite) (path string, err error) {
	if c.Path == "" {
		return "", &Error{Kind: CannotWrite, Path: "config.toml", Err: fs.ErrNotExist}
	}
	if !isSiteName(site.Name) {
		return "", &Error{Kind: BadSiteName, Key: "sites." + site.Name}
	}
	base, bad := CleanURL(site.BaseURL)
	if bad != nil {
		return "", bad
	}
	site.BaseURL = base
	keeps := site.Keep == KeyFile || site.Keep == KeyKeyring
	if keeps && !UsableKey(site.Key.Reveal()) {
		return "", &Error{Kind: KeyMalformed, Value: "the input"}
	}
	old, err := c.src.read(c.Path, maxFile)
	if err != nil && !isMissing(err) {
		return "", &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	edited, err := c.edited(bytes.TrimPrefix(old, []byte(byteOrderMark)), &site)
	if err != nil {
		return "", err
	}
	// The key first: a file that names a key which is not there is worse than
	// a key that nothing names.
	if err := c.keepKey(site); err != nil {
		return "", err
	}
	if bytes.Equal(old, edited) {
		return c.Path, nil
	}
	if err := c.src.Write(c.Path, edited); err != nil {
		return "", &Error{Kind: CannotWrite, Path: c.Path, Err: err}
	}
	return c.Path, nil
}

// WriteNew writes the configuration file where there is none yet.
func (c *Config) WriteNew(text string) error {
	f, err := c.src.Open(c.Path)
	switch {
	case err == nil:
		return errors.Join(&Error{Kind: FileExists, Path: c.Path}, f.Close())
	case !isMissing(err):
		return &Error{Kind: FileUnreadable, Path: c.Path, Err: err}
	}
	if err := c.src.Write(c.Path, []byte(text)); err != nil {
		return &Error{Kind: CannotWrite, Path: c.Path, Err: err}
	}
	return nil
}

func (c *Config) keepKey(site NewSite) error {
	switch site.Keep {
	case KeyFile:
		path := site.keyPath
		if err := c.src.Write(path, []byte(site.Key.Reveal()+"\n")); err != nil {
			return &Error{Kind: CannotWrite, Path: path, Err: err}
		}
	case KeyKeyring:
		if err := c.src.Keyring.Set(keyringService, site.Name, site.Key.Reveal()); err != nil {
			return &Error{Kind: KeyringFailed, Site: site.Name, Err: err}
		}
	}
	return nil
}

// edited is the new text of the file, proved by reading it back: the site is as
// wanted and nothing else has moved.
func (c *Config) edited(old []byte, site *NewSite) ([]byte, error) {
	before, err := decode(c.Path, old)
	if err != nil {
		return nil, err
	}
	if site.Keep == KeyFile {
		site.keyPath = c.freeKeyFile(site.Name, before.Sites[site.Name])
	}
	want := site.table(before.Sites[site.Name])
	ed := editor{text: old}
	if err := site.edit(&ed, want, before.Site == nil); err != nil {
		return nil, c.cannotEdit(site, want)
	}
	after, err := decode(c.Path, ed.text)
	if err != nil {
		return nil, c.cannotEdit(site, want)
	}
	if !reflect.DeepEqual(after.Sites[site.Name], want) || !sameBut(before, after, site.Name) {
		return nil, c.cannotEdit(site, want)
	}
	return ed.text, nil
}

// freeKeyFile is where the site's key goes: NAME.key beside the configuration,
// or NAME-2.key and so on where such a file holds something that is not this
// site's.
func (c *Config) freeKeyFile(name string, t siteTable) string {
	dir := filepath.Dir(c.Path)
	for n := 1; ; n++ {
		path := filepath.Join(dir, name+".key")
		if n > 1 {
			path = filepath.Join(dir, name+"-"+strconv.Itoa(n)+".key")
		}
		if t.APIKeyFile != nil && c.src.expand(*t.APIKeyFile, dir) == path {
			return path
		}
		f, err := c.src.Open(path)
		if isMissing(err) || n == 99 {
			return path
		}
		if err == nil {
			_ = f.Close() // nothing was written
		}
	}
}

// table is the site's table as it is to be.
func (site *NewSite) table(old siteTable) siteTable {
	t := old
	t.BaseURL = &site.BaseURL
	if site.AllowPlainHTTP {
		t.AllowPlainHTTP = &site.AllowPlainHTTP
	}
	if site.Keep == KeyNone {
		return t
	}
	t.APIKeyEnv, t.APIKeyFile, t.APIKeyCommand, t.APIKeyKeyring = nil, nil, nil, nil
	yes := true
	switch site.Keep {
	case KeyEnv:
		t.APIKeyEnv = &site.Env
	case KeyFile:
		name := filepath.Base(site.keyPath)
		t.APIKeyFile = &name
	case KeyKeyring:
		t.APIKeyKeyring = &yes
	}
	return t
}

// pair is one line of a site's table.
type pair struct {
	key   string
	value any // nil: leave the line out
}

func (t siteTable) pairs() []pair {
	deref := func(s *string) any {
		if s == nil {
			return nil
		}
		return *s
	}
	flag := func(b *bool) any {
		if b == nil {
			return nil
		}
		return *b
	}
	out := []pair{
		{"base_url", deref(t.BaseURL)},
		{"allow_plain_http", flag(t.AllowPlainHTTP)},
		{"api_key_env", deref(t.APIKeyEnv)},
		{"api_key_file", deref(t.APIKeyFile)},
		{"api_key_command", nil},
		{"api_key_keyring", flag(t.APIKeyKeyring)},
	}
	if t.APIKeyCommand != nil {
		out[4].value = t.APIKeyCommand
	}
	return out
}

func (site *NewSite) edit(ed *editor, want siteTable, choose bool) error {
	table := []string{"sites", site.Name}
	for _, p := range want.pairs() {
		if p.value == nil {
			ed.remove(table, p.key)
		} else if err := ed.set(table, p.key, p.value); err != nil {
			return err
		}
	}
	if site.Default || choose {
		return ed.set(nil, "site", site.Name)
	}
	return nil
}

// cannotEdit tells what to put in by hand.
func (c *Config) cannotEdit(site *NewSite, want siteTable) error {
	var by editor
	if err := site.edit(&by, want, false); err != nil {
		return err
	}
	return &Error{Kind: CannotEdit, Path: c.Path, Reason: string(by.text)}
}

// sameBut compares all settings but those of one site and the choice of site.
func sameBut(a, b document, name string) bool {
	strip := func(d document) document {
		sites := map[string]siteTable{}
		for n, t := range d.Sites {
			if n != name {
				sites[n] = t
			}
		}
		d.Site, d.Sites, d.path, d.marks = nil, sites, "", nil
		return d
	}
	return reflect.DeepEqual(strip(a), strip(b))
}
