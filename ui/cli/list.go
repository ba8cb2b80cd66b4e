package cli

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/fuzzy"
	"channeldeck/ui/words"
)

// listFlags are the flags of every command that prints a list.
type listFlags struct {
	columns []string // nil for those of the command
	sort    string   // name of a column, "" for the order of the command
	desc    bool
	limit   uint // 0 for all rows
	view    string
	match   string // the fuzzy filter of the view, unless the command applies it itself

	typed bool // columns and sort come from a query, not from flags
}

// show takes the columns and the order of a query where the flags choose none.
func (o *listFlags) show(q *fleet.Query) {
	o.typed = o.columns == nil && o.sort == ""
	if o.columns == nil && len(q.Columns) > 0 {
		o.columns = q.Columns
	}
	if o.sort == "" && q.Sort != "" {
		by, desc := q.SortColumn()
		o.sort = by
		o.desc = o.desc || desc
	}
}

// flag returns what a user typed to choose columns or the order.
func (o *listFlags) flag(name string) string {
	if o.typed {
		return name + ":"
	}
	return "--" + name
}

func (o *listFlags) isSet() bool {
	return o.columns != nil || o.sort != "" || o.desc || o.limit > 0
}

// addListFlags adds the flags of a list to a command. The tab key completes the
// columns of the resource; the fields of the rows' JSON work too.
func addListFlags[R interface{ Names() []string }](
	a *app,
	cmd *cobra.Command,
	of func(*resource.View) R,
) {
	fs := cmd.Flags()
	o := &a.list
	names := func() []string { return of(a.view(nil)).Names() }
	fs.StringSliceVar(&o.columns, "columns", nil, a.words.T("cli.flag.columns"))
	fs.StringVar(&o.sort, "sort", "", a.words.T("cli.flag.sort"))
	fs.BoolVar(&o.desc, "desc", false, a.words.T("cli.flag.desc"))
	fs.Func("limit", a.words.T("cli.flag.limit"), func(text string) error {
		n, err := strconv.ParseUint(text, 10, 31)
		if o.limit = uint(n); n == 0 {
			err = cmp.Or(err, strconv.ErrRange)
		}
		return err
	})
	rare(fs, "columns", "sort", "desc", "limit")
	a.addCompletions(cmd, completions{
		"columns": func(_ context.Context, p partial) []cobra.Completion {
			return inList(p.word, names())
		},
		"sort": func(context.Context, partial) []cobra.Completion {
			return names()
		},
		"limit": oneOf(),
	})
}

// arrange sorts the rows of a sheet, limits them and chooses its columns, as the
// flags say.
func arrange(ctx context.Context, a *app, name string, s *plain.Sheet) error {
	o := a.list
	whole := *s
	if o.desc && o.sort == "" {
		return notAlone(a.words, "--desc", "--sort")
	}
	var columns []plain.Column
	for _, typed := range o.columns {
		column, err := columnNamed(a.words, name, &whole, o.flag("columns"), typed)
		if err != nil {
			return err
		}
		columns = append(columns, column)
	}
	if o.sort != "" {
		by, err := columnNamed(a.words, name, &whole, o.flag("sort"), o.sort)
		if err != nil {
			return err
		}
		s.Rows = sorted(ctx, s.Rows, &by, o.desc)
	}
	if query := fuzzy.Normal(o.match); query != "" {
		found, err := fuzzy.NewIndex(ctx, len(s.Rows), s.Search...).Search(ctx, query)
		if err != nil {
			return err
		}
		s.Rows = found.Rows(s.Rows, false)
	}
	if o.limit > 0 {
		s.Rows = s.Rows[:min(int(o.limit), len(s.Rows))]
	}
	if columns != nil {
		s.Columns = columns
		s.Record = func(row int32) any {
			return chosenFields(&whole, columns, row)
		}
		s.Omitted = texts(whole.Columns, func(c *plain.Column) string {
			return c.ID
		})
	} else if a.isForReading() && s.Brief != nil {
		s.Columns = slices.DeleteFunc(s.Columns, func(c plain.Column) bool {
			return !slices.Contains(s.Brief, c.ID)
		})
		slices.SortStableFunc(s.Columns, func(x, y plain.Column) int {
			return slices.Index(s.Brief, x.ID) - slices.Index(s.Brief, y.ID)
		})
		s.DropUnknown()
		s.Dense = true
	} else {
		s.Columns = slices.DeleteFunc(s.Columns, func(c plain.Column) bool {
			if c.OnRequest && !c.IsField {
				s.Omitted = append(s.Omitted, c.ID)
			}
			return c.OnRequest
		})
	}
	return nil
}

