package config

import (
	"maps"
	"slices"
)

// readKeys takes the bindings out of a table. The name of an action can have
// dots, so that TOML sees tables in tables. Whether there is such an action is
// not known here.
func (c *Config) readKeys(prefix string, table map[string]any) []error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(table)) {
		action := prefix + name
		if inner, ok := table[name].(map[string]any); ok {
			errs = append(errs, c.readKeys(action+".", inner)...)
			continue
		}
		keys, ok := texts(table[name])
		if !ok {
			errs = append(errs, c.KeysError(action, &Error{Kind: WrongType, Want: WantList}))
			continue
		}
		if c.Keys == nil {
			c.Keys = map[string][]string{}
		}
		c.Keys[action] = keys
	}
	return errs
}

func texts(v any) ([]string, bool) {
	list, ok := v.([]any)
	out := make([]string, len(list))
	for i, one := range list {
		var isText bool
		if out[i], isText = one.(string); !isText {
			return nil, false
		}
	}
	return out, ok
}

// KeysFrom is where the keys of an action stand.
func (c *Config) KeysFrom(action string) Origin { return c.doc.origin("keys." + action) }

// KeysError fills in where the keys stand that are wrong.
func (c *Config) KeysError(action string, e *Error) *Error {
	e.Key, e.From = "keys."+action, c.KeysFrom(action)
	e.Path, e.Line, e.Column = e.From.place()
	return e
}
