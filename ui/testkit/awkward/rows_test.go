package awkward_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/awkward"

	"github.com/go-json-experiment/json/jsontext"
)

type account struct {
	ID            string         `json:"id"`
	Type          string         `json:"type"`
	Nickname      string         `json:"nickname"`
	Fans          jsontext.Value `json:"fansCount"`
	LastStatsTime jsontext.Value `json:"lastStatsTime"`
	Status        int            `json:"status"`
	CreatedAt     string         `json:"createdAt"`
	More          jsontext.Value `json:",embed"`
}

type accountList struct {
	Total int       `json:"total"`
	List  []account `json:"list"`
}

// Everything that a client may mishandle is in a list of accounts.
func TestRowsOfAccounts(t *testing.T) {
	const absurd = 23
	s := awkward.Rows(newService(t, 300), now())
	all := decode[accountList](t, s, accountsPath)
	if all.Total != 300+absurd || len(all.List) != all.Total {
		t.Errorf("%d of %d accounts", len(all.List), all.Total)
	}
	count, ids := map[string]int{}, map[string]bool{}
	for _, a := range all.List {
		ids[a.ID] = true
		for what, is := range map[string]bool{
			"abnormal":           a.Status == 0 && a.Type == "toutiao",
			"never fetched, 0":   string(a.Fans) == "0" && a.LastStatsTime == nil,
			"never fetched":      a.Fans == nil && a.LastStatsTime == nil,
			"fetched, 0":         string(a.Fans) == "0" && a.LastStatsTime.Kind() == '"',
			"null time":          a.LastStatsTime.Kind() == 'n',
			"null count":         strings.Contains(string(a.More), `"likeCount":null`),
			"beyond 2^53":        len(a.Fans) == 19,
			"unlisted members":   strings.Contains(string(a.More), "platformExtra") && strings.Contains(string(a.More), "ownerNumber"),
			"id with a slash":    strings.Contains(a.ID, "/"),
			"id with Chinese":    strings.Contains(a.ID, "店铺"),
			"escape sequence":    strings.Contains(a.Nickname, "\x1b["),
			"direction override": strings.Contains(a.Nickname, "\u202e"),
			"over 200 letters":   len([]rune(a.Nickname)) > 200,
			"joined emoji":       strings.Contains(a.Nickname, "\u200d"),
			"Arabic":             strings.Contains(a.Nickname, "مطبخ"),
			"Korean":             strings.Contains(a.Nickname, "맛집"),
			"Hebrew":             strings.Contains(a.Nickname, "המטבח"),
			"Japanese":           strings.Contains(a.Nickname, "カフェ"),
			"no name":            a.Nickname == "",
			"unlisted platform":  a.Type == "toutiao",
		} {
			if is {
				count[what]++
			}
		}
	}
	if len(count) != 20 || len(ids) != all.Total {
		t.Errorf("%d of 20 cases are there: %v; %d IDs", len(count), slices.Sorted(maps.Keys(count)), len(ids))
	}
}

func TestRowsAreFiltered(t *testing.T) {
	plain := newService(t, 300)
	s := awkward.Rows(plain, now())
	all := decode[accountList](t, s, accountsPath).List
	i := slices.IndexFunc(all, func(a account) bool { return strings.Contains(a.ID, "店铺") })
	for query, want := range map[string]int{
		"types[]=threads":          3,
		"types[]=threads&status=0": 0,
		"status=0":                 1,
		"status=1":                 22,
		url.Values{"ids[]": {all[i].ID}, "status": {"0"}}.Encode(): 1,
	} {
		got, before := decode[accountList](t, s, accountsPath+"?"+query), decode[accountList](t, plain, accountsPath+"?"+query)
		if got.Total-before.Total != want || len(got.List)-len(before.List) != want {
			t.Errorf("%s: %d more rows, %d more in all, want %d", query, len(got.List)-len(before.List), got.Total-before.Total, want)
		}
	}
	if code, _ := get(t, s, accountsPath+"?types[]=toutiao"); code != 10002 {
		t.Errorf("a filter by a platform that is not listed: code %d", code)
	}
}

func TestCut(t *testing.T) {
	s := awkward.Cut(newService(t, 1500))
	cut := decode[accountList](t, s, accountsPath)
	newest := slices.IsSortedFunc(cut.List, func(a, b account) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	if len(cut.List) != 1000 || cut.Total != 1500 || !newest {
		t.Errorf("%d of %d, newest first: %t; want 1,000 of 1,500", len(cut.List), cut.Total, newest)
	}
}

func TestRepeat(t *testing.T) {
	list := decode[accountList](t, awkward.Repeat(newService(t, 100), 10), accountsPath)
	ids := map[string]bool{}
	for _, a := range list.List {
		ids[a.ID] = true
	}
	if len(ids) != 1000 || list.Total != 1000 {
		t.Errorf("%d IDs, total %d, want 1,000", len(ids), list.Total)
	}
}

type videoModel struct {
	Name    string   `json:"name"`
	Tags    []string `json:"tags"`
	Pricing []struct {
		Price float64 `json:"price"`
	} `json:"pricing"`
}

func models(t *testing.T, h http.Handler, header ...string) []videoModel {
	t.Helper()
	return decode[[]videoModel](t, h, modelsPath, header...)
}

func TestRowsOfModels(t *testing.T) {
	plain := newService(t, 300)
	s := awkward.Rows(plain, now())
	list := models(t, s)
	if len(list) != len(models(t, plain))+3 {
		t.Fatalf("%d models", len(list))
	}
	list = list[len(list)-3:]
	if len(list[0].Name) != 100 || list[1].Tags != nil || list[2].Tags[0] != "sale" {
		t.Errorf("%+v", list)
	}
	if chinese := models(t, s, "Accept-Language", "zh-CN"); chinese[len(chinese)-1].Tags[0] != "限时优惠" {
		t.Errorf("in Chinese: %+v", chinese[len(chinese)-1])
	}
}

func TestCatalogChanges(t *testing.T) {
	s := awkward.Catalog(newService(t, 300))
	var revisions [][]videoModel
	for range 3 {
		revisions = append(revisions, models(t, s))
	}
	has := func(r int, name string) bool {
		return slices.ContainsFunc(revisions[r], func(m videoModel) bool { return m.Name == name })
	}
	if has(0, "nimbus-1") || !has(1, "nimbus-1") || !has(1, "onyx-legacy") || has(2, "onyx-legacy") {
		t.Error("no model comes and goes")
	}
	dearer, cheaper := 0, 0
	for _, m := range revisions[1] {
		for _, before := range revisions[0] {
			if before.Name == m.Name && len(m.Pricing) > 0 {
				switch was, is := before.Pricing[0].Price, m.Pricing[0].Price; {
				case is > was:
					dearer++
				case is < was:
					cheaper++
				}
			}
		}
	}
	if dearer != 1 || cheaper != 1 {
		t.Errorf("%d dearer and %d cheaper, want one each", dearer, cheaper)
	}
}
