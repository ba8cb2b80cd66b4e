package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSave(t *testing.T) {
	const added = "[sites.china]\nbase_url = 'https://new.example'\napi_key_file = 'china.key'\n"
	for _, tt := range []struct{ name, before, after string }{
		{"no file", "", "site = 'china'\n" + added},
		{
			"everything else stays",
			"# mine\ntheme = \"dark\"   # nice\n\n# the other one\n[sites.international]\n" +
				"base_url = \"https://i.example\" # ok",
			"site = 'china'\n# mine\ntheme = \"dark\"   # nice\n\n# the other one\n[sites.international]\n" +
				"base_url = \"https://i.example\" # ok\n\n" + added,
		},
		{"another default", "site = 'international'\ntheme = 'dark'\n", "site = 'china'\ntheme = 'dark'\n\n" + added},
		{
			"a site that exists",
			"[sites.china] # here\nbase_url = 'https://old.example' # was\n  api_key_env = 'K'\n" +
				"params.array = 'repeat'\n[accounts]\ncolumns = ['id']\n",
			"site = 'china'\n[sites.china] # here\nbase_url = 'https://new.example' # was\n" +
				"  api_key_file = 'china.key'\nparams.array = 'repeat'\n[accounts]\ncolumns = ['id']\n",
		},
		{
			"comments on lines that are replaced",
			"site = 'x' # the default\n[sites.china]\n'api_key_env'='K' # from the vault\n" +
				"base_url='https://old.example'# was\n",
			"site = 'china' # the default\n[sites.china]\n'api_key_file'='china.key' # from the vault\n" +
				"base_url='https://new.example'# was\n",
		},
		{
			"a key command over several lines",
			"[sites.china]\napi_key_command = [\n  'pass',\n] # in the store\n",
			"site = 'china'\n[sites.china]\nbase_url = 'https://new.example'\napi_key_file = 'china.key' # in " +
				"the store\n",
		},
		{
			"line ends of Windows",
			"theme = 'dark' # nice\r\n\r\n[sites.china] # here\r\nbase_url = 'https://old.example' # was\r\n",
			"site = 'china'\r\ntheme = 'dark' # nice\r\n\r\n[sites.china] # here\r\napi_key_file = 'china.key'\r\n" +
				"base_url = 'https://new.example' # was\r\n",
		},
		{"only comments", "# site = 'x'\n# nothing", "site = 'china'\n# site = 'x'\n# nothing\n\n" + added},
		{
			"a table with nothing but its parameters",
			"[sites.china.params]\narray = 'repeat'\n",
			"site = 'china'\n[sites.china.params]\narray = 'repeat'\n\n" + added,
		},
		{"a byte order mark", byteOrderMark + "theme = 'dark'\n", "site = 'china'\ntheme = 'dark'\n\n" + added},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.before)
			site := NewSite{Name: "china", BaseURL: "https://new.example/api/", Key: NewSecret(testKey)}
			if err := w.load(t, nil).Save(site); err != nil {
				t.Fatal(err)
			}
			if got := w.text(t, confPath); got != tt.after {
				t.Errorf("got\n%s\nwant\n%s", got, tt.after)
			}
			s := w.site(t, nil)
			if s.Name != "china" || s.BaseURL.V != "https://new.example" {
				t.Errorf("saved %+v", s)
			}
			if key, err := s.APIKey(t.Context(), nil); key.Reveal() != testKey {
				t.Errorf("the key was not saved: %v", err)
			}
			if err := w.load(t, nil).Save(site); err != nil || w.text(t, confPath) != tt.after {
				t.Errorf("saved twice: %v\n%s", err, w.text(t, confPath))
			}
		})
	}
}

func TestSaveWithoutAKeyLeavesTheOldOne(t *testing.T) {
	w := newSystem("[sites.china]\napi_key_command = [\n  'pass',\n]\n")
	if err := w.load(t, nil).Save(NewSite{Name: "china", BaseURL: "https://new.example"}); err != nil {
		t.Fatal(err)
	}
	if s := w.site(t, nil); s.Key.Kind != KeyCommand || s.BaseURL.V != "https://new.example" {
		t.Errorf("got %+v", s)
	}
}

