package history

import (
	"context"
	"strconv"
	"time"
	"unicode/utf8"

	"channeldeck/api"
)

// Glance has the numbers of the accounts that [DB.Accounts] returns.
type Glance struct {
	At       time.Time  // of their list; zero if none was recorded
	Total    api.Number // as counted by the service
	Accounts int
	Abnormal int
	Stale    int // see [api.Account.Stale]
}

// Glance counts the accounts that [DB.Accounts] returns without reading them. Those of platforms whose
// statistics are never fetched are not stale. Accounts as of a time in the past have to be read to be
// counted: counted is false. The error is a [*Problem], or that of ctx.
func (d *DB) Glance(
	ctx context.Context,
	staleAfter time.Duration,
	unsupported []string,
) (g Glance, counted bool, err error) {
	newest, err := d.newestAccounts(ctx)
	if err != nil || newest.isPast || newest.at.IsZero() {
		return g, err == nil && !newest.isPast, err
	}
	g.At = newest.at
	args := []any{
		d.scope().own,
		kindAccount,
		[]byte{urgency(api.HealthAbnormal) + 1},
	}
	stale := `false`
	if staleAfter > 0 {
		args = append(args, millis(g.At.Add(-staleAfter)))
		stale = `i.counted < $4`
		for _, platform := range unsupported {
			begin := key(platform) + "/"
			n := len(args)
			args = append(args, utf8.RuneCountInString(begin), begin)
			stale += ` AND substr(i.id, 1, $` + strconv.Itoa(n+1) + `) <> $` + strconv.Itoa(n+2)
		}
	}
	err = d.read(ctx, func(scan scanner) error {
		return scan(&g.Accounts, &g.Abnormal, &g.Stale)
	}, `SELECT count(*), count(CASE WHEN i.sort < $3 THEN 1 END), count(CASE WHEN `+
		stale+` THEN 1 END)`+
		items+` AND i.gone_at IS NULL`, args...)
	if err != nil {
		return g, false, err
	}
	g.Total, err = newest.total(g.Accounts)
	return g, true, err
}
