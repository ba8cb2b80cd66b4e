package resource

import (
	"context"
	"strings"

	"channeldeck/ui/widget/fuzzy"
)

// Searched returns the fields of the columns that are searched, of which the pinned one has
// the names.
func Searched[R any](columns []Column[R], rows []R) (fields []fuzzy.Field) {
	for _, c := range columns {
		if c.Searched {
			fields = append(fields, fuzzy.Field{
				Kind: c.Kind(),
				Of:   func(row int) string { return c.SearchedOf(rows[row]) },
			})
		}
	}
	return fields
}

// Kind returns how the text of a column is searched.
func (c *Column[R]) Kind() fuzzy.Kind {
	if c.Sign { // one of a few words, in which others can be
		return fuzzy.Word
	}
	if c.Pinned {
		return fuzzy.Name
	}
	if c.ID == "id" || c.ID == "uid" || strings.HasSuffix(c.ID, "Id") {
		return fuzzy.ID
	}
	return fuzzy.Text
}

// Filter returns the rows that match a query in their columns, as a list finds them, with
// best the best ones first. The error is ctx's.
func Filter[R any](
	ctx context.Context,
	columns []Column[R],
	rows []R,
	query string,
	best bool,
) ([]R, error) {
	if query = fuzzy.Normal(query); query == "" {
		return rows, ctx.Err()
	}
	found, err := fuzzy.NewIndex(ctx, len(rows), Searched(columns, rows)...).Search(ctx, query)
	if err != nil {
		return nil, err
	}
	var matches []R
	for _, at := range found.Rows(nil, best) {
		matches = append(matches, rows[at])
	}
	return matches, nil
}
