package prices

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
)

// maxCheapest is the number of models of each kind of credits in the first answer.
const maxCheapest = 3

// firstAnswer is the answer to the default question, with which the pane begins: for each
// kind of credits the cheapest models with their price. It is empty while the user asks
// something else.
func (m *Model) firstAnswer() (lines []note) {
	if !m.question.IsZero() || len(m.shots.List) > 0 {
		return nil
	}
	q := m.catalog().DefaultQuestion()
	if q.IsZero() {
		return nil
	}
	v, between := m.Context.View, " "+m.Theme.Glyphs.Between+" "
	for _, g := range m.catalog().Quote(q, quote.ByPrice) {
		var models []string
		for _, o := range g.Offers[:min(len(g.Offers), maxCheapest)] {
			models = append(models, clean(modelTitle(o.Model))+" "+credits(v, o.Price))
		}
		if len(models) > 0 {
			lines = append(lines, note{theme.Plain, m.Words.T("prices.cheapest", "Credits", creditsOf(v, g.Scope), "Models", strings.Join(models, between))})
		}
	}
	if len(lines) == 0 {
		return nil
	}
	title := m.Words.T("prices.default_question", "Question", strings.Join(questionWords(v, &q), between), "Key", m.keys.Ask.Help().Key)
	return append([]note{{theme.Accent, title}}, lines...)
}
