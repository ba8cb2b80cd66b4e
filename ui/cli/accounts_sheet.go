package cli

import (
	"slices"

	"channeldeck/api"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
)

func columnNames[R any](columns []plain.Column[R]) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// checkColumns checks the columns that the configuration chooses.
func checkColumns(cfg *config.Config) error {
	all := columnNames(accounts.Sheet(nil).Columns)
	for _, name := range cfg.AccountColumns.V {
		if !slices.Contains(all, name) {
			return &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: all, From: cfg.AccountColumns.From}
		}
	}
	return nil
}

// accountSheet chooses the columns: those of --columns, which can be any field that
// was received, else all for programs, and for reading those of the configuration
// or a few.
func (a *app) accountSheet(list []api.Account, f plain.Format, names, own []string) (*plain.Sheet[*api.Account], error) {
	sheet := accounts.Sheet(nil)
	if len(names) == 0 && isForReading(f) {
		if names = own; len(names) == 0 {
			names = []string{"status", "nickname", "type", "fansCount", "workCount", "lastStatsTime", "id"}
		}
	}
	if len(names) > 0 {
		all := sheet.Columns
		sheet.Columns = nil
		for _, name := range names {
			i := slices.Index(columnNames(all), name)
			if i < 0 {
				all = append(all, undocumentedColumns(list, columnNames(all))...)
				i = slices.Index(columnNames(all), name)
			}
			if i < 0 {
				return nil, a.invalidChoice("--columns", name, columnNames(all))
			}
			sheet.Columns = append(sheet.Columns, all[i])
		}
	}
	for i := range sheet.Columns {
		a.forReading(&sheet.Columns[i])
	}
	return sheet, nil
}

// undocumentedColumns are columns of the fields of rows that the interface does not
// list, without those that are known already.
func undocumentedColumns(rows []api.Account, known []string) []plain.Column[*api.Account] {
	var columns []plain.Column[*api.Account]
	for i := range rows {
		for name := range api.Members(rows[i].Unknown) {
			if slices.Contains(known, name) {
				continue
			}
			known = append(known, name)
			columns = append(columns, plain.Column[*api.Account]{Name: name, Value: func(row **api.Account) string {
				return memberText((*row).Unknown, name)
			}})
		}
	}
	return columns
}

// forReading gives a column cells for people.
func (a *app) forReading(c *plain.Column[*api.Account]) {
	value := c.Value
	switch {
	case c.Name == "status":
		c.Show = func(row **api.Account) string {
			id := map[api.Health]string{api.HealthNormal: "accounts.normal", api.HealthAbnormal: "accounts.abnormal"}[(*row).Health()]
			if id == "" {
				return value(row)
			}
			return a.words.T(id)
		}
	case c.Name == "lastStatsTime":
		c.Show = func(row **api.Account) string {
			if at, ok := api.ParseTime(value(row)); ok {
				return a.words.Ago(at, a.Now())
			}
			return value(row)
		}
	case c.Right:
		show := c.Show
		c.Show = func(row **api.Account) string { return a.words.Exact(show(row)) }
	}
}
