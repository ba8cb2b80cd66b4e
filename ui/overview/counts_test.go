package overview

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/ui/testkit/panetest"
)

// The wall adds up the accounts that findings of a kind are about; a finding about something else counts once.
func TestKindsOnTheWallCountAccounts(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{})), 120, 38)
	w := &wall{m: m}
	kinds := w.kinds([]*findings.Finding{
		{Kind: findings.Disappeared, Accounts: make([]*api.Account, 4)},
		{Kind: findings.Disappeared, Account: &api.Account{ID: "a"}},
		{Kind: findings.ModelGone},
		{Kind: findings.ModelGone},
	})
	var got []string
	for _, kind := range kinds {
		fields := strings.Fields(ansi.Strip(kind))
		got = append(got, fields[len(fields)-1])
	}
	if want := []string{"5", "2"}; !slices.Equal(got, want) {
		t.Errorf("%q count %q, want %q", kinds, got, want)
	}
}

// A finding about one account is about the group of the account, one about a group about that.
func TestGroupsOfFindings(t *testing.T) {
	account := func(group string) *api.Account { return &api.Account{GroupID: group} }
	for name, tt := range map[string]struct {
		finding findings.Finding
		want    map[string]int
	}{
		"one account": {findings.Finding{Account: account("g")}, map[string]int{"g": 1}},
		"several": {
			findings.Finding{Accounts: []*api.Account{account("g"), account("h"), account("g")}},
			map[string]int{"g": 2, "h": 1},
		},
		"a group": {
			findings.Finding{GroupID: "g", Accounts: []*api.Account{account("g"), account("g")}},
			map[string]int{"g": 2},
		},
	} {
		got := groupsOf(&tt.finding)
		for group, n := range tt.want {
			if got[group] != n || len(got) != len(tt.want) {
				t.Errorf("%s: %v, want %v", name, got, tt.want)
			}
		}
	}
}
