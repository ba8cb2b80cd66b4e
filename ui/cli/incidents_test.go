package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Incidents are listed from the history, and written as post-mortems. Nothing is requested.
func TestIncidents(t *testing.T) {
	t.Parallel()
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1", "CHANNELDECK_API_KEY": testKey})
	if got := run(
		t,
		env,
		"incidents",
		"-o",
		"json",
	); got.code != ExitDone || strings.TrimSpace(got.out) != "[]" ||
		!strings.Contains(got.err, "no accounts that turned abnormal together") {
		t.Errorf("without a history: %+v", got)
	}
	h := history.Open(historyOf(env, env["CHANNELDECK_BASE_URL"]))
	h.RecordPlatforms(clock(), []api.Platform{{
		Platform:    "bilibili",
		DisplayName: []byte(`{"en-US":"Bilibili","zh-CN":"哔哩哔哩"}`),
	}})
	for hour, abnormal := range []int{0, 4, 1} {
		var rows []*api.Account
		for i := range 8 {
			a := &api.Account{
				ID:       fmt.Sprint(i),
				Type:     "bilibili",
				Nickname: fmt.Sprint("N", i),
				GroupID:  fmt.Sprint("g", i%2),
				UserID:   "u",
				Status:   api.Int(1),
			}
			if i < abnormal {
				a.Status = api.Int(0)
			}
			rows = append(rows, a)
		}
		h.RecordAccounts(clock().Add(time.Duration(hour-4)*time.Hour), rows, api.Int(8), true)
	}
	h.Close(t.Context())

	got := run(
		t,
		env,
		"incidents",
		"-o",
		"csv",
		"--columns",
		"what,began,ended,lasted,turned,normal,still,others,availability,id",
	)
	at := func(hours int) string {
		return clock().Add(time.Duration(hours) * time.Hour).UTC().Format(time.RFC3339)
	}
	id := "bilibili@" + at(-3)
	want := "bilibili," + at(-4) + "/" + at(-3) + ",,3–4h,4,8,1,4/4," // 3 of 8 hours to 6 of 8
	if lines := strings.Split(
		strings.TrimSpace(got.out),
		"\n",
	); got.code != ExitDone || len(lines) != 2 || !strings.HasPrefix(lines[1], want) ||
		!strings.HasSuffix(lines[1], id) {
		t.Errorf("%+v, want %s", got, want)
	}
	for _, tt := range []struct {
		args string
		code int
		want []string
	}{
		{
			id,
			ExitDone,
			[]string{
				"# Incident: Bilibili",
				"- 4 of the 4 other accounts of Bilibili (100%) were normal",
				"4 of 8 normal accounts turned abnormal",
				"Open: 1 of 4 are still abnormal",
				"| N0 | Bilibili | not yet |",
				"| g0 | 2 |",
				"No publish option of these platforms and no model changed.",
			},
		},
		{
			"bilibili --lang zh",
			ExitDone,
			[]string{"# 集中异常：哔哩哔哩", "其他 4 个账号中，当时有 4 个正常（100%）", "4 个中仍有 1 个异常"},
		},
		{"哔哩哔哩 --lang zh -o markdown", ExitDone, []string{"# 集中异常：哔哩哔哩"}},
		{
			"bilibili@" + at(-1),
			ExitNotFound,
			[]string{"The history has no incident bilibili@" + at(-1), "Did you mean " + id},
		},
		{"--platform bilibil", ExitUsage, []string{"Did you mean bilibili"}},
		{"--platform bilibili -o json", ExitDone, []string{`"id":"` + id}},
		{id + " more", ExitUsage, []string{"more"}},
	} {
		got := run(t, env, append([]string{"incidents"}, strings.Fields(tt.args)...)...)
		for _, want := range tt.want {
			if got.code != tt.code || !strings.Contains(got.out+got.err, want) {
				t.Errorf("incidents %s: %+v, want %q", tt.args, got, want)
			}
		}
	}
	if got := run(
		t,
		nil,
		"incidents",
		"bilibili",
		"--demo",
		"--accounts",
		"1000",
	); got.code != ExitDone || !strings.Contains(got.out, "Own brand") {
		t.Errorf("names of groups: %+v", got)
	}
	for _, args := range [][]string{{"incidents", "-o", "json"}, {"incidents", id, "-o", "json"}} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(run(t, env, args...).out))
		if err == nil {
			err = validator(t, "incidents").Validate(value)
		}
		if err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}
