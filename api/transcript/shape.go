package transcript

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"channeldeck/api/jsonobject"

	"github.com/aymanbagabas/go-udiff"
	"github.com/go-json-experiment/json/jsontext"
)

// shape is the form in which an input or an output is shown: JSON, or a better form that
// is recognised by the members, never by the name of the tool.
type shape struct {
	json     jsontext.Value // nil for another form
	text     string
	language string // of the text, for highlighting
	about    string // the most important member, for one line
	result   Result
	rest     jsonobject.Object // members beyond the form, shown as JSON below the text
}

// Result is the result of a call in one line.
type Result struct {
	Kind     ResultKind
	N, Total int
	Text     string // how the output begins
}

// ResultKind is the meaning of the numbers of a [Result]. A result of no kind has only a text.
type ResultKind string

// The kinds of results.
const (
	ResultDiff  ResultKind = "diff"  // N lines were added, Total were removed
	ResultTodos ResultKind = "todos" // N of Total are done
	ResultExit  ResultKind = "exit"  // a command ended with the code N
	ResultCount ResultKind = "count" // N elements
)

// shapeOf recognises the shape of a value. A recogniser takes the members that it shows.
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
	members := jsonobject.Of(v)
	o := make(jsonobject.Object, len(members))
	for _, recognise := range []func(*jsonobject.Object) (shape, bool){
		editShape,
		fileShape,
		commandShape,
		streamsShape,
		todosShape,
	} {
		o = append(o[:0], members...)
		if s, ok := recognise(&o); ok {
			s.rest = o
			return s
		}
	}
	return shape{json: v, language: "json"}
}

func (s *shape) write(w *writer) {
	if s.json != nil {
		w.value(s.json, 0)
		return
	}
	w.text(s.text)
	w.members(s.rest, 0)
}

// textShape is a text. One of blanks is shown as JSON, in quotes, which make it visible.
func textShape(v jsontext.Value) (shape, bool) {
	text := jsonobject.String(v)
	if strings.TrimSpace(text) == "" {
		return shape{}, false
	}
	text = Elide(text)
	if strings.HasPrefix(text, patchMark) {
		return diffShape("", strings.Split(strings.TrimSuffix(text, "\n"), "\n")), true
	}
	return shape{
		text:   text,
		about:  text,
		result: Result{Text: text},
	}, true
}

// contentShape is the results of tool servers: {content: [{type, …}]}, or the array alone.
func contentShape(v jsontext.Value) (shape, bool) {
	if !bytes.Contains(v, []byte(`"type"`)) {
		return shape{}, false
	}
	items := jsonobject.Elements(v)
	rest := jsonobject.Of(v)
	if rest != nil {
		items = jsonobject.Elements(rest.Take(jsonobject.IsArray, "content"))
		rest.Take(jsonobject.IsBool, "isError") // decides the outcome
	}
	var w writer
	known := false
	for i, item := range items {
		if i > 0 {
			w.line(0)
		}
		known = w.content(item) || known
	}
	text := w.String()
	return shape{
		text:   text,
		about:  text,
		result: Result{Text: text},
		rest:   rest,
	}, known
}

// content writes an item. It reports false for an unknown type, which is written as JSON.
func (w *writer) content(raw jsontext.Value) bool {
	o := jsonobject.Of(raw)
	kind := o.TakeString("type")
	if kind == "text" {
		text := o.Take(jsonobject.IsString, "text")
		if text != nil {
			s := shapeOf(text)
			s.write(w)
			w.members(o, 0)
			return true
		}
	} else if isFile(kind) {
		f := readFile(&o)
		if f.Inline || f.URL != "" || f.Emptied || f.text != nil {
			w.text(f.String())
			if s := shapeOf(f.text); f.text != nil {
				w.line(0)
				s.text = strings.TrimSuffix(s.text, "\n")
				s.write(w)
			}
			w.members(o, 0)
			return true
		}
	}
	w.value(raw, 0)
	return false
}

// patchMark begins a patch of apply_patch.
const patchMark = "*** Begin Patch\n"

