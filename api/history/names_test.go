package history_test

import (
	"fmt"
	"maps"
	"testing"

	"channeldeck/api"
	"channeldeck/api/history"
)

// The name of an account stays known while the service sends its reference instead.
func TestRelayNames(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		row := func(id, name string, status int) string {
			return fmt.Sprintf(
				`{"id":%q,"userId":"u","type":"douyin","uid":"1","relayAccountRef":"relay_%s","nickname":%q,"groupId":"g","status":%d}`,
				id,
				id,
				name,
				status,
			)
		}
		for day, rows := range [][]string{
			{row("a", "小林的厨房", 1), row("b", "Old Books", 1), account("own", 1, 5)},
			{row("a", "relay_a", 0), row("b", "New Books", 1), account("own", 0, 5)},
			{row("a", "relay_a", 0), row("b", "relay_b", 0)},
		} {
			d.RecordAccounts(day0.AddDate(0, 0, day), accounts(t, rows...), api.Int(int64(len(rows))), true)
		}
		d.Flush()
		names, err := d.Past().RelayNames(t.Context())
		if want := map[history.AccountKey]string{
			douyin("a"): "小林的厨房",
			douyin("b"): "New Books",
		}; err != nil || !maps.Equal(names, want) {
			t.Errorf("%v, error %v; want %v", names, err, want)
		}
	})
}
