package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSave(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		site         NewSite
		after        string
	}{
		{
			name:  "no file yet",
			site:  NewSite{Name: "china", Keep: KeyFile},
			after: "site = 'china'\n\n[sites.china]\nbase_url = 'https://new.example'\napi_key_file = 'china.key'\n",
		},
		{
			name:   "all else stays",
			before: "# mine\ntheme = \"dark\"   # nice\n\n# the other one\n[sites.international]\nbase_url = \"https://i.example\" # ok",
			site:   NewSite{Name: "china", Keep: KeyKeyring, Default: true},
			after: "# mine\ntheme = \"dark\"   # nice\nsite = 'china'\n\n# the other one\n[sites.international]\nbase_url = \"https://i.example\" # ok\n" +
				"\n[sites.china]\nbase_url = 'https://new.example'\napi_key_keyring = true\n",
		},
		{
			name:   "only tables",
			before: "# about\n\n# the other one\n[sites.international]\nbase_url = 'https://i.example'\n",
			site:   NewSite{Name: "china", Keep: KeyEnv, Env: "MY_KEY"},
			after: "# about\n\nsite = 'china'\n\n# the other one\n[sites.international]\nbase_url = 'https://i.example'\n" +
				"\n[sites.china]\nbase_url = 'https://new.example'\napi_key_env = 'MY_KEY'\n",
		},
		{
			name:   "a site that is there already",
			before: "site = 'international'\n[sites.china] # here\nbase_url = 'https://old.example' # was\n  api_key_command = [\n  'pass',\n]\nparams.array = 'comma'\n[accounts]\ncolumns = ['id']\n",
			site:   NewSite{Name: "china", Keep: KeyFile, AllowPlainHTTP: true},
			after:  "site = 'international'\n[sites.china] # here\nbase_url = 'https://new.example' # was\nparams.array = 'comma'\nallow_plain_http = true\napi_key_file = 'china.key'\n[accounts]\ncolumns = ['id']\n",
		},
		{
			name:   "the key stays where it is",
			before: "[sites.china]\napi_key_command = ['pass']\n",
			site:   NewSite{Name: "china"},
			after:  "site = 'china'\n\n[sites.china]\napi_key_command = ['pass']\nbase_url = 'https://new.example'\n",
		},
		{
			name:   "only comments",
			before: "# site = 'x'\n# nothing",
			site:   NewSite{Name: "china"},
			after:  "# site = 'x'\n# nothing\n\nsite = 'china'\n\n[sites.china]\nbase_url = 'https://new.example'\n",
		},
		{
			name:   "a table with nothing but its parameters",
			before: "[sites.china.params]\narray = 'comma'\n",
			site:   NewSite{Name: "china"},
			after:  "site = 'china'\n\n[sites.china.params]\narray = 'comma'\n\n[sites.china]\nbase_url = 'https://new.example'\n",
		},
		{
			name:   "a byte order mark",
			before: byteOrderMark + "theme = 'dark'\n",
			site:   NewSite{Name: "china"},
			after:  "theme = 'dark'\nsite = 'china'\n\n[sites.china]\nbase_url = 'https://new.example'\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(tt.before)
			tt.site.BaseURL, tt.site.Key = "https://new.example/api/", NewSecret(testKey)
			path, err := w.load(t, nil).Save(tt.site)
			if err != nil || path != confPath {
				t.Fatalf("Save: %s, %v", path, err)
			}
			if got := w.text(t, confPath); got != tt.after {
				t.Errorf("got\n%s\nwant\n%s", got, tt.after)
			}
			s, err := w.load(t, Flags{"site": "china"}).Site()
			if err != nil || s.BaseURL.V != "https://new.example" {
				t.Fatalf("saved, but: %v", err)
			}
			if key, err := s.APIKey(t.Context()); (tt.site.Keep == KeyFile || tt.site.Keep == KeyKeyring) && key.Reveal() != testKey {
				t.Errorf("the key is not where it should be: %v", err)
			}
			if _, err := w.load(t, nil).Save(tt.site); err != nil || w.text(t, confPath) != tt.after {
				t.Errorf("saving twice is not saving once: %v\n%s", err, w.text(t, confPath))
			}
		})
	}
}

func TestSaveNeverOverwritesAForeignKeyFile(t *testing.T) {
	w := newWorld("")
	dir := filepath.Dir(confPath)
	w.put(dir+"/china.key", "someone-else", 0o600)
	save := func(key string) {
		t.Helper()
		site := NewSite{Name: "china", BaseURL: "https://cn.example", Keep: KeyFile, Key: NewSecret(key)}
		if _, err := w.load(t, nil).Save(site); err != nil {
			t.Fatal(err)
		}
	}
	save("first-key")
	save("second-key")
	if got := w.text(t, dir+"/china.key"); got != "someone-else" {
		t.Errorf("a file that was not ours is now %q", got)
	}
	if got := w.text(t, dir+"/china-2.key"); got != "second-key\n" {
		t.Errorf("our own file is %q", got)
	}
}

