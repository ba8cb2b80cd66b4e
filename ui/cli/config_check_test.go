package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// All mistakes are reported at once, each with its line and column, in the order of the
// lines, and nothing runs.
func TestConfigCheck(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "c.toml"), `site = "nowhere"
themes = "dark"
history_password_command = "pass"
[accounts]
columns = ["name"]
[keys]
sort = ["r"]
[sites.x]
api_key_command = ["touch", "`+dir+`/ran"]
[[commands]]
name = "Tag"
key = ">"
panes = ["accounts"]
run = ["sh", "-c", "echo {id}"]
[[commands]]
  key = "shift+f"
run = ["tag"]
`, 0o600)
	env := map[string]string{"CHANNELDECK_CONFIG": file}
	got := run(t, env, "config", "check")
	var places []string
	for _, m := range regexp.MustCompile(`(?m)^channeldeck: (.*?:\d+:\d+): `).FindAllStringSubmatch(got.err, -1) {
		places = append(places, strings.TrimPrefix(m[1], file+":"))
	}
	if want := "1:1 2:1 3:1 5:1 7:1 8:8 12:1 14:1 15:3 16:3"; got.code != ExitUsage || got.out != "" ||
		strings.Join(places, " ") != want {
		t.Errorf("the places are %s\n%s", strings.Join(places, " "), got.err)
	}
	for _, want := range []string{
		"“>” is already the key for go_to, so Tag cannot have it",
		"sh runs “echo {id}” as a program text",
		"CHANNELDECK_FIELD_NICKNAME",
		"commands.name is missing",
	} {
		if !strings.Contains(got.err, want) {
			t.Errorf("no %q in\n%s", want, got.err)
		}
	}
	if _, err := os.Stat(dir + "/ran"); err == nil {
		t.Error("a program ran")
	}
	if got := run(
		t,
		env,
		"config",
		"check",
		"-o",
		"json",
	); !strings.Contains(got.err, `{"exit":2,"message":"`+file+`:1:1: `) {
		t.Errorf("as JSON: %+v", got)
	}
	write(t, file, "[[commands]]\nname = 'Tag'\nkey = 'f5'\nrun = ['tag', '{id}']\n", 0o600)
	if got := run(t, env, "config", "check"); got != (result{err: "channeldeck: " + file + ": no mistakes.\n"}) {
		t.Errorf("without a mistake: %+v", got)
	}
	if got := run(
		t,
		env,
		"config",
		"keys",
		"--jq",
		`.[] | select(.action == "commands") | .keys[0] + " " + .does`,
	); got.out != "f5 Tag\n" {
		t.Errorf("the keys: %+v", got)
	}
	if got := run(t, nil, "config", "check"); got.code != ExitDone || !strings.Contains(got.err, "the defaults apply") {
		t.Errorf("without a file: %+v", got)
	}
}

