package pane

import (
	"channeldeck/api/history"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Search returns a search field. Fields of a name share their earlier queries, which
// the history keeps.
func (c *Context) Search(name string) input.Search {
	return input.NewSearch(c.Theme, c.queriesOf(name))
}

func (c *Context) queriesOf(name string) *input.Queries {
	q := c.queries[name]
	if q == nil {
		q = &input.Queries{Keep: func(query string) { c.History.Remember(history.SearchEntry(name, query, c.Now())) }}
		if c.queries == nil {
			c.queries = map[string]*input.Queries{}
		}
		c.queries[name] = q
	}
	return q
}

// RestoreQueries offers the queries of earlier visits, the newest first, in the
// search fields.
func (c *Context) RestoreQueries(entries []history.Entry) {
	for _, e := range entries {
		name, query := e.Search()
		c.queriesOf(name).Restore(text.Clean(query))
	}
}
