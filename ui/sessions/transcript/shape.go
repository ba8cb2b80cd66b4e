package transcript

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/go-json-experiment/json/jsontext"
)

// shape is how an input or an output is shown: JSON, or the better form that its
// members call for, never the name of the tool.
type shape struct {
	json     jsontext.Value // nil for another form
	text     string
	language string // of the text, for highlighting
	about    string // the most important member, for one line
	result   Result
	rest     []member // members beyond the form, shown as JSON below the text
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
	ResultNone  ResultKind = iota // no result
	ResultBrief                   // begins with Text
	ResultCount                   // has N elements
	ResultExit                    // the exit code N
	ResultDiff                    // adds N lines and removes M
	ResultTodos                   // has N of M items done
	ResultLines                   // a file with N lines
)

func shapeOf(v jsontext.Value) shape {
	v = openString(v)
	if v.Kind() == '"' {
		if s, ok := textShape(v); ok {
			return s
		}
	}
	if s, ok := contentShape(v); ok {
		return s
	}
	if v.Kind() == '{' {
		ms, _ := new(reader).object(v, nil)
		for _, read := range []func([]member) (shape, bool){editShape, commandShape, streamsShape, todosShape} {
			if s, ok := read(ms); ok {
				return s
			}
		}
	}
	return shape{json: v, language: "json"}
}

func (s *shape) write(w *writer) {
	if s.json != nil {
		w.value(s.json, 0, 0)
		return
	}
	w.text(s.text)
	for _, m := range s.rest {
		w.member(string(m.name), m.value, 0)
	}
}

// textShape is a text. One of blanks is shown as JSON, in quotes, because it could
// not be seen.
func textShape(v jsontext.Value) (shape, bool) {
	text := string(unquote(v))
	if strings.TrimSpace(text) == "" {
		return shape{}, false
	}
	s := shape{text: Elide(text)}
	if d, ok := parseDataURL([]byte(text)); ok {
		f := d.file([]byte(text))
		s.text = f.String()
	}
	s.about, s.result = s.text, Result{Kind: ResultBrief, Text: s.text}
	if lines := numbered(text); lines != nil {
		s.text, s.result = strings.Join(lines, "\n"), Result{Kind: ResultLines, N: len(lines)}
	}
	return s, true
}

// numbered returns the lines of a file with their numbers, as tools that read files
// return them, nil for another text.
func numbered(text string) []string {
	var lines []string
	first := 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimSuffix(line, "\n"), " ")
		rest := strings.TrimLeft(line, "0123456789")
		n, err := strconv.Atoi(line[:len(line)-len(rest)])
		if len(lines) == 0 {
			first = n
		}
		code, ok := cutMark(rest)
		if err != nil || !ok || n != first+len(lines) {
			return nil
		}
		number := strconv.Itoa(n)
		lines = append(lines, strings.Repeat(" ", max(0, 5-len(number)))+number+"  "+Elide(code))
	}
	if len(lines) < 2 {
		return nil
	}
	return lines
}

// cutMark cuts what stands between the number and the text of a line.
func cutMark(s string) (string, bool) {
	for _, mark := range []string{"→", "\t", "|", ": "} {
		if text, ok := strings.CutPrefix(s, mark); ok {
			return text, true
		}
	}
	return "", false
}

// contentShape is the form of results of tool servers, {content: [{type, …}]}, or an
// array of such content.
func contentShape(v jsontext.Value) (shape, bool) {
	if !bytes.Contains(v, []byte(`"type"`)) {
		return shape{}, false
	}
	var s shape
	items, ok := new(reader).array(v, nil)
	if !ok {
		ms, _ := new(reader).object(v, nil)
		for _, m := range ms {
			switch string(m.name) {
			case "content":
				items, ok = new(reader).array(m.value, nil)
			case "isError": // decides the outcome
			default:
				s.rest = append(s.rest, m)
			}
		}
	}
	var w writer
	typed := false
	for _, item := range items {
		if len(w.out) > 0 {
			w.line(0)
		}
		typed = w.content(item) || typed
	}
	s.text = string(w.out)
	s.about, s.result = s.text, Result{Kind: ResultBrief, Text: s.text}
	return s, ok && typed
}

