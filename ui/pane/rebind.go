package pane

import (
	"maps"
	"slices"
	"strings"
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

// scope holds the bindings of a Binder, by action.
type scope map[string]Binding

// scopes runs binders to collect their bindings.
func scopes(c *Context, binders []Binder) []scope {
	probe := *c
	all := make([]scope, len(binders))
	for i, bind := range binders {
		s := scope{}
		probe.Bound = func(action string, standard, keys []string) { s[action] = Binding{standard, keys} }
		bind(&probe)
		all[i] = s
	}
	return all
}

// Bindings returns all bindings by action.
func Bindings(c *Context, binders []Binder) map[string]Binding {
	all := scope{}
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
			k := strings.Replace(name, "space", " ", 1)
			if _, ok := KeyMsg(k); !ok || k == "" {
				problems = append(problems, KeyProblem{Fault: NoSuchKey, Action: action, Key: name})
			}
			c.Keys[action] = append(c.Keys[action], k)
		}
	}
	all := scopes(c, binders)
	for _, action := range actions {
		if !slices.ContainsFunc(all, func(s scope) bool { _, ok := s[action]; return ok }) {
			problems = append(problems, KeyProblem{Fault: NoSuchAction, Action: action})
			continue
		}
		others := map[string]map[string]bool{} // by key: the actions that use it too
		for _, s := range all {
			s.addOthers(others, action, own)
		}
		for _, k := range slices.Sorted(maps.Keys(others)) {
			problems = append(problems, KeyProblem{Fault: KeyTaken, Action: action, Key: k, Others: slices.Sorted(maps.Keys(others[k]))})
		}
	}
	return problems
}

// addOthers adds the actions of the scope that use a key of action, except the
// configured ones, own, that come after it and are reported themselves.
func (s scope) addOthers(others map[string]map[string]bool, action string, own map[string][]string) {
	mine, ok := s[action]
	if !ok {
		return
	}
	for other, theirs := range s {
		_, reported := own[other]
		if other == action || reported && other > action || overlap(mine.Standard, theirs.Standard) {
			continue
		}
		for _, k := range mine.Keys {
			if !slices.Contains(theirs.Keys, k) {
				continue
			}
			if others[k] == nil {
				others[k] = map[string]bool{}
			}
			others[k][other] = true
		}
	}
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool { return slices.Contains(b, k) })
}
