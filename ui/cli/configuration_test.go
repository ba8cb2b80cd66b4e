package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/words"
)

func write(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConfigShow(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "config.toml"), `site = "china"
theme = "dark"
[sites.china]
base_url = "https://cn.example/api"
api_key_file = "china.key"
[sites.intl]
base_url = "https://intl.example"
api_key_command = ["pass", "show", "intl"]
[sites.other]
base_url = "https://other.example"
api_key_keyring = true
[sites.sand]
base_url = "http://127.0.0.1:8787"
params = {ids = "accountIds"}
`, 0o600)
	write(t, filepath.Join(dir, "china.key"), testKey, 0o600)
	env := map[string]string{"CHANNELDECK_CONFIG": file, "CHANNELDECK_TIMEOUT": "5s"}
	got := run(t, env, "config", "show", "--ascii")
	if got.code != ExitDone || got.err != "" || strings.Contains(got.out, testKey) {
		t.Errorf("%+v", got)
	}
	golden.Equal(t, "config-show.golden", strings.ReplaceAll(got.out, dir, "DIR"))

	write(t, filepath.Join(dir, "china.key"), testKey, 0o600)
	if err := os.Chmod(filepath.Join(dir, "china.key"), 0o644); err != nil {
		t.Fatal(err)
	}
	got = run(t, env, "config", "show")
	if got.code != ExitUsage || !strings.Contains(got.out, "sites.china.api_key\tunusable\t") ||
		!strings.Contains(got.err, "chmod 600 '"+dir+"/china.key'") {
		t.Errorf("an open key file: %+v", got)
	}
}

func TestConfigShowWithoutAFile(t *testing.T) {
	got := run(t, nil, "config", "show")
	if got.code != ExitDone || got.err != "" || !strings.Contains(got.out, "timeout\t1m0s\tdefault\n") {
		t.Errorf("%+v", got)
	}
	got = run(t, map[string]string{"CHANNELDECK_API_KEY": testKey}, "config", "show", "--base-url", "https://x.example")
	for _, line := range []string{
		"site\tcustom\tthe only site",
		"sites.custom.base_url\thttps://x.example\t--base-url",
		"sites.custom.api_key\t[hidden]\tCHANNELDECK_API_KEY",
	} {
		if !strings.Contains(got.out, line+"\n") {
			t.Errorf("no %q in\n%s", line, got.out)
		}
	}
}

// All mistakes are reported with their places, and the rest is shown.
func TestConfigMistakes(t *testing.T) {
	dir := t.TempDir()
	file := write(
		t,
		filepath.Join(dir, "c.toml"),
		"themes = 1\ntheme = 'pink'\n[sites.x]\napi_key = 'test-key'\nbase_url = 'nowhere'\n",
		0o600,
	)
	for lang, want := range map[string][]string{
		"en": {
			":1:1: Unknown setting: themes.",
			":2:1: theme cannot be “pink”; it must be one of auto, dark, light, solarized, contrast, ansi, mono.",
			":4:1: sites.x.api_key: API keys don't belong in this file.",
			":5:1: The base URL must begin with https:// or http://.",
		},
		"zh": {
			":1:1: 未知设置项：themes。",
			":2:1: theme 不能是“pink”，应为 auto, dark, light, solarized, contrast, ansi, mono 之一。",
		},
	} {
		got := run(t, nil, "config", "show", "--config", file, "--lang", lang)
		for _, line := range want {
			if !strings.Contains(got.err, "channeldeck: "+file+line+"\n") {
				t.Errorf("%s: no %q in\n%s", lang, line, got.err)
			}
		}
		if got.code != ExitUsage || !strings.Contains(got.out, "timeout\t1m0s") ||
			strings.Contains(got.out+got.err, testKey) {
			t.Errorf("%+v", got)
		}
	}
	if got := run(t, nil, "accounts", "--demo", "--config", file); got.code != ExitUsage || got.out != "" {
		t.Errorf("accounts: %+v", got)
	}
}

// Every kind of mistake has a message in both languages.
func TestEveryConfigErrorHasAMessage(t *testing.T) {
	source, err := os.ReadFile("../config/errors.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`\w Kind += "(\w+)"|\w +Kind = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	if len(kinds) < 30 {
		t.Fatalf("found %d kinds", len(kinds))
	}
	for _, lang := range words.Langs() {
		w, err := words.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range kinds {
			kind := config.Kind(found[1] + found[2])
			r := explainConfig(w, &config.Error{
				Kind:   kind,
				Reason: string(api.ReasonHost),
				Want:   config.WantName,
				Err:    os.ErrNotExist,
			})
			if r.Message == "" || strings.Contains(r.Message+r.Hint, "cli.") || strings.Contains(r.Message, "error.") ||
				strings.Contains(r.Message, "{{") {
				t.Errorf("%s, %s: %+v", lang, kind, r)
			}
		}
		for _, want := range []config.Want{
			config.WantText,
			config.WantBool,
			config.WantList,
			config.WantTable,
			config.WantChoice,
			config.WantDuration,
			config.WantSize,
			config.WantName,
		} {
			if text := w.T("cli.config.want." + string(want)); strings.Contains(text, "cli.") {
				t.Errorf("%s, want %s: %s", lang, want, text)
			}
		}
	}
}

