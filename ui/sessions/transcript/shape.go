package transcript

import (
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/go-json-experiment/json/jsontext"
)

// shape is an input or an output that is better shown in another form than JSON. It
// is recognised by its members, never by the name of the tool.
type shape struct {
	text     string // as it is shown
	language string // of the text, for highlighting
	about    string // its most important member, for one line
	result   Result
	rest     []member // members beyond the shape, shown as JSON below the text
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

// shapeOf recognises a value.
func shapeOf(v jsontext.Value) (shape, bool) {
	switch v = openString(v); v.Kind() {
	case '"':
		return numberedShape(v)
	case '{':
		ms, _ := new(reader).object(v, nil)
		for _, read := range []func([]member) (shape, bool){editShape, commandShape, streamsShape, todosShape} {
			if s, ok := read(ms); ok {
				return s, true
			}
		}
	}
	return shape{}, false
}

func (s *shape) write(w *writer) {
	w.text(s.text)
	for _, m := range s.rest {
		w.member(string(m.name), m.value, 0)
	}
}

// change is a text before and after an edit.
type change struct{ before, after string }

// editShape is {path, old_string, new_string}, {path, edits: [{oldText, newText}]} or
// a unified patch.
func editShape(ms []member) (shape, bool) {
	s := shape{language: "diff", result: Result{Kind: ResultDiff}}
	patch := ""
	var changes []change
	one, isOne := changeOf(ms, func(m member) {
		switch string(m.name) {
		case "path", "file_path", "filePath", "filename", "file":
			if s.about == "" && m.set(&s.about) {
				return
			}
		case "edits":
			if list, ok := changesOf(m.value); ok {
				changes = append(changes, list...)
				return
			}
		case "patch", "diff":
			if text := m.string(); patch == "" && strings.Contains("\n"+text, "\n@@") {
				patch = text
				return
			}
		}
		s.rest = append(s.rest, m)
	})
	if isOne {
		changes = append(changes, one)
	}
	if patch == "" && (s.about == "" || changes == nil) {
		return shape{}, false
	}
	var lines []string
	if s.about != "" {
		lines = append(lines, s.about)
	}
	for _, c := range changes {
		lines = append(lines, c.lines()...)
	}
	if patch != "" {
		lines = append(lines, strings.Split(strings.TrimSuffix(patch, "\n"), "\n")...)
	}
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++"):
			s.result.N++
		case strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---"):
			s.result.M++
		}
	}
	s.text = Elide(strings.Join(lines, "\n"))
	return s, true
}

func changesOf(v jsontext.Value) ([]change, bool) {
	items, ok := new(reader).array(v, nil)
	var changes []change
	for _, item := range items {
		ms, _ := new(reader).object(item, nil)
		others := 0
		c, isChange := changeOf(ms, func(member) { others++ })
		ok = ok && isChange && others == 0
		changes = append(changes, c)
	}
	return changes, ok && len(changes) > 0
}

// changeOf reads a change and hands the other members on.
func changeOf(ms []member, other func(member)) (c change, ok bool) {
	var before, after bool
	for _, m := range ms {
		switch string(m.name) {
		case "old_string", "oldText", "oldString", "old_str":
			if !before && m.set(&c.before) {
				before = true
				continue
			}
		case "new_string", "newText", "newString", "new_str":
			if !after && m.set(&c.after) {
				after = true
				continue
			}
		}
		other(m)
	}
	return c, before && after
}

// maxCompared bounds what is compared: a longer text is shown as removed and added.
const maxCompared = 64 << 10

// lines are the lines of a change with their signs, unchanged ones included.
func (c change) lines() []string {
	var all []string
	add := func(sign, text string) {
		if text != "" {
			for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
				all = append(all, sign+line)
			}
		}
	}
	if len(c.before)+len(c.after) > maxCompared {
		add("-", c.before)
		add("+", c.after)
		return all
	}
	diff, err := udiff.ToUnifiedDiff("", "", c.before, udiff.Strings(c.before, c.after), len(c.before))
	if err != nil || len(diff.Hunks) == 0 {
		add(" ", c.before)
	}
	for _, hunk := range diff.Hunks {
		for _, line := range hunk.Lines {
			add(map[udiff.OpKind]string{udiff.Delete: "-", udiff.Insert: "+", udiff.Equal: " "}[line.Kind], line.Content)
		}
	}
	return all
}

// commandShape is {command}. An editor takes commands too, with a path.
func commandShape(ms []member) (shape, bool) {
	s := shape{language: "console"}
	for _, m := range ms {
		if string(m.name) == "path" {
			return shape{}, false
		}
		if string(m.name) == "command" && s.text == "" && m.set(&s.text) {
			continue
		}
		s.rest = append(s.rest, m)
	}
	if s.text == "" {
		return shape{}, false
	}
	s.text = "$ " + Elide(s.text)
	s.about = s.text
	return s, true
}

