package local

import (
	"strings"

	"channeldeck/ui/resource"
)

// Setting is a setting that is in force.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// Settings returns the resource of settings.
func Settings(*resource.View) *resource.Resource[*Setting] {
	return resource.Members[*Setting]("config", "key", "value", "from")
}

// Key is an action with its keys.
type Key struct {
	Action string   `json:"action"`
	Keys   []string `json:"keys"`
	Does   string   `json:"does"`
}

// Keys returns the resource of actions.
func Keys(*resource.View) *resource.Resource[*Key] {
	r := resource.Members[*Key]("config", "action", "keys", "does")
	r.Columns[1].Of = func(k *Key) resource.Value {
		return resource.TextValue(strings.Join(k.Keys, " "))
	}
	return r
}

// Place is where a file is.
type Place struct {
	Path string `json:"path"`
}

// Places returns the resource of places.
func Places() *resource.Resource[*Place] {
	return resource.Members[*Place]("config", "path")
}
