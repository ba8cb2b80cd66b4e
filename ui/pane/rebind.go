package pane

import (
	"maps"
	"slices"
	"strings"

	"channeldeck/ui/config"
)

// KeyFault is a kind of mistake in the configured keys.
type KeyFault uint8

// The faults.
const (
	NoSuchAction KeyFault = iota + 1
	NoSuchKey             // Key
	KeyTaken              // Key; Others: the actions that use it in the same place
)

// KeyProblem is a mistake in the keys of an action.
type KeyProblem struct {
	Fault  KeyFault
	Action string
	Key    string
	Others []string
}

// Binding holds the default keys of an action and those in use.
type Binding struct{ Standard, Keys []string }

// Binder makes the bindings that work at the same time, with Context.Bind.
type Binder func(*Context)

// scopes runs binders to collect the bindings of each, by action.
func scopes(c *Context, binders []Binder) []map[string]Binding {
	probe := *c
	all := make([]map[string]Binding, len(binders))
	for i, bind := range binders {
		all[i] = map[string]Binding{}
		probe.Bound = func(action string, standard, keys []string) {
			all[i][action] = Binding{standard, keys}
		}
		bind(&probe)
	}
	return all
}

// Bindings returns all bindings by action.
func Bindings(c *Context, binders []Binder) map[string]Binding {
	all := map[string]Binding{}
	for _, s := range scopes(c, binders) {
		maps.Copy(all, s)
	}
	return all
}

// Rebind stores the configured keys in a context before panes are created with it,
// and returns the mistakes in them. Two actions that work at the same time may
// share a key only if they share one by default; of two configured actions with the
// same key the second is reported.
func Rebind(c *Context, binders []Binder, own map[string][]string) []KeyProblem {
	if len(own) == 0 {
		return nil
	}
	var problems []KeyProblem
	c.Keys = map[string][]string{}
	actions := slices.Sorted(maps.Keys(own))
	for _, action := range actions {
		c.Keys[action] = []string{}
		for _, name := range own[action] {
			k := keyNamed(name)
			if !isKey(k) {
				problems = append(problems, KeyProblem{
					Fault:  NoSuchKey,
					Action: action,
					Key:    name,
				})
			}
			c.Keys[action] = append(c.Keys[action], k)
		}
	}
	all := scopes(c, binders)
	for _, action := range actions {
		exists := false
		others := map[string][]string{} // by key: the actions that use it too
		for _, bindings := range all {
			mine, ok := bindings[action]
			exists = exists || ok
			for other, theirs := range bindings {
				_, reported := own[other]
				if other == action || reported && other > action ||
					overlap(mine.Standard, theirs.Standard) {
					continue
				}
				for _, k := range mine.Keys {
					if slices.Contains(theirs.Keys, k) && !slices.Contains(others[k], other) {
						others[k] = append(others[k], other)
					}
				}
			}
		}
		if !exists {
			problems = append(problems, KeyProblem{Fault: NoSuchAction, Action: action})
		}
		for _, k := range slices.Sorted(maps.Keys(others)) {
			slices.Sort(others[k])
			problems = append(problems, KeyProblem{
				Fault:  KeyTaken,
				Action: action,
				Key:    ConfigKey(k),
				Others: others[k],
			})
		}
	}
	return problems
}

// keyNamed returns the name that bindings have for a key of the configuration.
func keyNamed(name string) string {
	before, ok := strings.CutSuffix(name, "space")
	if !ok || before != "" && !strings.HasSuffix(before, "+") { // backspace is another key
		return name
	}
	return before + " "
}

// ConfigKey returns the name that the configuration has for a key of a binding.
func ConfigKey(name string) string {
	return strings.Replace(name, " ", "space", 1)
}

func isKey(name string) bool {
	_, ok := KeyMsg(name)
	return ok && name != ""
}

// CommandProblems returns the mistakes in the keys of own commands, each with the index of
// its command. The binders are those of the panes. An own command may not take a key that
// its panes use; of two own commands with one key in one pane the second is reported.
func CommandProblems(
	c *Context,
	panes []string,
	binders []Binder,
	own []*config.Command,
) (problems []KeyProblem, of []int) {
	if len(own) == 0 {
		return nil, nil
	}
	all := scopes(c, binders)
	for i, mine := range own {
		p := KeyProblem{Fault: KeyTaken, Action: mine.Name.V, Key: mine.Key.V}
		k := keyNamed(p.Key)
		if !isKey(k) {
			if p.Fault = NoSuchKey; p.Key != "" { // a missing key is reported with the configuration
				problems = append(problems, p)
				of = append(of, i)
			}
			continue
		}
		for at, pane := range panes {
			if !mine.In(pane) {
				continue
			}
			for action, b := range all[at] {
				if slices.Contains(b.Keys, k) {
					p.Others = append(p.Others, action)
				}
			}
			for _, other := range own[:i] {
				if other.In(pane) && keyNamed(other.Key.V) == k {
					p.Others = append(p.Others, other.Name.V)
				}
			}
		}
		if slices.Sort(p.Others); len(p.Others) > 0 {
			p.Others = slices.Compact(p.Others)
			problems = append(problems, p)
			of = append(of, i)
		}
	}
	return problems, of
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool {
		return slices.Contains(b, k)
	})
}
