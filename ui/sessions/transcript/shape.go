package transcript

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/go-json-experiment/json/jsontext"
)

// shape is what the input or the output of a call is by its form, never by the name
// of the tool. Each has a better display than JSON.
type shape struct {
	kind  shapeKind
	path  string // shapeEdit: of the file
	edits []edit
	patch string // shapeEdit: a unified patch
	text  string // shapeCommand: the command; shapeStreams: what it printed; shapeNumbered: the lines
	exit  string // shapeStreams: the exit code, "" if none was sent
	todos []todo
	rest  []member // members beyond the shape, shown as JSON below it
}

type shapeKind uint8

const (
	shapeNone     shapeKind = iota
	shapeEdit               // a change of a file
	shapeCommand            // a shell command
	shapeStreams            // what a command printed, and its exit code
	shapeTodos              // a to-do list
	shapeNumbered           // lines of a file with their numbers
)

type edit struct{ before, after string }

type todo struct {
	text, status string
	rest         []member
}

// shapeOf recognises a value. It looks at the members of an object once.
func shapeOf(v jsontext.Value) shape {
	switch v = openString(v); v.Kind() {
	case '"':
		if s := string(unquote(v)); isNumbered(s) {
			return shape{kind: shapeNumbered, text: s}
		}
	case '{':
		ms, _ := new(reader).object(v, nil)
		for _, read := range []func([]member) shape{editShape, commandShape, streamsShape, todosShape} {
			if s := read(ms); s.kind != shapeNone {
				return s
			}
		}
	}
	return shape{}
}

// editShape is {path, old_string, new_string}, {path, edits: [{old…, new…}]} or a
// unified patch.
func editShape(ms []member) shape {
	var s shape
	one, isOne := editOf(ms, func(m member) {
		switch string(m.name) {
		case "path", "file_path", "filePath", "filename", "file":
			if s.path == "" && m.set(&s.path) {
				return
			}
		case "edits":
			if items, ok := new(reader).array(m.value, nil); ok && s.edits == nil {
				for _, item := range items {
					inner, _ := new(reader).object(item, nil)
					var rest []member
					e, ok := editOf(inner, func(m member) { rest = append(rest, m) })
					if !ok || len(rest) > 0 {
						s.edits = nil
						break
					}
					s.edits = append(s.edits, e)
				}
				if s.edits != nil {
					return
				}
			}
		case "patch", "diff":
			if text := m.string(); s.patch == "" && strings.Contains("\n"+text, "\n@@") {
				s.patch = text
				return
			}
		}
		s.rest = append(s.rest, m)
	})
	if isOne {
		s.edits = append([]edit{one}, s.edits...)
	}
	if s.patch != "" || s.path != "" && len(s.edits) > 0 {
		s.kind = shapeEdit
	}
	return s
}

// editOf reads the text before and after a change, and hands the other members on.
func editOf(ms []member, other func(member)) (e edit, ok bool) {
	var before, after bool
	for _, m := range ms {
		switch string(m.name) {
		case "old_string", "oldText", "oldString", "old_str":
			if !before && m.set(&e.before) {
				before = true
				continue
			}
		case "new_string", "newText", "newString", "new_str":
			if !after && m.set(&e.after) {
				after = true
				continue
			}
		}
		other(m)
	}
	return e, before && after
}

func commandShape(ms []member) shape {
	var s shape
	for _, m := range ms {
		if string(m.name) == "path" {
			return shape{} // an editor takes commands too
		}
		if string(m.name) == "command" && s.text == "" && m.set(&s.text) {
			continue
		}
		s.rest = append(s.rest, m)
	}
	if s.text != "" {
		s.kind = shapeCommand
	}
	return s
}

// streamsShape is {stdout, stderr, exitCode}, of which one stream must be there, or
// {output, exitCode}.
func streamsShape(ms []member) shape {
	var s shape
	var printed, plain string
	streams := false
	var outputs []member
	for _, m := range ms {
		switch string(m.name) {
		case "stdout", "stderr":
			if m.isString() {
				streams = true
				if text := strings.TrimRight(m.string(), "\n"); text != "" {
					printed = strings.TrimPrefix(printed+"\n"+text, "\n")
				}
				continue
			}
		case "output":
			if outputs == nil && m.set(&plain) {
				outputs = append(outputs, m)
				continue
			}
		case "exitCode", "exit_code", "code":
			if s.exit == "" && m.kind() == '0' {
				s.exit = string(m.value)
				continue
			}
		}
		s.rest = append(s.rest, m)
	}
	switch {
	case streams:
		s.rest = append(s.rest, outputs...)
	case s.exit != "" && outputs != nil:
		printed = strings.TrimRight(plain, "\n")
	default:
		return shape{}
	}
	s.kind, s.text = shapeStreams, Elide(printed)
	return s
}

