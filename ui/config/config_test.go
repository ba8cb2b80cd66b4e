package config

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "channeldeck/ui/testkit/garbage"
)

func TestDefaults(t *testing.T) {
	c := newSystem("").load(t, nil)
	if c.Path != confPath || c.Found {
		t.Errorf("Path %q, Found %t", c.Path, c.Found)
	}
	if c.Lang.V != "en" || c.Theme.V != "auto" || c.ASCII.V || !c.Mouse.V || c.EscapeTime.V != 50*time.Millisecond ||
		c.ReadOnly.V {
		t.Errorf("preferences: %+v", c)
	}
	if c.Refresh.V != 10*time.Minute || c.Timeout.V != time.Minute || c.MaxBody.V != 256<<20 {
		t.Errorf("limits: %v %v %v", c.Refresh.V, c.Timeout.V, c.MaxBody.V)
	}
	for _, s := range c.Settings() {
		if s.From.String() != "default" {
			t.Errorf("%s comes from %s", s.Key, s.From)
		}
	}
	if _, err := c.Site(); !IsKind(err, NotConfigured) {
		t.Errorf("Site: %v", err)
	}
}

// Each preference is taken through all layers: each overrides the one before
// and knows its place.
func TestLayers(t *testing.T) {
	for _, tt := range []struct {
		key, file, env, flag      string // the flag's value; file is TOML
		inFile, inEnv, in, before string
	}{
		{"site", `"a"`, "b", "c", "a", "b", "c", ""},
		{"lang", `"zh"`, "en_US.UTF-8", "zh-CN", "zh", "en_US.UTF-8", "zh-CN", "en"},
		{"theme", `"dark"`, "light", "mono", "dark", "light", "mono", "auto"},
		{"start", `"accounts"`, "prices", "groups", "accounts", "prices", "groups", "overview"},
		{"ascii", `true`, "false", "true", "true", "false", "true", "false"},
		{"plain", `true`, "0", "1", "true", "0", "1", "false"},
		{"mouse", `false`, "1", "0", "false", "1", "0", "true"},
		{"escape_time", `"80ms"`, "1s", "400ms", "80ms", "1s", "400ms", "50ms"},
		{"read_only", `true`, "false", "true", "true", "false", "true", "false"},
		{"stale_after", `"3d"`, "36h", "14d", "3d", "36h", "14d", "7d"},
		{"silent_after", `"3d"`, "36h", "30d", "3d", "36h", "30d", "14d"},
		{"refresh", `"5m"`, "0", "30s", "5m", "0", "30s", "10m"},
		{"notify", `"bell"`, "desktop", "none", "bell", "desktop", "none", "none"},
		{"timeout", `"5s"`, "6s", "7s", "5s", "6s", "7s", "1m0s"},
		{"max_body", `"1MB"`, "2MiB", "3k", "1MB", "2MiB", "3k", "256MiB"},
		{"accounts.columns", `["id", "nickname"]`, "id", "uid,type", "id,nickname", "id", "uid,type", ""},
	} {
		t.Run(tt.key, func(t *testing.T) {
			env := "CHANNELDECK_" + strings.ToUpper(strings.ReplaceAll(tt.key, ".", "_"))
			flag := strings.ReplaceAll(tt.key, "_", "-")
			check := func(w *system, flags Flags, text, from string) {
				t.Helper()
				all := w.load(t, flags).Settings()
				i := slices.IndexFunc(all, func(s Setting) bool { return s.Key == tt.key })
				if got := all[i]; got.Text != text || got.From.String() != from {
					t.Errorf("got %q from %s, want %q from %s", got.Text, got.From, text, from)
				}
			}
			w := newSystem("")
			check(w, nil, tt.before, "default")
			w.put(confPath, "# a comment\n\n"+tt.key+" = "+tt.file, 0o644)
			check(w, nil, tt.inFile, confPath+":3")
			w.env[env] = tt.env
			check(w, nil, tt.inEnv, env)
			check(w, Flags{flag: tt.flag}, tt.in, "--"+flag)
		})
	}
}

