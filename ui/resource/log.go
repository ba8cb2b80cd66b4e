package resource

import "channeldeck/api/history"

// Changes is what is shown and printed of the changes that were made here.
func Changes(v *View) *Resource[*history.Change] {
	column := func(id string, of, show func(*history.Change) string) Column[*history.Change] {
		return Column[*history.Change]{ID: id, Title: v.Words.T("log.column." + id), Value: of, Show: show}
	}
	return &Resource[*history.Change]{Name: "log", Brief: []string{"at", "what", "name", "note"}, Columns: []Column[*history.Change]{
		column("at", func(c *history.Change) string { return rfc3339(c.At) }, func(c *history.Change) string { return v.Time(c.At) }),
		column("what", func(c *history.Change) string { return string(c.What) }, func(c *history.Change) string { return v.Words.T("log.what." + string(c.What)) }),
		column("name", func(c *history.Change) string { return c.Name }, nil),
		column("note", func(c *history.Change) string { return c.Note }, nil),
		column("id", func(c *history.Change) string { return c.ID }, nil),
	}}
}
