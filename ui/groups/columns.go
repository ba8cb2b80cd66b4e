package groups

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// row is a known group: the tally of its accounts and, where it was created here,
// what the service returned for it.
type row struct {
	*fleet.Tally
	created *api.AccountGroup // nil where only accounts name the group
	isNew   bool              // created in this run
}

// fields are what the service returned when the group was created, empty where
// only accounts name it.
func (g row) fields() *api.AccountGroup {
	if g.created == nil {
		return &api.AccountGroup{}
	}
	return g.created
}

// title is the name, a local one with its mark, or else the id.
func (g row) title(v *resource.View) string {
	if title := v.GroupTitle(g.ID); title != text.Line(g.ID) {
		return title
	}
	return cmp.Or(g.fields().Name, g.ID)
}

// share is the part of the accounts that are abnormal.
func (g row) share() float64 { return float64(g.Abnormal) / float64(max(g.Accounts, 1)) }

// The widths of the bar of a share and of its percentage.
const (
	shareCells   = 8
	percentCells = 5
)

// Resource is what is shown, copied, printed and exported of a group.
// What only the service knows is missing where the group was not created here.
func Resource(v *resource.View) *resource.Resource[row] {
	shown := func(width int) []string {
		ids := []string{"name", "accounts", "abnormal", "share", "fansCount", "readCount"}
		if width >= 90 {
			ids = append([]string{"name", "accounts", "abnormal", "share"}, fleet.SummedFields()...)
		}
		return append(ids, "location", "countryCode", "ip")
	}
	id := resource.Text("id", 110, 10, 24, theme.Muted, func(g row) string { return g.ID })
	id.CutMiddle = true
	title := func(g row) string { return g.title(v) }
	name := resource.Text("name", 120, 12, 60, theme.Plain, title)
	name.Pinned, name.Grow = true, true
	name.Cell = func(g row) resource.Cell {
		switch title := title(g); {
		case title == g.ID:
			return resource.Cell{Text: g.ID, Tone: theme.Muted, KeepEnd: true}
		case g.isNew:
			return resource.Cell{Text: v.Theme.Glyphs.New + " " + title, Tone: theme.Good}
		default:
			return resource.Cell{Text: title}
		}
	}
	name.Exact = func(g row) string { return g.fields().Name }
	name.Order = resource.ByText(func(g row) (string, bool) { return title(g), title(g) != g.ID })
	local := func(g row) string { return v.Lists.GroupName(g.ID).Local }
	r := &resource.Resource[row]{
		Name: Name, ID: func(g row) string { return g.ID }, Record: func(g row) any { return newRecord(g, local(g)) },
		Shown: shown, Brief: []string{"id", "name", "localName", "accounts", "abnormal", "fansCount", "readCount"},
		Columns: []resource.Column[row]{
			id, name,
			count(v, "accounts", 90, theme.Plain, func(g row) int { return g.Accounts }),
			count(v, "normal", 50, theme.Plain, func(g row) int { return g.Normal }),
			count(v, "abnormal", 85, theme.Bad, func(g row) int { return g.Abnormal }),
			{
				ID: "share", Priority: 78, TableOnly: true,
				Cell:  func(g row) resource.Cell { return shareCell(v, g) },
				Order: resource.By(func(g row) (float64, bool) { return g.share(), true }),
			},
			{ExportOnly: true, ID: "otherStatus", Right: true, Exact: func(g row) string { return strconv.Itoa(g.Unknown) }},
		},
	}
	for i, id := range fleet.SummedFields() {
		r.Columns = append(r.Columns, resource.Number(id, 80-5*i, 8, v.Short, func(g row) api.Number { return g.Sums[i].Number() }))
	}
	createdAt := detail("createdAt", 20, func(g *api.AccountGroup) string { return v.Moment(g.CreatedAt.Or("")) })
	createdAt.Hidden, createdAt.TableOnly = true, true
	createdAt.Exact = func(g row) string { return g.fields().CreatedAt.Or("") }
	r.Columns = append(r.Columns,
		detail("ip", 30, func(g *api.AccountGroup) string { return g.IP.Or("") }),
		detail("location", 40, func(g *api.AccountGroup) string { return g.Location.Or("") }),
		detail("countryCode", 35, func(g *api.AccountGroup) string { return g.CountryCode.Or("") }),
		createdAt,
		resource.Column[row]{ExportOnly: true, ID: "localName", Exact: local},
	)
	return r
}

// count is a column of a count; one above 0 has a tone.
func count(v *resource.View, id string, priority int, tone theme.Tone, of func(row) int) resource.Column[row] {
	return resource.Column[row]{
		ID: id, Right: true, Max: 9, Priority: priority,
		Cell: func(g row) resource.Cell {
			cell := resource.Cell{Text: v.Words.Int(of(g))}
			if of(g) > 0 {
				cell.Tone = tone
			}
			return cell
		},
		Exact: func(g row) string { return strconv.Itoa(of(g)) },
		Order: resource.By(func(g row) (int, bool) { return of(g), true }),
	}
}

// detail is a column of a value that the service returned when it created the group.
func detail(id string, priority int, of func(*api.AccountGroup) string) resource.Column[row] {
	return resource.Text(id, priority, 0, 16, theme.Plain, func(g row) string { return of(g.fields()) })
}

// shareCell is the share of abnormal accounts as a bar on an absolute scale, with the
// percentage beside it.
func shareCell(v *resource.View, g row) resource.Cell {
	if g.Accounts == 0 {
		return resource.Cell{}
	}
	percent := v.Words.T("accounts.percent", "N", v.Words.Int(int(g.share()*100+0.5)))
	if g.Abnormal == 0 {
		return resource.Cell{Text: text.Blank(shareCells) + text.Right(percent, percentCells), Tone: theme.Muted}
	}
	return resource.Cell{Text: text.Left(bar.Of(&v.Theme.Glyphs, g.share(), resource.FullShare, shareCells), shareCells) + text.Right(percent, percentCells), Tone: theme.Bad}
}

// newRecord returns the JSON of a group: what the service returned when it
// created it, its local name, and the tally of its accounts.
func newRecord(g row, localName string) any {
	sums := jsontext.Value("{")
	for i, id := range fleet.SummedFields() {
		if n := g.Sums[i].Number(); n.IsSet() {
			sums = append(sums, `,"`+id+`":`+n.String()...)
		}
	}
	return struct {
		ID          string            `json:"id"`
		Group       *api.AccountGroup `json:"group,omitzero"`
		LocalName   string            `json:"localName,omitzero"`
		Accounts    int               `json:"accounts"`
		Normal      int               `json:"normal"`
		Abnormal    int               `json:"abnormal"`
		OtherStatus int               `json:"otherStatus"`
		Sums        jsontext.Value    `json:"sums"`
	}{g.ID, g.created, localName, g.Accounts, g.Normal, g.Abnormal, g.Unknown, append(bytes.Replace(sums, []byte("{,"), []byte("{"), 1), '}')}
}
