package history_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// The name of an account stays known while the service sends its reference instead.
func TestRelayNames(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		row := func(id, name string, status int) string {
			return fmt.Sprintf(
				`{"id":%q,"userId":"u","type":"douyin","uid":"1","relayAccountRef":"relay_%s","nickname":%q,`+
					`"groupId":"g","status":%d}`,
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
		names, err := d.States().RelayNames(t.Context())
		if want := map[history.AccountKey]string{
			douyin("a"): "小林的厨房",
			douyin("b"): "New Books",
		}; err != nil || !maps.Equal(names, want) {
			t.Errorf("%v, error %v; want %v", names, err, want)
		}
	})
}

// A new nickname is a change of the account, of a long one also its end; the reference of a relay and another
// status are none.
func TestNicknamesOfThePast(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		long := strings.Repeat("长", 400)
		row := func(id, name string, status int) string {
			return fmt.Sprintf(`{"id":%q,"type":"douyin","relayAccountRef":"relay_%s","nickname":%q,"status":%d}`,
				id, id, name, status)
		}
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		for day, rows := range [][]string{
			{
				row("same", "Same", 1),
				row("new", "Old", 1),
				row("long", long+"a", 1),
				row("down", "Down", 1),
				row("none", "", 1),
			},
			{
				row("same", "Same", 0),
				row("new", "New", 1),
				row("long", long+"b", 1),
				row("down", "relay_down", 0),
				row("none", "Now", 1),
			},
			{
				row("same", "Same", 1),
				row("new", "New", 0),
				row("long", long+"b", 0),
				row("down", "Down", 1),
				row("none", "Now", 0),
			},
		} {
			d.RecordAccounts(day0.AddDate(0, 0, day), accounts(t, rows...), api.Int(int64(len(rows))), true)
		}
		d.Flush()
		then, err := d.AsOf(t.Context(), day0.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		names, err := then.States().RelayNames(t.Context())
		want := map[history.AccountKey]string{
			douyin("same"): "Same",
			douyin("new"):  "Old",
			douyin("long"): long + "a",
			douyin("down"): "Down",
			douyin("none"): "Now",
		}
		if err != nil || !maps.Equal(names, want) {
			t.Errorf("%v, error %v; want %v", names, err, want)
		}
		db, err := d.SQL(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var n int
		err = db.QueryRow(`SELECT count(*) FROM history_changes WHERE kind = 'rename'`).Scan(&n)
		if err != nil || n != 2 {
			t.Errorf("%d changes of nicknames, error %v; want 2", n, err)
		}
	})
}
