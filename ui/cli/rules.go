package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// ruleRow is a rule with the accounts that match it, nil if that cannot be known.
type ruleRow struct {
	Name     string         `json:"name"`
	Level    string         `json:"level"`
	When     string         `json:"when"`
	Accounts *[]matchRecord `json:"accounts"`
}

type matchRecord struct {
	Platform string `json:"platform"`
	ID       string `json:"id"`
}

func matchRecords(accounts []*api.Account) *[]matchRecord {
	all := make([]matchRecord, len(accounts))
	for i, a := range accounts {
		all[i] = matchRecord{a.Type, a.ID}
	}
	return &all
}

func ruleResource(*resource.View) *resource.Resource[ruleRow] {
	r := members[ruleRow]("rules", "name", "level", "when")
	r.Columns = append(r.Columns, resource.Column[ruleRow]{ID: "accounts", Right: true, Value: func(r ruleRow) string {
		if r.Accounts == nil {
			return ""
		}
		return strconv.Itoa(len(*r.Accounts))
	}})
	return r
}

// newRules makes the command that lists the own rules, with the accounts that match them as of the
// last recording. Nothing is requested.
func newRules(a *app) *cobra.Command {
	cmd := command(a.words, "cli.rules", "rules", func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			f := a.fleetOf(h)
			var rows []ruleRow
			var unknown error
			for _, r := range f.Rules {
				row := ruleRow{Name: r.Name, Level: string(r.Level), When: r.Line}
				matched, at, err := f.Matches(ctx, r)
				switch named := nameError(a.words, err); {
				case err == nil && !at.IsZero():
					row.Accounts = matchRecords(matched)
				case err != named: // a platform or a group
					unknown = named
				case err != nil:
					return err
				}
				rows = append(rows, row)
			}
			a.nothing = a.words.T("cli.rules.nothing")
			if err := printList(ctx, a, ruleResource(nil), rows); err != nil {
				return err
			}
			return unknown
		})
	})
	addListFlags(a, cmd, ruleResource)
	return a.readerFlags(cmd, nil)
}
