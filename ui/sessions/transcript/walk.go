package transcript

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// walker visits a JSON value and the values in it, in their order; JSON in strings is
// opened. members are those of an object. name is that of the member that a value
// belongs to, also of the elements of an array; platform is the member "platform" of
// the objects around.
type walker struct {
	reader reader
	visit  func(v jsontext.Value, members object, name, platform string)
}

func (w *walker) walk(v jsontext.Value) { w.nested(v, "", "", 0) }

func (w *walker) nested(v jsontext.Value, name, platform string, depth int) {
	const maxDepth = 30 // each level is read again
	if v = openString(v); v == nil || depth > maxDepth {
		return
	}
	members, _ := w.reader.object(v, nil)
	if own := members.find(isString, "platform"); own != nil {
		platform = string(unquote(own))
	}
	w.visit(v, members, name, platform)
	for _, m := range members {
		w.nested(m.Value, string(m.Name), platform, depth+1)
	}
	if w.reader.read(v, '[') {
		for _, item := range slices.Clone(w.reader.values) {
			w.nested(item, name, platform, depth+1)
		}
	}
}
