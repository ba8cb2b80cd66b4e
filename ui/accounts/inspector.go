package accounts

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/words"
)

// title is the heading of the inspector.
func (m *Model) title(a row) string {
	return " " + m.Theme.Title.Render(text.Clean(a.Nickname)) + "  " + m.Theme.Tone(theme.Muted).Render(m.PlatformName(a.Type))
}

// facts are all members of an account in the order in which they were sent,
// those that the interface does not list at the end.
func (m *Model) facts(a row) []facts.Fact {
	c := m.Context
	content, err := json.Marshal(a)
	if err != nil {
		return []facts.Fact{{Name: "JSON", Value: err.Error(), Tone: theme.Bad}}
	}
	numbers := counts()
	var list []facts.Fact
	listed := map[string]bool{}
	for name, v := range api.Members(content) {
		f := facts.Fact{Name: name, Value: string(v)}
		if s, ok := pane.TextOf(v); ok {
			f.Value = s
		}
		switch {
		case v.Kind() == 'n':
			f = c.Absent(name, true)
		case name == "status":
			sign, tone := c.HealthSign(a.Health())
			f.Value, f.Tone, f.Note = sign+" "+pane.HealthWord(c.Words, a.Health()), tone, a.Status.String()
		case name == "type":
			f.Value = m.PlatformName(a.Type)
			if id := text.Clean(a.Type); id != f.Value {
				f.Note = id
			}
		case strings.HasSuffix(name, "Time") || strings.HasSuffix(name, "At"):
			f.Note = c.When(f.Value)
		case v.Kind() == '0':
			f.Value, f.Note = c.Words.Exact(f.Value), neverFetched(c, a, name, numbers)
		}
		listed[name] = true
		f.Name = label(c.Words, name)
		list = append(list, c.Clip(f))
	}
	for _, n := range append(numbers, count{id: "lastStatsTime"}) {
		if !listed[n.id] {
			list = append(list, c.Absent(label(c.Words, n.id), false))
		}
	}
	return list
}

// label is the label of a field, its name where the interface does not list it.
func label(w *words.Words, name string) string {
	if id := "accounts.column." + name; w.Has(id) {
		return w.T(id)
	}
	return name
}

// neverFetched explains a 0 that was never counted, "" for any other number.
func neverFetched(c *pane.Context, a row, name string, numbers []count) string {
	i := slices.IndexFunc(numbers, func(n count) bool { return n.id == name })
	if i < 0 {
		return ""
	}
	if _, known := numbers[i].known(a); known {
		return ""
	}
	return c.Words.T("accounts.never_fetched")
}
