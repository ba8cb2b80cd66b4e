package transcript

import "github.com/go-json-experiment/json/jsontext"

// visitor is told what a JSON value holds, JSON in strings opened. The elements
// of an array bear the name of the array.
type visitor interface {
	text(name []byte, v jsontext.Value) // a string
	open(name []byte)                   // an object begins
	close()
}

// walk reads v in one pass, whatever its depth.
func walk(v jsontext.Value, to visitor) { walkNamed(v, nil, to, 0) }

func walkNamed(v jsontext.Value, name []byte, to visitor, opened int) {
	var r reader
	dec := r.reset(v)
	names := [][]byte{name} // of the containers that are open
	for first := true; ; first = false {
		depth := dec.StackDepth()
		if depth == 0 && !first {
			return
		}
		parent, n := dec.StackIndex(depth)
		switch kind := dec.PeekKind(); {
		case kind == '{' || kind == '[':
			if _, err := dec.ReadToken(); err != nil {
				return
			}
			names = append(names, name)
			if kind == '{' {
				to.open(name)
			}
		case kind == '}' || kind == ']':
			if _, err := dec.ReadToken(); err != nil {
				return
			}
			if kind == '}' {
				to.close()
			}
			names = names[:len(names)-1]
			name = names[len(names)-1]
		default:
			scalar, ok := r.next()
			if !ok {
				return
			}
			if parent == '{' && n%2 == 0 {
				name = unquote(scalar)
				continue
			}
			if kind != '"' {
				continue
			}
			if inner := openString(scalar); inner.Kind() != '"' && opened < maxOpened {
				walkNamed(inner, name, to, opened+1)
			} else {
				to.text(name, scalar)
			}
		}
	}
}
