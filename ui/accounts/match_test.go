package accounts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

func TestMatchID(t *testing.T) {
	rows := []string{account(7, ""), account(70, "")}
	for i := range 30 {
		rows = append(rows, account(100+i, ""))
	}
	var first []string // of the 30
	for i := range 20 {
		first = append(first, fmt.Sprint("a:", 100+i))
	}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: answer(list(len(rows), rows...))}), 100, 30)
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"   ", nil},
		{"a:7", []string{"a:7"}}, // too short for a beginning
		{"a:1", nil},
		{"a:70", []string{"a:70"}},
		{" a:70\n", []string{"a:70"}},
		{"a:12", []string{"a:120", "a:121", "a:122", "a:123", "a:124", "a:125", "a:126", "a:127", "a:128", "a:129"}},
		{"a:129", []string{"a:129"}},
		{"a:10", first[:10]},
		{":129", nil},
		{"A:129", nil},
		{"a:1290", nil},
	} {
		var ids []string
		for _, thing := range m.MatchID(tt.text) {
			if thing.Label != thing.Target.AccountID || thing.Note == "" {
				t.Errorf("%q: %+v", tt.text, thing)
			}
			ids = append(ids, thing.Target.AccountID)
		}
		if !slices.Equal(ids, tt.want) {
			t.Errorf("%q names %v, want %v", tt.text, ids, tt.want)
		}
	}
}

// At most maxMatches ids are listed, an exact match first.
func TestMatchIDListsTheExactIDFirst(t *testing.T) {
	var rows []string
	for i := range 30 {
		rows = append(rows, account(1000+i, ""))
	}
	rows = append(rows, strings.Replace(account(10, ""), "name 10", "zoo", 1)) // the last by its name
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: answer(list(len(rows), rows...))}), 100, 30)
	if things := m.MatchID("a:10"); len(things) != 20 || things[0].Label != "a:10" || things[1].Label != "a:1000" {
		t.Errorf("%d: %+v", len(things), things)
	}
}
