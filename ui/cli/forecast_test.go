package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Logins that last 20 h are said to, with the accounts that they will end for. Nothing is requested.
func TestForecast(t *testing.T) {
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1", "CHANNELDECK_API_KEY": testKey})
	if got := run(t, env, "forecast", "-o", "json"); got.code != ExitDone || strings.TrimSpace(got.out) != "[]" || !strings.Contains(got.err, "at least 8") {
		t.Errorf("without a history: %+v", got)
	}
	c := history.Config{
		Path: filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"), Site: env["CHANNELDECK_BASE_URL"], Key: testKey, Language: "en-US", Now: clock,
	}
	const hours, batch = 120, 40
	for hour := 0; hour <= hours; {
		h := history.Open(c)
		for end := hour + batch; hour < end && hour <= hours; hour += 2 {
			var rows []*api.Account
			for i := range 6 {
				a := &api.Account{ID: fmt.Sprint(i), Type: "wechatChannels", Nickname: fmt.Sprint("N", i), Status: api.Int(0)}
				if (hour+4*i)%24 < 20 {
					a.Status = api.Int(1)
				}
				rows = append(rows, a)
			}
			h.RecordAccounts(clock().Add(time.Duration(hour-hours)*time.Hour), rows, api.Int(int64(len(rows))), true)
		}
		h.Close(t.Context())
	}
	got := run(t, env, "forecast", "--columns", "platform,medianHours,lowHours,highHours,likely", "-o", "csv")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != ExitChanged || len(lines) != 2 || !strings.HasPrefix(lines[1], "wechatChannels,20,18,22,") || !strings.Contains(got.err, "likely to turn abnormal within 24 hours") {
		t.Errorf("%+v", got)
	}
	if zh := run(t, env, "forecast", "--lang", "zh"); !strings.Contains(zh.err, "可能在 24 小时内变为异常") {
		t.Errorf("%+v", zh)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(run(t, env, "forecast", "-o", "json").out))
	if err == nil {
		err = validator(t, "forecast").Validate(value)
	}
	if err != nil {
		t.Error(err)
	}
}