func TestSaveRefuses(t *testing.T) {
	good := NewSite{Name: "china", BaseURL: "https://cn.example"}
	for _, tt := range []struct {
		name, before string
		change       func(*NewSite, *world)
		kind         Kind
	}{
		{"bad name", "", func(s *NewSite, _ *world) { s.Name = "../x" }, BadSiteName},
		{"bad URL", "", func(s *NewSite, _ *world) { s.BaseURL = "cn.example" }, BadURL},
		{"no key to keep", "", func(s *NewSite, _ *world) { s.Keep = KeyFile }, KeyMalformed},
		{"bad key to keep", "", func(s *NewSite, _ *world) { s.Keep, s.Key = KeyKeyring, NewSecret("a b") }, KeyMalformed},
		{"inline sites", "sites = {china = {base_url = 'https://old.example'}}", nil, CannotEdit},
		{"inline site", "[sites]\nchina = {base_url = 'https://old.example'}", nil, CannotEdit},
		{"dotted keys", "sites.china.base_url = 'https://old.example'", nil, CannotEdit},
		{"a broken file", "lang =", nil, Syntax},
		{"an unknown key", "x = 1", nil, UnknownKey},
		{"a keyring that fails", "", func(s *NewSite, w *world) { s.Keep, s.Key, w.ringErr = KeyKeyring, NewSecret(testKey), errBroken }, KeyringFailed},
		{"a disk that is full", "", func(_ *NewSite, w *world) { w.writeErr = errBroken }, CannotWrite},
		{"no place for the key", "", func(s *NewSite, w *world) { s.Keep, s.Key, w.writeErr = KeyFile, NewSecret(testKey), errBroken }, CannotWrite},
		{"no home", "", func(_ *NewSite, w *world) { w.env = nil }, CannotWrite},
		{"huge", strings.Repeat("#", maxFile+1), nil, FileUnreadable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, site := newWorld(tt.before), good
			if tt.change != nil {
				tt.change(&site, w)
			}
			c, _ := Load(w.source(), nil) // what is wrong with the file is Save's to say
			_, err := c.Save(site)
			if !IsKind(err, tt.kind) || strings.Contains(err.Error(), testKey) {
				t.Errorf("got %v", err)
			}
			if tt.before != "" && w.text(t, confPath) != tt.before {
				t.Errorf("the file was changed:\n%s", w.text(t, confPath))
			}
			if tt.kind == CannotEdit && !strings.Contains(err.Error(), "[sites.china]\nbase_url = 'https://cn.example'\n") {
				t.Errorf("it does not say what to put in: %v", err)
			}
		})
	}
}

func TestWriteNew(t *testing.T) {
	w := newWorld("")
	c := w.load(t, nil)
	if err := c.WriteNew("# hello\n"); err != nil || w.text(t, confPath) != "# hello\n" {
		t.Errorf("got %v", err)
	}
	if err := c.WriteNew("# other\n"); !IsKind(err, FileExists) || w.text(t, confPath) != "# hello\n" {
		t.Errorf("over an old file: %v", err)
	}
	w = newWorld("")
	w.writeErr = errBroken
	if err := w.load(t, nil).WriteNew("#"); !IsKind(err, CannotWrite) || !errors.Is(err, errBroken) {
		t.Errorf("full disk: %v", err)
	}
}

// The real world: files, permissions, links and programs.
func TestSystem(t *testing.T) {
	dir := t.TempDir()
	env := map[string]string{"HOME": dir}
	src := System()
	src.Getenv = func(name string) string { return env[name] }
	load := func() *Config {
		t.Helper()
		c, err := Load(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	path, err := load().Save(NewSite{Name: "china", BaseURL: "https://cn.example", Keep: KeyFile, Key: NewSecret(testKey)})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, filepath.Join(filepath.Dir(path), "china.key")} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", file, info.Mode(), err)
		}
	}
	s, err := load().Site()
	if err != nil {
		t.Fatal(err)
	}
	if key, err := s.APIKey(t.Context()); err != nil || key.Reveal() != testKey {
		t.Errorf("the key that was saved: %v", err)
	}

	// A link, as keepers of dotfiles use them, stays one; nothing else is left behind.
	real := filepath.Join(dir, "dotfile")
	if err := errors.Join(os.Rename(path, real), os.Symlink(real, path)); err != nil {
		t.Fatal(err)
	}
	if _, err := load().Save(NewSite{Name: "other", BaseURL: "https://o.example"}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info.Mode(), err)
	}
	if names := load().SiteNames(); len(names) != 2 {
		t.Errorf("sites %v", names)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*", ".channeldeck-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}

	if err := src.Write(filepath.Join(real, "x"), nil); err == nil {
		t.Error("a file below a file was written")
	}
}

func TestRunDropsStderr(t *testing.T) {
	if out, err := run(t.Context(), []string{"sh", "-c", "echo " + testKey}); err != nil || string(out) != testKey+"\n" {
		t.Errorf("got %q, %v", out, err)
	}
	_, err := run(t.Context(), []string{"sh", "-c", "echo " + testKey + " >&2; exit 3"})
	if err == nil || err.Error() != "exit status 3" {
		t.Errorf("got %v", err)
	}
	if _, err := run(t.Context(), []string{"/none/such"}); err == nil {
		t.Error("a missing program ran")
	}
}
