package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// editor changes single keys of a TOML text and leaves all else, comments and
// order too, as it was.
type editor struct{ text []byte }

// span is where things stand in the text, in bytes.
type span struct{ from, to int }

// layout is what the editor knows of one table.
type layout struct {
	header int             // end of the line of its [header]; -1 where there is none
	last   int             // end of the line of its last pair; -1 where it has none
	pairs  map[string]span // by key in lower case; only keys of one part
	first  int             // start of the first header of any table, or the end of the text
}

// set puts key = value into the table, in the place of an old value, below the
// table's other keys, or in a table of its own at the end.
func (ed *editor) set(table []string, key string, value any) error {
	line, err := toml.Marshal(map[string]any{key: value})
	if err != nil {
		return err
	}
	line = bytes.TrimRight(line, "\n")
	at := ed.layout(table)
	if pair, ok := at.pairs[strings.ToLower(key)]; ok {
		ed.replace(pair, line)
		return nil
	}
	line = append(line, '\n')
	switch {
	case at.last >= 0:
		ed.insertLine(at.last, line)
	case at.header >= 0:
		ed.insertLine(at.header, line)
	case len(table) == 0:
		ed.insertLine(ed.aboveComments(at.first), append(line, '\n'))
	default:
		block := append([]byte("["+strings.Join(table, ".")+"]\n"), line...)
		if len(ed.text) > 0 {
			block = append([]byte{'\n'}, block...)
		}
		ed.insertLine(len(ed.text), block)
	}
	return nil
}

// remove takes the key's whole line, or lines, out of the table.
func (ed *editor) remove(table []string, key string) {
	pair, ok := ed.layout(table).pairs[key]
	if !ok {
		return
	}
	pair.from = bytes.LastIndexByte(ed.text[:pair.from], '\n') + 1
	pair.to = ed.lineEnd(pair.to)
	ed.replace(pair, nil)
}

func (ed *editor) layout(table []string) layout {
	at := layout{header: -1, last: -1, pairs: map[string]span{}, first: len(ed.text)}
	var p unstable.Parser
	p.Reset(ed.text)
	here := len(table) == 0
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			names, end := keyPath(e)
			at.first = min(at.first, bytes.LastIndexByte(ed.text[:end], '\n')+1)
			here = e.Kind == unstable.Table && slices.Equal(names, table)
			if here {
				at.header = ed.lineEnd(end)
			}
		case unstable.KeyValue:
			if !here {
				continue
			}
			pair := span{int(e.Raw.Offset), int(e.Raw.Offset + e.Raw.Length)}
			at.last = ed.lineEnd(pair.to)
			if names, _ := keyPath(e); len(names) == 1 {
				at.pairs[names[0]] = pair
			}
		}
	}
	return at
}

// keyPath is the key of an expression in lower case, and where it ends.
func keyPath(e *unstable.Node) (names []string, end int) {
	for it := e.Key(); it.Next(); {
		n := it.Node()
		names = append(names, strings.ToLower(string(n.Data)))
		end = int(n.Raw.Offset + n.Raw.Length)
	}
	return names, end
}

// lineEnd is the end of the line that pos is in, its newline included.
func (ed *editor) lineEnd(pos int) int {
	if i := bytes.IndexByte(ed.text[pos:], '\n'); i >= 0 {
		return pos + i + 1
	}
	return len(ed.text)
}

// aboveComments steps over the comment lines right above a header: they speak
// of it.
func (ed *editor) aboveComments(pos int) int {
	for pos > 0 {
		start := bytes.LastIndexByte(ed.text[:pos-1], '\n') + 1
		if !bytes.HasPrefix(bytes.TrimSpace(ed.text[start:pos]), []byte("#")) {
			break
		}
		pos = start
	}
	return pos
}

// insertLine puts whole lines at the start of a line, or at the end of a text
// whose last line may lack its newline.
func (ed *editor) insertLine(pos int, line []byte) {
	if pos > 0 && ed.text[pos-1] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	ed.replace(span{pos, pos}, line)
}

func (ed *editor) replace(s span, with []byte) {
	ed.text = slices.Concat(ed.text[:s.from], with, ed.text[s.to:])
}