// A change of the only site adds no default, but a second site does.
func TestSaveKeepsTheDefault(t *testing.T) {
	w := newSystem("[sites.one]\nbase_url = 'https://one.example'\n")
	for _, tt := range []struct{ name, after string }{
		{"one", "[sites.one]\nbase_url = 'https://new.example'\n"},
		{
			"two",
			"site = 'one'\n[sites.one]\nbase_url = 'https://new.example'\n\n[sites.two]\n" +
				"base_url = 'https://new.example'\n",
		},
	} {
		if err := w.load(t, nil).Save(NewSite{
			Name:        tt.name,
			BaseURL:     "https://new.example",
			KeepDefault: true,
		}); err != nil {
			t.Fatal(err)
		}
		if got := w.text(t, confPath); got != tt.after {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.after)
		}
	}
}

// Where the user has not chosen one of several sites, a further one is not chosen either.
func TestSaveChoosesNoneOfSeveralSites(t *testing.T) {
	w := newSystem("[sites.one]\nbase_url = 'https://one.example'\n[sites.two]\nbase_url = 'https://two.example'\n")
	site := NewSite{
		Name:        "three",
		BaseURL:     "https://three.example",
		KeepDefault: true,
	}
	if err := w.load(t, nil).Save(site); err != nil {
		t.Fatal(err)
	}
	c := w.load(t, nil)
	if c.SiteName.V != "" || len(c.SiteNames()) != 3 {
		t.Errorf("the site is %q of %q", c.SiteName.V, c.SiteNames())
	}
}

func TestSaveNeverOverwritesAForeignKeyFile(t *testing.T) {
	w := newSystem("")
	dir := filepath.Dir(confPath)
	w.put(dir+"/china.key", "someone-else", 0o600)
	save := func(key string) {
		t.Helper()
		if err := w.load(t, nil).Save(NewSite{
			Name:    "china",
			BaseURL: "https://cn.example",
			Key:     NewSecret(key),
		}); err != nil {
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

func TestSaveErrors(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		change       func(*NewSite, *system)
		kind         Kind
	}{
		{"bad name", "", func(s *NewSite, _ *system) { s.Name = "../x" }, BadSiteName},
		{"bad URL", "", func(s *NewSite, _ *system) { s.BaseURL = "cn.example" }, BadURL},
		{"bad key", "", func(s *NewSite, _ *system) { s.Key = NewSecret("a b") }, KeyMalformed},
		{"inline sites", "sites = {china = {base_url = 'https://old.example'}}", nil, CannotEdit},
		{"inline site", "[sites]\nchina = {base_url = 'https://old.example'}", nil, CannotEdit},
		{"dotted keys", "sites.china.base_url = 'https://old.example'", nil, CannotEdit},
		{
			"comment in a key command over several lines",
			"[sites.china]\napi_key_command = [\n# that's it\n'pass'\n]",
			nil,
			CannotEdit,
		},
		{"malformed file", "lang =", nil, Syntax},
		{"full disk", "", func(s *NewSite, w *system) {
			s.Key = Secret{}
			w.writeErr = errBroken
		}, CannotWrite},
		{"full disk for the key", "", func(s *NewSite, w *system) { w.writeErr = errBroken }, CannotWrite},
		{"no home", "", func(_ *NewSite, w *system) { w.env = nil }, NoFilePlace},
		{"huge", strings.Repeat("#", maxFile+1), nil, FileUnreadable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.before)
			site := NewSite{Name: "china", BaseURL: "https://cn.example", Key: NewSecret(testKey)}
			if tt.change != nil {
				tt.change(&site, w)
			}
			c, _ := Load(w.source(), nil) // Save reports what is wrong with the file
			err := c.Save(site)
			if !IsKind(err, tt.kind) || strings.Contains(err.Error(), testKey) {
				t.Errorf("got %v", err)
			}
			if tt.before != "" && w.text(t, confPath) != tt.before {
				t.Errorf("the file was changed:\n%s", w.text(t, confPath))
			}
			if tt.kind == CannotEdit && !strings.Contains(
				err.Error(),
				"[sites.china]\nbase_url = 'https://cn.example'\n",
			) {
				t.Errorf("the lines to add are missing: %v", err)
			}
		})
	}
}