func TestBadValues(t *testing.T) {
	for _, tt := range []struct {
		key, text string
		want      Want
	}{
		{"site", "China Site", WantSites},
		{"lang", "fr", WantChoice},
		{"theme", "pink", WantChoice},
		{"start", "triage", WantChoice},
		{"ascii", "perhaps", WantBool},
		{"refresh", "10ms", WantDuration},
		{"refresh", "-1s", WantDuration},
		{"timeout", "30", WantDuration},
		{"escape_time", "1ms", WantEscape},
		{"escape_time", "3s", WantEscape},
		{"escape_time", "50", WantEscape},
		{"max_body", "much", WantSize},
		{"max_body", "0", WantSize},
		{"max_body", "5i", WantSize},
		{"max_body", "999999999999999GiB", WantSize},
	} {
		w := newSystem("")
		name := "CHANNELDECK_" + strings.ToUpper(tt.key)
		w.env[name] = tt.text
		_, err := Load(w.source(), nil)
		e := only(t, err)
		if e.Kind != BadValue || e.Key != tt.key || e.Want != tt.want || e.Value != tt.text || e.From.Name != name {
			t.Errorf("%s=%s: %+v", tt.key, tt.text, e)
		}
	}
}

func TestBadFile(t *testing.T) {
	for _, tt := range []struct {
		name, text   string
		kind         Kind
		key          string
		want         Want
		line, column int
	}{
		{"misspelt", "theme = 'dark'\nread_olny = true", UnknownKey, "read_olny", "", 2, 1},
		{"other case", "readOnly = true", UnknownKey, "readOnly", "", 1, 1},
		{"misspelt table", "\n[peple.anna]\nread_only = true", UnknownKey, "peple.anna.read_only", "", 3, 1},
		{"misspelt list of tables", "[[rule]]\nname = 'x'", UnknownKey, "rule", "", 1, 3},
		{"misspelt for a user", "[people.anna]\nread_onyl = true", UnknownKey, "people.anna.read_onyl", "", 2, 1},
		{"list for text", "lang = ['en']", WrongType, "lang", WantChoice, 1, 1},
		{"list for bool", "ascii = [true]", WrongType, "ascii", WantBool, 1, 1},
		{"key that is not a list", "[keys]\nfilter = 'f'", WrongType, "keys.filter", WantList, 2, 1},
		{
			"key that is not a text",
			"[keys]\naccounts.clear = ['X', 1]",
			WrongType,
			"keys.accounts.clear",
			WantList,
			2,
			10,
		},
		{"keys that are not a table", "keys = 1", WrongType, "keys", WantTable, 1, 1},
		{"misspelt in a site", "[sites.china]\n  base_utl = 'x'", UnknownKey, "sites.china.base_utl", "", 2, 3},
		{"misspelt parameter", "[sites.china]\nparams = {id = 'x'}", UnknownKey, "sites.china.params.id", "", 2, 1},
		{"API key in the file", "[sites.china]\napi_key = 'test-key'", KeyInFile, "sites.china.api_key", "", 2, 1},
		{"syntax", "lang = \"en\"\ntheme", Syntax, "", "", 2, 5},
		{"twice", "lang = 'en'\nlang = 'zh'", Syntax, "lang", "", 2, 1},
		{"number for text", "lang = 5", BadValue, "lang", WantChoice, 1, 1},
		{"text for bool", "ascii = 'yes'", BadValue, "ascii", WantBool, 1, 1},
		{
			"text for list",
			"[sites.china]\napi_key_command = 'pass show'",
			WrongType,
			"sites.china.api_key_command",
			WantList,
			2,
			1,
		},
		{"table for text", "[lang]\nx = 1", WrongType, "lang", WantChoice, 1, 2},
		{
			"table for a list of a site",
			"[sites.china]\napi_key_file = {x = 1}",
			WrongType,
			"sites.china.api_key_file",
			WantText,
			2,
			1,
		},
		{"only commas for sites", "site = ','", BadValue, "site", WantSites, 1, 1},
		{"number for table", "sites = 4", WrongType, "sites", WantTable, 1, 1},
		{"number for a site", "sites.china = 4", WrongType, "sites.china", WantTable, 1, 7},
		{"text for parameters", "[sites.china]\nparams = 'x'", WrongType, "sites.china.params", WantTable, 2, 1},
		{
			"number for keyring",
			"[sites.china]\napi_key_keyring = 1",
			WrongType,
			"sites.china.api_key_keyring",
			WantBool,
			2,
			1,
		},
		{"bad value", "\nlang = 'fr'", BadValue, "lang", WantChoice, 2, 1},
		{"bad duration", "timeout = '30'", BadValue, "timeout", WantDuration, 1, 1},
		{"site name", "[sites.China]\nbase_url = 'https://x.example'", BadSiteName, "sites.China", "", 1, 8},
		{"no scheme", "[sites.china]\nbase_url = 'x.example'", BadURL, "sites.china.base_url", "", 2, 1},
		{"array form", "[sites.china.params]\narray = 'csv'", BadValue, "sites.china.params.array", WantChoice, 2, 1},
		{"parameter name", "[sites.china.params]\nids = 'a b'", BadValue, "sites.china.params.ids", WantName, 2, 1},
		{
			"inline parameter",
			"[sites.china]\nparams = {ids = 'a&b'}",
			BadValue,
			"sites.china.params.ids",
			WantName,
			2,
			1,
		},
		{
			"two keys",
			"[sites.china]\napi_key_env = 'A'\napi_key_keyring = true",
			SeveralKeys,
			"sites.china.api_key",
			"",
			3,
			1,
		},
		{
			"empty command",
			"[sites.china]\napi_key_command = []",
			WrongType,
			"sites.china.api_key_command",
			WantList,
			2,
			1,
		},
		{"empty file name", "[sites.china]\napi_key_file = ''", BadValue, "sites.china.api_key_file", WantText, 2, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.text)
			c, err := Load(w.source(), nil)
			e := only(t, err)
			if e.Kind != tt.kind || e.Key != tt.key || e.Want != tt.want ||
				e.From != (Origin{File, confPath, tt.line, tt.column}) {
				t.Errorf("got %+v", e)
			}
			if strings.Contains(err.Error(), "test-key") {
				t.Errorf("an API key in %v", err)
			}
			if c.Theme.V == "" || !c.Found {
				t.Errorf("the rest was not loaded: %+v", c)
			}
		})
	}
}