// The template is valid as it is, and with every setting uncommented.
func TestConfigInit(t *testing.T) {
	setting := regexp.MustCompile(`(?m)^# (\[|[a-z_]+ = )`)
	for _, lang := range []string{"en", "zh"} {
		dir := t.TempDir()
		env := map[string]string{"XDG_CONFIG_HOME": dir}
		path := filepath.Join(dir, "channeldeck", "config.toml")
		if got := run(t, env, "config", "path"); got.out != path+"\n" || got.code != ExitDone {
			t.Errorf("path: %+v", got)
		}
		if got := run(t, env, "config", "init", "--lang", lang); got.out != path+"\n" || got.code != ExitDone {
			t.Errorf("init: %+v", got)
		}
		if got := run(t, env, "config", "show"); got.code != ExitDone {
			t.Errorf("as it is: %+v", got)
		}
		if got := run(t, env, "config", "init", "--lang", lang); got.code != ExitUsage || got.out != "" {
			t.Errorf("init again: %+v", got)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		full := setting.ReplaceAllString(string(text), "$1")
		for _, key := range []string{"api_key_env", "api_key_command", "api_key_keyring"} { // one place is enough
			full = strings.Replace(full, "\n"+key, "\n# "+key, 1)
		}
		full = strings.Replace(full, "https://…", "https://cn.example", 1)
		write(t, path, full, 0o600)
		got := run(t, env, "config", "show")
		if strings.Count(full, "\n#") > 14 || !strings.Contains(got.out, "sites.china.params.array\tbrackets\t"+path) ||
			!strings.Contains(got.out, "timeout\t1m\t"+path) {
			t.Errorf("%s: %s%s\n%s", lang, got.err, got.out, full)
		}
		named := filepath.Join(dir, "mine.toml")
		if got := run(t, env, "config", "init", "--config", named); got.out != named+"\n" || got.code != ExitDone {
			t.Errorf("init elsewhere: %+v", got)
		}
	}
}

// A script sets up a site with a key from standard input, a file or a variable. The
// directory works on a second machine, and the file alone where it names a variable.
func TestConfigInitOfASite(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	initialise := func(env map[string]string, in string, args ...string) result {
		w, out, errs := newEnv(t, env, append([]string{"config", "init"}, args...)...)
		w.In = strings.NewReader(in)
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	keyFile := write(t, filepath.Join(t.TempDir(), "key"), testKey, 0o600)
	for name, tt := range map[string]struct {
		env  map[string]string
		in   string
		args []string
	}{
		"standard input": {nil, "Bearer " + testKey + "\n", []string{"--base-url", d.URL, "--api-key-file", "-"}},
		"file":           {nil, "", []string{"--base-url", d.URL, "--api-key-file", keyFile}},
		"variables":      {d.env(), "", nil},
	} {
		home := t.TempDir()
		env := map[string]string{"HOME": home}
		for name, value := range tt.env {
			env[name] = value
		}
		path := filepath.Join(home, ".config/channeldeck/config.toml")
		if got := initialise(
			env,
			tt.in,
			append(tt.args, "--site", "china")...,
		); got.out != path+"\n" || got.code != ExitDone {
			t.Fatalf("%s: %+v", name, got)
		}
		for _, file := range []string{path, filepath.Join(filepath.Dir(path), "china.key")} {
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", name, info, err)
			}
		}
		second := t.TempDir()
		if err := os.CopyFS(filepath.Join(second, ".config"), os.DirFS(filepath.Join(home, ".config"))); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(second, ".config/channeldeck/china.key"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := run(t, map[string]string{"HOME": second}, "accounts", "--jq", "length"); got.out != "20\n" {
			t.Errorf("%s, on a second machine: %+v", name, got)
		}
		if got := initialise(
			env,
			tt.in,
			append(tt.args, "--site", "other")...,
		); got.code != ExitUsage || !strings.Contains(got.err, "already exists") ||
			!strings.Contains(got.err, "--force") {
			t.Errorf("%s, again: %+v", name, got)
		}
		env["CHANNELDECK_SITE"] = "other" // the variables are those of this site
		if got := initialise(env, tt.in, append(tt.args, "--site", "other", "--force")...); got.code != ExitDone {
			t.Errorf("%s, with --force: %+v", name, got)
		}
		if got := run(
			t,
			map[string]string{"HOME": home},
			"config",
			"show",
			"--jq",
			`.[] | select(.key | endswith(".base_url")) .key`,
		); got.out != "sites.china.base_url\nsites.other.base_url\n" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for name, tt := range map[string]struct {
		file string
		args []string
		want string // site in force
	}{
		"default of the file": {
			"site = \"china\" # ours\n[sites.china]\nbase_url = 'https://cn.example'\n",
			nil,
			"china",
		},
		"only site": {"[sites.china]\nbase_url = 'https://cn.example'\n", nil, "china"},
		"no site":   {"lang = 'en'\n", nil, "intl"},
		"--default": {
			"site = 'china'\n[sites.china]\nbase_url = 'https://cn.example'\n",
			[]string{"--default"},
			"intl",
		},
	} {
		env := map[string]string{"CHANNELDECK_CONFIG": write(
			t,
			filepath.Join(t.TempDir(), "config.toml"),
			tt.file,
			0o600,
		)}
		if got := initialise(
			env,
			testKey,
			append(tt.args, "--site", "intl", "--force", "--base-url", d.URL, "--api-key-file", "-")...,
		); got.code != ExitDone {
			t.Errorf("%s: %+v", name, got)
		}
		if got := run(
			t,
			env,
			"config",
			"show",
			"--jq",
			`.[] | select(.key == "site") .value`,
		); got.out != tt.want+"\n" {
			t.Errorf("%s: the default is %+v", name, got)
		}
		if tt.want == "china" {
			if text, err := os.ReadFile(
				env["CHANNELDECK_CONFIG"],
			); err != nil || strings.Contains(tt.file, "# ours") != strings.Contains(string(text), "# ours") {
				t.Errorf("%s: %s, %v", name, text, err)
			}
		}
	}
	template := map[string]string{"HOME": t.TempDir()}
	initialise(template, "")
	if got := run(t, template, "accounts"); !strings.Contains(got.err, "API key to "+template["HOME"]) ||
		strings.Contains(got.err, "config init") {
		t.Errorf("after the template: %+v", got)
	}
	one := write(
		t,
		filepath.Join(t.TempDir(), "config.toml"),
		"[sites.china]\nbase_url = '"+d.URL+"'\napi_key_env = 'MY_KEY'\n",
		0o600,
	)
	if got := run(
		t,
		map[string]string{"CHANNELDECK_CONFIG": one, "MY_KEY": testKey},
		"accounts",
		"--jq",
		"length",
	); got.out != "20\n" {
		t.Errorf("one file: %+v", got)
	}
	for _, tt := range []struct {
		in, says string
		args     []string
	}{
		{"test key", "without spaces", []string{"--base-url", d.URL, "--api-key-file", "-"}},
		{testKey, "requires --base-url", []string{"--api-key-file", "-"}},
		{testKey, "must begin with https://", []string{"--base-url", "nowhere", "--api-key-file", "-"}},
	} {
		home := t.TempDir()
		if got := initialise(
			map[string]string{"HOME": home},
			tt.in,
			tt.args...,
		); got.code != ExitUsage || !strings.Contains(got.err, tt.says) || strings.Contains(got.err, tt.in) {
			t.Errorf("%v: %+v", tt.args, got)
		}
		if _, err := os.Stat(filepath.Join(home, ".config")); err == nil {
			t.Errorf("%v: something was written", tt.args)
		}
	}
}

// The defaults of config and of the client agree.
func TestDefaultsAgree(t *testing.T) {
	w, _, _ := newEnv(t, nil)
	cfg, err := config.Load(w.Config, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Timeout.V != api.DefaultTimeout || cfg.MaxBody.V != api.DefaultMaxBody {
		t.Errorf("%v %v", cfg.Timeout.V, cfg.MaxBody.V)
	}
}

// A key given for one site is not sent to another. Commands without a key still work.
func TestKeyOfAnotherSiteIsNotSent(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 20})
	file := write(
		t,
		filepath.Join(t.TempDir(), "c.toml"),
		"site = 'china'\n[sites.china]\nbase_url = 'https://cn.example'\n[sites.international]\nbase_url = '"+
			d.URL+"'\n",
		0o600,
	)
	env := map[string]string{"CHANNELDECK_CONFIG": file, "CHANNELDECK_API_KEY": testKey}
	for _, command := range []string{"accounts", "platforms", "doctor"} {
		got := run(t, env, command, "--site", "international")
		if said := got.out + got.err; got.code != ExitUsage ||
			!strings.Contains(said, "CHANNELDECK_API_KEY is not the key of site international") ||
			!strings.Contains(said, "set CHANNELDECK_SITE=international") {
			t.Errorf("%s: %+v", command, got)
		}
	}
	for _, call := range d.requests() {
		if call.Header.Get("X-Api-Key") != "" {
			t.Errorf("%s came with the key", call.URL)
		}
	}
	if got := run(t, env, "prices", "--site", "international"); got.code != ExitDone {
		t.Errorf("prices: %+v", got)
	}
	env["CHANNELDECK_SITE"] = "international"
	if got := run(t, env, "accounts"); got.code != ExitDone {
		t.Errorf("with its site named: %+v", got)
	}
}

// Nothing runs the program of a configuration that other users can write.
func TestSharedConfigurationRunsNothing(t *testing.T) {
	dir := t.TempDir()
	file := write(
		t,
		filepath.Join(dir, "c.toml"),
		"[sites.x]\nbase_url = 'https://x.example'\napi_key_command = ['touch', '"+dir+"/ran']\n",
		0o600,
	)
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"accounts"}, {"doctor"}, {"config", "show"}, {"__complete", "options", ""}} {
		got := run(t, map[string]string{"CHANNELDECK_CONFIG": file}, command...)
		if command[0] != "__complete" && (got.code != ExitUsage ||
			!strings.Contains(got.out+got.err, "chmod go-w '"+file+"'")) {
			t.Errorf("%v: %+v", command, got)
		}
	}
	if _, err := os.Stat(dir + "/ran"); err == nil {
		t.Error("the program ran")
	}
}

