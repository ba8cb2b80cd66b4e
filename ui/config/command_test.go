package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	w := newSystem(`theme = 'dark'
[[commands]]
name = "Tag"
key = "alt+t"
panes = ["accounts", "groups"]
run = ["tag", "a,b", "--id={id}", "{{literal}}"]

[[commands]]
name = "Notes"
key = "f5"
run = ["sh", "-c", 'notes "$1" {{x}}', "sh"]
each = false
confirm = true
output = "terminal"
` + mine("api_key_env = 'MINE'"))
	c := w.load(t, nil)
	got, err := c.Commands()
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	tag := got[0]
	notes := got[1]
	if tag.Name.V != "Tag" || tag.Key.V != "alt+t" || !tag.Each.V || tag.Confirm.V || tag.Output.V != OutputNotice ||
		!reflect.DeepEqual(tag.Run, []string{
			"tag",
			"a,b",
			"--id={id}",
			"{{literal}}",
		}) || !reflect.DeepEqual(tag.Hidden, []string{envAPIKey, "MINE"}) {
		t.Errorf("%+v", tag)
	}
	if !tag.In("groups") || tag.In("works") || !notes.In("works") {
		t.Error("the panes are wrong")
	}
	if notes.Each.V || !notes.Confirm.V || notes.Output.V != OutputTerminal || tag.Name.From.Line != 3 ||
		notes.Name.From.Line != 9 {
		t.Errorf("%+v", notes)
	}
	if got, err := newSystem(mine("")).load(t, nil).Commands(); got != nil || err != nil {
		t.Errorf("without commands: %v, %v", got, err)
	}
}

func TestMistakesInCommands(t *testing.T) {
	const ok = "[[commands]]\nname = 'A'\nkey = 'f5'\nrun = ['a']\n"
	for _, tt := range []struct {
		name, text   string
		kind         Kind
		key          string
		want         Want
		line, column int
	}{
		{"no name", "[[commands]]\nkey = 'f5'\nrun = ['a']", Required, "commands.name", "", 1, 3},
		{"no key", ok + "[[commands]]\nname = 'B'\nrun = ['a']", Required, "commands.key", "", 5, 3},
		{"nothing to run", "[[commands]]\nname = 'B'\nkey = 'f5'\n  run = []", Required, "commands.run", "", 4, 3},
		{"text to run", "[[commands]]\nname = 'B'\nkey = 'f5'\nrun = 'a b'", WrongType, "commands.run", WantList, 4, 1},
		{"misspelt setting", ok + "  outptu = 1", UnknownKey, "commands.outptu", "", 5, 3},
		{
			"list for a key",
			"[[commands]]\nname = 'B'\nkey = ['f5']\nrun = ['a']",
			WrongType,
			"commands.key",
			WantText,
			3,
			1,
		},
		{"API key", ok + "api_key = 'test-key'", KeyInFile, "commands.api_key", "", 5, 1},
		{"unknown pane", ok + "panes = ['accounts', 'wroks']", BadValue, "commands.panes", WantPanes, 5, 1},
		{"unknown output", ok + "output = 'loud'", BadValue, "commands.output", WantChoice, 5, 1},
		{"no boolean", ok + "each = 'one'", BadValue, "commands.each", WantBool, 5, 1},
		{
			"long name",
			"[[commands]]\nname = '" + strings.Repeat("x", 41) + "'\nkey = 'f5'\nrun = ['a']",
			BadValue,
			"commands.name",
			WantLabel,
			2,
			1,
		},
		{
			"control character",
			"[[commands]]\nname = \"a\\u001bb\"\nkey = 'f5'\nrun = ['a']",
			BadValue,
			"commands.name",
			WantLabel,
			2,
			1,
		},
		{"name twice", ok + ok, NameTaken, "commands.name", "", 6, 1},
		{"one table", "[commands]\nname = 'A'", WrongType, "commands", WantTables, 2, 1},
		{"number", "commands = 4", WrongType, "commands", WantTables, 1, 1},
		{"list of numbers", "commands = [4]", WrongType, "commands", WantTables, 1, 1},
		{
			"program from the service",
			"[[commands]]\nname = 'A'\nkey = 'f5'\nrun = ['{type}', 'x']",
			FieldAsProgram,
			"commands.run",
			"",
			4,
			1,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(newSystem(tt.text).source(), nil)
			e := only(t, err)
			if e.Kind != tt.kind || e.Key != tt.key || e.Want != tt.want ||
				e.From != (Origin{File, confPath, tt.line, tt.column}) {
				t.Errorf("got %+v", e)
			}
		})
	}
	w := newSystem(ok + "each = false\n[[commands]]\nname = 'B'\nkey = 'f6'\nrun = ['b', '{id}']\neach = false")
	if _, err := Load(w.source(), nil); !IsKind(err, FieldOfAll) {
		t.Errorf("a field of all rows: %v", err)
	}
	w.put(confPath, ok, 0o666)
	if _, err := Load(w.source(), nil); !IsKind(err, KeyCommandShared) {
		t.Errorf("a file that others can write: %v", err)
	}
}

