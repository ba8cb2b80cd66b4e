package resource_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// countNames are the counts of an account in the order of the interface.
var countNames = []string{
	"fansCount",
	"followingCount",
	"readCount",
	"likeCount",
	"collectCount",
	"forwardCount",
	"commentCount",
	"workCount",
	"income",
}

// rawAccount is an account as the service sends it.
type rawAccount map[string]any

func (a rawAccount) text(name string) string {
	s, _ := a[name].(string)
	return s
}

// count returns a count, and whether it may be sent where nothing was counted.
func (a rawAccount) count(name string) (n int64, placeholder bool) {
	f, _ := a[name].(float64)
	return int64(f), f == 0 || name == "workCount" && f == 1
}

// supplied is the table of the counts that platforms supply, and what the accounts show beyond it.
func supplied(rows []rawAccount) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for platform, names := range map[string]string{
		"bilibili":  "fansCount followingCount workCount",
		"facebook":  "fansCount",
		"instagram": "fansCount followingCount",
		"KWAI":      "fansCount followingCount",
		"pinterest": "fansCount followingCount workCount",
		"threads":   "fansCount likeCount commentCount forwardCount",
		"tiktok":    "fansCount followingCount likeCount workCount",
		"twitter":   "fansCount followingCount likeCount workCount",
		"youtube":   "fansCount workCount",
		"wxSph":     "fansCount workCount",
		"xhs":       "fansCount likeCount",
		"douyin":    "fansCount",
		"linkedin":  "",
		"wxGzh":     "",
	} {
		all[platform] = map[string]bool{}
		for _, name := range strings.Fields(names) {
			all[platform][name] = true
		}
	}
	for _, a := range rows {
		for _, name := range countNames {
			if _, placeholder := a.count(name); !placeholder {
				all[a.text("type")][name] = true
			}
		}
	}
	return all
}

// plainSum is a sum, and of how many accounts.
type plainSum struct{ sum, of int64 }

func (s plainSum) String() string {
	if s.of == 0 {
		return "/0"
	}
	return fmt.Sprint(s.sum, "/", s.of)
}

// The 2,500 accounts of the sandbox have in all sums, columns, files and records the counts that a plain
// computation from the JSON of the service knows, and no others.
func TestCountsOfTheSandbox(t *testing.T) {
	service, err := sandbox.New(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service)
	defer server.Close()
	raw := rawAccounts(t, server.URL)
	client, err := api.New(server.URL, api.Settings{APIKey: sandbox.DefaultAPIKey})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Accounts(t.Context(), api.AccountQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) != sandbox.DefaultAccounts || len(answer.List) != len(raw) {
		t.Fatalf("%d accounts, %d of them plain", len(answer.List), len(raw))
	}

	// The plain computation: the known counts of each account, and the sums of platforms and groups.
	supplies := supplied(raw)
	known := map[string]map[string]string{} // by ID and count
	sums := map[string]map[string]plainSum{}
	for _, a := range raw {
		id := a.text("id")
		platform := a.text("type")
		known[id] = map[string]string{}
		for _, name := range countNames {
			n, placeholder := a.count(name)
			if placeholder && (a.text("lastStatsTime") == "" || !supplies[platform][name]) {
				continue
			}
			known[id][name] = strconv.FormatInt(n, 10)
			for _, of := range []string{"platform " + platform, "group " + a.text("groupId")} {
				if sums[of] == nil {
					sums[of] = map[string]plainSum{}
				}
				s := sums[of][name]
				sums[of][name] = plainSum{s.sum + n, s.of + 1}
			}
		}
	}

	list := fleet.NewList(answer.List, answer.Total)
	checkSums(t, list, sums)
	v := panetest.New(t, panetest.Options{}).Context.View
	r := resource.Accounts(v)
	checkColumns(t, r, list, known)
	checkFiles(t, r, list, known)
	checkCounted(t, v, list, sums)
}

func rawAccounts(t *testing.T, url string) []rawAccount {
	t.Helper()
	request, err := http.NewRequestWithContext(
		t.Context(),
		http.MethodGet,
		url+"/api/v2/channels/accounts",
		http.NoBody,
	)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Api-Key", sandbox.DefaultAPIKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var envelope struct{ Data struct{ List []rawAccount } }
	if err := json.NewDecoder(response.Body).Decode(&envelope); err != nil {
		t.Fatal(err)
	}
	return envelope.Data.List
}

