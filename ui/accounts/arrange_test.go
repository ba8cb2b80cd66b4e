package accounts

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// arrange filters and sorts as the accounts command does.
func arrange(
	ctx context.Context,
	v *resource.View,
	rows []*api.Account,
	query, by string,
	desc bool,
) ([]*api.Account, error) {
	rows, err := resource.Filter(ctx, resource.Accounts(v).Columns, rows, query, by == "")
	for _, c := range resource.Accounts(v).Columns {
		if err == nil && c.ID == by {
			var out []*api.Account
			for _, at := range c.Sort(ctx, rows, desc) {
				out = append(out, rows[at])
			}
			return out, nil
		}
	}
	return rows, err
}

// sortable lists the columns that have an order.
func sortable(v *resource.View) []string {
	var names []string
	for _, c := range resource.Accounts(v).Columns {
		if c.IsSorted() && !c.ExportOnly {
			names = append(names, c.ID)
		}
	}
	return names
}

// Commands filter and sort in the same order as the pane.
func TestArrangeMatchesThePane(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 500}})
	m := panetest.Begin(t, New, w, 300, 40)
	all := slices.Collect(rowsOf(m).Rows())
	ids := func(rows []*api.Account) []string {
		var list []string
		for _, a := range rows {
			list = append(list, a.ID)
		}
		return list
	}
	for _, query := range []string{"", "coffee", "dou 9", "in_4", "no such account"} {
		for _, by := range append([]string{""}, sortable(w.Context.View)...) {
			for _, desc := range []bool{false, true} {
				panetest.Pump(t, m, rowsOf(m).SetFilter(""))
				panetest.Pump(t, m, rowsOf(m).SortBy("", false))
				panetest.Pump(t, m, rowsOf(m).SetFilter(query))
				if by != "" {
					panetest.Pump(t, m, rowsOf(m).SortBy(by, desc))
				}
				want := ids(slices.Collect(rowsOf(m).Rows()))
				got, err := arrange(t.Context(), w.Context.View, all, query, by, desc)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(ids(got), want) {
					t.Errorf(
						"%q by %q, falling %v: %d rows in another order than the %d of the pane",
						query,
						by,
						desc,
						len(got),
						len(want),
					)
				}
			}
		}
	}
}

func TestArrangeSortsMatches(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	var rows []*api.Account
	for _, text := range []string{
		`{"id":"a","nickname":"tea","fansCount":2,"lastStatsTime":"x"}`,
		`{"id":"b","nickname":"teapot","fansCount":9,"lastStatsTime":"x"}`,
		`{"id":"c","nickname":"tea"}`,
		`{"id":"d","nickname":"coffee","fansCount":5,"lastStatsTime":"x"}`,
	} {
		var a api.Account
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, &a)
	}
	got, err := arrange(t.Context(), v, rows, "tea", "fansCount", true)
	if err != nil || len(got) != 3 || got[0].ID != "b" || got[1].ID != "a" || got[2].ID != "c" {
		t.Errorf("%v, %v", got, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, query := range []string{"", "tea"} {
		if _, err := arrange(ended, v, rows, query, "fansCount", true); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: %v", query, err)
		}
	}
}

func TestNamesSortByCollationAndMatchPinyin(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	var rows []*api.Account
	for _, name := range []string{"重庆", "Zebra", "李四", "阿里", "apple", "北京"} {
		rows = append(rows, &api.Account{ID: name, Nickname: name})
	}
	names := func(query, by string) (names []string) {
		got, err := arrange(t.Context(), v, rows, query, by, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range got {
			names = append(names, a.Nickname)
		}
		return names
	}
	if got := names("", "nickname"); !slices.Equal(got, []string{
		"apple",
		"Zebra",
		"阿里",
		"北京",
		"李四",
		"重庆",
	}) {
		t.Errorf("sorted: %q", got)
	}
	for query, want := range map[string]string{
		"cq":   "重庆",
		"zq":   "重庆",
		"ls":   "李四",
		"beij": "北京",
		"ali":  "阿里",
	} {
		if got := names(query, ""); len(got) == 0 || got[0] != want {
			t.Errorf("%s finds %q, want %s", query, got, want)
		}
	}
}
