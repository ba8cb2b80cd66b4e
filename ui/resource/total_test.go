package resource_test

import (
	"slices"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// totalRows are groups of which all, some and no accounts have followers.
func totalRows() []*api.Account {
	fans := api.Int(7712345)
	return []*api.Account{
		{ID: "a", Type: "x", GroupID: "some", FansCount: fans},
		{ID: "b", Type: "x", GroupID: "some"},
		{ID: "c", Type: "y", GroupID: "all", FansCount: fans.Add(api.Int(-1))},
		{ID: "d", Type: "z", GroupID: "none"},
	}
}

// formsOf are a value on the screen, in printed tables, as it is copied, and in files.
func formsOf[R any](r *resource.Resource[R], id string, row R) [4]string {
	i := slices.IndexFunc(r.Columns, func(c resource.Column[R]) bool { return c.ID == id })
	c := &r.Columns[i]
	return [4]string{c.CellOf(row).Text, c.DisplayOf(row), c.CopyOf(row), c.TextOf(row)}
}

// A sum of some accounts is written as a lower bound, and as a mere number in files, which have of how many accounts
// it is; that of no account is unknown.
func TestSumsOfSomeAccounts(t *testing.T) {
	t.Parallel()
	list := fleet.NewList(totalRows(), api.Int(4))
	for isASCII, sign := range map[bool]string{false: "≥ ", true: ">="} {
		v := panetest.New(t, panetest.Options{ASCII: isASCII}).Context.View
		sums := map[string][4]string{
			"some": {sign + "7.7M", "≥ 7712345", "≥ 7712345", "7712345"},
			"all":  {"7.7M", "7712344", "7712344", "7712344"},
			"none": {},
		}
		counted := map[string]string{"some": "1", "all": "1", "none": ""}
		groups := resource.Groups(v)
		parts := resource.Parts(v, "overview.groups")
		for _, tally := range list.Groups {
			none := &fleet.Comparison{}
			group := &resource.Group{Tally: tally, Change: none}
			part := &resource.Part{Tally: tally, Change: none}
			panetest.Agree(t, groups, group)
			panetest.Agree(t, parts, part)
			for name, got := range map[string][2][4]string{
				"groups":   {formsOf(groups, "fansCount", group), formsOf(groups, "counted.fansCount", group)},
				"overview": {formsOf(parts, "fansCount", part), formsOf(parts, "counted.fansCount", part)},
			} {
				if got[0] != sums[tally.ID] || got[1][3] != counted[tally.ID] {
					t.Errorf("%s of %s, ASCII %v: %q", tally.ID, name, isASCII, got)
				}
			}
		}
	}
}

// Sums are sorted by their numbers, also those of some accounts.
func TestSumsAreSortedByTheirNumbers(t *testing.T) {
	t.Parallel()
	r := resource.Groups(panetest.New(t, panetest.Options{}).Context.View)
	var rows []*resource.Group
	for _, tally := range fleet.NewList(totalRows(), api.Int(4)).Groups {
		rows = append(rows, &resource.Group{Tally: tally, Change: &fleet.Comparison{}})
	}
	by := slices.IndexFunc(r.Columns, func(c resource.Column[*resource.Group]) bool { return c.ID == "fansCount" })
	var got []string
	for _, i := range r.Columns[by].Sort(t.Context(), rows, true) {
		got = append(got, rows[i].ID)
	}
	if want := []string{"some", "all", "none"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The inspector has the sign beside the number of accounts that the sum covers.
func TestFactsOfSumsOfSomeAccounts(t *testing.T) {
	t.Parallel()
	v := panetest.New(t, panetest.Options{}).Context.View
	var tally fleet.Tally
	for _, a := range totalRows() {
		tally.Count(a)
	}
	facts := v.SumFacts(&tally)
	if len(facts) != 1 || facts[0].Value != "≥ 15,424,689" || facts[0].Note != "2 of 4 known" {
		t.Errorf("%+v", facts)
	}
}

// What accounts brought or took is a bound too where it is not known of all of them.
func TestBoundsOfWhatIsNotCompared(t *testing.T) {
	t.Parallel()
	v := panetest.New(t, panetest.Options{}).Context.View
	part := func(accounts, counted int) (p fleet.Part) {
		p.Accounts = accounts
		p.Counted = counted
		for range counted {
			p.Sum.Add(api.Int(600))
		}
		return p
	}
	for want, c := range map[string]*fleet.Change{
		"2 joined +1.2k · 1 left −600":     {Joined: part(2, 2), Left: part(1, 1)},
		"3 joined ≥ +1.2k · 2 left ≤ −600": {Joined: part(3, 2), Left: part(2, 1)},
		"2 joined · 1 left":                {Joined: part(2, 0), Left: part(1, 0)},
	} {
		if got := v.NotCompared(c, v.Short); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The columns of several sites are printed as those of one.
func TestMergedColumnsArePrintedAlike(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	one := resource.Groups(v)
	merged := resource.Merge([]string{"a", "b"}, []*resource.Resource[*resource.Group]{one, one})
	type layout struct{ right, bySign, whole, wraps, spare, tableOnly, onRequest bool }
	for _, c := range one.Columns {
		at := slices.IndexFunc(merged.Columns, func(m resource.Column[*resource.SiteRow[*resource.Group]]) bool {
			return m.ID == c.ID
		})
		m := merged.Columns[at]
		want := layout{c.Right, c.BySign, c.Whole, c.Wraps, c.Spare, c.TableOnly, c.OnRequest}
		got := layout{m.Right, m.BySign, m.Whole, m.Wraps, m.Spare, m.TableOnly, m.OnRequest}
		if got != want {
			t.Errorf("%s: %+v, of one site %+v", c.ID, got, want)
		}
	}
}
