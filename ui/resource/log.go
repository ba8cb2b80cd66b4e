package resource

import "channeldeck/api/history"

// Changes returns the resource of the changes that were made here, by which they are shown and
// printed.
func Changes(v *View) *Resource[*history.Change] {
	column := func(id string, of func(*history.Change) Value) Column[*history.Change] {
		return Column[*history.Change]{
			ID:    id,
			Title: v.Words.T("log.column." + id),
			Of:    of,
		}
	}
	at := column("at", func(c *history.Change) Value { return TimeValue(c.At) })
	at.Print = v.TimeText
	return &Resource[*history.Change]{
		Name:  "log",
		Brief: []string{"at", "what", "name", "note"},
		Columns: []Column[*history.Change]{
			at,
			column("what", func(c *history.Change) Value {
				return WordValue(string(c.What), v.Words.T("log.what."+string(c.What)))
			}),
			column("name", func(c *history.Change) Value {
				return TextValue(c.Name)
			}),
			column("note", func(c *history.Change) Value {
				return TextValue(c.Note)
			}),
			column("id", func(c *history.Change) Value {
				return TextValue(c.ID)
			}),
		},
	}
}