// checkSums compares the sums of platforms and groups.
func checkSums(t *testing.T, list *fleet.List, want map[string]map[string]plainSum) {
	t.Helper()
	for kind, tallies := range map[string][]*fleet.Tally{"platform ": list.Platforms, "group ": list.Groups} {
		for _, tally := range tallies {
			for i, c := range api.SummedCounts() {
				got := fmt.Sprint(tally.Sums[i].Number(), "/", tally.Sums[i].Of())
				if sum := want[kind+tally.ID][c.String()]; got != sum.String() {
					t.Errorf("%s of %s%s: %s, want %s", c, kind, tally.ID, got, sum)
				}
			}
		}
	}
}

// checkCounted compares of how many accounts the JSON of a group says that its sums are.
func checkCounted(t *testing.T, v *resource.View, list *fleet.List, want map[string]map[string]plainSum) {
	t.Helper()
	groups := resource.Groups(v)
	for _, tally := range list.Groups {
		record, err := api.Marshal(groups.JSON(&resource.Group{Tally: tally, Change: &fleet.Comparison{}}))
		if err != nil {
			t.Fatal(err)
		}
		var object struct {
			Counted map[string]int64 `json:"counted"`
		}
		if err := json.Unmarshal(record, &object); err != nil {
			t.Fatal(err)
		}
		for _, c := range api.SummedCounts() {
			sum := want["group "+tally.ID][c.String()]
			if got := object.Counted[c.String()]; got != sum.of {
				t.Errorf("%s of group %s is of %d accounts, want %d", c, tally.ID, got, sum.of)
			}
		}
	}
}

// checkColumns compares the cells of the table and what is copied.
func checkColumns(
	t *testing.T,
	r *resource.Resource[*api.Account],
	list *fleet.List,
	known map[string]map[string]string,
) {
	t.Helper()
	checked := 0
	for _, c := range r.Columns {
		if _, counted := api.CountNamed(c.ID); !counted {
			continue
		}
		checked++
		for _, a := range list.Rows {
			want := known[a.ID][c.ID]
			if got := c.TextOf(a); got != want || (c.CellOf(a).Text == "") != (want == "") ||
				c.ValueOf(a).Exact() != want {
				t.Errorf("%s of %s: %q, shown %q, want %q", c.ID, a.ID, got, c.CellOf(a).Text, want)
			}
		}
	}
	if checked != len(countNames) {
		t.Errorf("%d columns of counts, want %d", checked, len(countNames))
	}
}

// checkFiles compares the cells of CSV and TSV, and the members of JSON.
func checkFiles(
	t *testing.T,
	r *resource.Resource[*api.Account],
	list *fleet.List,
	known map[string]map[string]string,
) {
	t.Helper()
	write := func(f plain.Format) []byte {
		var b bytes.Buffer
		if err := plain.Of(r, list.Rows).Write(t.Context(), &b, f, plain.Screen{}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, f := range []plain.Format{plain.CSV, plain.TSV} {
		reader := csv.NewReader(bytes.NewReader(write(f)))
		if f == plain.TSV {
			reader.Comma = '\t'
			reader.LazyQuotes = true
		}
		records, err := reader.ReadAll()
		if err != nil || len(records) != len(list.Rows)+1 {
			t.Fatalf("%s: %d records, error %v", f, len(records), err)
		}
		for _, record := range records[1:] {
			id := ""
			for i, name := range records[0] {
				if name == "id" {
					id = record[i]
				}
			}
			for i, name := range records[0] {
				if _, counted := api.CountNamed(name); counted && record[i] != known[id][name] {
					t.Errorf("%s: %s of %s is %q, want %q", f, name, id, record[i], known[id][name])
				}
			}
		}
	}
	var objects []rawAccount
	if err := json.Unmarshal(write(plain.JSON), &objects); err != nil {
		t.Fatal(err)
	}
	for _, a := range objects {
		for _, name := range countNames {
			want, isKnown := known[a.text("id")][name]
			n, _ := a.count(name)
			if _, sent := a[name]; sent != isKnown || sent && strconv.FormatInt(n, 10) != want {
				t.Errorf("JSON: %s of %s is %v, want %q", name, a.text("id"), a[name], want)
			}
		}
	}
}

// Each count has a column.
func TestEveryCountIsAColumn(t *testing.T) {
	ids := resource.AccountNumbers()
	for c := range api.NumCounts {
		if !slices.Contains(ids, c.String()) {
			t.Errorf("accountCounts lacks %s", c)
		}
	}
}
