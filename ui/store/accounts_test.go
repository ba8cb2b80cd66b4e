package store_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
)

// listOf is the response with accounts of platform x.
func listOf(total int, nickname string, ids ...string) string {
	var rows []string
	for _, id := range ids {
		rows = append(
			rows,
			fmt.Sprintf(
				`{"id":%q,"userId":"u","type":"x","uid":"1","nickname":%q,"groupId":"g","status":1}`,
				id,
				nickname,
			),
		)
	}
	return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`, total, strings.Join(rows, ","))
}

// A list that was completed with several requests is completed again by a refresh.
func TestRefreshAfterLoadAll(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(r *http.Request) string {
		if r.URL.Path == "/api/v2/channels/platforms" {
			return `{"code":0,"message":"ok","data":[]}`
		}
		return listOf(3, "a", "1")
	})})
	a := accountsOf(w)
	for _, step := range []struct {
		name  string
		load  func() tea.Cmd
		isAll bool
	}{
		{"first load", a.Require, false},
		{"refresh", a.Refresh, false},
		{"all", a.LoadAll, true},
		{"refresh of all", a.Refresh, true},
	} {
		before := len(w.Requests())
		cmd := step.load()
		if _, all := a.LoadingAll(); all != step.isAll {
			t.Errorf("%s: loads all: %v", step.name, all)
		}
		deliver(cmd)
		if _, all := a.LoadingAll(); all {
			t.Errorf("%s: still loads all", step.name)
		}
		if n := len(w.Requests()) - before; (n > 1) != step.isAll {
			t.Errorf("%s: %d requests", step.name, n)
		}
	}
}
