// Package form is a column of labelled fields of text or of a choice. A problem is shown below its
// field, and input is kept until the owner replaces the form.
package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Field configures a line of input.
type Field struct {
	ID     string
	Label  string
	Hint   string // shown while the field is empty
	Note   string // shown below the field
	Value  string // initial value
	Masked bool   // shown as bullets

	// Choices are the values of a field that takes no text: the arrow keys and the space bar
	// choose one.
	Choices []Choice

	// Check returns the problem of a value, or "". It runs when the focus leaves
	// the field and when the form is submitted; nil accepts every value.
	Check func(value string) string
}

// Choice is a value of a field, with what it shows.
type Choice struct{ ID, Label string }

// KeyMap are the keys of a form. All others are text. Pasted text chooses the choice that it is the ID or the label
// of.
type KeyMap struct {
	Next, Previous key.Binding
	Submit         key.Binding // on the last field; on the others it is Next
	Cancel         key.Binding
}

// Result is the outcome of a message.
type Result uint8

// Results.
const (
	Open      Result = iota // input continues
	Submitted               // all values are valid
	Cancelled
)

// Form is a form. Use New: the zero value is not usable.
type Form struct {
	theme         *theme.Theme
	keys          KeyMap
	fields        []*field
	Unlisted      string // the problem of pasted text that is none of the choices of a field
	failure       string // of the form as a whole
	focus         int
	width, height int
}

type field struct {
	Field
	input   input.Model
	chosen  int // of Choices
	problem string
	refused bool // what was pasted last is none of the choices
}

// value is the text without surrounding spaces; a masked one is kept as typed.
func (f *field) value() string {
	if len(f.Choices) > 0 {
		return f.Choices[f.chosen].ID
	}
	if f.Masked {
		return f.input.Value()
	}
	return strings.TrimSpace(f.input.Value())
}

// set replaces the value. A choice that there is not changes nothing.
func (f *field) set(value string) {
	f.input.SetValue(value)
	i := slices.IndexFunc(f.Choices, func(c Choice) bool {
		return c.ID == value
	})
	if i >= 0 {
		f.chosen = i
	}
}

// paste chooses what a text is the ID or the label of.
func (f *field) paste(s string) {
	s = strings.TrimSpace(text.Line(s))
	i := slices.IndexFunc(f.Choices, func(c Choice) bool {
		return strings.EqualFold(c.Label, s) || c.ID != "" && strings.EqualFold(c.ID, s)
	})
	if i >= 0 {
		f.chosen = i
	}
	f.refused = i < 0
}

func (f *field) check() {
	if f.Check != nil {
		f.problem = f.Check(f.value())
	}
}

// New returns a form of at least one field with the focus on the first.
func New(t *theme.Theme, keys KeyMap, fields []Field) *Form {
	f := &Form{theme: t, keys: keys}
	for _, config := range fields {
		in := input.New(t)
		in.Placeholder = text.Clean(config.Hint)
		if config.Masked {
			in.EchoMode = textinput.EchoPassword
			in.EchoCharacter = []rune(t.Glyphs.Bullet)[0]
		}
		one := &field{Field: config, input: in}
		one.set(config.Value)
		f.fields = append(f.fields, one)
	}
	f.setFocus(0)
	return f
}

// Reword takes the texts of the fields with the same IDs: labels, hints, notes and choices.
func (f *Form) Reword(fields []Field) {
	for _, to := range fields {
		one := f.find(to.ID)
		one.Label = to.Label
		one.Note = to.Note
		one.Choices = to.Choices
		one.input.Placeholder = text.Clean(to.Hint)
		if one.problem != "" {
			one.check()
		}
	}
}

// SetSize sets the room in cells.
func (f *Form) SetSize(width, height int) {
	f.width = width
	f.height = height
	for _, field := range f.fields {
		field.input.SetWidth(width - indent)
	}
}

// find returns the field with an ID or, if there is none, a field that is not shown.
func (f *Form) find(id string) *field {
	for _, field := range f.fields {
		if field.ID == id {
			return field
		}
	}
	return &field{input: input.New(f.theme)}
}

// Value returns the value of a field, without surrounding spaces unless it is
// masked.
func (f *Form) Value(id string) string { return f.find(id).value() }

