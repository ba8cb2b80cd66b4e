package accounts

import (
	"slices"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// title is the heading of the inspector.
func (m *Model) title(a row) string {
	return " " + m.Theme.Title.Render(text.Clean(a.Nickname)) + "  " + m.Theme.Tone(theme.Muted).Render(m.PlatformName(a.Type))
}

// facts are all members of an account, and the statistics that were not sent.
func (m *Model) facts(a row) []facts.Fact {
	numbers := counts()
	names := make([]string, len(numbers), len(numbers)+1)
	for i, n := range numbers {
		names[i] = n.id
	}
	return m.Members(Name, a, append(names, "lastStatsTime"), func(member string, f *facts.Fact) {
		switch i := slices.Index(names, member); {
		case member == "status":
			sign, tone := m.HealthSign(a.Health())
			f.Value, f.Tone, f.Note = sign+" "+pane.HealthWord(m.Words, a.Health()), tone, a.Status.String()
		case member == "type":
			f.Value = m.PlatformName(a.Type)
			if id := text.Clean(a.Type); id != f.Value {
				f.Note = id
			}
		case i >= 0:
			if _, known := numbers[i].known(a); !known && f.Note == "" {
				f.Note = m.Words.T("accounts.never_fetched")
			}
		}
	})
}
