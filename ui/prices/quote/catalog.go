// Package quote computes with the prices of the video model catalog: it
// filters and sorts pricing rows, understands a question typed in English or
// Chinese, ranks the models that can answer it, checks reference files against
// the models' limits, and compares two snapshots of the catalog.
//
// Arithmetic is exact. What the service does not state stays unknown: it is
// never 0, and no price is guessed. Amounts of different credit scopes are never
// compared. The package returns values and reasons; the pane and the command put
// them into words.
package quote

import (
	"slices"
	"strconv"

	"channeldeck/api"
)

// Catalog is one response of the catalog endpoint (4.7). The models must not be
// modified while it is in use. It is safe for concurrent use.
type Catalog struct {
	Models []*Model // in the service's order
	Values *Values

	rows []*Row
}

// Model is a video model of a catalog.
type Model struct {
	*api.VideoModel

	Key   string // identifies the model in this and later snapshots, although names can repeat
	Place int    // index in the catalog
	Scope Scope
	Rows  []*Row // at least one, see Row

	seconds []api.Number // the durations that it lists, shortest first
}

// Listed returns the modes, resolutions, aspect ratios or durations that the model
// lists.
func (m *Model) Listed(c Column) []string {
	switch c {
	case ByMode:
		return m.Modes
	case ByResolution:
		return m.Resolutions
	case ByAspectRatio:
		return m.AspectRatios
	case ByDuration:
		return texts(m.seconds)
	}
	return nil
}

// New returns the catalog of the models.
func New(models []api.VideoModel) *Catalog {
	c := &Catalog{Models: make([]*Model, len(models)), Values: NewValues(models)}
	repeats := map[string]int{}
	for i := range models {
		m := &Model{VideoModel: &models[i], Place: i, Scope: ScopeOf(&models[i])}
		m.Key = unique(repeats, m.Name)
		m.seconds = slices.Clip(sorted(slices.Clone(m.Durations)))
		m.Rows = newRows(m)
		c.Models[i] = m
		c.rows = append(c.rows, m.Rows...)
	}
	return c
}

// unique distinguishes equal names by their order.
func unique(repeats map[string]int, name string) string {
	repeats[name]++
	if n := repeats[name]; n > 1 {
		return name + "\x00" + strconv.Itoa(n)
	}
	return name
}

// Priced reports whether any model has a price.
func (c *Catalog) Priced() bool {
	return slices.ContainsFunc(c.Models, func(m *Model) bool { return m.Rows[0].Priced() })
}