// Set changes one line, and nothing if that is not possible.
func TestSet(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"no file", "", "hide_inspector = true\n"},
		{
			"everything else stays",
			"# mine\ntheme = 'dark' # nice\n[sites.x]\nbase_url = 'https://x.example'",
			"hide_inspector = true\n# mine\ntheme = 'dark' # nice\n[sites.x]\nbase_url = 'https://x.example'",
		},
		{
			"a comment on it",
			"theme = 'dark'\nhide_inspector  =  false # wide screen\n",
			"theme = 'dark'\nhide_inspector  =  true # wide screen\n",
		},
		{"only a comment", "# hide_inspector = false\n", "hide_inspector = true\n# hide_inspector = false\n"},
		{"another value", "hide_inspector = 'false'\n", "hide_inspector = true\n"},
		{"a long text", "hide_inspector = \"\"\"false\"\"\" # \"\"\"\n", "hide_inspector = true # \"\"\"\n"},
		{
			"a text over several lines",
			"hide_inspector = '''\nfalse''' # wide\ntheme = '''dark'''\n",
			"hide_inspector = true # wide\ntheme = '''dark'''\n",
		},
		{
			"line ends of Windows",
			"theme = 'dark'\r\nhide_inspector = false # wide\r\n",
			"theme = 'dark'\r\nhide_inspector = true # wide\r\n",
		},
		{
			"a new line in a file with line ends of Windows",
			"theme = 'dark'\r\n",
			"hide_inspector = true\r\ntheme = 'dark'\r\n",
		},
		{
			"mixed line ends",
			"theme = 'dark'\nhide_inspector = false\nlang = 'en'\r\n",
			"theme = 'dark'\nhide_inspector = true\nlang = 'en'\r\n",
		},
		{
			"the key in a text",
			"[sites.x]\nbase_url = 'https://x.example'\napi_key_command = ['''\nhide_inspector = false\n''']\n",
			"hide_inspector = true\n[sites.x]\nbase_url = 'https://x.example'\napi_key_command = ['''\n" +
				"hide_inspector = false\n''']\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.before)
			err := w.load(t, nil).Set("hide_inspector", "true")
			if tt.after == "" {
				if !IsKind(err, CannotEdit) || w.text(t, confPath) != tt.before {
					t.Errorf("got %v and\n%s", err, w.text(t, confPath))
				}
				return
			}
			if got := w.text(t, confPath); err != nil || got != tt.after {
				t.Errorf("got %v and\n%s\nwant\n%s", err, got, tt.after)
			}
			if c := w.load(t, nil); !c.HideInspector.V {
				t.Error("not in force")
			}
			if err := w.load(t, nil).Set("hide_inspector", "false"); err != nil || w.load(t, nil).HideInspector.V {
				t.Errorf("not shown again: %v", err)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	w := newSystem("")
	c := w.load(t, nil)
	if err := errors.Join(c.CheckNew(), c.Write("# hello\n")); err != nil || w.text(t, confPath) != "# hello\n" {
		t.Errorf("got %v", err)
	}
	if err := c.CheckNew(); !IsKind(err, FileExists) {
		t.Errorf("over an old file: %v", err)
	}
	w = newSystem("")
	w.writeErr = errBroken
	if err := w.load(t, nil).Write("#"); !IsKind(err, CannotWrite) || !errors.Is(err, errBroken) {
		t.Errorf("full disk: %v", err)
	}
}

func TestCleanKey(t *testing.T) {
	for in, want := range map[string]string{
		"test-key":                         "test-key",
		" test-key\r\n":                    "test-key",
		`"test-key"`:                       "test-key",
		"'test-key'":                       "test-key",
		"“test-key”":                       "test-key",
		"Bearer test-key":                  "test-key",
		"bearer  test-key":                 "test-key",
		"X-Api-Key: test-key":              "test-key",
		`"Authorization: Bearer test-key"`: "test-key",
		"test key":                         "test key",
		"":                                 "",
		`"`:                                "",
	} {
		if got := CleanKey(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// The real system: files, permissions, links.
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
	path := load().Path
	if err := load().Save(NewSite{Name: "china", BaseURL: "https://cn.example", Key: NewSecret(testKey)}); err != nil {
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
	if key, err := s.APIKey(t.Context(), nil); err != nil || key.Reveal() != testKey {
		t.Errorf("the key that was saved: %v", err)
	}

	// A link, as keepers of dotfiles use them, stays one; nothing else is left behind.
	real := filepath.Join(dir, "dotfile")
	if err := errors.Join(os.Rename(path, real), os.Symlink(real, path)); err != nil {
		t.Fatal(err)
	}
	if err := load().Save(NewSite{Name: "other", BaseURL: "https://o.example"}); err != nil {
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

// A file that others share keeps its mode, and its owner where the user may give it to him. Only a
// file with a key is for its owner alone.
func TestRewrittenFileKeepsItsMode(t *testing.T) {
	src := System()
	path := filepath.Join(t.TempDir(), "file")
	for _, mode := range []fs.FileMode{0o640, 0o444, 0o600} {
		for name, replace := range map[string]func() error{
			"write":   func() error { return src.Write(path, []byte("new")) },
			"replace": func() error { return src.Replace(path, []byte("old"), []byte("new")) },
			"secret":  func() error { return src.Secret(path, []byte("new")) },
		} {
			_ = os.Remove(path) // of the run before
			if err := errors.Join(
				os.WriteFile(path, []byte("old"), 0o600),
				os.Chmod(path, mode),
				replace(),
			); err != nil {
				t.Fatal(err)
			}
			want := mode
			if name == "secret" {
				want = mode & 0o700
			}
			info, err := os.Stat(path)
			if text, _ := os.ReadFile(path); err != nil || string(text) != "new" || info.Mode().Perm() != want {
				t.Errorf("%s of a file with mode %v: %q, mode %v, error %v", name, mode, text, info.Mode(), err)
			}
		}
	}
}

// A symbolic link whose target does not exist stays, and its target is created.
func TestWriteFollowsDanglingLinks(t *testing.T) {
	src := System()
	for name, write := range map[string]func(path string) error{
		"write":   func(path string) error { return src.Write(path, []byte("new")) },
		"secret":  func(path string) error { return src.Secret(path, []byte("new")) },
		"replace": func(path string) error { return src.Replace(path, nil, []byte("new")) },
	} {
		dir := t.TempDir()
		first := filepath.Join(dir, "first")
		second := filepath.Join(dir, "second")
		target := filepath.Join(dir, "target")
		if err := errors.Join(os.Symlink("second", first), os.Symlink(target, second), write(first)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text, err := os.ReadFile(target)
		if err != nil || string(text) != "new" {
			t.Errorf("%s: the target has %q, error %v", name, text, err)
		}
		for _, link := range []string{first, second} {
			if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
				t.Errorf("%s: %s is no link: %v, error %v", name, link, info, err)
			}
		}
	}
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	if err := src.Write(loop, nil); err == nil {
		t.Error("a link to itself was written")
	}
}

func TestUseSite(t *testing.T) {
	const sites = "\n[sites.china]\nbase_url = 'https://cn.example'\n" +
		"[sites.test]\nbase_url = 'https://t.example'\n" +
		"[people.eve]\nsite = 'china'\n"
	for before, after := range map[string]string{
		"# mine\n site = \"china\" # why\ntheme = 'dark'\n": "# mine\n site = 'test' # why\ntheme = 'dark'\n",
		"theme = 'dark' # ok\n":                             "site = 'test'\ntheme = 'dark' # ok\n",
		"site='test'\n":                                     "site='test'\n",
		"site = \"china\" # why\r\ntheme = 'dark'\r\n":      "site = 'test' # why\r\ntheme = 'dark'\r\n",
		"site = '''china''' # why\n":                        "site = 'test' # why\n",
		"site = \"\"\"china\"\"\"\n":                        "site = 'test'\n",
	} {
		w := newSystem(before + sites)
		c, _ := Load(w.source(), nil)
		if err := c.UseSite("test"); err != nil || w.text(t, confPath) != after+sites {
			t.Errorf("%v:\n%s", err, w.text(t, confPath))
		}
		if err := c.UseSite("other"); !IsKind(err, NoSuchSite) || w.text(t, confPath) != after+sites {
			t.Errorf("an unknown site: %v", err)
		}
	}
	w := newSystem("site = \"\"\"ch\\\n  ina\"\"\" # a\n\"site\".x = 1\n" + sites)
	if c, _ := Load(w.source(), nil); c.UseSite("test") == nil {
		t.Errorf("a mistake:\n%s", w.text(t, confPath))
	}
}

// What an editor wrote since the file was read stays, also a key that is not known.
func TestSetKeepsOtherChanges(t *testing.T) {
	w := newSystem("theme = 'dark' # nice\n")
	c := w.load(t, nil)
	const edited = "# by hand\nlater = [1, 2]\ntheme = 'dark' # nicer\n\n[sites.x]\nbase_url = 'https://x.example'\n"
	w.put(confPath, edited, 0o600)
	if err := c.Set("theme", "light"); err != nil ||
		w.text(t, confPath) != strings.Replace(edited, "dark", "light", 1) {
		t.Errorf("%v:\n%s", err, w.text(t, confPath))
	}
	if err := c.Set("refresh", "soon"); !IsKind(err, BadValue) || strings.Contains(w.text(t, confPath), "refresh") {
		t.Errorf("an invalid value: %v\n%s", err, w.text(t, confPath))
	}
	w.put(confPath, "lang =", 0o600)
	if err := c.Set("theme", "dark"); !IsKind(err, Syntax) || w.text(t, confPath) != "lang =" {
		t.Errorf("a file that is not TOML: %v\n%s", err, w.text(t, confPath))
	}
	const table = "[theme] # mine\nname = 'dark' # nice\naccent = 'red'\n"
	w.put(confPath, table, 0o600)
	if err := c.Set("theme", "light"); err != nil || w.text(t, confPath) != strings.Replace(table, "dark", "light", 1) {
		t.Errorf("%v:\n%s", err, w.text(t, confPath))
	}
}

// Two programs that save at the same time keep both changes: a file that changed after it was read
// is read again before it is replaced.
func TestProgramsSaveAtTheSameTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("# mine\nlang = 'en'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	source := System()
	source.Getenv = func(string) string { return "" }
	flags := Flags{flagConfig: path}
	other, err := Load(source, flags)
	if err != nil {
		t.Fatal(err)
	}
	var changes []string
	meanwhile := source
	meanwhile.Open = func(path string) (fs.File, error) {
		f, err := source.Open(path)
		if len(changes) > 0 { // between this reading and the writing
			change := changes[0]
			changes = changes[1:]
			if err := other.Set("theme", change); err != nil {
				t.Error(err)
			}
		}
		return f, err
	}
	c, err := Load(meanwhile, flags)
	if err != nil {
		t.Fatal(err)
	}
	changes = []string{"light", "dark", "mono"}
	if err := c.Set("lang", "zh"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "theme = 'mono'\n# mine\nlang = 'zh'\n" {
		t.Errorf("%v:\n%s", err, got)
	}
	// A file that never stays the same is left as it is, with a message.
	changes = slices.Repeat([]string{"light", "dark"}, maxChanges)
	if err := c.Set("lang", "en"); !IsKind(err, CannotWrite) {
		t.Errorf("%v", err)
	}
	if got, _ := os.ReadFile(path); !strings.Contains(string(got), "lang = 'zh'") {
		t.Errorf("written over another change:\n%s", got)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".channeldeck-*")); len(left) > 0 {
		t.Errorf("left behind %v", left)
	}
}

func TestPreferences(t *testing.T) {
	w := newSystem("lang = 'en'\ntheme = 'dark'\n")
	w.env["CHANNELDECK_THEME"], w.env["LANG"] = "light", "zh_CN.UTF-8"
	got := w.load(t, Flags{"refresh": "5s"}).Preferences("lang", "theme", "mouse", "refresh", "none")
	want := []Preference{
		{Setting: got[0].Setting, Choices: []string{"en", "zh"}},
		{
			Setting:  got[1].Setting,
			Choices:  []string{"auto", "dark", "light", "solarized", "contrast", "ansi", "mono"},
			Override: "CHANNELDECK_THEME",
		},
		{Setting: got[2].Setting, Choices: []string{"true", "false"}},
		{Setting: got[3].Setting, Override: "--refresh"},
	}
	if !reflect.DeepEqual(got, want) || got[0].Text != "en" || got[1].Text != "light" || got[3].Text != "5s" {
		t.Errorf("got %+v", got)
	}
	delete(w.env, "CHANNELDECK_THEME")
	w.put(confPath, "theme = 'dark'\n", 0o600)
	if got := w.load(t, nil).Preferences("lang")[0]; got.Override != "" || got.Text != "zh" {
		t.Errorf("the locale: %+v", got)
	}
}

func TestDeleteSite(t *testing.T) {
	const other = "# the other\n[sites.b]\nbase_url = 'https://b.example'\n"
	for before, after := range map[string]string{
		"site = 'a' # mine\ntheme = 'dark'\n\n[sites.a] # x\nbase_url = 'https://a.example'\n# why\n" +
			"api_key_env = 'K'\n\n[sites.a.params]\narray = 'repeat'\n\n" + other: "theme = 'dark'\n\n" + other,
		other + "[sites.a]\nbase_url = 'https://a.example'": other,
		"site = 'b'\n[sites.a]\n" + other:                   "site = 'b'\n" + other,
	} {
		w := newSystem(before)
		if err := w.load(t, nil).DeleteSite("a"); err != nil || w.text(t, confPath) != after {
			t.Errorf("%v: got\n%s\nwant\n%s", err, w.text(t, confPath), after)
		}
	}
	const inline = "sites = {a = {base_url = 'https://a.example'}}\n"
	w := newSystem(inline)
	if err := w.load(t, nil).DeleteSite("a"); !IsKind(err, CannotRemove) || w.text(t, confPath) != inline {
		t.Errorf("%v:\n%s", err, w.text(t, confPath))
	}
}