// content writes an item and its other fields. It reports false for an unknown type,
// which is written as JSON.
func (w *writer) content(raw jsontext.Value) bool {
	ms, _ := new(reader).object(raw, nil)
	var kind string
	var text jsontext.Value
	var rest []member
	f := &File{}
	for _, m := range ms {
		inner := []member{m}
		switch string(m.name) {
		case "type":
			m.set(&kind)
			continue
		case "text":
			text = m.value
			continue
		case "source":
			if source, ok := new(reader).object(m.value, nil); ok {
				inner = source
			}
		}
		for _, i := range inner {
			switch isSource := len(inner) != 1 || string(i.name) != string(m.name); {
			case f.member(i), isSource && string(i.name) == "type":
			case isSource:
				rest = append(rest, member{append([]byte("source."), i.name...), i.value})
			default:
				rest = append(rest, i)
			}
		}
	}
	isFile := kind == "image" || kind == "audio" || kind == "media" || kind == "file" || kind == "document"
	switch {
	case kind == "text" && text.Kind() == '"' && f.String() == "":
		s := shapeOf(text)
		s.write(w)
	case isFile && text == nil && (f.Inline || f.URL != ""):
		w.text(f.String())
	default:
		w.value(raw, 0, 0)
		return false
	}
	for _, m := range rest {
		w.member(string(m.name), m.value, 0)
	}
	return true
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
	lines := compact([]string{s.about})
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
		c, isChange := changeOf(ms, func(member) { ok = false })
		ok = ok && isChange
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
	command := ""
	for _, m := range ms {
		if string(m.name) == "path" {
			return shape{}, false
		}
		if string(m.name) != "command" || command != "" || !m.set(&command) {
			s.rest = append(s.rest, m)
		}
	}
	s.text = "$ " + Elide(command)
	s.about = s.text
	return s, command != ""
}

// streamsShape is {stdout, stderr, exitCode}, of which one stream must be there, or
// {output, exitCode}.
func streamsShape(ms []member) (shape, bool) {
	var s shape
	var exit, output string
	var printed []string
	var others []member // that are shown if there are no streams
	for _, m := range ms {
		text := strings.TrimRight(m.string(), "\n")
		switch name := string(m.name); {
		case (name == "stdout" || name == "stderr") && m.isString():
			printed = append(printed, text)
		case name == "output" && m.isString() && others == nil:
			output, others = text, append(others, m)
		case (name == "exitCode" || name == "exit_code" || name == "code") && m.kind() == '0' && exit == "":
			exit = string(m.value)
		default:
			s.rest = append(s.rest, m)
		}
	}
	switch {
	case printed != nil:
		s.rest = append(s.rest, others...)
	case exit != "" && others != nil:
		printed = []string{output}
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
			box := map[string]string{"completed": "x", "done": "x", "in_progress": "~", "active": "~", "pending": " ", "todo": " "}[status]
			switch box {
			case "x":
				s.result.N++
			case "~":
				s.about = cmp.Or(s.about, content)
			}
			if len(w.out) > 0 {
				w.line(0)
			}
			w.text("[" + cmp.Or(box, status) + "] " + Elide(content))
			for _, m := range rest {
				w.member(string(m.name), m.value, 2)
			}
		}
		s.result.Kind, s.result.M = ResultTodos, len(items)
	}
	s.text = string(w.out)
	return s, s.result.M > 0
}

// Result returns what came of the call, at most about limit runes of it. nested are
// the parts of its output.
func (t *Tool) Result(nested []Part, limit int) Result {
	if s := shapeOf(t.Given()); s.result.Kind == ResultDiff || s.result.Kind == ResultTodos {
		return s.result
	}
	if t.Output == nil {
		return Result{}
	}
	r := Result{Kind: ResultBrief}
	for _, p := range nested {
		if p.Kind == KindText && !p.Blank() {
			r.Text = Excerpt(p.Text, limit)
		}
	}
	if r.Text != "" {
		return r
	}
	s := shapeOf(t.Output)
	if n, ok := listLength(s.json); ok {
		return Result{Kind: ResultCount, N: n}
	}
	if s.json == nil {
		r = s.result
	} else {
		r.Text = Brief(s.json, limit)
	}
	r.Text = oneLine([]byte(r.Text), limit)
	return r
}

// listLength counts the elements of an array, or of the only array in an object.
func listLength(v jsontext.Value) (n int, ok bool) {
	if v.Kind() == '{' {
		ms, _ := new(reader).object(v, nil)
		v = nil
		for _, m := range ms {
			if m.kind() == '[' {
				if v != nil {
					return 0, false
				}
				v = m.value
			}
		}
	}
	items, ok := new(reader).array(v, nil)
	return len(items), ok
}

// About is the most important member of the input, at most about limit runes of it.
func (t *Tool) About(limit int) string {
	s := shapeOf(t.Given())
	if s.json != nil {
		return Brief(s.json, limit)
	}
	return oneLine([]byte(s.about), limit)
}