// todosShape is {todos: [{content, status}]}.
func todosShape(ms []member) shape {
	var s shape
	for _, m := range ms {
		items, ok := []jsontext.Value(nil), false
		if string(m.name) == "todos" && s.todos == nil {
			items, ok = new(reader).array(m.value, nil)
		}
		for _, item := range items {
			inner, _ := new(reader).object(item, nil)
			var t todo
			for _, m := range inner {
				switch {
				case string(m.name) == "content" && m.set(&t.text), string(m.name) == "status" && m.set(&t.status):
				default:
					t.rest = append(t.rest, m)
				}
			}
			if t.text == "" || t.status == "" {
				ok = false
			}
			s.todos = append(s.todos, t)
		}
		if !ok {
			s.rest = append(s.rest, m)
		} else if len(s.todos) > 0 {
			s.kind = shapeTodos
		}
	}
	if s.kind != shapeTodos {
		return shape{}
	}
	return s
}

// isNumbered reports whether a text is lines of a file with their numbers, as tools
// that read files return them.
func isNumbered(s string) bool {
	first, lines := 0, 0
	for line := range strings.Lines(s) {
		n, _, ok := numberedLine(line)
		switch {
		case !ok && strings.TrimSpace(line) != "":
			return false
		case !ok:
		case lines == 0:
			first, lines = n, 1
		case n != first+lines:
			return false
		default:
			lines++
		}
	}
	return lines > 1
}

// numberedLine splits "   12→text"; the mark is an arrow, a tab or a bar.
func numberedLine(line string) (n int, text string, ok bool) {
	digits := strings.TrimLeft(line, " ")
	end := 0
	for end < len(digits) && end < 9 && '0' <= digits[end] && digits[end] <= '9' {
		end++
	}
	for _, mark := range []string{"→", "\t", "|", ": "} {
		if text, ok := strings.CutPrefix(digits[end:], mark); ok && end > 0 {
			n, _ = strconv.Atoi(digits[:end])
			return n, strings.TrimSuffix(text, "\n"), true
		}
	}
	return 0, "", false
}

// diffLine is a line of a change: removed, added, or kept.
type diffLine struct {
	kind TokenKind
	text string
}

// maxDiffed bounds what is compared: a longer text is shown as removed and added.
const maxDiffed = 64 << 10

// lines are the lines of a change, the kept ones included.
func (s *shape) lines() []diffLine {
	var all []diffLine
	add := func(kind TokenKind, text string) {
		if text != "" {
			for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				all = append(all, diffLine{kind, line})
			}
		}
	}
	for _, e := range s.edits {
		if len(e.before)+len(e.after) > maxDiffed {
			add(TokenRemoved, e.before)
			add(TokenAdded, e.after)
			continue
		}
		diff, err := udiff.ToUnifiedDiff("", "", e.before, udiff.Strings(e.before, e.after), len(e.before))
		if err != nil || len(diff.Hunks) == 0 {
			add(TokenText, e.before)
		}
		for _, h := range diff.Hunks {
			for _, line := range h.Lines {
				switch line.Kind {
				case udiff.Delete:
					add(TokenRemoved, line.Content)
				case udiff.Insert:
					add(TokenAdded, line.Content)
				default:
					add(TokenText, cmp.Or(line.Content, "\n"))
				}
			}
		}
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(s.patch, "\n"), "\n") {
		switch {
		case s.patch == "":
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "@@"):
			add(TokenName, line)
		case strings.HasPrefix(line, "+"):
			add(TokenAdded, line[1:])
		case strings.HasPrefix(line, "-"):
			add(TokenRemoved, line[1:])
		default:
			add(TokenText, cmp.Or(strings.TrimPrefix(line, " "), "\n"))
		}
	}
	return all
}

// write writes the value in the form of its shape.
func (s *shape) write(out sink) {
	switch s.kind {
	case shapeEdit:
		s.writeEdit(out)
	case shapeCommand:
		out.token(TokenPunct, []byte("$ "))
		out.text(Elide(s.text))
	case shapeStreams:
		out.text(s.text)
		if s.exit != "" {
			if s.text != "" {
				out.newLine(0)
			}
			out.token(TokenNumber, []byte("exit "+s.exit))
		}
	case shapeTodos:
		s.writeTodos(out)
	case shapeNumbered:
		s.writeNumbered(out)
	}
	for _, m := range s.rest {
		out.newLine(0)
		writeMember(out, m)
	}
}

func (s *shape) writeEdit(out sink) {
	if s.path != "" {
		out.token(TokenName, []byte(s.path))
	}
	for i, l := range s.lines() {
		if i > 0 || s.path != "" {
			out.newLine(0)
		}
		sign := map[TokenKind]string{TokenAdded: "+ ", TokenRemoved: "- ", TokenText: "  "}[l.kind]
		out.token(l.kind, []byte(sign+Elide(l.text)))
	}
}