func filePath(o *jsonobject.Object) string {
	return o.TakeString("path", "file_path", "filePath", "filename", "file")
}

// editShape is {path, old_string, new_string}, {path, edits: [{oldText, newText}]} or a patch.
func editShape(o *jsonobject.Object) (shape, bool) {
	var lines []string
	path := filePath(o)
	changed := false
	if path != "" {
		lines = append(lines, path)
	}
	change := func(o *jsonobject.Object) bool {
		before := o.Find(jsonobject.IsString, "old_string", "oldText", "oldString", "old_str")
		after := o.Find(jsonobject.IsString, "new_string", "newText", "newString", "new_str")
		if before == nil || after == nil {
			return false
		}
		o.Take(jsonobject.IsString, "old_string", "oldText", "oldString", "old_str")
		o.Take(jsonobject.IsString, "new_string", "newText", "newString", "new_str")
		lines = append(
			lines,
			diffLines(string(jsonobject.Text(before)), string(jsonobject.Text(after)))...,
		)
		changed = true
		return true
	}
	change(o)
	for i, item := range jsonobject.Elements(o.Take(jsonobject.IsArray, "edits")) {
		edit := jsonobject.Of(item)
		if !change(&edit) {
			return shape{}, false
		}
		o.Add("edits."+strconv.Itoa(i+1)+".", edit)
	}
	if patch := string(jsonobject.Text(o.Find(
		jsonobject.IsString,
		"patch",
		"diff",
		"input",
	))); strings.HasPrefix(patch, patchMark) || strings.Contains("\n"+patch, "\n@@") {
		o.Take(jsonobject.IsString, "patch", "diff", "input")
		lines = append(lines, strings.Split(strings.TrimSuffix(patch, "\n"), "\n")...)
		changed = true
	} else if path == "" {
		return shape{}, false
	}
	return diffShape(path, lines), changed
}

// diffShape is the lines of a diff. Without a path it is about the first file that a patch names.
func diffShape(path string, lines []string) shape {
	result := Result{Kind: ResultDiff}
	for _, line := range lines {
		if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") {
			result.N++
		} else if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") {
			result.Total++
		} else if strings.HasPrefix(line, "*** ") {
			_, file, _ := strings.Cut(line, " File: ")
			path = cmp.Or(path, file)
		}
	}
	return shape{
		text:     Elide(strings.Join(lines, "\n")),
		language: "diff",
		about:    path,
		result:   result,
	}
}

// maxCompared bounds what is compared: a longer text is shown as removed and added.
const maxCompared = 64 << 10

// diffLines are the lines of a change with their signs, unchanged ones included.
func diffLines(before, after string) []string {
	var all []string
	add := func(sign, text string) {
		for line := range strings.Lines(text) {
			all = append(all, sign+strings.TrimSuffix(line, "\n"))
		}
	}
	if len(before)+len(after) > maxCompared {
		add("-", before)
		add("+", after)
		return all
	}
	diff, err := udiff.ToUnifiedDiff("", "", before, udiff.Strings(before, after), len(before))
	if err != nil || len(diff.Hunks) == 0 {
		add(" ", before)
	}
	for _, hunk := range diff.Hunks {
		for _, line := range hunk.Lines {
			switch line.Kind {
			case udiff.Delete:
				add("-", line.Content)
			case udiff.Insert:
				add("+", line.Content)
			default:
				add(" ", line.Content)
			}
		}
	}
	return all
}

// fileShape is {path, content}, {path, file_text} or {file: {filePath, content, startLine}}.
// With startLine the lines are numbered.
func fileShape(o *jsonobject.Object) (shape, bool) {
	file := *o
	nested := jsonobject.Of(o.Take(jsonobject.IsObject, "file"))
	if nested != nil {
		file = nested
	}
	name := filePath(&file)
	content := file.Find(jsonobject.IsString, "content", "file_text")
	file.Take(jsonobject.IsString, "content", "file_text")
	text := strings.TrimSuffix(string(jsonobject.Text(content)), "\n")
	if first, err := strconv.Atoi(string(file.Take(
		jsonobject.IsNumber,
		"startLine",
	))); err == nil {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = fmt.Sprintf("%6d  %s", first+i, line)
		}
		text = strings.Join(lines, "\n")
	}
	if nested == nil {
		*o = file
	} else {
		o.Add("file.", file)
	}
	s := shape{
		text:     name + "\n" + Elide(text),
		language: strings.TrimPrefix(path.Ext(name), "."),
		about:    name,
		result:   Result{Text: text},
	}
	if strings.ContainsFunc(s.language, func(r rune) bool {
		return !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	}) {
		s.language = ""
	}
	return s, name != "" && content != nil
}