// No text that a shell or an interpreter runs contains what the service sent.
func TestNoFieldInShellText(t *testing.T) {
	for _, tt := range []struct {
		run     string
		refused bool
	}{
		{"'sh', '-c', 'echo {id}'", true},
		{"'/bin/bash', '-lc', 'echo $1', 'bash', '{id}'", false},
		{"'/bin/bash', '-lc', 'echo {id}'", true},
		{"'env', 'A=1', 'bash', '-o', 'pipefail', '-c', 'x {id}'", true},
		{"'python3', '-c', 'print(\"{id}\")'", true},
		{"'python3', 'script.py', '{id}'", false},
		{"'PowerShell.exe', '-Command', 'Get-Item {id}'", true},
		{"'ssh', 'host', 'tool', '{id}'", true},
		{"'ssh', 'host', 'tool'", false},
		{"'su', 'ann', '-c', 'x {id}'", true},
		{"'sh', '-c', 'echo {{id}}'", false},
		{"'perl', '-e', '{id}'", true},
		{"'node', '--eval', '{id}'", true},
		{"'perl', '-e{id}'", true},
		{"'sh', '-c', '-x', '{id}'", true},
		{"'python3', '-m', '{id}'", true},
		{"'python3', '{id}'", true},
		{"'python3', '-u', 'script.py', '--id={id}'", false},
		{"'cmd', '/c', '{id}'", true},
		{"'curl', '-e', '{id}', '{nickname}'", false},
	} {
		_, err := Load(newSystem("[[commands]]\nname = 'A'\nkey = 'f5'\nrun = ["+tt.run+"]").source(), nil)
		if IsKind(err, FieldInShell) != tt.refused || !tt.refused && err != nil {
			t.Errorf("%s: %v", tt.run, err)
		}
	}
}

func TestSaveCommand(t *testing.T) {
	const first = `lang = 'en' # mine

# notes
[[commands]]
name = 'Note'   # short
key = 'f5'
run = [
  'notes',
  '{id}',
] # all

`
	const second = "# mail\n[[commands]]\nname = 'Mail'\nkey = 'f6'\nrun = ['mail']\n"
	own := func(name, key string, change func(*Command)) *Command {
		c := &Command{Run: []string{"log", "it's"}, Each: Value[bool]{V: true}, Output: Value[string]{V: OutputNotice}}
		c.Name.V, c.Key.V = name, key
		if change != nil {
			change(c)
		}
		return c
	}
	for _, tt := range []struct {
		what, before, name, after string
		own                       *Command
	}{
		{"first", "", "", "[[commands]]\nname = 'Log'\nkey = 'f7'\nrun = ['log', \"it's\"]\n", own("Log", "f7", nil)},
		{
			"another",
			first + second,
			"",
			first + second + "\n[[commands]]\nname = 'Log'\nkey = 'f7'\nrun = ['log', \"it's\"]\n",
			own("Log", "f7", nil),
		},
		{
			"changed", first + second, "Note",
			"lang = 'en' # mine\n\n# notes\n[[commands]]\npanes = ['accounts']\neach = false\n" +
				"name = 'Log'   # short\nkey = 'f7'\nrun = ['log', \"it's\"] # all\n\n" + second,
			own("Log", "f7", func(c *Command) { c.Each.V, c.Panes.V = false, []string{"accounts"} }),
		},
	} {
		w := newSystem(tt.before)
		if err := w.load(t, nil).SaveCommand(tt.name, tt.own); err != nil || w.text(t, confPath) != tt.after {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.what, err, w.text(t, confPath), tt.after)
		}
		if all, err := w.load(t, nil).Commands(); err != nil ||
			!slices.ContainsFunc(all, func(c *Command) bool { return c.Name.V == "Log" && len(c.Run) == 2 }) {
			t.Errorf("%s: not in force: %v", tt.what, err)
		}
	}
	w := newSystem(first + second)
	for _, tt := range []struct {
		own  *Command
		kind Kind
		key  string
	}{
		{own("Mail", "f7", nil), NameTaken, "commands.name"},
		{own("", "f7", nil), Required, "commands.name"},
		{own("Log", "f7", func(c *Command) { c.Run = nil }), Required, "commands.run"},
		{
			own("Log", "f7", func(c *Command) { c.Run = []string{"sh", "-c", "echo {id}"} }),
			FieldInShell,
			"commands.run",
		},
		{own("Log", "f7", func(c *Command) { c.Panes.V = []string{"x"} }), BadValue, "commands.panes"},
	} {
		err := w.load(t, nil).SaveCommand("Note", tt.own)
		if !IsKind(err, tt.kind) || Errors(err)[0].Key != tt.key || w.text(t, confPath) != first+second {
			t.Errorf("%v at %s: %v", tt.kind, tt.key, err)
		}
	}
	for _, tt := range []struct{ name, after string }{
		{"Note", "lang = 'en' # mine\n\n# notes\n" + second},
		{"gone", first + second},
		{"Mail", first + "# mail\n"},
	} {
		w := newSystem(first + second)
		if err := w.load(t, nil).DeleteCommand(tt.name); err != nil || w.text(t, confPath) != tt.after {
			t.Errorf("%s removed: %v\n%s\nwant\n%s", tt.name, err, w.text(t, confPath), tt.after)
		}
	}
}
