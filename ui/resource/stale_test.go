package resource_test

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// A list marks as old the statistics of as many accounts as its header counts: an abnormal account is
// never stale, nor is one of a platform whose statistics are never fetched.
func TestStaleSignsAreCounted(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	var rows []*api.Account
	for _, platform := range []string{"youtube", "linkedin"} {
		for status := range int64(2) {
			for _, days := range []int{0, 6, 8, 90, -1} {
				a := &api.Account{ID: string(rune('a' + len(rows))), Type: platform, Status: api.Int(status)}
				if days >= 0 {
					a.LastStatsTime = api.SomeTime(v.Now().AddDate(0, 0, -days).Add(-time.Hour).Format(time.RFC3339))
				}
				rows = append(rows, a)
			}
		}
	}
	list, err := api.DecodeRows[api.Platform]([]byte(
		`[{"platform":"linkedin","capabilities":{"analytics":{"account":false}}}]`,
	))
	if err != nil {
		t.Fatal(err)
	}
	var supply api.Supply
	supply.SetPlatforms(list)
	supply.Adopt(rows)
	marked := 0
	for _, c := range resource.Accounts(v).Columns {
		for _, a := range rows {
			if c.ID == "lastStatsTime" && strings.Contains(c.CellOf(a).Text, v.Theme.Glyphs.Stale) {
				marked++
			}
		}
	}
	if counted := fleet.NewList(rows, api.Number{}).Count(
		fleet.Query{},
		nil,
		v.Now(),
		v.StaleAfter(),
	).Stale; marked != 2 || counted != marked {
		t.Errorf("%d are marked, %d counted, want 2", marked, counted)
	}
}