// The key itself, entered where the name of its place belongs, is not shown.
func TestKeyInPlaceOfANameIsNotShown(t *testing.T) {
	t.Parallel()
	const secret = "fake-key-0123456789"
	for _, line := range []string{
		"api_key_env = '" + secret + "'",
		"api_key_file = '" + secret + "'",
		"api_key_command = ['" + secret + "']",
	} {
		file := write(
			t,
			filepath.Join(t.TempDir(), "c.toml"),
			"[sites.x]\nbase_url = 'http://127.0.0.1:1'\n"+line+"\n",
			0o600,
		)
		for _, command := range [][]string{{"accounts"}, {"doctor"}, {"config", "show"}, {"accounts", "-o", "json"}} {
			got := run(t, map[string]string{"CHANNELDECK_CONFIG": file}, append(command, "--timeout", "5s")...)
			if strings.Contains(got.out+got.err, secret) {
				t.Errorf("%s, %v: %+v", line, command, got)
			}
		}
	}
	if got := run(
		t,
		nil,
		"accounts",
		"--base-url",
		"http://127.0.0.1:1",
		"--api-key-file",
		secret,
	); got.code != ExitUsage || strings.Contains(got.out+got.err, secret) {
		t.Errorf("%+v", got)
	}
}

// Commands that print a path print it alone, or as asked for with -o.
func TestPathsInAllFormats(t *testing.T) {
	env := withState(t, map[string]string{"HOME": t.TempDir()})
	for _, command := range [][]string{{"config", "path"}, {"history", "path"}, {"config", "init", "--force"}} {
		path := strings.TrimSuffix(run(t, env, command...).out, "\n")
		if want := run(
			t,
			env,
			append(command, "-o", "json")...,
		).out; !filepath.IsAbs(path) || want != `{"path":"`+path+"\"}\n" {
			t.Errorf("%v: %q, as JSON %s", command, path, want)
		}
		if got := run(
			t,
			env,
			append(command, "-o", "markdown", "--lang", "zh")...,
		).out; !strings.HasPrefix(got, "| 路径 |\n") {
			t.Errorf("%v: %s", command, got)
		}
	}
}

// Servers and containers have no keyring: the error explains what is missing, and where
// else the key can be kept.
func TestKeyringWithoutDBus(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have a keyring without D-Bus")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "bus"))
	file := write(
		t,
		filepath.Join(t.TempDir(), "c.toml"),
		"[sites.china]\nbase_url = 'https://service.example.cn'\napi_key_keyring = true\n",
		0o600,
	)
	got := run(t, nil, "groups", "--config", file)
	for _, want := range []string{
		"there is no system keyring here",
		"D-Bus session",
		"no such file or directory",
		"api_key_file",
		"api_key_command",
	} {
		if got.code != ExitUsage || !strings.Contains(got.err, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
}