// A key of a newer version is named with what to do, in settings, actions and colours, and the
// program goes on; one that is misspelt is a mistake.
func TestKeysOfANewerVersion(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.toml")
	env := map[string]string{
		"CHANNELDECK_CONFIG":   file,
		"CHANNELDECK_BASE_URL": deploy(t, sandbox.Options{Accounts: 3, Now: clock}).URL,
	}
	write(t, file, "schedule = '9:00'\n[keys]\n'future.action' = ['x']\n[theme]\nsparkle = 'red'\n", 0o600)
	got := run(t, env, "config", "check")
	for _, want := range []string{
		":1:1: schedule is not",
		":3:1: keys.future.action is not",
		":5:1: theme.sparkle is not",
		"Update channeldeck if a newer version wrote it, or remove it.",
	} {
		if got.code != ExitDone || !strings.Contains(got.err, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	want := "channeldeck: " + file + ":1:1: schedule is not a setting of this version and is ignored. " +
		"Update channeldeck if a newer version wrote it, or remove it.\n"
	if got := run(
		t,
		env,
		"prices",
		"--limit",
		"1",
		"-o",
		"json",
	); got.code != ExitDone || got.err != want || !strings.HasPrefix(got.out, "[") {
		t.Errorf("%+v", got)
	}
	if got := run(
		t,
		env,
		"doctor",
		"--jq",
		`.[] | select(.status == "warning") | .check`,
	); !strings.Contains(got.out, "config\nconfig.colours\nconfig.keys\n") {
		t.Errorf("%+v", got)
	}
	for misspelt, meant := range map[string]string{
		"read_olny = true":       "read_only",
		"[keys]\nrefrsh = ['x']": "refresh",
	} {
		write(t, file, misspelt+"\n", 0o600)
		if got := run(
			t,
			env,
			"config",
			"check",
		); got.code != ExitUsage || !strings.Contains(got.err, "Did you mean "+meant+"?") {
			t.Errorf("%s: %+v", misspelt, got)
		}
	}
	write(t, file, "[theme]\naccnt = 'red'\n", 0o600)
	if got := run(
		t,
		env,
		"config",
		"check",
	); got.code != ExitUsage || !strings.Contains(got.err, "Unknown colour of the theme: theme.accnt.") {
		t.Errorf("%+v", got)
	}
}

// Fields that no row has, and fields of on_finding, which has no row, are mistakes.
func TestConfigCheckFields(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "c.toml"), `on_finding = ["tell", "{name}"]
[[commands]]
name = "Tag"
key = "f5"
panes = ["accounts"]
run = ["tag", "--as={nicknam}", "{id}", "{{literal}}"]
[[commands]]
name = "Price"
key = "f6"
panes = ["prices"]
run = ["look", "{creditsScope}", "{nickname}"]
[[commands]]
name = "Any"
key = "f7"
run = ["any", "{nickname}", "{work.title}", "{clientType}"]
`, 0o600)
	for lang, want := range map[string][]string{
		"en": {
			"c.toml:1:1: on_finding gets all findings on standard input; “{name}” is not replaced.",
			"c.toml:6:1: commands.run uses the field “nicknam”",
			"Did you mean nickname?",
			"c.toml:11:1: commands.run uses the field “nickname”",
		},
		"zh": {"“{name}”不会被替换", "使用了字段“nicknam”", "您是否想输入 nickname？"},
	} {
		got := run(t, map[string]string{"CHANNELDECK_CONFIG": file}, "config", "check", "--lang", lang)
		for _, s := range want {
			if got.code != ExitUsage || !strings.Contains(got.err, s) {
				t.Errorf("no %q in %d %s", s, got.code, got.err)
			}
		}
		if n := strings.Count(got.err, "channeldeck: "); n != 3 {
			t.Errorf("%d mistakes", n)
		}
	}
	write(t, file, "on_finding = ['sh', '-c', \"awk '{print}'\"]\n", 0o600)
	if got := run(t, map[string]string{"CHANNELDECK_CONFIG": file}, "config", "check"); got.code != ExitDone {
		t.Errorf("a script: %+v", got)
	}
}

// The commonest mistakes in TOML are told in both languages, with their place.
func TestMistakesInTOML(t *testing.T) {
	for file, want := range map[string][2]string{
		"theme = \"dark":          {":1:", "缺少结尾的引号"},
		"theme = dark":            {":1:9: ", "文本要加引号"},
		"theme = \"da\nrk\"":      {":1:", "缺少结尾的引号"},
		"[[sites]":                {":1:", "缺少“]”"},
		"theme =":                 {":1:", "文本要加引号"},
		"refresh = 5o":            {":1:", "文本要加引号"},
		"theme \"dark\"":          {":1:7: ", "应为“=”"},
		"ascii = true x = 2":      {":1:14: ", "每行只能有一个设置"},
		"ascii = true\nascii = 2": {":2:1: ", "重复设置"},
		"= 3":                     {":1:1: ", "以名称开头"},
		"[sites":                  {":1:6: ", "缺少“]”"},
		"[keys]\nfilter = ['f'":   {":2:", "缺少“]”"},
	} {
		env := map[string]string{
			"CHANNELDECK_CONFIG": write(t, filepath.Join(t.TempDir(), "config.toml"), file, 0o600),
			"CHANNELDECK_LANG":   "zh",
		}
		if got := run(t, env, "accounts"); got.code != ExitUsage || !strings.Contains(got.err, want[0]) ||
			!strings.Contains(got.err, "不是有效的 TOML：") ||
			!strings.Contains(got.err, want[1]) {
			t.Errorf("%q: exit %d, %s", file, got.code, got.err)
		}
	}
}