// commandShape is {command}, a text or a list of words. An editor takes commands too, with a path.
func commandShape(o *jsonobject.Object) (shape, bool) {
	command := o.TakeString("command")
	words := jsonobject.Elements(o.Take(jsonobject.IsArray, "command"))
	if command == "" {
		command = commandLine(words)
	}
	line := "$ " + Elide(command)
	return shape{
		text:     line,
		about:    line,
		language: "console",
	}, command != "" && o.Find(jsonobject.Any, "path") == nil
}

// commandLine is the script that a shell is to run, else the words, quoted where they hold blanks.
func commandLine(words []jsontext.Value) string {
	line := make([]string, len(words))
	for i, word := range words {
		if word.Kind() != '"' {
			return ""
		}
		line[i] = string(jsonobject.Text(word))
	}
	if len(line) == 3 && strings.HasSuffix(line[0], "sh") &&
		(line[1] == "-c" || line[1] == "-lc") {
		return line[2]
	}
	for i, word := range line {
		if word == "" || strings.ContainsAny(word, " \t\n\"'$") {
			line[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(line, " ")
}

// streamsShape is {stdout, stderr, exitCode} with at least one stream, or {output, exitCode}.
func streamsShape(o *jsonobject.Object) (shape, bool) {
	stdout := o.Take(jsonobject.IsString, "stdout")
	stderr := o.Take(jsonobject.IsString, "stderr")
	exit := o.Take(jsonobject.IsNumber, "exitCode", "exit_code", "code")
	if stdout == nil && stderr == nil && exit != nil {
		stdout = o.Take(jsonobject.IsString, "output")
	}
	var all strings.Builder // has room for all: a long output is not copied
	all.Grow(len(stdout) + len(stderr) + len(exit) + len("\n\nexit "))
	jsonobject.WriteText(&all, withoutLineEnds(stdout))
	errors := withoutLineEnds(stderr)
	if all.Len() > 0 && len(errors) > 0 {
		all.WriteByte('\n')
	}
	jsonobject.WriteText(&all, errors)
	sent := all.String()
	output := Elide(printed(sent))
	s := shape{text: output, result: Result{Text: output}}
	code, err := strconv.Atoi(string(exit))
	if err == nil && code != 0 {
		s.result = Result{Kind: ResultExit, N: code}
	}
	if exit != nil && output != "" && output == sent {
		all.WriteString("\nexit " + string(exit))
		s.text = all.String()
	} else if exit != nil {
		s.text = strings.TrimPrefix(output+"\nexit "+string(exit), "\n")
	}
	return s, stdout != nil || stderr != nil
}

// withoutLineEnds returns what is between the quotes of a JSON string, without the line ends at its end.
func withoutLineEnds(v jsontext.Value) []byte {
	quoted := jsonobject.Quoted(v)
	for {
		end := len(quoted)
		for _, lineEnd := range []string{`\n`, `\u000a`, `\u000A`} {
			if bytes.HasSuffix(quoted, []byte(lineEnd)) {
				end -= len(lineEnd)
			}
		}
		before := end - len(bytes.TrimRight(quoted[:end], `\`))
		if end == len(quoted) || before%2 != 0 { // an escaped backslash and a letter
			return quoted
		}
		quoted = quoted[:end]
	}
}

// todosShape is {todos: [{content, status}]}, {newTodos} or {plan: [{step, status}]}.
func todosShape(o *jsonobject.Object) (shape, bool) {
	var w writer
	items := jsonobject.Elements(o.Take(jsonobject.IsArray, "todos", "newTodos", "plan"))
	s := shape{result: Result{Kind: ResultTodos, Total: len(items)}}
	for i, item := range items {
		todo := jsonobject.Of(item)
		content := todo.TakeString("content", "step")
		status := todo.TakeString("status")
		if content == "" || status == "" {
			return shape{}, false
		}
		box := status
		switch status {
		case "completed", "done":
			box = "x"
			s.result.N++
		case "in_progress", "active":
			box = "~"
			s.about = cmp.Or(s.about, content)
		case "pending", "todo":
			box = " "
		}
		if i > 0 {
			w.line(0)
		}
		w.text("[" + box + "] " + Elide(content))
		w.members(todo, 2)
	}
	s.text = w.String()
	return s, len(items) > 0
}

// Result returns the result of the call. nested are the parts of its output.
func (t *Tool) Result(nested []Part) Result {
	if s := shapeOf(t.Given()); s.result.Kind == ResultDiff || s.result.Kind == ResultTodos {
		return s.result
	}
	text := ""
	for _, p := range nested {
		if p.Kind == KindText && !p.Blank() {
			text = Excerpt(p.Text)
		}
	}
	if text != "" || t.Output == nil {
		return Result{Text: text}
	}
	short := *t
	short.Output = clip(t.Output)
	s := short.outputShape()
	if n, ok := listLength(s.json); ok {
		return Result{Kind: ResultCount, N: n}
	}
	if s.json != nil {
		s.result.Text = Brief(s.json)
	}
	s.result.Text = oneLine([]byte(s.result.Text))
	return s.result
}

// clip returns an output whose long text is cut after enough for one line: that of a string or of
// the streams of a command. JSON in a string, and a patch, whose lines are counted, stay whole.
func clip(v jsontext.Value) jsontext.Value {
	const long = 64 << 10
	if len(v) < long {
		return v
	}
	if v.Kind() == '"' {
		end := bytes.LastIndexByte(v[:long], ' ') // not within an escape
		text := bytes.TrimLeft(v[:long], `" `)
		if end < 0 || len(text) == 0 || strings.IndexByte(`{[\`, text[0]) >= 0 ||
			bytes.HasPrefix(text, []byte(strings.TrimSpace(patchMark))) {
			return v
		}
		return append(bytes.Clone(v[:end]), '"')
	}
	o := jsonobject.Of(v)
	if o.Find(jsonobject.IsString, "stdout", "stderr") == nil {
		return v
	}
	short := []byte("{")
	for _, m := range o {
		short, _ = jsontext.AppendQuote(short, m.Name)
		short = append(append(append(short, ':'), clip(m.Value)...), ',')
	}
	short[len(short)-1] = '}'
	return short
}

// outputShape returns the shape of the output. The output of a command is the text that a terminal
// shows.
func (t *Tool) outputShape() shape {
	s := shapeOf(t.Output)
	if s.json == nil && shapeOf(t.Given()).language == "console" {
		s.text, s.result.Text = printed(s.text), printed(s.result.Text)
	}
	return s
}

// listLength counts the elements of an array, or of the only array in an object. An empty
// one beside other members, such as warnings, counts nothing.
func listLength(v jsontext.Value) (n int, ok bool) {
	o := jsonobject.Of(v)
	if o != nil {
		i := slices.IndexFunc(o, func(m jsonobject.Member) bool {
			return m.Value.Kind() == '['
		})
		if i < 0 || slices.ContainsFunc(o[i+1:], func(m jsonobject.Member) bool { return m.Value.Kind() == '[' }) {
			return 0, false
		}
		v = o[i].Value
	}
	n = jsonobject.Count(v)
	isAlone := len(o) < 2
	return n, v.Kind() == '[' && (n > 0 || isAlone)
}

// About returns the most important member of the input in one line.
func (t *Tool) About() string {
	s := shapeOf(t.Given())
	if s.json == nil {
		return oneLine([]byte(s.about))
	}
	if about := Brief(s.json); about != "{}" {
		return about
	}
	return ""
}