// streamsShape is {stdout, stderr, exitCode}, of which one stream must be there, or
// {output, exitCode}.
func streamsShape(ms []member) (shape, bool) {
	var s shape
	var printed []string
	var exit, plain string
	var output []member
	streams := false
	for _, m := range ms {
		switch string(m.name) {
		case "stdout", "stderr":
			if m.isString() {
				streams = true
				printed = append(printed, strings.TrimRight(m.string(), "\n"))
				continue
			}
		case "output":
			if output == nil && m.set(&plain) {
				output = append(output, m)
				continue
			}
		case "exitCode", "exit_code", "code":
			if exit == "" && m.kind() == '0' {
				exit = string(m.value)
				continue
			}
		}
		s.rest = append(s.rest, m)
	}
	switch {
	case streams:
		s.rest = append(s.rest, output...)
	case exit != "" && output != nil:
		printed = append(printed, strings.TrimRight(plain, "\n"))
	default:
		return shape{}, false
	}
	s.text = Elide(strings.Join(compact(printed), "\n"))
	s.result = Result{Kind: ResultBrief, Text: s.text}
	if code, err := strconv.Atoi(exit); err == nil && code != 0 {
		s.result = Result{Kind: ResultExit, N: code}
	}
	if exit != "" {
		s.text = strings.TrimPrefix(s.text+"\nexit "+exit, "\n")
	}
	return s, true
}

// todosShape is {todos: [{content, status}]}.
func todosShape(ms []member) (shape, bool) {
	var s shape
	var w writer
	for _, m := range ms {
		if string(m.name) != "todos" || s.result.Kind != ResultNone {
			s.rest = append(s.rest, m)
			continue
		}
		items, _ := new(reader).array(m.value, nil)
		for _, item := range items {
			var content, status string
			var rest []member
			todo, _ := new(reader).object(item, nil)
			for _, m := range todo {
				if string(m.name) == "content" && m.set(&content) || string(m.name) == "status" && m.set(&status) {
					continue
				}
				rest = append(rest, m)
			}
			if content == "" || status == "" {
				return shape{}, false
			}
			box := "[" + status + "] "
			switch status {
			case "completed", "done":
				box = "[x] "
				s.result.N++
			case "in_progress", "active":
				box = "[~] "
				if s.about == "" {
					s.about = content
				}
			case "pending", "todo":
				box = "[ ] "
			}
			if len(w.out) > 0 {
				w.line(0)
			}
			w.text(box + Elide(content))
			for _, m := range rest {
				w.member(string(m.name), m.value, 2)
			}
		}
		s.result.Kind, s.result.M = ResultTodos, len(items)
	}
	s.text = string(w.out)
	return s, s.result.M > 0
}

// numberedShape is a text of the lines of a file with their numbers, as tools that
// read files return it.
func numberedShape(v jsontext.Value) (shape, bool) {
	var out []string
	first := 0
	for line := range strings.Lines(string(unquote(v))) {
		n, text, ok := numberedLine(strings.TrimSuffix(line, "\n"))
		if len(out) == 0 {
			first = n
		}
		if !ok || n != first+len(out) {
			return shape{}, false
		}
		number := strconv.Itoa(n)
		out = append(out, strings.Repeat(" ", max(0, 5-len(number)))+number+"  "+Elide(text))
	}
	return shape{text: strings.Join(out, "\n"), result: Result{Kind: ResultLines, N: len(out)}}, len(out) > 1
}

// numberedLine splits "   12→text"; the mark is an arrow, a tab or a bar.
func numberedLine(line string) (n int, text string, ok bool) {
	line = strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(line, "0123456789")
	n, err := strconv.Atoi(line[:len(line)-len(rest)])
	for _, mark := range []string{"→", "\t", "|", ": "} {
		if text, ok := strings.CutPrefix(rest, mark); ok && err == nil {
			return n, text, true
		}
	}
	return 0, "", false
}

// Result returns what came of the call, at most about limit runes of it. nested are
// the parts of its output.
func (t *Tool) Result(nested []Part, limit int) Result {
	if s, ok := shapeOf(t.Given()); ok && s.result.Kind != ResultNone {
		return s.result
	}
	for i := len(nested) - 1; i >= 0; i-- {
		if nested[i].Kind == KindText && !nested[i].Blank() {
			return Result{Kind: ResultBrief, Text: Excerpt(nested[i].Text, limit)}
		}
	}
	s, ok := shapeOf(t.Output)
	switch {
	case t.Output == nil:
		return Result{}
	case ok && s.result.Kind == ResultBrief:
		return Result{Kind: ResultBrief, Text: oneLine([]byte(s.result.Text), limit)}
	case ok:
		return s.result
	}
	output := openString(t.Output)
	if n, ok := listLength(output); ok {
		return Result{Kind: ResultCount, N: n}
	}
	return Result{Kind: ResultBrief, Text: Brief(output, limit)}
}

// listLength counts the elements of an array, or of the only array in an object.
func listLength(v jsontext.Value) (n int, ok bool) {
	list := v
	if v.Kind() == '{' {
		list = nil
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
	items, ok := new(reader).array(list, nil)
	return len(items), ok && !isContent(v)
}

// About is the most important member of the input, at most about limit runes of it.
func (t *Tool) About(limit int) string {
	if s, ok := shapeOf(t.Given()); ok {
		return oneLine([]byte(s.about), limit)
	}
	return Brief(t.Given(), limit)
}

// language is that of an input or output for highlighting and for fences.
func language(v jsontext.Value) string {
	if s, ok := shapeOf(v); ok {
		return s.language
	}
	if v = openString(v); v.Kind() == '"' || isContent(v) {
		return ""
	}
	return "json"
}

func isContent(v jsontext.Value) bool {
	_, ok := contentBlocks(v)
	return ok
}
