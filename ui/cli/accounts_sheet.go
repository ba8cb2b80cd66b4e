package cli

import (
	"slices"

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

// unknownColumn finds a name that is none of a field of an account.
func unknownColumn(names []string) (string, bool) {
	all := columnNames()
	i := slices.IndexFunc(names, func(name string) bool { return !slices.Contains(all, name) })
	if i < 0 {
		return "", false
	}
	return names[i], true
}

// checkColumns looks at the columns that the configuration chooses.
func checkColumns(cfg *config.Config) error {
	name, ok := unknownColumn(cfg.AccountColumns.V)
	if !ok {
		return nil
	}
	return &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: columnNames(), From: cfg.AccountColumns.From}
}

// accountSheet chooses the columns: those that were named, else for people those
// of the configuration or a few, for programs all.
func (a *app) accountSheet(rows []*api.Account, f plain.Format, names, own []string) *plain.Sheet[*api.Account] {
	sheet := accounts.Sheet(rows)
	if len(names) == 0 && isForPeople(f) {
		if names = own; len(names) == 0 {
			names = []string{"status", "nickname", "type", "fansCount", "workCount", "lastStatsTime", "id"}
		}
	}
	if len(names) > 0 {
		all := sheet.Columns
		sheet.Columns = nil
		for _, name := range names {
			i := slices.IndexFunc(all, func(c plain.Column[*api.Account]) bool { return c.Name == name })
			sheet.Columns = append(sheet.Columns, all[i])
		}
	}
	for i := range sheet.Columns {
		a.forPeople(&sheet.Columns[i])
	}
	return sheet
}

// forPeople gives a column readable cells.
func (a *app) forPeople(c *plain.Column[*api.Account]) {
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
