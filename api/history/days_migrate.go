package history

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
)

// fillDays returns the migration that computes the totals of past days: of each day on which
// a change of an account was recorded, at its end.
func fillDays(zone *time.Location) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		if err := migrateOnce(ctx, tx, "6"); err != nil {
			return err
		}
		parts, err := partsOfAccounts(ctx, tx)
		if err != nil {
			return err
		}
		for _, part := range parts {
			groups, err := groupsOf(ctx, tx, part)
			if err != nil {
				return err
			}
			p := pastDays{zone: zone, groups: groups, of: map[fleet]map[string]*difference{}}
			if err := eachAccountChange(ctx, tx, part, p.add); err != nil {
				return err
			}
			if err := p.store(ctx, tx, part); err != nil {
				return err
			}
		}
		return nil
	}
}

// groupsOf returns the groups of the accounts of a part, as they were last listed, by the
// IDs of their items. It leaves out all but the largest groups.
func groupsOf(ctx context.Context, tx *sql.Tx, part int64) (map[string]string, error) {
	of, sizes := map[string]string{}, map[fleet]int{}
	err := query(ctx, tx, func(scan func(...any) error) error {
		var id string
		var body []byte
		if err := scan(&id, &body); err != nil {
			return err
		}
		if a := decodeAccount(body); a != nil && a.GroupID != "" {
			of[id] = text(a.GroupID)
			sizes[fleet{group: of[id]}]++
		}
		return nil
	}, `SELECT id, body FROM history_items WHERE part = $1 AND kind = 'account'`, part)
	groups := largest(sizes, func(n int) int { return n })
	maps.DeleteFunc(of, func(_, group string) bool { return !groups[group] })
	return of, err
}

// decodeAccount reads the body of an item, nil for a malformed one.
func decodeAccount(body []byte) *api.Account {
	rows, err := api.DecodeRows[api.Account](slices.Concat([]byte("["), body, []byte("]")))
	if err != nil || len(rows) != 1 {
		return nil
	}
	return &rows[0]
}

// pastDays computes the totals of days from the changes of accounts, which are added by
// account and time. A change counts on its day alone, as a difference to the day before.
type pastDays struct {
	zone   *time.Location
	groups map[string]string                // by the IDs of the items of accounts
	of     map[fleet]map[string]*difference // by the date

	id   string // of the last account
	last Counts // its last counts
}

// difference is what changed in the totals.
type difference struct {
	accounts, abnormal int
	known              [5]int // how many statistics are known
	sums               [5]api.Sum
}

// add adds a change of an account.
func (p *pastDays) add(id string, at int64, state []byte) error {
	if id != p.id {
		p.id, p.last = id, Counts{Gone: true}
	}
	now, err := counts(at, state)
	if err != nil {
		return err
	}
	date := dateOf(now.At, p.zone)
	for i, f := range []fleet{{}, {platform: keyOf(id).Platform}, {group: p.groups[id]}} {
		if i > 0 && f == (fleet{}) {
			continue
		}
		days := p.of[f]
		if days == nil {
			days = map[string]*difference{}
			p.of[f] = days
		}
		if days[date] == nil {
			days[date] = &difference{}
		}
		days[date].count(&p.last, -1)
		days[date].count(&now, 1)
	}
	p.last = now
	return nil
}

// count counts an account as often as times says.
func (d *difference) count(c *Counts, times int) {
	if c.Gone {
		return
	}
	d.accounts += times
	if c.Health() == api.HealthAbnormal {
		d.abnormal += times
	}
	for i, n := range [...]api.Number{c.Values[0], c.Values[7], c.Values[2], c.Values[3], c.Values[6]} { // as Day has them
		if times < 0 {
			n = negative(n)
		}
		before := d.sums[i].Of()
		d.sums[i].Add(n)
		d.known[i] += times * (d.sums[i].Of() - before)
	}
}

// negative is -n.
func negative(n api.Number) api.Number {
	if i, ok := n.Int64(); ok && i != -i {
		return api.Int(-i)
	}
	return api.Int(0).Sub(n)
}

// store stores the totals of each day on which any account changed.
func (p *pastDays) store(ctx context.Context, tx *sql.Tx, part int64) error {
	dates := slices.Sorted(maps.Keys(p.of[fleet{}]))
	for f, days := range p.of {
		var now difference
		var rows []any
		for _, date := range dates {
			if d := days[date]; d != nil {
				now.accounts += d.accounts
				now.abnormal += d.abnormal
				for i := range d.sums {
					now.known[i] += d.known[i]
					now.sums[i].Add(d.sums[i].Number())
				}
			}
			if now.accounts == 0 && f != (fleet{}) {
				continue
			}
			t := totals{accounts: now.accounts, abnormal: now.abnormal}
			for i, known := range now.known {
				if known > 0 {
					t.sums[i] = now.sums[i]
				}
			}
			body, err := t.body(false)
			if err != nil {
				return err
			}
			rows = append(rows, part, date, f.platform, f.group, body)
		}
		if err := insertDays(ctx, tx, rows); err != nil {
			return err
		}
	}
	return nil
}
