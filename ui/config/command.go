package config

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/ui/config/program"
)

// Command is an own command: a program that the dashboard runs for rows of a list.
type Command struct {
	Name    Value[string]
	Key     Value[string]   // its name, as in [keys]
	Panes   Value[[]string] // none for all
	Each    Value[bool]     // one process per row; else one, with the rows on its standard input
	Confirm Value[bool]     // it asks before it runs
	Output  Value[string]   // one of the outputs
	Run     []string        // the program and its arguments, in which {field} is a field of the row
	Hidden  []string        // names of variables that it does not inherit

	prefix string
}

// The outputs of an own command.
const (
	OutputNotice   = "notice"   // the last lines of what it prints
	OutputPager    = "pager"    // all of it
	OutputTerminal = "terminal" // the terminal, until it ends
	OutputNone     = "none"
)

// commandTables is the key of the own commands in the file, and ruleTables that of the own rules.
const commandTables, ruleTables = "commands", "rules"

// inList reports whether a key is that of a list of tables.
func inList(key string) bool { return key == commandTables || key == ruleTables }

// tableKey is the prefix of the keys of a table in a list.
func tableKey(list string, i int) string {
	return list + "." + strconv.Itoa(i) + "."
}

func commandKey(i int) string { return tableKey(commandTables, i) }

// written names a key in a list of tables without its index, and with the name of a rule.
func (f *file) written(key string) string {
	list, rest, _ := strings.Cut(key, ".")
	index, setting, nested := strings.Cut(rest, ".")
	if !nested || !inList(list) {
		return key
	}
	name, _ := f.values[list+"."+index+".name"].(string)
	if list == ruleTables && name != "" {
		list += "." + name
	}
	return list + "." + setting
}

// asWritten joins mistakes in the tables of a list, with their keys as written returns them.
func (c *Config) asWritten(errs []error) error {
	err := errors.Join(errs...)
	for _, e := range Errors(err) {
		e.Key = c.file.written(e.Key)
	}
	return err
}

// checkTable returns the mistakes in a table of a list: required settings that are missing, and
// a name that another table has.
func (c *Config) checkTable(
	prefix, name string,
	names []string,
	required ...string,
) (errs []error) {
	for _, key := range required {
		text, _, ok := c.file.text(prefix + key)
		if !ok || text == "" {
			errs = append(errs, c.ErrorAt(prefix+key, &Error{Kind: Required}))
		}
	}
	if name != "" && slices.Contains(names, name) {
		errs = append(errs, c.ErrorAt(prefix+"name", &Error{Kind: NameTaken, Value: name}))
	}
	return errs
}

// In reports whether a command works in a pane.
func (c *Command) In(pane string) bool {
	return len(c.Panes.V) == 0 || slices.Contains(c.Panes.V, pane)
}

// Commands returns the own commands in the [[commands]] tables of the file, in their order.
// The error names the mistakes in them.
func (c *Config) Commands() ([]*Command, error) {
	var commands []*Command
	var names []string
	var errs []error
	for i := range c.file.lists[commandTables] {
		prefix := commandKey(i)
		own := &Command{prefix: prefix, Hidden: c.KeyVariables()}
		errs = append(errs, c.fill(prefix, c.commandRows(own)))
		errs = append(errs, c.checkTable(prefix, own.Name.V, names, "name", "key", "run")...)
		text, _, ok := c.file.text(prefix + "run")
		if ok && text != "" {
			errs = append(errs, c.readRun(own))
		}
		commands = append(commands, own)
		names = append(names, own.Name.V)
	}
	return commands, c.asWritten(errs)
}

// commandHeader matches the header of an own command.
const commandHeader = `\[\[commands\]\]`

