package history

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// GroupName holds the names of a group. An unknown name is "".
type GroupName struct {
	Created string // with which it was created here: the service returns it only then
	Local   string // that users gave it here; the service does not know it
}

// kindGroupName is the kind of the records about names that users gave to groups.
const kindGroupName = "groupName"

// NameGroup stores the name that the user gave to a group, or removes it if it is "". A
// name that contains the API key is dropped.
func (d *DB) NameGroup(id, name string) {
	if d == nil || d.config.Key != "" && strings.Contains(name, d.config.Key) {
		return
	}
	body, _ := json.Marshal(name, jsontext.AllowInvalidUTF8(true)) // cannot fail
	e := Entry{Kind: kindGroupName, ID: id, At: d.config.Now(), Body: body}
	d.enqueue(func(ctx context.Context, db *database) error {
		if name == "" {
			return forget(ctx, db, d.parts.own, e)
		}
		return put(ctx, db, d.parts.own, e)
	})
}

// GroupNames returns the known names of groups by their IDs.
func (d *DB) GroupNames(ctx context.Context) (map[string]GroupName, error) {
	const most = 1000
	names := map[string]GroupName{}
	created, err := d.Recent(ctx, KindGroup, most)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(created) {
		names[e.ID] = GroupName{Created: e.Title()}
	}
	err = d.read(ctx, func(scan func(...any) error) error {
		var id string
		var body []byte
		err := scan(&id, &body)
		n := names[id]
		if err == nil {
			err = json.Unmarshal(body, &n.Local, jsontext.AllowInvalidUTF8(true))
		}
		names[id] = n
		return err
	}, `SELECT COALESCE(whole_id, id), body FROM history_entries WHERE part = $1 AND kind = $2`, d.scope().own, kindGroupName)
	return names, err
}
