// Package form is a column of labelled text fields. What is wrong stands beside
// the field it is about, and what was typed stays, whatever becomes of it.
package form

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Field is one line to fill in.
type Field struct {
	ID     string
	Label  string
	Hint   string // shown while the field is empty
	Note   string // shown below the field
	Value  string // at the start
	Masked bool   // shown as bullets, as keys are

	// Check says what is wrong with a value, "" for nothing. It is asked when
	// one leaves the field and when the form is submitted; nil for never.
	Check func(value string) string
}

// KeyMap are the keys of a form. All others are text.
type KeyMap struct {
	Next, Previous key.Binding
	Submit         key.Binding // on the last field; on the others it is Next
	Cancel         key.Binding
}

// Result is what became of a form.
type Result uint8

// The results.
const (
	Open      Result = iota // still filling in
	Submitted               // all values are in order
	Cancelled
)

// Form is a form. Its zero value is of no use; New makes one.
type Form struct {
	theme         *theme.Theme
	keys          KeyMap
	fields        []Field
	inputs        []input.Model
	wrong         []string // of fields
	failure       string   // of the form as a whole
	focus         int
	width, height int
}

// New makes a form that has its first field in focus.
func New(t *theme.Theme, keys KeyMap, fields []Field) *Form {
	f := &Form{theme: t, keys: keys, fields: slices.Clone(fields), wrong: make([]string, len(fields))}
	for _, field := range fields {
		in := input.New(t)
		in.Placeholder = text.Clean(field.Hint)
		if field.Masked {
			in.EchoMode = textinput.EchoPassword
			in.EchoCharacter = []rune(t.Glyphs.Bullet)[0]
		}
		in.SetValue(field.Value)
		f.inputs = append(f.inputs, in)
	}
	f.to(0)
	return f
}

// SetSize sets the room in cells.
func (f *Form) SetSize(width, height int) {
	f.width, f.height = width, height
	for i := range f.inputs {
		f.inputs[i].SetWidth(width - indent)
	}
}

// Value is what stands in a field, without blanks round it unless it is masked.
func (f *Form) Value(id string) string {
	i := f.find(id)
	if i < 0 {
		return ""
	}
	if v := f.inputs[i].Value(); f.fields[i].Masked {
		return v
	}
	return strings.TrimSpace(f.inputs[i].Value())
}

// SetValue puts a value into a field.
func (f *Form) SetValue(id, value string) {
	if i := f.find(id); i >= 0 {
		f.inputs[i].SetValue(value)
		f.wrong[i] = ""
	}
}

// SetWrong says what is wrong with a field, and goes to it; "" for nothing.
func (f *Form) SetWrong(id, what string) {
	if i := f.find(id); i >= 0 {
		f.wrong[i] = what
		if what != "" {
			f.to(i)
		}
	}
}

// SetNote changes what stands below a field; "" for nothing.
func (f *Form) SetNote(id, note string) {
	if i := f.find(id); i >= 0 {
		f.fields[i].Note = note
	}
}

// SetFailure says why submitting failed; "" for no longer. It goes with the
// next key that changes something.
func (f *Form) SetFailure(why string) { f.failure = why }

// Focus is the id of the field in focus.
func (f *Form) Focus() string {
	if len(f.fields) == 0 {
		return ""
	}
	return f.fields[f.focus].ID
}

// SetFocus moves the focus to a field, without a check of the one it leaves.
func (f *Form) SetFocus(id string) {
	if i := f.find(id); i >= 0 {
		f.to(i)
	}
}

func (f *Form) find(id string) int {
	return slices.IndexFunc(f.fields, func(field Field) bool { return field.ID == id })
}

// Update is one step.
func (f *Form) Update(msg tea.Msg) (Result, tea.Cmd) {
	press, isKey := msg.(tea.KeyMsg)
	if len(f.fields) == 0 {
		return Open, nil
	}
	switch {
	case !isKey || press.Paste:
	case key.Matches(press, f.keys.Cancel):
		return Cancelled, nil
	case key.Matches(press, f.keys.Submit) && f.focus == len(f.fields)-1:
		return f.submit(), nil
	case key.Matches(press, f.keys.Next), key.Matches(press, f.keys.Submit), press.Type == tea.KeyDown:
		f.leave(f.focus + 1)
		return Open, nil
	case key.Matches(press, f.keys.Previous), press.Type == tea.KeyUp:
		f.leave(f.focus - 1)
		return Open, nil
	}
	before := f.inputs[f.focus].Value()
	var cmd tea.Cmd
	f.inputs[f.focus], cmd = f.inputs[f.focus].Update(msg)
	if f.inputs[f.focus].Value() != before {
		f.wrong[f.focus], f.failure = "", ""
	}
	return Open, cmd
}

// submit checks all fields and goes to the first that is wrong.
func (f *Form) submit() Result {
	for i := range f.fields {
		f.check(i)
	}
	if i := slices.IndexFunc(f.wrong, func(w string) bool { return w != "" }); i >= 0 {
		f.to(i)
		return Open
	}
	f.failure = ""
	return Submitted
}

func (f *Form) check(i int) {
	if check := f.fields[i].Check; check != nil {
		f.wrong[i] = check(f.Value(f.fields[i].ID))
	}
}

// leave goes to another field, round the ends. A field that is still empty is
// not yet wrong.
func (f *Form) leave(to int) {
	if f.inputs[f.focus].Value() != "" {
		f.check(f.focus)
	}
	f.to((to + len(f.fields)) % len(f.fields))
}

func (f *Form) to(i int) {
	f.focus = i
	for j := range f.inputs {
		if f.inputs[j].Blur(); i == j {
			f.inputs[j].Focus()
		}
	}
}
