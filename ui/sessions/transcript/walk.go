package transcript

import "github.com/go-json-experiment/json/jsontext"

// walk visits the strings in a JSON value, with the names of their members, in one pass
// whatever its depth; JSON in strings is opened. The elements of an array have the
// name of the array.
func walk(v jsontext.Value, visit func(name []byte, v jsontext.Value)) { walkNamed(v, nil, visit, 0) }

func walkNamed(v jsontext.Value, name []byte, visit func([]byte, jsontext.Value), opened int) {
	var r reader
	dec := r.reset(v)
	names := [][]byte{name} // of the open containers
	for first := true; first || dec.StackDepth() > 0; first = false {
		parent, n := dec.StackIndex(dec.StackDepth())
		switch kind := dec.PeekKind(); kind {
		case '{', '[', '}', ']':
			if _, err := dec.ReadToken(); err != nil {
				return
			}
			if kind == '{' || kind == '[' {
				names = append(names, name)
				continue
			}
			names = names[:len(names)-1]
			name = names[len(names)-1]
		default:
			scalar, ok := r.next()
			switch {
			case !ok:
				return
			case parent == '{' && n%2 == 0:
				name = unquote(scalar)
			case kind == '"':
				if inner := openString(scalar); inner.Kind() != '"' && opened < maxOpened {
					walkNamed(inner, name, visit, opened+1)
				} else {
					visit(name, scalar)
				}
			}
		}
	}
}
