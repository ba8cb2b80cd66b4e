package cli

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
)

func columnNames() []string {
	var names []string
	for _, c := range accounts.Sheet(nil).Columns {
		names = append(names, c.Name)
	}
	return names
}

// checkColumns checks the columns that the configuration chooses.
func checkColumns(cfg *config.Config) error {
	all := columnNames()
	for _, name := range cfg.AccountColumns.V {
		if !slices.Contains(all, name) {
			return &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: all, From: cfg.AccountColumns.From}
		}
	}
	return nil
}

// checkAccountColumns checks --columns: the fields of the interface, and whatever
// else the rows have.
func (a *app) checkAccountColumns(names []string, rows []api.Account) error {
	all := columnNames()
	known := len(all)
	for _, name := range names {
		if slices.Contains(all, name) {
			continue
		}
		if len(all) == known { // only now, for it reads every row
			all = append(all, undocumentedFields(rows)...)
		}
		if !slices.Contains(all, name) {
			return a.invalidChoice("--columns", name, all)
		}
	}
	return nil
}

// undocumentedFields are the fields of rows that the interface does not list.
func undocumentedFields(rows []api.Account) []string {
	var names []string
	for i := range rows {
		for name := range api.Members(rows[i].Unknown) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// accountSheet chooses the columns: those of --columns, else all for programs, and
// for reading those of the configuration or a few.
func (a *app) accountSheet(rows []*api.Account, f plain.Format, names, own []string) *plain.Sheet[*api.Account] {
	sheet := accounts.Sheet(rows)
	if len(names) == 0 && isForReading(f) {
		if names = own; len(names) == 0 {
			names = []string{"status", "nickname", "type", "fansCount", "workCount", "lastStatsTime", "id"}
		}
	}
	if len(names) > 0 {
		all := sheet.Columns
		sheet.Columns = nil
		for _, name := range names {
			c := undocumentedColumn(name)
			if i := slices.IndexFunc(all, func(c plain.Column[*api.Account]) bool { return c.Name == name }); i >= 0 {
				c = all[i]
			}
			sheet.Columns = append(sheet.Columns, c)
		}
	}
	for i := range sheet.Columns {
		a.forReading(&sheet.Columns[i])
	}
	return sheet
}

// undocumentedColumn is a column of a field that the interface does not list.
func undocumentedColumn(name string) plain.Column[*api.Account] {
	return plain.Column[*api.Account]{Name: name, Value: func(row **api.Account) string {
		for member, v := range api.Members((*row).Unknown) {
			if member == name {
				return jsonText(v)
			}
		}
		return ""
	}}
}

// jsonText is a value as text: a string without its quotes, anything else as JSON,
// null as nothing.
func jsonText(v jsontext.Value) string {
	switch v.Kind() {
	case 'n':
		return ""
	case '"':
		if s, err := jsontext.AppendUnquote(nil, v); err == nil {
			return string(s)
		}
	}
	return string(v)
}

// forReading gives a column cells for people.
func (a *app) forReading(c *plain.Column[*api.Account]) {
	value := c.Value
	switch {
	case c.Name == "status":
		c.Show = func(row **api.Account) string {
			switch (*row).Health() {
			case api.HealthNormal:
				return a.words.T("accounts.normal")
			case api.HealthAbnormal:
				return a.words.T("accounts.abnormal")
			}
			return value(row)
		}
	case c.Name == "lastStatsTime":
		c.Show = func(row **api.Account) string {
			at, ok := api.ParseTime(value(row))
			if !ok {
				return value(row)
			}
			return a.words.Ago(at, a.Now())
		}
	case c.Right:
		show := c.Show
		c.Show = func(row **api.Account) string { return a.words.Exact(show(row)) }
	}
}