func (s *shape) writeTodos(out sink) {
	for i, t := range s.todos {
		if i > 0 {
			out.newLine(0)
		}
		box, kind := "[ ] ", TokenText
		switch t.status {
		case "completed", "done":
			box, kind = "[x] ", TokenAdded
		case "in_progress", "active":
			box, kind = "[~] ", TokenName
		case "pending", "todo":
		default:
			box = "[" + t.status + "] "
		}
		out.token(kind, []byte(box))
		out.text(t.text)
		for _, m := range t.rest {
			out.newLine(2)
			writeMember(out, m)
		}
	}
}

func (s *shape) writeNumbered(out sink) {
	first := true
	for line := range strings.Lines(s.text) {
		if !first {
			out.newLine(0)
		}
		first = false
		n, text, ok := numberedLine(line)
		if !ok {
			continue
		}
		out.token(TokenPunct, []byte(strings.Repeat(" ", max(0, 5-len(strconv.Itoa(n))))+strconv.Itoa(n)+"  "))
		out.token(TokenText, []byte(Elide(text)))
	}
}

func writeMember(out sink, m member) {
	out.token(TokenName, m.name)
	out.token(TokenPunct, colon)
	layout(out, m.value, 0, 0)
}

// Result is what came of a call, for one line.
type Result struct {
	Kind ResultKind
	N, M int
	Text string
}

// ResultKind decides which fields of a [Result] are set.
type ResultKind uint8

const (
	// ResultNone is a call without a result that can be told in a few words.
	ResultNone ResultKind = iota
	// ResultBrief begins with Text.
	ResultBrief
	// ResultCount has N elements.
	ResultCount
	// ResultExit is the exit code N.
	ResultExit
	// ResultDiff adds N lines and removes M.
	ResultDiff
	// ResultTodos has N of M items done.
	ResultTodos
	// ResultLines is a file with N lines.
	ResultLines
)

// Result tells what came of the call, at most about limit runes of it.
func (t *Tool) Result(nested []Part, limit int) Result {
	switch s := shapeOf(t.Given()); s.kind {
	case shapeEdit:
		var r Result
		for _, l := range s.lines() {
			switch l.kind {
			case TokenAdded:
				r.N++
			case TokenRemoved:
				r.M++
			}
		}
		r.Kind = ResultDiff
		return r
	case shapeTodos:
		r := Result{Kind: ResultTodos, M: len(s.todos)}
		for _, t := range s.todos {
			if t.status == "completed" || t.status == "done" {
				r.N++
			}
		}
		return r
	}
	if t.Output == nil {
		return Result{}
	}
	for i := len(nested) - 1; i >= 0; i-- {
		if nested[i].Kind == KindText && !nested[i].Blank() {
			return Result{Kind: ResultBrief, Text: Excerpt(nested[i].Text, limit)}
		}
	}
	output := openString(t.Output)
	switch s := shapeOf(output); s.kind {
	case shapeStreams:
		if code, err := strconv.Atoi(s.exit); err == nil && code != 0 {
			return Result{Kind: ResultExit, N: code}
		}
		return Result{Kind: ResultBrief, Text: oneLine([]byte(s.text), limit)}
	case shapeNumbered:
		return Result{Kind: ResultLines, N: strings.Count(strings.TrimSuffix(s.text, "\n"), "\n") + 1}
	}
	if list, ok := onlyList(output); ok {
		return Result{Kind: ResultCount, N: list}
	}
	if text := Brief(output, limit); text != "" {
		return Result{Kind: ResultBrief, Text: text}
	}
	return Result{}
}

// onlyList counts the elements of an array, or of the one array of objects in an
// object, such as results or items.
func onlyList(v jsontext.Value) (n int, ok bool) {
	var list jsontext.Value
	switch v.Kind() {
	case '[':
		list = v
	case '{':
		ms, _ := new(reader).object(v, nil)
		for _, m := range ms {
			if m.kind() == '[' {
				if list != nil {
					return 0, false
				}
				list = m.value
			}
		}
	}
	items, _ := new(reader).array(list, nil)
	if len(items) == 0 && !bytes.Equal(list, []byte("[]")) {
		return 0, false
	}
	if blocks, typed := contentBlocks(v); typed && len(blocks) > 0 {
		return 0, false
	}
	return len(items), true
}

// About is what the input of the call says first, at most about limit runes of it.
func (t *Tool) About(limit int) string {
	switch s := shapeOf(t.Given()); s.kind {
	case shapeEdit:
		return cut(s.path, limit)
	case shapeCommand:
		return oneLine([]byte("$ "+s.text), limit)
	case shapeTodos:
		for _, t := range s.todos {
			if t.status == "in_progress" {
				return oneLine([]byte(t.text), limit)
			}
		}
		return ""
	}
	return Brief(t.Given(), limit)
}
