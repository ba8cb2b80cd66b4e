package cli

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
)

// listFlags are the flags of every command that prints a list.
type listFlags struct {
	columns []string // nil for those of the command
	sort    string   // name of a column, "" for the order of the command
	desc    bool
	limit   int // 0 for all rows
}

// isSet reports whether a flag was given.
func (o *listFlags) isSet() bool { return o.columns != nil || o.sort != "" || o.desc || o.limit > 0 }

// addListFlags adds the flags of a list to a command. The columns are those that
// the tab key completes; the fields of the rows' JSON work too.
func (a *app) addListFlags(cmd *cobra.Command, columns func() []string) {
	fs, o := cmd.Flags(), &a.list
	fs.StringSliceVar(&o.columns, "columns", nil, a.words.T("cli.flag.columns"))
	fs.StringVar(&o.sort, "sort", "", a.words.T("cli.flag.sort"))
	fs.BoolVar(&o.desc, "desc", false, a.words.T("cli.flag.desc"))
	fs.IntVar(&o.limit, "limit", 0, a.words.T("cli.flag.limit"))
	a.addCompletions(cmd, completions{
		"columns": func(_ context.Context, p partial) []cobra.Completion { return inList(p.word, columns()) },
		"sort":    func(context.Context, partial) []cobra.Completion { return columns() },
		"limit":   oneOf(),
	})
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if o.limit < 0 {
			return a.badValue("--limit", strconv.Itoa(o.limit))
		}
		return nil
	}
}

// arrange sorts the rows of a sheet, limits them and chooses its columns, as the
// flags say.
func arrange[R any](ctx context.Context, a *app, s *plain.Sheet[R]) error {
	o, all, whole := a.list, s.Columns, *s
	find := func(flag, name string) (resource.Column[R], error) {
		known := columnNames(all)
		if !slices.Contains(known, name) {
			all = append(all[:len(all):len(all)], fieldColumns(&whole, known)...)
			known = columnNames(all)
		}
		if i := slices.Index(known, name); i >= 0 {
			return all[i], nil
		}
		return resource.Column[R]{}, a.invalidChoice(flag, name, known)
	}
	if o.desc && o.sort == "" {
		return a.fail(ExitUsage, "cli.error.not_alone", "First", "--desc", "Second", "--sort")
	}
	var columns []resource.Column[R]
	for _, name := range o.columns {
		column, err := find("--columns", name)
		if err != nil {
			return err
		}
		columns = append(columns, column)
	}
	if o.sort != "" {
		by, err := find("--sort", o.sort)
		if err != nil {
			return err
		}
		s.Rows = sorted(ctx, s.Rows, by, o.desc)
	}
	if o.limit > 0 {
		s.Rows = s.Rows[:min(o.limit, len(s.Rows))]
	}
	switch {
	case columns != nil:
		s.Columns = columns
		s.Record = func(row R) any { return chosenFields(&whole, columns, row) }
	case a.isForReading() && s.Brief != nil:
		s.Columns = slices.DeleteFunc(s.Columns, func(c resource.Column[R]) bool { return !slices.Contains(s.Brief, c.ID) })
		slices.SortStableFunc(s.Columns, func(x, y resource.Column[R]) int {
			return slices.Index(s.Brief, x.ID) - slices.Index(s.Brief, y.ID)
		})
	default:
		s.Columns = slices.DeleteFunc(s.Columns, func(c resource.Column[R]) bool { return c.OnRequest })
	}
	return nil
}

// sorted returns the rows sorted by a column as the dashboard sorts them, or by its
// values: numbers by size, before texts. Missing values come last.
func sorted[R any](ctx context.Context, rows []R, by resource.Column[R], desc bool) []R {
	var order []int32
	if by.Order != nil {
		order = by.Order(ctx, rows, desc)
	}
	if len(order) != len(rows) {
		type value struct {
			number api.Number
			text   string
		}
		order = resource.ByFunc(func(row R) (value, bool) {
			v := value{text: by.TextOf(row)}
			v.number, _ = api.ParseNumber(v.text) // not set if the text is not a number
			return v, v.text != ""
		}, func(x, y value) int {
			switch {
			case x.number.IsSet() && y.number.IsSet():
				return x.number.Cmp(y.number)
			case x.number.IsSet():
				return -1
			case y.number.IsSet():
				return 1
			}
			return cmp.Compare(x.text, y.text)
		})(ctx, rows, desc)
	}
	out := make([]R, len(order))
	for i, at := range order {
		out[i] = rows[at]
	}
	return out
}

func columnNames[R any](columns []resource.Column[R]) []string {
	return texts(columns, func(c *resource.Column[R]) string { return c.ID })
}

// texts returns a text for each element of a list.
func texts[T any](list []T, of func(*T) string) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = of(&list[i])
	}
	return out
}

// fieldColumns returns columns for the fields of the rows' JSON that have no column, such
// as undocumented fields.
func fieldColumns[R any](s *plain.Sheet[R], known []string) []resource.Column[R] {
	var columns []resource.Column[R]
	for i := range s.Rows {
		for name := range api.Members(s.JSON(s.Rows[i])) {
			if !slices.Contains(known, name) {
				known = append(known, name)
				columns = append(columns, resource.Column[R]{ID: name, Value: func(row R) string { return memberText(s.JSON(row), name) }})
			}
		}
	}
	return columns
}

// chosenFields is the JSON of the chosen columns of a row: the fields of its JSON
// and, of a column that has no field, its value or null.
func chosenFields[R any](s *plain.Sheet[R], columns []resource.Column[R], row R) jsontext.Value {
	fields := maps.Collect(api.Members(s.JSON(row)))
	out := jsontext.Value("{")
	for i, c := range columns {
		if i > 0 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, c.ID) // names are valid UTF-8
		out = append(out, ':')
		value, isField := fields[c.ID]
		if isField {
			out = append(out, value...)
			continue
		}
		switch text := c.TextOf(row); {
		case text == "":
			out = append(out, "null"...)
		case c.Right && jsontext.Value(text).Kind() == '0' && jsontext.Value(text).IsValid():
			out = append(out, text...)
		default:
			out, _ = jsontext.AppendQuote(out, text)
		}
	}
	return append(out, '}')
}
