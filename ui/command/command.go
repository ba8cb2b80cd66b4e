// Package command prepares own commands: programs that run for rows of a list.
//
// The fields of a row come from the service, so they are hostile. Each is passed inside
// one argument or as the value of a variable, never through a shell, and an argument that
// a field turns into an option is refused.
package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
)

// Row is a row that a command runs for.
type Row struct {
	ID     string
	Record any    // its JSON
	Site   string // "" for that of the place
}

// Place is where a command was called. Its values are variables of the program.
type Place struct{ Pane, Site string }

// Fault is the reason why a command does not run for a row.
type Fault string

// The faults.
const (
	NoField  Fault = "no_field" // the row has no such field, or it is null
	IsOption Fault = "is_option"
	HasNUL   Fault = "has_nul" // no argument or variable can contain it
	TooLong  Fault = "too_long"
	BadID    Fault = "bad_id" // too long, or with NUL
)

// Refused is the error of a row that a command does not run for.
type Refused struct {
	Fault    Fault
	ID       string // of the row
	Argument string // of the configuration
	Field    string // of NoField
}

func (e *Refused) Error() string {
	return fmt.Sprintf("%s: %s %s in %s", e.ID, e.Fault, e.Field, e.Argument)
}

// The limits of what a program gets. Linux takes arguments and variables of at most 128 kB.
const (
	maxArgument = 64 << 10
	maxVariable = 16 << 10
	maxFields   = 100 // that are variables
)

// Prepare returns the programs that a command runs for rows: one for each row, or one for
// all of them. The error is a *Refused, and then nothing is to run.
func Prepare(c *config.Command, rows []Row, at Place) ([]program.Program, error) {
	base := program.Program{
		Argv:   c.Run,
		Hidden: c.Hidden,
		Env:    at.variables(rows...),
	}
	if !c.Each.V {
		for _, r := range rows {
			line, err := api.Marshal(r.Record)
			if err != nil {
				return nil, err
			}
			base.Input = append(append(base.Input, line...), '\n')
		}
		return []program.Program{base}, nil
	}
	programs := make([]program.Program, len(rows))
	for i, r := range rows {
		p := base
		record, err := api.Marshal(r.Record)
		if err != nil {
			return nil, err
		}
		if p.Argv, err = arguments(c.Run, r.ID, record); err != nil {
			return nil, err
		}
		if !isVariable(r.ID) {
			return nil, &Refused{Fault: BadID, ID: r.ID, Argument: "CHANNELDECK_ID"}
		}
		p.Env = slices.Concat(
			at.variables(r),
			[]string{"CHANNELDECK_ID=" + r.ID},
			fieldVariables(record),
		)
		programs[i] = p
	}
	return programs, nil
}

// variables are those of a program for rows, which may be of several sites.
func (p Place) variables(rows ...Row) []string {
	list := []string{"CHANNELDECK_PANE=" + p.Pane}
	if p.Site == "" {
		return list
	}
	var sites []string
	for _, r := range rows {
		site := cmp.Or(r.Site, p.Site)
		if !slices.Contains(sites, site) {
			sites = append(sites, site)
		}
	}
	return append(list, "CHANNELDECK_SITE="+strings.Join(sites, ","))
}

// arguments returns the arguments of a program for a row.
func arguments(run []string, id string, record jsontext.Value) ([]string, error) {
	argv := make([]string, len(run))
	for i, template := range run {
		refused := &Refused{ID: id, Argument: template}
		arg, err := program.Expand(template, func(field string) (string, error) {
			text, ok := fieldOf(record, field)
			if !ok {
				refused.Fault = NoField
				refused.Field = field
				return "", refused
			}
			return text, nil
		})
		switch {
		case err != nil:
			return nil, err
		case strings.Contains(arg, "\x00"):
			refused.Fault = HasNUL
		case len(arg) > maxArgument:
			refused.Fault = TooLong
		case program.BeginsWithField(template) && strings.HasPrefix(arg, "-"):
			refused.Fault = IsOption
		}
		if refused.Fault != "" {
			return nil, refused
		}
		argv[i] = arg
	}
	return argv, nil
}

// fieldOf returns the text of a field such as nickname or work.title; ok is false where it is
// missing or null.
func fieldOf(record jsontext.Value, field string) (text string, ok bool) {
	name, rest, nested := strings.Cut(field, ".")
	for member, value := range api.Members(record) {
		if member != name {
			continue
		}
		if nested {
			return fieldOf(value, rest)
		}

		return textOf(value)
	}
	return "", false
}

// textOf returns a string as it is, and other values as JSON.
func textOf(v jsontext.Value) (text string, ok bool) {
	switch v.Kind() {
	case 'n':
		return "", false
	case '"':
		err := json.Unmarshal(v, &text, jsontext.AllowInvalidUTF8(true))
		return text, err == nil
	}
	return string(v), true
}

// isVariable reports whether a text can be the value of a variable.
func isVariable(text string) bool {
	return len(text) <= maxVariable && !strings.Contains(text, "\x00")
}

// fieldVariables returns the fields of a row that are no objects and no lists as variables:
// CHANNELDECK_FIELD_ and the name in capitals. The prefix keeps a field from changing a
// setting of channeldeck. Fields that cannot be variables are left out, and of several with
// one name those after the first.
func fieldVariables(record jsontext.Value) []string {
	var list []string
	taken := map[string]bool{}
	for member, value := range api.Members(record) {
		text, ok := textOf(value)
		name := strings.ToUpper(member)
		isName := name != "" && len(name) <= 64 &&
			strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
		if ok && isName && !taken[name] && value.Kind() != '{' && value.Kind() != '[' &&
			isVariable(text) &&
			len(list) < maxFields {
			taken[name] = true
			list = append(list, "CHANNELDECK_FIELD_"+name+"="+text)
		}
	}
	return list
}
