package history

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// GroupName holds the names of a group. An unknown name is "".
type GroupName struct {
	Listed  string // in the list of groups, which not every deployment has
	Created string // with which it was created here
	Local   string // that users gave it here; the service does not know it
}

// Sent returns the name that the service sent for the group, "" if it is unknown.
func (n GroupName) Sent() string {
	return cmp.Or(n.Listed, n.Created)
}

// kindGroupName is the kind of the records about names that users gave to groups.
const kindGroupName = "groupName"

// NamingGroup returns the update that stores the name that the user gives to a group, or removes
// it if it is "".
func NamingGroup(id, name string, at time.Time) Update {
	if name == "" {
		return Update{Forget: []Entry{{Kind: kindGroupName, ID: id}}}
	}
	body, _ := json.Marshal(name, jsontext.AllowInvalidUTF8(true)) // cannot fail
	return Update{Put: []Entry{{
		Kind: kindGroupName,
		ID:   id,
		At:   at,
		Body: body,
	}}}
}

// NameGroup stores the name of a group in the background, or removes it. It drops a name that
// contains the API key.
func (d *DB) NameGroup(id, name string) {
	if d == nil {
		return
	}
	u := NamingGroup(id, name, d.config.Now())
	if len(u.Put) == 0 || !d.Entries().hasKey(u.Put[0]) {
		d.Entries().update(u)
	}
}

// Groups returns the last list of groups, lower ranks first, and its time; zero if none was
// recorded. The error is a [*Problem], or that of ctx.
func (d *DB) Groups(ctx context.Context) (rows []api.AccountGroup, at time.Time, err error) {
	rows, at, err = lastRows[api.AccountGroup](ctx, d, d.scope().own, kindListed)
	slices.SortStableFunc(rows, func(a, b api.AccountGroup) int {
		return a.Rank.Cmp(b.Rank)
	})
	return rows, at, err
}

// GroupNames returns the known names of groups by their IDs. The error is a [*Problem], or that of
// ctx.
func (d *DB) GroupNames(ctx context.Context) (map[string]GroupName, error) {
	const most = 1000
	names := map[string]GroupName{}
	created, err := d.Entries().Recent(ctx, KindGroup, most)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(created) {
		names[e.ID] = GroupName{Created: e.Title()}
	}
	listed, _, err := d.Groups(ctx)
	if err != nil {
		return nil, err
	}
	for i := range listed {
		n := names[listed[i].ID]
		n.Listed = listed[i].Name
		names[listed[i].ID] = n
	}
	err = d.read(ctx, func(scan scanner) error {
		var id string
		var body []byte
		err := scan(&id, &body)
		n := names[id]
		if err == nil {
			err = json.Unmarshal(body, &n.Local, jsontext.AllowInvalidUTF8(true))
		}
		names[id] = n
		return err
	}, `SELECT COALESCE(whole_id, id), body FROM history_entries WHERE part = $1 AND kind = $2`,
		d.scope().own, kindGroupName)
	return names, err
}