// SaveCommand writes an own command into the configuration file, in place of the one with a name
// or, without it, behind the others, with the errors of Save and Commands. It preserves everything
// else in the file.
func (c *Config) SaveCommand(name string, own *Command) error {
	rows := []struct {
		key         string
		value       any
		isByDefault bool
	}{
		{"name", own.Name.V, false},
		{"key", own.Key.V, false},
		{"panes", own.Panes.V, len(own.Panes.V) == 0},
		{"run", own.Run, false},
		{"each", own.Each.V, own.Each.V},
		{"confirm", own.Confirm.V, !own.Confirm.V},
		{"output", own.Output.V, own.Output.V == OutputNotice},
	}
	table := func(lines string) string {
		for _, row := range slices.Backward(rows) {
			if row.isByDefault {
				row.value = nil
			}
			lines = setLine(lines, row.key, row.value)
		}
		return lines
	}
	added := "[[commands]]\n" + table("")
	return c.change(added, func(text string, values map[string]any) string {
		places := tablesOf(text, commandHeader)
		i := commandNamed(values, name)
		for _, row := range rows {
			key := commandKey(i) + row.key
			list, isList := row.value.([]string)
			if row.isByDefault {
				delete(values, key)
			} else if isList {
				all := make([]any, len(list))
				for j, s := range list {
					all[j] = s
				}
				values[key] = all
			} else {
				values[key] = row.value
			}
		}
		if i < len(places) {
			from := places[i][0]
			to := places[i][1]
			header, lines, _ := strings.Cut(text[from:to], "\n")
			return text[:from] + header + "\n" + table(lines) + text[to:]
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return strings.TrimPrefix(text+"\n"+added, "\n")
	})
}

// DeleteCommand removes an own command from the configuration file, with the errors of Save; the
// kind is CannotRemove for one that must be removed by hand.
func (c *Config) DeleteCommand(name string) error {
	return asRemoval(c.change("[[commands]] "+name, func(text string, values map[string]any) string {
		places := tablesOf(text, commandHeader)
		i := commandNamed(values, name)
		moved := map[string]any{}
		for key, v := range values {
			index, setting, _ := strings.Cut(strings.TrimPrefix(key, commandTables+"."), ".")
			at, err := strconv.Atoi(index)
			if err != nil || !strings.HasPrefix(key, commandTables) || at < i {
				continue
			}
			if delete(values, key); at > i {
				moved[commandKey(at-1)+setting] = v
			}
		}
		if maps.Copy(values, moved); i >= len(places) {
			return text
		}
		return deleteTable(text, places[i:i+1])
	}))
}

// commandNamed returns the index of an own command, that of a new one if none has the name.
func commandNamed(values map[string]any, name string) int {
	for i := 0; ; i++ {
		v, ok := values[commandKey(i)+"name"]
		if !ok || v == name && name != "" {
			return i
		}
	}
}

// readRun reads the program of an own command. The service chooses neither the program nor
// a text that a shell runs.
func (c *Config) readRun(own *Command) error {
	key := own.prefix + "run"
	argv, err := c.command(key)
	if err != nil {
		return err
	}
	own.Run = argv
	i := slices.IndexFunc(argv, program.HasField)
	if i >= 0 && !own.Each.V {
		return c.ErrorAt(key, &Error{Kind: FieldOfAll, Value: argv[i]})
	}
	if program.HasField(argv[0]) {
		return c.ErrorAt(key, &Error{Kind: FieldAsProgram, Value: argv[0]})
	}
	if shell, text, found := shellText(argv); found {
		return c.ErrorAt(key, &Error{
			Kind:    FieldInShell,
			Value:   text,
			Choices: []string{shell},
		})
	}
	return nil
}

// CheckFields returns the mistakes in the fields of own commands and of on_finding, which has
// none. known returns the fields of the rows of some panes, of all for none.
func (c *Config) CheckFields(known func(panes []string) []string) error {
	commands, _ := c.Commands() // its errors are reported where the commands are used
	var errs []error
	for _, own := range commands {
		names := known(own.Panes.V)
		for _, arg := range own.Run {
			for _, field := range program.Fields(arg) {
				name, _, _ := strings.Cut(field, ".")
				if !slices.Contains(names, name) {
					e := c.ErrorAt(own.prefix+"run", &Error{
						Kind:    UnknownField,
						Value:   name,
						Choices: names,
					})
					e.Key = c.file.written(e.Key)
					errs = append(errs, e)
				}
			}
		}
	}
	argv, _ := c.file.list(onFinding)
	_, _, script := shellText(argv)
	i := slices.IndexFunc(argv, program.HasField)
	if i >= 0 && !script {
		errs = append(errs, c.ErrorAt(onFinding, &Error{Kind: FieldOfFinding, Value: argv[i]}))
	}
	return errors.Join(errs...)
}

// interpreters run the text after an option such as -c; remoteShells run all their
// arguments.
var (
	interpreters = strings.Fields(
		"sh bash dash zsh ksh mksh fish ash csh tcsh su cmd powershell pwsh " +
			"python python3 perl ruby node php lua osascript",
	)
	remoteShells = strings.Fields("ssh watch eval")
)

// shellText returns an argument with a field that a program runs as a text of a shell or of
// a programming language. An interpreter reads its program from the argument of an option such
// as -c, or from the first argument that does not begin with "-".
func shellText(argv []string) (shell, text string, found bool) {
	runs := false // a text or a file without a field
	for i, arg := range argv {
		name := strings.TrimSuffix(strings.ToLower(filepath.Base(arg)), ".exe")
		remote := slices.Contains(remoteShells, name)
		if !remote && !slices.Contains(interpreters, name) {
			continue
		}
		for j := i + 1; j < len(argv); j++ {
			if program.HasField(argv[j]) && (remote || !runs || announcesCode(argv[j-1])) {
				return arg, argv[j], true
			}
			runs = runs || !strings.HasPrefix(argv[j], "-")
		}
	}
	return "", "", false
}

// announcesCode reports whether a program text follows an option of an interpreter: -c,
// -lc, -e, -Command, /c.
func announcesCode(option string) bool {
	name := strings.ToLower(strings.TrimLeft(option, "-/"))
	short := len(option)-len(name) == 1 && strings.ContainsAny(option[len(option)-1:], "cCeErkK")
	return short || option != name && slices.Contains(
		[]string{"command", "eval", "execute", "print"},
		name,
	)
}

func (c *Config) commandRows(own *Command) []pref {
	panes := paneNames(c.src.Panes)
	return []pref{
		bind("name", "", &own.Name, WantLabel, parseLabel),
		bind("key", "", &own.Key, WantText, func(text string) (string, error) {
			return text, nil
		}),
		bind("panes", "", &own.Panes, WantPanes, parsePanes(panes), panes...),
		bind("each", "true", &own.Each, WantBool, strconv.ParseBool),
		bind("confirm", "false", &own.Confirm, WantBool, strconv.ParseBool),
		choice("output", &own.Output, OutputNotice, OutputPager, OutputTerminal, OutputNone),
	}
}

// parseLabel accepts a line of text that fits into a footer.
func parseLabel(text string) (string, error) {
	if utf8.RuneCountInString(text) > 40 || strings.ContainsFunc(text, unicode.IsControl) ||
		text != strings.TrimSpace(text) {
		return "", errInvalid
	}
	return text, nil
}

// parsePanes returns a function that accepts the names of some of all panes.
func parsePanes(all []string) func(text string) ([]string, error) {
	return func(text string) ([]string, error) {
		panes, err := parseNames(text)
		for _, p := range panes {
			if !slices.Contains(all, p) {
				err = errInvalid
			}
		}
		return panes, err
	}
}
