package config

import (
	"reflect"
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
	tag, notes := got[0], got[1]
	if tag.Name.V != "Tag" || tag.Key.V != "alt+t" || !tag.Each.V || tag.Confirm.V || tag.Output.V != OutputNotice ||
		!reflect.DeepEqual(tag.Run, []string{"tag", "a,b", "--id={id}", "{{literal}}"}) || !reflect.DeepEqual(tag.Hidden, []string{envAPIKey, "MINE"}) {
		t.Errorf("%+v", tag)
	}
	if !tag.In("groups") || tag.In("works") || !notes.In("works") {
		t.Error("the panes are wrong")
	}
	if notes.Each.V || !notes.Confirm.V || notes.Output.V != OutputTerminal || tag.Name.From.Line != 3 || notes.Name.From.Line != 9 {
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
		{"unknown setting", ok + "  color = 1", UnknownKey, "commands.color", "", 5, 3},
		{"API key", ok + "api_key = 'test-key'", KeyInFile, "commands.api_key", "", 5, 1},
		{"unknown pane", ok + "panes = ['accounts', 'wroks']", BadValue, "commands.panes", WantPanes, 5, 1},
		{"unknown output", ok + "output = 'loud'", BadValue, "commands.output", WantChoice, 5, 1},
		{"no boolean", ok + "each = 'one'", BadValue, "commands.each", WantBool, 5, 1},
		{"long name", "[[commands]]\nname = '" + strings.Repeat("x", 41) + "'\nkey = 'f5'\nrun = ['a']", BadValue, "commands.name", WantLabel, 2, 1},
		{"control character", "[[commands]]\nname = \"a\\u001bb\"\nkey = 'f5'\nrun = ['a']", BadValue, "commands.name", WantLabel, 2, 1},
		{"name twice", ok + ok, NameTaken, "commands.name", "", 6, 1},
		{"one table", "[commands]\nname = 'A'", WrongType, "commands", WantTables, 2, 1},
		{"number", "commands = 4", WrongType, "commands", WantTables, 1, 1},
		{"list of numbers", "commands = [4]", WrongType, "commands", WantTables, 1, 1},
		{"program from the service", "[[commands]]\nname = 'A'\nkey = 'f5'\nrun = ['{type}', 'x']", FieldAsProgram, "commands.run", "", 4, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(newSystem(tt.text).source(), nil)
			e := only(t, err)
			if e.Kind != tt.kind || e.Key != tt.key || e.Want != tt.want || e.From != (Origin{File, confPath, tt.line, tt.column}) {
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
