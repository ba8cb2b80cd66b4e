package resource_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

func TestByText(t *testing.T) {
	names := []string{"重庆", "Zebra", "", "李四", "阿里", "éclair", "apple", "Apple", "北京", "fig"}
	by := resource.ByText(func(s string) (string, bool) { return s, s != "" })
	for desc, want := range map[bool][]string{
		false: {"apple", "Apple", "éclair", "fig", "Zebra", "阿里", "北京", "李四", "重庆", ""},
		true:  {"重庆", "李四", "北京", "阿里", "Zebra", "fig", "éclair", "Apple", "apple", ""},
	} {
		var got []string
		for _, i := range by(context.Background(), names, desc) {
			got = append(got, names[i])
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Diacritics and case matter only between equal letters, beside Han characters too.
func TestByTextOfLatinNames(t *testing.T) {
	want := []string{
		"e",
		"E",
		"é",
		"É",
		"e 啊",
		"E 啊",
		"é 啊",
		"É 啊",
		"e 云",
		"ea",
		"éb",
		"Ec",
		"ù",
		"V",
		"啊",
	}
	names := slices.Clone(want)
	slices.Reverse(names)
	var got []string
	for _, i := range resource.ByText(func(s string) (string, bool) { return s, true })(
		context.Background(),
		names,
		false,
	) {
		got = append(got, names[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkOrder(b *testing.B) {
	rows := make([]string, 100_000)
	for i := range rows {
		rows[i] = fmt.Sprintf("账号 %d", i*7919%len(rows))
	}
	name := func(s string) (string, bool) { return s, s != "" }
	for what, by := range map[string]resource.Order[string]{"bytes": resource.By(name), "text": resource.ByText(name)} {
		b.Run(what, func(b *testing.B) {
			for b.Loop() {
				by(context.Background(), rows, false)
			}
		})
	}
}

func TestOrderIsRepeatable(t *testing.T) {
	by := resource.By(func(n int) (int, bool) { return n, true })
	for i := range 4 {
		if got := by(context.Background(), []int{2, 3, 1}, true); !slices.Equal(got, []int32{1, 0, 2}) {
			t.Fatalf("sorting downwards for the %dth time: %v", i+1, got)
		}
		if got := by(context.Background(), []int{2, 3, 1}, false); !slices.Equal(got, []int32{2, 0, 1}) {
			t.Fatalf("sorting upwards for the %dth time: %v", i+1, got)
		}
	}
}

// Rows of equal value keep their order in either direction, however many there are.
func TestEqualRowsKeepTheirOrder(t *testing.T) {
	rows := make([]int, 500)
	for i := range rows {
		rows[i] = i % 3
	}
	by := resource.ByFunc(func(n int) (int, bool) { return n, n != 2 }, func(a, b int) int { return a - b })
	for _, desc := range []bool{false, true} {
		order := by(t.Context(), rows, desc)
		for i := 1; i < len(order); i++ {
			if rows[order[i]] == rows[order[i-1]] && order[i] < order[i-1] {
				t.Fatalf("descending %v: row %d before row %d", desc, order[i-1], order[i])
			}
		}
	}
}

// turned are lists that know when accounts turned.
type turned struct {
	resource.Lists
	at map[string]time.Time
}

func (turned) Covers(history.Span) (time.Duration, bool) { return 0, false }

func (turned) IsShort(history.Span) bool { return false }

func (l turned) Spell(a *api.Account) history.Spell {
	return history.Spell{At: history.Interval{Before: l.at[a.ID]}}
}

// Abnormal accounts come first, the newest first, then those of another status.
func TestAccountsAreInTheOrderOfNeed(t *testing.T) {
	now := time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	lists := turned{at: map[string]time.Time{"new": now, "old": now.Add(-time.Hour), "well": now}}
	columns := resource.Accounts(resource.NewView(w, nil, time.Now, 0, lists)).Columns
	status := slices.IndexFunc(columns, func(c resource.Column[*api.Account]) bool { return c.ID == "status" })
	var rows []*api.Account
	for _, a := range []struct {
		id     string
		status int64
	}{{"well", 1}, {"other", 7}, {"unknown", 0}, {"old", 0}, {"new", 0}, {"well too", 1}} {
		rows = append(rows, &api.Account{ID: a.id, Status: api.Int(a.status)})
	}
	var ids []string
	for _, i := range columns[status].Sort(t.Context(), rows, false) {
		ids = append(ids, rows[i].ID)
	}
	if got := strings.Join(ids, ", "); got != "new, old, unknown, other, well, well too" {
		t.Error(got)
	}
}

// A word without a text is sorted as an unknown value, behind all texts in either direction.
func TestWordsWithoutATextComeLast(t *testing.T) {
	values := []resource.Value{resource.WordValue("none", ""), resource.TextValue("a"), resource.TextValue("b")}
	c := resource.Column[int]{Of: func(i int) resource.Value { return values[i] }}
	for desc, want := range map[bool]string{false: "[1 2 0]", true: "[2 1 0]"} {
		if got := fmt.Sprint(c.Sort(t.Context(), []int{0, 1, 2}, desc)); got != want {
			t.Errorf("descending %v: %s, want %s", desc, got, want)
		}
	}
}