// columnNamed returns the column that a flag names. If the sheet lacks it, the fields of
// the rows' JSON become columns. A name that none of them has can be a title, in any
// language, and both can be in any case.
func columnNamed(
	w *words.Words,
	resourceName string,
	s *plain.Sheet,
	flag, name string,
) (plain.Column, error) {
	if strings.TrimSpace(name) == "" {
		return plain.Column{}, badValue(w, flag, "")
	}
	id := func(c *plain.Column) string { return c.ID }
	known := texts(s.Columns, id)
	if !slices.Contains(known, name) {
		s.Columns = append(slices.Clip(s.Columns), fieldColumns(s, known)...)
		known = texts(s.Columns, id)
	}
	if i := slices.Index(known, name); i >= 0 {
		return s.Columns[i], nil
	}
	var titles []string
	for _, lang := range append([]words.Lang{w.Lang()}, words.Langs()...) {
		in, err := words.New(lang)
		if err != nil {
			return plain.Column{}, err
		}
		for _, c := range s.Columns {
			if strings.EqualFold(c.ID, name) ||
				strings.EqualFold(titleOf(in, resourceName, &c), name) {
				return c, nil
			}
			titles = append(titles, titleOf(in, resourceName, &c))
		}
	}
	return plain.Column{}, choiceError(w, flag, name, known, titles...)
}

// titleOf returns the title of a column: its own, or one of the messages
// cli.NAME.column.ID and NAME.column.ID.
func titleOf(w *words.Words, resourceName string, c *plain.Column) string {
	id := resourceName + ".column." + c.ID
	return cmp.Or(
		w.Optional(c.Title),
		c.Title,
		w.Optional("cli."+id),
		w.Optional(id),
	)
}

// sorted returns all rows of a sheet sorted by a column as the dashboard sorts them, or by its
// values: numbers by size, before texts. Missing values come last.
func sorted(ctx context.Context, rows []int32, by *plain.Column, desc bool) []int32 {
	var order []int32
	if by.Order != nil {
		order = by.Order(ctx, desc)
	}
	if len(order) != len(rows) {
		type value struct {
			number api.Number // not set for a text
			text   string
		}
		order = resource.ByFunc(func(row int32) (value, bool) {
			v := value{text: by.Value(row).File()}
			v.number, _ = api.ParseNumber(v.text)
			return v, v.text != ""
		}, func(x, y value) int {
			c := x.number.Cmp(y.number)
			if x.number.IsSet() != y.number.IsSet() {
				return -c // numbers come before texts
			}
			if x.number.IsSet() {
				return c
			}
			return cmp.Compare(x.text, y.text)
		})(ctx, rows, desc)
	}
	return order
}

func texts[T any](list []T, of func(*T) string) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = of(&list[i])
	}
	return out
}

// fieldColumns returns columns for the fields of the rows' JSON that have no column, such
// as undocumented fields.
func fieldColumns(s *plain.Sheet, known []string) []plain.Column {
	var columns []plain.Column
	for _, row := range s.Rows {
		for name := range api.Members(s.JSON(row)) {
			if !slices.Contains(known, name) {
				known = append(known, name)
				columns = append(columns, plain.Column{
					ID: name,
					Value: func(row int32) resource.Value {
						return resource.TextValue(resource.MemberText(s.JSON(row), name))
					},
				})
			}
		}
	}
	return columns
}

// chosenFields is the JSON of the chosen columns of a row: the fields of its JSON
// and, of a column that has no field, its value or null.
func chosenFields(s *plain.Sheet, columns []plain.Column, row int32) jsontext.Value {
	fields := maps.Collect(api.Members(s.JSON(row)))
	out := jsontext.Value("{}")
	for _, c := range columns {
		value, isField := fields[c.ID]
		if !isField {
			value, _ = api.Marshal(c.Value(row).JSON()) // a value of ours
		}
		out = resource.WithMember(out, c.ID, value)
	}
	return out
}
