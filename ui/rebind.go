package ui

import (
	"maps"
	"slices"
	"strings"

	"channeldeck/ui/pane"
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

// place holds the bindings that work at the same time, by action.
type place map[string]Binding

// Bindings returns all bindings by action: those of the panes and the global ones.
func Bindings(c *pane.Context, makers []Maker) map[string]Binding {
	all := place{}
	for _, p := range places(c, makers) {
		maps.Copy(all, p)
	}
	return all
}

// places creates every pane to collect its bindings together with the global ones.
func places(c *pane.Context, makers []Maker) []place {
	probe := *c
	ask := func(make func(*pane.Context)) place {
		p := place{}
		probe.Bound = func(action string, standard, keys []string) { p[action] = Binding{standard, keys} }
		make(&probe)
		return p
	}
	global := ask(func(c *pane.Context) { newKeyMap(c) })
	all := []place{global}
	for _, m := range makers {
		p := ask(func(c *pane.Context) { m.Make(c) })
		maps.Copy(p, global)
		all = append(all, p)
	}
	return all
}

// Rebind stores the configured keys in a context before panes are created with it,
// and returns the mistakes in them. Two actions that work at the same time may
// share a key only if they share one by default; of two configured actions with the
// same key the second is reported.
func Rebind(c *pane.Context, makers []Maker, own map[string][]string) []KeyProblem {
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
			if _, ok := pane.KeyMsg(k); !ok || k == "" {
				problems = append(problems, KeyProblem{Fault: NoSuchKey, Action: action, Key: name})
			}
			c.Keys[action] = append(c.Keys[action], k)
		}
	}
	all := places(c, makers)
	for _, action := range actions {
		known := false
		others := map[string]map[string]bool{} // the actions that use each key
		for _, p := range all {
			mine, ok := p[action]
			known = known || ok
			for other, theirs := range p {
				_, reported := own[other]
				if !ok || other == action || reported && other > action || overlap(mine.Standard, theirs.Standard) {
					continue
				}
				for _, k := range mine.Keys {
					if slices.Contains(theirs.Keys, k) {
						if others[k] == nil {
							others[k] = map[string]bool{}
						}
						others[k][other] = true
					}
				}
			}
		}
		if !known {
			problems = append(problems, KeyProblem{Fault: NoSuchAction, Action: action})
		}
		for _, k := range slices.Sorted(maps.Keys(others)) {
			problems = append(problems, KeyProblem{Fault: KeyTaken, Action: action, Key: k, Others: slices.Sorted(maps.Keys(others[k]))})
		}
	}
	return problems
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool { return slices.Contains(b, k) })
}