// SetValue replaces the value of a field.
func (f *Form) SetValue(id, value string) {
	field := f.find(id)
	field.set(value)
	field.problem = ""
}

// SetWrong shows the problem of a field and moves the focus to it.
func (f *Form) SetWrong(id, problem string) {
	f.find(id).problem = problem
	f.SetFocus(id)
}

// Check shows the problem of the value of a field.
func (f *Form) Check(id string) { f.find(id).check() }

// ClearProblem removes the problem of a field.
func (f *Form) ClearProblem(id string) { f.find(id).problem = "" }

// SetNote replaces the note below a field.
func (f *Form) SetNote(id, note string) { f.find(id).Note = note }

// SetFailure shows why submitting failed, until the next change of a value; ""
// removes it.
func (f *Form) SetFailure(why string) { f.failure = why }

// Focus returns the id of the field with the focus.
func (f *Form) Focus() string { return f.fields[f.focus].ID }

// SetFocus moves the focus to a field without checking the one it leaves.
func (f *Form) SetFocus(id string) {
	for i, field := range f.fields {
		if field.ID == id {
			f.setFocus(i)
		}
	}
}

// Update handles a message.
func (f *Form) Update(msg tea.Msg) (Result, tea.Cmd) {
	field := f.fields[f.focus]
	press, isKey := msg.(tea.KeyMsg)
	if isKey {
		field.refused = false
	}
	switch {
	case !isKey || press.Paste:
	case key.Matches(press, f.keys.Cancel):
		return Cancelled, nil
	case key.Matches(press, f.keys.Submit) && f.focus == len(f.fields)-1:
		return f.Submit(), nil
	case key.Matches(press, f.keys.Next, f.keys.Submit), press.Type == tea.KeyDown:
		f.leave(f.focus + 1)
		return Open, nil
	case key.Matches(press, f.keys.Previous), press.Type == tea.KeyUp:
		f.leave(f.focus - 1)
		return Open, nil
	}
	if n := len(field.Choices); n > 0 {
		if isKey && press.Paste {
			field.paste(string(press.Runes))
			f.failure = ""
			return Open, nil
		}
		step := map[tea.KeyType]int{
			tea.KeyLeft:  n - 1,
			tea.KeyRight: 1,
			tea.KeySpace: 1,
		}
		if isKey && step[press.Type] > 0 {
			field.chosen = (field.chosen + step[press.Type]) % n
			f.failure = ""
		}
		return Open, nil
	}
	before := field.input.Value()
	var cmd tea.Cmd
	field.input, cmd = field.input.Update(msg)
	if field.input.Value() != before {
		field.problem = ""
		f.failure = ""
	}
	return Open, cmd
}

// Submit checks all fields and moves the focus to the first invalid one.
func (f *Form) Submit() Result {
	for _, field := range f.fields {
		field.check()
	}
	for i, field := range f.fields {
		if field.problem != "" {
			f.setFocus(i)
			return Open
		}
	}
	f.failure = ""
	return Submitted
}

// leave moves the focus to another field, from either end to the other. It
// checks the field that it leaves unless that is still empty.
func (f *Form) leave(to int) {
	field := f.fields[f.focus]
	if field.input.Value() != "" {
		field.check()
	}
	f.setFocus((to + len(f.fields)) % len(f.fields))
}

func (f *Form) setFocus(i int) {
	f.focus = i
	for j, field := range f.fields {
		if field.input.Blur(); i == j {
			field.input.Focus()
		}
	}
}

// indent is the indentation of a field below its label.
const indent = 2

// View draws the form within its size. Where it is too high, the field with the focus has its note below it, and of the
// others those that still fit, the last field first; those of the rest stand beside the values that they explain. The
// form is scrolled so that the focus is visible.
func (f *Form) View() string {
	if f.width <= indent || f.height <= 0 {
		return ""
	}
	lines, top := f.scrolled()
	return strings.Join(lines[top:min(top+f.height, len(lines))], "\n")
}

// Visible returns the numbers of the first and the last line in view, from 1, and the number of lines.
func (f *Form) Visible() (from, to, of int) {
	if f.width <= indent || f.height <= 0 {
		return 1, 0, 0
	}
	lines, top := f.scrolled()
	return top + 1, min(top+f.height, len(lines)), len(lines)
}