// Keys that this version does not know, unless they are misspelt ones, are no mistakes. They are
// named, have no effect, and stay in the file.
func TestIgnoredKeys(t *testing.T) {
	w := newSystem("theme = 'dark'\ncolour = 1\nschedule = ['9:00']\n" +
		"[sites.china]\n  url = 'x'\nparams = {cursor = 'x'}\n" +
		"[reports]\nx = 1\n" +
		"[[commands]]\nname = 'A'\nkey = 'f5'\nrun = ['a']\ncolor = 1\n" +
		"[[rules]]\nname = 'B'\nwhen = 'followers<9'\nfor = '24h'\n" +
		"[people.anna]\nquota = 5\n" +
		"[[schedules]]\nat = '9:00'\n")
	c := w.load(t, nil)
	var got []string
	for _, e := range c.Ignored() {
		if e.Kind != IgnoredKey || e.From.Name != confPath || len(e.Choices) > 0 {
			t.Errorf("%+v", e)
		}
		got = append(got, fmt.Sprintf("%d %s", e.From.Line, e.Key))
	}
	want := []string{
		"2 colour", "13 commands.color", "19 people.anna.quota", "8 reports.x", "17 rules.B.for",
		"3 schedule", "20 schedules", "6 sites.china.params.cursor", "5 sites.china.url",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if c.Theme.V != "dark" {
		t.Errorf("%+v", c.Theme)
	}
	if err := c.Set("lang", "zh"); err != nil {
		t.Fatal(err)
	}
	if again := w.load(t, nil); again.Lang.V != "zh" || len(again.Ignored()) != len(want) {
		t.Errorf("%+v %v", again.Lang, again.Ignored())
	}
}

// Settings that were removed, whatever their value, are no mistakes either.
func TestRemovedSettings(t *testing.T) {
	c := newSystem("connect_timeout = 'soon'\nlang = 'zh'\nmax_depth = 1.5\n").load(t, nil)
	var got []string
	for _, e := range c.Ignored() {
		got = append(got, fmt.Sprintf("%s %s %d", e.Kind, e.Key, e.From.Line))
	}
	if want := []string{"removed_key connect_timeout 1", "removed_key max_depth 3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if c.Lang.V != "zh" {
		t.Errorf("the rest was not loaded: %+v", c.Lang)
	}
}

func TestNear(t *testing.T) {
	names := []string{"read_only", "site", "sites", "lang", "base_url"}
	for typed, want := range map[string][]string{
		"read_olny": {"read_only"},
		"ReadOnly":  {"read_only"},
		"read-only": {"read_only"},
		"READ_ONLY": {"read_only"},
		"stie":      {"site"},
		"site":      {"site", "sites"},
		"url":       nil, "x": nil, "": nil, "lnag": {"lang"}, "read": nil, "读": nil,
	} {
		if got := Near(typed, names); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// A quotation mark that an editor put for one of TOML is named; another mistake beside such
// marks in a value is not one of them.
func TestCurlyQuotes(t *testing.T) {
	for text, want := range map[string]string{
		"theme = “dark”":                              "“",
		"site = ‘x’":                                  "‘",
		"theme = „dark“":                              "„",
		"“theme” = 'dark'":                            "“",
		"[“theme”]\nname = 'dark'":                    "“",
		"[sites.“x”]\nbase_url = 'https://x.example'": "“",
		"sites.“x”.base_url = 'https://x.example'":    "“",
		"account_columns = [“id”]":                    "“",
		"account_columns = ['id', “type”]":            "“",
		"theme = \"dark”":                             "”",
		"theme = 'dark’ # mine":                       "’",
		"account_columns = [\"id”]":                   "”",
		"site = \"“x” y":                              "",
		"theme":                                       "",
		"[[commands]]\nname = \"a “b” c\" d":          "",
	} {
		w := newSystem(text)
		_, err := Load(w.source(), nil)
		if e := only(t, err); e.Value != want || (e.Kind == CurlyQuote) != (want != "") {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// The table [theme] has the palette and its colours.
func TestThemeTable(t *testing.T) {
	w := newSystem("[theme]\nname = 'light'\naccent = '#5fafff'\ngood = 120\n")
	c := w.load(t, nil)
	if c.Theme.V != "light" || c.Theme.From.Line != 2 ||
		!reflect.DeepEqual(c.Colours, map[string]string{"accent": "#5fafff", "good": "120"}) {
		t.Errorf("%+v %v", c.Theme, c.Colours)
	}
	if c := w.load(t, Flags{"theme": "mono"}); c.Theme.V != "mono" {
		t.Errorf("a flag: %+v", c.Theme)
	}
}

// The dots in the name of an action make tables of it, or not.
func TestKeys(t *testing.T) {
	c, err := Load(
		newSystem(
			"[keys]\nrefresh = ['R', 'f5']\naccounts.clear = ['C']\n'prices.ask' = []\n[keys.works]\nask = ['?']\n",
		).source(),
		nil,
	)
	want := map[string][]string{"refresh": {"R", "f5"}, "accounts.clear": {"C"}, "prices.ask": {}, "works.ask": {"?"}}
	if err != nil || !reflect.DeepEqual(c.Keys, want) {
		t.Errorf("%v, %v", c.Keys, err)
	}
	if e := c.ErrorAt("keys.works.ask", &Error{Kind: KeysCollide}); e.Key != "keys.works.ask" || e.From.Line != 6 ||
		e.From.Name != confPath {
		t.Errorf("%+v", e)
	}
	all := c.Settings()
	if last := all[len(all)-2]; last.Key != "keys.refresh" || last.Text != "R f5" {
		t.Errorf("%+v", last)
	}
}

func TestAllErrorsAtOnce(t *testing.T) {
	w := newSystem("langg = 1\nmous = 2\ntheme = 'pink'\n[sites.A]\n[sites.b]\nbase_url = 'x'")
	_, err := Load(w.source(), Flags{"lang": "fr"})
	var kinds []Kind
	for _, e := range Errors(err) {
		kinds = append(kinds, e.Kind)
	}
	if want := []Kind{UnknownKey, UnknownKey, BadSiteName, BadValue, BadValue, BadURL}; !slices.Equal(kinds, want) {
		t.Errorf("got %v: %v", kinds, err)
	}
}

func TestWhichFile(t *testing.T) {
	w := newSystem("theme = 'dark'")
	w.put("/xdg/channeldeck/config.toml", "theme = 'light'", 0o644)
	w.put("/env.toml", "theme = 'ansi'", 0o644)
	w.put("/flag.toml", "theme = 'mono'", 0o644)
	w.put(home+"/mine.toml", "ascii = true", 0o644)
	check := func(flags Flags, want string) {
		t.Helper()
		if c := w.load(t, flags); c.Theme.V != want {
			t.Errorf("%s: theme %s, want %s", c.Path, c.Theme.V, want)
		}
	}
	check(nil, "dark")
	w.env["XDG_CONFIG_HOME"] = "relative"
	check(nil, "dark")
	w.env["XDG_CONFIG_HOME"] = "/xdg"
	check(nil, "light")
	w.env["CHANNELDECK_CONFIG"] = "/env.toml"
	check(nil, "ansi")
	check(Flags{"config": "/flag.toml"}, "mono")
	if c := w.load(t, Flags{"config": "~/mine.toml"}); !c.ASCII.V {
		t.Errorf("~ is not the home directory: %s", c.Path)
	}

	_, err := Load(w.source(), Flags{"config": "/none.toml"})
	if e := only(t, err); e.Kind != FileUnreadable || !errors.Is(e, fs.ErrNotExist) {
		t.Errorf("a named file that is missing: %v", err)
	}
	w.put("/big.toml", strings.Repeat("#", maxFile+1), 0o644)
	if _, err = Load(w.source(), Flags{"config": "/big.toml"}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a huge file: %v", err)
	}

	w = newSystem("")
	w.goos = "windows"
	w.env = map[string]string{"AppData": "/users/ann/AppData", "USERPROFILE": "/users/ann"}
	if c := w.load(t, nil); c.Path != "/users/ann/AppData/channeldeck/config.toml" {
		t.Errorf("Windows: %s", c.Path)
	}
	w = newSystem("")
	w.env = nil
	if c := w.load(t, nil); c.Path != "" || c.Found {
		t.Errorf("without a home: %q", c.Path)
	}
}

func TestLocale(t *testing.T) {
	for _, tt := range []struct {
		env      map[string]string
		want, in string
	}{
		{map[string]string{"LANG": "zh_CN.UTF-8"}, "zh", "LANG"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB"}, "en", "LC_MESSAGES"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en", "default"},
		{map[string]string{"LANG": "fr_FR.UTF-8"}, "en", "default"},
		{map[string]string{"LANG": "ZH-hant"}, "zh", "LANG"},
		{nil, "en", "default"},
	} {
		w := newSystem("")
		w.env = tt.env
		c := w.load(t, nil)
		if c.Lang.V != tt.want || c.Lang.From.String() != tt.in {
			t.Errorf("%v: %s from %s", tt.env, c.Lang.V, c.Lang.From)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	if c := newSystem(byteOrderMark+"theme = 'dark'").load(t, nil); c.Theme.V != "dark" {
		t.Errorf("theme %s", c.Theme.V)
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"1":     1,
		"12B":   12,
		"1k":    1000,
		"1KB":   1000,
		"1KiB":  1024,
		"64 MB": 64e6,
		"64MiB": 64 << 20,
		"2G":    2e9,
		"1GiB":  1 << 30,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	e := &Error{
		Kind: KeyFileUnreadable,
		Path: "/p",
		From: Origin{Layer: Flag, Name: "x"},
		Err:  &fs.PathError{Op: "open", Path: "/p", Err: errBroken},
	}
	if got := e.Error(); got != "--x: key_file_unreadable /p broken" {
		t.Errorf("got %s", got)
	}
	if Errors(nil) != nil || Errors(errBroken) != nil || IsKind(errBroken, Syntax) {
		t.Error("an error of another type was taken for a configuration error")
	}
}

// Any bytes as a file: an error or settings, never a panic, and every error has
// its place in the file.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "lang = 'zh'", "[sites.china]\nbase_url = 'https://x.example/api/'\napi_key_command = ['pass']",
		"sites = {a = {params = {array = 'repeat'}}}", "[[sites]]", "''=1", "[\"\"]\n'' = {'' = 1}",
		"a.b.c = 1\n[sites.x]\nparams.ids = 'a'", "\xef\xbb\xbf#", "lang = \"\\uD800\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newSystem("")
		w.put(confPath, string(data), 0o644)
		c, err := Load(w.source(), nil)
		for _, e := range Errors(err) {
			if e.Error() == "" || e.From.Name != confPath || e.From.Line < 1 {
				t.Errorf("%q: %+v", data, e)
			}
		}
		if c.Theme.V == "" || c.EscapeTime.V < 10*time.Millisecond {
			t.Errorf("%q: no defaults", data)
		}
		if err != nil {
			return
		}
		if err := c.Save(NewSite{Name: "new", BaseURL: "https://new.example"}); err == nil {
			again, err := Load(w.source(), nil)
			if s, siteErr := again.SiteNamed("new"); err != nil || siteErr != nil ||
				s.BaseURL.V != "https://new.example" {
				t.Errorf("%q became %q: %v", data, w.text(t, confPath), err)
			}
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for _, sites := range []int{1, 1000, 10000} {
		if sites > 1000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprintf("sites=%d", sites), func(b *testing.B) {
			var text strings.Builder
			for i := range sites {
				fmt.Fprintf(&text, "[sites.s%d]\nbase_url = 'https://x.example'\n", i)
			}
			src := newSystem(text.String()).source()
			for b.Loop() {
				if _, err := Load(src, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
