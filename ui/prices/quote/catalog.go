// Package quote thinks about the prices of the video generation catalog: rows
// and what follows from them, filters, questions in words and their quotes,
// whether reference files fit, and what changed between two looks.
//
// All arithmetic is exact. What the service does not state stays unknown: it is
// never taken for 0 and no price is guessed. Amounts of different credit scopes
// are never ranked with each other. The package knows no terminal and no
// language: it returns values and reasons, and panes and commands word them.
package quote

import "channeldeck/api"

// Catalog is one answer of the catalog endpoint (4.7), ready for questions. It
// keeps the models it was made from: do not change them. It is safe for
// concurrent use.
type Catalog struct {
	models []model
	rows   []*Row
	words  *Vocabulary
}

type model struct {
	*api.VideoModel
	place   int
	scope   Scope
	rows    []Row
	accepts [3]Answer // by Kinds
}

// New computes the rows of all models.
func New(models []api.VideoModel) *Catalog {
	c := &Catalog{models: make([]model, len(models)), words: NewVocabulary(models)}
	for i := range models {
		m := &models[i]
		c.models[i] = model{VideoModel: m, place: i, scope: ScopeOf(m), rows: rowsOf(m, i)}
		for k, kind := range Kinds() {
			c.models[i].accepts[k] = Accepts(m, kind)
		}
		for j := range c.models[i].rows {
			c.rows = append(c.rows, &c.models[i].rows[j])
		}
	}
	return c
}

// Rows are all rows, model by model, as the service ordered them.
func (c *Catalog) Rows() []*Row { return c.rows }

// Len is the number of models.
func (c *Catalog) Len() int { return len(c.models) }

// Vocabulary is what the catalog's values are called.
func (c *Catalog) Vocabulary() *Vocabulary { return c.words }

// Model returns the model in that place and its rows.
func (c *Catalog) Model(place int) (*api.VideoModel, []*Row) {
	m := &c.models[place]
	return m.VideoModel, rowPointers(m.rows)
}