// scrolled returns all lines and the number of those above the view.
func (f *Form) scrolled() (lines []string, top int) {
	lines, from, to := f.lines(f.noted())
	return lines, max(0, min(from, to-f.height))
}

// Height returns the number of lines of the whole form at its width.
func (f *Form) Height() int {
	noted := make([]bool, len(f.fields))
	for i := range noted {
		noted[i] = true
	}
	lines, _, _ := f.lines(noted)
	return len(lines)
}

// noted says which fields have their notes in the height of the form.
func (f *Form) noted() []bool {
	noted := make([]bool, len(f.fields))
	if len(noted) == 0 {
		return nil
	}
	noted[f.focus] = true
	for i := len(noted) - 1; i >= 0; i-- {
		if i == f.focus || f.fields[i].Note == "" {
			continue
		}
		noted[i] = true
		lines, _, _ := f.lines(noted)
		noted[i] = len(lines) <= f.height
	}
	return noted
}

// lines returns all lines with the notes of some fields, and the range of those of the field with the focus.
func (f *Form) lines(noted []bool) (lines []string, from, to int) {
	for i, field := range f.fields {
		if i > 0 {
			lines = append(lines, "")
		}
		if i == f.focus {
			from = len(lines)
		}
		lines = append(lines, f.viewField(field, i == f.focus, noted[i])...)
		if i == f.focus {
			to = len(lines)
		}
	}
	if f.failure != "" {
		lines = append(
			append(lines, ""),
			f.paragraph(
				theme.Bad,
				f.theme.Glyphs.Abnormal+" "+text.Clean(f.failure),
				0,
			)...,
		)
		if f.focus == len(f.fields)-1 {
			to = len(lines)
		}
	}
	return lines, from, to
}

func (f *Form) viewField(field *field, focused, noted bool) []string {
	tone := theme.Muted
	mark := "  "
	if focused {
		tone = theme.Accent
		mark = f.theme.Glyphs.Cursor + " "
	}
	content := field.input.View()
	if len(field.Choices) > 0 {
		content = f.viewChoices(field)
	}
	if field.Note != "" && !noted && field.value() != "" {
		content = f.beside(content, text.Clean(field.Note))
	}
	lines := []string{
		f.theme.Paint(tone, mark+text.Cut(text.Clean(field.Label), f.width-indent)),
		"  " + text.Cut(content, f.width-indent),
	}
	if field.Note != "" && noted {
		lines = append(lines, f.paragraph(theme.Muted, text.Clean(field.Note), indent)...)
	}
	problem := field.problem
	if field.refused {
		problem = f.Unlisted
	}
	if problem != "" {
		lines = append(
			lines,
			f.paragraph(
				theme.Bad,
				f.theme.Glyphs.Abnormal+" "+text.Clean(problem),
				indent,
			)...,
		)
	}
	return lines
}

// beside puts a note into the blank cells behind the content of a field, if they have room for any of it.
func (f *Form) beside(content, note string) string {
	const gap, least = 2, 8
	content = strings.TrimRight(content, " ")
	room := f.width - indent - text.Width(content) - gap
	if room < min(least, text.Width(note)) {
		return content
	}
	return content + text.Blank(gap) + f.theme.Paint(theme.Muted, text.Cut(note, room))
}

// viewChoices draws the choices of a field with brackets around the chosen one, which stands alone
// with its number where they do not fit.
func (f *Form) viewChoices(field *field) string {
	var parts []string
	for i, c := range field.Choices {
		part := f.theme.Paint(theme.Muted, " "+text.Line(c.Label)+" ")
		if i == field.chosen {
			part = f.theme.Paint(theme.Strong, "["+text.Line(c.Label)+"]")
		}
		parts = append(parts, part)
	}
	all := strings.Join(parts, " ")
	if text.Width(all) <= f.width-indent {
		return all
	}
	number := " " + strconv.Itoa(field.chosen+1) + "/" + strconv.Itoa(len(parts))
	return text.Cut(parts[field.chosen], f.width-indent-len(number)) + number
}

func (f *Form) paragraph(tone theme.Tone, s string, indent int) []string {
	lines := text.Wrap(s, max(f.width-indent, 1))
	for i, line := range lines {
		lines[i] = text.Blank(indent) + f.theme.Paint(tone, strings.TrimRight(line, " "))
	}
	return lines
}
